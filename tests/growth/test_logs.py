"""What ``explain --log`` concludes from all lines together takes as long as there are lines."""

import cProfile
from collections.abc import Callable

import pytest
from grown_logs import REPEATED, devices_without_layers
from growth_measured import STEEPEST, Growth

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read


def calls(text: str) -> int:
    """How many calls it takes to explain a text that was read before."""
    log, profile = read(text), cProfile.Profile()
    profile.runcall(explained, log, [])
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("make", REPEATED.values(), ids=REPEATED)
def test_lines_with_one_trigger(make: Callable[[int], str]) -> None:
    """Twice as many take at most 2.6 times the calls."""
    calls(make(4))  # to have all imported

    growth = Growth("calls", (calls(make(150)), calls(make(300)), calls(make(600))), 400)

    assert growth.ratio <= STEEPEST, str(growth)


def test_runs_that_turn_layers_off() -> None:
    """Of hundreds of runs and names it is not found out which layer hides a device."""
    assert calls(devices_without_layers(250)) < 1_000_000


def noise(total: int) -> str:
    """A long log of other programs, no line of which is like another."""
    lines = (
        "{0:04x}:trace:vulkan:wine_vkQueueSubmit 0x{0:08x}, {0}",
        "[ {0}.123456] usb 1-2: new high-speed USB device number {0} using xhci_hcd",
        "info:  Game: game{0}.exe",
    )
    return "\n".join(line.format(number) for number in range(total) for line in lines)


def test_lines_that_say_nothing() -> None:
    """Twice as many lines are read in twice the calls, and no more."""
    read(noise(4))

    counted = []
    for total in (60, 120, 240):
        profile = cProfile.Profile()
        profile.runcall(read, noise(total))
        counted.append(sum(entry.callcount for entry in profile.getstats()))
    growth = Growth("calls", tuple(counted), 400)

    assert growth.ratio <= STEEPEST, str(growth)
