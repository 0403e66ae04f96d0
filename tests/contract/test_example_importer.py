"""The importer that CONTRIBUTING shows keeps to the contract of all importers."""

from __future__ import annotations

import pytest

from examples.own_importer import DaysImporter
from wellhead.testing.importer_contract import ImporterContract


class TestDaysImporter(ImporterContract):
    @pytest.fixture
    def importer(self) -> DaysImporter:
        return DaysImporter()

    @pytest.fixture
    def files(self) -> dict[str, bytes]:
        return {
            "diary.days": b"== 2025-03-01 Snow ==\nThe heron came.\n\n== 2025-03-02 Thaw ==\nWater in the cellar.\n"
        }
