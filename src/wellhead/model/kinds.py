"""Which role a kind of document has, and which roles may stand for which: the table of trust."""

from __future__ import annotations

from wellhead.model.document import Role

DEFAULT_ROLES: dict[str, Role] = {
    "chat": Role.CHAT,
    "transcript": Role.TRANSCRIPT,
    "ocr": Role.OCR,
    "excerpt": Role.EXCERPT,
    "highlight": Role.EXCERPT,
    "summary": Role.SUMMARY,
}

TRUST: dict[Role, int] = {
    Role.OWN_NOTE: 3,
    Role.RAW_SOURCE: 2,
    Role.EXCERPT: 2,
    Role.TRANSCRIPT: 2,
    Role.OCR: 1,
    Role.CHAT: 1,
    Role.SUMMARY: 0,
}


def default_role(kind: str) -> Role:
    """The role a kind has when nobody says otherwise; unknown kinds are raw sources."""
    return DEFAULT_ROLES.get(kind, Role.RAW_SOURCE)


def settled_role(kind: str, claimed: str, given: Role | None) -> Role:
    """The role a document gets: what the person gave its source, else its kind's; a claim in a file only lowers it."""
    own_kind = kind in DEFAULT_ROLES
    ceiling = given if given is not None and not (own_kind and given is Role.OWN_NOTE) else default_role(kind)
    try:
        wanted = Role(claimed)
    except ValueError:
        return ceiling
    return wanted if TRUST[wanted] <= TRUST[ceiling] and wanted is not Role.OWN_NOTE else ceiling
