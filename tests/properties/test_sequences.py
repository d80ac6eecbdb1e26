"""Applications that go on for a while: several instances and devices, predicted step by step."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refloader.campaign.search import Search
from refloader.campaign.worlds.byte_source import CHUNK
from refloader.campaign.worlds.steps import scenario_of_seed, sequence_from
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.native.dropin import dropin_library
from refloader.predict.script import predict_script, predicted_lines
from refloader.sandbox.loader import identify
from refloader.scenario.actions import EVERYTHING
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import Script
from refloader.suite.run.targets import why_no_dropin

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
BYTES = st.binary(max_size=18 * CHUNK)


def sequence(script: Script) -> Scenario:
    """The steps on a machine with one driver, an implicit and an explicit layer."""
    world = World()
    world.driver()
    world.implicit_layer(ONE)
    world.explicit_layer(TWO)
    return replace(world.scenario(), actions=script.actions)


class TestModel:
    """What each step gives follows from what was made and not yet destroyed."""

    def test_two_instances_have_chains_of_their_own(self) -> None:
        """Each is destroyed through the layers that it was made with, whatever a variable says by then."""
        script = Script()
        script.create("first")
        script.set("VK_INSTANCE_LAYERS", TWO)
        script.create("second")
        script.destroy("first")

        seen = predict_script(sequence(script), LATEST, Build()).observation

        assert seen.answers == {"first": 0, "second": 0}
        assert seen.lines["second"] == tuple(
            f"{who} vkCreateInstance" for who in (f"layer {ONE}", f"layer {TWO}", "driver plain")
        )
        assert seen.lines["destroy"] == (f"layer {ONE} vkDestroyInstance", "driver plain vkDestroyInstance")

    def test_a_device_goes_through_the_layers_of_its_instance(self) -> None:
        """And to the driver whose device it is."""
        script = Script()
        script.create()
        script.devices()
        script.device()
        script.destroy_device()

        seen = predict_script(sequence(script), LATEST, Build()).observation

        assert seen.answers["devices"] == {"result": 0, "names": ["mock driver"]}
        assert seen.lines["device"] == (f"layer {ONE} vkCreateDevice", "driver plain vkCreateDevice")
        assert seen.lines["destroy_device"] == (
            f"layer {ONE} vkDestroyDevice",
            "driver plain vkDestroyDevice",
        )

    def test_what_was_not_made_gives_nothing(self) -> None:
        """Steps about an instance that could not be made are not done."""
        script = Script()
        script.create(layers=["VK_LAYER_TEST_nobody"])
        script.devices()
        script.device()
        script.destroy()

        seen = predict_script(sequence(script), LATEST, Build()).observation

        assert seen.answers == {"instance": -6, "devices": None, "device": None}
        assert seen.lines == {}

    @pytest.mark.parametrize("wrong", ["twice", "parent first", "no such step", "gone"])
    def test_an_application_in_the_wrong_is_not_covered(self, wrong: str) -> None:
        """What an application may not do is nothing to predict."""
        script = Script()
        script.create()
        script.devices()
        script.device()
        if wrong == "twice":
            script.destroy_device()
            script.destroy_device()
        elif wrong == "parent first":
            script.destroy()
        elif wrong == "gone":
            script.destroy_device()
            script.destroy()
            script.devices(label="again")
        else:
            script.libraries()

        seen = predict_script(sequence(script), LATEST, Build()).observation

        assert seen.ended == "not covered"

    def test_what_mocks_wrote_is_read_as_it_is_predicted(self) -> None:
        """Only who was entered by which command counts, and drivers may be left in any order."""
        lines = ("driver b vkDestroyInstance", "layer a negotiate", "driver a vkDestroyInstance", "x")

        assert predicted_lines(lines) == ("driver a vkDestroyInstance", "driver b vkDestroyInstance")


class TestSequences:
    """Generated applications do what applications may do."""

    @given(data=BYTES)
    def test_nothing_is_left(self, data: bytes) -> None:
        """Everything that was made is destroyed in the end, a device before its instance."""
        scenario = sequence_from(data)
        made = [label for verb, label, *_ in _steps(scenario) if verb in ("create", "device")]
        gone = [options["of"] for verb, _, options in _steps(scenario) if verb.startswith("destroy")]

        assert sorted(made) == sorted(gone)

    @given(data=BYTES)
    def test_the_model_knows_every_step(self, data: bytes) -> None:
        """Nothing that is generated is used after its end; only odd libraries are beyond the model."""
        seen = predict_script(sequence_from(data), LATEST, Build()).observation

        assert seen.ended == "ok" or not {"nobody", "application"} & set(seen.detail.split())

    def test_every_fourth_seed_is_one(self) -> None:
        """Always the same."""
        kinds = [scenario_of_seed(seed).actions != EVERYTHING for seed in range(40)]

        assert kinds.count(True) == 10
        assert scenario_of_seed(3) == scenario_of_seed(3)


def _steps(scenario: Scenario) -> list[tuple[str, str, dict[str, str]]]:
    return [action for action in scenario.actions if len(action) == 3]  # type: ignore[misc]


@pytest.fixture(scope="module")
def dropin() -> Search:
    """The search on the drop-in library."""
    reason = why_no_dropin()
    if reason:
        pytest.skip(reason)
    path = dropin_library()
    return Search(path, identify(path).version)


class TestDropin:
    """The drop-in library goes through its instances' lives as the model does."""

    @settings(max_examples=30)
    @given(data=BYTES)
    def test_it_agrees(self, dropin: Search, data: bytes) -> None:
        """Results, devices and who is entered, step by step."""
        result = dropin.look(sequence_from(data))

        assert result.seen.ended != "error", result.seen.detail
        assert result.differences == ()
