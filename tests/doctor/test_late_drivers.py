"""How ``refloader doctor`` opens drivers: for a limited time, and once more if they are late."""

import pytest

from refloader.doctor import opening
from refloader.doctor.opening import Opened, Opening
from refloader.doctor.values import Device, DriverState


class TestLateDrivers:
    """A disk that is cold makes each library slow once: that is no fault of the driver."""

    def test_a_driver_that_is_late_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It has its devices, and the others are opened once."""
        device = Device("a device", "cpu")

        def driver(library: str, seconds: float = opening.ANSWER) -> Opened:
            if library == "late" and seconds <= opening.ANSWER:
                return Opened(DriverState.HANG, (), "no answer", seconds)
            return Opened(DriverState.DEVICES, (device,), "", seconds)

        monkeypatch.setattr(opening, "_driver", driver)

        found, _ = Opening(["late", "well"]).ended()

        assert {name: state for name, (state, *_) in found.items()} == dict.fromkeys(
            ("late", "well"), DriverState.DEVICES
        )
        assert found["late"].seconds > found["well"].seconds == opening.ANSWER

    def test_a_driver_that_is_late_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It does not answer, in the longer time either."""

        def driver(_: str, seconds: float = opening.ANSWER) -> Opened:
            return Opened(DriverState.HANG, (), f"no answer within {seconds:g} s", seconds)

        monkeypatch.setattr(opening, "_driver", driver)

        found, _ = Opening(["late"]).ended()

        assert found["late"][0] is DriverState.HANG
        assert found["late"][2] != f"no answer within {opening.ANSWER:g} s"
