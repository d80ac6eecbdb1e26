"""The catalogue in code: a mistyped id cannot be used."""

import subprocess
import sys
from pathlib import Path

import pytest

from refloader.rules import Ambiguity, Rule, UnknownRuleError, ambiguities, find, rule, rules

pytestmark = pytest.mark.slow

TOP = Path(__file__).resolve().parents[2]


@pytest.mark.rule("LLP-FORMAT-01")
class TestIds:
    """Every id used in code, tests and reports is a row of the catalogue."""

    def test_a_known_id_comes_back(self) -> None:
        """An id names its row."""
        assert rule("LLP_LAYER_9") == "LLP_LAYER_9"

    def test_a_mistyped_id_is_refused_where_it_is_written(self) -> None:
        """The mistake shows at import, not in a report."""
        with pytest.raises(UnknownRuleError):
            rule("LLP_LAYR_9")

    def test_the_sixty_numbered_policies_are_there(self) -> None:
        """LLP_LAYER 1 to 22, LLP_LOADER and LDP_LOADER 1 to 13, LDP_DRIVER 1 to 12."""
        numbered = [rule_id for rule_id in rules() if rule_id.startswith(("LLP_", "LDP_"))]

        assert len(numbered) == 60

    def test_rows_and_ambiguities_are_found_alike(self) -> None:
        """One look-up serves both."""
        assert isinstance(find("LLP_LAYER_9"), Rule)
        assert isinstance(find("AMB-ENABLE-VALUE"), Ambiguity)

    def test_each_reading_is_one_decision_with_a_reason(self) -> None:
        """No ambiguity is left without a choice or without a why."""
        assert [row.id for row in ambiguities().values() if not row.chosen or len(row.why) < 20] == []


@pytest.mark.parametrize("tool", ["generate_catalogue.py", "generate_traceability.py"])
class TestGenerated:
    """What is generated is committed as it would be generated now."""

    def test_nothing_is_stale(self, tool: str) -> None:
        """The generator's own check agrees with the committed file."""
        command = [sys.executable, str(TOP / "tools" / tool), "--check"]

        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

        assert done.returncode == 0, done.stdout + done.stderr
