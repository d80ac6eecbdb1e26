"""How hard generated tests try: little by default, much with ``--hypothesis-profile=thorough``."""

from hypothesis import HealthCheck, settings

# Building a whole world of manifests is slow to start with, which says nothing about the product.
_CHECKS = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile("quick", max_examples=50, deadline=None, suppress_health_check=_CHECKS)
settings.register_profile("thorough", max_examples=3000, deadline=None, suppress_health_check=_CHECKS)
settings.load_profile("quick")
