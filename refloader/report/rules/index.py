"""The index of all rules in Markdown, by the party they bind and by topic, each with its status."""

from collections.abc import Iterable, Iterator

from refloader.report.rules import words
from refloader.report.rules.markdown import Link, prose
from refloader.report.rules.value import RulePage

_HEAD = """# Rules

What the loader documents ask of loaders, layers, drivers, manifests and applications, in our own words: {rules}
rules in {editions} editions, and {readings} places where the documents can be read in more than one way.
`refloader rules ID` prints the same pages, `refloader rules --matrix` who decides, tests and violates each.

A rule is *checked* where tests judge it, *decided* where a function of the reference carries it out, *untestable*
where nothing outside can show it, *open* where nothing here decides it yet, *withdrawn* where the documents took it
back.

On this page: {contents}, and [ambiguities](#ambiguities).
"""


def index(pages: Iterable[RulePage], link: Link) -> str:
    """Return the whole page, ending in a line break; ``link`` returns the address of a rule's page."""
    every = tuple(pages)
    of_rules = tuple(each for each in every if each.reading is None)
    readings = tuple(each for each in every if each.reading)
    editions = {edition for each in of_rules for edition in each.editions}
    contents = ", ".join(f"[rules for {name}](#rules-for-{name})" for name in words.BINDS.values())
    counts = {"rules": len(of_rules), "editions": len(editions), "readings": len(readings)}
    parts = [_HEAD.format(contents=contents, **counts)]
    for party, name in words.BINDS.items():
        bound = [each for each in of_rules if each.binds == party]
        parts += [f"## Rules for {name}\n", *_topics(bound, link)]
    parts += ["## Ambiguities\n", _table(readings, link)]
    return "\n".join(parts)


def _topics(pages: Iterable[RulePage], link: Link) -> Iterator[str]:
    by_topic: dict[str, list[RulePage]] = {}
    for each in pages:
        by_topic.setdefault(each.topic, []).append(each)
    for topic, of_topic in by_topic.items():
        yield f"### {topic}\n"
        yield _table(of_topic, link)


def _table(pages: Iterable[RulePage], link: Link) -> str:
    rows = (
        f"| [{each.id}]({link(each.id)}) | {prose(_title(each))} | {', '.join(each.editions)} | {each.status} |"
        for each in pages
    )
    return "\n".join(["| Rule | Title | Editions | Status |", "|---|---|---|---|", *rows, ""])


def _title(page: RulePage) -> str:
    return f"{page.title}: read as {page.reading.chosen}" if page.reading else page.title
