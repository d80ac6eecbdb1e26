"""Where an act of the driver prober may end early, a case says so: an end that no case is about is told nowhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

_PROJECT = Path(__file__).parents[3]
_SOURCES = _PROJECT / "refloader" / "probes" / "driver_prober"
_CASES = _PROJECT / "policy_tests" / "driver"
_ELSEWHERE = {
    "exports.interface": "nothing of the driver's is called",
    "programs.play": "the act is played in processes of its own, whose ends it tells",
}


def _steps() -> list[str]:
    """Return the names of steps that the acts state as a whole."""
    text = "".join(path.read_text() for path in sorted(_SOURCES.rglob("*.c")))
    return sorted(set(re.findall(r'\bbegin\("([a-z0-9.-]+)"\)', text)))


def _named(value: ast.expr, constants: dict[str, ast.expr]) -> Iterator[str]:
    """Yield the beginnings of steps in an argument; of a text with a part put in, what is before that part."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) if text.count(".") > 1:
            yield text
        case ast.Tuple(elts=elements):
            for each in elements:
                yield from _named(each, constants)
        case ast.Starred(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))) if name in constants:
            yield from _named(constants[name], constants)
        case ast.Dict(values=values):
            for each in values:
                yield from _named(each, constants)
        case ast.Name(id=name) if name in constants:
            yield from _named(constants[name], constants)


def _judged() -> set[str]:
    """Return the beginnings of the steps that cases are about."""
    found = set()
    for path in sorted(_CASES.glob("*.py")):
        tree = ast.parse(path.read_text())
        constants = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "step":
                found |= {*_named(node.value, constants)}
    return found - {""}


@pytest.mark.parametrize("step", _steps())
def test_each_step_is_some_cases(step: str) -> None:
    """A step begins as one that a case is about, or there is a reason why none is."""
    assert step in _ELSEWHERE or step.startswith(tuple(_judged()))
