"""How long a loader is waited for, and when it is asked whether it answers at all."""

import pytest

from refloader.sandbox import timeouts as module
from refloader.sandbox.timeouts import AdaptiveTimeout


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, in its only element."""
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


def ask(patience: AdaptiveTimeout, clock: list[float], seconds: float, *, came: bool = True) -> None:
    """One scenario that takes so long, and gets an answer or none."""
    with patience.measured() as answer:
        clock[0] += seconds
        answer.came = came


class TestWaiting:
    """Ten seconds at first, two once an answer was missed, unless the loader is a slow one."""

    def test_a_loader_that_answers_gets_the_whole_time(self, clock: list[float]) -> None:
        """As long as nothing is missing nobody hurries."""
        patience = AdaptiveTimeout()

        ask(patience, clock, 0.01)

        assert patience.seconds == 10.0

    def test_after_one_missing_answer_a_quick_loader_gets_less(self, clock: list[float]) -> None:
        """A loader that answers in milliseconds or not at all is waited for two seconds."""
        patience = AdaptiveTimeout()
        ask(patience, clock, 0.01)

        ask(patience, clock, 10.0, came=False)

        assert patience.seconds == 2.0

    def test_a_slow_loader_keeps_its_time(self, clock: list[float]) -> None:
        """A loader that needs a second for an answer is not hurried."""
        patience = AdaptiveTimeout()
        ask(patience, clock, 1.0)

        ask(patience, clock, 10.0, came=False)

        assert patience.seconds == 10.0

    def test_a_very_slow_one_gets_more(self, clock: list[float]) -> None:
        """Whoever has taken seven seconds may take twelve: a GPU that sixteen processes share does."""
        patience = AdaptiveTimeout()
        ask(patience, clock, 7.0)

        ask(patience, clock, 10.0, came=False)

        assert patience.seconds == 20.0


class TestDoubt:
    """Only answers that are missing in a row raise a doubt."""

    def test_five_in_a_row_are_doubtful(self, clock: list[float]) -> None:
        """The fifth missing answer raises the doubt, not the fourth."""
        patience = AdaptiveTimeout()
        doubts = []

        for _ in range(5):
            ask(patience, clock, 2.0, came=False)
            doubts.append(patience.doubtful)

        assert doubts == [False, False, False, False, True]

    def test_an_answer_between_them_starts_anew(self, clock: list[float]) -> None:
        """Any number of missing answers with answers between them raises none."""
        patience = AdaptiveTimeout()

        for _ in range(20):
            ask(patience, clock, 2.0, came=False)
            ask(patience, clock, 0.01)

        assert not patience.doubtful

    def test_a_doubt_can_be_settled(self, clock: list[float]) -> None:
        """After an answer to something plain the count starts anew."""
        patience = AdaptiveTimeout()
        for _ in range(5):
            ask(patience, clock, 2.0, came=False)

        patience.restore()

        assert not patience.doubtful
