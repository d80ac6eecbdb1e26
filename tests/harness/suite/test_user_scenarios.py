"""What a user's scenario is judged by where it says nothing itself."""

import json

import pytest

from refloader.model.edition import Edition
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario
from refloader.suite.loaders import user_scenarios

EMPTY = Scenario(actions=(("create", "instance", {}),))
"""An application makes an instance on a machine without a driver."""

LAYER = {
    "file_format_version": "1.0.0",
    "layer": {
        "name": "VK_LAYER_TEST_a",
        "type": "GLOBAL",
        "library_path": "./liba.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "a",
    },
}

INCOMPATIBLE, OUT_OF_HOST_MEMORY = -9, -1


class TestSteps:
    """An application of several steps is predicted step by step."""

    @pytest.mark.parametrize("result", [INCOMPATIBLE, OUT_OF_HOST_MEMORY])
    def test_the_answer_of_a_step_counts(self, result: int) -> None:
        """The error that the documents want is no difference, another one is."""
        unlike = user_scenarios.unlike(EMPTY, Observation("ok", answers={"instance": result}), Edition.E2026)

        assert unlike.why_not == ""
        assert [each.about for each in unlike.differences] == (
            [] if result == INCOMPATIBLE else ["the result of 'instance'"]
        )

    def test_what_was_not_asked_for_does_not_count(self) -> None:
        """No layer is enumerated by an application that makes an instance alone."""
        path = "/etc/vulkan/explicit_layer.d/a.json"
        scenario = Scenario(files={path: json.dumps(LAYER).encode()}, actions=EMPTY.actions)

        unlike = user_scenarios.unlike(
            scenario, Observation("ok", answers={"instance": INCOMPATIBLE}), Edition.E2026
        )

        assert unlike.differences == ()

    def test_steps_that_nobody_predicts(self) -> None:
        """They are not judged, and the reason is given."""
        scenario = Scenario(actions=(*EMPTY.actions, ("lookup", "names", {"names": ["vkCreateDevice"]})))

        unlike = user_scenarios.unlike(scenario, Observation("ok"), Edition.E2026)

        assert (unlike.differences, unlike.why_not) == ((), "nobody predicts the step lookup")
