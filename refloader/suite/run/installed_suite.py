"""Finds the policy tests, which are a package of their own, and keeps their bytecode. Runs none of them."""

import importlib.util
import os
import sys

from refloader.host import bytecode


class HarnessError(Exception):
    """The policy tests could not be run. The text is for the user."""


def suite_folder() -> str:
    """Return the folder of the installed policy tests. Raises HarnessError."""
    spec = importlib.util.find_spec("policy_tests")
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise HarnessError("the package policy_tests is not installed")
    return os.path.abspath(places[0])


def keep_bytecode() -> None:
    """Keep the bytecode of modules that are imported from now on among the user's caches, if it would not be kept.

    Each worker of each run would compile all policy tests, which takes longer than to collect them. It is so where
    PYTHONDONTWRITEBYTECODE is set, and where the user may not write to the installation: pytest compiles tests for
    itself, so those that pip has compiled do not count.
    """
    if sys.pycache_prefix or not (sys.dont_write_bytecode or not os.access(suite_folder(), os.W_OK)):
        return
    if place := bytecode.folder():
        sys.dont_write_bytecode, sys.pycache_prefix = False, place
