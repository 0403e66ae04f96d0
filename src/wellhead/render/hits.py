"""What a search found, as text: title and key, where it stands, and the words around the match.

The first hits are shown with all their windows, the others with their best: twenty-five in full would push the best
one out of sight.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from wellhead.model.query import Hit, Query, SearchResult, Window
from wellhead.render.excerpt import Line, excerpt
from wellhead.render.explained import why
from wellhead.render.numbers import counted, milliseconds, number
from wellhead.render.style import PLAIN, Style
from wellhead.text import tokens

_IN_FULL = 3
_TAKEN = 3  # words that a misspelt one is said to be taken for
_INDENT = "     "


def hits(result: SearchResult, style: Style = PLAIN, *, explain: bool = False) -> str:
    """Every hit, best first, with why it stands there if that is asked for; empty when there is none."""
    return "\n\n".join(_hit(hit, style, explain=explain) for hit in result.results)


def footer(result: SearchResult, style: Style = PLAIN, *, explain: bool = False) -> str:
    """How much was searched, how long it took, and what was left out or could not be used.

    Where everything is explained, what became of the question has been told before.
    """
    covered = f"{number(result.coverage.searchable)} of {counted(result.coverage.documents, 'document')} searched"
    found = counted(len(result.results), "hit")
    lines = [style.faint(f"{found} · {covered} · {milliseconds(result.latency_ms)}")]
    lines += [] if explain else [*_conditions(result.query, style), *_not_looked_for(result.query, style)]
    lines += [f"{style.name(word)} stands nowhere: taken for {others}" for word, others in _slips(result, style)]
    lines += [style.warn(f"{each.stage}: {each.reason}") for each in result.degraded]
    return "\n".join(lines)


def _conditions(query: Query, style: Style) -> list[str]:
    """What kept documents out, in one line: a hit that is missed may be missed because of it."""
    if not (query.filters or query.excluded):
        return []
    from wellhead.render.understood import condition

    found = [f"{'-' if each.excluded else ''}{condition(each, style)}" for each in query.filters]
    found += [f"-{style.name(term.text)}" for term in query.excluded]
    return [f"searched with: {', '.join(found)}"]


def _not_looked_for(query: Query, style: Style) -> list[str]:
    reasons: dict[str, list[str]] = {}
    for term, reason in query.dropped:
        if term.strip():
            reasons.setdefault(reason, []).append(style.name(term))
    return [f"not looked for: {', '.join(terms)} ({style.name(reason)})" for reason, terms in reasons.items()]


def _slips(result: SearchResult, style: Style) -> Iterator[tuple[str, str]]:
    """Misspelt words, and the words of the hits that they were taken for, as they stand there."""
    slips = [term for term in result.query.terms if term.slip]
    if not slips:
        return
    windows = [window for hit in result.results for window in hit.windows]
    marked = {window.text[start:end].lower() for window in windows for start, end in window.marks}
    stems = {word: set(tokens.stems(word)) for word in sorted(marked)}
    for term in slips:
        words = [word for word in stems if stems[word].intersection(term.stems[1:])][:_TAKEN]
        yield term.text, ", ".join(style.name(word) for word in words) or "another word"


def nothing(result: SearchResult, style: Style = PLAIN) -> str:
    """What was looked for in vain, and what to try."""
    words = ", ".join(style.name(term.text) for term in result.query.terms)
    if not words and not (result.query.filters or result.query.days or result.query.anchors):
        why = "says only what is to be left out" if result.query.excluded else "holds no word"
        return f"nothing to look for: the query {why}\ntry: wellhead search a word or two"
    tries = ["other words, or the beginning of one: 'rebuil*'", "wellhead why-not QUERY --target KEY"]
    if result.coverage.documents == 0:
        tries = ["wellhead add FOLDER: the library is empty"]
    elif any(term.phrase for term in result.query.terms):
        tries.insert(0, "without the quotes: they ask for exactly these words in this order")
    if result.query.filters or result.query.excluded:
        tries.insert(0, "without the filters, or without what is left out")
    return "\n".join([f"nothing found for: {words or result.query.text}", *(f"  try: {each}" for each in tries)])


def _hit(hit: Hit, style: Style, *, explain: bool) -> str:
    stale = f"  {style.warn(f'stale since {hit.stale[:10]}')}" if hit.stale else ""
    lines = [f"{hit.rank:>3}. {style.strong(hit.title or hit.key)}{stale}", f"{_INDENT}{style.faint(hit.key)}"]
    if explain:
        lines += why(hit, _INDENT, style)
    in_full = hit.rank <= _IN_FULL
    shown = hit.windows if in_full else hit.windows[:1]
    for window in shown:
        words = excerpt(window, brief=not in_full)
        lines += [f"{_INDENT}{_place(hit, window, words, style)}", *_words(words, style)]
    if not shown and hit.location:
        lines.append(f"{_INDENT}{style.link(style.near(hit.location), hit.location)}")
    return "\n".join(lines)


def _place(hit: Hit, window: Window, words: list[Line], style: Style) -> str:
    """`path:line` of a file; of a document that came from none, its key and span, which `get` takes."""
    if hit.location:
        line = next((each.number for each in words if each.matched), window.line)
        where = style.link(f"{style.near(hit.location)}:{line}", hit.location)
    else:
        where = style.name(f"{hit.key}#{window.start}-{window.end}")
    heading = "" if window.heading == hit.title else window.heading.removeprefix(f"{hit.title} › ")
    return f"{where}  {style.faint(f'› {heading}')}" if heading else where


def _words(words: list[Line], style: Style) -> list[str]:
    """With the matched words marked, broken to the width; colour codes count, so a line breaks early, never late."""
    room = style.width - len(_INDENT) - 2
    lines = ["".join(style.mark(part) if marked else style.text(part) for part, marked in line.parts) for line in words]
    if style.width and room >= 20:
        lines = [each for line in lines for each in textwrap.wrap(line, room, break_long_words=False)]
    return [f"{_INDENT}  {line}" for line in lines]
