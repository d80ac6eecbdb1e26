"""The matrix of loaders as one HTML page that works offline, for people who have never seen this suite."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from refloader.report import shell
from refloader.report.arrange import laid_out
from refloader.report.releases import words
from refloader.report.releases.field import Build, Cell, Field, Row, State, stems
from refloader.results.results_file import Result, Run

Link = Callable[[str], str]
"""Returns the address of a page, empty for none."""

_SHAPES = {State.FAIL: "fail", State.WARN: "warn", State.PASS: "pass", State.NOT_JUDGED: "skip"}
_SCENE = ("files", "variables", "application", "libraries", "platform", "actions")
"""The parts of evidence that make up a scenario."""

_LONGEST = 2_000
"""The most characters of a part of a scenario that the page shows."""


def _nowhere(_: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Example:
    """A failure of consecutive builds (indexes) with the same example. ``scene`` is its scenario as texts."""

    builds: tuple[int, ...]
    result: Result
    scene: tuple[tuple[str, str], ...]


def render(of: Field, run: Run, rule_page: Link = _nowhere, build_page: Link = _nowhere) -> str:
    """Return the page, to be written as UTF-8.

    ``rule_page`` returns the address of a rule's page, ``build_page`` that of the results of a subject.
    """
    scenes = {(each.subject, each.case): each.evidence for each in run.results if each.evidence.get("files")}
    return shell.page(
        "releases.html.j2",
        styles=("releases.css",),
        scripts=("releases.js",),
        field=of,
        editions=[
            (name, len(list(several))) for name, several in groupby(each.edition for each in of.builds)
        ],
        broken=[(name, [row for row in rows if row.is_broken]) for name, rows in of.topics],
        folded={name: [row for row in rows if not row.is_broken] for name, rows in of.topics},
        examples=lambda row: list(_examples(row, scenes)),
        shapes=_SHAPES,
        meaning=words.MEANING,
        words=words,
        stems=stems,
        said=said,
        place=place,
        numbers=_numbers(of),
        rule_page=rule_page,
        build_page=build_page,
    )


def place(row: Row, build: Build) -> str:
    """Return the id of the evidence on a rule and a build."""
    return f"{row.rule.id}--{build.release}"


def said(cell: Cell) -> str:
    """Return a cell in words, for readers who do not see its shape and colour."""
    if cell.state is State.NOT_JUDGED:
        return f"not judged: {cell.reason}"
    verbs = {State.FAIL: "fail", State.WARN: "with a warning", State.PASS: "pass"}
    return f"{cell.number} of {cell.judged} {'case' if cell.judged == 1 else 'cases'} {verbs[cell.state]}"


def _examples(row: Row, scenes: Mapping[tuple[str, str], Mapping[str, object]]) -> Iterator[Example]:
    """Yield the examples of a rule, the newest builds first; neighbours that share one are together."""
    failing = [(at, cell) for at, cell in enumerate(row.cells) if cell.state is State.FAIL]
    for (case, _), several in groupby(reversed(failing), key=lambda pair: _shown(pair[1])):
        found = list(several)
        result = found[0][1].example
        assert result is not None, "a failing cell has an example"
        scene = scenes.get((result.subject, case), {})
        conditions = tuple((name, _text(scene[name])) for name in _SCENE if scene.get(name))
        yield Example(tuple(sorted(at for at, _ in found)), result, conditions)


def _text(part: object) -> str:
    """Return a part of a scenario as text, cut where it is long; the content of files is shown as it is."""
    if isinstance(part, Mapping):
        rows = (
            f"{name}: {each}" if isinstance(each, str) else f"{name}: {laid_out(each)}"
            for name, each in part.items()
        )
        text = "\n".join(rows)
    else:
        text = laid_out(part)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\n… (cut here; the replay has all of it)"


def _shown(cell: Cell) -> tuple[str, str]:
    assert cell.example is not None, "a failing cell has an example"
    return cell.example.case, cell.example.reason


def _numbers(of: Field) -> list[int]:
    """Return the number of broken rules of each build."""
    return [sum(row.cells[at].state is State.FAIL for row in of.rows) for at in range(len(of.builds))]
