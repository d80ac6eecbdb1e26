"""A loader need not know every instance extension; which findings rest on that alone."""

from dataclasses import replace

import pytest

from refloader.model.edition import Edition
from refloader.scenario.observation import Observation, SeenExtension
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import Script
from refloader.suite.loaders.lacking import unknown_extension, without_extension
from tests.harness.suite.test_trial import Fixed

UTILS, SURFACE, DISPLAY = "VK_EXT_debug_utils", "VK_KHR_surface", "VK_KHR_display"
NOT_PRESENT = -7


class Knowing(Fixed):
    """A loader that knows these instance extensions; it lists them all, or all but the last of a list."""

    def __init__(
        self, *known: str, cut: bool = False, enables: tuple[str, ...] = (), code: int = NOT_PRESENT
    ) -> None:
        super().__init__(Observation("ok"))
        self._code = code
        self._known, self._is_cut, self._enabled = known, cut, (*known, *enables)

    def observe(self, scenario: Scenario) -> Observation:
        """Its answers to a listing, and to each vkCreateInstance."""
        (driver,) = scenario.libraries.values()
        offered = [each.partition(":")[0] for each in driver.flags.get("extensions", "").split(",")]
        listed = [each for each in offered if each in self._known][: -1 if self._is_cut else None]
        answers = {
            step[1]: 0 if {*step[2]["extensions"]} <= {*self._enabled} & {*offered} else self._code
            for step in scenario.actions
            if step[0] == "create"
        }
        return Observation(
            "ok", extensions={"": tuple(SeenExtension(each, 1) for each in listed)}, answers=answers
        )


def with_steps(script: Script) -> Scenario:
    """What an application does, on some machine."""
    return replace(World().scenario(), actions=script.actions)


def unknown(loader: Knowing, *names: str, edition: Edition = Edition.E2026) -> str:
    """What the loader does not know of the extensions that a case enables."""
    script = Script()
    script.create(extensions=[*names])
    return unknown_extension(loader.observe, None, REFUSED, with_steps(script), edition)


FEW = Knowing(SURFACE, DISPLAY)
REFUSED = Observation("ok", answers={"instance": NOT_PRESENT})
"""What a case saw in which an instance could not be made with an extension."""


class TestUnknownExtensions:
    """ "The loader will filter out the names of these unknown instance extensions": which those are, it chooses."""

    def test_one_that_it_never_has(self) -> None:
        """The case rests on it."""
        assert unknown(FEW, SURFACE, UTILS) == UTILS

    def test_one_that_the_application_has_by_default(self) -> None:
        """What the scenario's application enables counts."""
        world = World()
        world.application(extensions=[UTILS])

        refused = Observation("ok", result=NOT_PRESENT)

        assert unknown_extension(FEW.observe, None, refused, world.scenario(), Edition.E2026) == UTILS

    def test_one_on_another_thread(self) -> None:
        """The steps of threads count, too."""
        script = Script()
        thread = script.thread()
        thread.create(extensions=[UTILS])
        script.threads(thread)

        refused = Observation("ok", answers={"threads": [[[NOT_PRESENT]]]})
        assert unknown_extension(FEW.observe, None, refused, with_steps(script), Edition.E2026) == UTILS

    @pytest.mark.parametrize("name", [SURFACE, DISPLAY])
    def test_one_that_each_loader_has(self, name: str) -> None:
        """A loader that filters it out has failed (WSI-EXT-01)."""
        assert unknown(Knowing(UTILS), name) == ""

    @pytest.mark.parametrize(("edition", "name"), [(Edition.E2016, DISPLAY), (Edition.E2018, "")])
    def test_displays(self, edition: Edition, name: str) -> None:
        """That each loader has VK_KHR_display says no document before 2018."""
        assert unknown(Knowing(SURFACE), DISPLAY, edition=edition) == name

    def test_one_that_nobody_has(self) -> None:
        """Of names that the registry does not have a test knows what it wants."""
        assert unknown(FEW, "VK_EXT_test_unheard_of") == ""

    def test_one_that_it_knows(self) -> None:
        """What fails then has another cause."""
        assert unknown(Knowing(SURFACE, DISPLAY, UTILS), UTILS) == ""

    def test_a_list_that_is_cut(self) -> None:
        """An extension that it lists only in the middle is known."""
        assert unknown(Knowing(SURFACE, DISPLAY, UTILS, cut=True), UTILS) == ""

    def test_one_that_it_enables_and_does_not_list(self) -> None:
        """Its list is wrong, and the extension is known."""
        assert unknown(Knowing(SURFACE, DISPLAY, enables=(UTILS,)), UTILS) == ""

    def test_a_loader_that_lists_nothing(self) -> None:
        """Its list says nothing of what it knows."""
        assert unknown(Knowing(enables=(SURFACE, DISPLAY)), UTILS) == ""

    def test_a_case_in_which_nothing_is_refused(self) -> None:
        """An instance was made in it all the same: what failed has another cause."""
        script = Script()
        script.create(extensions=[UTILS])
        made = Observation("ok", answers={"instance": 0, "layers": -5})

        assert unknown_extension(FEW.observe, None, made, with_steps(script), Edition.E2026) == ""

    def test_another_error(self) -> None:
        """Which error it is, the documents do not say; it has to be the one of the case."""
        loader = Knowing(SURFACE, DISPLAY, code=-3)

        assert unknown(loader, UTILS) == ""

    def test_the_same_error(self) -> None:
        """A loader may refuse with another code."""
        loader = Knowing(SURFACE, DISPLAY, code=-3)
        script = Script()
        script.create(extensions=[UTILS])
        refused = Observation("ok", answers={"instance": -3})

        assert unknown_extension(loader.observe, None, refused, with_steps(script), Edition.E2026) == UTILS

    def test_one_of_a_layer(self) -> None:
        """The filter is one of drivers' extensions: what a layer's manifest offers can be enabled."""
        world = World()
        world.implicit_layer("VK_LAYER_TEST_one", instance_extensions=[{"name": UTILS, "spec_version": "1"}])
        world.application(extensions=[UTILS])

        assert unknown_extension(FEW.observe, None, REFUSED, world.scenario(), Edition.E2026) == ""

    @pytest.mark.parametrize(
        ("value", "offered", "name"), [("1", UTILS, ""), ("0", UTILS, UTILS), ("1", SURFACE, UTILS)]
    )
    def test_without_the_filter(self, value: str, offered: str, name: str) -> None:
        """The variable switches the filter off: what a driver offers can be enabled, known or not (EXT-FILTER-04)."""
        world = World()
        world.driver(flags={"extensions": f"{offered}:1"})
        world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", value)
        world.application(extensions=[UTILS])

        assert unknown_extension(FEW.observe, None, REFUSED, world.scenario(), Edition.E2026) == name


class TestExtensionsThatARuleRequires:
    """ "Messages go to any VK_EXT_debug_utils messenger" (2026): a loader without the extension fails that rule."""

    @pytest.mark.parametrize(("rule", "counts"), [("DEBUG-LOG-03", True), ("LDP_LOADER_9", False)])
    def test_which_cases_fail(self, rule: str, counts: bool) -> None:
        """Those of the rule do, and no others."""
        why = f"this loader does not know {UTILS}, which DEBUG-LOG-03 requires"

        assert without_extension(UTILS, Edition.E2026, [rule]) == (counts, why)

    @pytest.mark.parametrize("edition", [Edition.E2018, Edition.E2022])
    def test_editions_that_do_not_require_it(self, edition: Edition) -> None:
        """The rule is none of theirs."""
        why = f"this loader does not know {UTILS}, and need not"

        assert without_extension(UTILS, edition, ["DEBUG-LOG-03"]) == (False, why)
