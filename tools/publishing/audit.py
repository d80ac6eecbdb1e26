"""The verdicts of a second person in ``reports/loaders/audit.md``: finds the one on a failing case."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ROW = re.compile(r"^\|(?P<cells>.*)\|$", re.MULTILINE)
_COLUMNS = 6
_VERDICTS = ("TRUE", "ARGUED", "FALSE")


@dataclass(frozen=True, slots=True)
class Opinion:
    """What was said of a cause: the verdict, and the sentence or reason."""

    rules: tuple[str, ...]
    cases: tuple[str, ...]
    verdict: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Audit:
    """All opinions, in the order of the page."""

    opinions: tuple[Opinion, ...]

    def of(self, rule: str, case: str) -> Opinion | None:
        """Return the opinion on a case, the weightiest if there are several; None if there is none."""
        stem = case.partition("[")[0]
        found = [each for each in self.opinions if rule in each.rules and {case, stem} & {*each.cases}]
        return min(found, key=lambda each: _VERDICTS.index(each.verdict), default=None)


def read_audit(text: str) -> Audit:
    """Return the opinions in the tables of the page."""
    return Audit(tuple(_opinions(text)))


def _opinions(text: str) -> Iterator[Opinion]:
    for row in _ROW.finditer(text):
        cells = [each.strip() for each in row["cells"].split(" | ")]
        verdict = cells[3].split()[0].strip(",") if len(cells) == _COLUMNS and cells[3] else ""
        if verdict in _VERDICTS:
            rules = tuple(each.strip() for each in cells[0].split(","))
            cases = tuple(each.strip() for each in cells[1].split(";"))
            yield Opinion(rules, cases, verdict, cells[4])
