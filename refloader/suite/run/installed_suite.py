"""Finds the policy tests, which are a package of their own. Runs none of them."""

import importlib.util
import os


class HarnessError(Exception):
    """The policy tests could not be run. The text is for the user."""


def suite_folder() -> str:
    """Return the folder of the installed policy tests. Raises HarnessError."""
    spec = importlib.util.find_spec("policy_tests")
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise HarnessError("the package policy_tests is not installed")
    return os.path.abspath(places[0])
