"""The answer of a run: what each subject breaks, in sentences and in numbers of rules. Makes no verdict.

A rule whose findings are expected is still broken, and is counted with the others.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from refloader.model.text import number_of
from refloader.report.numbers import of_specification
from refloader.report.outcome import ERROR, FAIL, PASS, SKIP, WARN, Outcome, columns, tally
from refloader.report.page.matrix import Column, Matrix
from refloader.report.rules.pages import page
from refloader.results.parts import selection
from refloader.results.results_file import Result, Run
from refloader.results.standard import State, standings
from refloader.rules import Rule, rules

UNTESTABLE = "untestable"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one subject.

    ``rules`` are numbers of rules by outcome, and under ``untestable`` the number of rules for its kind that no test
    can check. ``standing`` is the badge for ``sentence``. ``judged_by`` is the edition, and the reason for it.
    """

    column: Column
    rules: Mapping[str, int]
    standing: str
    sentence: str
    judged_by: str
    untestable: tuple[Rule, ...]

    @property
    def cells(self) -> Mapping[str, str]:
        """The numbers of rules by outcome, as tables show them."""
        return columns(self.column.outcomes)

    @property
    def judged(self) -> int:
        """The number of rules that were checked: neither skipped nor untestable."""
        return sum(self.rules[each] for each in (FAIL, WARN, PASS))


def answers(run: Run, of: Matrix) -> tuple[Answer, ...]:
    """Return the answer for every subject, in the order of the columns."""
    met = frozenset(each.subject.name for each in standings(run) if each.state is State.MET)
    return tuple(_answer(run, column, met) for column in of.columns)


def _answer(run: Run, column: Column, met: Collection[str]) -> Answer:
    untestable = tuple(_untestable(column))
    counts = {**tally(column.outcomes), UNTESTABLE: len(untestable)}
    standing, parts = _said(column, counts, is_met=column.name in met)
    return Answer(column, counts, standing, "; ".join(parts), _judged_by(column), untestable)


def _judged_by(column: Column) -> str:
    """Return the edition of the documents and the reason for it; empty if the header does not list the subject."""
    subject = column.subject
    if subject is None:
        return ""
    why = subject.edition_reason
    source = f", {'by' if why.startswith('--') else 'as'} {why}" if why else ""
    return f"edition {subject.edition}{source}" if subject.edition else "all editions"


def beyond_tests(of_subjects: Sequence[Answer]) -> dict[str, tuple[Rule, ...]]:
    """Return the untestable rules, each once, by the kind of subject that they bind."""
    found: dict[str, dict[Rule, None]] = {}
    for each in of_subjects:
        found.setdefault(each.column.kind, {}).update(dict.fromkeys(each.untestable))
    return {kind: tuple(several) for kind, several in found.items() if several}


def _untestable(column: Column) -> list[Rule]:
    """Return the Linux rules for this kind of subject that cannot be tested from outside, not even in part."""
    return [
        rule
        for rule in rules().values()
        if rule.status == UNTESTABLE
        and rule.applies_to == column.kind
        and rule.on_linux
        and rule.id not in column.outcomes
        and not page(rule.id).judging
    ]


def _said(column: Column, counts: Mapping[str, int], *, is_met: bool) -> tuple[str, list[str]]:
    parts = [*_sentences_on_rules(column, counts, is_met=is_met), *_sentences_on_the_run(column, counts)]
    broken = [each for each in column.outcomes.values() if each.name == FAIL]
    if broken:
        return ("expected" if all(each.known for each in broken) else FAIL), parts
    if counts[ERROR]:
        return ERROR, parts
    return (SKIP if not counts[PASS] + counts[WARN] else WARN if counts[WARN] else PASS), parts


def _sentences_on_rules(column: Column, counts: Mapping[str, int], *, is_met: bool) -> Iterator[str]:
    """Yield phrases on the rules. None says "conformant" unless the standard allows that (``is_met``)."""
    broken, warned, passed = counts[FAIL], counts[WARN], counts[PASS]
    if broken:
        rules = [str(rule) for rule, each in column.outcomes.items() if each.name == FAIL]
        yield f"breaks {number_of(broken, 'rule')}{of_specification(rules)}{_news(column)}"
    elif passed or warned:
        yield "conformant: breaks no rule of those judged" if is_met else "breaks no rule of those judged"
    elif counts[SKIP]:
        yield "not judged: every case was skipped"
    elif not counts[ERROR]:
        yield "not judged: there are no results"
    if warned:
        yield f"warnings on {number_of(warned, 'rule')}"


def _news(column: Column) -> str:
    """Return whether the broken rules are expected; empty if none of them is."""
    broken = [each for each in column.outcomes.values() if each.name == FAIL]
    known = sum(each.known for each in broken)
    if known == len(broken):
        return ", all known" if known > 1 else ", which is known"
    return f", {len(broken) - known} of them new" if known else ""


def _sentences_on_the_run(column: Column, counts: Mapping[str, int]) -> Iterator[str]:
    if counts[ERROR]:
        yield f"the harness itself failed on {number_of(counts[ERROR], 'rule')}"
    mended = sum(any(_mended(each.result) for each in found.cases) for found in column.outcomes.values())
    if mended:
        yield f"{number_of(mended, 'rule')} came out better than an expectation file says"


def _mended(result: Result) -> bool:
    return result.outdates


def headline(run: Run, of_subjects: Sequence[Answer]) -> str:
    """Return the answer for the whole run in one sentence."""
    little = f"Judged too little: {run.too_little[0]}. " if run.too_little else ""
    chosen = selection(run.header)
    left = f" Cases were left out: {chosen}." if chosen else ""
    said = f"{little}{_of_all(run, of_subjects)}{left}"
    return f"So far: {said}" if run.truncated else said


def _of_all(run: Run, of_subjects: Sequence[Answer]) -> str:
    breaking = [each for each in of_subjects if each.rules[FAIL]]
    errors = sum(each.rules[ERROR] for each in of_subjects)
    after = f" The harness itself failed on {number_of(errors, 'rule')}." if errors else ""
    if not of_subjects or not run.results:
        return "Nothing was judged."
    if not breaking:
        warned = "; there are warnings" if any(each.rules[WARN] for each in of_subjects) else ""
        nothing = (
            f"No rule is broken{warned}" if any(each.judged for each in of_subjects) else "Nothing was judged"
        )
        return f"{nothing}.{after}"
    new = sum(_is_new(found) for each in breaking for found in each.column.outcomes.values())
    known = any(found.known for each in breaking for found in each.column.outcomes.values())
    return f"{_who(breaking, of_subjects)}.{_what_is_new(new, known=known)}{after}"


def _who(breaking: Sequence[Answer], of_subjects: Sequence[Answer]) -> str:
    number, whole = len(breaking), len(of_subjects)
    if whole == 1:
        return f"{breaking[0].column.title} breaks {number_of(breaking[0].rules[FAIL], 'rule')}"
    if number == whole:
        return f"{'Both' if whole == 2 else f'All {whole}'} subjects break rules"
    return f"{number} of {whole} subjects break{'s' if number == 1 else ''} rules"


def _is_new(found: Outcome) -> bool:
    return found.name == FAIL and not found.known


def _what_is_new(new: int, *, known: bool) -> str:
    if not known:
        return ""
    return (
        f" {number_of(new, 'breach', 'breaches')} of {'a rule is' if new == 1 else 'rules are'} new."
        if new
        else " All breaches are expected."
    )
