"""Scenarios on other systems: built, kept on disk, refused where there can be no such machine, predicted."""

from pathlib import Path
from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.model.platform import Device
from refloader.model.request import Build
from refloader.model.system import System
from refloader.model.windows_registry import ValueType
from refloader.predict.prediction import predict
from refloader.sandbox.layouts import NotCovered, Way
from refloader.sandbox.world import lay_out
from refloader.scenario.platform import Entry, HostPlatform, from_tree, in_tree
from refloader.scenario.scenario import Scenario, ScenarioError, World
from refloader.scenario.scenario_file import load, save
from refloader.suite.loaders.evidence import digest

HKLM = "HKEY_LOCAL_MACHINE"


def on(system: System, *, bits: int = 64) -> World:
    """A builder on a system."""
    world = World()
    world.on(system, bits=bits)
    return world


class TestWindows:
    """On Windows a manifest is a file on a drive and a value of the registry."""

    def test_layer_is_entered_in_the_registry(self) -> None:
        """The usual key names the manifest with the DWORD 0."""
        world = on(System.WINDOWS)

        path = world.explicit_layer("VK_LAYER_TEST_a")

        assert path == r"C:\Vulkan\explicit_layer.d\VK_LAYER_TEST_a.json"
        assert world.scenario().situation.registry == (
            Entry(rf"{HKLM}\SOFTWARE\Khronos\Vulkan\ExplicitLayers", path, "REG_DWORD", 0),
        )
        assert list(world.scenario().libraries) == [r"C:\Vulkan\explicit_layer.d\VK_LAYER_TEST_a.dll"]

    def test_32_bit_programs_have_a_node_of_their_own(self) -> None:
        """The driver of a 32-bit program is entered below WOW6432Node."""
        world = on(System.WINDOWS, bits=32)
        world.driver()

        assert [each.key for each in world.scenario().situation.registry] == [
            rf"{HKLM}\SOFTWARE\WOW6432Node\Khronos\Vulkan\Drivers"
        ]

    def test_the_key_may_be_told(self) -> None:
        """A manifest is entered where the test says, or nowhere."""
        world = on(System.WINDOWS)
        world.implicit_layer("VK_LAYER_TEST_a", registered=r"HKEY_CURRENT_USER\X")
        world.implicit_layer("VK_LAYER_TEST_b", registered=False)

        assert [each.key for each in world.scenario().situation.registry] == [r"HKEY_CURRENT_USER\X"]

    def test_platform_holds_what_was_said(self) -> None:
        """Values of one key stay together in their order; the last of one name counts."""
        world = on(System.WINDOWS)
        world.registry(rf"{HKLM}\A", "x", "REG_SZ", "1")
        world.registry(rf"{HKLM}\a", "y", "REG_MULTI_SZ", ("1", "2"))
        world.registry(rf"{HKLM}\A", "X", "REG_DWORD", 7)
        world.device(rf"{HKLM}\D", component=True, luid=3)
        world.package(r"C:\Package")

        platform = world.scenario().situation.platform()

        assert platform.system is System.WINDOWS
        assert platform.devices == (Device(rf"{HKLM}\D", component=True, luid=3),)
        assert platform.packages == (r"C:\Package",)
        assert platform.registry is not None
        key = platform.registry.key(rf"{HKLM}\a")
        assert key is not None
        assert [(each.name, each.type, each.data) for each in key.values] == [
            ("X", ValueType.DWORD, 7),
            ("y", ValueType.MULTI_SZ, ("1", "2")),
        ]


class TestImpossible:
    """What no such machine can be made to show is refused."""

    @pytest.mark.parametrize(
        ("situation", "problem"),
        [
            ({"bits": 16}, "no pointers of 16 bits"),
            ({"registry": (Entry(rf"{HKLM}\A", "", "REG_DWORD", 0),)}, "registry are of windows"),
            ({"system": System.WINDOWS, "bundle": "/A.app"}, "bundle are of macos"),
            ({"system": System.MACOS, "bundle": "A.app"}, "not a plain absolute path"),
            (
                {"system": System.WINDOWS, "registry": (Entry("HKLM", "", "REG_DWORD", 0),)},
                "begins with none of",
            ),
            (
                {"system": System.WINDOWS, "registry": (Entry(HKLM, "", "DWORD", 0),)},
                "no type of registry values",
            ),
        ],
    )
    def test_situation_is_named(self, situation: Any, problem: str) -> None:
        """The first thing that cannot be is said."""
        with pytest.raises(ScenarioError, match=problem):
            Scenario(situation=HostPlatform(**situation))

    @pytest.mark.parametrize("path", ["/x", "C:x", "C:\\", r"C:\a\..\b", "C:/a", r"C:\a\\b", "a.json"])
    def test_windows_paths_are_plain_and_full(self, path: str) -> None:
        """A path has a drive or a share, backslashes and no dots."""
        with pytest.raises(ScenarioError, match="not a plain absolute path"):
            Scenario(files={path: b""}, situation=HostPlatform(System.WINDOWS))

    def test_letter_case_makes_no_other_file(self) -> None:
        """Two spellings are one path on Windows, and two elsewhere."""
        with pytest.raises(ScenarioError, match="two things"):
            Scenario(files={r"C:\a": b"", r"c:\A": b""}, situation=HostPlatform(System.WINDOWS))
        Scenario(files={"/a": b"", "/A": b""}, situation=HostPlatform(System.MACOS))


class TestFormOnDisk:
    """The system is the key ``platform``; an ordinary Linux has none."""

    def test_what_is_saved_is_loaded(self, tmp_path: Path) -> None:
        """All that Windows has comes back equal, bytes and shares included."""
        world = on(System.WINDOWS, bits=32)
        world.driver()
        world.file(r"\\server\share\x.json", b"{")
        world.registry(rf"{HKLM}\A", "", "REG_BINARY", b"\x00\xff")
        world.registry(rf"{HKLM}\A", "m", "REG_MULTI_SZ", ("a", "b"))
        world.device(rf"{HKLM}\D", luid=3)
        world.package(r"C:\Package")

        save(world.scenario(), str(tmp_path))

        assert load(str(tmp_path)) == world.scenario()
        assert (tmp_path / "tree/C/Vulkan/icd.d/plain.json").is_file()
        assert (tmp_path / "tree/UNC/server/share/x.json").read_bytes() == b"{"

    @pytest.mark.parametrize(
        "situation",
        [
            HostPlatform(System.MACOS, bundle="/Applications/A.app"),
            HostPlatform(System.FUCHSIA),
            HostPlatform(System.ANDROID, bits=32, debuggable=True, native_libraries=("/data/app/a/lib/arm",)),
        ],
    )
    def test_other_systems_are_loaded(self, tmp_path: Path, situation: HostPlatform) -> None:
        """What macOS, Fuchsia and Android have comes back equal."""
        scenario = Scenario(files={"/a/b": b"x"}, situation=situation)

        save(scenario, str(tmp_path))

        assert load(str(tmp_path)) == scenario

    def test_linux_says_nothing(self, tmp_path: Path) -> None:
        """A scenario on 64-bit Linux has no key for the system, and keeps the name it always had."""
        save(Scenario(), str(tmp_path))

        assert "platform" not in (tmp_path / "scenario.json").read_text()
        assert digest(Scenario()) != digest(Scenario(situation=HostPlatform(System.MACOS)))
        assert digest(Scenario()) == "381e9e25b5f4eaaf"

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ('{"system": "beos"}', "none of linux, windows"),
            ('{"colour": 1}', "no key"),
            ('{"system": "windows", "registry": [{"key": "x"}]}', 'no key "data"'),
            ('{"system": "windows", "registry": [{"key": "x", "data": {"hex": "0"}}]}', "not hexadecimal"),
            ('{"system": "windows", "registry": [{"key": "x", "data": {"hex": 1}}]}', "should be a string"),
            ('{"system": "windows", "registry": [{"key": "x", "data": 1.5}]}', "should be a string"),
            ('{"system": "windows", "devices": [{}]}', 'no key "key"'),
        ],
    )
    def test_bad_platform_is_named(self, tmp_path: Path, text: str, problem: str) -> None:
        """What is wrong is said with its place."""
        (tmp_path / "scenario.json").write_text(f'{{"schema": "refloader.scenario/1", "platform": {text}}}')

        with pytest.raises(ScenarioError, match=f'scenario.json":1:.*{problem}'):
            load(str(tmp_path))

    def test_file_beside_the_drives_is_named(self, tmp_path: Path) -> None:
        """Under the tree of Windows there are drives and shares only."""
        (tmp_path / "scenario.json").write_text(
            '{"schema": "refloader.scenario/1", "platform": {"system": "windows"}}'
        )
        (tmp_path / "tree").mkdir()
        (tmp_path / "tree/loose.json").touch()

        with pytest.raises(ScenarioError, match="no drive of windows"):
            load(str(tmp_path))

    @pytest.mark.parametrize("path", [r"C:\a\b", r"z:\B c", r"\\server\share\x"])
    def test_tree_paths_lead_back(self, path: str) -> None:
        """Each path has one place in the tree."""
        assert from_tree(in_tree(path, System.WINDOWS), System.WINDOWS) == path


class TestSubjects:
    """The core decides for every system; a loader of this machine is asked about its own."""

    @pytest.mark.parametrize("system", [System.WINDOWS, System.MACOS, System.FUCHSIA])
    def test_core_predicts(self, system: System) -> None:
        """A driver and a layer at their usual places are used."""
        world = on(system)
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_a")

        seen = predict(world.scenario(), Edition.E2026, Build()).observation

        assert (seen.ended, seen.result, seen.chain, seen.drivers) == (
            "ok",
            0,
            ("VK_LAYER_TEST_a",),
            ("plain",),
        )

    @pytest.mark.parametrize(("system", "bits"), [(System.WINDOWS, 64), (System.LINUX, 32)])
    def test_foreign_loader_is_not_asked(self, tmp_path: Path, system: System, bits: int) -> None:
        """What the loader does not run on is not covered, with the reason."""
        answer = lay_out(on(system, bits=bits).scenario(), Way.ROOT, str(tmp_path))

        assert answer == NotCovered(
            f"the loader runs on 64-bit linux, the scenario is on {bits}-bit {system}"
        )
