"""Numbers of physical devices that are of no use."""

import pytest

from refloader.suite.drivers.checks.creation import features_of_device_taken
from refloader.suite.drivers.checks.devices.usable import numbers_are_usable
from refloader.suite.sessions.answers import Answers


def device(size: int = 1, period: float = 1.0, bits: int = 64, number: int | None = 13) -> Answers:
    """The facts of one device: the size of its heap, what its timestamps count, and the number of its driver."""
    shown = {
        "memory_heaps": [{"size": size, "flags": 1}],
        "queue_families": [{"flags": 7, "timestamp_bits": bits}],
        "limits": {"VkPhysicalDeviceLimits": {"timestampPeriod": period}},
    }
    return {"facts.device.0": shown if number is None else {**shown, "driver": {"driverID": number}}}


class TestUsableNumbers:
    """Heaps have memory, timestamps count nanoseconds, and a driver has a number."""

    @pytest.mark.parametrize(
        ("answers", "word"),
        [
            (device(size=0), "heap 0 of physical device 0 has the size 0"),
            (device(period=0), "timestampPeriod of physical device 0 is 0"),
            (device(number=0), "driverID of physical device 0 is 0"),
        ],
    )
    def test_numbers_without_use(self, answers: Answers, word: str) -> None:
        """Each is named."""
        (breach,) = numbers_are_usable(answers).broken

        assert breach.fact.startswith(word)

    @pytest.mark.parametrize("answers", [device(), device(period=0, bits=0), device(number=None)])
    def test_others(self, answers: Answers) -> None:
        """A device without timestamps has no period, and one of Vulkan 1.0 no number."""
        result = numbers_are_usable(answers)

        assert (result.broken, result.seen > 0) == ([], True)


class TestFeaturesOfTheDevice:
    """All features that a device has can be enabled together."""

    @pytest.mark.parametrize(("code", "number"), [(-8, 1), (0, 0), (-2, 0)])
    def test_the_result(self, code: int, number: int) -> None:
        """The error for a feature that is not there fails, want of memory does not."""
        result = features_of_device_taken({"features.0": {"usual": 0, "all": code, "asked": 3}})

        assert (result.seen, len(result.broken)) == (1, number)

    def test_no_device(self) -> None:
        """Where no device is made without features, nothing is judged."""
        assert features_of_device_taken({"features.0": {"usual": -3}}).seen == 0
