"""What each layer finds in pNext of a later device's create info: where its link leads, and the callback."""

from itertools import pairwise

import pytest

from policy_tests.loader.chains.test_chain_links import CALLBACK, OF_MOCKS
from refloader.scenario.applications import with_instance
from refloader.scenario.call_sequence import parsed_lines, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.editions("2018", "2022", "2026")]

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
LAYERS = [ONE, TWO, THREE]
LATER = pytest.mark.parametrize("place", [3, 2], ids=["third", "second"])
ENDED = pytest.mark.parametrize("ended", [False, True], ids=["beside", "after"])


def found(seen: Observation, step: str, event: str) -> dict[str, dict[str, str]]:
    """What each layer wrote about the device that this step made, by the layer's name."""
    lines = parsed_lines(seen.lines[step], event, "layer")
    return {name: values for name, values in lines if values["of"] == "device"}


def made(world: World, subject: Trial, place: int, ended: bool) -> Observation:
    """Make so many devices under three layers, one after the end of the other or beside it, and end the last one."""
    world.driver(flags={"devices": "2"})
    for name in LAYERS:
        world.explicit_layer(name)
    world.application(layers=LAYERS)
    script = with_instance()
    for number in range(1, place + 1):
        script.device(f"devices.{number % 2}", label=f"device {number}")
        if ended and number < place:
            script.destroy_device(f"device {number}")
    script.destroy_device(f"device {place}")
    return subject.calls(world, script)


class TestLaterDevices:
    """Where a layer's link leads, and that it finds the callback, is true of each device as of the first one."""

    @pytest.mark.rule("CHAIN-INIT-04")
    @LATER
    @ENDED
    @pytest.mark.parametrize(
        "lookup", [pytest.param("device", marks=pytest.mark.rule("LLP_LOADER_9")), "instance"]
    )
    def test_where_links_lead(
        self, world: World, subject: Trial, place: int, ended: bool, lookup: str
    ) -> None:
        """In a later device's links, too, each of two layers finds the lookup functions of the next layer."""
        seen = made(world, subject, place, ended)

        links = found(seen, f"device {place}", "link")
        step = f"device {place}" if lookup == "instance" else list(seen.lines)[-1]
        command = "vkCreateDevice" if lookup == "instance" else "vkDestroyDevice"
        way = way_down(seen.lines[step], command)
        assert {*pairwise(LAYERS)} <= {*pairwise(way)}, f"{command} does not pass {', '.join(LAYERS)}: {way}"
        files = {layer: links.get(layer, {}).get(lookup, "") for layer in (ONE, TWO)}
        expected = {layer: f"lib{below}.so" for layer, below in pairwise(LAYERS)}
        ours = {*OF_MOCKS, f"lib{THREE}.so", "none"}
        assert {
            layer: file for layer, file in files.items() if file in ours and file != expected[layer]
        } == {}
        by = "the next entity's function, which may be called by one of the loader"
        subject.implied(files, expected, by)

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
        if not given:
            pytest.skip("no layer is entered for the later device, which other cases judge")
        assert given == dict.fromkeys(given, (1, "1"))
