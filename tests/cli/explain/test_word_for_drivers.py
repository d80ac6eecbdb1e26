"""``refloader explain drivers`` on a machine without any: the word is no name, and what is lacking is said."""

from pathlib import Path

import pytest
from verbs import Run, checked_json

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("word", ["drivers", "driver", "icd", "ICDs"])
def test_the_word_for_all_drivers_is_no_name_of_a_layer(run: Run, tmp_path: Path, word: str) -> None:
    """The one answer is that there is none, with the command of the distribution."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text("ID=debian\n")

    result = run("explain", "--root", str(tmp_path), "--format", "json", word)

    answers = checked_json(result, "explain-1")["answers"]
    assert [(each["subject"], each["state"]) for each in answers] == [("drivers", "no device")]
    assert answers[0]["change"]["command"] == "apt install mesa-vulkan-drivers"
    assert result.exit_code == 1
