"""A loader that takes another reading of an ambiguity differs from the prediction, and property tests excuse it."""

import pytest

from policy_tests.properties.agreement import Agreement
from refloader.host.forked import run_forked
from refloader.model.edition import LATEST, Edition
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.selftest import open_readings
from refloader.selftest.reaching import caches
from refloader.suite.loaders.trial import Trial

ONE, META = "VK_LAYER_TEST_one", "VK_LAYER_TEST_meta"


class Other:
    """A loader that does what is predicted of the reference with these variants."""

    name, path, version, edition = "other", "", "", LATEST

    def __init__(self, *variants: str) -> None:
        self._variants = variants

    def observe(self, scenario: Scenario) -> Observation:
        """Predict in a child, as ``open_readings`` does."""
        (ended,) = run_forked([("seen", lambda: self._predicted(scenario))], workers=1, limit=60)
        assert isinstance(ended.answer, Observation), ended.problem
        return ended.answer

    def _predicted(self, scenario: Scenario) -> Observation:
        open_readings._of_the_core()
        with open_readings._taken(self._variants, caches()):
            return predict(scenario, LATEST, Build()).observation


class Loader(Trial):
    """A trial of such a loader that takes scenarios as one of a library does."""

    def runs(self, scenario: Scenario) -> Observation:
        """Observe it."""
        return self.loader.observe(scenario)


def agreement(*variants: str) -> Agreement:
    """The property of a loader with these variants."""
    return Agreement(Loader(Other(*variants)))  # type: ignore[arg-type] # a subject of another kind


def machine(**keys: str) -> World:
    """A driver and an implicit layer."""
    world = World()
    world.driver()
    world.implicit_layer(ONE, **keys)
    return world


@pytest.mark.rule("AMB-API-LOOSE")
class TestVersions:
    """What a reader makes of an api_version of another form is not stated."""

    @pytest.mark.parametrize(
        ("variant", "version"),
        [
            ("unfit_versions_are_refused", "1.3.4096"),
            ("unfit_numbers_lose_their_high_bits", "1.2050.0"),
            ("loose_versions_are_refused", "1.3"),
        ],
    )
    def test_each_reading(self, variant: str, version: str) -> None:
        """A loader with another reading passes, and the warning names the ambiguity."""
        one = agreement(variant)

        one.check(machine(api_version=version).scenario())

        assert {excuse.partition(":")[0] for excuse in one._excuses} == {"AMB-API-LOOSE"}

    def test_what_no_reading_has(self) -> None:
        """A loader that refuses a version of three numbers that fit fails."""
        layerless = Observation("ok", result=0, version="1.4.0", drivers=("plain",))

        class Wrong(Other):
            def observe(self, scenario: Scenario) -> Observation:
                return layerless

        with pytest.raises(AssertionError, match=ONE):
            Agreement(Loader(Wrong())).check(machine(api_version="1.3.0").scenario())  # type: ignore[arg-type]


class TestSeveral:
    """A loader may take several readings at once."""

    @pytest.mark.rule("AMB-API-LOOSE", "AMB-ARCH-OTHER")
    def test_two_at_once(self) -> None:
        """Both are found, and what only both explain passes."""
        world = machine(api_version="1.3.4096")
        world.explicit_layer(META, api_version="1.3.0")
        world.driver("other", api_version="1.3.0", library_arch="65")

        one = agreement("unfit_versions_are_refused", "other_word_sizes_are_refused")
        one.check(world.scenario())

        assert {excuse.partition(":")[0] for excuse in one._excuses} == {"AMB-API-LOOSE", "AMB-ARCH-OTHER"}

    def test_nothing_stays(self) -> None:
        """What the child replaces is not replaced in this process."""
        scenario = machine(api_version="1.99999.0").scenario()
        before = predict(scenario, Edition.E2026, Build()).observation

        agreement("unfit_versions_are_refused").check(scenario)

        assert predict(scenario, Edition.E2026, Build()).observation == before
