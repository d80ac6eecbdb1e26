"""Of which kind each test of a rule is: reading files, the model, comparing, a library alone, a running chain.

Told by where the test stands and, for those that judge loaders, by what its source asks of the subject. Runs none.
"""

import ast
import os
from collections.abc import Iterator, Mapping
from functools import cache

from refloader.report.rules.value import RulePage
from refloader.suite.run.installed_suite import HarnessError, suite_folder
from refloader.suite.run.looks import CHAIN, PROBE, STACK, STATIC

MODEL, DIFFERENTIAL, OWN = "model", "differential", "own"
KINDS = (STATIC, MODEL, DIFFERENTIAL, PROBE, CHAIN, OWN)
"""``model`` asks the core in memory, ``differential`` compares a real loader with it or with what a scenario expects,
``own`` are tests of refloader's other parts."""

_OF_LOOKS = {STATIC: STATIC, PROBE: PROBE, CHAIN: CHAIN, STACK: CHAIN}
_OF_CALLS: Mapping[str, tuple[str, ...]] = {
    "observe": (MODEL, DIFFERENTIAL),
    "keeps": (MODEL, DIFFERENTIAL),
    "calls": (CHAIN,),
    "library_faults": (STATIC,),
}
"""What a test on a loader asks its trial for (refloader.suite.loaders.trial.Trial)."""

_OF_PLACES = {
    "tests/core/": (MODEL,),
    "tests/properties/": (MODEL,),
    "tests/test_protocol.py": (MODEL,),
    "tests/dropin/": (CHAIN,),
    "tests/": (OWN,),
}
_LOADER = "policy_tests/loader/"


def tests_by_kind(page: RulePage) -> dict[str, tuple[str, ...]]:
    """The tests of a rule by kind, in the order of ``KINDS``; reading a manifest counts as ``lint``."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for each in page.judging:
        found[_OF_LOOKS[each.look]] += each.tests or ("lint",)
    for test in page.tests:
        for kind in _kinds(test):
            found[kind].append(test)
    return {kind: tuple(dict.fromkeys(tests)) for kind, tests in found.items() if tests}


def _kinds(test: str) -> tuple[str, ...]:
    """The kinds of a test by its name; none for tests on layers and drivers, which ``judging`` tells of."""
    if test.startswith(_LOADER):
        file, _, rest = test.partition("::")
        asked = _asked(os.path.basename(file)).get(rest.rpartition("::")[2], (DIFFERENTIAL,))
        return tuple(dict.fromkeys(asked))
    return next((kinds for place, kinds in _OF_PLACES.items() if test.startswith(place)), ())


@cache
def _asked(name: str) -> Mapping[str, tuple[str, ...]]:
    """By test of a file on loaders: the kinds that follow from what it asks; empty where the suite is missing."""
    try:
        with open(os.path.join(suite_folder(), "loader", name), encoding="utf-8") as file:
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
    """The names of the methods that a test calls, itself or through a function of its file."""
    pending, met = [test], {test.name}
    while pending:
        for node in ast.walk(pending.pop()):
            if isinstance(node, ast.Attribute):
                yield node.attr
            elif isinstance(node, ast.Name) and node.id in functions and node.id not in met:
                met.add(node.id)
                pending.append(functions[node.id])
