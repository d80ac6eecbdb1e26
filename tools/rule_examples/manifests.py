"""Manifests that break a rule as lint sees it, each with the most similar one that breaks nothing.

They come from fixtures/, and from the layers and drivers that are wrong on purpose. Lint judges each of them here.
"""

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from refloader.core.manifests.driver_manifest import DRIVER_KEYS
from refloader.core.manifests.layer_fields import LAYER_KEYS
from refloader.host.machines.memory import MemoryHost
from refloader.inspect.lint.manifests import Linter
from refloader.model.reason import Severity
from refloader.model.system import System
from refloader.predict.scenario_machine import machine_of
from refloader.report.rules.value import Example, Finding, Outcome
from refloader.rules import Rule, find
from refloader.rules.advice import advice
from refloader.scenario.drafting import shipped_cases
from refloader.selftest.layouts import manifest_text
from refloader.selftest.mutants.of_mocks import KINDS, Kind, Recipe, mocks
from rule_examples.machine import place_of

TOP = Path(__file__).resolve().parent.parent.parent
_WEIGHT = {"error": 0, "warning": 1, "note": 2}
_LONGEST = 1600
"""Characters of a manifest that fits on a page."""

_WIDEST = 100
_WRONG_NAMES = ("bad", "broken", "odd", "wrong")
"""What scenarios call a manifest that is wrong for the machine."""

_KINDS = {
    "settings": "settings",
    "settings_array": "settings",
    "ICD": "driver",
    "layer": "layer",
    "layers": "layer",
}
"""What a file is about, by its key."""

_KEYS = LAYER_KEYS | DRIVER_KEYS | {"file_format_version", "layers", "layer", "ICD"}


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest with where it comes from, the rules that its scenario is about, and what lint finds in it."""

    origin: str
    title: str
    text: str
    rules: tuple[str, ...]
    findings: tuple[Finding, ...]
    like: str = ""
    wrong: bool = False
    """Wrong on purpose, be it in its library: then it is no example of what is right, though lint finds nothing."""

    @property
    def clean(self) -> bool:
        """Whether lint has nothing to say."""
        return not self.findings

    @property
    def kind(self) -> str:
        """``driver``, ``layer`` or ``settings``; empty for what is none of them."""
        keys = parsed(self.text.encode()) or {}
        return next((kind for key, kind in _KINDS.items() if key in keys), "")

    def keeps(self, rule_id: str, worst: int) -> bool:
        """Whether it can stand for what is right: lint has notes at most, and of the rule lighter ones than that."""
        light = all(each.severity == "note" for each in self.findings)
        lighter = all(_WEIGHT[each.severity] > worst for each in self.of(rule_id))
        return light and lighter and not self.wrong and _is_readable(self.text)

    def of(self, rule_id: str) -> tuple[Finding, ...]:
        """The findings by a rule."""
        return tuple(each for each in self.findings if each.rule == rule_id)


class Manifests:
    """All of them, judged once; of several with the same text and findings the first."""

    def __init__(self) -> None:
        by_text: dict[tuple[object, ...], Manifest] = {}
        for each in (*_of_mocks(), *_of_scenarios(), *_of_vendors()):
            if len(each.text) <= _LONGEST:
                by_text.setdefault((each.text, each.findings), each)
        self._known = [*by_text.values()]

    def examples(self, rule_id: str) -> tuple[Example, ...]:
        """One that keeps the rule and one that breaks it; empty where lint finds no manifest that breaks it."""
        wrong = [each for each in self._known if each.of(rule_id)]
        if not wrong:
            return ()
        worst = min(wrong, key=lambda each: _rank(each, rule_id))
        right = self._nearest(worst, rule_id)
        return (_example("passes", right), _example("fails", worst)) if right else (_example("fails", worst),)

    def of_version(self, version: str) -> tuple[Example, ...]:
        """The shortest manifest of a layer that claims this format version and in which lint finds nothing."""
        said = f'"file_format_version": "{version}"'
        fitting = [
            each
            for each in self._known
            if each.clean and not each.wrong and said in each.text and each.kind == "layer"
        ]
        shortest = min(fitting, key=lambda each: (len(each.text), each.origin), default=None)
        return (_example("passes", shortest),) if shortest else ()

    def _nearest(self, worst: Manifest, rule_id: str) -> Manifest | None:
        """What keeps the rule, is a manifest of that kind, has the keys that the rule is about, differs least."""
        keys, kind = _keys(rule_id, worst), worst.kind or _kind_of(rule_id)
        weight = min(_WEIGHT[each.severity] for each in worst.of(rule_id))
        fit = [each for each in self._known if each.keeps(rule_id, weight) and each.kind == kind]
        most = max((_count(each, keys) for each in fit), default=0)
        pool = [each for each in fit if _count(each, keys) == most]
        made_of = [each for each in pool if each.origin == worst.like]
        of_rule = [each for each in pool if rule_id in each.rules and each.clean]
        return max(
            made_of or of_rule or [each for each in pool if each.clean] or pool,
            key=lambda each: (_likeness(each.text, worst.text), each.origin),
            default=None,
        )


def _keys(rule_id: str, worst: Manifest) -> frozenset[str]:
    """The keys of manifests that the rule, its advice and what lint says of the wrong one name."""
    row = find(rule_id)
    told = [advice().get(row.id, ""), *(each.message for each in worst.of(rule_id))]
    if isinstance(row, Rule):
        told += [row.title, row.text]
    return _KEYS & set(re.findall(r"\w+", " ".join(told)))


def _kind_of(rule_id: str) -> str:
    """What the files of a rule are about."""
    if rule_id.startswith("SETTINGS"):
        return "settings"
    row = find(rule_id)
    bound = row.applies_to if isinstance(row, Rule) else ""
    return bound if bound in KINDS else "driver" if rule_id.startswith("MANIFEST-ICD") else "layer"


def _count(each: Manifest, keys: frozenset[str]) -> int:
    return sum(f'"{key}"' in each.text for key in keys)


def _is_readable(text: str) -> bool:
    """Whether it is written for people: no line runs out of a page."""
    return all(len(line) <= _WIDEST for line in text.splitlines())


def _rank(each: Manifest, rule_id: str) -> tuple[object, ...]:
    """The clearest first: nothing else wrong, the heaviest finding, of that very rule, short."""
    others = {finding.rule for finding in each.findings} - {rule_id}
    weight = min(_WEIGHT[finding.severity] for finding in each.of(rule_id))
    strange = not _is_readable(each.text)
    return (
        weight,
        len(others),
        strange,
        not each.like,
        rule_id not in each.rules,
        len(each.text),
        each.origin,
    )


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def _example(outcome: Outcome, each: Manifest) -> Example:
    return Example(outcome, each.title, "json", each.text, each.origin, each.findings)


def judged(path: str, text: bytes, host: MemoryHost) -> tuple[Finding, ...]:
    """What lint says of a manifest that lies at a path of a machine, its library aside."""
    linter = Linter(host, libraries=False)
    linter.run([path])
    kept = (each for each in linter.report.findings if each.severity is not Severity.INFO)
    told = (
        Finding(each.rule, each.severity.value, each.message, "", each.span.line, each.span.column)
        for each in kept
        if each.span.path == path
    )
    return tuple(dict.fromkeys(told))


def _of_mocks() -> Iterator[Manifest]:
    for kind in KINDS:
        table = f"refloader/selftest/mutants/{kind}s.toml"
        for name, clean in mocks(kind).clean.items():
            title = f"The manifest of a {kind} that keeps every rule"
            yield _laid_out(kind, clean.recipe, f"{table}, clean.{name}", title, ())
        for name, wrong in mocks(kind).wrong.items():
            title, like = wrong.violator.does, f"{table}, clean.{wrong.like}"
            yield _laid_out(kind, wrong.recipe, f"{table}, wrong.{name}", title, wrong.rules, like)


def _laid_out(
    kind: Kind, recipe: Recipe, origin: str, title: str, rules: Iterable[str], like: str = ""
) -> Manifest:
    folder = "icd.d" if kind == "driver" else "implicit_layer.d" if recipe.implicit else "explicit_layer.d"
    path = f"/usr/share/vulkan/{folder}/{recipe.file or 'subject.json'}"
    text = manifest_text(recipe)
    for name, said in recipe.beside.items():
        title = f"{title.removesuffix('.')}. Beside it lies `{name}`: `{' '.join(said.split())}`"
    beside = {f"/usr/share/vulkan/{folder}/{name}": said.encode() for name, said in recipe.beside.items()}
    host = MemoryHost(files={path: text.encode(), **beside})
    return Manifest(origin, title, text, tuple(rules), judged(path, text.encode(), host), like, bool(like))


def _of_scenarios() -> Iterator[Manifest]:
    for case in shipped_cases():
        if case.scenario.situation.system is not System.LINUX:
            continue  # a manifest of another system shows more than its rule is about
        host = machine_of(case.scenario)
        for path, data in case.scenario.files.items():
            text = _readable(data)
            if path.endswith(".json") and text:
                origin = f"{place_of(case)}: {path}"
                title, wrong = f"In the scenario {case.name}", Path(path).stem in _WRONG_NAMES
                yield Manifest(origin, title, text, case.rules, judged(path, data, host), wrong=wrong)


def _of_vendors() -> Iterator[Manifest]:
    top = TOP / "fixtures" / "manifests"
    for file in sorted(top.rglob("*.json")):
        path = f"/usr/share/vulkan/{file.parent.name}/{file.name}"
        data, text = file.read_bytes(), _readable(file.read_bytes())
        origin = file.relative_to(TOP).as_posix()
        host = MemoryHost(files={path: data})
        yield Manifest(origin, f"{file.name} as it ships", text, (), judged(path, data, host))


def _readable(data: bytes) -> str:
    """The text of a file that a page can show; empty for one with other bytes in it."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return text if all(each.isprintable() or each == "\n" for each in text) else ""


def parsed(data: bytes) -> Mapping[str, object] | None:
    """The object in a manifest; None where there is none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):  # the corpus has manifests that are too deep for this reader
        return None
    return value if isinstance(value, dict) else None
