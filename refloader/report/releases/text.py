"""The matrix of loaders as text: one letter for each rule and build."""

from collections.abc import Iterator

from refloader.model.text import number_of, visible
from refloader.report.releases.field import Field, Row, State
from refloader.report.releases.words import MEANING, history, sentence

_LETTERS = {State.FAIL: "x", State.WARN: "!", State.PASS: ".", State.NOT_JUDGED: " "}


def render(of: Field) -> str:
    """Return the text: a sentence for each loader, then the rules that are broken or warned of, by topic."""
    return "".join(f"{visible(line)}\n" for line in _lines(of))


def _lines(of: Field) -> Iterator[str]:
    for at, build in enumerate(of.builds):
        yield f"{build.release} (documents of {build.edition}): {sentence(of, at)}"
    yield ""
    yield f"columns, from the left: {', '.join(each.release for each in of.builds)}"
    for state, letter in _LETTERS.items():
        yield f"{letter!r}  {MEANING[state]}"
    width = max((len(row.rule.id) for row in of.rows), default=0)
    for topic, rows in of.topics:
        told = [row for row in rows if row.is_broken or row.is_warned_of]
        if told:
            yield ""
            yield topic
            yield from (_line(of, row, width) for row in told)
            yield from _rest(len(rows) - len(told))
    clean = [topic for topic, rows in of.topics if not any(r.is_broken or r.is_warned_of for r in rows)]
    if clean:
        yield ""
        yield f"no loader breaks a rule of these topics: {', '.join(clean)}"


def _line(of: Field, row: Row, width: int) -> str:
    letters = "".join(_LETTERS[cell.state] for cell in row.cells)
    return f"{row.rule.id:{width}}  [{letters}]  {row.rule.title}; {history(of, row)}".rstrip("; ")


def _rest(number: int) -> Iterator[str]:
    if number:
        yield f"and {number_of(number, 'rule')} that no loader breaks"
