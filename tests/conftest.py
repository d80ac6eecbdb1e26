"""How hard generated tests try: little by default, much with ``--hypothesis-profile=thorough``.

Where CI is set the examples are the same each time, so that a change is judged by itself; elsewhere each run
searches anew.
"""

import os

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
