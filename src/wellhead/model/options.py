"""How a call is to be done, as values; every default of the program stands here or in a table of `model`."""

from __future__ import annotations

from msgspec import Struct

from wellhead.model.document import Role

MODES = ("balanced",)
LANGUAGES = ("en", "none")
MAX_LIMIT = 1_000
NEAR = 25  # names, topics or neighbours that are told unless somebody wants more or fewer
SIGNALS = ("near", "title", "spread", "feedback", "literal")
LANES = ("lexical", "title", "exact", "tag", "link", "date")


class SearchOptions(Struct, frozen=True, kw_only=True):
    """Balanced's values; `semantic` is accepted from the first day, and there is no such lane yet.

    `lanes` and `signals` name those that may run and count; none named means all of them.
    """

    mode: str = "balanced"
    limit: int = 25
    token_budget: int = 12_000
    semantic: bool = True
    windows_per_document: int = 3
    lanes: tuple[str, ...] = ()
    signals: tuple[str, ...] = ()

    def runs(self, lane: str) -> bool:
        return not self.lanes or lane in self.lanes

    def counts(self, signal: str) -> bool:
        return not self.signals or signal in self.signals

    language: str = "en"


class AddOptions(Struct, frozen=True, kw_only=True):
    """`role` None means: what the kind of source says. `verify` hashes files that look unchanged."""

    role: Role | None = None
    exclude: tuple[str, ...] = ()
    verify: bool = False
    dry_run: bool = False
    max_file_bytes: int = 20_000_000


class BatchLimits(Struct, frozen=True, kw_only=True):
    """A batch commits at whichever comes first; a kill loses at most one."""

    documents: int = 500
    seconds: float = 1.0
    characters: int = 8_000_000


class Settings(Struct, frozen=True, kw_only=True):
    """Everything a library is opened with; each call may change a value of it for itself."""

    search: SearchOptions = SearchOptions()
    add: AddOptions = AddOptions()
    batch: BatchLimits = BatchLimits()
    offline: bool = False
    timezone: str = ""
