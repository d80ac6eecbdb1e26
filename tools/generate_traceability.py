"""Collect which tests bear on which rule from the marks in the tests' source; ``--check`` only compares.

Writes refloader/rules/generated/tests.json, which ``refloader rules`` shows where the tests are not installed.
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from refloader.scenario.drafting import shipped_cases

TOP = Path(__file__).resolve().parent.parent
TARGET = TOP / "refloader" / "rules" / "generated" / "tests.json"


def main() -> int:
    """Write the file, or with ``--check`` fail if it would change."""
    text = build()
    if "--check" in sys.argv[1:]:
        same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        print(
            "tests.json is up to date" if same else "tests.json is stale: run tools/generate_traceability.py"
        )
        return 0 if same else 1
    TARGET.write_text(text, encoding="utf-8")
    print(f"wrote {TARGET}")
    return 0


def build() -> str:
    """The JSON text: rule id to the node ids of its tests, both sorted."""
    found: dict[str, list[str]] = {}
    for folder in ("policy_tests", "tests"):
        for path in sorted((TOP / folder).rglob("test_*.py")):
            for rule_id, node in _marks(path):
                found.setdefault(rule_id, []).append(node)
    for rule_id, node in _scenarios():
        found.setdefault(rule_id, []).append(node)
    return json.dumps({key: sorted(set(found[key])) for key in sorted(found)}, indent=1) + "\n"


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
