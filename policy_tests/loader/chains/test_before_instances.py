"""Commands that need no instance: layers that intercept them by another question, another switch or another file."""

import pytest

from policy_tests.loader.chains.test_pre_instance import (
    ARGUMENTS,
    COMMANDS,
    EXTENSIONS,
    ONE,
    TWO,
    early,
    entered_by,
    functions,
    one_call,
)
from refloader.scenario.call_sequence import entered
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Script, read, text
from refloader.suite.loaders.trial import Trial

pytestmark = [
    pytest.mark.editions("2018", "2022", "2026"),
    pytest.mark.needs_library,
    pytest.mark.rule("PREINST-03"),
]
IMPLICIT = "/usr/share/vulkan/implicit_layer.d"


class TestQuestionsAboutOneLayer:
    """A question about one layer's extensions is a call of the same command."""

    @pytest.mark.parametrize("about", [ONE, TWO], ids=["the-layer-itself", "another-layer"])
    def test_it_is_entered(self, world: World, subject: Trial, about: str) -> None:
        """A layer that intercepts vkEnumerateInstanceExtensionProperties is entered for a layer's name, too."""
        world.driver()
        early(world, subject, ONE)
        world.explicit_layer(TWO)
        script = Script()
        script.call(EXTENSIONS, text(about), read(0), None, via=GLOBAL, label="asked")

        seen = subject.calls(world, script)

        entered_by(subject, entered(seen.lines["asked"], EXTENSIONS, "layer"), [ONE])


class TestLayersOfOneFile:
    """Each layer of a manifest with several has its own functions."""

    @COMMANDS
    @pytest.mark.parametrize("place", [1, 0], ids=["the-second", "the-first"])
    def test_one_of_two(self, world: World, subject: Trial, command: str, place: int) -> None:
        """Of two layers in one manifest, that which names pre-instance functions is entered, whatever its place."""
        world.driver()
        layers = []
        for at, name in enumerate((ONE, TWO)):
            library = world.library(f"{IMPLICIT}/lib{name}.so", "layer_early", {"name": name})
            body: dict[str, object] = {
                "name": name,
                "type": "GLOBAL",
                "library_path": library,
                "api_version": "1.3.0",
                "implementation_version": "1",
                "description": "A layer for tests",
                "disable_environment": {f"DISABLE_{name}": "1"},
            }
            layers.append({**body, "pre_instance_functions": functions(subject)} if at == place else body)
        world.file(f"{IMPLICIT}/two.json", {"file_format_version": "1.1.2", "layers": layers})

        seen = subject.calls(world, one_call(command))

        entered_by(subject, entered(seen.trace, command, "layer"), [(ONE, TWO)[place]])


@pytest.mark.editions("2026")
class TestLayersOfAFilter:
    """An implicit layer that VK_LOADER_LAYERS_ENABLE turns on is one like any other."""

    @COMMANDS
    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_it_is_entered(self, world: World, subject: Trial, command: str) -> None:
        """A layer whose enable variable is not set intercepts pre-instance functions if the filter enables it."""
        subject.since("1.3.234")
        world.driver()
        early(world, subject, ONE, enable_environment={"ONE_ON": "1"})
        world.variable("VK_LOADER_LAYERS_ENABLE", ONE)
        script = Script()
        script.call(command, *ARGUMENTS[command], via=GLOBAL, label="asked")

        seen = subject.calls(world, script)

        entered_by(subject, entered(seen.lines["asked"], command, "layer"), [ONE])
