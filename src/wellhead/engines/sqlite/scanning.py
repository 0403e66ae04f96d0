"""Texts looked through for pieces of words, without any index: as quick as SQLite reads them.

LIKE knows the case of plain letters; of a piece with others its usual forms are looked for. A long piece is looked for
by its beginning: where a hostile pair asks for it, LIKE takes as many steps as the product of text and piece. What
stands behind a NUL is not seen by it.
"""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from wellhead.ports import Scanned

_LIKE = "text LIKE ? ESCAPE '!'"
_LONGEST = 64
_NEWEST = 2**62
_NOWHERE: frozenset[int] = frozenset()


def scanned(reader: apsw.Connection, pieces: Sequence[str], *, before: int, documents: int) -> list[Scanned]:
    """One statement; its values stand in the order of the pieces."""
    conditions, values = [], []
    for piece in pieces:
        forms = _forms(piece)
        conditions.append(f"({' OR '.join([_LIKE] * len(forms)) or '0'})")
        values += [f"%{_escaped(form)}%" for form in forms]
    columns = "".join(f", {condition}" for condition in conditions)
    select = f"SELECT seq, id{columns} FROM documents WHERE seq < ? ORDER BY seq DESC LIMIT ?"
    found = reader.execute(select, (*values, before or _NEWEST, documents))
    return [Scanned(row[0], row[1], _places(row[2:])) for row in found]


def _places(there: tuple[int, ...]) -> frozenset[int]:
    """Most texts hold nothing that is looked for."""
    return frozenset([at for at, found in enumerate(there) if found]) if any(there) else _NOWHERE


def _forms(piece: str) -> tuple[str, ...]:
    """A piece of plain letters is one; of others, as it was written, small, in capitals, and with one capital.

    LIKE ends at a NUL, and would find what stands before it.
    """
    if "\x00" in piece:
        return ()
    piece = piece[:_LONGEST].encode("utf-8", "replace").decode()
    if piece.isascii():
        return (piece,)
    return tuple(dict.fromkeys((piece, piece.lower(), piece.upper(), piece.capitalize())))


def _escaped(piece: str) -> str:
    return "".join(f"!{char}" if char in "%_!" else char for char in piece)
