"""Reads the fields of one JSON object in a manifest and collects the findings about them.

Checks JSON types and positions. The modules of the manifests decide what a field means.
"""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from refloader.core.json.reader import Document, JsonValue, Keys, Trouble, clean, read
from refloader.core.json.scan import PROBLEM_LIMIT
from refloader.core.manifests.names import NAME_SIZE, fits_name
from refloader.model.edition import ALL, Edition
from refloader.model.layer import NO_EDITION
from refloader.model.reason import Location, Reason, Severity, Span
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import RuleId


@dataclass(slots=True)
class InJson:
    """The location of a key or value in a document. Line and column are computed on access."""

    document: Document
    path: str
    keys: Keys
    key: bool = False

    @property
    def span(self) -> Span:
        """The position in the file."""
        position = self.document.where(self.keys, key=self.key)
        return Span(self.path, position.line, position.column)

    def __hash__(self) -> int:
        return hash((id(self.document), self.path, self.keys, self.key))

    def child(self, *keys: str | int) -> "InJson":
        """Return the location of a nested member, or of its nearest existing parent."""
        return InJson(self.document, self.path, self.keys + keys)


_ALWAYS_THERE = ("library_path",)


class InData:
    """The location of a layer in a clean manifest. The text is parsed only when the position is needed."""

    __slots__ = ("data", "keys", "path")

    def __init__(self, data: bytes, path: str, keys: Keys) -> None:
        self.data = data
        self.path = path
        self.keys = keys

    @property
    def span(self) -> Span:
        """The position in the file."""
        return self.child().span

    def child(self, *keys: str | int) -> InJson:
        """Return the location of the value or of a nested member. Parses the text again, if need be."""
        whole = self.keys + keys
        document = clean(self.data, whole) if keys == _ALWAYS_THERE else read(self.data)
        return InJson(document, self.path, whole)


@dataclass(frozen=True, slots=True)
class InText:
    """The location of a byte in a document."""

    document: Document
    path: str
    offset: int

    @property
    def span(self) -> Span:
        """The position in the file."""
        position = self.document.position(self.offset)
        return Span(self.path, position.line, position.column)


def document_reasons(document: Document, path: str, invalid: RuleId) -> tuple[Reason, ...]:
    """Return the JSON problems of a file as reasons of the rule that requires valid JSON.

    Of many of one kind, as of a text with single quotes throughout, the first stands for all.
    """
    fatal = [each for each in document.problems if each.fatal]
    troubles = [each.trouble for each in fatal]
    often = {trouble: troubles.count(trouble) for trouble in dict.fromkeys(troubles)}
    firsts = {each.trouble: each for each in reversed(fatal) if often[each.trouble] > _MANY}
    more = " or more" if len(troubles) >= PROBLEM_LIMIT else ""
    return tuple(
        Reason(
            rule=invalid,
            severity=Severity.ERROR if problem.fatal else Severity.WARNING,
            subject=path,
            fact=f"{problem.trouble}: {problem.message}"
            + (
                f" (the first of {often[problem.trouble]}{more})"
                if problem is firsts.get(problem.trouble)
                else ""
            ),
            where=InText(document, path, problem.offset),
            rejects=problem.fatal,
            trouble=problem.trouble,
        )
        for problem in document.problems
        if not problem.fatal or firsts.get(problem.trouble, problem) is problem
    )


DRIVER_AMONG_LAYERS = 'this is a driver manifest ("ICD"), in a place for layers'
LAYER_AMONG_DRIVERS = "this is a layer manifest, in a place for drivers"


def is_of_other_kind(reason: Reason) -> bool:
    """Return whether a reason is that a manifest is one of a driver among layers, or of a layer among drivers."""
    return reason.fact in (DRIVER_AMONG_LAYERS, LAYER_AMONG_DRIVERS)


_MANY = 3
"""The most problems of one kind that are reported one by one."""


def is_no_json(reason: Reason) -> bool:
    """Return whether a reason is that a text is no JSON, and no better word is known for what is wrong with it."""
    return reason.trouble == Trouble.SYNTAX


def in_detail(reason: Reason) -> str:
    """Return the fact of a reason on a manifest without the word that says only that it is no JSON."""
    return reason.fact.removeprefix(f"{reason.trouble}: ") if is_no_json(reason) else reason.fact


class Fields:
    """One JSON object to be checked. Every accessor returns a usable value or a neutral default."""

    __slots__ = ("document", "keys", "members", "path", "reasons", "subject", "system")

    def __init__(
        self,
        document: Document,
        path: str,
        keys: Keys,
        members: dict[str, JsonValue],
        subject: str,
        system: System = System.LINUX,
    ) -> None:
        self.document = document
        self.path = path
        self.keys = keys
        self.members = members
        self.subject = subject
        self.system = system
        self.reasons: list[Reason] = []

    def at(self, *keys: str | int, key: bool = False) -> InJson:
        """Return the location of a member of this object, or of the object itself."""
        return InJson(self.document, self.path, self.keys + keys, key)

    def say(
        self,
        why: RuleId,
        severity: Severity,
        fact: str,
        where: Location,
        *,
        remedy: str = "",
        editions: frozenset[Edition] = ALL,
        rejects: bool = False,
    ) -> None:
        """Record a reason."""
        self.reasons.append(Reason(why, severity, self.subject, fact, where, remedy, editions, rejects))

    def reject(
        self, why: RuleId, fact: str, where: Location, remedy: str = "", editions: frozenset[Edition] = ALL
    ) -> None:
        """Record an error that keeps the given editions from using the subject. A manifest may have 100,000."""
        self.reasons.append(Reason(why, Severity.ERROR, self.subject, fact, where, remedy, editions, True))

    def say_error(
        self, why: RuleId, fact: str, where: Location, remedy: str = "", editions: frozenset[Edition] = ALL
    ) -> None:
        """Record an error that does not keep the subject from being used."""
        self.say(why, Severity.ERROR, fact, where, remedy=remedy, editions=editions)

    def say_rejecting_note(
        self, why: RuleId, fact: str, where: Location, editions: frozenset[Edition]
    ) -> None:
        """Record that the given editions do not use the subject, although it is valid."""
        self.say(why, Severity.NOTE, fact, where, editions=editions, rejects=True)

    def warn(
        self, why: RuleId, fact: str, where: Location, remedy: str = "", editions: frozenset[Edition] = ALL
    ) -> None:
        """Record a warning."""
        self.say(why, Severity.WARNING, fact, where, remedy=remedy, editions=editions)

    def note(
        self, why: RuleId, fact: str, where: Location, remedy: str = "", editions: frozenset[Edition] = ALL
    ) -> None:
        """Record a note."""
        self.say(why, Severity.NOTE, fact, where, remedy=remedy, editions=editions)

    def rejected(self) -> frozenset[Edition]:
        """Return the editions that do not use the subject because of a recorded reason."""
        if not self.reasons:
            return NO_EDITION
        return NO_EDITION.union(*(reason.editions for reason in self.reasons if reason.rejects))

    def required_text(self, key: str, why: RuleId) -> str:
        """Return a required, non-empty string. If it is missing or invalid, record an error and return ""."""
        value = self.members.get(key)
        if type(value) is str and value:
            return value
        self._refuse_text(key, why)
        return ""

    def _refuse_text(self, key: str, why: RuleId) -> None:
        if key not in self.members:
            self.missing(key, why)
        elif self.members[key] == "":
            self.reject(why, f'"{key}" is an empty string', self.at(key), "a string that is not empty")
        else:
            self.reject(why, f'"{key}" is {shape(self.members[key])}, not a string', self.at(key), "a string")

    def missing(self, key: str, why: RuleId, editions: frozenset[Edition] = ALL) -> None:
        """Record that a required key is missing, at the location of a misspelt key if there is one."""
        near = self.near(key) or next(
            (each for each in _OTHER_WORDS.get(key, ()) if each in self.members), None
        )
        if near:
            fact = f'the required key "{key}" is missing; {quote(near)} is written instead'
            self.reject(why, fact, self.at(near, key=True), f'"{key}"', editions)
        else:
            self.reject(why, f'the required key "{key}" is missing', self.at(), f'add "{key}"', editions)

    def of_key(self, key: str) -> list[Reason]:
        """Return the reasons that are recorded at the name of a key."""
        keys = (*self.keys, key)
        return [
            r for r in self.reasons if isinstance(r.where, InJson) and r.where.key and r.where.keys == keys
        ]

    def near(self, key: str, known: frozenset[str] = frozenset()) -> str | None:
        """Return a key of the object that looks like a misspelling of the given one, and is no known one; or None."""
        names = tuple(each for each in self.members if each not in known) if known else tuple(self.members)
        return _nearest_of_few(key, names) if len(names) <= _FEW else _nearest_of_many(key, names)

    def texts(self, key: str, why: RuleId) -> tuple[str, ...]:
        """Return an optional list of strings; report and drop elements of another type."""
        value = self.members.get(key)
        if value is None and key not in self.members:
            return ()
        if type(value) is not list:
            self.warn(why, f'"{key}" is {shape(value)}, not a list of strings', self.at(key), "a list")
            return ()
        for index, element in enumerate(value):
            if type(element) is not str:
                self.warn(why, f'"{key}" holds {shape(element)}, not a string', self.at(key, index))
        return tuple(element for element in value if type(element) is str)

    def text_map(self, key: str, why: RuleId) -> tuple[tuple[str, str], ...]:
        """Return an optional object of strings; report and drop members of another type."""
        value = self.members.get(key)
        if value is None and key not in self.members:
            return ()
        if type(value) is not dict:
            self.warn(why, f'"{key}" is {shape(value)}, not an object', self.at(key), "an object")
            return ()
        for name, element in value.items():
            if type(element) is not str:
                self.warn(
                    why, f'"{key}" maps {quote(name)} to {shape(element)}', self.at(key, name), "a string"
                )
        return tuple((name, element) for name, element in value.items() if type(element) is str)

    def no_text(self, key: str) -> str:
        """Return which member of an object is the first that has no string, as a part of a sentence; "" if none."""
        value = self.members.get(key)
        for name, element in value.items() if isinstance(value, dict) else ():
            if type(element) is not str:
                return f"; {quote(name)} has {shape(element)}, not a string"
        return ""

    def fits_struct(self, key: str, value: str, why: RuleId, *, rejects: bool = False) -> None:
        """Report a text that does not fit a C array of 256 bytes; with ``rejects`` the subject is not used."""
        if not fits_name(value):
            size = len(value.encode("utf-8", "surrogatepass"))
            fact = f'"{key}" is {size} bytes long; the structure that reports it holds {NAME_SIZE - 1}'
            tell = self.reject if rejects else self.warn
            tell(why, fact, self.at(key), f"at most {NAME_SIZE - 1} bytes")

    def strangers(self, known: frozenset[str], why: RuleId) -> None:
        """Report unknown keys that look like misspelt known ones. All other unknown keys are allowed."""
        unknown = (key for key in self.members if key not in known)
        for number, key in enumerate(unknown):
            meant = _same_but_for_case(key, known)
            if meant is None and number < _MOST_COMPARED and not self.of_key(key):
                meant = _alike(key, known)
            if meant and meant not in self.members:
                fact = f"the key {quote(key)} is unknown; JSON keys are case-sensitive and exact"
                self.warn(why, fact, self.at(key, key=True), f'"{meant}"?')


_OTHER_WORDS = {
    "library_path": ("library", "libraryPath", "library_file", "library_name", "lib_path", "lib", "path"),
    "api_version": ("apiVersion", "vulkan_version", "version"),
    "file_format_version": ("format_version", "manifest_version", "version"),
}
"""What people write in the place of a required key, and is not spelt like it."""

_FEW = 32
"""The most keys of an object for which many answers are cached: objects of one manifest often have the same keys."""


def _nearest(key: str, names: tuple[str, ...]) -> str | None:
    folded = {_fold(name): name for name in names if name != key}
    match = folded.get(_fold(key)) or next(iter(get_close_matches(key, folded, 1, 0.85)), None)
    return folded.get(match, match) if match else None


_nearest_of_few = lru_cache(maxsize=64)(_nearest)
_nearest_of_many = lru_cache(maxsize=16)(_nearest)


_ALIKE = 0.88
"""The difflib ratio from which an unknown key is taken for a misspelling of a known one."""

_MOST_COMPARED = 200
"""The most unknown keys of one object that are compared with every known key, to limit the time."""


def _fold(key: str) -> str:
    return key.lower().replace("-", "_").replace(" ", "_")


def _same_but_for_case(key: str, known: frozenset[str]) -> str | None:
    return _folded(known).get(_fold(key))


@lru_cache(maxsize=1024)  # what each release makes of a manifest is asked some fifty times
def _alike(key: str, known: frozenset[str]) -> str | None:
    # The ratio is at most twice the shorter length divided by the sum of both, which excludes most keys.
    size = len(key)
    near = [name for name in known if 2 * min(size, len(name)) >= _ALIKE * (size + len(name))]
    return next(iter(get_close_matches(key, near, 1, _ALIKE)), None)


@lru_cache(maxsize=16)
def _folded(known: frozenset[str]) -> dict[str, str]:
    return {_fold(name): name for name in known}


def meant(name: str, known: frozenset[str]) -> str:
    """Return the known name that another one looks like a misspelling of, in quotation marks; "" if there is none."""
    found = _same_but_for_case(name, known) or _alike(name, known)
    return f'"{found}"' if found else ""


def shape(value: Any) -> str:
    """Return the JSON type of a value, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"
