"""How hard generated tests try: little by default, much with ``--hypothesis-profile=thorough``.

Where CI is set the examples are the same each time, so that a change is judged by itself; elsewhere each run
searches anew.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

# Building a whole world of manifests is slow to start with, which says nothing about the product.
_CHECKS = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile(
    "quick",
    max_examples=50,
    deadline=None,
    suppress_health_check=_CHECKS,
    derandomize="CI" in os.environ,
)
settings.register_profile("thorough", max_examples=3000, deadline=None, suppress_health_check=_CHECKS)
settings.load_profile("quick")

# Programs print more, or colours, where one of these is set; the tests compare with what they print elsewhere.
_LOUD = ("CI", "BUILD_NUMBER", "FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS")


@pytest.fixture(scope="session", autouse=True)
def plain_children() -> None:
    """Programs that tests start print the same on a CI machine as anywhere."""
    for name in _LOUD:
        os.environ.pop(name, None)
