"""Tests that the drop-in library makes, ends and lists instances and devices one at a time, as in the field.

No document asks for it. Layers that lock nothing there work with those loaders, and so they do with this one.
"""

from collections.abc import Callable

import pytest
from mock_world import MockWorld
from programs import Program

LAYER = "VK_LAYER_TEST_hooked"
COMMANDS = ["vkCreateInstance", "vkDestroyDevice", "vkCreateDebugUtilsMessengerEXT"]

Turns = Callable[..., str]


@pytest.fixture
def turns(program: Program, compiled: Callable[..., str], world: MockWorld) -> Turns:
    """Run hosts/turns.c with these arguments, with the layer that calls it back."""
    world.driver("plain", extensions="VK_EXT_debug_utils:2")
    layer = compiled("subjects/hooked_layer", "-shared", "-fPIC", "-fvisibility=hidden")
    world.layer_manifest(LAYER, layer)
    host = compiled("turns", "-rdynamic")

    def run(*arguments: str, on: Program = program) -> str:
        return on.succeed([host, on.library, *arguments], world.variables, timeout=120)

    return run


@pytest.fixture
def drivers_turns(program: Program, compiled: Callable[..., str], world: MockWorld) -> Turns:
    """The same with a driver that calls it back, beside one that has devices."""
    world.driver("plain", extensions="VK_EXT_debug_utils:2")
    driver = compiled("subjects/hook_driver", "-shared", "-fPIC", "-fvisibility=hidden")
    world.driver_manifest("hooked", driver)
    host = compiled("turns", "-rdynamic")

    def run(*arguments: str) -> str:
        return program.succeed([host, program.library, *arguments], world.variables, timeout=120)

    return run


class TestOneAtATime:
    """Four threads make, list and end instances, devices and messengers."""

    def test_a_layer(self, turns: Turns) -> None:
        """A layer has one thread inside of it."""
        assert turns("count") == "most 1\n"

    def test_the_field(self, turns: Turns, on_system: Program) -> None:
        """So it has with the machine's own loader."""
        assert turns("count", on=on_system) == "most 1\n"


@pytest.mark.parametrize("command", COMMANDS)
class TestInTheMiddle:
    """A layer is in the middle of a command that takes turns."""

    def test_others_are_used(self, turns: Turns, command: str) -> None:
        """Another thread can use an instance and a device, look commands up and ask what there is."""
        assert turns("beside", command) == "well\n"

    def test_its_own_thread(self, turns: Turns, command: str) -> None:
        """The layer can itself make, list and end others."""
        assert turns("again", command) == "well\n"

    def test_its_own_thread_while_another_waits(self, turns: Turns, command: str) -> None:
        """The layer can do so while another thread waits for its turn, which comes."""
        assert turns("again-beside", command) == "well\n"

    def test_a_fork(self, turns: Turns, command: str) -> None:
        """The layer can fork while another thread waits; the child makes, lists and ends what it likes."""
        assert turns("fork-beside", command) == "well\n"


@pytest.mark.parametrize("command", ["vkCreateInstance", "vkEnumeratePhysicalDevices", "vkDestroyInstance"])
class TestADriverInTheMiddle:
    """A driver that draws through other drivers uses the loader from inside a command."""

    @pytest.mark.parametrize("what", ["beside", "again", "again-beside", "fork-beside"])
    def test_it_uses_the_loader(self, drivers_turns: Turns, command: str, what: str) -> None:
        """It can make, list and end others and fork, while another thread uses the loader or waits for its turn."""
        assert drivers_turns(what, command) == "well\n"


class TestTurnsThatDoNotEnd:
    """The thread whose turn it is does not come back, for a process or at all."""

    @pytest.mark.slow
    def test_a_fork_of_another_thread(self, turns: Turns) -> None:
        """The child of a fork that waited long enough for the thread in the layer can make instances."""
        assert turns("fork-while", "vkCreateInstance") == "well\n"

    def test_a_thread_that_ends(self, turns: Turns) -> None:
        """If a thread ends in the middle of a layer, it is the next one's turn."""
        assert turns("ends", "vkCreateInstance") == "well\n"
