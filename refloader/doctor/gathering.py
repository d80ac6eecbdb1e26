"""Collects what is wrong with a machine from the explanation, lint and the opened drivers. Decides nothing itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from refloader.core.ages import age_of, boundaries
from refloader.doctor import bits, drivers, far_manifests, layers, loaders, steering
from refloader.doctor.abilities import abilities
from refloader.doctor.commands import built_up, settings_of
from refloader.doctor.opening import Opening
from refloader.doctor.values import Checkup, DriverFound, Finding, LoaderFile, Topic, Trait, Weight
from refloader.host.port import Host
from refloader.inspect.explain import Explanation
from refloader.inspect.explain.answers import answers_of
from refloader.inspect.explain.comparing import asked_there
from refloader.inspect.explain.own_loader import own_loader
from refloader.inspect.explain.stray_settings import LoaderThere
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.lists import separator_of
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.edition import LATEST
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.text import number_of, quote, some
from refloader.suite.loaders.subjects import edition_of

_MOST_UNKNOWN = 2
_MOST_COMPARED = 100
"""The most findings with which the others are compared."""


@dataclass
class Machine:
    """A machine with its explanation. ``here``: refloader runs on it; ``ran``: its libraries are opened."""

    host: Host
    request: Request
    build: Build
    explanation: Explanation
    here: bool
    ran: bool
    what_if: WhatIf = field(init=False)
    libraries: Libraries = field(init=False)

    def __post_init__(self) -> None:
        self.what_if = WhatIf(self.host, self.request, LATEST, self.build)
        self.libraries = Libraries(self.host)

    def checkup(self, opening: Opening) -> Checkup:
        """Return all that was found, once the drivers have answered."""
        able = tuple(abilities(self.host, ran=self.ran)) if self.here else ()
        still = list(self._of_files())
        opened, reported = opening.ended()
        files = loaders.loader_files(self.host, self.request, reported)
        traits = self._compare(reported)
        active, available = _summary(self.explanation)
        found = drivers.found(self.host, self.explanation, opened)
        own = self.explanation.own
        loader = self._loader_there()
        files_read = layers.of_manifests(self.what_if, self.explanation, loader)
        still = steering.followed(still, self.explanation.controls, loader)
        size = self.host.word_size()
        chosen = next((each for each in files if each.chosen and each.bits == size), None)
        return Checkup(
            system=self.explanation.platform.system.value,
            here=self.here,
            ran=self.ran,
            findings=self._printed((*self._of_stack(files, traits, found), *files_read, *still)),
            loaders=files,
            release=own.release if own is not None else "",
            traits=traits,
            agrees=own is None or own.agrees,
            known=loaders.known_failures(chosen, edition_of(chosen.release).value) if chosen else 0,
            drivers=found,
            active=active,
            available=available,
            abilities=able,
            notes=self.explanation.notes,
            word_size=size,
        )

    def _printed(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """Return the findings, each once, with commands that can be run one after the other."""
        system = self.host.platform().system
        there = asked_there(self.what_if, self.explanation.own)
        noted_last = sorted(findings, key=lambda each: each.weight is Weight.NOTE)
        return tuple(built_up(tuple(_once(noted_last, system)), there, system))

    def _compare(self, reported: str) -> tuple[Trait, ...]:
        """Add to the explanation how the machine's loader compares, and return what makes the difference."""
        own = own_loader(self.host, self.request, self.build, self.explanation, reported)
        self.explanation = replace(self.explanation, own=own)
        if own is None:
            return ()
        return loaders.mattering(self.host, self.request, self.build, self.explanation, own.release)

    def _loader_there(self) -> LoaderThere | None:
        """Return the machine's own loader, or the newest one where files have none; None if it is unknown."""
        own = self.explanation.own
        if own is None and self.here:
            return None
        age = age_of(own.release if own is not None else boundaries()[-1])
        plan = own.plan if own is not None else None
        if plan is None:
            plan = WhatIf(self.host, self.request, LATEST, replace(self.build, age=age)).plan
        paths = self.host.platform().system.paths
        return LoaderThere(plan, age, self.request.executable, self.what_if.host.texts(), paths)

    def _of_files(self) -> Iterator[Finding]:
        """Yield what files and variables show."""
        if not self.explanation.of_package:
            yield from layers.without_library(self.explanation, self.libraries)
        yield from layers.without_component(self.explanation)
        yield from layers.conflicts(self.what_if, self.libraries)
        yield from steering.steering(self.what_if, self.explanation.controls)
        yield from far_manifests.unsearched(self.what_if, self.explanation)
        yield from self._unknown()

    def _of_stack(
        self, files: tuple[LoaderFile, ...], traits: tuple[Trait, ...], found: tuple[DriverFound, ...]
    ) -> Iterator[Finding]:
        """Yield what is wrong with the loader, the drivers, and the layers as this loader takes them."""
        of_parts = self.explanation.of_stage or self.explanation.of_package
        of_bits = tuple(
            bits.findings(self.host, self.explanation.plan, self.libraries, files, of_parts=of_parts)
        )
        misnamed = {each.path for each in of_bits if each.path and each.weight is Weight.WRONG}
        found_there = answers_of(self.explanation, self.host, self.request, self.build)
        answers = [each for each in found_there if each.where is None or each.where.path not in misnamed]
        yield from loaders.findings(self.host, files, of_parts=of_parts)
        answered = {each.subject for each in answers if each.loader}
        yield from loaders.of_release(self.explanation, self.host, traits, answered)
        yield from layers.of_answers(answers, self.what_if)
        yield from drivers.findings(self.what_if, self.explanation, found, ran=self.ran)
        yield from of_bits

    def _unknown(self) -> Iterator[Finding]:
        """Yield what was not supplied of the machine, so that nothing can be said of it."""
        paths = [quote(path) for path, _ in self.explanation.unknown]
        if paths:
            fact = (
                f"the content of {number_of(len(paths), 'file')} is not known: {some(paths, _MOST_UNKNOWN)}"
            )
            yield Finding(Topic.FILES, Weight.UNSEEN, fact)


def _once(findings: Sequence[Finding], system: System) -> Iterator[Finding]:
    """Yield the findings without those that an earlier one has word for word, or that its command mends as well."""
    told: list[str] = []
    commands: set[str] = set()
    advices: set[str] = set()
    voids: set[str] = set()
    wrong: list[str] = []
    earlier: list[Finding] = []
    mended: dict[str, str] = {}
    for each in findings:
        variable = _variable(each)
        command = mended.get(variable, "") if variable else ""
        again = command and (each.weight is Weight.NOTE or command == each.command)
        again = again or (each.weight is Weight.NOTE and each.command in commands)
        again = again or each.void in voids or any(_is_same(each, fact) for fact in told)
        again = again or any(_drops_entry(before, each, system) for before in commands)
        is_repair = each.is_refused or each.advice.startswith("change ")
        again = again or (is_repair and not each.command and each.advice in advices)
        again = again or any(_is_moved(each, before) for before in earlier)
        again = again or (
            bool(each.path) and any(f"{quote(each.path)} is a folder" in fact for fact in wrong)
        )
        again = again or (bool(each.missing) and any(quote(each.missing) in fact for fact in wrong))
        again = again or any(_repeats(each, before) for before in earlier)
        if not again and not any(each.fact in fact for fact in told):
            yield each
        if variable and each.weight.asks_for_a_change:
            mended.setdefault(variable, each.command)
        if each.command and (variable or each.weight.asks_for_a_change):
            commands.add(each.command)
        if each.void:
            voids.add(each.void)
        if len(told) < _MOST_COMPARED:
            told.append(each.fact)
            wrong += [each.fact] if each.weight.asks_for_a_change else []
            earlier += [each] if each.weight.asks_for_a_change else []
        if each.advice and not each.command and each.weight.asks_for_a_change:
            advices.add(each.advice)


def _is_same(finding: Finding, before: str) -> bool:
    """Whether an earlier sentence is on the same manifest; what it names besides still needs its repair."""
    path = finding.path.rpartition(":")[0] or finding.path
    about_it = finding.is_refused or finding.command.startswith("refloader lint ")
    return about_it and quote(path) in before.partition("; besides, ")[0]


def _repeats(finding: Finding, before: Finding) -> bool:
    """Whether an earlier finding has said it of the layer or driver, or of another one with the same command."""
    cause = finding.fact.partition(": ")[2]
    if finding.command and finding.command == before.command and cause:
        return cause == before.fact.partition(": ")[2]
    fact = finding.fact.removeprefix(f"{quote(finding.path)}: ")
    return fact != finding.fact and finding.path == before.path and before.fact.endswith(f": {fact}")


def _is_moved(finding: Finding, before: Finding) -> bool:
    """Whether an earlier step moves the file that a finding is on, or the one that names what is missing."""
    words = before.command.removeprefix("sudo ").split(" ")
    if finding.path and before.advice.startswith(f"move {finding.path} to "):
        return True
    path = words[1] if words[0] == "mv" and len(words) == 3 else ""
    return bool(path) and (path == finding.path or f"(from {path})" in finding.fact)


def _drops_entry(command: str, finding: Finding, system: System) -> bool:
    """Whether an earlier command sets a variable again, without the entries of it that a finding is on."""
    right = settings_of(command, system).get(finding.entry_of) if finding.entry_of else None
    if right is None:
        return False
    return not set(finding.entries) & set(right.split(separator_of(finding.entry_of, system)))


def _variable(finding: Finding) -> str:
    """Return the variable of which a finding that is not on a single layer says what to do; empty if of none."""
    words = finding.command.partition("=")[0].split()
    is_one = len(words) == 2 and words[0] in ("unset", "export") and finding.topic is not Topic.LAYERS
    return words[1] if is_one else ""


def _summary(explanation: Explanation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the layers in the chain whose libraries can be loaded, and of all others that are found."""
    plan = explanation.here
    there = plan.chain if explanation.failure is None else ()  # without an instance, no layer is active
    chain = [layer for layer in there if layer.stands_for_something and not explanation.obstacle(layer)]
    active = tuple(dict.fromkeys(layer.name for layer in chain))
    lost = {layer.name for layer in plan.chain} - set(active)
    on = {outcome.layer.name for outcome in plan.layers if outcome.runs} - lost
    others = dict.fromkeys(o.layer.name for o in plan.layers if o.layer.name and o.layer.name not in on)
    return active, tuple(others)
