"""Compares two versions of the documents, sentence by sentence. Reads and prints nothing.

A sentence is the same wherever it stands: moving it to another section or document is no change. A sentence that is
missing in the new version has changed if a new sentence is like it, and is gone otherwise. The cost is linear: each
missing sentence is held only against the few new sentences that share its rarest words.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from policy.documents import Sentence
from policy.passages import policy

_NORMATIVE = re.compile(
    r"\b(?:must|shall|should|may|cannot|can not|never|require[sd]?|requirement|recommended|(?:has|have) to)\b",
    re.I,
)
_WORD = re.compile(r"[\w$%./-]*\w")
_ALIKE = 0.5
"""The least similarity of a sentence and its new wording."""
_RAREST, _POSTINGS, _CANDIDATES = 12, 64, 6
_LONGEST = 300
"""The most words of a sentence whose order counts: what that takes grows by the square."""


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence that rows rest on and that the new version lacks, with the new sentence that is most like it."""

    rows: tuple[str, ...]
    old: Sentence
    new: Sentence | None
    similarity: float


@dataclass(frozen=True, slots=True)
class Section:
    """A changed section that rows name as their source without a sentence of the old version."""

    heading: str
    rows: tuple[str, ...]
    missing: int
    added: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two versions, as far as it concerns the catalogue."""

    changed: tuple[Change, ...]
    gone: tuple[Change, ...]
    added: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    watched: int

    @property
    def same(self) -> bool:
        """True if no row can be concerned."""
        return not (self.changed or self.gone or self.added or self.sections)


class Citations:
    """Which rows rest on a sentence: by its hash, or by the number of its policy."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], sources: Mapping[str, Mapping[str, Any]]) -> None:
        self.numbers = frozenset(row["id"] for row in rows if re.match(r"L[LD]P_", row["id"]))
        self.headings: dict[str, list[str]] = {}
        self._by_digest: dict[str, list[str]] = {}
        for row in rows:
            by_edition = sources[row["id"]]
            for digest in {each for source in by_edition.values() for each in source.get("sentences", ())}:
                self._by_digest.setdefault(digest, []).append(row["id"])
            for source in row["sources"]:
                edition, _, headings = source.partition(":")
                if "reason" in by_edition[edition] and row["id"] not in self.numbers:
                    for heading in {_plain(each) for each in headings.split(";")}:
                        self.headings.setdefault(heading, []).append(row["id"])

    def cites(self, sentence: Sentence) -> bool:
        """Return whether a row rests on the very words of this sentence."""
        return sentence.digest in self._by_digest

    def of(self, found: Sequence[Sentence]) -> dict[str, set[str]]:
        """Return the rows that rest on sentences of a version, by the hash of the sentence."""
        table: dict[str, set[str]] = {}
        numbered: dict[str, list[Sentence]] = {}
        for each in found:
            if each.digest in self._by_digest:
                table.setdefault(each.digest, set()).update(self._by_digest[each.digest])
            if each.number in self.numbers:
                numbered.setdefault(each.number, []).append(each)
        for number, members in numbered.items():
            for each in policy(members):
                table.setdefault(each.digest, set()).add(number)
        return table


def compare(old: Sequence[Sentence], new: Sequence[Sentence], citations: Citations) -> Comparison:
    """Return what changed from one version to another."""
    in_old, in_new = {each.digest for each in old}, {each.digest for each in new}
    missing, fresh = _once(old, in_new), _once(new, in_old)
    rows = citations.of(old)
    index = _Index(fresh)
    changes = [
        Change(tuple(sorted(rows[each.digest])), each, *index.nearest(each))
        for each in missing
        if each.digest in rows
    ]
    taken = {each.new.digest for each in changes if each.new}
    policies = {each.number for each in old}
    return Comparison(
        changed=tuple(each for each in changes if each.new),
        gone=tuple(each for each in changes if not each.new),
        added=tuple(
            each
            for each in fresh
            if each.digest not in taken and not citations.cites(each) and _is_normative(each, policies)
        ),
        sections=_sections(missing, fresh, citations, {row for each in rows.values() for row in each}),
        watched=len(rows),
    )


def _once(found: Sequence[Sentence], known: set[str]) -> list[Sentence]:
    """The sentences that the other version lacks, each once, in their order."""
    return list({each.digest: each for each in reversed(found) if each.digest not in known}.values())[::-1]


def _is_normative(sentence: Sentence, policies: set[str]) -> bool:
    if sentence.code:
        return False
    return bool(_NORMATIVE.search(sentence.text)) or bool(sentence.number and sentence.number not in policies)


def _sections(
    missing: Iterable[Sentence], fresh: Iterable[Sentence], citations: Citations, watched: set[str]
) -> tuple[Section, ...]:
    lost = Counter(_plain(each.heading) for each in missing)
    gained = Counter(_plain(each.heading) for each in fresh)
    found = []
    for heading in dict.fromkeys((*lost, *gained)):
        rows = sorted(set(citations.headings.get(heading, ())) - watched)
        if rows:
            found.append(Section(heading, tuple(rows), lost[heading], gained[heading]))
    return tuple(found)


def _plain(heading: str) -> str:
    return " ".join(re.sub(r"\([^)]*\)", "", heading).lower().split())


def _likeness(words: Sequence[str], others: Sequence[str]) -> float:
    if max(len(words), len(others)) <= _LONGEST:
        return SequenceMatcher(None, words, others, autojunk=False).ratio()
    return 2.0 * (Counter(words) & Counter(others)).total() / (len(words) + len(others))


class _Index:
    """The new sentences by their words."""

    def __init__(self, fresh: Sequence[Sentence]) -> None:
        self._fresh = fresh
        self._words = [_WORD.findall(each.text.lower()) for each in fresh]
        self._by_word: dict[str, list[int]] = {}
        self._by_number: dict[str, list[int]] = {}
        for place, words in enumerate(self._words):
            for word in set(words):
                self._by_word.setdefault(word, []).append(place)
            if fresh[place].number:
                self._by_number.setdefault(fresh[place].number, []).append(place)

    def nearest(self, sentence: Sentence) -> tuple[Sentence | None, float]:
        """Return the new sentence that is most like an old one, and how like it is; None if none is."""
        words = _WORD.findall(sentence.text.lower())
        best, likeness = None, _ALIKE
        for place in self._candidates(sentence, words):
            ratio = _likeness(words, self._words[place])
            if ratio >= likeness and self._fresh[place].code == sentence.code:
                best, likeness = self._fresh[place], ratio
        return best, round(likeness, 2) if best else 0.0

    def _candidates(self, sentence: Sentence, words: Sequence[str]) -> list[int]:
        known = sorted(
            (self._by_word[word] for word in set(words) if word in self._by_word),
            key=lambda each: (len(each), each),
        )
        shared = Counter(place for places in known[:_RAREST] for place in places[:_POSTINGS])
        same = self._by_number.get(sentence.number, [])[:_CANDIDATES] if sentence.number else []
        ranked = sorted(shared, key=lambda place: (-shared[place], place))[:_CANDIDATES]
        return list(dict.fromkeys((*ranked, *same)))
