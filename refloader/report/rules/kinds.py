"""The kind of each test of a rule: reading files, the model, comparing, a library alone, a running chain.

The kind follows from the location of the test and, for tests on loaders, from the methods that its source calls.
Runs no tests.
"""

import ast
import os
from collections.abc import Iterator, Mapping
from functools import cache

from refloader.report.rules.value import RulePage
from refloader.suite.run.check_methods import CHAIN, PROBE, STACK, STATIC
from refloader.suite.run.installed_suite import HarnessError, suite_folder

MODEL, DIFFERENTIAL, OWN = "model", "differential", "own"
KINDS = (STATIC, MODEL, DIFFERENTIAL, PROBE, CHAIN, OWN)
"""``model`` queries the core in memory, ``differential`` compares a real loader with it or with a scenario,
``own`` are tests of refloader's other parts.
"""

_OF_LOOKS = {STATIC: STATIC, PROBE: PROBE, CHAIN: CHAIN, STACK: CHAIN}
_OF_CALLS: Mapping[str, tuple[str, ...]] = {
    "observe": (MODEL, DIFFERENTIAL),
    "keeps": (MODEL, DIFFERENTIAL),
    "calls": (CHAIN,),
    "library_faults": (STATIC,),
}
"""The kinds of a test on a loader by the methods of its trial (refloader.suite.loaders.trial.Trial) that it calls."""

_OF_PLACES = {
    "tests/core/": (MODEL,),
    "tests/properties/": (MODEL,),
    "tests/test_protocol.py": (MODEL,),
    "tests/dropin/": (CHAIN,),
    "tests/": (OWN,),
}
_LOADER = "policy_tests/loader/"


def tests_by_kind(page: RulePage) -> dict[str, tuple[str, ...]]:
    """Return the tests of a rule by kind, in the order of ``KINDS``; reading a manifest counts as ``lint``."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for each in page.judging:
        found[_OF_LOOKS[each.look]] += each.tests or ("lint",)
    for test in page.tests:
        for kind in _kinds(test):
            found[kind].append(test)
    return {kind: tuple(dict.fromkeys(tests)) for kind, tests in found.items() if tests}


def _kinds(test: str) -> tuple[str, ...]:
    """Return the kinds of a test by its name; none for tests on layers and drivers, which ``judging`` covers."""
    if test.startswith(_LOADER):
        file, _, rest = test.partition("::")
        asked = _asked(file.removeprefix(_LOADER)).get(rest.rpartition("::")[2], (DIFFERENTIAL,))
        return tuple(dict.fromkeys(asked))
    return next((kinds for place, kinds in _OF_PLACES.items() if test.startswith(place)), ())


@cache
def _asked(place: str) -> Mapping[str, tuple[str, ...]]:
    """Return the kinds of each test in a file below the tests on loaders; empty if the suite is not installed."""
    try:
        with open(os.path.join(suite_folder(), "loader", *place.split("/")), encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (HarnessError, OSError):
        return {}
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return {
        name: tuple(kind for call in _calls(node, functions) for kind in _OF_CALLS.get(call, ()))
        for name, node in functions.items()
        if name.startswith("test_")
    }


def _calls(test: ast.FunctionDef, functions: Mapping[str, ast.FunctionDef]) -> Iterator[str]:
    """Yield the names of the attributes that a test uses, directly or through functions of its file."""
    pending, met = [test], {test.name}
    while pending:
        for node in ast.walk(pending.pop()):
            if isinstance(node, ast.Attribute):
                yield node.attr
            elif isinstance(node, ast.Name) and node.id in functions and node.id not in met:
                met.add(node.id)
                pending.append(functions[node.id])
