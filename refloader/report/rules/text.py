"""A rule's page for a terminal, as plain lines: the rule, what to do, examples, and how it is checked."""

import textwrap
from collections.abc import Iterable, Iterator

from refloader.report.rules import words
from refloader.report.rules.links import rule_url
from refloader.report.rules.value import Example, RulePage

_INDENT = "  "
_CODE = "      "
_BRIEF = 160
"""The most characters of a list of cases on a brief page."""


def text(page: RulePage, width: int = 0) -> str:
    """Return the page, ending in a line break; prose is wrapped to ``width`` columns, or not at all for 0."""
    told = [f"{page.id}: {page.title}"]
    for line in _lines(page):
        told += _wrapped(line, width)
    for example in page.examples:
        told += _example(example, width)
    told += [""] if page.examples else []
    for line in _ways(page):
        told += _wrapped(line, width)
    return "\n".join(told) + "\n"


def brief(page: RulePage, width: int = 0) -> str:
    """Return what somebody with a finding needs first: the rule, what to do, and which cases check it.

    Sources, examples and the rest of ``text`` are left out, and the last line says how to see them.
    """
    told = [f"{page.id}: {page.title}"]
    for line in _essence(page):
        told += _wrapped(line, width)
    told += _wrapped(f"everything, with sources and examples: refloader rules {page.id} --verbose", width)
    return "\n".join(told) + "\n"


def _essence(page: RulePage) -> Iterator[str]:
    yield page.text
    if page.reading:
        yield f"chosen: {page.reading.chosen}"
        return
    yield (
        f"binds the {page.binds}, {words.STRENGTHS[page.strength]}; editions {', '.join(page.editions)}; "
        f"on {words.systems(page)}"
    )
    if page.remedy:
        yield f"what to do: {page.remedy}"
    for judging in page.judging:
        line = f"{judging.judged}s are judged ({judging.look}) by {words.means(judging)}"
        yield textwrap.shorten(line, _BRIEF, placeholder=" and more")
    yield f"status: {words.status(page)}{_first_seen(page)}"


def _first_seen(page: RulePage) -> str:
    if not page.seen:
        return ""
    each = page.seen[0]
    more = f", and in {len(page.seen) - 1} more" if len(page.seen) > 1 else ""
    return f"; seen in {each.subject} {each.version}, {each.finding.severity}{more}"


def _wrapped(line: str, width: int) -> list[str]:
    if not width:
        return [f"{_INDENT}{line}"]
    deeper = _INDENT * 2
    return textwrap.wrap(
        line,
        max(width, 40),
        initial_indent=_INDENT,
        subsequent_indent=deeper,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _lines(page: RulePage) -> Iterator[str]:
    yield page.text
    yield from _of_reading(page) if page.reading else _of_rule(page)
    yield f"why it matters: {page.why}"
    if page.breach:
        yield f"what the documents say of a breach: {page.breach}"
    if page.remedy:
        yield f"what to do: {page.remedy}"
    if page.evidence:
        yield f"what a vendor could show: {page.evidence}"
    yield from (
        f"seen in {each.subject} {each.version}, {each.finding.severity}: {each.finding.message}"
        for each in page.seen
    )
    if page.no_example:
        yield f"examples: {page.no_example}"


def _ways(page: RulePage) -> Iterator[str]:
    """Yield how the rule is checked and what else is known: less important to a reader with a finding."""
    yield from _checks(page)
    yield from (f"see also {each.id} ({each.why}): {each.title}" for each in page.related)
    if rule_url(page.id):
        yield f"online: {rule_url(page.id)}"


def _of_rule(page: RulePage) -> Iterator[str]:
    if page.differs:
        yield f"editions differ: {page.differs}"
    yield (
        f"binds the {page.binds}, {words.STRENGTHS[page.strength]}; editions {', '.join(page.editions)}; "
        f"on {words.systems(page)}"
    )
    if words.android_column(page):
        yield f"the policy table's column: it {words.android_column(page)}"
    yield "sources: " + "; ".join(f"{each.edition}: {each.sections}" for each in page.sources)


def _of_reading(page: RulePage) -> Iterator[str]:
    assert page.reading is not None
    yield from (f"possible: {each}" for each in page.reading.possible)
    yield f"chosen: {page.reading.chosen}"
    yield f"why so: {page.reading.why}"


def _checks(page: RulePage) -> Iterator[str]:
    if words.has_idea_of_check(page):
        yield f"checked by {', '.join(page.kinds)}: {page.check}"
    yield f"status: {words.status(page)}"
    yield from (f"decided by {name}" for name in page.deciders)
    for each in page.judging:
        yield f"{each.judged}s are judged ({each.look}) by {words.means(each)}"
    yield from (f"tested by {name}" for name in words.other_tests(page))
    yield from (f"violated by {each.name}: {each.does}" for each in page.proofs)
    if page.unproven:
        yield f"unproven: {page.unproven}"


def _example(example: Example, width: int) -> Iterable[str]:
    yield ""
    yield from _wrapped(f"{example.outcome}: {example.title} ({example.origin})", width)
    yield from (f"{_CODE}{line}".rstrip() for line in example.text.splitlines())
    for each in example.findings:
        yield from _wrapped(f"{words.verdict(each)}: {each.message}", width)
