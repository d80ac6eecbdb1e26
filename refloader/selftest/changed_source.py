"""Puts the functions of a changed source in place of the loaded ones. What runs when a module is imported stays."""

import gc
from collections.abc import Iterator
from types import CodeType, FunctionType

from refloader.selftest.reaching import caches

_Key = tuple[str, int]
"""Which function: its qualified name, and its first line, because several may have one name."""


def replace_functions(path: str, text: str) -> int:
    """Give the loaded functions of a source the code that they have in the text; return how many change.

    Raises ValueError if none does. Lines may be added or lost inside one function alone: the functions behind it
    keep the code that they have.
    """
    changed = dict(_codes(compile(text, path, "exec", dont_inherit=True)))
    replaced = 0
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == path:
            code = changed.get(_key(each.__code__))
            if code is not None and code != each.__code__ and code.co_freevars == each.__code__.co_freevars:
                each.__code__ = code
                replaced += 1
    if not replaced:
        raise ValueError(f"no loaded function of {path} differs")
    for cache in caches():
        cache.cache_clear()
    return replaced


def _codes(outer: CodeType) -> Iterator[tuple[_Key, CodeType]]:
    for each in outer.co_consts:
        if isinstance(each, CodeType):
            yield _key(each), each
            yield from _codes(each)


def _key(code: CodeType) -> _Key:
    return code.co_qualname, code.co_firstlineno
