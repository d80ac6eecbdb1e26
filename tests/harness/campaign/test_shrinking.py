"""A scenario gets smaller while what is sought stays true."""

import json

from refloader.campaign.shrinking import shrunk
from refloader.campaign.shrinking_texts import plainer_texts
from refloader.campaign.worlds.strategies import world_of_seed
from refloader.scenario.scenario import Scenario, World

ONE = "VK_LAYER_TEST_one"


def crowded() -> Scenario:
    """A world with much in it that does not matter."""
    world = World()
    world.driver("first")
    world.driver("second", folder="/etc/vulkan/icd.d", flags={"devices": "2"})
    world.explicit_layer(ONE, folder="/etc/vulkan/explicit_layer.d", mock="layer_v1", api_version="1.1.0")
    world.variable("VK_INSTANCE_LAYERS", f"VK_LAYER_TEST_other:{ONE}")
    world.variable("VK_LOADER_DEBUG", "all")
    world.link("/world/link", "/nothing")
    world.application(layers=[ONE, "VK_LAYER_TEST_other"], extensions=["VK_KHR_surface"], flags=1)
    return world.scenario()


class TestScenarios:
    """Whatever does not matter goes."""

    def test_everything_goes_if_nothing_matters(self) -> None:
        """What is left is a scenario without anything."""
        assert shrunk(crowded(), lambda _: True) == Scenario()

    def test_nothing_goes_if_all_matters(self) -> None:
        """A scenario that is the only one of its kind stays as it is."""
        scenario = crowded()

        assert shrunk(scenario, lambda _: False) == scenario

    def test_what_matters_stays(self) -> None:
        """A name in a variable and the file of that layer, moved to where such files usually are."""

        def holds(scenario: Scenario) -> bool:
            named = ONE in scenario.variables.get("VK_INSTANCE_LAYERS", "").split(":")
            return named and any(ONE.encode() in data for data in scenario.files.values())

        smallest = shrunk(crowded(), holds)

        assert smallest.variables == {"HOME": "/home/user", "VK_INSTANCE_LAYERS": ONE}
        assert list(smallest.files) == [f"/usr/share/vulkan/explicit_layer.d/{ONE}.json"]
        assert (smallest.libraries, smallest.links) == ({}, {})

    def test_a_mock_gets_plain(self) -> None:
        """A library that has to be there loses what is odd about it."""
        smallest = shrunk(crowded(), lambda scenario: len(scenario.libraries) == 3)

        assert [library.mock for library in smallest.libraries.values()] == ["driver", "driver", "layer"]
        assert all(library.flags.keys() == {"name"} for library in smallest.libraries.values())

    def test_the_tries_are_counted(self) -> None:
        """Nobody is asked more often than was said, and never twice about the same."""
        asked: list[Scenario] = []

        def holds(scenario: Scenario) -> bool:
            asked.append(scenario)
            return len(scenario.files) > 1

        shrunk(crowded(), holds, tries=20)

        assert len(asked) <= 20
        assert all(one != other for index, one in enumerate(asked) for other in asked[:index])

    def test_the_smallest_is_always_the_same(self) -> None:
        """Two runs end in the same scenario."""
        scenario = world_of_seed(11)

        first, again = (shrunk(scenario, lambda each: bool(each.files)) for _ in range(2))

        assert first == again


class TestTexts:
    """A manifest's text gets plainer step by step."""

    def test_members_go(self) -> None:
        """Each key can be left out, also in the object inside."""
        text = json.dumps({"a": 1, "layer": {"b": 2, "c": 3}}, indent=2).encode()

        found = [json.loads(other) for other in plainer_texts(text)]

        assert {"layer": {"b": 2, "c": 3}} in found
        assert {"a": 1, "layer": {"c": 3}} in found

    def test_repeated_keys_stay_repeated(self) -> None:
        """The text is read with both, and each can go."""
        text = b'{\n  "a": 1,\n  "a": 2,\n  "b": 3\n}'

        found = list(plainer_texts(text))

        assert b'{\n  "a": 1,\n  "a": 2\n}' in found
        assert b'{\n  "a": 2,\n  "b": 3\n}' in found

    def test_what_stands_around_stays_while_the_inside_gets_plain(self) -> None:
        """A byte order mark is tried without, and kept with less inside."""
        text = b'\xef\xbb\xbf{"a": 1, "b": 2}x'

        found = list(plainer_texts(text))

        assert found[0] == b'{\n  "a": 1,\n  "b": 2\n}'
        assert b'\xef\xbb\xbf{\n  "a": 1,\n  "b": 2\n}x' in found

    def test_what_is_no_object_loses_bytes(self) -> None:
        """Halves first."""
        assert list(plainer_texts(b"0123"))[:2] == [b"23", b"01"]

    def test_deep_texts_lose_bytes(self) -> None:
        """What nests as deep as hostile texts do is not walked."""
        text = b'{"more": ' + b"[" * 900 + b"]" * 900 + b"}"

        assert len(next(plainer_texts(text))) < len(text)

    def test_it_comes_to_an_end(self) -> None:
        """Taking the first plainer text again and again ends in one that has none."""
        text = b'// x\n{"layer": {"name": "a", "list": [1, {"b": "c"}]}, "more": "' + b"y" * 200 + b'"}'
        steps = 0
        while (following := next(iter(plainer_texts(text)), None)) is not None and steps < 200:
            text, steps = following, steps + 1

        assert text == b"{}"
