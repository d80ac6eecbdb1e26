"""Which messages a loader writes, where, and how they begin; what they say is nobody's business but its own."""

import re
from collections.abc import Collection
from dataclasses import replace

import pytest

from policy_tests.loader.messages.test_message_receivers import hears
from refloader.sandbox.messages import (
    kinds,
    lines,
    named_in,
    naming,
    without_kind,
    without_numbers,
    without_prefix,
)
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_instance, out
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
UTILS = "VK_EXT_debug_utils"
INSTANCE = of_instance("instance")
THREE = ("VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_c")


def troubled(world: World) -> None:
    """A good driver, one whose library is missing, and an implicit layer."""
    world.driver("good")
    world.driver("missing", mock=None)
    world.implicit_layer(ONE, file="one.json")


def filtered(world: World) -> None:
    """The same machine, with a layer and a driver that variables turn off, which is worth a warning."""
    troubled(world)
    world.explicit_layer("VK_LAYER_TEST_gone")
    world.driver("gone")
    world.variable("VK_LOADER_LAYERS_DISABLE", "*_gone")
    world.variable("VK_LOADER_DRIVERS_DISABLE", "gone*")


def said(subject: Trial, world: World, option: str | None) -> Observation:
    """What is written while an instance is made; the option is the value of VK_LOADER_DEBUG."""
    world.variable("VK_LOADER_DEBUG", option)
    script = Script()
    script.create()
    seen = subject.calls(world, script)
    assert seen.result_name == "VK_SUCCESS"
    return seen


def needs_lines(said: Collection[object], option: str) -> None:
    """Skip the test if the loader writes nothing with this option: what is not written shows nothing then."""
    if not said:
        pytest.skip(
            f"the loader writes nothing here where VK_LOADER_DEBUG is {option}, so that nothing can be missing"
        )


def turned_on(subject: Trial, world: World, option: str) -> Observation:
    """The same, without lines of no kind that are written without the option too: they are no messages of the log."""
    anyway = {*without_numbers(without_kind(said(subject, world, None)))}
    seen = said(subject, world, option)
    added = [line for line in lines(seen) if anyway.isdisjoint(without_numbers([line]))]
    return replace(seen, stdout="\n".join(added), stderr="")


def all_told(seen: Observation, names: tuple[str, ...], variable: str) -> tuple[str, ...]:
    """Those of the names that a line quotes together with the variable."""
    return tuple(name for name in names if naming(seen, f'"{name}"', variable))


class TestTurningMessagesOn:
    """VK_LOADER_DEBUG turns on loader messages: error, warn, info, debug, layer, driver and all."""

    @pytest.mark.rule("DEBUG-LOG-01")
    @pytest.mark.parametrize("option", [None, ""], ids=["unset", "empty"])
    def test_silence(self, world: World, subject: Trial, option: str | None) -> None:
        """Without VK_LOADER_DEBUG the loader should write nothing, even where a driver's library is missing."""
        troubled(world)
        needs_lines(lines(said(subject, world, "all")), "all")

        seen = said(subject, world, option)

        subject.implied(lines(seen), (), "DEBUG-LOG-01, by which the variable turns messages on")

    @pytest.mark.rule("DEBUG-LOG-01")
    def test_everything(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DEBUG=all the loader writes messages where a driver's library is missing."""
        troubled(world)

        seen = said(subject, world, "all")

        assert lines(seen) != ()

    @pytest.mark.rule("DEBUG-LOG-01", "DEBUG-LOG-02")
    @pytest.mark.parametrize(
        "option", ["error", "warn", "info", "driver", "error,warn,info", "layer,error", "driver,warn"]
    )
    @pytest.mark.editions("2026")
    def test_who_hears_of_a_missing_library(self, world: World, subject: Trial, option: str) -> None:
        """A message on a missing library is written exactly where VK_LOADER_DEBUG has one of its levels."""
        troubled(world)
        everything = naming(said(subject, world, "all"), "libmissing.so")
        needs_lines(everything, "all")
        of = {word for each in kinds(everything) for word in each}
        if not of:
            pytest.skip("the message does not begin with words for its level (DEBUG-LOG-04)")
        asked = {{"warn": "WARNING"}.get(word, word.upper()) for word in option.split(",")}

        seen = said(subject, world, option)

        assert bool(naming(seen, "libmissing.so")) == bool(of & asked)

    @pytest.mark.rule("DEBUG-LOG-01")
    @pytest.mark.parametrize("option", ["warn", "info", "debug", "warn,info,debug"])
    @pytest.mark.editions("2026")
    def test_options_are_independent(self, world: World, subject: Trial, option: str) -> None:
        """No error message is written where VK_LOADER_DEBUG has other options and not error."""
        troubled(world)
        errors = [each for each in kinds(lines(said(subject, world, "error"))) if "ERROR" in each]
        needs_lines(errors, "error")

        seen = said(subject, world, option)

        assert [each for each in kinds(lines(seen)) if "ERROR" in each] == []

    @pytest.mark.rule("DEBUG-LOG-01")
    @pytest.mark.parametrize(
        ("lower", "higher"), [("error", "warn"), ("warn", "info"), ("info", "debug"), ("debug", "all")]
    )
    @pytest.mark.editions("2018")
    def test_levels_are_cumulative(self, world: World, subject: Trial, lower: str, higher: str) -> None:
        """Each level of VK_LOADER_DEBUG writes at least what the level below writes on a missing library."""
        troubled(world)
        before = naming(said(subject, world, lower), "libmissing.so")
        needs_lines(before, lower)

        after = naming(said(subject, world, higher), "libmissing.so")

        assert len(before) <= len(after)

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.parametrize("option", ["layer", "layer,driver", "all", "all,error"])
    def test_layers(self, world: World, subject: Trial, option: str) -> None:
        """A message names the manifest of an implicit layer where VK_LOADER_DEBUG has layer or all."""
        troubled(world)

        seen = said(subject, world, option)

        assert named_in(seen, "implicit_layer.d/one.json") == ("implicit_layer.d/one.json",)

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.parametrize("option", ["driver", "layer,driver", "all", "all,error"])
    def test_drivers(self, world: World, subject: Trial, option: str) -> None:
        """A message names the manifest of a driver where VK_LOADER_DEBUG has driver or all."""
        troubled(world)

        seen = said(subject, world, option)

        assert named_in(seen, "icd.d/good.json") == ("icd.d/good.json",)

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.parametrize("option", ["layer", "driver"])
    def test_one_without_the_other(self, world: World, subject: Trial, option: str) -> None:
        """VK_LOADER_DEBUG=layer writes only lines of the kind LAYER, and VK_LOADER_DEBUG=driver only of DRIVER."""
        troubled(world)

        seen = turned_on(subject, world, option)

        assert lines(seen) != ()
        assert [each for each in kinds(lines(seen)) if option.upper() not in each] == []

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("option", ["error", "warn", "info", "debug", "error,debug", "warn,info"])
    def test_no_other_level(self, world: World, subject: Trial, option: str) -> None:
        """Every line that is written has at least one of the levels that VK_LOADER_DEBUG names."""
        filtered(world)
        asked = {{"warn": "WARNING"}.get(word, word.upper()) for word in option.split(",")}

        seen = said(subject, world, option)

        needs_lines(lines(seen), option)
        assert [each for each in kinds(lines(seen)) if not asked & {*each}] == []


def texts(seen: Observation) -> set[str]:
    """What the lines tell behind the words of their kind, without numbers, which may differ from run to run.

    Some loaders name only the kinds that are asked for.
    """
    return {re.sub("0x[0-9a-f]+|[0-9]+", "#", line.partition(":")[2].strip()) for line in lines(seen)}


class TestOptionsTogether:
    """All includes every other option, and each of several that are joined by commas counts."""

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.parametrize("option", ["error", "warn", "info", "debug", "layer", "driver"])
    def test_all_includes_the_others(self, world: World, subject: Trial, option: str) -> None:
        """What any other option of VK_LOADER_DEBUG writes, all writes, too."""
        filtered(world)
        alone = said(subject, world, option)
        needs_lines(texts(alone), option)

        everything = said(subject, world, "all")

        assert texts(alone) - texts(everything) == set()

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.parametrize(
        "options",
        [
            "error,warn,layer",
            "warn,error,driver",
            "debug,layer,driver,error",
            "driver,driver,layer",
            "error,warn,debug,info,layer",
        ],
    )
    def test_each_of_several(self, world: World, subject: Trial, options: str) -> None:
        """Each of several options in VK_LOADER_DEBUG writes what it writes alone, at whatever place it stands."""
        filtered(world)
        apart = set().union(*(texts(said(subject, world, option)) for option in options.split(",")))
        needs_lines(apart, options)

        together = said(subject, world, options)

        assert apart - texts(together) == set()


class TestForm:
    """Lines begin with [Vulkan Loader], then the words of their kind joined by ' | ', and a colon."""

    @pytest.mark.rule("DEBUG-LOG-04")
    @pytest.mark.parametrize("option", ["error", "layer", "driver", "all"])
    def test_every_line_begins_so(self, world: World, subject: Trial, option: str) -> None:
        """Each line of the log names its kind first; [Vulkan Loader] should stand before it."""
        troubled(world)

        seen = turned_on(subject, world, option)

        if not lines(seen):
            pytest.skip("the loader prints nothing of this kind here: what it has to tell is for other cases")
        assert without_kind(seen) == ()
        subject.implied(without_prefix(seen), (), "the samples of the documents")

    @pytest.mark.rule("DEBUG-LOG-04")
    @pytest.mark.parametrize("option", ["warn", "layer", "driver", "all"])
    def test_warnings(self, world: World, subject: Trial, option: str) -> None:
        """Lines on what filters turn off name their kind first, and should name layer or driver beside WARNING.

        What else a loader says of a filter, at another level, is its own business.
        """
        filtered(world)

        seen = turned_on(subject, world, option)

        layers = naming(seen, "VK_LOADER_LAYERS_DISABLE")
        drivers = naming(seen, "VK_LOADER_DRIVERS_DISABLE")
        if not layers + drivers:
            pytest.skip("the loader does not tell what its filters turn off")
        assert without_kind(seen) == ()
        subject.implied(
            [
                filters
                for filters, kind in ((layers, {"WARNING", "LAYER"}), (drivers, {"WARNING", "DRIVER"}))
                if filters and kind not in kinds(filters)
            ],
            [],
            "the samples of the documents",
        )


class TestMessengers:
    """Messages go to every VK_EXT_debug_utils messenger as well."""

    @pytest.mark.rule("DEBUG-LOG-03")
    def test_while_an_instance_is_made(self, world: World, subject: Trial) -> None:
        """A messenger in the pNext chain of VkInstanceCreateInfo gets messages, with its own user data."""
        troubled(world)
        world.variable("VK_LOADER_DEBUG", "all")
        script = Script()
        script.create(extensions=[UTILS], next={"utils": 7})
        script.heard("creation")

        seen = subject.calls(world, script)

        assert {(kind, user) for kind, user, _, _ in seen.answers["creation"]} == {("utils", 7)}

    @pytest.mark.rule("DEBUG-LOG-03")
    def test_while_an_instance_cannot_be_made(self, world: World, subject: Trial) -> None:
        """A messenger in the pNext chain gets messages where vkCreateInstance fails for want of a driver, too."""
        world.driver("missing", mock=None)
        world.variable("VK_LOADER_DEBUG", "all")
        script = Script()
        script.create(extensions=[UTILS], next={"utils": 7})
        script.heard("creation")

        seen = subject.calls(world, script)

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"
        assert {(kind, user) for kind, user, _, _ in seen.answers["creation"]} == {("utils", 7)}

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize(
        ("layers", "extensions"),
        [([], []), (["VK_LAYER_TEST_absent"], []), ([], ["VK_FAKE_none"])],
        ids=["no driver", "an unknown layer", "an unknown extension"],
    )
    def test_after_an_instance_that_was_not_made(
        self, world: World, subject: Trial, layers: list[str], extensions: list[str]
    ) -> None:
        """A messenger in the pNext chain of a vkCreateInstance that failed hears nothing of any later call."""
        if layers or extensions:
            world.driver("good")
        world.driver("missing", mock=None)
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_DEBUG", "all")
        script = Script()
        script.create("first", layers=layers, extensions=[UTILS, *extensions], next={"utils": 7})
        script.heard("first creation")
        script.query("layers")
        script.query("extensions", "")
        script.create("second")
        script.heard("later")

        seen = subject.calls(world, script)

        if seen.answers["first"] == 0:
            pytest.skip("the loader makes the first instance all the same, which is for other rules")
        assert seen.answers["later"] == []

    @pytest.mark.rule("DEBUG-LOG-03")
    def test_of_a_living_instance(self, world: World, subject: Trial) -> None:
        """Each of two messengers of an instance gets a message on the driver of a device that is created."""
        subject.since("1.3.234")
        world.driver("good")
        world.variable("VK_LOADER_DEBUG", "all")
        script = Script()
        script.create(extensions=[UTILS])
        script.devices()
        create: list[Argument] = ["vkCreateDebugUtilsMessengerEXT", "instance"]
        script.call(*create, {"utils": 1}, None, out("first"), via=INSTANCE)
        script.call(*create, {"utils": 2}, None, out("second"), via=INSTANCE)
        script.heard("before")
        script.device()
        script.heard("device")

        seen = subject.calls(world, script)

        hears(subject, seen, "device", "libgood.so", {1, 2}, "all")

    @pytest.mark.rule("DEBUG-LOG-03")
    def test_a_destroyed_messenger(self, world: World, subject: Trial) -> None:
        """A messenger that the application has destroyed gets no more messages."""
        world.driver("good")
        world.variable("VK_LOADER_DEBUG", "all")
        script = Script()
        script.create(extensions=[UTILS])
        script.devices()
        create = script.call(
            "vkCreateDebugUtilsMessengerEXT", "instance", {"utils": 1}, None, out("first"), via=INSTANCE
        )
        script.call(
            "vkDestroyDebugUtilsMessengerEXT", "instance", "first", None, via=INSTANCE, returns="nothing"
        )
        script.heard("before")
        script.device()
        script.heard("device")

        seen = subject.calls(world, script)

        assert (seen.returned(create), seen.answers["device"]) == ([0], [])


class TestFilterMessages:
    """What a filter does to a layer or driver is a warning with the quoted name and the variable's name."""

    @pytest.mark.rule("FILTER-LAYER-ENABLE-03")
    @pytest.mark.parametrize("option", ["warn", "layer"])
    def test_forced_layers(self, world: World, subject: Trial, option: str) -> None:
        """In warn or layer logging a line names a layer that VK_LOADER_LAYERS_ENABLE enables, and the variable."""
        world.driver()
        world.explicit_layer("VK_LAYER_TEST_forced")
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_forced")

        seen = said(subject, world, option)

        assert named_in(seen, '"VK_LAYER_TEST_forced"', "VK_LOADER_LAYERS_ENABLE") == (
            '"VK_LAYER_TEST_forced"',
            "VK_LOADER_LAYERS_ENABLE",
        )

    @pytest.mark.rule("FILTER-LAYER-DISABLE-02")
    @pytest.mark.parametrize("option", ["warn", "layer"])
    @pytest.mark.parametrize("implicit", [True, False], ids=["implicit", "explicit"])
    def test_disabled_layers(self, world: World, subject: Trial, implicit: bool, option: str) -> None:
        """In warn or layer logging a line names a layer VK_LOADER_LAYERS_DISABLE leaves out, and the variable."""
        world.driver()
        add = world.implicit_layer if implicit else world.explicit_layer
        add("VK_LAYER_TEST_gone")
        world.variable("VK_LOADER_LAYERS_DISABLE", "*_gone")

        seen = said(subject, world, option)

        assert named_in(seen, '"VK_LAYER_TEST_gone"', "VK_LOADER_LAYERS_DISABLE") == (
            '"VK_LAYER_TEST_gone"',
            "VK_LOADER_LAYERS_DISABLE",
        )

    @pytest.mark.rule("FILTER-DRIVER-SELECT-03")
    @pytest.mark.parametrize("option", ["warn", "driver"])
    def test_drivers_not_selected(self, world: World, subject: Trial, option: str) -> None:
        """In warn or driver logging a line names a driver VK_LOADER_DRIVERS_SELECT leaves out, and the variable."""
        world.driver("alpha")
        world.driver("beta")
        world.variable("VK_LOADER_DRIVERS_SELECT", "alpha*")

        seen = said(subject, world, option)

        assert named_in(seen, '"beta.json"', "VK_LOADER_DRIVERS_SELECT") == (
            '"beta.json"',
            "VK_LOADER_DRIVERS_SELECT",
        )

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-03")
    @pytest.mark.parametrize("option", ["warn", "driver"])
    def test_disabled_drivers(self, world: World, subject: Trial, option: str) -> None:
        """In warn or driver logging a line names a driver VK_LOADER_DRIVERS_DISABLE leaves out, and the variable."""
        world.driver("alpha")
        world.driver("beta")
        world.variable("VK_LOADER_DRIVERS_DISABLE", "beta*")

        seen = said(subject, world, option)

        assert named_in(seen, '"beta.json"', "VK_LOADER_DRIVERS_DISABLE") == (
            '"beta.json"',
            "VK_LOADER_DRIVERS_DISABLE",
        )

    @pytest.mark.rule("FILTER-LAYER-ENABLE-03")
    @pytest.mark.parametrize("option", ["warn", "layer"])
    def test_every_forced_layer(self, world: World, subject: Trial, option: str) -> None:
        """In warn or layer logging each of three layers that VK_LOADER_LAYERS_ENABLE enables is named with it."""
        world.driver()
        for name in THREE:
            world.explicit_layer(name)
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_a,*_b,*_c")

        seen = said(subject, world, option)

        assert all_told(seen, THREE, "VK_LOADER_LAYERS_ENABLE") == THREE

    @pytest.mark.rule("FILTER-LAYER-DISABLE-02")
    @pytest.mark.parametrize("option", ["warn", "layer"])
    @pytest.mark.parametrize("value", ["VK_LAYER_*", "*_a,*_b,*_c", "~implicit~"])
    def test_every_disabled_layer(self, world: World, subject: Trial, value: str, option: str) -> None:
        """In warn or layer logging each of three layers that VK_LOADER_LAYERS_DISABLE leaves out is named with it."""
        world.driver()
        for name in THREE:
            world.implicit_layer(name)
        world.variable("VK_LOADER_LAYERS_DISABLE", value)

        seen = said(subject, world, option)

        assert all_told(seen, THREE, "VK_LOADER_LAYERS_DISABLE") == THREE

    @pytest.mark.rule("FILTER-DRIVER-SELECT-03")
    @pytest.mark.parametrize("option", ["warn", "driver"])
    def test_every_driver_not_selected(self, world: World, subject: Trial, option: str) -> None:
        """In warn or driver logging each of three drivers VK_LOADER_DRIVERS_SELECT leaves out is named with it."""
        for name in ("alpha", "beta", "gamma", "delta"):
            world.driver(name)
        world.variable("VK_LOADER_DRIVERS_SELECT", "alpha*")
        left_out = ("beta.json", "gamma.json", "delta.json")

        seen = said(subject, world, option)

        assert all_told(seen, left_out, "VK_LOADER_DRIVERS_SELECT") == left_out

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-03")
    @pytest.mark.parametrize("option", ["warn", "driver"])
    def test_every_disabled_driver(self, world: World, subject: Trial, option: str) -> None:
        """In warn or driver logging each of three drivers VK_LOADER_DRIVERS_DISABLE leaves out is named with it."""
        for name in ("alpha", "beta", "gamma", "delta"):
            world.driver(name)
        world.variable("VK_LOADER_DRIVERS_DISABLE", "beta*,gamma*,delta*")
        left_out = ("beta.json", "gamma.json", "delta.json")

        seen = said(subject, world, option)

        assert all_told(seen, left_out, "VK_LOADER_DRIVERS_DISABLE") == left_out

    @pytest.mark.rule("FILTER-LAYER-ENABLE-03")
    def test_the_beginning_of_a_layers_line(self, world: World, subject: Trial) -> None:
        """A line on a layer that a filter enables has WARNING | LAYER: and should begin with [Vulkan Loader]."""
        world.driver()
        world.explicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_ENABLE", ONE)

        seen = said(subject, world, "layer")

        warnings = naming(seen, "WARNING | LAYER:", f'"{ONE}"', "VK_LOADER_LAYERS_ENABLE")
        before = {line.partition("WARNING")[0].strip() for line in warnings}
        assert (len(before), before <= {"[Vulkan Loader]", ""}) == (1, True)
        subject.implied(before, {"[Vulkan Loader]"}, "the samples of the documents")

    @pytest.mark.rule("FILTER-LAYER-DISABLE-02")
    def test_the_beginning_of_a_disabled_layers_line(self, world: World, subject: Trial) -> None:
        """A line on a layer that VK_LOADER_LAYERS_DISABLE leaves out has the words WARNING | LAYER."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", ONE)

        seen = said(subject, world, "layer")

        assert named_in(seen, "WARNING | LAYER:", f'"{ONE}"', "VK_LOADER_LAYERS_DISABLE") == (
            "WARNING | LAYER:",
            f'"{ONE}"',
            "VK_LOADER_LAYERS_DISABLE",
        )

    @pytest.mark.rule("FILTER-DRIVER-SELECT-03", "FILTER-DRIVER-DISABLE-03")
    @pytest.mark.parametrize(
        ("variable", "value"),
        [("VK_LOADER_DRIVERS_SELECT", "alpha*"), ("VK_LOADER_DRIVERS_DISABLE", "beta*")],
    )
    def test_the_words_of_a_drivers_line(
        self, world: World, subject: Trial, variable: str, value: str
    ) -> None:
        """A line on a driver that a filter variable leaves out has the words WARNING | DRIVER."""
        world.driver("alpha")
        world.driver("beta")
        world.variable(variable, value)

        seen = said(subject, world, "driver")

        assert named_in(seen, "WARNING | DRIVER:", '"beta.json"', variable) == (
            "WARNING | DRIVER:",
            '"beta.json"',
            variable,
        )
