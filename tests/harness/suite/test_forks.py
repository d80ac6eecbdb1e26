"""A declared deviation is known and a violation is not; worlds lie where the fork looks."""

from pathlib import Path

import pytest

from refloader.inspect.profiles.reader import read_profile
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.profile import Profile
from refloader.model.request import Build
from refloader.model.system import System
from refloader.results.results_file import Verdict
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import DRIVERS, Scenario, World
from refloader.suite.conform import run
from refloader.suite.loaders.forks import (
    compared,
    declarations,
    declared_folders,
    fork,
    hidden_folders,
    homes,
    relocated,
)
from refloader.suite.loaders.subjects import Reference
from refloader.suite.subjects.request import RunRequest, WrongUsageError

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[3] / "fixtures/profiles/vendor-partition.toml"
HEAD = 'schema = "refloader.profile/1"\nname = "x"\n'


def profile(text: str) -> Profile:
    """A profile with this behind its head."""
    return read_profile((HEAD + text).encode(), "p.toml")


def observed(scenario: Scenario, text: str = "") -> Observation:
    """What a fork of this profile shows."""
    return Reference(Edition.E2026, Build(profile=profile(text))).observe(scenario)


def with_a_layer(folder: str = "") -> Scenario:
    """A world with one layer in a folder, the usual one by default."""
    world = World()
    world.explicit_layer("VK_LAYER_A_a", folder=folder)
    return world.scenario()


OWN = '[search]\nbases = ["/vendor/etc"]\n'


class TestComparing:
    """What a loader shows is held to the documents and to its profile."""

    def test_as_declared(self) -> None:
        """A fork that does what it declares deviates, as declared."""
        scenario = with_a_layer()

        found = compared(scenario, observed(scenario, OWN), Edition.E2026, profile(OWN))

        assert (found.deviates, found.as_declared) == (True, True)

    def test_as_the_documents_say(self) -> None:
        """A fork that does not do what it declares is told what the profile predicts."""
        scenario = with_a_layer()

        found = compared(scenario, observed(scenario), Edition.E2026, profile(OWN))

        assert (found.deviates, found.as_declared) == (True, False)
        assert "VK_LAYER_A_a" in found.unlike

    def test_where_nothing_is_declared(self) -> None:
        """Nothing deviates in a world that no declaration touches."""
        scenario = with_a_layer("/vendor/etc/vulkan/explicit_layer.d")

        assert not compared(scenario, observed(scenario), Edition.E2026, profile("")).deviates


class TestWorlds:
    """What lies nowhere in particular lies where the fork looks."""

    def test_homes_are_the_last_plain_folders(self) -> None:
        """A folder that a variable names is no home."""
        found = homes(fork(str(EXAMPLE)))

        assert found[Use.DRIVER] == "/system/etc/vulkan/icd.d"

    def test_no_profile_no_homes(self) -> None:
        """Without a profile worlds are as ever."""
        assert homes(None) == {}
        assert World(homes(None)).driver().startswith(DRIVERS)

    def test_other_systems_have_no_homes(self) -> None:
        """The folders of a profile are those of one system."""
        world = World(homes(fork(str(EXAMPLE))))
        world.on(System.WINDOWS)

        assert world.driver().startswith("C:")

    def test_scenarios_move(self) -> None:
        """A scenario whose layers lie in one standard folder is shown to the fork in its own."""
        scenario = relocated(with_a_layer(), profile(OWN))

        assert [path for path in scenario.files if path.endswith(".json")] == [
            "/vendor/etc/vulkan/explicit_layer.d/VK_LAYER_A_a.json"
        ]
        assert observed(scenario, OWN).layer_names == ("VK_LAYER_A_a",)

    def test_scenarios_about_folders_stay(self) -> None:
        """A scenario with layers in two folders is about these folders."""
        world = World()
        world.explicit_layer("VK_LAYER_A_a")
        world.explicit_layer("VK_LAYER_B_b", folder="/etc/vulkan/explicit_layer.d")
        scenario = world.scenario()

        assert relocated(scenario, profile(OWN)) is scenario


class TestFolders:
    """The folders that a run on a fork has cases about."""

    def test_declared(self) -> None:
        """Each folder of each search, with its variable set."""
        found = list(declared_folders(fork(str(EXAMPLE))))

        assert len(found) == 9
        assert found[2].variables == (("VULKAN_DATA", "/world/data"),)
        assert found[2].folder == "/world/data/etc/vulkan/explicit_layer.d"

    def test_hidden(self) -> None:
        """Standard folders that are not among the fork's."""
        assert "driver /etc/vulkan/icd.d" in {each.name for each in hidden_folders(fork(str(EXAMPLE)))}
        assert list(hidden_folders(None)) == list(declared_folders(None)) == []


class TestRuns:
    """A run on a fork."""

    def test_declared_deviations_are_known(self, tmp_path: Path) -> None:
        """What the fork declares is reported with the declaration, and does not fail the run."""
        wanted = RunRequest(
            loaders=("reference-2026",), rules=("DISC-LINUX-05", "DISC-GEN-06"), fork=str(EXAMPLE)
        )

        done = run(wanted, str(tmp_path), workers=0)

        declared = [each for each in done.results if each.verdict is Verdict.FAIL]
        assert declared
        assert all(each.expected and "declared deviation" in each.expected.reason for each in declared)
        assert all(each.expected and each.expected.file == str(EXAMPLE) for each in declared)
        assert not any(each.counts_against for each in done.results)
        assert {each.case for each in done.results if each.case.startswith("declared/")}

    def test_rules_of_another_column_do_not_bind(self, tmp_path: Path) -> None:
        """A fork of the Android column is not held to the search on Linux, and the results say so."""
        path = tmp_path / "p.toml"
        path.write_text(HEAD + 'column = "android"\n')
        wanted = RunRequest(loaders=("reference-2026",), rules=("DISC-LINUX-05",), fork=str(path))

        done = run(wanted, str(tmp_path), workers=0)

        assert {each.verdict for each in done.results} == {Verdict.SKIP}
        assert "the loader's column is android" in done.results[0].reason

    def test_what_is_declared_and_does_not_bind(self, tmp_path: Path) -> None:
        """A rule of another column is skipped, also where the loader does as its profile declares."""
        path = tmp_path / "p.toml"
        path.write_text(EXAMPLE.read_text().replace('column = "linux"', 'column = "android"'))
        wanted = RunRequest(
            loaders=("reference-2026",), rules=("DISC-LINUX-05", "DISC-GEN-06"), fork=str(path)
        )

        done = run(wanted, str(tmp_path), workers=0)

        assert done.problems == ()
        assert {each.verdict for each in done.results if each.rule == "DISC-LINUX-05"} == {Verdict.SKIP}
        assert not any(each.expected for each in done.results if each.verdict is Verdict.SKIP)

    def test_a_profile_that_cannot_be_read(self, tmp_path: Path) -> None:
        """A missing or wrong profile is wrong usage, with its place."""
        (tmp_path / "p.toml").write_text("name = 1")

        for path in (tmp_path / "none.toml", tmp_path / "p.toml"):
            with pytest.raises(WrongUsageError, match=r"--profile: .*toml"):
                fork(str(path))

    def test_what_is_declared_is_told_in_short(self) -> None:
        """A report cites the name, the file and the declarations."""
        told = fork(str(EXAMPLE))

        assert told is not None
        assert declarations(told) == (
            "vendor partition loader (vendor-partition.toml) declares search.bases, search.settings, "
            "variables.ignored, variables.renamed, features.disabled"
        )
