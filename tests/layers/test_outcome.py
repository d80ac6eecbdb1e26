"""What a run amounts to, whatever a layer wrote to the descriptor that it shares with the program."""

import signal
from collections.abc import Mapping
from typing import Any

import pytest

from refloader.sandbox.said import Said
from refloader.suite.sessions import outcome
from refloader.suite.sessions.session import Session

DONE = {"event": "done"}

DEVICE = "device (making a device, its queues, pools, fences and memory)"
EXIT = "exit (after all work: destructors and atexit functions)"


def begin(what: object) -> dict[str, Any]:
    """An act begins."""
    return {"event": "begin", "what": what}


def answer(label: object, value: object) -> dict[str, Any]:
    """A step is answered."""
    return {"event": "answer", "label": label, "answer": value}


def session(*events: Mapping[str, Any], status: int | None = 0, **more: Any) -> Session:
    """The session of a program that said this and ended so."""
    return outcome.session(Said(events=events, status=status, **more), ("isolated",), (), 5.0, 0.5)


class TestEndings:
    """How a program ended, with the act that was under way."""

    def test_well(self) -> None:
        """It said that it is done, and its process ended without trouble."""
        seen = session(begin("device"), DONE)

        assert (seen.ended, seen.detail, seen.during) == ("ok", "", "")
        assert (seen.isolation, seen.seconds) == (("isolated",), 0.5)

    @pytest.mark.parametrize(
        ("events", "status", "ended", "detail", "during"),
        [
            ([begin("device")], int(signal.SIGSEGV), "crash", f"SIGSEGV during {DEVICE}", "device"),
            ([begin("device"), DONE], int(signal.SIGABRT), "crash", f"SIGABRT during {EXIT}", "exit"),
            ([begin("device"), DONE], 3 << 8, "crash", f"exit with status 3 during {EXIT}", "exit"),
            ([begin("device")], 0, "crash", f"exit with status 0 during {DEVICE}", "device"),
            ([], int(signal.SIGKILL), "crash", "SIGKILL during the start", ""),
            (
                [begin("device")],
                97 << 8,
                "fault",
                f"the layer took the descriptor for the answers away during {DEVICE}",
                "device",
            ),
        ],
    )
    def test_badly(self, events: list[Any], status: int, ended: str, detail: str, during: str) -> None:
        """The signal or exit status is named, and what it came in the middle of."""
        seen = session(*events, status=status)

        assert (seen.ended, seen.detail, seen.during) == (ended, detail, during)

    def test_whose_fault_it_is(self) -> None:
        """What is judged in the run is called what it is."""
        said = Said(events=(begin("device"),), status=97 << 8)

        seen = outcome.session(said, (), (), 5.0, 0.5, "driver")

        assert seen.detail == f"the driver took the descriptor for the answers away during {DEVICE}"

    def test_out_of_time(self) -> None:
        """A run that had to be ended is none that crashed."""
        seen = session(begin("threads"), status=int(signal.SIGKILL), timed_out=True)

        assert (seen.ended, seen.detail) == (
            "timeout",
            "no answer within 5 s during threads (calling from many threads at once)",
        )

    def test_out_of_what_may_be_printed(self) -> None:
        """The time was not up then."""
        seen = session(begin("threads"), status=int(signal.SIGKILL), timed_out=True, flooded=True)

        assert seen.ended == "timeout"
        assert seen.detail.startswith("no answer within the GiB that may be printed, during threads ")

    @pytest.mark.parametrize("word", ["world", "error", "problem"])
    def test_told_that_there_is_no_program(self, word: str) -> None:
        """Once an act has begun only a layer can say so, and is not believed."""
        seen = session(begin("device"), {"event": word, "error": "the machine refuses"}, DONE)

        assert (seen.ended, seen.detail) == ("ok", "")

    def test_flooded(self) -> None:
        """More answers than anybody keeps are the layer's."""
        assert session(begin("device"), DONE, cut=True).ended == "fault"

    @pytest.mark.parametrize("said", [{"status": None, "lost": True}, {"status": int(signal.SIGKILL)}])
    def test_the_machine_had_no_memory_left(self, said: dict[str, Any]) -> None:
        """The kernel ends the processes of the sandbox before all others, whoever takes the memory."""
        seen = session(begin("device"), starved=True, **said)

        assert (seen.ended, seen.detail) == (
            "error",
            "the machine ran out of memory, and the kernel ended processes",
        )

    def test_a_crash_while_there_is_no_memory_left(self) -> None:
        """Any other signal is the layer's."""
        assert session(begin("device"), starved=True, status=int(signal.SIGSEGV)).ended == "crash"

    def test_the_station_is_gone(self) -> None:
        """Nothing is known of such a run."""
        assert session(status=None, lost=True).ended == "fault"

    @pytest.mark.parametrize("code", [2, 3])
    def test_a_program_that_cannot_begin(self, code: int) -> None:
        """That is ours to mend, with the program's own words."""
        seen = session(begin("loader"), status=code << 8, stderr=b"no such file\n")

        assert seen.ended == "error"
        assert seen.detail.endswith(": no such file")

    @pytest.mark.parametrize("code", [2, 3])
    def test_a_program_that_answers_why(self, code: int) -> None:
        """Not all of refloader's programs print their reason."""
        seen = session({"event": "error", "error": "no such act: walk"}, status=code << 8)

        assert (seen.ended, seen.detail.partition(": ")[2]) == ("error", "no such act: walk")

    @pytest.mark.parametrize("forged", ["", "loader"])
    @pytest.mark.parametrize("code", [2, 3])
    def test_an_exit_that_is_to_look_like_the_programs(self, code: int, forged: str) -> None:
        """A library's constructor can write a beginning before it ends the process, but the true one stays."""
        assert session(begin("load"), begin(forged), status=code << 8).ended == "crash"

    def test_done_before_all_acts(self) -> None:
        """Only the program knows when it is done, and it does all its acts before."""
        said = Said(events=(begin("instance"), DONE), status=0)

        early = outcome.session(said, (), ("instance", "device"), 5.0, 0.5)
        whole = outcome.session(said, (), ("instance",), 5.0, 0.5)

        assert (early.ended, early.detail) == (
            "fault",
            "the process ended as if all was done, without device",
        )
        assert whole.ended == "ok"

    def test_an_exit_of_the_layer_is_not_the_programs(self) -> None:
        """The same status later on is a crash."""
        assert session(begin("loader"), begin("instance"), status=2 << 8).ended == "crash"

    def test_a_program_that_does_not_start(self) -> None:
        """The worker says so in the program's place."""
        seen = session({"event": "world", "error": "the program does not start: Exec format error"})

        assert (seen.ended, seen.detail) == ("error", "the program does not start: Exec format error")


class TestAnswers:
    """What the program was answered, by label."""

    def test_in_their_order(self) -> None:
        """Any JSON value can be one."""
        seen = session(answer("b", [1, {"x": None}]), answer("a", "text"))

        assert list(seen.answers.items()) == [("b", [1, {"x": None}]), ("a", "text")]

    @pytest.mark.parametrize(
        "event",
        [answer([1], 2), answer(None, 2), begin({"deep": []}), {"event": "answer"}, {"event": "unheard of"}],
    )
    def test_nonsense_is_no_answer(self, event: dict[str, Any]) -> None:
        """It does not keep the rest from being heard."""
        seen = session(event, answer("a", 1), begin("end"), DONE)

        assert (seen.ended, seen.answers) == ("ok", {"a": 1})


class TestOutput:
    """Trace, output and recording as they were found."""

    def test_texts(self) -> None:
        """Bytes that are no text are told by their numbers."""
        seen = session(trace=b"layer a load\nlayer a", stdout=b"\xff", stderr=b"e", recording=b"nothing")

        assert (seen.trace, seen.stdout, seen.stderr) == (("layer a load",), "\\xff", "e")
        assert seen.recording.calls == {}
