"""What a campaign says of a disagreement that a trait of loader releases explains, on a loader that is played."""

from collections.abc import Callable

import pytest

from refloader.campaign import search
from refloader.campaign.search import Search
from refloader.core.ages import age_of
from refloader.model.age import Trait
from refloader.model.edition import LATEST, Edition
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.suite.loaders.probing import Found

Seen = Callable[[Scenario], Observation]


@pytest.fixture
def signatures(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, World, Seen], list[str]]:
    """Return the signatures of what a loader of a version that does so in a world is found to do."""

    class Played:
        def __init__(self, path: str) -> None:
            self.path = path

    def found(version: str, world: World, seen: Seen) -> list[str]:
        def observe(_: object, scenario: Scenario, timeout: float = 0) -> Observation:
            del timeout
            return seen(scenario)

        Played.observe = observe  # type: ignore[attr-defined]
        monkeypatch.setattr(search, "ForeignLoader", Played)
        monkeypatch.setattr(search, "scenario_of_seed", lambda *_: world.scenario())
        outcome = Search("/usr/lib/libvulkan.so.1", version).outcome(0)
        return [each.signature for each in outcome.findings]

    return found


def crash(scenario: Scenario) -> Observation:
    """Play a loader that crashes wherever 1.3.244 may, and else does what is predicted of the newest."""
    of_age = predict(scenario, LATEST, Build(age=age_of("1.3.244"))).observation
    by_chance = of_age.ended == "not covered"
    return Observation("crash", "SIGSEGV during instance") if by_chance else answered(scenario)


def answered(scenario: Scenario) -> Observation:
    """Play a loader that does what is predicted."""
    found = predict(scenario, LATEST, Build()).observation
    assert found.ended == "ok"
    return found


class TestChance:
    """A trait that leaves a world to chance explains what the loader does there, whichever it is."""

    @pytest.fixture
    def world(self) -> World:
        """A driver without vkEnumeratePhysicalDevices, on which releases before 1.3.251 crash by chance."""
        world = World()
        world.driver(flags={"null": "vkEnumeratePhysicalDevices"})
        return world

    def test_it_belongs_to_the_trait(
        self, signatures: Callable[[str, World, Seen], list[str]], world: World
    ) -> None:
        """Where the release has the trait."""
        trait = search.trait_signature(Trait.CRASH_WITHOUT_DEVICE_ENUMERATION)

        assert signatures("1.3.244", world, crash) == [trait]

    def test_it_is_new_in_other_releases(
        self, signatures: Callable[[str, World, Seen], list[str]], world: World
    ) -> None:
        """A later release has no such excuse."""
        [found] = signatures("1.3.278", world, crash)

        assert "the end: crash" in found

    def test_a_look_that_does_not_show_it_again(
        self, signatures: Callable[[str, World, Seen], list[str]], world: World
    ) -> None:
        """The trait is judged by the look that showed the difference."""
        shown: list[bool] = []

        def once_in_two(scenario: Scenario) -> Observation:
            shown.append(len(shown) % 2 == 0)
            return crash(scenario) if shown[-1] else answered(scenario)

        assert signatures("1.3.244", world, once_in_two) == [
            search.trait_signature(Trait.CRASH_WITHOUT_DEVICE_ENUMERATION)
        ]


class TestPrivileges:
    """A build option explains what no release does."""

    def test_a_loader_that_serves_everybody_alike(
        self, signatures: Callable[[str, World, Seen], list[str]]
    ) -> None:
        """What it takes from the user's folder as a privileged process is one cause, of that option."""
        world = World()
        world.driver()
        world.driver("mine", folder="/home/user/.config/vulkan/icd.d")
        world.variable("HOME", "/home/user")
        ordinary = world.scenario()
        world.elevate()

        found = signatures("1.4.349", world, lambda _: answered(ordinary))

        assert found == [search.trait_signature(Trait.PRIVILEGES_IGNORED)]


class TestLaterDocuments:
    """A release that does what later documents than those of its edition say is no new finding."""

    def test_a_variable_that_its_edition_lacks(
        self, signatures: Callable[[str, World, Seen], list[str]]
    ) -> None:
        """1.3.224 is held to the documents of 2022 and has VK_DRIVER_FILES, which those of 2026 bring."""
        world = World()
        world.driver()
        world.variable("VK_DRIVER_FILES", "")

        assert signatures("1.3.224", world, answered) == [search.LATER_DOCUMENTS]


def test_a_loader_that_descends_from_no_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compared with the documents that it follows, whatever version it reports."""
    found = Found(age_of("1.3.290"), "1.3.253", "1.3.302", 40, 1, Edition.E2018, 33)
    monkeypatch.setattr(search, "_probed", lambda path: found)

    assert Search("/nowhere/libvulkan.so", "1.3.0").edition is Edition.E2018
    assert Search("/nowhere/libvulkan.so", "1.3.0", Edition.E2022).edition is Edition.E2022
