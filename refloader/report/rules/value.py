"""The content of a rule's page, as plain values. Has no texts of its own, and reads nothing."""

from dataclasses import dataclass
from typing import Literal

from refloader.rules import RuleId

Strength = Literal["must", "should", "may", "fact"]
"""How strong a rule is; a ``fact`` states how things are, and whoever it binds must make it true."""

Outcome = Literal["passes", "fails"]


@dataclass(frozen=True, slots=True)
class Source:
    """A source of a rule: the edition (``"2022"``), its document, and the sections."""

    edition: str
    document: str
    sections: str


@dataclass(frozen=True, slots=True)
class CheckMethod:
    """One way in which layers or drivers are checked by a rule; ``tests`` is empty if only files are read."""

    judged: Literal["layer", "driver"]
    look: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Detection:
    """A mutant of a loader, layer or driver, and a sentence on what is wrong with it."""

    name: str
    subject: str
    does: str


@dataclass(frozen=True, slots=True)
class Related:
    """A related page; ``why`` is the relation, in a word or two."""

    id: RuleId
    title: str
    why: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of refloader on an example: the ``severity`` of lint or the verdict of the suite, and the message.

    ``by`` is the case of the suite, empty for lint; ``line`` and ``column`` count from 1, and are 0 if the finding
    has no location in the text.
    """

    rule: RuleId
    severity: str
    message: str
    by: str = ""
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """An example from the corpus that obeys a rule or breaks it.

    ``language`` is the syntax of ``text`` (``json``, ``c``, ``python``, ``text``). ``text`` is empty if a whole
    library is wrong and no part of it shows that. ``origin`` is a path in the repository, followed by a comma and the
    name of a function or table if the text is a part of a file. The ``findings`` of a passing example are notes at
    most.
    """

    outcome: Outcome
    title: str
    language: str
    text: str
    origin: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownOffender:
    """A real layer or driver that breaks the rule: its file, its version, and the path of the published report."""

    subject: str
    version: str
    finding: Finding
    origin: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The possible readings of an ambiguity, the one chosen here, and why."""

    possible: tuple[str, ...]
    chosen: str
    why: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """Everything known about one rule or ambiguity. Texts are plain sentences; a field is empty if it is unknown.

    ``text`` is the rule in our words. ``reading`` exists for ambiguities only; those bind no party, and their
    ``title`` is the place in the documents. ``kinds`` are the ways in which the rule is checked (static, model,
    probe, chain, differential), and ``check`` is the planned check; ``judging`` and ``tests`` implement it, and
    ``deciders`` are the functions that decide it. ``remedy`` is how to fix a breach, and ``evidence`` what a vendor
    can show if no check is possible. ``proofs`` are the mutants; ``unproven`` is why there is none. ``no_example`` is
    why there are no examples, or not both. ``seen`` are findings of the published reports.
    """

    id: RuleId
    title: str
    topic: str
    text: str
    binds: str
    strength: Strength
    editions: tuple[str, ...]
    platforms: tuple[str, ...]
    sources: tuple[Source, ...]
    differs: str
    why: str
    breach: str
    status: str
    reason: str
    kinds: tuple[str, ...]
    check: str
    deciders: tuple[str, ...]
    judging: tuple[CheckMethod, ...]
    tests: tuple[str, ...]
    proofs: tuple[Detection, ...]
    unproven: str
    remedy: str
    evidence: str
    related: tuple[Related, ...]
    examples: tuple[Example, ...]
    no_example: str
    reading: Reading | None = None
    seen: tuple[KnownOffender, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings on the failing examples, which show what a breach looks like."""
        wrong = (example for example in self.examples if example.outcome == "fails")
        return tuple(each for example in wrong for each in example.findings)
