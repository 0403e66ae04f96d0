"""wellhead: everything you saved in one folder, accounted for and findable at once.

`wellhead.open(path)` gives a Library. Names resolve on first use, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wellhead.app import open as open
    from wellhead.errors import BadInput as BadInput
    from wellhead.errors import WellheadError as WellheadError
    from wellhead.library import Library as Library
    from wellhead.model.document import Chunk as Chunk
    from wellhead.model.document import Document as Document
    from wellhead.model.document import Draft as Draft
    from wellhead.model.document import Role as Role
    from wellhead.model.query import Hit as Hit
    from wellhead.model.query import Query as Query
    from wellhead.model.query import SearchResult as SearchResult
    from wellhead.model.receipt import Receipt as Receipt

__version__ = "0.1.0"

_HOMES = {
    "BadInput": "wellhead.errors",
    "Chunk": "wellhead.model.document",
    "Document": "wellhead.model.document",
    "Draft": "wellhead.model.document",
    "Hit": "wellhead.model.query",
    "Library": "wellhead.library",
    "Query": "wellhead.model.query",
    "Receipt": "wellhead.model.receipt",
    "Role": "wellhead.model.document",
    "SearchResult": "wellhead.model.query",
    "WellheadError": "wellhead.errors",
    "open": "wellhead.app",
}

__all__ = [
    "BadInput",
    "Chunk",
    "Document",
    "Draft",
    "Hit",
    "Library",
    "Query",
    "Receipt",
    "Role",
    "SearchResult",
    "WellheadError",
    "__version__",
    "open",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wellhead' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
