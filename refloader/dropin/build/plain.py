"""Removes what only readers and type checkers need: docstrings, annotations, type arguments of bases."""

import ast
from typing import TypeVar, cast

_Node = TypeVar("_Node", bound=ast.AST)
_TYPING = {"TypeAlias"}


class Plain(ast.NodeTransformer):
    """Strips one module. Dataclasses, named tuples and enums must have been expanded before."""

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Strip the whole module."""
        return self._body(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Remove the type arguments of the bases."""
        node.bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        return self._body(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Remove the return annotation."""
        node.returns = None
        return self._body(node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Remove the annotation."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Return a plain assignment, or nothing if there is no value or it is a type alias."""
        self.generic_visit(node)
        alias = isinstance(node.annotation, ast.Name) and node.annotation.id in _TYPING
        if node.value is None or alias:
            return None
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Remove docstrings and other bare constants."""
        if isinstance(node.value, ast.Constant):
            return None
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        """Remove blocks under TYPE_CHECKING."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self._body(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Replace ``cast(kind, value)`` by the value."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "cast":
            return node.args[1]
        return node

    def _body(self, node: _Node) -> _Node:
        self.generic_visit(node)
        if not isinstance(node, ast.Module) and not cast(ast.If, node).body:
            cast(ast.If, node).body = [ast.Pass()]
        return node
