"""Functions in forked children: their answers, and what becomes of those that give none."""

import os
import time

from refloader.host.forked import run_forked


class TestAnswers:
    """Each task runs in a child of its own."""

    def test_each_answer_comes_back(self) -> None:
        """More tasks than workers all end."""
        tasks = [(str(number), lambda number=number: number * number) for number in range(5)]

        ended = {each.name: each.answer for each in run_forked(tasks, workers=2, limit=10)}

        assert ended == {"0": 0, "1": 1, "2": 4, "3": 9, "4": 16}

    def test_the_parent_is_not_changed(self) -> None:
        """What a task does to its process stays there."""
        seen: list[int] = []

        list(run_forked([("one", lambda: seen.append(1))], workers=1, limit=10))

        assert seen == []


class TestTrouble:
    """A child that gives no answer costs only its own task."""

    def test_an_end_without_an_answer(self) -> None:
        """The problem says how the process ended."""
        tasks = [("bad", lambda: os._exit(7)), ("good", lambda: 1)]

        ended = {each.name: (each.answer, each.problem) for each in run_forked(tasks, workers=1, limit=10)}

        assert ended == {
            "bad": (None, "its process ended with status 7 before it answered"),
            "good": (1, ""),
        }

    def test_no_end(self) -> None:
        """A child that goes on and on is ended when its time is up."""
        (ended,) = run_forked([("slow", lambda: time.sleep(60))], workers=1, limit=0.3)

        assert (ended.answer, ended.problem) == (None, "it did not end within 0.3 seconds")
