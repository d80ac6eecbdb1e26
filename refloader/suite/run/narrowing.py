"""Determines from the text of a test module which rules its tests can check, so that pytest need not import it.

To import and collect all modules takes far longer than the cases of one rule. A module whose text does not show all
of its marks may check any rule: it is collected, and its cases are selected afterwards. Never drops a requested case.
"""

import re
from collections.abc import Callable
from pathlib import Path

_MARK = re.compile(r"\bmark\b(?:\.(\w+)\b(?:\(\s*([^()]*?)\s*\))?)?")
"""The word ``mark``; if it is used as in ``pytest.mark.rule("ID")``, the mark's name and its arguments."""
_LITERALS = re.compile(r'(?:"[\w-]+"\s*,\s*)*"[\w-]+"\s*,?', re.ASCII)
_LITERAL = re.compile(r'"([\w-]+)"', re.ASCII)
_FROM_OTHERS = re.compile(r"^\s*(?:from|import) +(?:\.|policy_tests\b)", re.MULTILINE)
"""An import from another test module, which may have marks."""
_OTHER_MARKS = frozenset({"editions", "parametrize", "needs_library", "same_run", "filterwarnings"})


def may_check(path: Path, takes: Callable[[str], bool]) -> bool:
    """Return whether a test in the module can check a rule that ``takes`` accepts."""
    try:
        rules = named_rules(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return True
    return rules is None or any(map(takes, rules))


def named_rules(text: str) -> frozenset[str] | None:
    """Return the rules in the marks of a test module; None if its text does not show all of them."""
    if _FROM_OTHERS.search(text):
        return None
    found: set[str] = set()
    for match in _MARK.finditer(text):
        name, arguments = match.groups()
        if name == "rule" and arguments and _LITERALS.fullmatch(arguments):
            found.update(_LITERAL.findall(arguments))
        elif name not in _OTHER_MARKS:
            return None
    return frozenset(found) or None
