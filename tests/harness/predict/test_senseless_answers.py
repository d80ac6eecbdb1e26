"""What a loader showed is compared with what was predicted, whatever it showed."""

import pytest

from refloader.predict.differential import differences
from refloader.scenario.observation import Observation

PREDICTED = Observation("ok", answers={"create": 0, "devices": {"result": 0, "names": ["a"]}})


class TestAnswersOfALoadersOwn:
    """A loader shares the descriptor for the answers: whatever stands there ends no campaign."""

    @pytest.mark.parametrize(
        "answer", [{"result": {}, "names": []}, {"names": []}, {"result": 0}, {"result": 0, "names": 5}]
    )
    @pytest.mark.parametrize("label", ["create", "devices"])
    def test_what_makes_no_sense(self, label: str, answer: object) -> None:
        """It is the loader's fault, and a difference like any other."""
        seen = Observation("ok", answers={**PREDICTED.answers, label: answer})

        [found] = differences(PREDICTED, seen)

        assert found.sort == ("the end", "fault")
        assert found.seen.startswith("answers that make no sense: ")

    def test_what_makes_sense(self) -> None:
        """Another answer is told as it is."""
        seen = Observation("ok", answers={**PREDICTED.answers, "create": -3})

        [found] = differences(PREDICTED, seen)

        assert str(found).endswith("VK_SUCCESS is predicted, VK_ERROR_INITIALIZATION_FAILED is seen")
