"""The numbers of a run. Every document of a run states these, so that no two of them count differently."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field, replace

from refloader.model.text import number_of
from refloader.report.arrange import EXPECTED, FINDINGS, STALE, Measured, findings, standing, subjects
from refloader.results.coverage import Coverage, coverage
from refloader.results.results_file import Result, Run, Verdict

BROKEN = frozenset(FINDINGS) - {Verdict.ERROR.value, Verdict.WARN.value, STALE}
"""The standings of findings that break a rule."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a run, or of one of its subjects.

    ``findings`` are groups of cases of one outcome that break the same rules; so are ``warnings`` and ``known``.
    ``rules`` are the rules that findings break, once for each subject, ``warned`` those that warnings alone are on,
    and ``stale`` the stale entries of expectation files. ``covered`` counts results, one for each rule and case.
    ``truncated`` says that the run was ended early: how many cases were not run is then not known. ``chosen`` has the
    options by which the user left cases out.
    """

    findings: int = 0
    rules: int = 0
    warnings: int = 0
    warned: int = 0
    known: int = 0
    stale: int = 0
    covered: Coverage = field(default_factory=Coverage)
    truncated: bool = False
    chosen: str = ""

    @property
    def text(self) -> str:
        """The numbers in one sentence, the same in every document. Expectation files show only where they count."""
        new, newly = ("new ", "newly ") if self.known else ("", "")
        on_rules = f" (on {number_of(self.warned, 'rule')})" if self.warned else ""
        parts = [
            f"{number_of(self.findings, f'{new}finding')} ({number_of(self.rules, 'rule')} {newly}broken)",
            number_of(self.warnings, f"{new}warning") + on_rules,
            number_of(self.known, "known finding") if self.known else "",
            number_of(self.stale, "stale entry", "stale entries") if self.stale else "",
        ]
        found = self.covered
        counts = f"{found.judged} judged, {found.not_testable} not testable, all others not run"
        left = f"; {self.chosen} left cases out" if self.chosen else ""
        return f"{', '.join(filter(None, parts))}; results: {counts if self.truncated else found.text}{left}"

    def document(self) -> dict[str, object]:
        """The numbers for JSON."""
        body = asdict(self)
        covered = body.pop("covered")
        del body["truncated"], body["chosen"], body["warned"]  # the document of the run has them
        return {**body, **covered}


_SPECIFICATION = "VULKAN-DRIVER-"
"""What the ids of those rules for drivers begin with that are requirements of the Vulkan specification."""


def of_specification(broken: Collection[str]) -> str:
    """Return how many broken rules are the Vulkan specification's, in parentheses; empty if none is."""
    number = sum(rule.startswith(_SPECIFICATION) for rule in broken)
    if not number:
        return ""
    if number < len(broken):
        return f" ({number} of the Vulkan specification)"
    return " (of the Vulkan specification, none of the loader interface)"


def of_run(run: Run) -> Numbers:
    """Return the numbers of a run: the sums of those of its subjects."""
    every = [_counted(each, run) for each in subjects(run)]
    names = ("findings", "rules", "warnings", "warned", "known", "stale")
    sums = {name: sum(getattr(each, name) for each in every) for name in names}
    return Numbers(**sums, covered=coverage(run.results), truncated=run.truncated, chosen=run.chosen)


def of_subject(subject: Measured, run: Run) -> Numbers:
    """Return the numbers of one subject of a run."""
    return replace(_counted(subject, run), truncated=run.truncated, chosen=run.chosen)


def _counted(subject: Measured, run: Run) -> Numbers:
    groups = _groups(subject)
    broken = {each.rule for each in subject.results if standing(each) in BROKEN}
    warned = {each.rule for each in subject.results if standing(each) == Verdict.WARN.value} - broken
    return Numbers(
        findings=sum(groups[each] for each in BROKEN),
        rules=len(broken),
        warnings=groups[Verdict.WARN.value],
        warned=len(warned),
        known=groups[EXPECTED],
        stale=len(run.stale_of(subject.name)) + len(_outdated(subject.results)),
        covered=coverage(subject.results),
    )


def _outdated(results: Sequence[Result]) -> set[tuple[str, int]]:
    """Return the entries of expectation files that expect worse of a result than it is: file and line."""
    return {(each.expected.file, each.expected.line) for each in results if each.outdates and each.expected}


def _groups(subject: Measured) -> Counter[str]:
    """Count the findings of a subject by their standing."""
    return Counter(standing(each.first) for each in findings(subject.results, (*FINDINGS, EXPECTED)))
