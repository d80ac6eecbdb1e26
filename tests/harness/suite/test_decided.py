"""What evidence keeps of the reference's own decisions, beside what a loader was found to do."""

import json
from collections.abc import Mapping

import pytest

from refloader.model.edition import LATEST, Edition
from refloader.model.system import System
from refloader.sandbox.loader import ForeignLoader, Identity
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.suite.loaders.explained import decided, fitting
from refloader.suite.loaders.subjects import Foreign, Reference, Subject
from refloader.suite.loaders.trial import Trial

FOLDER = "/usr/share/vulkan/implicit_layer.d"


def world() -> World:
    """A driver and two implicit layers, one of them switched off."""
    made = World()
    made.driver()
    made.implicit_layer("VK_LAYER_TEST_on")
    made.implicit_layer("VK_LAYER_TEST_off")
    made.variable("DISABLE_VK_LAYER_TEST_off", "1")
    return made


def foreign(listings: Mapping[str, tuple[str, ...]] | None = None) -> Foreign:
    """A loader that is never run: it always shows the same, and read folders in this order."""

    class Answering(ForeignLoader):
        def observe(self, *_: object, **__: object) -> Observation:
            return Observation("ok", listings=listings or {})

    return Foreign("it", Identity("1.3.300", "", "/it.so"), LATEST, Answering("/it.so"))


class TestDecided:
    """The explanation of a scenario: the chain with its reasons, and where was looked."""

    def test_the_chain(self) -> None:
        """What is in it, and why the other layer is not."""
        kept = decided(world().scenario(), LATEST)

        assert (kept["chain"], kept["result"]) == (["VK_LAYER_TEST_on"], "VK_SUCCESS")
        [why] = [each["reasons"][-1]["rule"] for each in kept["layers"] if not each["active"]]
        assert why == "ACT-IMPLICIT-05"

    def test_libraries(self) -> None:
        """The libraries of a scenario are mocks, and nothing keeps them from being loaded."""
        kept = decided(world().scenario(), LATEST)

        assert {each["obstacle"] for each in (*kept["layers"], *kept["drivers"])} == {""}
        assert kept["drivers"][0]["library"] in world().scenario().libraries

    def test_libraries_of_windows(self) -> None:
        """There the mocks are DLLs."""
        made = World()
        made.on(System.WINDOWS)
        made.driver()
        made.implicit_layer("VK_LAYER_TEST_on")

        kept = decided(made.scenario(), LATEST)

        assert {each["obstacle"] for each in (*kept["layers"], *kept["drivers"])} == {""}
        assert (kept["chain"], kept["result"]) == (["VK_LAYER_TEST_on"], "VK_SUCCESS")

    def test_editions(self) -> None:
        """A loader is measured by its own edition."""
        assert decided(world().scenario(), Edition.E2018)["edition"] == "2018"

    def test_endless_scenarios(self) -> None:
        """Evidence does not grow with what is shown."""
        made = World()
        for number in range(2000):
            made.implicit_layer(f"VK_LAYER_TEST_{number}")

        kept = decided(made.scenario(), LATEST)

        assert len(json.dumps(kept)) <= 64 << 10
        assert kept["left_out"]["layers"] > 1900

    def test_nothing_fits(self) -> None:
        """What cannot be made short enough is left out."""
        assert fitting({"schema": "x" * 100}, 50) == {}


class TestTrials:
    """Whose evidence has it."""

    def test_a_foreign_loader(self) -> None:
        """It was shown something, and the reference has decided the same."""
        trial = Trial(foreign())
        trial.observe(world())

        assert trial.decided()["chain"] == ["VK_LAYER_TEST_on"]

    def test_folders_in_another_order(self) -> None:
        """The reference reads a folder in the order in which the loader could read it."""
        made = world()
        made.variable("DISABLE_VK_LAYER_TEST_off", None)
        names = [path.rpartition("/")[2] for path in made.scenario().files if path.startswith(f"{FOLDER}/")]
        trial = Trial(foreign({FOLDER: tuple(reversed(names))}))
        trial.observe(made)

        assert trial.decided()["chain"] == ["VK_LAYER_TEST_off", "VK_LAYER_TEST_on"]

    @pytest.mark.parametrize("subject", [foreign(), Reference()], ids=["foreign", "reference"])
    def test_nothing_was_shown(self, subject: Subject) -> None:
        """Then there is nothing to decide."""
        assert Trial(subject).decided() == {}

    def test_the_reference(self) -> None:
        """What it decides is what was seen already."""
        trial = Trial(Reference())
        trial.observe(world())

        assert trial.decided() == {}

    def test_a_script(self) -> None:
        """A program that makes instances of its own is not what was decided."""
        trial = Trial(foreign())
        trial.calls(world(), actions=(("create", "a", {"layers": []}),))

        assert trial.decided() == {}
