"""Implicit layers in front of the commands that need no instance: who is entered, with what, and for how long."""

from collections.abc import Sequence
from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.scenario.call_sequence import entered, in_use, parsed_lines
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, GLOBAL, Argument, Script, Via, read, text
from refloader.suite.loaders.trial import Trial

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
VERSION = "vkEnumerateInstanceVersion"
EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
LAYERS = "vkEnumerateInstanceLayerProperties"
FUNCTIONS = {
    VERSION: "mock_EnumerateInstanceVersion",
    EXTENSIONS: "mock_EnumerateInstanceExtensionProperties",
    LAYERS: "mock_EnumerateInstanceLayerProperties",
}
ARGUMENTS: dict[str, list[Argument]] = {
    VERSION: [read(0)],
    EXTENSIONS: [None, read(0), None],
    LAYERS: [read(0), None],
}
"""Of a call that asks for the version or for the number of extensions or layers."""

NEWER = pytest.mark.editions("2022", "2026")
COMMANDS = pytest.mark.parametrize("command", [EXTENSIONS, LAYERS, pytest.param(VERSION, marks=NEWER)])

pytestmark = [pytest.mark.editions("2018", "2022", "2026"), pytest.mark.needs_library]
ONCE = "PREINST-03; how often a loader walks the chain for one call is not said"
CHAINS = pytest.mark.rule("PREINST-03")
"""Of every case in which a layer is to be entered: who builds the chain otherwise fails it."""


def early(world: World, subject: Trial, name: str, **options: Any) -> None:
    """An implicit layer that intercepts all commands of the edition, unless the options say otherwise."""
    given = {"mock": "layer_early", "pre_instance_functions": functions(subject), **options}
    world.implicit_layer(name, **given)


def functions(subject: Trial) -> dict[str, str]:
    """The commands that a manifest of the edition can name (PREINST-02), with the mock's functions."""
    older = subject.edition is Edition.E2018
    return {command: name for command, name in FUNCTIONS.items() if not (older and command == VERSION)}


def entered_by(subject: Trial, called: Sequence[str], layers: Sequence[str]) -> None:
    """Just these layers are entered by one call; entering one of them again is warned, which nothing forbids."""
    assert {*called} == {*layers}
    subject.implied(sorted(called), sorted(layers), ONCE)


def one_call(command: str, via: Via = GLOBAL) -> Script:
    """An application that calls the command once; the step has the command's name."""
    script = Script()
    script.call(command, *ARGUMENTS[command], via=via, label=command)
    return script


@CHAINS
class TestTheChain:
    """An intercept gets the rest of the chain as its first argument and passes the others on to the next one."""

    @COMMANDS
    @pytest.mark.parametrize("via", [GLOBAL, EXPORT], ids=["found by lookup", "found as an export"])
    def test_the_structure(self, world: World, subject: Trial, command: str, via: Via) -> None:
        """An intercept's chain structure has the type and size of its pre-instance function, and a next function."""
        types = {EXTENSIONS: "1", LAYERS: "2", VERSION: "3"}
        early(world, subject, ONE)

        seen = subject.calls(world, one_call(command, via))

        found = {
            (name, given["type"], given["size"], given["next"])
            for name, given in parsed_lines(seen.trace, command)
        }
        assert found == {(ONE, types[command], {64: "32", 32: "20"}[subject.bits], "1")}

    @COMMANDS
    @pytest.mark.rule("PREINST-04")
    def test_each_layer_is_entered_once(self, world: World, subject: Trial, command: str) -> None:
        """Two layers that intercept a pre-instance function are both entered, and the call returns VK_SUCCESS."""
        world.driver()
        early(world, subject, ONE)
        early(world, subject, TWO)

        seen = subject.calls(world, one_call(command))

        entered_by(subject, entered(seen.trace, command, "layer"), [ONE, TWO])
        assert seen.returned(command) == [0]
        assert seen.violations == ()

    def test_both_layers_add_extensions(self, world: World, subject: Trial) -> None:
        """The application gets the drivers' instance extensions and those that each intercepting layer adds."""
        early(world, subject, ONE, flags={"pre_extensions": "VK_TEST_one:1"})
        early(world, subject, TWO, flags={"pre_extensions": "VK_TEST_two:2"})
        world.driver(flags={"extensions": "VK_KHR_surface:25"})

        seen = subject.calls(world, actions=[("extensions", "")])

        assert {"VK_KHR_surface", "VK_TEST_one", "VK_TEST_two"} <= {*seen.extension_names()}

    def test_both_layers_add_layers(self, world: World, subject: Trial) -> None:
        """The application gets the discovered layers and those that each intercepting layer adds."""
        early(world, subject, ONE, flags={"pre_layers": "VK_LAYER_TEST_more"})
        early(world, subject, TWO, flags={"pre_layers": "VK_LAYER_TEST_yet_more"})

        seen = subject.calls(world, actions=[("layers",)])

        assert sorted(seen.layer_names) == [
            "VK_LAYER_TEST_more",
            ONE,
            TWO,
            "VK_LAYER_TEST_yet_more",
        ]

    @NEWER
    def test_a_layer_changes_the_version(self, world: World, subject: Trial) -> None:
        """vkEnumerateInstanceVersion gives the version that an intercepting layer returns."""
        early(world, subject, ONE, flags={"pre_version": "1.9.7"})

        seen = subject.calls(world, actions=[("version",)])

        if subject.is_of_1_0:
            pytest.skip("the loader is for Vulkan 1.0 alone and has no vkEnumerateInstanceVersion")
        assert (seen.version or "").split(".")[:2] == ["1", "9"]
        subject.implied(seen.version, "1.9.7", "PREINST-03")

    def test_the_other_parameters_are_passed_on(self, world: World, subject: Trial) -> None:
        """A query of one layer's extensions is still one for that layer behind two layers that intercept it."""
        extension = {"name": "VK_TEST_own", "spec_version": "3"}
        early(world, subject, ONE, flags={"pre_extensions": "VK_TEST_one:1"})
        early(world, subject, TWO, flags={"pre_extensions": "VK_TEST_two:2"}, instance_extensions=[extension])

        seen = subject.calls(world, actions=[("extensions", TWO)])

        assert seen.extension_names(TWO) == ("VK_TEST_own",)

    @COMMANDS
    @pytest.mark.parametrize("flag", ["fail", "fail_after"])
    def test_a_layer_fails(self, world: World, subject: Trial, command: str, flag: str) -> None:
        """The application gets the result that an intercepting layer returns, before or after calling down."""
        early(world, subject, ONE, flags={flag: f"{command}:-1"})

        seen = subject.calls(world, one_call(command))

        assert seen.returned(command) == [-1]


@CHAINS
class TestWhichLayers:
    """Only implicit layers with a manifest of format 1.1.2 or later that names an exported symbol take part."""

    @COMMANDS
    @pytest.mark.rule("PREINST-01")
    def test_no_explicit_layer(self, world: World, subject: Trial, command: str) -> None:
        """An explicit layer does not intercept pre-instance functions, even if VK_INSTANCE_LAYERS enables it."""
        world.explicit_layer(ONE, mock="layer_early", pre_instance_functions=functions(subject))
        world.variable("VK_INSTANCE_LAYERS", ONE)

        seen = subject.calls(world, one_call(command))

        assert entered(seen.trace, command) == ()

    @COMMANDS
    @pytest.mark.rule("PREINST-01")
    @pytest.mark.parametrize(
        ("version", "who"),
        [("1.1.1", ()), ("1.1.2", (ONE,)), pytest.param("1.2.0", (ONE,), marks=NEWER)],
    )
    def test_formats(
        self, world: World, subject: Trial, command: str, version: str, who: tuple[str, ...]
    ) -> None:
        """A layer intercepts pre-instance functions only if its manifest has format 1.1.2 or a later one."""
        early(world, subject, ONE, file_format_version=version)

        seen = subject.calls(world, one_call(command))

        entered_by(subject, entered(seen.trace, command), who)

    @COMMANDS
    @NEWER
    @pytest.mark.rule("PREINST-01")
    def test_each_format(self, world: World, subject: Trial, command: str) -> None:
        """Layers whose manifests have format 1.1.2 and a later one both intercept pre-instance functions."""
        early(world, subject, ONE, file_format_version="1.1.2")
        early(world, subject, TWO, file_format_version="1.2.0")

        seen = subject.calls(world, one_call(command))

        entered_by(subject, entered(seen.trace, command), [ONE, TWO])

    @COMMANDS
    @pytest.mark.rule("PREINST-01")
    def test_a_layer_that_is_off(self, world: World, subject: Trial, command: str) -> None:
        """A layer whose disable variable is set does not intercept a pre-instance function; another layer does."""
        early(world, subject, ONE)
        early(world, subject, TWO)
        world.variable(f"DISABLE_{ONE}", "1")

        seen = subject.calls(world, one_call(command))

        entered_by(subject, entered(seen.trace, command), [TWO])

    @COMMANDS
    @pytest.mark.rule("PREINST-01")
    def test_a_symbol_that_is_not_there(self, world: World, subject: Trial, command: str) -> None:
        """A layer without the export that its manifest names is left out, and the pre-instance call succeeds."""
        world.driver()
        early(world, subject, ONE, pre_instance_functions={command: "mock_nothing_of_that_name"})
        early(world, subject, TWO)

        seen = subject.calls(world, one_call(command))

        entered_by(subject, entered(seen.trace, command, "layer"), [TWO])
        assert seen.returned(command) == [0]

    @COMMANDS
    @pytest.mark.rule("PREINST-01")
    def test_a_library_that_is_not_there(self, world: World, subject: Trial, command: str) -> None:
        """A layer whose library is missing is left out, and the pre-instance call still succeeds."""
        world.driver()
        early(world, subject, ONE, mock=None)
        early(world, subject, TWO)

        seen = subject.calls(world, one_call(command))

        entered_by(subject, entered(seen.trace, command, "layer"), [TWO])
        assert seen.returned(command) == [0]


@CHAINS
class TestWhichFunctions:
    """Each function is intercepted on its own, under the name that the manifest gives."""

    @COMMANDS
    @pytest.mark.rule("PREINST-02")
    def test_one_of_them(self, world: World, subject: Trial, command: str) -> None:
        """A layer that intercepts one pre-instance function is not entered by the others."""
        early(world, subject, ONE, pre_instance_functions={command: FUNCTIONS[command]})
        script = Script()
        for name, arguments in ARGUMENTS.items():
            script.call(name, *arguments, via=GLOBAL)

        seen = subject.calls(world, script)

        assert [name for name in FUNCTIONS if entered(seen.trace, name)] == [command]

    @pytest.mark.rule("PREINST-02")
    def test_nothing_else(self, world: World, subject: Trial) -> None:
        """A layer cannot intercept vkCreateInstance by naming it in pre_instance_functions."""
        world.driver()
        early(world, subject, ONE, pre_instance_functions={"vkCreateInstance": FUNCTIONS[VERSION]})

        seen = subject.calls(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", (ONE,))
        assert entered(seen.trace, VERSION, "layer") == ()


@CHAINS
class TestForHowLong:
    """All layer libraries are released at the end of each pre-instance call."""

    @COMMANDS
    @pytest.mark.rule("PREINST-05")
    def test_a_library_comes_and_goes(self, world: World, subject: Trial, command: str) -> None:
        """Each of two pre-instance calls enters the layer, whose library should be loaded and unloaded each time."""
        early(world, subject, ONE)
        script = one_call(command)
        script.call(command, *ARGUMENTS[command], via=GLOBAL)

        seen = subject.calls(world, script)

        life = in_use(line.split()[2] for line in seen.trace)
        assert life.count(command) >= 2
        by = "PREINST-05, which binds layers and says what loaders do"
        used = [word for word in life if word != "negotiate"]
        subject.implied(used, ["load", command, "unload"] * 2, by)

    @pytest.mark.rule("PREINST-05")
    @pytest.mark.parametrize("failing", [1, 2, 3])
    def test_a_library_goes_after_a_failure(self, world: World, subject: Trial, failing: int) -> None:
        """A pre-instance call that fails should reach the layers, and their libraries should be unloaded after it.

        A loader may refuse the name of an unknown layer before it calls any layer.
        """
        names = (ONE, TWO, THREE)[:failing]
        for name in names:
            early(world, subject, name)
        script = Script()
        asked = [text("VK_LAYER_nobody_has"), read(0), None]
        script.call(EXTENSIONS, *asked, via=GLOBAL, label="failing")

        seen = subject.calls(world, script)

        assert seen.returned("failing") != [0]
        by = "PREINST-05, which binds layers and says what loaders do"
        lines = [line.split() for line in seen.trace]
        loads, unloads = (sorted(line[1] for line in lines if line[2] == word) for word in ("load", "unload"))
        subject.implied(({*loads} >= {*names}, unloads), (True, loads), by)


OFF: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "its-variable": ({}, {f"DISABLE_{ONE}": "1"}),
    "its-enable-variable": ({"enable_environment": {"ONE_ON": "1"}}, {}),
    "the-filter": ({}, {"VK_LOADER_LAYERS_DISABLE": ONE}),
    "a-glob": ({}, {"VK_LOADER_LAYERS_DISABLE": "*_one"}),
    "all": ({}, {"VK_LOADER_LAYERS_DISABLE": "~all~"}),
    "implicit": ({}, {"VK_LOADER_LAYERS_DISABLE": "~implicit~"}),
}
"""What keeps a layer off: keys of its manifest, and variables. Each is of the rule beside it."""
BY = {
    "its-variable": "LLP_LOADER_7",
    "its-enable-variable": "LLP_LOADER_6",
    "the-filter": "FILTER-LAYER-DISABLE-01",
    "a-glob": "FILTER-LAYER-DISABLE-01",
    "all": "FILTER-LAYER-DISABLE-03",
    "implicit": "FILTER-LAYER-DISABLE-04",
}
EACH_OFF = [pytest.param(each, marks=pytest.mark.rule(BY[each])) for each in OFF]


class TestLayersThatAreOff:
    """A layer that is off takes part in nothing, before an instance exists as well as in one."""

    @COMMANDS
    @pytest.mark.rule("LLP_LOADER_7", "ACT-IMPLICIT-05")
    def test_the_only_layer_is_off(self, world: World, subject: Trial, command: str) -> None:
        """A layer whose disable variable is set does not intercept a pre-instance function; the call succeeds."""
        world.driver()
        early(world, subject, ONE)
        world.variable(f"DISABLE_{ONE}", "1")

        seen = subject.calls(world, one_call(command))

        assert (entered(seen.trace, command, "layer"), seen.returned(command)) == ((), [0])

    @COMMANDS
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("off", EACH_OFF)
    def test_it_is_not_called(self, world: World, subject: Trial, command: str, off: str) -> None:
        """A layer that anything keeps off does not intercept a pre-instance function, and the call succeeds."""
        world.driver()
        keys, variables = OFF[off]
        early(world, subject, ONE, **keys)
        for name, value in variables.items():
            world.variable(name, value)

        seen = subject.calls(world, one_call(command))

        assert (ONE in entered(seen.trace, command), seen.returned(command)) == (False, [0])


@CHAINS
class TestConditionalLayers:
    """An implicit layer that its variable switches on is one like any other."""

    @COMMANDS
    def test_it_is_entered(self, world: World, subject: Trial, command: str) -> None:
        """Of two layers only the one whose enable variable is set intercepts a pre-instance function."""
        world.driver()
        early(world, subject, ONE, enable_environment={"ONE_ON": "1"})
        early(world, subject, TWO, enable_environment={"TWO_ON": "1"})
        world.variable("ONE_ON", "1")

        seen = subject.calls(world, one_call(command))

        assert seen.returned(command) == [0]
        entered_by(subject, entered(seen.trace, command, "layer"), [ONE])


@CHAINS
class TestSeveralFunctions:
    """A manifest may name one function or all of them, in any order."""

    @COMMANDS
    @pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 2, 0]], ids=str)
    def test_each_is_called(self, world: World, subject: Trial, command: str, order: list[int]) -> None:
        """Each pre-instance function that a manifest names is called for its own command, in any order of names."""
        world.driver()
        rows = list(functions(subject).items())
        early(
            world, subject, ONE, pre_instance_functions=dict(rows[each] for each in order if each < len(rows))
        )

        seen = subject.calls(world, one_call(command))

        entered_by(subject, entered(seen.trace, command, "layer"), [ONE])
