"""What every import carries along, whatever it imports."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from wellhead.ingest.batch import Batch
from wellhead.ingest.reading import Importers
from wellhead.ingest.receipt import Tally
from wellhead.model.options import AddOptions
from wellhead.ports import Store


class Journey(Struct, frozen=True, kw_only=True):
    """`exists` says whether there is a library to compare with; `exclude` holds for every folder."""

    store: Store
    importers: Importers
    options: AddOptions
    batch: Batch
    tally: Tally
    now: Callable[[], datetime]
    exists: bool
    exclude: tuple[str, ...] = ()

    def moment(self) -> str:
        """Now, as it is written down."""
        return self.now().isoformat(timespec="seconds")
