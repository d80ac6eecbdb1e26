"""The log of the drop-in library in the words, kinds, order and columns that the debugging guide documents."""

import json
import os
import sys
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program
from scripts import Script

pytestmark = pytest.mark.slow

HOSTS = Path(__file__).resolve().parents[1] / "hosts"
SCRIPT = "from session import *; s = Session(); s.destroy() if s.instance else None"
GLOBAL = """
from session import *
count = U32(0)
arguments = [ctypes.addressof(count), 0]
name = "{0}"
arguments[:0] = [0] if "Extension" in name else []
Loader("libvulkan.so.1").command(None, name, *[POINTER] * len(arguments))(*arguments)
"""
DEVICE = "from session import *; s = Session(); s.create_device(s.devices()[0])"


class Said:
    """The lines that a process wrote to standard error while it made an instance, perhaps a device."""

    def __init__(self, program: Program, world: MockWorld) -> None:
        self._program = program
        self._world = world

    def __call__(self, debug: str = "all", script: str = SCRIPT, **variables: str) -> list[str]:
        """The lines; ``debug`` is VK_LOADER_DEBUG."""
        seen = {**self._world.variables, "PYTHONPATH": str(HOSTS), "VK_LOADER_DEBUG": debug, **variables}
        return self._program.run([sys.executable, "-c", script], seen).stderr.splitlines()


@pytest.fixture
def said(program: Program, world: MockWorld) -> Said:
    """Runs a process in the world and returns what it wrote."""
    return Said(program, world)


def line(kinds: str, text: str) -> str:
    """A line of the log: the words of its kinds in 16 columns, then the text."""
    return f"[Vulkan Loader] {kinds + ': ':<16}{text}"


def narrow(world: MockWorld) -> str:
    """The path of a library for processes of 32 bits."""
    path = world.folder / "narrow.so"
    content = bytearray((world.folder / "libplain.so").read_bytes())
    content[4] = 1  # ELFCLASS32
    path.write_bytes(content)
    return str(path)


def block(lines: list[str], first: str, last: str) -> list[str]:
    """The lines from one to another, which both have to be there."""
    start = lines.index(first)
    return lines[start : lines.index(last, start) + 1]


@pytest.mark.rule("DEBUG-LOG-05")
class TestSearches:
    """A search lists its folders, indented and in order, then the files found, then the manifests read."""

    def test_layers(self, said: Said, world: MockWorld) -> None:
        """The search for explicit layers, with one manifest."""
        world.layer("VK_LAYER_a")
        folder = world.folder / "layers"

        lines = said("all")

        start = lines.index(line("LAYER", "Searching for explicit layer manifest files"))
        assert lines[start : start + 6] == [
            line("LAYER", "Searching for explicit layer manifest files"),
            line("LAYER", "   In following locations:"),
            line("LAYER", f"      {folder}"),
            line("LAYER", "   Found the following files:"),
            line("LAYER", f"      {folder}/VK_LAYER_a.json"),
            line("INFO", f'Found manifest file {folder}/VK_LAYER_a.json (file version "1.1.2")'),
        ]

    def test_nothing_found(self, said: Said) -> None:
        """Without implicit layers the search says so."""
        lines = said("layer")

        start = lines.index(line("LAYER", "Searching for implicit layer manifest files"))
        assert lines[start + 1] == line("LAYER", "   In following locations:")
        assert lines[start + 3] == line("LAYER", "   Found no files")

    @pytest.mark.parametrize(
        ("variable", "what"), [("VK_LAYER_PATH", "explicit"), ("VK_DRIVER_FILES", "driver")]
    )
    def test_an_empty_variable(self, said: Said, variable: str, what: str) -> None:
        """Where nothing is searched no search is shown, as in the field."""
        assert any(f"Searching for {what}" in each for each in said("all"))
        assert not any(f"Searching for {what}" in each for each in said("all", **{variable: ""}))

    @pytest.mark.rule("DEBUG-LOG-07")
    def test_drivers(self, said: Said, world: MockWorld) -> None:
        """The search for drivers speaks of folders and gives the version of each manifest in quotes."""
        manifest = world.folder / "plain.json"

        lines = said("driver")

        assert lines[:6] == [
            line("DRIVER", "Searching for driver manifest files"),
            line("DRIVER", "   In following folders:"),
            line("DRIVER", f"      {manifest}"),
            line("DRIVER", "   Found the following files:"),
            line("DRIVER", f"      {manifest}"),
            line("DRIVER", f'Found ICD manifest file {manifest}, version "1.0.1"'),
        ]

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_a_manifest_without_a_layer(self, said: Said, world: MockWorld) -> None:
        """It was read all the same, as the version of its format shows, and has its place among the files found."""
        folder = world.folder / "layers"
        without = folder / "without.json"
        without.write_text('{"file_format_version": "1.0.0"}', encoding="utf-8")
        world.layer("VK_LAYER_a")
        names = [each.name for each in os.scandir(folder) if each.name.endswith(".json")]

        lines = said("layer,info")

        assert line("INFO", f'Found manifest file {without} (file version "1.0.0")') in lines
        title = line("LAYER", "Searching for explicit layer manifest files")
        found = lines[lines.index(title) + 4 :][: len(names)]
        assert found == [line("LAYER", f"      {folder}/{name}") for name in names]

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_a_layer_without_a_version(self, said: Said, world: MockWorld) -> None:
        """The line of a manifest that was read needs the version of its format."""
        world.layer("VK_LAYER_a")
        manifest = world.folder / "layers/VK_LAYER_a.json"
        body = json.loads(manifest.read_text(encoding="utf-8"))
        del body["file_format_version"]
        manifest.write_text(json.dumps(body), encoding="utf-8")

        lines = said("info,layer")

        assert line("LAYER", f"      {manifest}") in lines
        assert not any("Found manifest file" in each for each in lines)

    @pytest.mark.parametrize(
        ("call", "titles"),
        [
            ("vkEnumerateInstanceLayerProperties", ["implicit layer", "explicit layer"]),
            ("vkEnumerateInstanceExtensionProperties", ["implicit layer", "driver"]),
        ],
    )
    def test_global_commands(self, said: Said, call: str, titles: list[str]) -> None:
        """An enumeration without an instance shows what it searches, as in the field."""
        lines = said("all", GLOBAL.format(call))

        assert [each for each in lines if "Searching" in each] == [
            line("DRIVER" if title == "driver" else "LAYER", f"Searching for {title} manifest files")
            for title in titles
        ]

    @pytest.mark.rule("PREINST-03")
    def test_layers_of_a_global_command(self, said: Said, world: MockWorld) -> None:
        """A layer that intercepts a global command is searched before its library is opened."""
        keys = {"pre_instance_functions": {"vkEnumerateInstanceVersion": "mock_EnumerateInstanceVersion"}}
        library = world.implicit("VK_LAYER_early", "mock_layer_early", keys=keys)

        lines = said("all", GLOBAL.format("vkEnumerateInstanceVersion"))

        shown = [each for each in lines if "Searching" in each or "Loading" in each]
        assert shown == [
            line("LAYER", "Searching for implicit layer manifest files"),
            line("DEBUG | LAYER", f"Loading layer library {library}"),
        ]

    def test_a_missing_layer(self, said: Said) -> None:
        """A request for a layer that is not there fails before drivers are searched."""
        script = "from session import *; Session(layers=['VK_LAYER_nowhere'])"

        assert not any("Searching for driver" in each for each in said("all", script))

    @pytest.mark.rule("DIRECT-DRIVER-03")
    @pytest.mark.parametrize(("mode", "searched"), [(0, False), (1, True)])
    def test_own_drivers(self, said: Said, world: MockWorld, mode: int, searched: bool) -> None:
        """Drivers are not searched for an application that uses its own alone."""
        library = world.library("libown.so", "mock_icd", name="own")
        script = (
            "from session import *\n"
            f"own = ctypes.CDLL({str(library)!r}).vk_icdGetInstanceProcAddr\n"
            "driver = block(1000459000, 0, 0, ctypes.cast(own, POINTER).value)\n"
            f"info = block(1000459001, 0, 1 << 32 | {mode}, ctypes.addressof(driver))\n"
            "s = Session(['VK_LUNARG_direct_driver_loading'], chain=ctypes.addressof(info))\n"
            "print(s.names())\n"
        )

        assert any("Searching for driver" in each for each in said("all", script)) is searched

    @pytest.mark.parametrize(("path", "version"), [("", "1.3.0"), ("/nowhere.so", None)])
    def test_a_useless_driver_manifest(
        self, said: Said, world: MockWorld, path: str, version: str | None
    ) -> None:
        """It was read all the same, as the version of its format shows."""
        world.driver_manifest("useless", path, api_version=version)

        manifest = world.folder / "useless.json"
        assert line("DRIVER", f'Found ICD manifest file {manifest}, version "1.0.1"') in said("driver")

    def test_order(self, said: Said, world: MockWorld) -> None:
        """Implicit layers, explicit layers, drivers, libraries, chain."""
        world.layer("VK_LAYER_a")

        text = "\n".join(said("all"))

        order = (
            "Searching for implicit layer",
            "Searching for explicit layer",
            "Found manifest file",
            "Searching for driver",
            "Found ICD manifest file",
            "Loading layer library",
            "Insert instance layer",
            "vkCreateInstance layer callstack",
        )
        assert sorted(order, key=text.index) == list(order)


class TestLibraries:
    """What is said of a library when it is opened, and of a layer when it goes into a chain."""

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_a_layer(self, said: Said, world: MockWorld) -> None:
        """Loading is a message for debugging, a place in a chain is information."""
        library = world.layer("VK_LAYER_a")

        lines = said("all", DEVICE)

        assert line("DEBUG | LAYER", f"Loading layer library {library}") in lines
        assert line("INFO | LAYER", f'Insert instance layer "VK_LAYER_a" ({library})') in lines
        assert line("INFO | LAYER", f'Insert device layer "VK_LAYER_a" ({library})') in lines

    @pytest.mark.rule("DEBUG-LOG-05")
    @pytest.mark.parametrize("age", ["", "1.3.275"])
    def test_two_layers(self, said: Said, world: MockWorld, age: str) -> None:
        """Chains are built from the drivers up, as by the loaders in the field."""
        for name in ("VK_LAYER_a", "VK_LAYER_b"):
            world.layer(name)

        text = "\n".join(said("all", DEVICE, REFLOADER_AGE=age))

        order = [
            'Insert instance layer "VK_LAYER_b"',
            'Insert instance layer "VK_LAYER_a"',
            'Insert device layer "VK_LAYER_b"',
            'Insert device layer "VK_LAYER_a"',
        ]
        assert sorted(order, key=text.index) == order

    @pytest.mark.rule("LLP_LAYER_10")
    @pytest.mark.parametrize(("body", "level"), [("", "error"), ("{", "error"), ("[]", "warn")])
    def test_a_manifest_without_layers(self, said: Said, world: MockWorld, body: str, level: str) -> None:
        """An error names the file, or a warning one that is JSON."""
        manifest = world.folder / "layers/broken.json"
        manifest.write_text(body, encoding="utf-8")

        assert any(str(manifest) in each for each in said(level))

    @pytest.mark.rule("DEBUG-WRONGARCH-01")
    def test_the_wrong_word_size(self, said: Said, world: MockWorld) -> None:
        """A driver is named by its library, a layer by its name."""
        library = narrow(world)
        world.driver_manifest("narrow", library)
        world.layer_manifest("VK_LAYER_n", library)

        lines = said("all")

        driver = f"Requested driver {library} was wrong bit-type. Ignoring this JSON"
        assert line("DRIVER", driver) in lines
        layer = 'Requested layer "VK_LAYER_n" was wrong bit-type. Ignoring this JSON'
        assert line("INFO | LAYER", layer) in lines
        assert not any("Loading layer library" in each for each in lines)

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_an_implicit_layer_without_library(self, said: Said, world: MockWorld) -> None:
        """It is an error, although the instance is made without the layer, and no library was loaded."""
        world.implicit("VK_LAYER_i", keys={"library_path": "/nowhere.so"})

        lines = said("error,layer")

        assert [each for each in lines if each.startswith(line("ERROR | LAYER", "VK_LAYER_i: "))]
        assert not any("Loading layer library" in each for each in lines)


class TestFilters:
    """Each effect of a filter is a warning in the documented words; the element that matched comes after it."""

    @pytest.mark.rule("FILTER-LAYER-DISABLE-02")
    def test_disabled_layers(self, said: Said, world: MockWorld) -> None:
        """Implicit and explicit layers."""
        world.implicit("VK_LAYER_i")
        world.layer("VK_LAYER_e")

        lines = [
            each
            for each in said("warn", VK_INSTANCE_LAYERS="", VK_LOADER_LAYERS_DISABLE="~all~")
            if "forced" in each
        ]

        words = "forced disabled because name matches filter of env var 'VK_LOADER_LAYERS_DISABLE'."
        assert lines == [
            line("WARNING | LAYER", f'Implicit layer "VK_LAYER_i" {words}'),
            line("WARNING | LAYER", f'Layer "VK_LAYER_e" {words}'),
        ]

    @pytest.mark.rule("FILTER-LAYER-DISABLE-02")
    def test_no_line_says_that_a_disabled_layer_is_active(self, said: Said, world: MockWorld) -> None:
        """What would turn an implicit layer on is no message about one that a filter turns off."""
        world.implicit("VK_LAYER_i")

        lines = [each for each in said("all", VK_LOADER_LAYERS_DISABLE="VK_LAYER_i") if "VK_LAYER_i" in each]

        assert any("forced disabled" in each for each in lines)
        assert not any("is active" in each for each in lines)

    @pytest.mark.rule("FILTER-LAYER-ENABLE-03")
    def test_enabled_layers(self, said: Said, world: MockWorld) -> None:
        """Implicit and explicit layers."""
        world.implicit("VK_LAYER_i", keys={"enable_environment": {"NEVER_SET": "1"}})
        world.layer("VK_LAYER_e")

        lines = [
            each
            for each in said("warn", VK_INSTANCE_LAYERS="", VK_LOADER_LAYERS_ENABLE="VK_LAYER_*")
            if "forced" in each
        ]

        words = "forced enabled due to env var 'VK_LOADER_LAYERS_ENABLE'."
        assert lines == [
            line("WARNING | LAYER", f'Implicit layer "VK_LAYER_i" {words}'),
            line("WARNING | LAYER", f'Layer "VK_LAYER_e" {words}'),
        ]

    @pytest.mark.rule("FILTER-DRIVER-SELECT-03", "FILTER-DRIVER-DISABLE-03")
    @pytest.mark.parametrize(
        ("variable", "value", "words"),
        [
            (
                "VK_LOADER_DRIVERS_SELECT",
                "plain*",
                "ignored because not selected by env var 'VK_LOADER_DRIVERS_SELECT'",
            ),
            (
                "VK_LOADER_DRIVERS_DISABLE",
                "other*",
                "ignored because it was disabled by env var 'VK_LOADER_DRIVERS_DISABLE'",
            ),
        ],
    )
    def test_drivers(self, said: Said, world: MockWorld, variable: str, value: str, words: str) -> None:
        """A driver is named by the file of its manifest."""
        world.driver("other")

        assert said("warn", **{variable: value}) == [line("WARNING | DRIVER", f'Driver "other.json" {words}')]

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-03", "DEBUG-LOG-07")
    def test_where_drivers_are_left_out(self, said: Said, world: MockWorld) -> None:
        """The warning follows the line of the driver's own manifest, before the next driver's, as in the field."""
        world.driver("other")

        lines = said("driver", VK_LOADER_DRIVERS_DISABLE="*")

        words = "ignored because it was disabled by env var 'VK_LOADER_DRIVERS_DISABLE'"
        found = [each for each in lines if "Found ICD" in each or "ignored" in each]
        assert found == [
            text
            for name in ("plain.json", "other.json")
            for text in (
                line("DRIVER", f'Found ICD manifest file {world.folder / name}, version "1.0.1"'),
                line("WARNING | DRIVER", f'Driver "{name}" {words}'),
            )
        ]


class TestChains:
    """The finished chains, in the columns of the samples."""

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_of_an_instance(self, said: Said, world: MockWorld) -> None:
        """An implicit layer and one that a variable names."""
        world.implicit("VK_LAYER_i")
        world.layer("VK_LAYER_a")
        folder = world.folder

        lines = said("layer")

        expected = (
            "vkCreateInstance layer callstack setup to:",
            "   <Application>",
            "     ||",
            "   <Loader>",
            "     ||",
            "   VK_LAYER_i",
            "           Type: Implicit",
            "           Enabled By: Implicit Layer",
            "               Disable Env Var:  DISABLE_VK_LAYER_i",
            f"           Manifest: {folder}/implicit/VK_LAYER_i.json",
            f"           Library:  {folder}/implicit/libVK_LAYER_i.so",
            "     ||",
            "   VK_LAYER_a",
            "           Type: Explicit",
            "           Enabled By: Environment Variable VK_INSTANCE_LAYERS",
            f"           Manifest: {folder}/layers/VK_LAYER_a.json",
            f"           Library:  {folder}/layers/libVK_LAYER_a.so",
            "     ||",
            "   <Drivers>",
        )
        rows = [line("LAYER", text) for text in expected]
        assert block(lines, rows[0], rows[-1]) == rows

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_who_enabled(self, said: Said, world: MockWorld) -> None:
        """The application, and the enable filter."""
        world.layer("VK_LAYER_a")
        world.layer("VK_LAYER_f")
        script = 'from session import *; s = Session(layers=["VK_LAYER_a"])'

        lines = said("layer", script, VK_INSTANCE_LAYERS="", VK_LOADER_LAYERS_ENABLE="*_f")

        assert [each.partition("Enabled By: ")[2] for each in lines if "Enabled By: " in each] == [
            "Environment Variable VK_LOADER_LAYERS_ENABLE",
            "By the Application",
        ]

    @pytest.mark.rule("DEBUG-LOG-06")
    @pytest.mark.parametrize("keys", [{}, {"enable_environment": {"NEVER_SET": "1"}}])
    def test_an_implicit_layer_and_the_filter(
        self, said: Said, world: MockWorld, keys: dict[str, object]
    ) -> None:
        """As in the field, the chain names no filter for an implicit layer; a warning tells of a forced one."""
        world.implicit("VK_LAYER_i", keys=keys)

        lines = said("layer", VK_INSTANCE_LAYERS="", VK_LOADER_LAYERS_ENABLE="*_i")

        assert [each.partition("Enabled By: ")[2] for each in lines if "Enabled By: " in each] == [
            "Implicit Layer"
        ]
        assert any("forced enabled" in each for each in lines) is bool(keys)

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_an_explicit_layer_of_filter_and_variable(self, said: Said, world: MockWorld) -> None:
        """Where both turn a layer on, the chain names VK_INSTANCE_LAYERS, as in the field."""
        world.layer("VK_LAYER_a")

        lines = said("layer", VK_LOADER_LAYERS_ENABLE="*_a")

        assert [each.partition("Enabled By: ")[2] for each in lines if "Enabled By: " in each] == [
            "Environment Variable VK_INSTANCE_LAYERS"
        ]

    @pytest.mark.rule("DEBUG-LOG-06", "SETTINGS-01")
    def test_a_component_that_a_settings_file_turns_on(self, said: Said, world: MockWorld) -> None:
        """The chain names the settings file, also if a meta-layer brings the layer, as in the field."""
        world.layer("VK_LAYER_a")
        parts = {"library_path": None, "component_layers": ["VK_LAYER_a"]}
        manifest = world.folder / "implicit/VK_LAYER_m.json"
        world.implicit("VK_LAYER_m", keys=parts)
        body = json.loads(manifest.read_text(encoding="utf-8"))
        del body["layer"]["library_path"]
        manifest.write_text(json.dumps(body), encoding="utf-8")
        path = str(world.folder / "layers/VK_LAYER_a.json")
        listed = [
            {"name": "VK_LAYER_a", "path": path, "control": "on"},
            {"control": "unordered_layer_location"},
        ]
        folder = world.folder / "nowhere/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        settings = {"file_format_version": "1.0.0", "settings": {"layers": listed}}
        (folder / "vk_loader_settings.json").write_text(json.dumps(settings), encoding="utf-8")

        lines = said("layer", VK_INSTANCE_LAYERS="")

        assert [each.partition("Enabled By: ")[2] for each in lines if "Enabled By: " in each] == [
            "Loader Settings File (Vulkan Configurator)"
        ]

    @pytest.mark.rule("DEBUG-LOG-07")
    @pytest.mark.parametrize("debug", ["layer", "driver", "driver,layer"])
    def test_of_a_device_with_a_layer(self, said: Said, world: MockWorld, debug: str) -> None:
        """Both kinds show the chain; the lines of its layers belong to layers alone, as in the field."""
        library = world.layer("VK_LAYER_a")
        lines = said(debug, DEVICE)

        layer = [
            line("LAYER", "   VK_LAYER_a"),
            line("LAYER", "           Type: Explicit"),
            line("LAYER", "           Enabled By: Environment Variable VK_INSTANCE_LAYERS"),
            line("LAYER", f"           Manifest: {world.folder}/layers/VK_LAYER_a.json"),
            line("LAYER", f"           Library:  {library}"),
            line("LAYER", "     ||"),
        ]
        rows = [
            line("DRIVER", "     ||"),
            *(layer if "layer" in debug else ()),
            line("DRIVER", "   <Device>"),
            line("DRIVER", f'       Using "mock driver" with driver: "{world.folder}/libplain.so"'),
        ]
        start = lines.index(line("DRIVER", "vkCreateDevice layer callstack setup to:"))
        assert lines[start + 4 : start + 4 + len(rows)] == rows
        assert "layer" in debug or not [each for each in lines if " LAYER: " in each]

    @pytest.mark.rule("DEBUG-LOG-07")
    def test_of_a_device_that_a_layer_refuses(self, said: Said, world: MockWorld) -> None:
        """The chain is shown before the first layer is called; the driver is never reached."""
        world.layer("VK_LAYER_a", fail="vkCreateDevice:-3")

        lines = said("driver", DEVICE)

        assert line("DRIVER", "   <Device>") in lines
        assert not any("Using" in each for each in lines)

    @pytest.mark.rule("DEBUG-LOG-07")
    def test_of_a_device(self, said: Said, world: MockWorld) -> None:
        """Down to the name of the device and the driver's library."""
        lines = said("driver", DEVICE)

        expected = (
            "vkCreateDevice layer callstack setup to:",
            "   <Application>",
            "     ||",
            "   <Loader>",
            "     ||",
            "   <Device>",
            f'       Using "mock driver" with driver: "{world.folder}/libplain.so"',
        )
        rows = [line("DRIVER", text) for text in expected]
        assert block(lines, rows[0], rows[-1]) == rows


class TestReceivers:
    """The same messages go to messengers and to where a settings file wants them."""

    @pytest.mark.rule("DEBUG-LOG-03")
    def test_messengers(self, script: Script, world: MockWorld) -> None:
        """A messenger in the pNext chain hears the chain although nothing is printed."""
        library = world.layer("VK_LAYER_a")
        text = """
            heard = []
            kind = ctypes.CFUNCTYPE(U32, U32, U32, POINTER, POINTER)
            def hear(severity, types, data, user):
                message = ctypes.string_at(ctypes.c_uint64.from_address(data + 40).value).decode()
                heard.append([severity, message])
                return 0
            hook = kind(hear)
            info = block(1000128004, 0, 0x1111 << 32, 7, ctypes.cast(hook, POINTER).value, 0)
            s = Session(["VK_EXT_debug_utils"], chain=ctypes.addressof(info))
            say(heard)
        """

        heard = script(text)

        assert [0x10, "vkCreateInstance layer callstack setup to:"] in heard
        assert [0x10, f'Insert instance layer "VK_LAYER_a" ({library})'] in heard
        assert [0x1, f"Loading layer library {library}"] in heard

    @pytest.mark.rule("SETTINGS-01")
    def test_settings_file(self, said: Said, world: MockWorld) -> None:
        """The kinds of stderr_log select lines as VK_LOADER_DEBUG does."""
        folder = world.folder / "nowhere/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        settings = {"file_format_version": "1.0.0", "settings": {"stderr_log": ["layer"]}}
        (folder / "vk_loader_settings.json").write_text(json.dumps(settings), encoding="utf-8")

        lines = said("")

        assert line("LAYER", "vkCreateInstance layer callstack setup to:") in lines
        assert [each for each in lines if " LAYER: " not in each] == []

    @pytest.mark.rule("SETTINGS-01", "DEBUG-LOG-06")
    @pytest.mark.parametrize(
        ("rest", "count"),
        [([], 0), ([{"control": "unordered_layer_location"}], 2)],
        ids=["the list alone", "and the rest"],
    )
    def test_layers_of_a_settings_file(
        self, said: Said, world: MockWorld, rest: list[dict[str, str]], count: int
    ) -> None:
        """A list that replaces the search of folders is no search, and a listed manifest no place of one."""
        world.layer("VK_LAYER_a")
        manifest = str(world.folder / "layers/VK_LAYER_a.json")
        listed = [{"name": "VK_LAYER_a", "path": manifest, "control": "on"}, *rest]
        folder = world.folder / "nowhere/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        settings = {"file_format_version": "1.0.0", "settings": {"layers": listed}}
        (folder / "vk_loader_settings.json").write_text(json.dumps(settings), encoding="utf-8")

        lines = said("all")

        searches = [each for each in lines if "Searching for" in each and "layer" in each]
        assert len(searches) == count
        assert line("INFO", f'Found manifest file {manifest} (file version "1.1.2")') in lines
        assert lines.count(line("LAYER", f"      {manifest}")) == (1 if rest else 0)


class TestRequests:
    """What is wrong with a VkInstanceCreateInfo, in the loader's own words."""

    @pytest.mark.parametrize("option", ["", "all"])
    def test_a_version_below_1_0(self, said: Said, option: str) -> None:
        """It is reported even if nobody asks for messages, and the instance is made."""
        lines = said(option, "from session import *; s = Session(version=1); assert s.result == 0")

        expected = (
            "vkCreateInstance: VkApplicationInfo::apiVersion is 1. If apiVersion is not 0, then it must be"
            " greater than or equal to VK_API_VERSION_1_0 [VUID-VkApplicationInfo-apiVersion-04010]"
        )
        assert line("ERROR", expected) in lines

    @pytest.mark.rule("PORTABILITY-01")
    def test_the_portability_flag_alone(self, said: Said) -> None:
        """The flag needs the extension, which an application that finds no driver has to learn."""
        extension = "VK_KHR_portability_enumeration"
        text = "from session import *; Session({}, flags={})"

        lines = said("error,warn", text.format([], 1))

        expected = (
            f"vkCreateInstance: flags has VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR, but {extension} is not"
            " enabled: portability drivers are not used [VUID-VkInstanceCreateInfo-flags-06559]"
        )
        assert lines == [line("ERROR | DRIVER", expected)]
        assert said("error,warn", text.format([extension], 1)) == []
        assert said("error,warn", text.format([extension], 0)) == []

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-02")
    @pytest.mark.parametrize(
        ("content", "enabled", "expected"),
        [
            ("1 << 32 | 1, 0", True, ("WARNING", "has a NULL pDrivers member [DIRECT-DRIVER-02]")),
            ("1, ctypes.addressof(driver)", True, ("WARNING", "has a driverCount of 0 [DIRECT-DRIVER-02]")),
            (
                "1 << 32 | 1, ctypes.addressof(driver)",
                True,
                ("ERROR", "has a NULL pfnGetInstanceProcAddr: it is not used [DIRECT-DRIVER-02]"),
            ),
            (
                "1 << 32 | 1, ctypes.addressof(driver)",
                False,
                ("WARNING", "is not enabled: its drivers are not used [DIRECT-DRIVER-01]"),
            ),
        ],
        ids=["no array", "no drivers", "no function", "not enabled"],
    )
    def test_direct_drivers(self, said: Said, content: str, enabled: bool, expected: tuple[str, str]) -> None:
        """Each mistake in the structures of direct driver loading has its own message."""
        extensions = ["VK_LUNARG_direct_driver_loading"] if enabled else []
        script = (
            "from session import *\n"
            "driver = block(1000459000, 0, 0, 0)\n"
            f"info = block(1000459001, 0, {content})\n"
            f"s = Session({extensions}, chain=ctypes.addressof(info))\n"
        )

        lines = said("error,warn", script)

        assert len(lines) == 1
        assert lines[0].startswith(line(f"{expected[0]} | DRIVER", "vkCreateInstance: "))
        assert lines[0].endswith(expected[1])

    @pytest.mark.rule("DIRECT-DRIVER-01")
    def test_no_direct_drivers(self, said: Said) -> None:
        """The extension without the structure does nothing, which is said."""
        lines = said("error,warn", "from session import *; Session(['VK_LUNARG_direct_driver_loading'])")

        enabled = "vkCreateInstance: VK_LUNARG_direct_driver_loading is enabled, but the pNext chain has no"
        missing = "VkDirectDriverLoadingListLUNARG [DIRECT-DRIVER-01]"
        assert lines == [line("WARNING | DRIVER", f"{enabled} {missing}")]


class TestDriverVersions:
    """A driver that the loader takes for an older one than its manifest says, and one that breaks a policy."""

    @pytest.mark.rule("LDP_DRIVER_7")
    def test_an_old_interface(self, said: Said, world: MockWorld) -> None:
        """Vulkan 1.3 with an interface version below 5."""
        world.driver("old", interface="3")

        assert [each for each in said("warn") if "old.json" in each and each.endswith("[LDP_DRIVER_7]")]
