"""Finds the small changes of a C source that may change what it does. Knows its words, not its grammar.

A change that does not compile is left out by who builds it. Left out here are comments, texts, preprocessor lines,
declarations of constants' names, and what selftest's own mutants ask for.
"""

import re
from collections.abc import Iterator

from mutation.change import Change

_MASKED = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#[^\n]*(?:\\\n[^\n]*)*'
    r"|VIOLATES(?:_FOR|_ANY)?\((?:[^()]|\([^()]*\))*\)",
    re.DOTALL | re.MULTILINE,
)
_OPERATORS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&"}
_RESULTS = {
    "VK_SUCCESS": "VK_INCOMPLETE",
    "VK_INCOMPLETE": "VK_SUCCESS",
    "VK_ERROR_OUT_OF_HOST_MEMORY": "VK_ERROR_INITIALIZATION_FAILED",
    "VK_ERROR_INITIALIZATION_FAILED": "VK_ERROR_OUT_OF_HOST_MEMORY",
    "VK_ERROR_EXTENSION_NOT_PRESENT": "VK_ERROR_INITIALIZATION_FAILED",
    "VK_ERROR_LAYER_NOT_PRESENT": "VK_ERROR_INITIALIZATION_FAILED",
    "VK_ERROR_INCOMPATIBLE_DRIVER": "VK_ERROR_INITIALIZATION_FAILED",
}
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("comparison", re.compile(r"(?<![-<>=!+*/&|])(?:==|!=|<=|>=|<|>)(?![<>=])(?= )")),
    ("and_or", re.compile(r"&&|\|\|")),
    ("not_dropped", re.compile(r"!(?=[\w(])")),
    ("result", re.compile(r"\bVK_(?:SUCCESS|INCOMPLETE|ERROR_\w+)\b")),
    ("index", re.compile(r"(?<=\[)(?:at|i|index|slot|number|0)(?=\])")),
    ("constant", re.compile(r"(?<![\w.])(?:0|1|2|[3-9]|[1-9][0-9]+)(?![\w.])")),
    ("truth", re.compile(r"\b(?:true|false)\b")),
    ("next_dropped", re.compile(r"(?<== )(?:\(\w[\w ]*\*\))?\w+->(?:pNext|next)(?=;|\))")),
    ("condition", re.compile(r"(?<=\bif \()(?=[^()]|\([^()]*\))")),
    (
        "statement_dropped",
        re.compile(
            r"(?<=\n) +(?!return|break|continue|case|goto)[\w>\-.\[\]*() ]+(?:\([^;{}]*\)"
            r"| [|&+-]?= [^;{}]+);(?=\n)"
        ),
    ),
    ("return_dropped", re.compile(r"(?<=\) )return[^;{}]*;|(?<=\) )continue;")),
    ("null_check_dropped", re.compile(r"\w[\w>.\[\]-]* [!=]= NULL")),
)


def changes_of_c(file: str, text: str) -> list[Change]:
    """Return every change of the source, in the order of its lines."""
    masked = _MASKED.sub(lambda found: re.sub(r"[^\n]", "\x01", found[0]), text)
    found = [
        Change(file, text.count("\n", 0, start) + 1, kind, start, text[start:end], new)
        for kind, pattern in _PATTERNS
        for start, end in (each.span() for each in pattern.finditer(masked))
        if _inside(masked, start) and not _of_selftest(text, start)
        for new in _new(kind, text, start, end)
    ]
    return sorted(set(found), key=lambda each: (each.start, each.kind, each.new))


def _inside(masked: str, start: int) -> bool:
    """True inside a function: after a line that ends with a brace and before one that begins with it."""
    opened = masked.rfind(") {\n", 0, start)
    return opened > masked.rfind("\n}", 0, start)


def _of_selftest(text: str, start: int) -> bool:
    """True on a line that only does something in a mutant of the self-test."""
    line = text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
    return line.lstrip().startswith(("if (VIOLATES", "} else if (VIOLATES")) or "&& VIOLATES" in line


def _new(kind: str, text: str, start: int, end: int) -> Iterator[str]:
    old = text[start:end]
    if kind in ("comparison", "and_or"):
        yield _OPERATORS[old]
    elif kind == "not_dropped":
        yield ""
    elif kind == "result" and old in _RESULTS:
        yield _RESULTS[old]
    elif kind == "index":
        yield f"{old} + 1"
    elif kind == "constant":
        yield str(int(old) + 1)
    elif kind == "truth":
        yield "false" if old == "true" else "true"
    elif kind == "next_dropped":
        yield "NULL"
    elif kind == "condition":
        yield "0 && "
    elif kind == "null_check_dropped":
        yield "0" if "==" in old else "1"
    elif kind in ("statement_dropped", "return_dropped"):
        yield ";" if kind == "return_dropped" else "    ;"
