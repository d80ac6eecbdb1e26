"""The details of rules that pages on changes and mutants name. Makes no verdict."""

from collections.abc import Iterable
from dataclasses import dataclass

from refloader.report.arrange import About, about
from refloader.report.rules import pages
from refloader.report.rules.inline import pieces
from refloader.report.rules.links import docs_url, rule_url


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule, how to fix a breach of it, and the address of its page; both may be empty."""

    about: About
    remedy: str
    address: str


def named_rules(ids: Iterable[str]) -> tuple[NamedRule, ...]:
    """Return each rule once, in alphabetical order.

    Raises:
        DocsUrlError: the documentation base that the environment names is not an address, even if there are no rules.
    """
    docs_url()
    return tuple(map(_named, sorted(set(ids))))


def _named(rule_id: str) -> NamedRule:
    found = about(rule_id)
    if not found.known:
        return NamedRule(found, "", "")
    suggestion = "".join(piece.text for piece in pieces(pages.page(rule_id).remedy))
    return NamedRule(found, suggestion, rule_url(rule_id))
