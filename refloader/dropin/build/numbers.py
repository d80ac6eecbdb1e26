"""Replaces the names of constants by their values: offsets, sizes, results, slots, traits of old loaders.

Reading memory at ``VkInstanceCreateInfo.pNext`` then needs no look-up, and the thousands of names need not exist.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MODULES = frozenset(
    {
        "refloader.dropin.python.generated.layouts",
        "refloader.dropin.python.generated.commands",
        "refloader.dropin.python.memory.objects",
        "refloader.model.age",
    }
)
"""The modules with constants: numbers, and members of a StrEnum that are only compared."""


@dataclass
class Constants:
    """The constants of one module: numbers by name, numbers and words in classes, and numbers in tables."""

    numbers: dict[str, int] = field(default_factory=dict)
    classes: dict[str, dict[str, int | str]] = field(default_factory=dict)
    tables: dict[str, dict[object, int]] = field(default_factory=dict)


def constants_of(text: str) -> Constants:
    """Return the constants in the source text of a module."""
    found = Constants()
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.ClassDef):
            kinds = (int, str) if _is_words(statement) else (int,)
            values = _values(statement.body)
            found.classes[statement.name] = {
                name: value for name, value in values.items() if type(value) in kinds
            }
        elif isinstance(statement, ast.Assign):
            for name, value in _values([statement]).items():
                if type(value) is int:
                    found.numbers[name] = value
                elif isinstance(value, dict) and all(type(each) is int for each in value.values()):
                    found.tables[name] = value
    return found


def _is_words(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "StrEnum" for base in node.bases)


def _values(body: list[ast.stmt]) -> dict[str, Any]:
    found = {}
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            try:
                found[statement.targets[0].id] = ast.literal_eval(statement.value)
            except ValueError:
                continue
    return found


class Numbers(ast.NodeTransformer):
    """Replaces, in one module, names of other modules' constants. Each import must name one thing only."""

    def __init__(self, constants: Mapping[str, Constants]) -> None:
        self.constants = constants
        self.known: dict[str, tuple[Constants, str]] = {}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        """Record the names that are imported from a module of constants."""
        source = self.constants.get(node.module or "")
        if source is not None:
            for each in node.names:
                self.known[each.asname or each.name] = (source, each.name)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Replace the constants in a function, including those of a class that has a local alias; drop the alias."""
        before = dict(self.known)
        for name, value in _local_aliases(node).items():
            if value in before and before[value][1] in before[value][0].classes:
                self.known[name] = before[value]
        local = self.known.keys() - before.keys()
        self.generic_visit(node)
        self.known = before
        kept = {
            each.id
            for each in ast.walk(node)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
        }
        _Without(local - kept).visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace the name of a number."""
        source, name = self.known.get(node.id, (None, ""))
        value = source.numbers.get(name) if source is not None and isinstance(node.ctx, ast.Load) else None
        return node if value is None else _number(value, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace an attribute of a class of constants."""
        if isinstance(node.value, ast.Name) and node.value.id in self.known:
            source, name = self.known[node.value.id]
            value = source.classes.get(name, {}).get(node.attr)
            if value is not None:
                return _number(value, node)
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Replace an entry of a table if the key is a literal."""
        if (
            isinstance(node.value, ast.Name)
            and node.value.id in self.known
            and isinstance(node.slice, ast.Constant)
        ):
            source, name = self.known[node.value.id]
            value = source.tables.get(name, {}).get(node.slice.value)
            if value is not None:
                return _number(value, node)
        self.generic_visit(node)
        return node


def _number(value: int | str, place: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Constant(value), place)


def _local_aliases(function: ast.FunctionDef) -> dict[str, str]:
    """Return the local names that are assigned exactly once, and to another name."""
    times: dict[str, int] = {each.arg: 2 for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    found = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            times[node.id] = times.get(node.id, 0) + 1
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name):
                found[target.id] = node.value.id
    return {name: value for name, value in found.items() if times[name] == 1}


class _Without(ast.NodeTransformer):
    """Removes the assignments to names that are no longer read."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Replace the assignment by ``pass``, since it may be the only statement of its block."""
        target = node.targets[0]
        return ast.copy_location(ast.Pass(), node) if getattr(target, "id", "") in self.names else node
