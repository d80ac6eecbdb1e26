"""Rules as SARIF describes them, which viewers show beside a finding. Independent of findings."""

from collections.abc import Iterator
from typing import Any

from refloader.report.rules import RulePage, page
from refloader.report.rules.links import rule_url
from refloader.report.rules.markdown import markdown
from refloader.report.rules.value import Strength
from refloader.results.results_file import readable
from refloader.rules import UnknownRuleError

_LEVEL: dict[Strength, str] = {"must": "error", "fact": "error", "should": "warning", "may": "note"}


def descriptor(rule: str) -> dict[str, Any]:
    """Return the reportingDescriptor of a rule (SARIF 2.1.0, 3.49), also for an id that is not in the catalogue."""
    try:
        about = page(rule)
    except UnknownRuleError:
        unknown = {"text": "not a rule of this version"}
        return {
            "id": readable(rule),
            "shortDescription": unknown,
            "fullDescription": unknown,
            "help": unknown,
        }
    level = _LEVEL[about.strength]
    return {
        "id": about.id,
        "shortDescription": {"text": about.title},
        "fullDescription": {"text": about.text},
        "help": {"text": _help(about), "markdown": markdown(about, rule_url)},
        **({"helpUri": address} if (address := rule_url(about.id)) else {}),
        "defaultConfiguration": {"level": level},
        "properties": {
            "tags": _tags(about),
            "problem.severity": {"note": "recommendation"}.get(level, level),
            "strength": about.strength,
        },
    }


def _tags(about: RulePage) -> list[str]:
    """Return the bound subject, the topic and the editions; GitHub accepts up to ten tags."""
    editions = [f"edition-{edition}" for edition in about.editions]
    topic = "-".join(about.topic.lower().split())
    return list(filter(None, ("vulkan", about.binds, topic, *editions)))


def _paragraphs(about: RulePage) -> Iterator[tuple[str, str]]:
    yield "", about.text
    if about.reading:
        yield "Reading chosen here", f"{about.reading.chosen}. {about.reading.why}"
    yield "Why it matters", about.why
    yield "What a breach leads to", about.breach
    yield "How to put it right", about.remedy
    yield "Differences between editions", about.differs
    sources = (f"{each.edition} ({each.document}): {each.sections}" for each in about.sources)
    yield "Sources", "; ".join(sources)


def _help(about: RulePage) -> str:
    """Return the help text, for viewers that do not render Markdown."""
    said = (f"{name}: {text}" if name else text for name, text in _paragraphs(about) if text)
    return "\n\n".join(said)
