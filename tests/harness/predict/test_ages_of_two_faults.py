"""What a release does with two files that are wrong: the first one that it reads decides, as on its builds."""

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.scenario import World

HOME = "/home/user/.local/share/vulkan/implicit_layer.d"
SYSTEM = "/usr/share/vulkan/implicit_layer.d"
NO_JSON = '{"file_format_version": "1.0.1", "layer": {"name": "VK_LAYER_TEST_a", "api_version" :: "1.1.0"}}'
NO_OBJECT = (
    '{"file_format_version": "1.1.0", "layer": {"name": "VK_LAYER_TEST_b", "type": "GLOBAL", "api_version": "1.3.0",'
    '"implementation_version": "1", "description": "b", "library_path": "./libb.so",'
    '"disable_environment": {"DISABLE_B": "1"}, "enable_environment": 1}}'
)


def ended(release: str, files: dict[str, str]) -> str:
    """How a loader of a release is predicted to end where these files are beside a driver that works."""
    world = World()
    world.driver("plain")
    for path, text in files.items():
        world.file(path, text)
    observation = predict(world.scenario(), LATEST, Build(age=age_of(release))).observation
    return "crash" if observation.ended == "crash" else str(observation.result)


class TestInvalidBeforeCrash:
    """Where an invalid manifest of an implicit layer fails every query, the loader reads nothing after it."""

    @pytest.mark.parametrize(("release", "outcome"), [("1.3.216", "0"), ("1.3.250.1", "-1")])
    def test_a_layer_of_another_folder(self, release: str, outcome: str) -> None:
        """The user's file is read before that of the system, on which the loader would crash."""
        assert ended(release, {f"{HOME}/a.json": NO_JSON, f"{SYSTEM}/b.json": NO_OBJECT}) == outcome

    @pytest.mark.parametrize("release", ["1.3.216", "1.3.250.1"])
    def test_the_other_order(self, release: str) -> None:
        """It crashes before it reads the invalid one."""
        assert ended(release, {f"{HOME}/b.json": NO_OBJECT, f"{SYSTEM}/a.json": NO_JSON}) == "crash"

    @pytest.mark.parametrize(("release", "outcome"), [("1.3.231.2", "crash"), ("1.3.250.1", "-1")])
    def test_a_driver(self, release: str, outcome: str) -> None:
        """1.3.231.2 still reads drivers for the list of extensions."""
        files = {f"{HOME}/a.json": NO_JSON, "/etc/vulkan/icd.d/list.json": '[{"ICD": {}}]'}

        assert ended(release, files) == outcome
