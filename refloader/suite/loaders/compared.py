"""What a comparison of a test that did not hold is about, in the field's words, read from the test's own line.

A reason says "actual: nothing; expected: VK_LAYER_TEST_one"; this says that layers in the chain were compared. It
makes no verdict, and says nothing where it has no word for a part of the line.
"""

import ast
import linecache
import traceback
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

_WORDS = {
    "chain": "layers in the chain",
    "device_names": "devices",
    "devices": "devices",
    "drivers": "drivers used",
    "entered": "who was called",
    "extension_names": "extensions reported",
    "given_to_drivers": "given to the drivers",
    "groups": "device groups",
    "layer_names": "layers reported",
    "mistakes": "blocks of memory",
    "result_name": "result",
    "violations": "complaints of the mocks",
    "way_down": "who was called, in order",
}
"""By the name of an observation's part, or of a function that reads one: the words for it."""

_COMPARING = frozenset({"implied", "lead", "order"})
"""The methods of a trial that compare their first argument with the second."""

_STEPS = 2
"""How many names of a test are followed to where it gives them their values."""


def compared(error: BaseException) -> str:
    """Return the words for what a failed test compared; empty if its line does not tell."""
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        module = _module("".join(linecache.getlines(frame.f_code.co_filename)))
        left = next(_compared_at(module, line), None)
        if left is not None:
            parts = left.elts if isinstance(left, ast.Tuple) else (left,)
            known = [next(_words(part, module, line, _STEPS), "") for part in parts]
            return " and ".join(dict.fromkeys(known)) if all(known) else ""
    return ""


@lru_cache(maxsize=16)
def _module(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):  # the file was changed under the run
        return ast.Module([], [])


def _compared_at(module: ast.Module, line: int) -> Iterator[ast.expr]:
    """Yield the left side of what a line compares."""
    for node in _at(ast.walk(module), line):
        match node:
            case ast.Assert(test=ast.Compare(left=left)):
                yield left
            case ast.Call(func=ast.Attribute(attr=name), args=[first, *_]) if name in _COMPARING:
                yield first


def _at(nodes: Iterable[ast.AST], line: int) -> Iterator[ast.AST]:
    for node in nodes:
        if isinstance(node, ast.stmt | ast.expr) and node.lineno <= line <= (node.end_lineno or node.lineno):
            yield node


def _words(part: ast.AST, module: ast.Module, line: int, steps: int) -> Iterator[str]:
    """Yield the words for an expression: those of its own names, then of the values that its names have."""
    nodes = list(ast.walk(part))
    for node in nodes:
        match node:
            case ast.Attribute(attr=name) | ast.Call(func=ast.Name(id=name)) if name in _WORDS:
                yield _WORDS[name]
    for node in nodes if steps else ():
        for value in _values(node.id, module, line) if isinstance(node, ast.Name) else ():
            yield from _words(value, module, value.lineno, steps - 1)


def _values(name: str, module: ast.Module, line: int) -> Sequence[ast.expr]:
    """Return the value that a name has last at a line of its function, and what a function of that name returns."""
    values: list[ast.expr] = []
    for function in _at(ast.walk(module), line):
        if isinstance(function, ast.FunctionDef):
            given = [
                node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign)
                and node.lineno < line
                and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
            ]
            values += given[-1:]
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            values += [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
    return values
