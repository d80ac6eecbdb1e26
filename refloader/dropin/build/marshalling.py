"""Marshals code so that equal sources give equal bytes. Changes nothing that code can see.

``marshal`` marks what has several references, so its bytes depend on what else the process holds. Here every part of
the code is held by a table, equal parts only once, and so each has several.
"""

import marshal
import sys
from types import CodeType
from typing import Any

_WHOLE = (
    "co_code",
    "co_consts",
    "co_names",
    "co_varnames",
    "co_freevars",
    "co_cellvars",
    "co_filename",
    "co_name",
    "co_qualname",
    "co_linetable",
    "co_exceptiontable",
)
"""The parts of a code object that are objects themselves."""


def marshalled(code: CodeType) -> bytes:
    """Return the bytes from which ``marshal.loads`` makes an equal code object."""
    known: dict[Any, Any] = {}
    return marshal.dumps(_one(code, known))


def _one(value: Any, known: dict[Any, Any]) -> Any:
    """Return the object that stands for all equal ones of this type, and hold it in the table."""
    if isinstance(value, CodeType):
        made = value.replace(**{name: _one(getattr(value, name), known) for name in _WHOLE})
        return known.setdefault(("code", id(made)), made)
    if isinstance(value, tuple):
        parts = tuple(_one(each, known) for each in value)
        return known.setdefault((tuple, *map(id, parts)), parts)
    if isinstance(value, frozenset):
        return known.setdefault((frozenset, repr(sorted(map(repr, value)))), value)
    if isinstance(value, str) and value.isascii() and value.replace("_", "a").isalnum():
        value = sys.intern(
            value
        )  # as the interpreter does with names, and only sometimes with the same words elsewhere
    # A float and its negative zero are equal, and so are 1, 1.0 and True.
    return known.setdefault((type(value), repr(value)), value)
