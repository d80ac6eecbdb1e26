"""Judging comes to an end, whatever a library wrote into a recording."""

import threading
import time

import pytest

from refloader.model.edition import LATEST
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.runs import EVERYDAY
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions import time_limit as module
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session
from refloader.suite.sessions.time_limit import LateError, in_time
from refloader.suite.subjects.layer import LayerSubject

LAYER = LayerSubject("VK_LAYER_endless", "", "/libendless.so")


@pytest.fixture(autouse=True)
def _little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short time, and nothing spent before."""
    monkeypatch.setattr(module, "SECONDS", 0.3)
    monkeypatch.setattr(module, "allowed", lambda seconds: seconds)
    monkeypatch.setattr(module, "_spent", {})


def for_ever(view: object = None) -> CheckResult:
    """Judge without end."""
    while True:
        pass


class TestInTime:
    """All that is done for one run has one time together."""

    def test_endless(self) -> None:
        """It is interrupted, and nobody else has any time left for that run."""
        with pytest.raises(LateError, match=r"within 0.3 s"), in_time("run"):
            for_ever()
        with pytest.raises(LateError), in_time("run"):
            pytest.fail("the time was over")
        with in_time("another run"):
            pass

    def test_time_is_the_processors(self) -> None:
        """Who waits for a busy machine loses nothing."""
        with in_time("run"):
            time.sleep(0.4)
        with in_time("run"):
            pass

    def test_another_thread(self) -> None:
        """It cannot be interrupted, and works all the same."""
        done = []

        def work() -> None:
            with in_time("run"):
                done.append(True)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

        assert done == [True]

    def test_a_judge_of_a_layer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The case is skipped with the reason."""
        monkeypatch.setattr(LayerTrial, "session", lambda *_: Session())

        with pytest.raises(pytest.skip.Exception, match="cannot be judged"):
            LayerTrial(LAYER, LATEST).keeps(for_ever, during=EVERYDAY)

    def test_a_quick_judge_of_a_layer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It sees what there is."""
        monkeypatch.setattr(LayerTrial, "session", lambda *_: Session())

        def judge(view: LayerCalls) -> CheckResult:
            return CheckResult(seen=1)

        LayerTrial(LAYER, LATEST).keeps(judge, during=EVERYDAY)
