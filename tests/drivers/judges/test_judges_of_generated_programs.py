"""Judges of generated programs: what one came to, and what a driver has no means for."""

import pytest

from refloader.suite.drivers.checks import generated
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.generated_programs import is_found

RUN = {"usable": True, "timestamps": True, "dispatches": True, "minor": 3, "run": 30, "different": 1}


def ended(kind: str, **changes: object) -> Answers:
    """The answers of an act in which one program came to another end."""
    row = {
        "kind": kind,
        "call": "vkGetEventStatus (event 1)",
        "expected": "VK_EVENT_RESET",
        "actual": "VK_EVENT_SET",
        "broken": "",
        "signal": 0,
        "before": 0,
        "steps": ["vkCreateEvent (event 1)", "vkGetEventStatus (event 1)"],
    }
    return {"program.7": {**row, **changes}, "programs": RUN}


class TestManyPrograms:
    """Many are left out where a few have shown that something is wrong."""

    @pytest.mark.parametrize("kind", ["found", "written", "kept", "refused", "crash", "hang"])
    def test_each_end_is_found(self, kind: str) -> None:
        """Whatever a program came to, if it is not what it came to over the model."""
        assert is_found(ended(kind))

    def test_nothing_is_found(self) -> None:
        """A difference that did not come again is none."""
        assert not is_found({"programs": RUN})


class TestWhatIsFound:
    """A program that finds something else than its calls lead to is a breach."""

    def test_nothing_differs(self) -> None:
        """Thirty programs with the right outcome are thirty passes."""
        result = generated.same_found({"programs": {**RUN, "different": 0}})

        assert (result.seen, result.broken) == (30, [])

    def test_another_finding(self) -> None:
        """The call, both findings, the seed and the steps are named."""
        result = generated.same_found(ended("found"))

        assert result.broken[0].fact == (
            "vkGetEventStatus (event 1): expected VK_EVENT_RESET, found VK_EVENT_SET (program 7, 2 calls)"
        )
        assert result.broken[0].names == ("vkCreateEvent (event 1)", "vkGetEventStatus (event 1)")

    def test_what_depends_on_earlier_programs(self) -> None:
        """How many were played before in the same process is named."""
        result = generated.same_found(ended("found", before=12))

        assert "(program 7, 2 calls after 12 others in the same process)" in result.broken[0].fact

    def test_a_driver_without_a_device(self) -> None:
        """Where no program is played, nothing is judged."""
        result = generated.same_found({"programs": {**RUN, "usable": False, "run": 0}})

        assert (result.seen, result.broken) == (0, [])

    def test_a_program_that_is_invalid(self) -> None:
        """That is a fault of the generator, and no verdict."""
        with pytest.raises(ValueError, match="invalid over the model"):
            generated.same_found({"unsound": {"seed": 3}, "programs": RUN})


class TestOtherEnds:
    """Crashes, hangs and written words are breaches; refusals and kept pointers are worth a look."""

    def test_a_crash(self) -> None:
        """The call and the signal are named."""
        result = generated.programs_ended(ended("crash", signal=11))

        assert "vkGetEventStatus (event 1) ends the program (SIGSEGV)" in result.broken[0].fact

    def test_a_hang(self) -> None:
        """The call that does not come back is named."""
        result = generated.programs_ended(ended("hang", signal=14))

        assert "vkGetEventStatus (event 1) does not come back" in result.broken[0].fact

    def test_a_word_of_the_loader(self) -> None:
        """The call and the object are named."""
        result = generated.first_words_kept(
            ended(
                "written", broken="vkResetCommandPool (command pool 0) writes to the first word of a VkQueue"
            )
        )

        assert "writes to the first word of a VkQueue, which is the loader's" in result.broken[0].fact

    def test_a_refusal(self) -> None:
        """What a call gives is named."""
        result = generated.calls_succeed(ended("refused", actual="result -13"))

        assert "vkGetEventStatus (event 1) gives VK_ERROR_UNKNOWN" in result.broken[0].fact

    def test_a_kept_pointer(self) -> None:
        """Callbacks are the program's, for the time of the call."""
        result = generated.calls_succeed(ended("kept"))

        assert "by a pointer that was given to an earlier call" in result.broken[0].fact
