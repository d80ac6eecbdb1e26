"""A rule's page in Markdown: as a file of the documentation, and as help in other documents."""

import re
from collections.abc import Callable, Iterator

from refloader.report.rules import words
from refloader.report.rules.inline import pieces
from refloader.report.rules.value import Example, RulePage

Link = Callable[[str], str]
"""Returns the address of a rule's page by its id; empty for no link."""

_SIGNS = re.compile(r"([\\*<>\[\]|~#&])|(?<!\w)(_)|(_)(?!\w)")


def markdown(page: RulePage, link: Link = lambda _: "") -> str:
    """Return the page, ending in a line break; ``link`` returns the addresses of other rules' pages."""
    blocks = [f"# {page.id}: {prose(page.title)}", prose(page.text, link), *_blocks(page, link)]
    return "\n\n".join(blocks) + "\n"


def prose(text: str, link: Link = lambda _: "") -> str:
    """Return a sentence with its signs escaped, code names in backticks, and rules as links."""
    return "".join(_piece(piece.kind, piece.text, link) for piece in pieces(text))


def _piece(kind: str, text: str, link: Link) -> str:
    if kind == "rule":
        return _linked(text, link)
    if kind == "code":
        return code(text)
    return _SIGNS.sub(lambda found: f"\\{found.group()}", text)


def code(text: str) -> str:
    """Return a name as code, whatever characters it has; usable in a table."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"


def _linked(rule_id: str, link: Link) -> str:
    address = link(rule_id)
    return f"[{rule_id}]({address})" if address else rule_id


def _blocks(page: RulePage, link: Link) -> Iterator[str]:
    if page.reading:
        yield from _reading(page, link)
    yield _facts(page)
    yield f"## Why it matters\n\n{prose(page.why, link)}"
    if page.breach:
        yield f"What the documents say of a breach: {prose(page.breach, link)}."
    if page.remedy:
        yield f"## What to do\n\n{prose(page.remedy, link)}"
    if page.evidence:
        yield f"## What a vendor could show\n\n{prose(page.evidence, link)}"
    for example in page.examples:
        yield from _example(page, example)
    if page.no_example:
        yield f"## Examples\n\n{words.sentence(prose(words.begun(page.no_example), link))}"
    if page.seen:
        yield "## Seen in the field\n\n" + _list(
            f"{code(each.subject)} {each.version} ({each.finding.severity} in {each.finding.by}, "
            f"{code(each.origin)}): {prose(each.finding.message)}"
            for each in page.seen
        )
    yield from _checks(page, link)
    if page.sources:
        yield "## Where it stands\n\n" + _list(_source(page))
    if page.differs:
        yield f"What differs between the editions: {words.sentence(prose(page.differs, link))}"
    if page.related:
        yield "## See also\n\n" + _list(
            f"{_linked(each.id, link)}: {prose(each.title)} ({prose(each.why)})" for each in page.related
        )


def _reading(page: RulePage, link: Link) -> Iterator[str]:
    assert page.reading is not None
    yield "It can be read as\n\n" + _list(prose(each, link) for each in page.reading.possible)
    yield f"**Chosen here: {prose(page.reading.chosen, link)}.** {words.sentence(prose(page.reading.why, link))}"


def _facts(page: RulePage) -> str:
    rows = [("Topic", page.topic), ("Status", prose(words.status(page)))]
    if page.binds:
        rows[:0] = [
            ("Binds", f"{words.BINDS[page.binds]}; {words.STRENGTHS[page.strength]}"),
            ("Editions", ", ".join(page.editions)),
            ("Systems", words.systems(page)),
        ]
    return _list(f"**{name}:** {value}" for name, value in rows)


def _example(page: RulePage, example: Example) -> Iterator[str]:
    yield f"## {words.heading(page, example)}"
    yield f"{prose(words.sentence(example.title))} From {code(example.origin)}{':' if example.text else '.'}"
    if example.text:
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", example.text)), default=0))
        yield f"{fence}{example.language}\n{example.text.rstrip()}\n{fence}"
    if example.findings:
        yield "What refloader says of it:"
        yield _list(f"{words.verdict(each)}: {prose(each.message)}" for each in example.findings)


def _checks(page: RulePage, link: Link) -> Iterator[str]:
    sentences = [*_check_sentences(page, link)]
    if sentences:
        yield "## How it is checked\n\n" + _list(sentences)


def _check_sentences(page: RulePage, link: Link) -> Iterator[str]:
    if words.has_idea_of_check(page):
        yield f"{words.idea_of_check(page).capitalize()}: {words.sentence(prose(page.check, link))}"
    yield from (f"Decided by {code(name)}." for name in page.deciders)
    for each in page.judging:
        by = ", ".join(code(test) for test in each.tests) or words.READING
        yield f"{each.judged.capitalize()}s are judged ({each.look}) by {by}."
    if words.test_files(page):
        yield f"Tested in {', '.join(map(code, words.test_files(page)))}."
    yield from (f"Violated on purpose by {code(each.name)}: {prose(each.does)}" for each in page.proofs)
    if page.unproven:
        yield f"No mutant shows that it can be failed: {words.sentence(prose(page.unproven))}"


def _source(page: RulePage) -> Iterator[str]:
    for each in page.sources:
        yield f"{each.edition} ({prose(each.document)}): {prose(each.sections)}"


def _list(items: Iterator[str] | list[str]) -> str:
    return "\n".join(f"- {item}" for item in items)
