"""The ledger of a published loader: its failures in words, grouped by the rules that they break, with examples."""

from collections.abc import Iterator, Mapping, Sequence

from publishing.audit import Audit
from publishing.chances import CHANCES
from refloader.model.text import number_of
from refloader.report.releases.field import Field, Row, State, best, stems
from refloader.report.releases.words import expected_by, history, sentence
from refloader.results.results_file import FINDINGS, Result, Run

_BANNER = "Made by `tools/loader_reports.py` from the results beside it; do not edit."
_MOST_FILES = 8
_VERDICTS = {
    "TRUE": "true: a sentence of the documents forbids it",
    "ARGUED": "can be argued about: the documents imply it, or can be read in two ways",
    "FALSE": "false: the documents allow it, or another rule is the cause",
}
Group = tuple[str, ...]
"""The rules that a case breaks."""


def by_rules(run: Run) -> dict[Group, dict[str, list[Result]]]:
    """Return the failing cases by the rules that they break, each case with its results."""
    cases: dict[str, list[Result]] = {}
    for each in run.results:
        if each.verdict in FINDINGS:
            cases.setdefault(each.case, []).append(each)
    groups: dict[Group, dict[str, list[Result]]] = {}
    for case, results in cases.items():
        groups.setdefault(tuple(each.rule for each in results), {})[case] = results
    return groups


def anchor(group: Group) -> str:
    """Return the id of the section on these rules."""
    return "+".join(group).lower()


def ledger_page(build: str, run: Run, matrix: Field, at: int, audit: Audit) -> str:
    """Return the ledger of the build at an index of the matrix, in Markdown."""
    return "\n".join(_ledger(build, run, matrix, at, audit)) + "\n"


def _ledger(build: str, run: Run, matrix: Field, at: int, audit: Audit) -> Iterator[str]:
    groups, rows = by_rules(run), {str(row.rule.id): row for row in matrix.rows}
    edition = matrix.builds[at].edition
    yield f"# What loader {matrix.builds[at].release} does wrong (build {build})"
    yield ""
    yield _BANNER
    yield ""
    yield f"Judged by the documents of {edition}. {sentence(matrix, at)}"
    yield ""
    yield "| broken rule | cases | of the rule |"
    yield "|---|---|---|"
    for group, cases in groups.items():
        told = "; ".join(filter(None, (history(matrix, rows[each]) for each in group[:1])))
        yield f"| [{', '.join(group)}](#{anchor(group)}) | {len(cases)} | {told} |"
    yield ""
    for group, cases in groups.items():
        yield from _section(group, cases, rows, matrix, audit)


def _section(
    group: Group, cases: Mapping[str, list[Result]], rows: Mapping[str, Row], matrix: Field, audit: Audit
) -> Iterator[str]:
    yield f'## <a id="{anchor(group)}"></a>{rows[group[0]].rule.title}'
    yield ""
    for each in group:
        rule = rows[each].rule
        told = history(matrix, rows[each])
        yield f"- **{each}** {_flowing(rule.text)} ({'; '.join(rule.sources)}){_sentence(told)}"
    yield from _opinions(group, cases, audit)
    yield ""
    listed = ", ".join(f"`{stem}`{_times(number)}" for stem, number in stems(cases).items())
    yield f"{number_of(len(cases), 'case')}: {listed}"
    yield ""
    yield from _example(best([found[0] for found in cases.values()]))


def _sentence(told: str) -> str:
    return f" {told[:1].upper()}{told[1:]}." if told else ""


def _times(number: int) -> str:
    return f" ({number})" if number > 1 else ""


def _opinions(group: Group, cases: Mapping[str, object], audit: Audit) -> Iterator[str]:
    """Yield what was said of the cases under each rule, each opinion once, and which cases nobody has judged."""
    for rule in group:
        found = {case: audit.of(rule, case) for case in cases}
        for opinion in dict.fromkeys(each for each in found.values() if each):
            said = _VERDICTS[opinion.verdict]
            yield f"- A second person on {rule}: {said}. {_flowing(opinion.sentence)}"
        missing = stems(case for case, each in found.items() if each is None)
        if missing:
            yield f"- Not yet judged by a second person under {rule}: {', '.join(f'`{each}`' for each in missing)}"


def _example(result: Result) -> Iterator[str]:
    yield f"For example `{result.case}`: {result.verdict}. {_flowing(expected_by(result))}"
    yield ""
    if result.reason != expected_by(result):
        yield f"> {_flowing(result.reason.removeprefix(expected_by(result)))}"
        yield ""
    yield from (f"- {part}" for part in _parts(result.evidence))
    yield ""
    yield "```sh"
    yield result.repro
    yield "```"
    yield ""


def _parts(evidence: Mapping[str, object]) -> Iterator[str]:
    """Yield the scenario in short texts."""
    files, variables = evidence.get("files"), evidence.get("variables")
    if isinstance(files, Mapping | list) and files:
        names = [f"`{each}`" for each in files][:_MOST_FILES]
        more = f" and {len(files) - _MOST_FILES} more" if len(files) > _MOST_FILES else ""
        yield f"files: {', '.join(names)}{more}"
    if isinstance(variables, Mapping):
        told = [f"`{name}={value}`" for name, value in variables.items() if name != "HOME"]
        yield from [f"variables: {', '.join(told)}"] if told else []
    application = evidence.get("application")
    if isinstance(application, Mapping):
        asked = [f"{name} `{value}`" for name, value in application.items() if value]
        yield from [f"the application: {', '.join(asked)}"] if asked else []


def overview_page(builds: Sequence[str], matrix: Field, judged: tuple[int, int], libc: str) -> str:
    """Return the README of the folder: a line for each build.

    ``judged`` are judged results, and all that fail; ``libc`` is the C library of the runs, empty if that is unknown.
    """
    return "\n".join(_overview(builds, matrix, judged, libc)) + "\n"


def _overview(builds: Sequence[str], matrix: Field, judged: tuple[int, int], libc: str) -> Iterator[str]:
    yield "# Loaders by release"
    yield ""
    yield _BANNER
    yield ""
    yield (
        f"Results of {len(builds)} builds of one loader, without times and paths of the machine. Each has its "
        "results (`.ndjson.gz`), an expectation file for exactly this build (`.toml`) and a ledger (`.md`): what it "
        "does wrong, by which sentence, with an example to replay. "
        "`refloader report reports/loaders --by-release --format html` writes one page of all: every rule on every "
        "build, and which release broke or fixed it. "
        "`refloader conform --expect known` uses what follows for other releases "
        "([docs/conform.md](../../docs/conform.md#known-failures-by-release))."
    )
    yield ""
    yield (
        f"[audit.md](audit.md) has the verdicts of a second person. They are about {judged[0]} of the {judged[1]} "
        "failing results here (a rule and a case); the ledgers name the cases that nobody has judged."
    )
    yield ""
    chances = "; ".join(each.why for each in CHANCES)
    yield (
        f"{f'The builds ran with {libc}. ' if libc else ''}Some cases do not end alike in every process or on every "
        f"machine, and expectation files allow both ends: {chances}."
    )
    yield ""
    yield "| build | documents | rules broken | what is wrong, and since when |"
    yield "|---|---|---|---|"
    for at, build in enumerate(builds):
        broken = sum(row.cells[at].state is State.FAIL for row in matrix.rows)
        yield f"| [{build}]({build}.md) | {matrix.builds[at].edition} | {broken} | {sentence(matrix, at)} |"


def _flowing(text: str) -> str:
    """Return a text in one line that Markdown does not take for markup."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
