"""Numbers in words: counts with their noun, sizes, durations."""

from __future__ import annotations


def number(count: int) -> str:
    return f"{count:,}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """1 document, 2 documents."""
    return f"{number(count)} {noun if count == 1 else plural or noun + 's'}"


def size(count: int) -> str:
    if count < 1000:
        return counted(count, "byte")
    value = float(count)
    for unit in ("kB", "MB", "GB"):
        value /= 1000
        if value < 999.5:
            return f"{value:.1f} {unit}" if value < 99.95 else f"{value:.0f} {unit}"
    return f"{value / 1000:.1f} TB"


def duration(seconds: float) -> str:
    if seconds < 10:
        return f"{seconds:.2f} s"
    if seconds < 100:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60} s"


def milliseconds(value: float) -> str:
    return f"{value:.1f} ms" if value < 10 else f"{value:,.0f} ms"
