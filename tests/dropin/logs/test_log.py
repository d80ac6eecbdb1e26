"""What the drop-in library says when VK_LOADER_DEBUG asks."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program
from scripts import Script

from refloader.inspect.logs.reading.kinds import EventKind
from refloader.inspect.logs.reading.log_reader import read

pytestmark = pytest.mark.slow

HOSTS = Path(__file__).resolve().parents[1] / "hosts"
LINE = re.compile(r"\[Vulkan Loader\] [A-Z]+( \| [A-Z]+)?: +\S.*")
SCRIPT = "from session import *; s = Session(); s.destroy() if s.instance else None"


@pytest.fixture
def said(program: Program, world: MockWorld) -> "Said":
    """Runs a process that makes an instance and gives what it wrote."""
    return Said(program, world)


class Said:
    """What a process wrote to standard error while it made an instance."""

    def __init__(self, program: Program, world: MockWorld) -> None:
        self._program = program
        self._world = world

    def __call__(self, debug: str, script: str = SCRIPT, **variables: str) -> list[str]:
        """The lines; ``debug`` is VK_LOADER_DEBUG."""
        seen = {**self._world.variables, "PYTHONPATH": str(HOSTS), "VK_LOADER_DEBUG": debug, **variables}
        return self._program.run([sys.executable, "-c", script], seen).stderr.splitlines()


class TestOlderLayers:
    """Layers that are written for an older Vulkan than the application requests, which is 1.3 here."""

    @pytest.mark.parametrize(("version", "warned"), [("1.2.999", 1), ("1.3.0", 0), ("1.4.0", 0)])
    def test_a_warning(self, said: Said, world: MockWorld, version: str, warned: int) -> None:
        """A layer in the chain is warned of, as in all measured loaders; the patch number does not count."""
        world.implicit("VK_LAYER_on", keys={"api_version": version})
        world.implicit("VK_LAYER_off", keys={"api_version": version, "enable_environment": {"ON": "1"}})

        lines = [line for line in said("warn") if "older than the application's 1.3" in line]

        assert len(lines) == warned
        assert all("WARNING | LAYER: VK_LAYER_on: its api_version 1.2" in line for line in lines)


class TestMessages:
    """VK_LOADER_DEBUG is a list of independent options."""

    def test_the_subject_is_named_once(self, said: Said) -> None:
        """A sentence that begins with what it is about has no such heading."""
        (line,) = said("error", VK_INSTANCE_LAYERS="VK_LAYER_nobody")

        assert line.endswith(
            ' VK_INSTANCE_LAYERS names "VK_LAYER_nobody", which is not found [ENV-INSTLAYERS-01]'
        )
        assert line.count("VK_INSTANCE_LAYERS") == 1

    def test_silent(self, said: Said, world: MockWorld) -> None:
        """Without it nothing is said, whatever is wrong."""
        world.layer_manifest("VK_LAYER_broken", "/nowhere.so")

        assert said("") == []

    @pytest.mark.rule("DEBUG-LOG-04")
    @pytest.mark.parametrize("option", ["error", "warn", "info", "debug", "layer", "driver", "all"])
    def test_form(self, said: Said, world: MockWorld, option: str) -> None:
        """Each line begins with the loader's mark and the words of its kind (DEBUG-LOG-04)."""
        world.layer("VK_LAYER_a")
        world.layer_manifest("VK_LAYER_broken", "/nowhere.so")

        assert [line for line in said(option) if not LINE.fullmatch(line)] == []

    @pytest.mark.rule("DEBUG-LOG-01", "DEBUG-LOG-02")
    def test_options_are_independent(self, said: Said, world: MockWorld) -> None:
        """An error is heard under error, layer and all, not under warn or driver (DEBUG-LOG-01)."""
        world.layer_manifest("VK_LAYER_broken", "/nowhere.so")
        heard = {
            option: any("/nowhere.so cannot be loaded" in line for line in said(option))
            for option in ("error", "layer", "all", "warn", "driver", "warn,error")
        }

        assert heard == {
            "error": True,
            "layer": True,
            "all": True,
            "warn": False,
            "driver": False,
            "warn,error": True,
        }

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_chain(self, said: Said, world: MockWorld) -> None:
        """The layer log shows the chain from <Application> to <Drivers> (DEBUG-LOG-06)."""
        world.implicit("VK_LAYER_i")
        world.layer("VK_LAYER_a")

        texts = [line.partition(":")[2].strip() for line in said("layer")]

        start = texts.index("<Application>")
        shown = [text for text in texts[start:] if text.startswith(("<", "VK_LAYER"))]
        assert shown == ["<Application>", "<Loader>", "VK_LAYER_i", "VK_LAYER_a", "<Drivers>"]
        assert "Disable Env Var:  DISABLE_VK_LAYER_i" in texts[start:]
        for words in (
            "Type: Implicit",
            "Type: Explicit",
            "Enabled By: Environment Variable VK_INSTANCE_LAYERS",
            f"Manifest: {world.folder}/implicit/VK_LAYER_i.json",
            f"Library:  {world.folder}/layers/libVK_LAYER_a.so",
        ):
            assert words in texts[start:], words

    @pytest.mark.rule("DEBUG-LOG-05", "DEBUG-LOG-07")
    def test_places(self, said: Said, world: MockWorld) -> None:
        """Folders searched in their order and files found are listed, with what switches a layer off."""
        world.layer("VK_LAYER_a")
        world.implicit("VK_LAYER_i")
        folders = [str(world.folder / "layers"), str(world.folder / "empty")]

        layers, drivers = said("layer", VK_LAYER_PATH=":".join(folders)), "\n".join(said("driver"))

        texts = [line.partition(":")[2].strip() for line in layers]
        assert [text for text in texts if text in folders] == folders
        assert str(world.folder / "layers/VK_LAYER_a.json") in texts
        assert str(world.folder / "implicit/VK_LAYER_i.json") in texts
        assert "Disable Env Var:  DISABLE_VK_LAYER_i" in texts
        assert str(world.folder / "plain.json") in drivers

    @pytest.mark.rule("DEBUG-LOG-05", "DEBUG-LOG-07", "DEBUG-WRONGARCH-01")
    def test_what_does_not_fit(self, said: Said, world: MockWorld) -> None:
        """Missing libraries, libraries for another machine, other Vulkan versions and what variables switch off."""
        narrow = bytearray((world.folder / "libplain.so").read_bytes())
        narrow[4] = 1  # ELFCLASS32
        (world.folder / "narrow.so").write_bytes(narrow)
        world.layer_manifest("VK_LAYER_narrow", str(world.folder / "narrow.so"))
        world.layer_manifest("VK_LAYER_future", "/nowhere.so", api_version="3.0.0")
        world.layer_manifest("VK_LAYER_missing", "/missing.so")
        world.implicit("VK_LAYER_i")
        world.driver_manifest("narrow", str(world.folder / "narrow.so"))

        layers, drivers = said("layer", DISABLE_VK_LAYER_i="1"), said("driver")

        for words in (
            ("VK_LAYER_narrow", "narrow.so"),
            ("VK_LAYER_future", "3.0.0"),
            ("VK_LAYER_missing", "/missing.so"),
            ("VK_LAYER_i", "DISABLE_VK_LAYER_i=", "switches it off"),
        ):
            assert any(all(word in line for word in words) for line in layers), words
        assert any("narrow.json" in line and "narrow.so" in line and "ELF" in line for line in drivers)

    @pytest.mark.rule("DEBUG-LOG-07")
    def test_chain_of_a_device(self, said: Said, world: MockWorld) -> None:
        """The driver log shows the device's chain down to its name and the driver's library."""
        world.layer("VK_LAYER_a")
        script = "from session import *; s = Session(); s.create_device(s.devices()[0])"

        texts = [line.partition(":")[2].strip() for line in said("driver,layer", script)]

        start = texts.index("vkCreateDevice layer callstack setup to:")
        shown = [text for text in texts[start:] if text.startswith(("<", "VK_LAYER", "Using"))]
        assert shown[:4] == ["<Application>", "<Loader>", "VK_LAYER_a", "<Device>"]
        assert "mock driver" in shown[4]
        assert str(world.folder / "libplain.so") in shown[4]

    @pytest.mark.rule("SETTINGS-01")
    def test_settings_file(self, said: Said, world: MockWorld) -> None:
        """A settings file's stderr_log asks for messages, too (SETTINGS-01)."""
        world.layer_manifest("VK_LAYER_broken", "/nowhere.so")
        folder = world.folder / "nowhere/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        settings = {"file_format_version": "1.0.0", "settings": {"stderr_log": ["error"]}}
        (folder / "vk_loader_settings.json").write_text(json.dumps(settings), encoding="utf-8")

        assert [line.startswith("[Vulkan Loader] ERROR | LAYER:") for line in said("")] == [True]

    @pytest.mark.rule("DEBUG-LOG-07")
    def test_wrong_kind_of_library(self, said: Said, world: MockWorld) -> None:
        """A driver that cannot be loaded is said and does not stop the others."""
        text = world.folder / "text"
        text.write_text("no library", encoding="utf-8")
        world.driver_manifest("bad", str(text))

        assert any(
            "bad.json" in line and line.startswith("[Vulkan Loader] ERROR | DRIVER:")
            for line in said("error")
        )


class TestLevelsOfTheField:
    """A message has the level that it has in the field, so that a program that counts warnings counts no others."""

    def test_a_manifest_that_is_not_there(self, said: Said, world: MockWorld) -> None:
        """A file that a variable names is missed as an error."""
        variables = {
            "VK_DRIVER_FILES": f"{world.folder}/plain.json:/nowhere/x.json",
            "VK_LAYER_PATH": "/no/y.json",
        }

        lines = said("error", **variables)

        assert [line.split('"')[1] for line in lines] == [
            "/no/y.json",
            "/nowhere/x.json",
        ]
        assert said("warn", **variables) == []

    @pytest.mark.parametrize("name", ["VK_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_DRIVER_FILES"])
    def test_a_folder_that_is_not_there(self, said: Said, world: MockWorld, name: str) -> None:
        """A folder may be missing."""
        variables = {name: f"{world.folder}/plain.json:/nowhere" if "DRIVER" in name else "/nowhere"}

        assert said("error,warn", **variables) == []
        assert [line for line in said("info", **variables) if "/nowhere" in line]

    @pytest.mark.parametrize(
        ("loser", "value"),
        [("VK_ICD_FILENAMES", "/x.json"), ("VK_ADD_DRIVER_FILES", "/x.json"), ("VK_ADD_LAYER_PATH", "/x")],
    )
    def test_a_variable_that_another_one_replaces(
        self, said: Said, world: MockWorld, loser: str, value: str
    ) -> None:
        """Many programs run with both VK_DRIVER_FILES and its older name."""
        assert said("error,warn", **{loser: value}) == []
        assert [line for line in said("info", **{loser: value}) if f"{loser} is ignored" in line]

    @pytest.mark.rule("AMB-FFV-UNKNOWN")
    @pytest.mark.parametrize("version", ["9.0.0", "x"])
    def test_a_format_of_the_future(self, said: Said, world: MockWorld, version: str) -> None:
        """Manifests of an unknown format are used."""
        world.layer("VK_LAYER_TEST_a")
        for path in (world.folder / "plain.json", world.folder / "layers/VK_LAYER_TEST_a.json"):
            body = json.loads(path.read_text(encoding="utf-8"))
            path.write_text(json.dumps({**body, "file_format_version": version}), encoding="utf-8")

        assert said("error,warn") == []
        assert len([line for line in said("info") if "file_format_version" in line]) == 2

    @pytest.mark.parametrize("without", ["name", "type", "library_path", "api_version", "description"])
    def test_a_layer_manifest_without_a_member(self, said: Said, world: MockWorld, without: str) -> None:
        """It costs that layer, and no program asked for it: a messenger for errors hears nothing."""
        world.layer("VK_LAYER_TEST_a")
        path = world.folder / "layers/VK_LAYER_TEST_a.json"
        body = json.loads(path.read_text(encoding="utf-8"))
        del body["layer"][without]
        path.write_text(json.dumps(body), encoding="utf-8")

        assert said("error", VK_INSTANCE_LAYERS="") == []
        assert [line for line in said("warn", VK_INSTANCE_LAYERS="") if f'"{without}" is missing' in line]

    def test_a_driver_manifest_without_a_member(self, said: Said, world: MockWorld) -> None:
        """It is a warning beside another driver, and an error if no driver is left."""
        world.driver("other")
        path = world.folder / "other.json"
        body = json.loads(path.read_text(encoding="utf-8"))
        del body["ICD"]["api_version"]
        path.write_text(json.dumps(body), encoding="utf-8")
        alone = {"VK_DRIVER_FILES": str(path)}

        assert said("error") == []
        assert [line for line in said("warn") if '"api_version" is missing' in line]
        assert [line for line in said("error", **alone) if '"api_version" is missing' in line]

    def test_a_manifest_of_the_other_kind(self, said: Said, world: MockWorld) -> None:
        """A driver among layers and layers among drivers are no problem of the program's."""
        world.layer("VK_LAYER_TEST_a")
        shutil.copy(world.folder / "plain.json", world.folder / "layers/plain.json")
        layer = world.folder / "layers/VK_LAYER_TEST_a.json"
        several = world.folder / "several.json"
        several.write_text('{"file_format_version": "1.0.1", "layers": []}', encoding="utf-8")
        variables = {"VK_DRIVER_FILES": f"{world.folder}/plain.json:{layer}:{several}"}

        assert said("error,warn", **variables) == []
        info = said("info", **variables)
        assert [line for line in info if "this is a driver manifest" in line]
        assert len([line for line in info if "this is a layer manifest" in line]) == 2

    def test_the_only_driver_lies_among_layers(self, said: Said, world: MockWorld) -> None:
        """Then its place is why vkCreateInstance fails."""
        world.layer("VK_LAYER_TEST_a")
        shutil.copy(world.folder / "plain.json", world.folder / "layers/plain.json")
        variables = {"VK_DRIVER_FILES": str(world.folder / "nowhere")}

        assert [line for line in said("error", **variables) if "this is a driver manifest" in line]

    def test_a_key_in_another_case(self, said: Said, world: MockWorld) -> None:
        """A manifest that has the right key misspelt beside one of the other kind is warned of."""
        world.layer("VK_LAYER_TEST_a")
        driver = world.folder / "other.json"
        driver.write_text('{"file_format_version": "1.0.0", "icd": {}, "layer": {}}', encoding="utf-8")
        layer = world.folder / "layers/other.json"
        layer.write_text('{"file_format_version": "1.0.0", "ICD": {}, "Layer": {}}', encoding="utf-8")

        lines = said("warn", VK_DRIVER_FILES=f"{world.folder}/plain.json:{driver}")

        assert [line for line in lines if '"ICD" is missing; "icd" is written instead' in line]
        assert [line for line in lines if '"layer" is missing; "Layer" is written instead' in line]

    @pytest.mark.parametrize(("text", "level"), [("{", "error"), ("[]", "warn"), ("3", "warn")])
    def test_a_manifest_that_is_no_object(self, said: Said, world: MockWorld, text: str, level: str) -> None:
        """What does not parse is an error; another value than an object is one layer or driver less."""
        world.layer("VK_LAYER_TEST_a")
        (world.folder / "layers/VK_LAYER_TEST_a.json").write_text(text, encoding="utf-8")
        driver = world.folder / "other.json"
        driver.write_text(text, encoding="utf-8")
        variables = {"VK_DRIVER_FILES": f"{world.folder}/plain.json:{driver}"}

        for name in ("VK_LAYER_TEST_a.json", "other.json"):
            assert [line for line in said(level, **variables) if name in line]
            if level == "warn":
                assert not [line for line in said("error", **variables) if name in line]

    def test_another_api(self, said: Said, world: MockWorld) -> None:
        """A manifest of another API than Vulkan may be right."""
        world.driver("other", keys={"api_version": "1.1.3.0"})
        world.implicit("VK_LAYER_TEST_a", keys={"api_version": "1.1.3.0"})

        assert said("error,warn", VK_INSTANCE_LAYERS="") == []
        assert len([line for line in said("info") if "is of variant" in line]) == 2

    def test_a_fault_of_a_whole_manifest(self, said: Said, world: MockWorld) -> None:
        """It is said once, and not for each layer."""
        world.layer("VK_LAYER_TEST_a")
        path = world.folder / "layers/VK_LAYER_TEST_a.json"
        body = json.loads(path.read_text(encoding="utf-8"))
        del body["file_format_version"]
        path.write_text(json.dumps(body), encoding="utf-8")

        assert (
            len([line for line in said("warn", VK_INSTANCE_LAYERS="") if "VK_LAYER_TEST_a.json" in line]) == 1
        )

    def test_a_settings_file(self, said: Said, world: MockWorld) -> None:
        """What is wrong with a settings file keeps the level of explain."""
        folder = world.folder / "nowhere/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        (folder / "vk_loader_settings.json").write_text('{"settings": {}}', encoding="utf-8")

        assert [line for line in said("error") if '"file_format_version" is missing' in line]

    def test_what_explain_makes_of_a_warning(self, said: Said, world: MockWorld) -> None:
        """The library's own log names the file that a loader left out, and why."""
        world.layer("VK_LAYER_TEST_a")
        layer = world.folder / "layers/VK_LAYER_TEST_a.json"
        body = json.loads(layer.read_text(encoding="utf-8"))
        del body["layer"]["description"]
        layer.write_text(json.dumps(body), encoding="utf-8")
        driver = world.folder / "other.json"
        driver.write_text("[]", encoding="utf-8")

        lines = said("all", VK_INSTANCE_LAYERS="", VK_DRIVER_FILES=f"{world.folder}/plain.json:{driver}")

        refused = [each for each in read("\n".join(lines)).events if each.kind is EventKind.BAD_FILE]
        assert [(each.subject, each.why) for each in refused] == [
            (str(layer), 'VK_LAYER_TEST_a: the required key "description" is missing'),
            (str(driver), "the manifest is a list, not an object"),
        ]

    @pytest.mark.rule("DISC-GEN-02")
    def test_a_layer_found_twice(self, said: Said, world: MockWorld) -> None:
        """The first counts."""
        world.layer("VK_LAYER_TEST_a")
        shutil.copy(world.folder / "layers/VK_LAYER_TEST_a.json", world.folder / "layers/other.json")

        assert said("error,warn") == []
        assert [line for line in said("info") if "was already found" in line]


class TestDriversWithoutAnInstance:
    """A driver whose vkCreateInstance fails is a warning, as in the field; an error if there is no other."""

    def test_one_of_two(self, said: Said, world: MockWorld) -> None:
        """The application has an instance with the other one."""
        world.driver("plain")
        world.driver("bad", fail="vkCreateInstance:-3")

        assert said("error") == []
        assert ["bad.json" in line for line in said("warn") if "vkCreateInstance gave -3" in line] == [True]

    @pytest.mark.rule("LDP_LOADER_1")
    def test_the_only_one(self, said: Said, world: MockWorld) -> None:
        """The result is in the message."""
        world.driver("plain", fail="vkCreateInstance:-3")

        assert [line.partition("no driver has ")[2] for line in said("error")] == [
            "created an instance; vkCreateInstance gives -9"
        ]


class TestWithoutADriver:
    """The error that no driver is left, and the causes that are worth an error."""

    @pytest.mark.rule("LDP_LOADER_1", "DEBUG-LOG-07")
    def test_after_the_search(self, said: Said, world: MockWorld) -> None:
        """It follows what was searched and found, and belongs to drivers."""
        world.driver_manifest("plain", "")

        lines = said("driver")

        wrong = next(index for index, line in enumerate(lines) if "plain.json:" in line and "ERROR" in line)
        last = "[Vulkan Loader] ERROR | DRIVER: vkCreateInstance: no usable driver is found [LDP_LOADER_1]"
        assert lines.index("[Vulkan Loader] DRIVER:         Searching for driver manifest files") < wrong
        assert wrong < lines.index(last)

    @pytest.mark.rule("PORTABILITY-01")
    def test_portability(self, said: Said, world: MockWorld) -> None:
        """A portability driver that is the only one: the error names all that the application has to ask with."""
        world.driver("plain", keys={"is_portability_driver": True})

        lines = said("error")

        assert (
            "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR and VK_KHR_portability_enumeration" in lines[0]
        )
        assert [line.startswith("[Vulkan Loader] ERROR | DRIVER: ") for line in lines] == [True, True]

    @pytest.mark.rule("PORTABILITY-01")
    def test_portability_beside_another(self, said: Said, world: MockWorld) -> None:
        """With another driver it is no error."""
        world.driver("plain")
        world.driver("portable", keys={"is_portability_driver": True})

        assert said("error") == []


class TestFilters:
    """What a filter variable does to a layer or driver is a warning, however it was meant."""

    @pytest.mark.rule("FILTER-LAYER-ENABLE-03")
    @pytest.mark.parametrize("option", ["warn", "layer"])
    def test_forced_on(self, said: Said, world: MockWorld, option: str) -> None:
        """One line for each layer that is on because of VK_LOADER_LAYERS_ENABLE, and for no other."""
        world.implicit("VK_LAYER_i", keys={"enable_environment": {"NEVER_SET": "1"}})
        world.implicit("VK_LAYER_other")
        world.layer("VK_LAYER_e")

        lines = said(option, VK_INSTANCE_LAYERS="", VK_LOADER_LAYERS_ENABLE="*_i,*_e,*_nobody")

        assert self._warned(lines, "LAYER", "VK_LOADER_LAYERS_ENABLE") == ["VK_LAYER_i", "VK_LAYER_e"]
        assert all(
            "forced enabled due to env var" in line
            for line in lines
            if "WARNING" in line and "ENABLE" in line
        )

    @pytest.mark.rule("FILTER-LAYER-ENABLE-03")
    @pytest.mark.parametrize(("disable", "warned"), [("", []), ("~all~", ["VK_LAYER_i"])])
    def test_not_forced(self, said: Said, world: MockWorld, disable: str, warned: list[str]) -> None:
        """An implicit layer that is on anyway is not forced; one that another filter turns off is."""
        world.implicit("VK_LAYER_i")
        variables = {"VK_LOADER_LAYERS_ENABLE": "*_i", "VK_LOADER_LAYERS_DISABLE": disable}

        lines = said("warn", VK_INSTANCE_LAYERS="", **variables)

        assert self._warned(lines, "LAYER", "VK_LOADER_LAYERS_ENABLE") == warned

    @pytest.mark.rule("FILTER-LAYER-DISABLE-02")
    @pytest.mark.parametrize("option", ["warn", "layer"])
    def test_disabled(self, said: Said, world: MockWorld, option: str) -> None:
        """One line for each layer kept out, whether or not anything wanted it; none where ALLOW protects."""
        world.implicit("VK_LAYER_i")
        world.implicit("VK_LAYER_kept")
        world.layer("VK_LAYER_unwanted")
        variables = {"VK_LOADER_LAYERS_DISABLE": "~all~", "VK_LOADER_LAYERS_ALLOW": "*_kept"}

        lines = said(option, VK_INSTANCE_LAYERS="", **variables)

        warned = self._warned(lines, "LAYER", "VK_LOADER_LAYERS_DISABLE")
        assert sorted(warned) == ["VK_LAYER_i", "VK_LAYER_unwanted"]

    @pytest.mark.rule("FILTER-DRIVER-SELECT-03")
    @pytest.mark.parametrize("option", ["warn", "driver"])
    def test_driver_not_selected(self, said: Said, world: MockWorld, option: str) -> None:
        """One line for each driver that VK_LOADER_DRIVERS_SELECT leaves out."""
        world.driver("other")

        lines = said(option, VK_LOADER_DRIVERS_SELECT="plain*")

        assert self._warned(lines, "DRIVER", "VK_LOADER_DRIVERS_SELECT") == ["other.json"]

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-03")
    @pytest.mark.parametrize("option", ["warn", "driver"])
    def test_driver_disabled(self, said: Said, world: MockWorld, option: str) -> None:
        """One line for each driver that VK_LOADER_DRIVERS_DISABLE matches."""
        world.driver("other")

        lines = said(option, VK_LOADER_DRIVERS_DISABLE="OTH*")

        assert self._warned(lines, "DRIVER", "VK_LOADER_DRIVERS_DISABLE") == ["other.json"]

    @staticmethod
    def _warned(lines: list[str], about: str, variable: str) -> list[str]:
        """The quoted names in the warnings that name the variable."""
        prefix = f"[Vulkan Loader] WARNING | {about}:"
        return [line.split('"')[1] for line in lines if line.startswith(prefix) and variable in line]


class TestMessengers:
    """Messengers in the create info's pNext chain hear what the loader says meanwhile (DEBUG-LOG-03)."""

    @pytest.mark.rule("DEBUG-LOG-03")
    def test_messenger(self, script: Script, world: MockWorld) -> None:
        """A layer that cannot be used is told to the messenger, although nothing is printed."""
        world.layer_manifest("VK_LAYER_broken", "/nowhere.so")
        text = """
            heard = []
            kind = ctypes.CFUNCTYPE(U32, U32, U32, POINTER, POINTER)
            def hear(severity, types, data, user):
                heard.append(ctypes.string_at(ctypes.c_uint64.from_address(data + 40).value).decode())
                return 0
            hook = kind(hear)
            info = block(1000128004, 0, 0x1111 << 32, 7, ctypes.cast(hook, POINTER).value, 0)
            s = Session(["VK_EXT_debug_utils"], chain=ctypes.addressof(info))
            say([s.result, heard])
        """

        result, heard = script(text)

        assert result == 0
        assert any("/nowhere.so cannot be loaded" in line for line in heard)
