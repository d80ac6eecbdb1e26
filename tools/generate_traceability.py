"""Collect which tests bear on which rule, and which functions decide it; ``--check`` only compares.

Tests are found by the marks in their source, deciders by those in the code. Writes tests.json and deciders.json in
refloader/rules/generated, which ``refloader rules`` and reports show.
"""

import ast
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from refloader.scenario.drafting import shipped_cases
from refloader.suite.run.traceability import read_deciders

TOP = Path(__file__).resolve().parent.parent
TARGETS = TOP / "refloader" / "rules" / "generated"


def main() -> int:
    """Write the files, or with ``--check`` fail if one would change."""
    texts = {"tests.json": build(), "deciders.json": _written(read_deciders())}
    stale = 0
    for name, text in texts.items():
        target = TARGETS / name
        if "--check" not in sys.argv[1:]:
            target.write_text(text, encoding="utf-8")
            print(f"wrote {target}")
            continue
        same = target.exists() and target.read_text(encoding="utf-8") == text
        stale += not same
        print(f"{name} is {'up to date' if same else 'stale: run tools/generate_traceability.py'}")
    return int(stale > 0)


def _written(found: Mapping[str, Iterable[str]]) -> str:
    return json.dumps({key: sorted(set(found[key])) for key in sorted(found)}, indent=1) + "\n"


def build() -> str:
    """The JSON text: rule id to the node ids of its tests, both sorted."""
    found: dict[str, list[str]] = {}
    for folder in ("policy_tests", "tests"):
        for path in sorted((TOP / folder).rglob("test_*.py")):
            for rule_id, node in _marks(path):
                found.setdefault(rule_id, []).append(node)
    for rule_id, node in _scenarios():
        found.setdefault(rule_id, []).append(node)
    return _written(found)


def _scenarios() -> Iterator[tuple[str, str]]:
    """The rules that scenarios of the corpus name, each with the test that runs the scenario's topic."""
    for case in shipped_cases():
        topic = case.name.partition("/")[0]
        for rule_id in case.rules:
            yield rule_id, f"policy_tests/loader/test_corpus.py::test_{topic}"


def _marks(path: Path) -> Iterator[tuple[str, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = path.relative_to(TOP).as_posix()
    module = _rules(tree.body)
    for rule_id in _parameters(tree):
        yield rule_id, name
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            own = module + _decorated(node) + _rules(node.body)
            for member in node.body:
                yield from _tests(member, f"{name}::{node.name}", own)
        else:
            yield from _tests(node, name, module)


def _tests(node: ast.stmt, prefix: str, inherited: list[str]) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
        for rule_id in inherited + _decorated(node):
            yield rule_id, f"{prefix}::{node.name}"


def _decorated(node: ast.ClassDef | ast.FunctionDef) -> list[str]:
    return [each for decorator in node.decorator_list for each in _ids(decorator)]


def _parameters(tree: ast.Module) -> Iterator[str]:
    """The ids in ``pytest.param(..., marks=...)``; they stand for the file, as one test serves many of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.param":
            yield from (
                each for keyword in node.keywords for call in ast.walk(keyword) for each in _ids(call)
            )


def _rules(body: list[ast.stmt]) -> list[str]:
    """The ids in a ``pytestmark = ...`` assignment."""
    values = [node.value for node in body if isinstance(node, ast.Assign) and _is_mark(node)]
    return [each for value in values for call in ast.walk(value) for each in _ids(call)]


def _is_mark(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)


def _ids(node: ast.AST) -> list[str]:
    if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"):
        return []
    return [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]


if __name__ == "__main__":
    raise SystemExit(main())
