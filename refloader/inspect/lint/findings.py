"""The report of lint: findings with their positions, and the number of checked files. Checks nothing itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from refloader.core.aged.layer_manifest import hidden
from refloader.core.ages import age_of, boundaries
from refloader.core.json import reader
from refloader.host import shell
from refloader.host.port import Content, Host
from refloader.inspect.lint.collection import Entry
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity, Span
from refloader.model.text import number_of, quote
from refloader.rules import RuleId, decides, rule

UNKNOWN = "?"
"""Of a finding that rejects an entry: whether some release takes it all the same is not known."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A reason with its resolved position, as lint reports it.

    ``releases`` are the releases of the loader that it concerns, in words; empty if that was not asked. ``despite``
    are the releases that take the entry all the same although it ``rejects`` it, or UNKNOWN if that is not known.
    """

    rule: RuleId
    severity: Severity
    span: Span
    message: str
    remedy: str
    editions: frozenset[Edition]
    rejects: bool
    releases: str = ""
    despite: str = ""

    def with_despite(self, despite: str) -> "Finding":
        """Return the finding with the releases that take the entry all the same. There may be 100,000 of one file."""
        return Finding(
            self.rule,
            self.severity,
            self.span,
            self.message,
            self.remedy,
            self.editions,
            self.rejects,
            self.releases,
            despite,
        )

    def facts(self) -> dict[str, str | int | bool | list[str]]:
        """Return the finding without its rule and file, as plain values for JSON."""
        return {
            "severity": self.severity.value,
            "line": self.span.line,
            "column": self.span.column,
            "message": self.message,
            "remedy": self.remedy,
            "editions": sorted(edition.value for edition in self.editions),
            "not_used": self.rejects,
            **({"releases": self.releases} if self.releases else {}),
            **({"taken_by": self.despite} if self.despite not in ("", UNKNOWN) else {}),
        }


@dataclass(slots=True)
class Report:
    """The findings of a run, in the order of the files, and the number of checked files of each kind.

    ``manifests`` are those that were read, with what each is for, and ``library_paths`` what they name and may be
    there; ``filling`` those with a name or description that just fits, of which releases may think otherwise.
    ``not_json`` are the manifests of which nothing else could be checked.
    """

    findings: list[Finding] = field(default_factory=list)
    files: int = 0
    registries: int = 0
    libraries: int = 0
    entries: list[Entry] = field(default_factory=list)
    manifests: list[tuple[str, Use]] = field(default_factory=list)
    library_paths: dict[str, list[str]] = field(default_factory=dict)
    filling: set[str] = field(default_factory=set)
    not_json: int = 0

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return [finding.severity for finding in self.findings].count(severity)


def findings(reasons: Iterable[Reason]) -> Iterator[Finding]:
    """Convert reasons to findings, without those of severity INFO."""
    info = Severity.INFO
    return (
        Finding(
            each.rule,
            each.severity,
            each.span or Span(each.subject),
            each.fact,
            each.remedy,
            each.editions,
            each.rejects,
        )
        for each in reasons
        if each.severity is not info
    )


def found_by_no_release(document: reader.Document, path: str) -> list[Finding]:
    """Report a manifest that the documents take and in which no release finds a layer."""
    found = hidden(document, path, age_of(boundaries()[-1]))
    return [
        replace(
            each,
            severity=Severity.ERROR,
            message=f"{each.message.partition(', and ')[0]}, and no loader that was tried then finds a layer in a "
            "file of this format",
            rejects=False,
            releases="every release",
        )
        for each in findings([found] if found is not None else [])
    ]


@decides("DISC-LINUX-08", "DISC-LINUX-04")
def nested_root(root: str, inner: Report, *, of_package: bool) -> Reason:
    """Return the note on a tree of another system, with what its manifests are worth there.

    A loader of this system searches data and configuration folders of its own root and those that variables name.
    """
    fact = (
        f"{quote(root)} is laid out like the root of another system, in which loaders of this one do not look unless "
        f"XDG_DATA_DIRS or XDG_CONFIG_DIRS names it; it has {number_of(inner.files, 'manifest')}"
    )
    wrong = [each for each in sorted_findings(inner.findings) if each.severity is Severity.ERROR]
    if wrong:
        first = wrong[0]
        where = first.span.path.removeprefix(f"{root}/")
        files = len({each.span.path for each in wrong})
        fact += f", {files} of which would be wrong there too: {quote(where)}: {first.message}"
    tree = "PACKAGE" if of_package else "DIR"
    suggestion = f"to judge it, name it: refloader lint --root {tree} {shell.line([root])}"
    return Reason(rule("DISC-LINUX-08"), Severity.NOTE, root, fact, InFile(root), suggestion)


def in_a_sandbox(root: str, number: int, *, named: bool) -> Reason:
    """Return the note on the manifests of an installation of Flatpak, in whose sandbox other paths hold."""
    fact = (
        f"{quote(root)} is an installation of Flatpak with {number_of(number, 'manifest')}: loaders read them in its "
        f"sandbox, under other paths, and here {'their libraries' if named else 'they'} are not judged"
    )
    suggestion = "refloader explain --container flatpak:APP answers for a program in it"
    return Reason(rule("DISC-LINUX-08"), Severity.NOTE, root, fact, InFile(root), suggestion)


class LastText:
    """A cache of the manifest that was read last, because successive findings are often in the same file."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._path: str | None = None
        self._document: reader.Document | None = None

    def hold(self, path: str, document: reader.Document) -> None:
        """Store the document that was just read."""
        self._path, self._document = path, document

    def document(self, path: str) -> reader.Document | None:
        """Return the document at a path, read again if it is not the last one; None if it cannot be read."""
        if self._path != path:
            answer = self._host.read(path)
            self._path = path
            self._document = reader.read(answer.data) if isinstance(answer, Content) else None
        return self._document


@dataclass(frozen=True, slots=True)
class Later:
    """The location of a value in a file. The file is read again only if the position is needed."""

    texts: LastText
    path: str
    keys: tuple[str | int, ...]

    @property
    def span(self) -> Span:
        """The position in the file, or the file as a whole if it cannot be read again."""
        document = self.texts.document(self.path)
        if document is None:
            return Span(self.path)
        position = document.where(self.keys)
        return Span(self.path, position.line, position.column)


def sorted_findings(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Sort findings by path, then position, then severity."""
    weight = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2, Severity.INFO: 3}
    yield from sorted(
        findings, key=lambda f: (f.span.path, f.span.line, f.span.column, weight[f.severity], f.rule)
    )
