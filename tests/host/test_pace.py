"""How slow a machine is, and what somebody says of it."""

import pytest

from refloader.host import pace


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the rounds take on a machine of the test's, in seconds, in its only element."""
    takes, now = [0.001], [100.0]

    def tick() -> float:
        now[0] += takes[0]
        return now[0]

    monkeypatch.delenv(pace.PATIENCE, raising=False)
    monkeypatch.setattr(pace.time, "perf_counter", tick)
    monkeypatch.setattr(pace.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(pace._Measured, "until", -1.0)
    monkeypatch.setattr(pace._Measured, "slowness", 1.0)
    return takes


class TestMeasured:
    """Limits grow where the machine is slow, and nowhere shrink."""

    @pytest.mark.parametrize(("takes", "times"), [(0.001, 1.0), (0.007, 1.0), (0.070, 10.0), (70.0, 100.0)])
    def test_follows_the_machine(self, rounds: list[float], takes: float, times: float) -> None:
        """A machine that is up to twice as slow as a usual one gets no longer; nobody waits forever."""
        rounds[0] = takes

        assert pace.allowed(5.0) == pytest.approx(5.0 * times)

    @pytest.mark.parametrize(("takes", "most"), [(0.007, 50.0), (0.035, 50.0), (0.070, 50.0), (0.140, 100.0)])
    def test_slowness_and_waiting_are_not_multiplied(
        self, rounds: list[float], takes: float, most: float
    ) -> None:
        """Five seconds become fifty at most where waiting is not counted; more only where the machine is slower."""
        rounds[0] = takes

        assert pace.longest(pace.allowed(5.0), 10) == pytest.approx(most)

    def test_holds_for_a_while(self, rounds: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
        """What was measured is measured again when it is old."""
        rounds[0] = 0.070
        first = pace.slowness()
        rounds[0] = 0.007
        at_once = pace.slowness()
        monkeypatch.setattr(pace.time, "monotonic", lambda: 1000.0)

        assert (first, at_once, pace.slowness()) == (
            pytest.approx(10.0),
            pytest.approx(10.0),
            pytest.approx(1.0),
        )


class TestGiven:
    """What somebody says goes before what was measured."""

    @pytest.mark.parametrize(("said", "times"), [("3", 3.0), ("1.5", 1.5), ("100", 100.0)])
    def test_is_taken(
        self, rounds: list[float], monkeypatch: pytest.MonkeyPatch, said: str, times: float
    ) -> None:
        """Even where the machine is slower."""
        rounds[0] = 0.070
        monkeypatch.setenv(pace.PATIENCE, said)

        assert pace.allowed(2.0) == 2.0 * times

    @pytest.mark.parametrize("said", ["", "0", "0.5", "-3", "101", "nan", "inf", "many"])
    def test_what_makes_no_sense_is_not(
        self, rounds: list[float], monkeypatch: pytest.MonkeyPatch, said: str
    ) -> None:
        """A limit of nothing would fail everybody, and none at all would wait forever."""
        monkeypatch.setenv(pace.PATIENCE, said)

        assert pace.slowness() == 1.0
        with pytest.raises(ValueError, match="a number from 1 to 100"):
            pace.factor(said)
