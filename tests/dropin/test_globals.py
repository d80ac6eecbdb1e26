"""The commands that need no instance on the drop-in library, and implicit layers in front of them."""

from pathlib import Path
from typing import Any

import pytest
from mock_world import MockWorld
from scripts import Script

pytestmark = pytest.mark.slow

INTERCEPTED = {
    "vkEnumerateInstanceVersion": "mock_EnumerateInstanceVersion",
    "vkEnumerateInstanceExtensionProperties": "mock_EnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties": "mock_EnumerateInstanceLayerProperties",
}
ASK = """
    loader = Loader("libvulkan.so.1")
    say([loader.version(), loader.layers(), loader.extensions({layer!r})])
"""
FAILED, NO_LAYER = -3, -6
COUNTED = """
    import ctypes, os, time
    libc, library, number = ctypes.CDLL(None), ctypes.CDLL({library!r}), ctypes.c_uint32()
    time.sleep(3.1)  # a file that was just written may still change unnoticed
    IN_ACCESS, EVENT = 0x1, 16
    watch = libc.inotify_init1(os.O_NONBLOCK)
    assert libc.inotify_add_watch(watch, {path!r}.encode(), IN_ACCESS) > 0
    def was_read():
        library.vkEnumerateInstanceExtensionProperties(None, ctypes.byref(number), None)
        try:
            return len(os.read(watch, 4096)) // EVENT
        except BlockingIOError:
            return 0
    say([was_read(), was_read(), was_read()])
"""

GROWING = """
    import ctypes, os
    libc, library, number = ctypes.CDLL(None), ctypes.CDLL({library!r}), ctypes.c_uint32()
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    def ask(first, end):
        for each in range(first, end):
            folders = b":".join(b"/none/%d/%d" % (each, i) for i in range(20))
            libc.setenv(b"XDG_DATA_DIRS", folders, 1)
            assert library.vkEnumerateInstanceLayerProperties(ctypes.byref(number), None) == 0
        return resident()
    before = ask(0, 100)
    say(ask(100, 400) - before)
"""


def asked(script: Script, layer: str = "", **variables: str) -> tuple[str, list[str], dict[str, int]]:
    """The version, the names of the layers and the extensions with their versions."""
    version, layers, extensions = script(ASK.format(layer=layer), **variables)
    packed = version["value"]
    numbers = f"{packed >> 22 & 0x7F}.{packed >> 12 & 0x3FF}"
    return numbers, [row[0] for row in layers["layers"]], dict(map(tuple, extensions["extensions"]))


class TestAnswers:
    """What is asked without an instance is answered from manifests, the loader and the drivers."""

    @pytest.mark.rule("APIVER-01")
    def test_version(self, script: Script, world: MockWorld) -> None:
        """The loader's own, whatever drivers have (APIVER-01)."""
        world.driver("plain", api="1.0.0")

        assert asked(script)[0] == "1.4"
        assert asked(script, VK_DRIVER_FILES="")[0] == "1.4"

    @pytest.mark.rule("EXT-ENUM-01", "EXT-ENUM-03", "EXT-FILTER-03", "EXT-FILTER-04")
    def test_extensions(self, script: Script, world: MockWorld) -> None:
        """Those of drivers, the loader and implicit layers, each once with the driver's version."""
        rows = [
            {"name": "VK_LAYER_extension", "spec_version": "3"},
            {"name": "VK_KHR_surface", "spec_version": "9"},
        ]
        world.driver("plain", extensions="VK_KHR_surface:25,VK_VENDOR_unheard_of:1")
        world.driver("other", extensions="VK_KHR_surface:25,VK_KHR_display:23")
        world.implicit("VK_LAYER_i", keys={"instance_extensions": rows})

        found = asked(script)[2]

        assert found["VK_KHR_surface"] == 25
        assert found["VK_LAYER_extension"] == 3
        assert {"VK_KHR_display", "VK_EXT_debug_utils"} <= found.keys()
        assert "VK_VENDOR_unheard_of" not in found
        assert "VK_VENDOR_unheard_of" in asked(script, VK_LOADER_DISABLE_INST_EXT_FILTER="1")[2]

    def test_a_manifest_is_read_once(self, script: Script, world: MockWorld, dropin: Path) -> None:
        """Applications ask for the number and then for the list: an unchanged manifest is not read again."""
        world.driver("plain")

        reads = script(
            COUNTED.format(library=str(dropin / "libvulkan.so.1"), path=str(world.folder / "plain.json"))
        )

        assert reads == [1, 0, 0]

    def test_other_folders_each_time(self, script: Script, dropin: Path) -> None:
        """Folders of which the variables no longer speak take no memory: they took 20 KiB a call."""
        assert script(GROWING.format(library=str(dropin / "libvulkan.so.1"))) < 2 << 20

    @pytest.mark.rule("EXT-ENUM-02")
    def test_extensions_of_a_layer(self, script: Script, world: MockWorld) -> None:
        """Only its own; an unknown name is VK_ERROR_LAYER_NOT_PRESENT."""
        world.implicit("VK_LAYER_i", keys={"instance_extensions": [{"name": "VK_X", "spec_version": "3"}]})

        assert asked(script, "VK_LAYER_i")[2] == {"VK_X": 3}
        assert script(ASK.format(layer="VK_LAYER_nowhere"))[2]["result"] == NO_LAYER

    @pytest.mark.parametrize(
        ("command", "parameters", "error"),
        [
            ("vkEnumerateInstanceVersion", "0", -1),
            ("vkEnumerateInstanceExtensionProperties", "0, 0, 0", FAILED),
            ("vkEnumerateInstanceLayerProperties", "0, 0", FAILED),
        ],
    )
    def test_nowhere_to_write(self, script: Script, command: str, parameters: str, error: int) -> None:
        """Without a place for the answer there is an error, of those that the command has."""
        kinds = "POINTER, " * (parameters.count(",") + 1)

        result = script(f"say(Loader('libvulkan.so.1').command(None, {command!r}, {kinds})({parameters}))")

        assert result == error

    @pytest.mark.parametrize(("version", "found"), [(0, True), (0x402000, True), (0x403000, False)])
    def test_asked_for_with_an_instance(self, script: Script, version: int, found: bool) -> None:
        """They belong to no instance; programs older than 1.3 get them nevertheless."""
        text = f"""
            s = Session(version={version})
            found = [bool(s.loader.look_up(s.instance, name)) for name in {list(INTERCEPTED)}]
            say([*found, bool(s.loader.look_up(s.instance, "vkGetInstanceProcAddr"))])
        """
        assert script(text) == [found, found, found, True]

    def test_half_a_surrogate_pair(self, script: Script, world: MockWorld) -> None:
        """A manifest whose JSON holds what is no text costs nobody else anything."""
        half = "x" + chr(0xD800)
        world.driver_manifest("other", half)
        world.implicit("VK_LAYER_a", keys={"disable_environment": {half: "1"}, "description": half})
        world.layer_manifest("VK_LAYER_b", half, instance_extensions=[{"name": half, "spec_version": "1"}])

        names = asked(script, "VK_LAYER_b", VK_LOADER_DEBUG="all")[1]

        assert names == ["VK_LAYER_a", "VK_LAYER_b"]
        assert script("s = Session(); say([s.result, s.names()])", VK_LOADER_DEBUG="all") == [
            0,
            ["mock driver"],
        ]

    def test_drivers_stay_open(self, script: Script, world: MockWorld) -> None:
        """A driver that was asked for its extensions is not opened a second time for the instance."""
        world.driver("plain", trace=str(script.trace))

        script('Loader("libvulkan.so.1").extensions(""); s = Session(); say(s.result)')

        assert len(script.traced("driver plain load")) == 1


class TestPreInstanceLayers:
    """Active implicit layers that declare it stand in front of these commands, for the length of a call."""

    @pytest.fixture
    def layers(self, script: Script, world: MockWorld) -> list[str]:
        """Two layers that change every answer."""
        names = ["VK_LAYER_a", "VK_LAYER_b"]
        for name in names:
            keys = {"pre_instance_functions": INTERCEPTED}
            flags = {"pre_extensions": f"{name}_x:2", "pre_layers": f"{name}_l"}
            world.implicit(name, "mock_layer_early", keys=keys, trace=str(script.trace), **flags)
        return names

    @pytest.mark.rule("PREINST-02", "PREINST-06")
    def test_answers(self, script: Script, layers: list[str]) -> None:
        """Both change what comes from below."""
        _, names, extensions = asked(script)

        assert {"VK_LAYER_a_l", "VK_LAYER_b_l", *layers} <= set(names)
        assert {"VK_LAYER_a_x", "VK_LAYER_b_x"} <= extensions.keys()

    @pytest.mark.rule("PREINST-03")
    def test_chain(self, script: Script, layers: list[str]) -> None:
        """Each is given a header of its type and what comes next (PREINST-03); the last found is called first."""
        asked(script)

        versions = script.traced("vkEnumerateInstanceVersion type=3 version=1 size=32")
        assert [line.split()[1] for line in versions] == layers[::-1]
        assert script.traced("VIOLATION") == []

    @pytest.mark.rule("PREINST-05")
    def test_libraries_are_released(self, script: Script, layers: list[str]) -> None:
        """Each call opens and closes them (PREINST-05)."""
        script('loader = Loader("libvulkan.so.1"); loader.version(); loader.version(); say(0)')

        assert [line.split()[2] for line in script.traced(layers[0]) if "load" in line] == [
            "load",
            "unload",
        ] * 2

    @pytest.mark.rule("ACT-IMPLICIT-05")
    def test_disabled(self, script: Script, layers: list[str]) -> None:
        """A layer that is off takes no part."""
        asked(script, DISABLE_VK_LAYER_a="1")

        assert script.traced(layers[0]) == []
        assert script.traced(layers[1])

    def test_missing_symbol(self, script: Script, world: MockWorld, layers: list[str]) -> None:
        """A layer that does not export what its manifest names is left out; the others stay."""
        wrong: dict[str, Any] = {"vkEnumerateInstanceVersion": "nothing_of_that_name"}
        world.implicit("VK_LAYER_c", keys={"pre_instance_functions": wrong})

        assert asked(script)[0] == "1.4"
        assert len(script.traced("vkEnumerateInstanceVersion type=3")) == len(layers)
