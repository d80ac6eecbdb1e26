"""Compiles regular expressions at build time; only the last step of ``re.compile`` remains for run time."""

import ast
import re
from re import _compiler  # type: ignore[attr-defined]
from typing import Any

from refloader.dropin.build.problem import FreezeError

_METHODS = {"match", "fullmatch", "search", "finditer"}
_PREFIX = "_frozen_pattern_"


class _Recorder:
    """Replaces ``_sre``: returns the arguments that the compiler passes to it instead of a pattern object."""

    def __init__(self, real: Any) -> None:
        self.real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def compile(self, *arguments: Any) -> tuple[Any, ...]:
        return arguments


def compiled(pattern: str | bytes, flags: int) -> tuple[Any, ...]:
    """Return the arguments of ``_sre.compile`` for a pattern."""
    real = _compiler._sre
    _compiler._sre = _Recorder(real)
    try:
        return tuple(_compiler.compile(pattern, flags))
    finally:
        _compiler._sre = real


class Patterns(ast.NodeTransformer):
    """Replaces ``re.compile`` of constants, and calls of functions of ``re`` with a constant pattern."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.made: list[ast.stmt] = []
        self.found = False

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Add to the module the patterns that its functions use, created at import."""
        self.generic_visit(node)
        if self.found:
            node.body = [
                ast.parse("from _sre import compile as _sre_compile").body[0],
                *self.made,
                *node.body,
            ]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Replace a call of ``re`` with a constant pattern."""
        self.generic_visit(node)
        called = node.func
        if not (isinstance(called, ast.Attribute) and _is_re(called.value)):
            return node
        if called.attr == "compile":
            return self._pattern(node.args[0], node.args[1:2])
        if called.attr not in _METHODS:
            raise FreezeError(self.module, node, f"re.{called.attr} cannot be frozen")
        name = f"{_PREFIX}{len(self.made)}"
        value = self._pattern(node.args[0], node.args[2:3])
        self.made.append(ast.Assign([ast.Name(name, ast.Store())], value))
        method = ast.Attribute(ast.Name(name, ast.Load()), called.attr, ast.Load())
        return ast.Call(method, node.args[1:2], [])

    def _pattern(self, pattern: ast.expr, flags: list[ast.expr]) -> ast.expr:
        self.found = True
        try:
            text = ast.literal_eval(pattern)
            number = int(eval(ast.unparse(flags[0]), {"re": re})) if flags else 0
        except ValueError:
            raise FreezeError(self.module, pattern, "the pattern is no constant") from None
        source, final, code, groups, index, names = compiled(text, number)
        # The list is written as an unpacked tuple: that is one constant instead of an instruction per number.
        numbers = f"[*{tuple(map(int, code))!r}]"
        call = f"_sre_compile({source!r}, {int(final)}, {numbers}, {groups}, {dict(index)!r}, {names!r})"
        return ast.parse(call, mode="eval").body


def _is_re(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "re"
