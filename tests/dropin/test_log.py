"""What the drop-in library says when VK_LOADER_DEBUG asks, and what it writes where REFLOADER_TRACE says."""

import json
import re
import sys
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program
from scripts import Script

HOSTS = Path(__file__).resolve().parent / "hosts"
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

    def __call__(self, debug: str, **variables: str) -> list[str]:
        """The lines; ``debug`` is VK_LOADER_DEBUG."""
        seen = {**self._world.variables, "PYTHONPATH": str(HOSTS), "VK_LOADER_DEBUG": debug, **variables}
        return self._program.run([sys.executable, "-c", SCRIPT], seen).stderr.splitlines()


class TestMessages:
    """VK_LOADER_DEBUG is a list of independent options."""

    def test_silent(self, said: Said, world: MockWorld) -> None:
        """Without it nothing is said, whatever is wrong."""
        world.layer_manifest("VK_LAYER_broken", "/nowhere.so")

        assert said("") == []

    @pytest.mark.parametrize("option", ["error", "warn", "info", "debug", "layer", "driver", "all"])
    def test_form(self, said: Said, world: MockWorld, option: str) -> None:
        """Each line begins with the loader's mark and the words of its kind (DEBUG-LOG-04)."""
        world.layer("VK_LAYER_a")
        world.layer_manifest("VK_LAYER_broken", "/nowhere.so")

        assert [line for line in said(option) if not LINE.fullmatch(line)] == []

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

    def test_chain(self, said: Said, world: MockWorld) -> None:
        """The layer log shows the chain from <Application> to <Drivers> (DEBUG-LOG-06)."""
        world.implicit("VK_LAYER_i")
        world.layer("VK_LAYER_a")

        texts = [line.partition(":")[2].strip() for line in said("layer")]

        start = texts.index("<Application>")
        shown = [text for text in texts[start:] if text.startswith(("<", "VK_LAYER"))]
        assert shown == ["<Application>", "<Loader>", "VK_LAYER_i", "VK_LAYER_a", "<Drivers>"]
        assert "Disable Env Var:  DISABLE_VK_LAYER_i" in texts[start:]

    def test_places(self, said: Said, world: MockWorld) -> None:
        """Folders searched and files found are listed (DEBUG-LOG-05, DEBUG-LOG-07)."""
        world.layer("VK_LAYER_a")

        layers, drivers = "\n".join(said("layer")), "\n".join(said("driver"))

        assert str(world.folder / "layers") in layers
        assert str(world.folder / "layers/VK_LAYER_a.json") in layers
        assert str(world.folder / "plain.json") in drivers

    def test_settings_file(self, said: Said, world: MockWorld) -> None:
        """A settings file's stderr_log asks for messages, too (SETTINGS-01)."""
        world.layer_manifest("VK_LAYER_broken", "/nowhere.so")
        folder = world.folder / "nowhere/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        settings = {"file_format_version": "1.0.0", "settings": {"stderr_log": ["error"]}}
        (folder / "vk_loader_settings.json").write_text(json.dumps(settings), encoding="utf-8")

        assert [line.startswith("[Vulkan Loader] ERROR | LAYER:") for line in said("")] == [True]

    def test_wrong_kind_of_library(self, said: Said, world: MockWorld) -> None:
        """A driver that cannot be loaded is said and does not stop the others."""
        text = world.folder / "text"
        text.write_text("no library", encoding="utf-8")
        world.driver_manifest("bad", str(text))

        assert any(
            "bad.json" in line and line.startswith("[Vulkan Loader] ERROR | DRIVER:")
            for line in said("error")
        )


class TestMessengers:
    """Messengers in the create info's pNext chain hear what the loader says meanwhile (DEBUG-LOG-03)."""

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


class TestTrace:
    """REFLOADER_TRACE names a file that gets one JSON object for each creation and destruction."""

    def test_records(self, said: Said, world: MockWorld) -> None:
        """The chain from the application to the driver, with the reason of each layer."""
        path = world.folder / "out.ndjson"
        world.implicit("VK_LAYER_i")
        world.layer("VK_LAYER_a", interface="1")
        world.layer_manifest("VK_LAYER_broken", '/nowhere/ü"\\.so')

        assert said("", REFLOADER_TRACE=str(path)) == []

        created, destroyed = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert (created["event"], created["result"]) == ("vkCreateInstance", 0)
        assert (destroyed["event"], destroyed["instance"]) == ("vkDestroyInstance", created["instance"])
        assert [each["who"] for each in created["chain"]] == [
            "application",
            "trampoline",
            "layer",
            "layer",
            "terminator",
            "driver",
        ]
        layer = created["chain"][3]
        assert (layer["name"], layer["interface"]) == ("VK_LAYER_a", 1)
        assert "VK_INSTANCE_LAYERS" in layer["why"]
        assert created["answers"][0]["result"] == 0

    def test_failures(self, said: Said, world: MockWorld) -> None:
        """A creation that fails is recorded with its result."""
        path = world.folder / "out.ndjson"

        said("", REFLOADER_TRACE=str(path), VK_DRIVER_FILES="")

        (created,) = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert (created["result"], created["instance"]) == (-9, 0)
