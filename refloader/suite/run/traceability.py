"""Finds for each rule the code that decides it, the tests that check it, and its state. Gives no verdict.

``tools/generate_traceability.py`` writes both down (``generated/deciders.json``, ``generated/tests.json``). Deciders
are read from the code: every module of the core is imported, and the sources of the drop-in runtime and the comments
of its C code are read. Tests come from the marks in their source.
"""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pkgutil import walk_packages

from refloader.dropin.c_sources import c_sources
from refloader.rules.registry import (
    Ambiguity,
    Rule,
    RuleId,
    add_decider,
    ambiguities,
    decided_by,
    is_known,
    rule,
    rules,
)

_ID = re.compile(r"\b[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)+\b")


@dataclass(frozen=True, slots=True)
class Trace:
    """The state of one rule: checked, decided, untestable, open or withdrawn, and the reason if it needs one."""

    rule: Rule
    status: str
    decided_by: tuple[str, ...]
    tests: tuple[str, ...]
    reason: str


def read_deciders() -> dict[str, tuple[str, ...]]:
    """Read the deciders of each rule and ambiguity from the code: imports every module that may decide a rule."""
    import_module("refloader.protocol")
    for name in ("refloader.core", "refloader.inspect"):
        package = import_module(name)
        for module in walk_packages(package.__path__, f"{name}."):
            import_module(module.name)
    for name, text in _sources(files("refloader.dropin.python"), "refloader.dropin.python"):
        if "decides(" in text:
            _read_deciders(name, ast.parse(text))
    for name, text in c_sources():
        named = _ID.findall(text)
        add_decider(name, [RuleId(each) for each in sorted(set(named)) if is_known(each)])
    every = (*rules(), *ambiguities())
    return {row: tuple(dict.fromkeys(decided_by(row))) for row in every if decided_by(row)}


def _sources(folder: Traversable, package: str) -> Iterator[tuple[str, str]]:
    """The name and the text of each module of a package, and of the packages in it."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{package}.{entry.name}")
        elif entry.name.endswith(".py"):
            yield f"{package}.{entry.name.removesuffix('.py')}", entry.read_text(encoding="utf-8")


def _read_deciders(module: str, tree: ast.Module) -> None:
    """Register the marks in a source that runs only inside the drop-in library and cannot be imported here."""
    for node in ast.walk(tree):
        for mark in getattr(node, "decorator_list", ()):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.unparse(mark).startswith("decides("):
                add_decider(
                    f"{module}.{node.name}", [rule(each) for each in ast.literal_eval(_arguments(mark))]
                )


def _arguments(mark: ast.Call) -> ast.expr:
    return ast.Tuple(mark.args, ast.Load())


@cache
def tests_by_rule() -> dict[str, tuple[str, ...]]:
    """Return the node ids of the tests for each rule."""
    return _written("tests.json")


@cache
def deciders_by_rule() -> dict[str, tuple[str, ...]]:
    """Return the functions that decide each rule, or implement the reading of an ambiguity."""
    return _written("deciders.json")


def _written(name: str) -> dict[str, tuple[str, ...]]:
    text = files("refloader.rules").joinpath(f"generated/{name}").read_text(encoding="utf-8")
    return {rule_id: tuple(names) for rule_id, names in json.loads(text).items()}


def trace(rule: Rule) -> Trace:
    """Return the state of a rule. A rule with tests is checked, unless the catalogue says that it is withdrawn."""
    deciders, tests = deciders_by_rule().get(rule.id, ()), tests_by_rule().get(rule.id, ())
    if rule.status == "withdrawn":
        return Trace(rule, "withdrawn", deciders, tests, rule.reason)
    if tests:
        return Trace(rule, "checked", deciders, tests, "")
    if deciders:
        return Trace(rule, "decided", deciders, tests, "")
    return Trace(rule, rule.status, deciders, tests, rule.reason)


def traces() -> list[Trace]:
    """Return the state of every rule, in the order of the catalogue."""
    return [trace(rule) for rule in rules().values()]


def counts() -> dict[str, int]:
    """Return how many rules are in each state, and how many have a decider."""
    every = traces()
    by_status = Counter(each.status for each in every)
    ordered = {
        status: by_status[status] for status in ("checked", "decided", "untestable", "open", "withdrawn")
    }
    return {"rules": len(every), **ordered, "with_decider": sum(bool(each.decided_by) for each in every)}


def deciders_of(row: Rule | Ambiguity) -> tuple[str, ...]:
    """Return the functions that decide a rule or implement the reading of an ambiguity."""
    return deciders_by_rule().get(row.id, ())


def open_readings() -> list[Ambiguity]:
    """Return the ambiguities whose reading no function implements yet."""
    return [row for row in ambiguities().values() if row.id not in deciders_by_rule()]
