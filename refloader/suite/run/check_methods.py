"""The ways in which rules are checked on layers and drivers: reading files, calling a library, running programs.

The ways come from the marks in the sources of the suite, and from the rules that reading files decides. Runs no
test.
"""

import ast
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

from refloader.rules.registry import is_known
from refloader.suite.run import static_checks
from refloader.suite.run.installed_suite import suite_folder

STATIC, PROBE, CHAIN, STACK = "static", "probe", "chain", "stack"
CheckedKind = Literal["layer", "driver"]
MethodsOfRules = Mapping[str, Mapping[str, tuple[str, ...]]]
KINDS: tuple[CheckedKind, ...] = ("layer", "driver")
"""The kinds of subjects that are checked in several ways, named like the suite's folders."""

_ALONE = "refloader.suite.layers.alone"
_PROBING = frozenset({"answers", "probe", "probed", "opening"})
_RUNNING = frozenset({"session", "with_neighbour", "without", "ends_well"})
"""The calls of a driver's policy test on its trial: for the library alone, and for the whole stack."""


@cache
def methods_of_rules(kind: CheckedKind) -> MethodsOfRules:
    """Return the tests of each rule by the way of checking; reading the files has no test and an empty row.

    If the suite has no tests on such subjects, only those rows remain.

    Raises:
        HarnessError: the suite is not installed.
    """
    found: dict[str, dict[str, list[str]]] = {
        rule_id: {STATIC: []} for rule_id in static_checks.static_rules(kind)
    }
    for path in _files(os.path.join(suite_folder(), kind)):
        for rule_id, method, test in _in_file(path, _LOOK_OF[kind]):
            tests = found.setdefault(rule_id, {}).setdefault(method, [])
            if test not in tests:
                tests.append(test)
    rows = {
        each: {method: tuple(of[method]) for method in (STATIC, PROBE, CHAIN, STACK) if method in of}
        for each, of in found.items()
    }
    return MappingProxyType(rows)


def _files(folder: str) -> list[str]:
    """Return the files of tests in a folder and in those below it, by their names."""
    every = (os.path.join(base, name) for base, _, names in os.walk(folder) for name in names)
    found = (path for path in every if os.path.basename(path).startswith("test_") and path.endswith(".py"))
    return sorted(found, key=os.path.basename)


def _in_file(path: str, looks_of: "_MethodsOf") -> Iterator[tuple[str, str, str]]:
    """Yield rule, way of checking and name of each test, once for each rule that it is marked with."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    topic = os.path.basename(path).removeprefix("test_").removesuffix(".py")
    values = _values(tree)
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        outer = [*_marked(node, values)] if isinstance(node, ast.ClassDef) else []
        for test in inside:
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                for rule_id in dict.fromkeys((*outer, *_marked(test, values))):
                    for method in looks_of(tree, test):
                        yield rule_id, method, f"{topic}/{test.name.removeprefix('test_')}"


def _values(tree: ast.Module) -> Mapping[str, ast.expr]:
    """Return the values of the names that a file assigns."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for name in node.targets if isinstance(node, ast.Assign) else [node.target]:
                found[ast.unparse(name)] = node.value
    return found


def _marked(node: ast.ClassDef | ast.FunctionDef, values: Mapping[str, ast.expr]) -> Iterator[str]:
    """Yield the rules in the marks of a class or a function, and in those of its parameters."""
    for mark in node.decorator_list:
        name = ast.unparse(mark.func) if isinstance(mark, ast.Call) else ""
        if name in ("pytest.mark.rule", "pytest.mark.parametrize"):
            yield from (each for each in _texts(mark, dict(values)) if is_known(each))


def _texts(node: ast.AST, values: dict[str, ast.expr]) -> Iterator[str]:
    """Yield the texts in an expression, and in the values of the file's own names in it."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value
        elif isinstance(each, ast.Name) and each.id in values:
            yield from _texts(values.pop(each.id), values)


_MethodsOf = Callable[[ast.Module, ast.FunctionDef], Iterable[str]]


def _at_layers(tree: ast.Module, _test: ast.FunctionDef) -> Iterable[str]:
    """Return the way in which a file checks: a layer's library alone, or a run in a chain."""
    imported = {node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)}
    return (PROBE if any(module.startswith(_ALONE) for module in imported) else CHAIN,)


def _at_drivers(tree: ast.Module, test: ast.FunctionDef) -> Iterable[str]:
    """Yield the ways of checking by what the test calls on its trial, itself or through a function of its file."""
    asked, helpers = set[str](), {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}
    pending: list[ast.FunctionDef] = [test]
    while pending:
        for node in ast.walk(pending.pop()):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                asked.add(node.func.attr)
            elif isinstance(node, ast.Name) and node.id in helpers:
                pending.append(helpers.pop(node.id))
    if not asked.isdisjoint(_PROBING):
        yield PROBE
    if not asked.isdisjoint(_RUNNING):
        yield STACK


_LOOK_OF: Mapping[CheckedKind, _MethodsOf] = {"layer": _at_layers, "driver": _at_drivers}
