"""Takes names out of code that nothing asks for: each would be an object in every process.

Those of local variables, of parameters that no call passes by name, and the qualified names of functions. Files,
lines and names of functions, which error reports have, stay.
"""

import inspect
from collections.abc import Iterable
from types import CodeType

NO_NAME = "_"


def texts(codes: Iterable[CodeType]) -> set[str]:
    """Return all texts that the code has as constants: a call that passes a parameter by name has the name there."""
    found: set[str] = set()
    parts: list[object] = list(codes)
    while parts:
        part = parts.pop()
        if isinstance(part, str):
            found.add(part)
        elif isinstance(part, CodeType):
            parts += part.co_consts
        elif isinstance(part, tuple | frozenset):
            parts += part
    return found


def nameless(code: CodeType, asked: set[str]) -> CodeType:
    """Return the code with one name in the place of all that are not among ``asked``."""
    flags = (inspect.CO_VARARGS, inspect.CO_VARKEYWORDS)
    parameters = code.co_argcount + code.co_kwonlyargcount + sum(bool(code.co_flags & flag) for flag in flags)
    names = tuple(
        name if name in code.co_cellvars or (place < parameters and name in asked) else NO_NAME
        for place, name in enumerate(code.co_varnames)
    )
    constants = tuple(
        nameless(each, asked) if isinstance(each, CodeType) else each for each in code.co_consts
    )
    return code.replace(co_varnames=names, co_consts=constants, co_qualname=code.co_name)
