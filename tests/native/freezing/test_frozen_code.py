"""What freezing does to compiled code: names that go, and functions that are read when they are first called."""

import ast
from collections.abc import Callable
from types import CodeType
from typing import Any

from refloader.dropin.build import lazy_split
from refloader.dropin.build.bundle import compiled
from refloader.dropin.build.nameless import nameless, texts


class TestNameless:
    """Code loses the names that nothing asks for, and does the same."""

    TEXT = """
def f(first, second, *rest, third=3, **others):
    local = first + second
    def inner():
        return local + third
    total = inner() + sum(rest) + sum(others.values())
    return total
def g():
    return f(1, second=2)
"""

    def test_what_stays(self) -> None:
        """Names that a call passes, those of variables that inner functions use, files, lines and functions."""
        code = compiled("sample", ast.parse(self.TEXT))
        made = nameless(code, texts([code]))
        space: dict[str, Any] = {}
        exec(made, space)
        f, g = space["f"], space["g"]

        assert (f(1, 2, 4, other=5), f(1, second=2, third=10), g()) == (15, 13, 6)
        assert f.__code__.co_varnames == ("_", "second", "third", "_", "_", "_", "_")
        assert set(f.__code__.co_cellvars) == {"local", "third"}
        inner = next(each for each in f.__code__.co_consts if isinstance(each, CodeType))
        assert (inner.co_name, inner.co_qualname, inner.co_filename) == ("inner", "inner", "<sample>")
        assert inner.co_firstlineno == 4


class TestCooling:
    """A cold function is the same function, read when it is first called."""

    TEXT = """
def f(x):
    return g(x) + 1
def g(x):
    return 2 * x
class A:
    def m(self):
        return g(4)
    def k(self):
        return 5
"""

    def test_parts(self) -> None:
        """Cold functions and methods stand apart; the first call of one puts all in their places."""
        body, functions = lazy_split.parted(ast.parse(self.TEXT).body, frozenset({"g", "A.m"}))
        hot, cold = (ast.fix_missing_locations(ast.Module(part, [])) for part in (body, functions))
        space: dict[str, Any] = {}
        thawed: list[str] = []

        def stub(path: str) -> Callable[..., Any]:
            def call(*arguments: Any) -> Any:
                thawed.append(path)
                exec(compile(cold, "cold", "exec"), space)
                owner, _, name = path.rpartition(".")
                return (getattr(space[owner], name) if owner else space[name])(*arguments)

            return call

        space["__cold__"] = stub
        exec(compile(hot, "hot", "exec"), space)

        assert set(lazy_split.functions(ast.parse(self.TEXT))) == {"f", "g", "A.m", "A.k"}
        assert (space["A"]().k(), thawed) == (5, [])
        assert (space["A"]().m(), space["f"](3), thawed) == (8, 7, ["A.m"])
