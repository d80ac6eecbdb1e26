"""What a rule's page holds, as plain values. Holds no text of its own and reads nothing."""

from dataclasses import dataclass
from typing import Literal

from refloader.rules import RuleId

Strength = Literal["must", "should", "may", "fact"]
"""How strong a rule is; a ``fact`` is stated as how things are, and whoever it binds has to make it true."""

Outcome = Literal["passes", "fails"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule stands: the edition (``"2022"``), its document, and the sections in it that say so."""

    edition: str
    document: str
    sections: str


@dataclass(frozen=True, slots=True)
class Judging:
    """One way in which layers or drivers are judged by a rule; ``tests`` is empty where only files are read."""

    judged: Literal["layer", "driver"]
    look: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """A loader, layer or driver that is wrong on purpose, and what is wrong with it, in a sentence."""

    name: str
    subject: str
    does: str


@dataclass(frozen=True, slots=True)
class Related:
    """Another page that bears on this one; ``why`` says how, in a word or two."""

    id: RuleId
    title: str
    why: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What refloader said of an example: ``severity`` of lint or the verdict of the suite, and the message.

    ``by`` is the case of the suite that said so, empty for lint; ``line`` and ``column`` count from 1 and are 0
    where the finding is about no place in the text.
    """

    rule: RuleId
    severity: str
    message: str
    by: str = ""
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """Something that keeps a rule or breaks it, as it stands in the corpus.

    ``language`` names the syntax of ``text`` (``json``, ``c``, ``python``, ``text``), which is empty where a whole
    library is wrong and no part of it shows that. ``origin`` is a path in the repository, with the name of a function
    or a table behind a comma where the text is a part of a file; of one that passes ``findings`` are notes at most.
    """

    outcome: Outcome
    title: str
    language: str
    text: str
    origin: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """A real layer or driver that breaks the rule: its file, its version, and where the published report lies."""

    subject: str
    version: str
    finding: Finding
    origin: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The ways in which an ambiguity can be read, the one chosen here, and why."""

    possible: tuple[str, ...]
    chosen: str
    why: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """All that is known of one rule or ambiguity. Texts are plain sentences; what is not known is empty.

    ``text`` is the rule in our words and ``reading`` is there for ambiguities alone; those bind nobody, and
    ``title`` then is the place in the documents. ``kinds`` are the ways in which it is checked (static, model, probe,
    chain, differential), ``check`` is the idea of the check; ``judging`` and ``tests`` are what does it, ``deciders``
    the functions that decide it. ``remedy`` says how to put a breach right, ``evidence`` what a vendor can show where
    no check can be had. ``proofs`` are the violators; ``unproven`` says why there is none. ``no_example`` says why
    there are no examples, or not both. ``seen`` are findings of the published reports.
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
    judging: tuple[Judging, ...]
    tests: tuple[str, ...]
    proofs: tuple[Proof, ...]
    unproven: str
    remedy: str
    evidence: str
    related: tuple[Related, ...]
    examples: tuple[Example, ...]
    no_example: str
    reading: Reading | None = None
    seen: tuple[Seen, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What breaking the rule looks like: the findings on the examples that fail."""
        wrong = (example for example in self.examples if example.outcome == "fails")
        return tuple(each for example in wrong for each in example.findings)
