"""``refloader rules --os``: the rules that hold on one system, by the documents' own columns."""

import pytest
from verbs import Run, checked_json

from refloader.rules import rules


def ids(run: Run, *words: str) -> set[str]:
    """The rules that are printed."""
    document = checked_json(run("rules", *words, "--format", "json"), "rules-1")
    assert document["ambiguities"] == []
    return {row["id"] for row in document["rules"]}


@pytest.mark.parametrize("system", ["linux", "windows", "android"])
def test_the_rules_of_a_system(run: Run, system: str) -> None:
    """They are those whose platforms name it."""
    assert ids(run, "--os", system) == {row.id for row in rules().values() if row.on(system)}


def test_systems_that_came_later(run: Run) -> None:
    """A rule that held before 2022 alone holds neither on macOS nor on Fuchsia."""
    found = ids(run, "--os", "macos")

    assert {"DISC-MACOS-01", "LLP_LAYER_9"} <= found
    assert not any({"2022", "2026"}.isdisjoint(rules()[each].editions) for each in found)  # type: ignore[index]


def test_linux_by_its_old_name(run: Run) -> None:
    """--linux is --os linux, and no other system."""
    assert ids(run, "--linux", "DISC") == ids(run, "--os", "linux", "DISC")
    assert run("rules", "--linux", "--os", "macos").exit_code == 2


def test_the_column_of_android(run: Run) -> None:
    """Of the policies are told those that apply to Android and those that do not."""
    lines = run("rules", "--os", "android", "LLP_LAYER").stdout.splitlines()

    assert "Layer keeps the environment compliant (applies to Android)" in lines[0]
    assert lines[-1].startswith("of the policies, do not apply to Android: LLP_LAYER_4, ")
    assert "it does not apply to Android" in run("rules", "LLP_LAYER_4").stdout
    assert "it applies to Android" in run("rules", "LLP_LAYER_9").stdout


def test_the_matrix(run: Run) -> None:
    """Each row has the systems, as letters and one by one."""
    text = run("rules", "--matrix", "DISC-WINDOWS-01").stdout
    document = checked_json(run("rules", "--matrix", "DISC-WINDOWS-01", "--format", "json"), "rules-matrix-1")

    assert " -W--- " in text.splitlines()[1]
    assert document["rules"][0]["systems"] == ["windows"]
