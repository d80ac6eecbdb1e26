"""A rule's page as a part of an HTML page: one ``<article id="rule-ID">`` without style or script."""

from markupsafe import Markup

from refloader.report import shell
from refloader.report.rules import words
from refloader.report.rules.inline import pieces
from refloader.report.rules.links import rule_url
from refloader.report.rules.value import RulePage


def fragment(page: RulePage, level: int = 3) -> Markup:
    """Return the article, with headings from ``level`` on. Other rules are links to ``#rule-ID``."""
    template = shell.environment().get_template("rule.html.j2")
    return Markup(
        template.render(page=page, pieces=pieces, words=words, level=level, address=rule_url(page.id))
    )
