"""Lazy split: divides a module into a hot part, loaded at once, and a cold part, loaded when first called.

A stub replaces each cold function. The first call of any stub runs the module's cold part in the module's namespace,
which replaces all of its stubs by the functions.
"""

import ast
from collections.abc import Iterator
from typing import TypeGuard


def functions(tree: ast.Module) -> Iterator[str]:
    """Yield the functions and methods that can be cold, as ``name`` and ``Class.name``. Decorated ones cannot."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and not statement.decorator_list:
            yield statement.name
        elif isinstance(statement, ast.ClassDef):
            for each in statement.body:
                if _is_plain_method(each):
                    yield f"{statement.name}.{each.name}"


def _is_plain_method(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and not node.decorator_list and not node.name.startswith("__")


def parted(body: list[ast.stmt], cold: frozenset[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """Return the statements with stubs for the cold functions, and the statements that define those functions."""
    hot: list[ast.stmt] = []
    apart: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.FunctionDef) and statement.name in cold:
            apart.append(statement)
            hot.append(_stub(statement.name, statement.name))
            continue
        if isinstance(statement, ast.ClassDef):
            apart += _cold_methods(statement, cold)
        hot.append(statement)
    return hot, apart


def _cold_methods(owner: ast.ClassDef, cold: frozenset[str]) -> list[ast.stmt]:
    apart: list[ast.stmt] = []
    for place, each in enumerate(owner.body):
        path = f"{owner.name}.{getattr(each, 'name', '')}"
        if isinstance(each, ast.FunctionDef) and path in cold:
            owner.body[place] = _stub(each.name, path)
            name = f"_cold_{owner.name}_{each.name}"
            each.name = name
            apart += [each, *ast.parse(f"{path} = {name}").body]
    return apart


def _stub(name: str, path: str) -> ast.stmt:
    return ast.parse(f"{name} = __cold__({path!r})").body[0]
