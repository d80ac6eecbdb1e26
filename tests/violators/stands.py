"""Says how what stands in for a function does not fit it. Runs in a process of its own, with a faked C module."""

import ast
import importlib
import inspect
import json
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any
from unittest.mock import MagicMock

Function = Callable[..., Any]


def misfit(target: Any, stand: Function) -> str:
    """Say how ``stand`` cannot be called in place of ``target``, or that it answers nothing where that answers."""
    if isinstance(target, MagicMock):
        return ""
    given = inspect.signature(target).parameters.values()
    positional = [each for each in given if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    named = [each.name for each in given if each.kind is each.KEYWORD_ONLY and each.default is each.empty]
    try:
        inspect.signature(stand).bind(target, *positional, **dict.fromkeys(named))
    except TypeError as error:
        return str(error)
    answers = getattr(target, "__annotations__", {}).get("return")
    if answers is None or isinstance(target, type) or "None" in str(answers):
        return ""
    return "" if _answers(stand) else f"it answers nothing in the place of {answers}"


def _answers(stand: Function) -> bool:
    """Whether a function returns a value wherever it ends. A constant None is none."""
    (function,) = ast.parse(textwrap.dedent(inspect.getsource(stand))).body
    assert isinstance(function, ast.FunctionDef)
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function)):
        return True
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    nothing = [
        each for each in returned if each is None or (isinstance(each, ast.Constant) and each.value is None)
    ]
    return not nothing and _ends(function.body)


def _ends(body: Sequence[ast.stmt]) -> bool:
    """Whether control never leaves these statements at their end."""
    match body[-1] if body else None:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=first, orelse=second):
            return _ends(first) and _ends(second)
        case ast.With(body=inside):
            return _ends(inside)
        case ast.Try(body=inside, handlers=handlers, orelse=rest, finalbody=last):
            return _ends(last) or (_ends(rest or inside) and all(_ends(each.body) for each in handlers))
        case ast.While(test=ast.Constant(value=True)):
            return True
    return False


def main(package: str, table: str) -> None:
    """Import the modules of a package and write, for each entry of a table of stands, how it does not fit."""
    sys.modules["refloader.dropin.python._edge"] = MagicMock()  # only the drop-in library has it
    from refloader.selftest.mutants.registry import mutants_by_name

    mutants_by_name()
    for file in sorted(files(package).iterdir(), key=lambda each: each.name):
        if file.name.endswith(".py"):
            importlib.import_module(f"{package}.{file.name[:-3]}")
    module, _, name = table.rpartition(".")
    stands: Mapping[str, Any] = getattr(importlib.import_module(module), name)
    pairs = [
        (key, *pair)
        for key, each in stands.items()
        for pair in (each[0] if isinstance(each, tuple) else each)
    ]
    json.dump([[key, misfit(target, stand)] for key, target, stand in pairs], sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
