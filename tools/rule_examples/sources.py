"""Excerpts of sources that keep a rule or break it: of the layer that init-layer writes, the mocks, the reference.

What is wrong on purpose stands where the right thing is done: ``violates("NAME")`` in the C of the mocks,
``VIOLATES("name")`` in that of the library, a function that stands in for another one in Python.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from refloader.report.rules.value import Example, Finding
from refloader.rules import RuleId
from refloader.selftest.layouts import manifest_text
from refloader.selftest.mutants.of_mocks import KINDS, Kind, Wrong, mocks
from refloader.selftest.mutants.registry import by_rule, mutants_by_name
from rule_examples.folding import folded

TOP = Path(__file__).resolve().parent.parent.parent
_TEMPLATE = TOP / "refloader" / "template" / "files" / "layer.c.j2"
_MOCKS = ("mock_layers", "mock_icd")
_LIBRARY = tuple(f"refloader/dropin/c/{part}" for part in ("calls", "interpreter", "observers"))
_LIST = "violations.c"
"""Names all ways to be wrong and is none."""

_CALLED = re.compile(r"violates\(|(?<!VIOLATION)\(\"", re.IGNORECASE)
"""A way to be wrong as it is asked for; not in a table of names, and not as what the mock says of others."""

_SETTINGS = ("on_load",)
"""Functions that read how a mock is to behave: there is nothing in them to learn from."""

_LONGEST = 48
"""Lines of a function that fit on a page; of a longer one those around the place are shown."""

_AROUND = 12

Said = Mapping[str, Mapping[str, Finding]]
"""By violator and rule: what the suite says of it (see ``observed``)."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a file by its name there: lines would be others with every change above it."""

    path: str
    name: str
    text: str

    @property
    def origin(self) -> str:
        """Where it is."""
        return f"{self.path}, {self.name}" if self.name else self.path


def in_template(rule_id: str) -> Example | None:
    """The place of the layer that keeps all rules whose comment names the rule."""
    lines = _lines(_TEMPLATE)
    named = re.compile(rf"\b{re.escape(rule_id)}\b")
    for at, line in enumerate(lines):
        if at > _HEAD and named.search(line):
            found = _around(_TEMPLATE, at)
            if "{{" not in found.text and "{%" not in found.text:
                title = "In the layer that `refloader init-layer` writes, which keeps every rule"
                return Example("passes", title, "c", found.text, found.origin)
    return None


def twins(rule_id: str) -> Iterator[str]:
    """The rules of layers that the same mocks break in the same way, the policies among them first."""
    for wrong in mocks("layer").of_rule(rule_id):
        yield from sorted(
            (other for other in wrong.rules if other != rule_id),
            key=lambda other: not other.startswith("LLP_"),
        )


_HEAD = 20
"""Lines at the beginning of the template that name a rule as an example of how rules are named."""


def of_mocks(rule_id: str, said: Said) -> tuple[Example, ...]:
    """A mock as it keeps the rule and as it breaks it: its C, or its manifest, or how it is laid out."""
    for kind in KINDS:
        for wrong in mocks(kind).of_rule(rule_id):
            told = said.get(wrong.name, {}).get(rule_id)
            way = wrong.recipe.flags.get("violate", "")
            for call in (f'violates("{way}")', f'"{way}"') if way else ():
                found = _in_c(_MOCKS, call)
                if told and found and found.name not in _SETTINGS:
                    return _both_ways(found, call, wrong.violator.does, told)
            if told:
                return _laid_out(kind, wrong, told)
    return ()


def _both_ways(found: Excerpt, call: str, does: str, told: Finding) -> tuple[Example, ...]:
    """An excerpt that does both, as it is and without its ways to be wrong."""
    wrong = f"{does.removesuffix('.')}: the lines that {call} switches on"
    text = folded(found.text, keep=call) or found.text
    fails = Example("fails", wrong, "c", text, found.origin, (told,))
    right = folded(text)
    if not right:
        return (fails,)
    return Example("passes", "The same lines where nothing is made wrong", "c", right, found.origin), fails


def _laid_out(kind: Kind, wrong: Wrong, told: Finding) -> tuple[Example, ...]:
    """A mock that another manifest makes wrong, and the clean one that it is made of.

    Where the manifests are the same and the library is another build, there is nothing to show but what is said.
    """
    table, clean = f"refloader/selftest/mutants/{kind}s.toml", mocks(kind).clean[wrong.like]
    right, does = f"The manifest of a {kind} that keeps every rule", wrong.violator.does
    texts = [manifest_text(each.recipe) for each in (clean, wrong)]
    at = f"{table}, wrong.{wrong.name}"
    if texts[0] == texts[1]:
        return (Example("fails", does, "text", "", at, (told,)),)
    return (
        Example("passes", right, "json", texts[0], f"{table}, clean.{clean.name}"),
        Example("fails", f"{does.removesuffix('.')}: its manifest", "json", texts[1], at, (told,)),
    )


def of_loaders(rule_id: str, said: Said) -> Iterator[Example]:
    """The function of the reference that does the right thing, and what a violator does in its place."""
    for name in by_rule().get(RuleId(rule_id), ()):
        told = said.get(name, {}).get(rule_id)
        if told is None:
            continue
        does = f"The reference with this one decision turned wrong: {mutants_by_name()[name].does}"
        in_c = _in_c(_LIBRARY, f'VIOLATES("{name}")')
        if in_c:
            yield from _both_ways(in_c, f'VIOLATES("{name}")', mutants_by_name()[name].does, told)
            return
        if name in _stands():
            target, stand = _stands()[name]
            yield Example("passes", "What the reference does", "python", target.text, target.origin)
            yield Example("fails", does, "python", stand.text, stand.origin, (told,))
            return


def _in_c(folders: tuple[str, ...], call: str) -> Excerpt | None:
    """The function with a call, in the first file that has it."""
    for folder in folders:
        for path in sorted((TOP / folder).iterdir()):
            if path.suffix in (".c", ".h") and path.name != _LIST:
                for at, line in enumerate(_lines(path)):
                    if call in line and _CALLED.search(line):
                        return _around(path, at)
    return None


def _around(path: Path, at: int) -> Excerpt:
    """The function (or definition) that a line is in, with the comment above it; the near lines of a long one."""
    lines = _lines(path)
    first = at
    while first > 0 and lines[first - 1].strip():
        first -= 1
    while first > 0 and not _begins(lines[first]):
        first -= 1
    begin = first
    while first > 0 and lines[first - 1].startswith("//"):
        first -= 1
    last = at
    while last + 1 < len(lines) and not lines[last].startswith("}") and not _ends_at_once(lines, first, last):
        last += 1
    name = _name("\n".join(lines[begin : last + 1]))
    if last - first >= _LONGEST:
        first, last = max(first, at - _AROUND), min(last, at + _AROUND)
    text = "\n".join(lines[first : last + 1])
    return Excerpt(path.relative_to(TOP).as_posix(), name, text)


def _name(text: str) -> str:
    """The function, macro or table that a definition in C defines; empty where none is found."""
    code = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    found = re.search(r"#define (\w+)|(\w+\(\w+\))\(|(\w+)\((?!\()|struct (\w+) \{|(\w+)(?:\[\w*\])* =", code)
    return next(filter(None, found.groups()), "") if found else ""


def _begins(line: str) -> bool:
    """Whether a line begins something of its own: it is not indented and closes nothing."""
    return bool(line) and not line[0].isspace() and line[0] not in "}#"


def _ends_at_once(lines: list[str], first: int, last: int) -> bool:
    """Whether a definition in one or a few lines is over: its brackets are closed and nothing follows."""
    told = "\n".join(line for line in lines[first : last + 1] if not line.startswith("//"))
    closed = told.count("{") == told.count("}") and told.rstrip().endswith((";", "}"))
    return bool(told.strip()) and closed


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


# ---- what stands in for functions of the reference ------------------------------------------------------------


@cache
def _stands() -> dict[str, tuple[Excerpt, Excerpt]]:
    """By violator: the function that is right, and what stands in for it."""
    found: dict[str, tuple[Excerpt, Excerpt]] = {}
    for folder in ("decisions", "calls"):
        for path in sorted((TOP / "refloader" / "selftest" / "mutants" / folder).glob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            modules = dict(_modules(tree))
            for node in tree.body:
                target = _target(node, modules) if isinstance(node, ast.FunctionDef) else None
                if isinstance(node, ast.FunctionDef) and target:
                    found[node.name] = target, _excerpt(path, node)
    return found


def _modules(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What names of modules stand for: ``from refloader.core import order``."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((each.asname or each.name, f"{node.module}.{each.name}") for each in node.names)


def _target(node: ast.FunctionDef, modules: Mapping[str, str]) -> Excerpt | None:
    """The function that a violator replaces, where a source has it."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "replaces":
            owner, _, name = ast.unparse(mark.args[0]).partition(".")
            path = TOP / f"{modules.get(owner, owner).replace('.', '/')}.py"
            return _function(path, name) if path.exists() else None
    return None


def _function(path: Path, name: str) -> Excerpt | None:
    """A function of a file, or one of a class (``Class.function``)."""
    owner, _, own = name.rpartition(".")
    body: list[ast.stmt] = ast.parse(path.read_text(encoding="utf-8")).body
    if owner:
        body = next((each.body for each in body if isinstance(each, ast.ClassDef) and each.name == owner), [])
    found = (each for each in body if isinstance(each, ast.FunctionDef | ast.ClassDef) and each.name == own)
    node = next(found, None)
    return _excerpt(path, node, name) if node else None


def _excerpt(path: Path, node: ast.FunctionDef | ast.ClassDef, name: str = "") -> Excerpt:
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    last = min(node.end_lineno or node.lineno, first + _LONGEST)
    lines = _lines(path)[first - 1 : last]
    return Excerpt(path.relative_to(TOP).as_posix(), name or node.name, "\n".join(lines))
