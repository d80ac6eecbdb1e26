"""The table of docs/security.md: it has every act, says what the tests have recorded, and is current."""

import json
import sys
from pathlib import Path

import pytest
from hostile_acts import ACTS, in_source
from hostile_machines import MACHINES

pytestmark = pytest.mark.slow

TOP = Path(__file__).parent.parent.parent
sys.path.insert(0, str(TOP / "tools"))

import containment_table  # noqa: E402 - a tool of the repository, and no package of its own


class TestActs:
    """The acts that are described are those that can be done."""

    def test_names(self) -> None:
        """Each act of the C source has a row, and each row an act."""
        assert {act.name for act in ACTS} == in_source()

    def test_size_of_the_sources(self) -> None:
        """No file of them is too long to be read in one sitting."""
        sources = [each for each in Path(__file__).parent.rglob("*") if each.suffix in (".c", ".h", ".py")]

        assert max(len(each.read_text().splitlines()) for each in sources) <= 400


class TestTable:
    """What the page shows is what was recorded."""

    def test_every_act_is_recorded(self) -> None:
        """An act that is new or has another description needs a new record."""
        recorded = json.loads(containment_table.TABLE.read_text())

        assert {name: act["does"] for name, act in recorded.items()} == {act.name: act.does for act in ACTS}

    def test_every_machine_is_recorded(self) -> None:
        """So does a machine."""
        recorded = json.loads(containment_table.TABLE.read_text())

        assert {name for act in recorded.values() for name in act["machines"]} == {
            machine.name for machine in MACHINES
        }

    def test_the_page_is_current(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The page is what the tool would write."""
        monkeypatch.setattr(sys, "argv", ["containment_table.py", "--check"])

        assert containment_table.main() == 0

    def test_what_got_through_is_named(self) -> None:
        """A breach is in the row, and so is a harness that did not go on."""
        lines = [
            json.dumps({"act": "a", "does": "does it", "machine": "m", "ended": "ok", **rest})
            for rest in (
                {"kind": "loader", "breaches": ["changed x"], "after": "ok"},
                {"kind": "layer", "breaches": [], "after": "ok"},
                {"kind": "driver", "breaches": [], "after": "harness gone"},
            )
        ]

        rows = list(containment_table.table(containment_table.collected(lines)))

        assert rows[-1] == "| does it | ok; **not contained** (loader, driver) |\n"
