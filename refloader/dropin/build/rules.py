"""Removes the run-time cost of rule ids: each is checked against the catalogue now and becomes a plain string."""

import ast
import json
from pathlib import Path

from refloader.dropin.build.problem import FreezeError

_IDENTITY = {"rule", "RuleId"}


def known_rules(root: Path) -> frozenset[str]:
    """Return the ids of all rules and ambiguities."""
    text = (root / "refloader/rules/generated/catalogue.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return frozenset(row["id"] for row in (*data["rules"], *data["ambiguities"]))


class Rules(ast.NodeTransformer):
    """Replaces ``rule(x)`` and ``RuleId(x)`` by x, and removes the decorator ``decides``."""

    def __init__(self, module: str, known: frozenset[str]) -> None:
        self.module = module
        self.known = known

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Replace ``rule(x)`` by x."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _IDENTITY and len(node.args) == 1:
            self._check(node.args[0])
            return node.args[0]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Remove ``decides``."""
        return self._without_decides(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Remove ``decides``."""
        return self._without_decides(node)

    def _without_decides(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        kept: list[ast.expr] = []
        for decorator in node.decorator_list:
            call = decorator if isinstance(decorator, ast.Call) else None
            if call is not None and isinstance(call.func, ast.Name) and call.func.id == "decides":
                for argument in call.args:
                    self._check(argument)
            else:
                kept.append(decorator)
        node.decorator_list = kept
        return self.generic_visit(node)

    def _check(self, node: ast.expr) -> None:
        if isinstance(node, ast.Constant) and node.value not in self.known:
            raise FreezeError(self.module, node, f"{node.value!r} is not in the catalogue")
