"""By which looks at a layer each rule is judged: reading its files, calling its library, runs in a chain. Runs none.

Read from the marks in the sources of the suite, and from what judges manifests.
"""

import ast
import os
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from refloader.harness import static
from refloader.harness.conform import suite_folder

STATIC, PROBE, CHAIN = "static", "probe", "chain"
_FOLDER = "layer"
_PROBING = {"probe", "probed"}


@cache
def looks() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The tests of each rule by the kind of look; reading the files has no test and an empty row.

    Raises:
        HarnessError: the suite is not installed.
    """
    found: dict[str, dict[str, list[str]]] = {
        rule_id: {STATIC: []} for rule_id in static.judged_rules("layer")
    }
    folder = os.path.join(suite_folder(), _FOLDER)
    for name in sorted(os.listdir(folder)):
        if name.startswith("test_") and name.endswith(".py"):
            for rule_id, kind, test in _in_file(os.path.join(folder, name)):
                found.setdefault(rule_id, {}).setdefault(kind, []).append(test)
    rows = {each: {kind: tuple(tests) for kind, tests in kinds.items()} for each, kinds in found.items()}
    return MappingProxyType(rows)


def _in_file(path: str) -> Iterator[tuple[str, str, str]]:
    """Rule, kind of look and name of each test, once for each rule that it is marked with."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    topic = os.path.basename(path).removeprefix("test_").removesuffix(".py")
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                yield from _in_test(inner, [*_marked(node)], topic, tree)
        else:
            yield from _in_test(node, [], topic, tree)


def _in_test(
    node: ast.stmt, outer: list[str], topic: str, tree: ast.Module
) -> Iterator[tuple[str, str, str]]:
    if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
        return
    kind = PROBE if _probes(node, tree) else CHAIN
    for rule_id in (*outer, *_marked(node)):
        yield rule_id, kind, f"{topic}/{node.name.removeprefix('test_')}"


def _marked(node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    """The rules in the marks of a class or a function."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
            yield from (str(ast.literal_eval(each)) for each in mark.args)


def _probes(node: ast.FunctionDef, tree: ast.Module) -> bool:
    """Whether a test asks the prober, by itself or through a function of its file."""
    used = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    if used & _PROBING:
        return True
    called = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    helpers = [each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name in called]
    return any(_probes(each, tree) for each in helpers if each is not node)
