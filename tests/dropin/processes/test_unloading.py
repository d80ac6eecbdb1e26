"""When the drop-in library lets go of layers and drivers (DEBUG-UNLOAD-01)."""

import time
from collections.abc import Callable

import pytest
from mock_world import MockWorld
from scripts import Script

SETTLED = 3.5
"""Seconds after which a file that was written counts as the one it was."""

pytestmark = [pytest.mark.slow, pytest.mark.rule("DEBUG-UNLOAD-01")]


@pytest.fixture
def traced(script: Script, world: MockWorld) -> Script:
    """A driver and a layer that write down when they are loaded and unloaded, on disk for a while."""
    world.driver("plain", trace=str(script.trace))
    world.layer("VK_LAYER_a", trace=str(script.trace))
    time.sleep(SETTLED)
    return script


def lives(script: Script, name: str) -> list[str]:
    """The loads and unloads of one mock, in order."""
    lines = [line.split() for line in script.traced(f" {name} ")]
    return [words[2] for words in lines if words[2] in ("load", "unload")]


class TestAgainAndAgain:
    """A library is unloaded with its instance, until a program shows that it makes instances in a row."""

    def test_one_instance_unloads_its_libraries(self, traced: Script) -> None:
        """The ordinary program has nothing left open."""
        traced("Session().destroy(); say(0)")

        assert lives(traced, "VK_LAYER_a") == ["load", "unload"]
        assert lives(traced, "plain") == ["load", "unload"]

    def test_a_row_of_instances_loads_them_twice(self, traced: Script) -> None:
        """The first end unloads; from the second on the libraries wait for the next instance."""
        traced("for _ in range(5): Session().destroy()\nsay(0)")

        assert lives(traced, "VK_LAYER_a")[:3] == ["load", "unload", "load"]
        assert lives(traced, "VK_LAYER_a").count("load") == 2
        assert lives(traced, "plain").count("load") == 2

    def test_an_instance_without_a_layer_lets_it_go(self, traced: Script) -> None:
        """What the next instance does not use is unloaded when it is made."""
        code = "for _ in range(3): Session().destroy()\n"
        code += "import os; os.environ['VK_INSTANCE_LAYERS'] = ''\n"
        traced(code + "s = Session(); say(0)")

        assert lives(traced, "VK_LAYER_a") == ["load", "unload", "load", "unload"]

    @pytest.mark.parametrize("value", ["0", ""])
    def test_the_variable_takes_the_waiting_away(self, traced: Script, value: str) -> None:
        """Set to anything but 1, every end of an instance unloads."""
        traced(
            "for _ in range(4): Session().destroy()\nsay(0)",
            VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING=value,
        )

        assert lives(traced, "VK_LAYER_a") == ["load", "unload"] * 4

    def test_a_file_that_changed_is_loaded_anew(self, traced: Script, world: MockWorld) -> None:
        """Replacing a library takes effect at the next instance, as with any loader."""
        path = str(world.folder / "layers" / "libVK_LAYER_a.so")
        code = f"""
            import os, shutil
            for _ in range(3): Session().destroy()
            shutil.copy({path!r}, {path + ".new"!r})
            os.rename({path + ".new"!r}, {path!r})
            Session().destroy()
            say(0)
        """
        traced(code)

        assert lives(traced, "VK_LAYER_a").count("load") == 3


class TestEnumeration:
    """Drivers asked for their extensions stay open for the instance that usually follows."""

    def test_a_driver_that_no_instance_uses_is_closed(self, script: Script, world: MockWorld) -> None:
        """The next instance closes those it has no use for, such as a portability driver."""
        keys = {"is_portability_driver": True}
        world.driver("portable", keys=keys, trace=str(script.trace), extensions="VK_KHR_surface:25")

        code = """
            s = Session()
            names = [name for name, _ in s.loader.extensions("")["extensions"]]
            t = Session()
            say("VK_KHR_surface" in names)
        """

        assert script(code) is True
        assert lives(script, "portable") == ["load", "unload"]


class TestDestructors:
    """A library's destructor may call the loader, which then meets the library that is about to go."""

    @pytest.mark.parametrize("names", [("parting",), ("parting", "leaving")], ids=len)
    def test_what_a_destructor_lists_does_not_stay_open(
        self, script: Script, world: MockWorld, compiled: Callable[..., str], names: tuple[str, ...]
    ) -> None:
        """Its addresses are invalid when the next instance is made; two drivers do not load each other for ever."""
        flags = ("-shared", "-fPIC", "-fvisibility=hidden")
        for name in names:
            world.driver_manifest(name, compiled("subjects/last_words_driver", *flags, f"-DNAME={name}"))

        assert script("for _ in range(4): Session().destroy()\nsay(4)") == 4
