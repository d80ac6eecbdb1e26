"""The sentence of a case is the first thing that a failure says, and stands there alone."""

import ast
import re
from pathlib import Path

import policy_tests

CASES = Path(policy_tests.__file__).parent
LEANS = re.compile(
    r"(The same of|The same where|So (is|are|do|does|should)|Nor|Likewise|Also|They|Those|That is)\b"
)
"""How a sentence begins that says nothing without the one before it."""


def sentences() -> dict[str, str]:
    """The first line of each case's docstring, by the case."""
    found = {}
    for path in sorted(CASES.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                sentence = (ast.get_docstring(node) or "").partition("\n")[0]
                found[f"{path.relative_to(CASES)}:{node.lineno}"] = sentence
    return found


def test_each_has_one_that_leans_on_no_other() -> None:
    """A reader of one failure has not read the case above it."""
    given = sentences()

    assert len(given) > 1000
    assert [case for case, sentence in given.items() if not sentence or LEANS.match(sentence)] == []


def test_each_ends_in_its_line() -> None:
    """A failure quotes the first line alone, and the difference follows right behind it."""
    assert [case for case, sentence in sentences().items() if not sentence.endswith(".")] == []
