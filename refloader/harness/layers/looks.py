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
_ALONE = "refloader.harness.layers.alone"


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
    kind = PROBE if _probes(tree) else CHAIN
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        outer = [*_marked(node)] if isinstance(node, ast.ClassDef) else []
        for test in inside:
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                for rule_id in dict.fromkeys((*outer, *_marked(test))):
                    yield rule_id, kind, f"{topic}/{test.name.removeprefix('test_')}"


def _marked(node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    """The rules in the marks of a class or a function."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
            yield from (str(ast.literal_eval(each)) for each in mark.args)


def _probes(tree: ast.Module) -> bool:
    """Whether the tests of a file look at what the library says alone: a file is about one kind of look."""
    imported = {node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)}
    return any(module.startswith(_ALONE) for module in imported)
