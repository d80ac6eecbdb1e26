"""By which release a loader is judged: a version that no release has decides nothing, and probes find the age.

From a loader for Vulkan 1.0 alone no rule wants commands of later versions (APIVER-01: "newer than 1.0").
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from policy_tests.loader.discovery.test_all_at_once import IMPLICIT_PATH, JUDGED, knows
from refloader.core.ages import age_of, is_release
from refloader.model.edition import Edition
from refloader.model.library import Library
from refloader.model.version import api_version
from refloader.sandbox.loader import ForeignLoader, Identity
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import Script
from refloader.suite.loaders import probing, vulkan_1_0
from refloader.suite.loaders.releases import judged_by
from refloader.suite.loaders.subjects import Foreign, Reference
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.vulkan_1_0 import VERSION, lacked, unknown_command, vulkan_of

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
ANSWERS = Observation("ok", results={"version": 0})
GROUPS, FEATURES = "vkEnumeratePhysicalDeviceGroups", "vkGetPhysicalDeviceFeatures2"


class TestReleases:
    """The patch numbers of Vulkan go on from one minor version to the next."""

    @pytest.mark.parametrize(
        "version",
        [
            "1.0.65",
            "1.1.70",
            "1.1.130",
            "1.2.131",
            "1.2.203",
            "1.3.204",
            "1.3.302",
            "1.4.303",
            "1.3.231.2",
            "1.4.400",
        ],
    )
    def test_a_version_of_a_release(self, version: str) -> None:
        """Each minor version has patch numbers of its own, and newer ones than the newest known are believed."""
        assert is_release(version)

    @pytest.mark.parametrize(
        "version",
        [
            "1.3.0",
            "1.0.0",
            "1.1.69",
            "1.2.204",
            "1.3.999",
            "1.4.999",
            "1.5.0",
            "2.0.0",
            "1.1.3.204",
            "own",
            "",
        ],
    )
    def test_a_version_of_none(self, version: str) -> None:
        """Nor has a version with a variant, or of a major version that is not known."""
        assert not is_release(version)


class TestProbing:
    """What a loader reports decides only if a release has it."""

    @pytest.fixture(autouse=True)
    def found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let probes find the releases from 1.3.231 on."""
        answer = probing.Found(age_of("1.3.234.0"), "1.3.231", "1.3.235", 40, 40)
        monkeypatch.setattr(probing, "probed", lambda path: answer)

    @pytest.mark.parametrize(
        "version", ["1.3.0", "1.2.0", "1.1.0", "1.0.65", "1.4.999", "1.5.0", "2.0.0", "1.1.3.250"]
    )
    def test_no_release_has_it(self, version: str) -> None:
        """1.0 is none of a loader that has vkEnumerateInstanceVersion, which came with 1.1."""
        edition, release, why = judged_by("/nowhere/libvulkan.so", ANSWERS, version)

        assert (edition, release) == (Edition.E2026, "1.3.231")
        assert why.startswith(f"it reports {version}, which no loader's release is: ")
        assert "from 1.3.231, before 1.3.235, by 40 probes" in why

    @pytest.mark.parametrize(
        ("version", "edition", "release"),
        [
            ("1.3.0", "2022", "1.3.0"),
            ("1.3.200", "2022", "1.3.200"),
            ("1.4.0", "2022", "1.3.0"),
            ("1.4.0", "2026", "1.4.0"),
            ("1.1.0", "2018", "1.1.0"),
        ],
    )
    def test_it_descends_from_no_release(
        self, version: str, edition: str, release: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The documents that it follows decide; of the features, those that its number can have."""
        answer = probing.Found(age_of("1.3.290"), "1.3.253", "1.3.302", 40, 1, Edition(edition), 35)
        monkeypatch.setattr(probing, "probed", lambda path: answer)

        found = judged_by("/nowhere/libvulkan.so", ANSWERS, version)

        assert found[:2] == (Edition(edition), release)
        assert found.why.endswith(f"in 35 of 40 probes it does what the documents of {edition} say")

    @pytest.mark.parametrize(
        ("version", "features", "release"),
        [("1.3.0", "1.4.326", "1.4.326"), ("1.3.0", "", "1.3.228"), ("1.4.999", "1.3.262", "1.4.999")],
    )
    def test_features_that_it_shows(
        self, version: str, features: str, release: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Those of its documents that came by then are asked for, whatever its number."""
        answer = probing.Found(
            age_of("1.3.290"), "1.3.253", "1.3.302", 40, 1, Edition.E2026, 35, features=features
        )
        monkeypatch.setattr(probing, "probed", lambda path: answer)

        found = judged_by("/nowhere/libvulkan.so", ANSWERS, version)

        assert found.release == release

    @pytest.mark.parametrize(
        ("version", "edition"), [("1.2.198", "2018"), ("1.3.204", "2022"), ("1.4.341", "2026")]
    )
    def test_a_release_has_it(self, version: str, edition: str) -> None:
        """It is believed, unless the loader shows features that came later."""
        found = judged_by("/nowhere/libvulkan.so", ANSWERS, version)

        assert found == (Edition(edition), version, f"its version is {version}")

    @pytest.mark.parametrize(
        ("documents", "features", "release"),
        [("2026", "1.4.326", "1.4.326"), ("2026", "1.3.262", "1.3.262"), ("2022", "1.4.326", "1.3.239")],
    )
    def test_features_later_than_the_release(
        self, documents: str, features: str, release: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A loader that descends from no release and has them is asked for them, if its documents are as new."""
        answer = probing.Found(
            age_of("1.3.239"), "1.3.239", "1.3.240", 40, 30, Edition(documents), 39, features
        )
        monkeypatch.setattr(probing, "probed", lambda path: answer)
        monkeypatch.setattr(probing, "shows_later_features", lambda path, release: True)

        found = judged_by("/nowhere/libvulkan.so", ANSWERS, "1.3.239")

        assert found[:2] == (Edition.E2026, release)

    def test_features_later_than_the_release_of_a_build(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A release in which a feature is early is judged as this release."""
        answer = probing.Found(age_of("1.3.239"), "1.3.239", "1.3.240", 40, 40)
        monkeypatch.setattr(probing, "probed", lambda path: answer)
        monkeypatch.setattr(probing, "shows_later_features", lambda path, release: True)

        found = judged_by("/nowhere/libvulkan.so", ANSWERS, "1.3.239")

        assert found == (Edition.E2026, "1.3.239", "its version is 1.3.239")

    def test_the_name_of_an_old_library(self) -> None:
        """Without vkEnumerateInstanceVersion a library is one of 1.0."""
        found = judged_by("/nowhere/libvulkan.so.1.0.0", Observation("ok"), "1.0.0")

        assert found == (Edition.E2016, "1.0.0", "its version is 1.0.0")

    def test_documents_later_than_the_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A loader for Vulkan 1.0 alone that does what later documents say is judged by these."""
        answer = probing.Found(age_of("1.4.364"), "1.4.359", "", 40, 35, Edition.E2026, 36, "1.3.234")
        monkeypatch.setattr(probing, "probed", lambda path: answer)

        found = judged_by("/nowhere/libvulkan.so.1", Observation("ok"), "1.0.0")

        assert found[:2] == (Edition.E2026, "1.3.234")
        assert found.why.startswith("it has no vkEnumerateInstanceVersion: no known release behaves like it")

    def test_no_probe_is_answered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is the newest, as one whose version is not known."""
        monkeypatch.setattr(probing, "probed", lambda path: None)

        found = judged_by("/nowhere/libvulkan.so", ANSWERS, "1.3.0")

        assert found[:2] == (Edition.E2026, "")
        assert "no probe finds its age" in found.why


@pytest.mark.skipif(not LOADERS.is_dir(), reason="no builds of loaders in ../shared/subjects/loaders")
@pytest.mark.parametrize(
    ("build", "edition", "release"), [("1.2.198.1", "2018", "1.2.191"), ("1.3.204.1", "2022", "1.3.204")]
)
def test_what_a_library_exports_decides_between_editions(
    build: str, edition: str, release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Releases before and after Vulkan 1.3 answer the probes alike; a loader of 1.3 exports its core commands."""
    answer = probing.Found(age_of("1.3.204"), "1.2.191", "1.3.205", 40, 40)
    monkeypatch.setattr(probing, "probed", lambda path: answer)

    found = judged_by(str(LOADERS / build / "libvulkan.so.1"), ANSWERS, "1.5.0")

    assert (found.edition.value, found.release) == (edition, release)


class TestManyVariablesAtOnce:
    """A variable that came later is left out, and does not keep a release from being judged by the others."""

    @pytest.mark.parametrize(
        ("version", "unknown"),
        [
            ("1.3.239", {IMPLICIT_PATH, "VK_LOADER_LAYERS_ALLOW"}),
            ("1.3.275", {IMPLICIT_PATH}),
            ("1.3.296", set()),
            ("", set()),
        ],
    )
    def test_of_a_release(self, version: str, unknown: set[str]) -> None:
        """A loader of unknown release is taken to know all."""
        subject = Foreign("it", Identity(version, "", "/it.so"), Edition.E2026, ForeignLoader("/it.so"))

        assert {name for name in JUDGED if not knows(Trial(subject), name)} == unknown

    def test_of_the_reference(self) -> None:
        """It is of no release, and knows all."""
        assert all(knows(Trial(Reference()), name) for name in JUDGED)


class Pretended:
    """A loader that gives each command but ``hidden`` ones."""

    hidden = frozenset({VERSION, GROUPS})

    def __init__(self, path: str) -> None:
        self.path = path

    def observe(self, scenario: Scenario, *, actions: Any) -> Observation:
        """Answer the lookups."""
        asked = {label: options["names"] for verb, label, options in actions if verb == "lookup"}
        answers = {
            label: ["" if name in self.hidden else self.path for name in names]
            for label, names in asked.items()
        }
        return Observation("ok", answers=answers)


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """No answer of another test."""
    lacked.cache_clear()
    yield
    lacked.cache_clear()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A loader without vkEnumerateInstanceVersion and vkEnumeratePhysicalDeviceGroups."""
    monkeypatch.setattr(vulkan_1_0, "ForeignLoader", Pretended)
    return made(tmp_path / "libvulkan.so.1", monkeypatch)


def made(file: Path, monkeypatch: pytest.MonkeyPatch, *exports: str) -> str:
    """A file that exports these commands beside vkGetInstanceProcAddr."""
    library = Library(str(file), 64, "X86_64", True, frozenset({"vkGetInstanceProcAddr", *exports}))
    file.write_bytes(b"")
    monkeypatch.setattr(vulkan_1_0, "read_library_file", lambda path: library)
    return str(file)


class TestLoadersOf10:
    """A loader that neither has vkEnumerateInstanceVersion nor claims a later version is one for Vulkan 1.0."""

    def test_what_it_lacks(self, path: str) -> None:
        """It is asked for each later command: some may have them nevertheless."""
        assert lacked(path) == {VERSION, GROUPS}

    def test_it_has_to_export_1_0(self, path: str) -> None:
        """The release by which it is judged is not what it claims."""
        assert vulkan_of(path, "1.3.234") == api_version(1, 0)

    def test_scenarios_of_later_commands(self, path: str) -> None:
        """A step that names a command that it lacks shows nothing of it."""
        script = Script()
        script.groups(script.create(), command=GROUPS)

        why = unknown_command(Scenario(actions=script.actions), path)

        assert why == f"the loader is for Vulkan 1.0 alone and need not know {GROUPS}"

    def test_scenarios_of_threads(self, path: str) -> None:
        """So does one on a thread."""
        script = Script()
        thread = script.thread()
        thread.lookup(None, [VERSION])
        script.threads(thread)

        assert unknown_command(Scenario(actions=script.actions), path) != ""

    def test_other_scenarios(self, path: str) -> None:
        """One with a later command that the loader has is run, and so is one without steps."""
        script = Script()
        script.lookup(script.create(), [FEATURES])

        assert unknown_command(Scenario(actions=script.actions), path) == ""
        assert unknown_command(World().scenario(), path) == ""


class TestNewerLoaders:
    """Each other loader has to have vkEnumerateInstanceVersion."""

    def test_it_exports_the_command(self, tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A library that exports it is newer than 1.0, although vkGetInstanceProcAddr does not give it."""
        assert lacked(made(tmp_path / "libother.so", monkeypatch, VERSION)) == frozenset()

    def test_it_exports_later_commands(
        self, tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One that has core commands of 1.1 has forgotten the command, and is not one for 1.0."""
        assert lacked(made(tmp_path / "libother.so", monkeypatch, GROUPS)) == frozenset()

    def test_it_gives_the_command(self, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """So is one that gives it and does not export it."""
        monkeypatch.setattr(Pretended, "hidden", frozenset({GROUPS}))

        assert lacked(path) == frozenset()

    def test_its_name_says_so(self, tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """So is one of whose file's name a later version is a part."""
        assert lacked(made(tmp_path / "libvulkan.so.1.3.290", monkeypatch)) == frozenset()
        assert vulkan_of(str(tmp_path / "libvulkan.so.1.3.290"), "1.3.290") == api_version(1, 3, 290)
