"""A loader for Vulkan 1.0 alone: no rule wants commands of later versions from it (APIVER-01: "newer than 1.0")."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refloader.model.library import Library
from refloader.model.version import api_version
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import Script
from refloader.suite.loaders import vulkan_1_0
from refloader.suite.loaders.vulkan_1_0 import VERSION, lacked, unknown_command, vulkan_of

GROUPS, FEATURES = "vkEnumeratePhysicalDeviceGroups", "vkGetPhysicalDeviceFeatures2"


class Fake:
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
    monkeypatch.setattr(vulkan_1_0, "ForeignLoader", Fake)
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

    def test_it_gives_the_command(self, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """So is one that gives it and does not export it."""
        monkeypatch.setattr(Fake, "hidden", frozenset({GROUPS}))

        assert lacked(path) == frozenset()

    def test_its_name_says_so(self, tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """So is one of whose file's name a later version is a part."""
        assert lacked(made(tmp_path / "libvulkan.so.1.3.290", monkeypatch)) == frozenset()
        assert vulkan_of(str(tmp_path / "libvulkan.so.1.3.290"), "1.3.290") == api_version(1, 3, 290)
