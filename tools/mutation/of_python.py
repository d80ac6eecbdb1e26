"""Finds the small changes of a Python module that may change what it decides. Imports no module that it reads.

Left out is what no decision depends on: annotations, decorators, texts, assertions, and the arguments of calls that
only record a reason; and what is done only in an age.
"""

import ast
import re
from functools import lru_cache

from mutation.change import Change

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "tuple"}
METHODS = {"startswith": "endswith", "partition": "rpartition", "rpartition": "partition", "append": "count"}
TELLING = frozenset(
    {"Reason", "tell", "quote", "_say", "note", "_note", "InFile", "Location", "_told", "trace"}
)
"""What records or phrases a reason: nothing inside such a call is changed, and no such call is dropped."""

_AGE = re.compile(r"\bage\b|\.ordered\b")


def changes_of_python(file: str, text: str) -> list[Change]:
    """Return every change of the module, in the order of its lines."""
    found = _Finder(file, text)
    found.visit(ast.parse(text))
    return sorted(set(found.changes), key=lambda each: (each.start, each.kind, each.new))


def in_function(text: str, start: int) -> bool:
    """True for a place in the body of a function."""
    line = text.count("\n", 0, start) + 1
    functions = (each for each in ast.walk(_parsed(text)) if isinstance(each, ast.FunctionDef))
    return any(each.body[0].lineno <= line <= (each.end_lineno or 0) for each in functions)


def statement_at(text: str, line: int) -> tuple[int, int]:
    """Return the first and last line of the innermost statement; of one with a body, of what precedes that."""
    first, last = line, line
    for each in ast.walk(_parsed(text)):  # the outer ones come first
        if isinstance(each, ast.stmt) and each.lineno <= line <= (each.end_lineno or 0):
            body = getattr(each, "body", None)
            before = max(each.lineno, body[0].lineno - 1) if body else each.end_lineno or each.lineno
            first, last = each.lineno, before
    return first, last


@lru_cache(maxsize=2)
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


class _Finder(ast.NodeVisitor):
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.changes: list[Change] = []
        self._lines = [0]
        for line in text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    # ---- what is left out ----

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._body(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._body(node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_Raise(self, node: ast.Raise) -> None:
        pass

    # ---- what is changed ----

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            start, end = self._end(left), self._start(right)
            turned = COMPARISONS[type(operator)]
            self._replace("comparison", start, end, f" {turned} ", node.lineno)
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for position, each in enumerate(node.values):
            if position:
                before = node.values[position - 1]
                gap = self.text[self._end(before) : self._start(each)]
                words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                self._replace(
                    "and_or", self._end(before), self._start(each), gap.replace(*words), each.lineno
                )
            always = "True" if isinstance(node.op, ast.And) else "False"
            self._node("operand", each, always)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._node("not_dropped", node, f"bool({self._of(node.operand)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add) and not (
            _is_number_or_text(node.left) or _is_number_or_text(node.right)
        ):
            self._node("sides", node, f"({self._of(node.right)} + {self._of(node.left)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._node("constant", node, str(not node.value))
        elif isinstance(node.value, int):
            self._node("constant", node, str(node.value + 1))
            if node.value > 0:
                self._node("constant_less", node, str(node.value - 1))

    def visit_Subscript(self, node: ast.Subscript) -> None:
        index = self._of(node.slice)
        if index in ("0", "-1"):
            self._node("first_last", node.slice, "-1" if index == "0" else "0")
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = _called(node)
        if name in TELLING or name in ("rule", "decides"):
            return
        if isinstance(node.func, ast.Name) and name in CALLS and not node.keywords:
            self._node("call", node.func, CALLS[name])
        if isinstance(node.func, ast.Attribute) and name in METHODS:
            end = self._end(node.func)
            self._replace("method", end - len(name), end, METHODS[name], node.lineno)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        if self._is_of_an_age(node.test):
            self.visit(node.orelse)
            return
        self._node("condition", node.test, f"not ({self._of(node.test)})")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for each in node.ifs:
            self._node("filter_dropped", each, "True")
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        self._elements(node.elts, node)

    def visit_List(self, node: ast.List) -> None:
        self._elements(node.elts, node)

    def visit_Set(self, node: ast.Set) -> None:
        self._elements(node.elts, node)

    def _elements(self, elements: list[ast.expr], node: ast.AST) -> None:
        for position, each in enumerate(elements):
            if len(elements) > 1 and isinstance(getattr(each, "ctx", ast.Load()), ast.Load):
                end = self._start(elements[position + 1]) if position + 1 < len(elements) else self._end(each)
                start = self._start(each)
                if position + 1 == len(elements) and position > 1:
                    start = self._end(elements[position - 1])
                self._replace("element_dropped", start, end, "", each.lineno)
        self.generic_visit(node)

    # ---- statements ----

    def visit_If(self, node: ast.If) -> None:
        if self._is_of_an_age(node.test):
            self._body(node.orelse)
            return
        test = self._of(node.test)
        self._node("condition", node.test, f"not ({test})")
        self._node("never", node.test, "False")
        self._node("always", node.test, "True")
        self.visit(node.test)
        self._body(node.body)
        self._body(node.orelse)

    def visit_For(self, node: ast.For) -> None:
        last = f"tuple({self._of(node.iter)})"
        self._node("first_only", node.iter, f"{last}[:1]")
        self._node("last_dropped", node.iter, f"{last}[:-1]")
        self._node("reversed", node.iter, f"{last}[::-1]")
        self.visit(node.iter)
        self._body(node.body)
        self._body(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self._body(node.body)

    def _body(self, statements: list[ast.stmt]) -> None:
        for each in statements:
            if _is_text(each) or _is_telling(each):
                continue
            if isinstance(each, ast.Expr | ast.AugAssign | ast.Continue | ast.Break | ast.Delete):
                self._node("statement_dropped", each, "pass")
            elif (isinstance(each, ast.Return) and each is not statements[-1]) or (
                isinstance(each, ast.Return) and each.value is not None and len(statements) == 1
            ):
                self._node("return_dropped", each, "pass")
            self.visit(each)

    # ---- places in the text ----

    def _node(self, kind: str, node: ast.AST, new: str) -> None:
        self._replace(kind, self._start(node), self._end(node), new, getattr(node, "lineno", 0))

    def _replace(self, kind: str, start: int, end: int, new: str, line: int) -> None:
        old = self.text[start:end]
        if old != new:
            self.changes.append(Change(self.file, line, kind, start, old, new))

    def _is_of_an_age(self, test: ast.expr) -> bool:
        """True for a condition that holds in some releases, and never for what the documents say."""
        return _AGE.search(self._of(test)) is not None and "not " not in self._of(test)

    def _of(self, node: ast.AST) -> str:
        return self.text[self._start(node) : self._end(node)]

    def _start(self, node: ast.AST) -> int:
        return self._place(node.lineno, node.col_offset)  # type: ignore[attr-defined] # expressions have one

    def _end(self, node: ast.AST) -> int:
        return self._place(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined] # as above

    def _place(self, line: int, column: int) -> int:
        begin = self._lines[line - 1]
        return begin + len(self.text[begin:].encode()[:column].decode())


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _is_number_or_text(node: ast.expr) -> bool:
    """True for what is a number or a message, as written here: the sum of numbers is the same either way."""
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    called = _called(node) if isinstance(node, ast.Call) else ""
    return (
        isinstance(node, ast.Constant) or (name or called).lstrip("_").isupper() or called in ("u32", "u64")
    )


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_telling(statement: ast.stmt) -> bool:
    value = getattr(statement, "value", None)
    return isinstance(statement, ast.Expr) and isinstance(value, ast.Call) and _called(value) in TELLING
