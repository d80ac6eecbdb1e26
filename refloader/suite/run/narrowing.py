"""Determines from the text of a test module which rules its tests can check, so that pytest need not import it.

To import and collect all modules takes far longer than the cases of one rule. A module whose text does not show all
of its marks may check any rule: it is collected, and its cases are selected afterwards. Never drops a requested case.
What a module imports from the suite may carry marks too: the rules of these modules are counted as its own.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

_MARK = re.compile(r"\bmark\b(?:\.(\w+)\b(?:\(\s*([^()]*?)\s*\))?)?")
"""The word ``mark``; if it is used as in ``pytest.mark.rule("ID")``, the mark's name and its arguments."""
_LITERALS = re.compile(r'(?:"[\w-]+"\s*,\s*)*"[\w-]+"\s*,?', re.ASCII)
_LITERAL = re.compile(r'"([\w-]+)"', re.ASCII)
_FROM_OTHERS = re.compile(r"^[ \t]*(?:from|import) +(?:\.|policy_tests\b)", re.MULTILINE)
"""An import from another module of the suite, which may have marks."""
_NAMES = re.compile(
    r"^[ \t]*from +(policy_tests(?:\.\w+)*) +import +(?:\(([\w\s,]+)\)|([\w ,]+))$", re.MULTILINE
)
"""Such an import whose module can be found: the module and the names that are imported from it."""
_NAME = re.compile(r"(\w+)(?:\s+as\s+\w+)?")
"""One of these names, without the one that it gets in the module."""
_OTHER_MARKS = frozenset({
    "editions", "parametrize", "needs_library", "real_driver", "same_run", "filterwarnings"
})  # fmt: skip


def may_check(path: Path, takes: Callable[[str], bool]) -> bool:
    """Return whether a test in the module can check a rule that ``takes`` accepts."""
    rules = rules_of(path)
    return rules is None or any(map(takes, rules))


def rules_of(path: Path) -> frozenset[str] | None:
    """Return the rules in the marks of a test module and of what it imports; None if not all can be read."""
    return _rules_of(path, frozenset()) or None


@cache
def _rules_of(path: Path, importers: frozenset[Path]) -> frozenset[str] | None:
    """Return the rules of a module, which can be none at all; None if its text does not show all of them."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    found = _rules_in(text)
    if found is None or len(_FROM_OTHERS.findall(text)) != len(_NAMES.findall(text)):
        return None
    for other in _imported(path, text):
        more = frozenset[str]() if other in importers else _rules_of(other, importers | {path})
        if more is None:
            return None
        found |= more
    return found


def _rules_in(text: str) -> frozenset[str] | None:
    found: set[str] = set()
    for match in _MARK.finditer(text):
        name, arguments = match.groups()
        if name == "rule" and arguments and _LITERALS.fullmatch(arguments):
            found.update(_LITERAL.findall(arguments))
        elif name not in _OTHER_MARKS:
            return None
    return frozenset(found)


def _imported(path: Path, text: str) -> Iterator[Path]:
    """Yield the files of the suite that a module imports from."""
    root = next(
        (parent for parent in path.parents if parent.name == "policy_tests"), path.parent / "policy_tests"
    )
    for match in _NAMES.finditer(text):
        module = root.parent.joinpath(*match[1].split("."))
        if not module.is_dir():
            yield module.with_suffix(".py")
            continue
        yield module / "__init__.py"
        for name in _NAME.findall(match[2] or match[3]):
            if (named := module / f"{name}.py").is_file():
                yield named
