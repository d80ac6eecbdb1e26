"""What holds for every judge of a driver prober's answers, beyond what holds for all. Holds no case of its own."""

import judged_answers
from judged_answers import Row, each

from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult

__all__ = ["Judged", "Row", "each"]

Judge = judged_answers.Judge


class Judged(judged_answers.Judged):
    """A judge of drivers makes something of any answers."""

    def test_rubbish(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """Whatever third-party code has written, nothing but a look comes of it."""
        for rubbish in (None, [], "text", 7, {}, [[]], {"result": []}):
            assert isinstance(judge(dict.fromkeys({**clean, **wrong}, rubbish)), CheckResult)
