"""What each layer finds in pNext of a later device's create info: where its link leads, and the callback."""

import pytest

from policy_tests.loader.chains.test_chain_links import CALLBACK, OF_MOCKS
from refloader.scenario.applications import with_instance
from refloader.scenario.call_sequence import parsed_lines, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.editions("2018", "2022", "2026")]

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
LATER = pytest.mark.parametrize("place", [3, 2], ids=["third", "second"])
ENDED = pytest.mark.parametrize("ended", [False, True], ids=["beside", "after"])


def found(seen: Observation, step: str, event: str) -> dict[str, dict[str, str]]:
    """What each layer wrote about the device that this step made, by the layer's name."""
    lines = parsed_lines(seen.lines[step], event, "layer")
    return {name: values for name, values in lines if values["of"] == "device"}


def made(world: World, subject: Trial, place: int, ended: bool) -> Observation:
    """Make so many devices under two layers, one after the end of the other or beside it, and end the last one."""
    world.driver(flags={"devices": "2"})
    world.explicit_layer(ONE)
    world.explicit_layer(TWO)
    world.application(layers=[ONE, TWO])
    script = with_instance()
    for number in range(1, place + 1):
        script.device(f"devices.{number % 2}", label=f"device {number}")
        if ended and number < place:
            script.destroy_device(f"device {number}")
    script.destroy_device(f"device {place}")
    return subject.calls(world, script)


class TestLaterDevices:
    """What is true of the links of the first device is true of each."""

    @pytest.mark.rule("CHAIN-INIT-04", "LLP_LOADER_9")
    @LATER
    @ENDED
    @pytest.mark.parametrize("lookup", ["device", "instance"])
    def test_where_links_lead(
        self, world: World, subject: Trial, place: int, ended: bool, lookup: str
    ) -> None:
        """In a later device's links, too, a layer finds the lookup functions of the next layer."""
        seen = made(world, subject, place, ended)

        file = found(seen, f"device {place}", "link").get(ONE, {}).get(lookup, "")
        ways = [way_down(seen.lines[f"device {place}"], "vkCreateDevice")]
        ways += [way_down(list(seen.lines.values())[-1], "vkDestroyDevice")]
        assert ways == [(ONE, TWO, "plain")] * 2
        if file in {*OF_MOCKS, "none"}:  # else it is the loader's own, which may stand between the layers
            assert file == f"lib{TWO}.so"

    @pytest.mark.rule("CHAIN-INIT-03", "OBJECTS-LAYER-02")
    @LATER
    @ENDED
    def test_the_callback(self, world: World, subject: Trial, place: int, ended: bool) -> None:
        """For a later device, too, each layer finds one VK_LOADER_DATA_CALLBACK structure with a function."""
        seen = made(world, subject, place, ended)

        given = {
            name: (each["functions"].split(",").count(CALLBACK), each["set_data"])
            for name, each in found(seen, f"device {place}", "chain").items()
        }
        assert given == {ONE: (1, "1"), TWO: (1, "1")}
