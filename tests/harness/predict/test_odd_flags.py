"""Flags of mocks that the mocks refuse: such a scenario is not predicted."""

import pytest

from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.scenario import World


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("extensions", "VK_KHR_surface"),
        ("extensions", "VK_KHR_surface:"),
        ("extensions", ":3"),
        ("extensions", "VK_KHR_surface:1;VK_KHR_display:1"),
        ("device_extensions", "VK_KHR_swapchain"),
        ("devices", "two"),
        ("interface", "x"),
        ("vendor", "acme"),
        ("type", "quantum"),
    ],
)
def test_a_flag_that_says_nothing(flag: str, value: str) -> None:
    """The reason is in the outcome."""
    world = World()
    world.driver(flags={flag: value})

    outcome = predict(world.scenario(), LATEST, Build())

    assert outcome.observation.ended == "not covered"
