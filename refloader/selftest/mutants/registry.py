"""All violators by name: which rules each violates and what it does wrong. Applies none.

Those of ``decisions`` are imported. Those of ``calls`` can be imported inside the drop-in library alone, so their
marks are read from their sources, as are the names that the C of the library asks for.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any, Literal

from refloader.dropin.c_sources import c_sources
from refloader.model.edition import Edition
from refloader.rules import RuleId, rule, rules
from refloader.selftest.mutants.marks import REPLACEMENTS
from refloader.selftest.mutants.patches import Patch

Subject = Literal["core", "library", "layer", "driver"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One loader, layer or driver that is wrong on purpose.

    ``rules`` are those that the one wrong decision breaks, which may be stated more than once; ``does`` says in a
    sentence what is wrong; ``subject`` is where it shows: on the core in memory, on the library, or a
    layer or driver of its own.
    """

    name: str
    rules: tuple[RuleId, ...]
    does: str
    subject: Subject

    @property
    def editions(self) -> tuple[Edition, ...]:
        """The editions in which one of its rules holds."""
        held = {edition for each in self.rules for edition in rules()[each].editions}
        return tuple(edition for edition in Edition if edition.value in held)


@cache
def mutants_by_name() -> Mapping[str, Mutant]:
    """Every violator by name, those of the core first."""
    found = [*_decisions(), *_calls(), *_in_table("in_c.toml"), *_of_families(), *_in_table("in_file.toml")]
    named = {each.name: each for each in found}
    assert len(named) == len(found), "two violators have one name"
    return named


@cache
def spelled() -> frozenset[str]:
    """The names that the library with violators holds; others are made of a family and a command, or in a file."""
    return frozenset(each.name for each in (*_calls(), *_in_table("in_c.toml")))


@cache
def by_rule() -> Mapping[str, tuple[str, ...]]:
    """The names of the violators of each rule that has any, without those that the suite is known not to catch."""
    named: dict[str, list[str]] = {}
    for each in mutants_by_name().values():
        for rule_id in each.rules:
            if rule_id not in gaps().get(each.name, {}):
                named.setdefault(rule_id, []).append(each.name)
    return {rule_id: tuple(names) for rule_id, names in named.items()}


@cache
def unprovable() -> Mapping[str, str]:
    """Why no violator of a rule can be, by rule or by its family (``LLP-FORMAT``)."""
    return {str(key): str(why) for key, why in _table("unprovable.toml").items()}


def why_without(rule_id: str) -> str:
    """Why a rule has no violator; empty where nothing is written down about that."""
    return next((why for key, why in unprovable().items() if within(rule_id, key)), "")


@cache
def gaps() -> Mapping[str, Mapping[str, str]]:
    """By violator: why the suite is known not to catch it under a rule."""
    return {
        str(name): {str(key): str(why) for key, why in row.items()}
        for name, row in _table("gaps.toml").items()
    }


@cache
def unexamined() -> frozenset[str]:
    """The violators of which nobody has looked yet why other rules are hit as well."""
    return frozenset(_table("unexamined.toml")["violators"])


@cache
def causes() -> Mapping[str, Mapping[str, str]]:
    """By violator: why other rules are hit as well, by rule or family."""
    return {
        name: {each: cause for keys, cause in table.items() for each in keys.split()}
        for name, table in _table("causes.toml").items()
    }


def within(rule_id: str, prefix: str) -> bool:
    """Whether a rule is the one named or belongs to the family named; ``*`` is the family of all."""
    return prefix in ("*", rule_id) or rule_id.startswith((f"{prefix}-", f"{prefix}_"))


def patch_of(name: str) -> Patch:
    """What makes this process's core violate. Raises KeyError for what is no violator of the core."""
    mutants_by_name()
    return Patch(REPLACEMENTS[name][0])


def _table(file: str) -> dict[str, Any]:
    return tomllib.loads(files("refloader.selftest.mutants").joinpath(file).read_text(encoding="utf-8"))


def _decisions() -> Iterator[Mutant]:
    package = import_module(f"{__package__}.decisions")
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    for name, (pairs, rule_ids) in REPLACEMENTS.items():
        yield Mutant(name, rule_ids, _sentence(pairs[0][1].__doc__), "core")


def _calls() -> Iterator[Mutant]:
    """The marked functions in sources that cannot be imported here."""
    for file in sorted(files("refloader.selftest.mutants.calls").iterdir(), key=lambda each: each.name):
        if file.name.endswith(".py"):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    yield from _marked(node)


def _marked(node: ast.FunctionDef) -> Iterator[Mutant]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "replaces":
            rule_ids = [rule(ast.literal_eval(each)) for each in mark.args[1:]]
            yield Mutant(node.name, tuple(rule_ids), _sentence(ast.get_docstring(node)), "library")


def hidden_names(name: str) -> tuple[str, ...]:
    """The names that a violator hides in the library's file; empty for one that is of another kind."""
    return tuple(_table("in_file.toml").get(name, {}).get("hides", ()))


def _in_table(file: str) -> Iterator[Mutant]:
    """The rows of a table: what is decided in C, what shows in the file of the library."""
    for name, row in _table(file).items():
        rule_ids = tuple(rule(each) for each in row["violates"])
        yield Mutant(name, rule_ids, row["does"], "library")


def _of_families() -> Iterator[Mutant]:
    """The violators that C makes alike for any command: a kind, and the commands to show it with."""
    for kind, row in _table("of_commands.toml").items():
        rule_ids = tuple(rule(each) for each in row["violates"])
        for command in row["commands"]:
            yield Mutant(f"{kind}_{command}", rule_ids, row["does"].replace("vkX", command), "library")


_NAMED_IN_C = re.compile(r'\bVIOLATES\("([a-z0-9_]+)"\)')
_KIND_IN_C = re.compile(r'\bVIOLATES_FOR\("([a-z0-9_]+)_"')


def names_in_c() -> frozenset[str]:
    """The names that the sources of the library ask for."""
    return _in_sources(_NAMED_IN_C)


def kinds_in_c() -> frozenset[str]:
    """The kinds that the sources of the library ask for together with a command."""
    return _in_sources(_KIND_IN_C)


def _in_sources(pattern: re.Pattern[str]) -> frozenset[str]:
    texts = (text for path, text in c_sources() if path.endswith(".c"))
    return frozenset(name for text in texts for name in pattern.findall(text))


def _sentence(doc: str | None) -> str:
    return " ".join((doc or "").split())
