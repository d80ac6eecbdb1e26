"""``refloader conform --scenario``: loaders judged by the user's own scenarios."""

import json
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from refloader.cli.main import main
from refloader.model.edition import Edition
from refloader.scenario import corpus
from refloader.scenario.corpus import Case, expectations
from refloader.scenario.scenario import World
from refloader.suite.loaders.subjects import Reference
from refloader.suite.loaders.user_scenarios import unlike

pytestmark = pytest.mark.slow

A = "VK_LAYER_TEST_a"
CORE = "reference-2026"


def world() -> World:
    """A driver and an implicit layer."""
    made = World()
    made.driver()
    made.implicit_layer(A)
    return made


def saved(folder: Path, rules: tuple[str, ...] = (), expect: Mapping[str, Any] | None = None) -> str:
    """A scenario in a folder of its own."""
    said = expectations(expect) if expect is not None else None
    corpus.save(Case("", world().scenario(), rules, said), str(folder))
    return str(folder)


def judged(tmp_path: Path, *arguments: str) -> tuple[Result, list[dict[str, Any]]]:
    """The command's end and its result lines."""
    out = tmp_path / "out"
    ended = CliRunner().invoke(main, ["conform", "--loader", CORE, "--out", str(out), *arguments])
    path = out / "results.ndjson"
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return ended, [line for line in lines if line["kind"] == "result"]


class TestVerdicts:
    """A scenario is judged by what it expects, or else by what the core predicts."""

    def test_what_is_expected_passes(self, tmp_path: Path) -> None:
        """The result is filed under the scenario's own rules that bind loaders."""
        path = saved(tmp_path / "one", ("DISC-GEN-06", "LLP_LAYER_9"), {"2026": {"chain": [A]}})

        ended, results = judged(tmp_path, "--scenario", path)

        assert ended.exit_code == 0
        assert [(each["rule"], each["case"], each["verdict"]) for each in results] == [
            ("DISC-GEN-06", "given/scenario[one]", "pass")
        ]

    def test_what_is_not_expected_fails(self, tmp_path: Path) -> None:
        """The reason names the part, what was seen and what was expected; the exit code tells."""
        path = saved(tmp_path / "one", ("DISC-GEN-06",), {"2026": {"chain": []}})

        ended, results = judged(tmp_path, "--scenario", path)

        assert ended.exit_code == 1
        assert [each["verdict"] for each in results] == ["fail"]
        assert f"actual chain: {A}; expected: nothing" in results[0]["reason"]

    def test_without_expectations_the_prediction_counts(self, tmp_path: Path) -> None:
        """A scenario without rules is filed under a general one where all is as predicted."""
        ended, results = judged(tmp_path, "--scenario", saved(tmp_path / "one"))

        assert ended.exit_code == 0
        assert [(each["rule"], each["verdict"]) for each in results] == [("DISC-GEN-01", "pass")]

    def test_another_editions_expectations_do_not_count(self, tmp_path: Path) -> None:
        """What is said of 2016 is nothing to a loader of 2026."""
        path = saved(tmp_path / "one", expect={"2016": {"chain": []}})

        ended, _ = judged(tmp_path, "--scenario", path)

        assert ended.exit_code == 0


class TestWhereNothingIs:
    """A path without a scenario is wrong usage, whatever is in its place."""

    @pytest.mark.parametrize("path", ["", "nowhere", "file", "empty"])
    def test_a_path_without_scenarios(self, tmp_path: Path, path: str) -> None:
        """Also an empty path, which is a variable that was not set and never the working folder."""
        saved(tmp_path / "one")
        (tmp_path / "file").touch()
        (tmp_path / "empty").mkdir()

        ended, _ = judged(tmp_path, "--scenario", str(tmp_path / path) if path else "")

        assert ended.exit_code == 2

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every folder")
    def test_a_folder_that_cannot_be_read(self, tmp_path: Path) -> None:
        """What may hold scenarios is not passed over."""
        saved(tmp_path / "all" / "one")
        (tmp_path / "all" / "two").mkdir(mode=0)

        ended, _ = judged(tmp_path, "--scenario", str(tmp_path / "all"))

        assert ended.exit_code == 2


class TestNames:
    """Cases are called after folders, and every one can be replayed."""

    def test_a_folder_of_scenarios(self, tmp_path: Path) -> None:
        """All scenarios below a folder are run."""
        saved(tmp_path / "all" / "one")
        saved(tmp_path / "all" / "more" / "two")

        _, results = judged(tmp_path, "--scenario", str(tmp_path / "all"))

        assert {each["case"] for each in results} == {"given/scenario[one]", "given/scenario[two]"}

    def test_the_quick_profile_leaves_none_out(self, tmp_path: Path) -> None:
        """It chooses among the suite's variants, and a user's scenarios are none."""
        saved(tmp_path / "all" / "one")
        saved(tmp_path / "all" / "two")

        _, results = judged(tmp_path, "--scenario", str(tmp_path / "all"), "--profile", "quick")

        assert len(results) == 2

    @pytest.mark.parametrize("name", ["with space", "\u00fcber", "a[b]"])
    def test_any_name_can_be_replayed(self, tmp_path: Path, name: str) -> None:
        """Whatever a folder is called, its finding has a command that runs it again."""
        path = saved(tmp_path / name, expect={"2026": {"chain": []}})
        _, results = judged(tmp_path, "--scenario", path)

        ended, again = judged(tmp_path, *shlex.split(results[0]["repro"])[4:])

        assert ended.exit_code == 1
        assert [each["case"] for each in again] == [results[0]["case"]]

    def test_folders_of_one_name(self, tmp_path: Path) -> None:
        """Two folders of one name are told apart by their paths."""
        saved(tmp_path / "all" / "first" / "same")
        saved(tmp_path / "all" / "second" / "same")

        _, results = judged(tmp_path, "--scenario", str(tmp_path / "all"))

        folder = str(tmp_path).encode("unicode_escape").decode()  # as pytest names what is not ASCII
        assert {each["case"] for each in results} == {
            f"given/scenario[{folder}/all/first/same]",
            f"given/scenario[{folder}/all/second/same]",
        }

    def test_the_replay_runs_the_same_case(self, tmp_path: Path) -> None:
        """The command in the result runs that scenario alone."""
        saved(tmp_path / "all" / "one", expect={"2026": {"chain": []}})
        saved(tmp_path / "all" / "two")
        _, results = judged(tmp_path, "--scenario", str(tmp_path / "all"))
        (line,) = (each["repro"] for each in results if each["verdict"] == "fail")

        ended, again = judged(tmp_path, *shlex.split(line)[4:])

        assert ended.exit_code == 1
        assert [(each["case"], each["verdict"]) for each in again] == [("given/scenario[one]", "fail")]


class TestWrongUsage:
    """What is no scenario is refused with the place of the mistake, before anything is run."""

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            (
                '{"schema": "refloader.scenario/1",\n "colour": 1}',
                'scenario.json":2:2: there is no key "colour"',
            ),
            ('{"schema": "refloader.scenario/1",', 'scenario.json":1:35: '),
            (
                '{"schema": "refloader.scenario/1", "rules": ["LLP_LOADER_99"]}',
                "there is no rule LLP_LOADER_99",
            ),
        ],
    )
    def test_a_bad_file(self, tmp_path: Path, text: str, problem: str) -> None:
        """Exit code 2, and path, line and column of what is wrong."""
        (tmp_path / "bad").mkdir()
        (tmp_path / "bad" / "scenario.json").write_text(text)

        ended, results = judged(tmp_path, "--scenario", str(tmp_path / "bad"))

        assert ended.exit_code == 2
        assert problem in ended.output
        assert results == []

    def test_a_folder_without_a_scenario(self, tmp_path: Path) -> None:
        """A folder that holds none is named."""
        ended, _ = judged(tmp_path, "--scenario", str(tmp_path))

        assert ended.exit_code == 2
        assert "holds no scenario.json" in ended.output

    def test_a_path_that_is_not_there(self, tmp_path: Path) -> None:
        """So is a path that is no folder at all."""
        ended, _ = judged(tmp_path, "--scenario", str(tmp_path / "nowhere"))

        assert ended.exit_code == 2
        assert "is no folder" in ended.output


class TestRules:
    """Where a scenario names no rule, a difference is filed under the one that the prediction rests on."""

    @pytest.mark.parametrize("mistake", ["active", "missing"])
    def test_the_rule_behind_the_prediction(self, mistake: str) -> None:
        """A loader that forgets a disable variable, or a layer, is told why that is wrong."""
        told = world()
        told.variable(f"DISABLE_{A}", "1")
        scenario = {"active": told, "missing": world()}[mistake].scenario()
        other = {"active": world(), "missing": told}[mistake].scenario()

        found = unlike(scenario, Reference().observe(other), Edition.E2026)

        assert [each.about for each in found.differences] == ["chain"]
        assert found.rule == {"active": "ACT-IMPLICIT-05", "missing": "ACT-IMPLICIT-01"}[mistake]


class TestKeeping:
    """With ``--keep-scenarios`` the scenario of a finding is a folder that can be given again."""

    def test_a_finding_is_kept(self, tmp_path: Path) -> None:
        """The kept folder fails as the original did, for the same rules."""
        path = saved(tmp_path / "one", ("DISC-GEN-06",), {"2026": {"chain": []}})
        _, results = judged(tmp_path, "--scenario", path, "--keep-scenarios")
        folder = results[0]["evidence"]["folder"]

        ended, again = judged(tmp_path, "--scenario", folder)

        assert folder == str(tmp_path / "out" / "scenarios" / "reference-2026" / "given_scenario_one")
        assert ended.exit_code == 1
        assert [(each["rule"], each["reason"]) for each in again] == [("DISC-GEN-06", results[0]["reason"])]

    def test_a_later_run_replaces_it(self, tmp_path: Path) -> None:
        """Running twice into one folder keeps the scenario once."""
        path = saved(tmp_path / "one", ("DISC-GEN-06",), {"2026": {"chain": []}})
        judged(tmp_path, "--scenario", path, "--keep-scenarios")

        ended, results = judged(tmp_path, "--scenario", path, "--keep-scenarios")

        assert ended.exit_code == 1
        assert "folder" in results[0]["evidence"]

    def test_what_passes_is_not_kept(self, tmp_path: Path) -> None:
        """No folder is made for a scenario that is as it should be."""
        judged(tmp_path, "--scenario", saved(tmp_path / "one"), "--keep-scenarios")

        assert not (tmp_path / "out" / "scenarios").exists()

    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        """The verdict stays, and the evidence says why nothing was kept."""
        path = saved(tmp_path / "one", ("DISC-GEN-06",), {"2026": {"chain": []}})
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "scenarios").write_text("a file")

        ended, results = judged(tmp_path, "--scenario", path, "--keep-scenarios")

        assert ended.exit_code == 1
        assert "Not a directory" in results[0]["evidence"]["not_kept"]
