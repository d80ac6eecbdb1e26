"""A run as one HTML file that works offline. Never decides anything and never loads from a network.

The page is ``templates/results.html.j2`` with its style and script put into it. Every text of a run is made
readable and escaped on its way in, and the page forbids itself any script but its own by digest.
"""

import base64
import hashlib
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from refloader.harness.results import Run, readable
from refloader.report.arrange import (
    FINDINGS,
    STANDINGS,
    Cause,
    by_weight,
    causes,
    facts,
    flaky,
    known,
    lines,
    out_of_date,
    standing,
    subjects,
    surprise,
    why_expected,
)


def render(run: Run) -> str:
    """The page, to be written as UTF-8."""
    script = _source("results.js")
    return (
        _environment()
        .get_template("results.html.j2")
        .render(
            run=run,
            header=run.header,
            subjects=subjects(run),
            lines=lines(run),
            findings=_findings(run),
            known=known(each for subject in subjects(run) for each in by_weight(subject.results)),
            standings=STANDINGS[::-1],
            standing=standing,
            surprise=surprise,
            flaky=flaky,
            why_expected=why_expected,
            out_of_date=out_of_date,
            facts=facts,
            style=Markup(_source("results.css")),
            script=Markup(script),
            script_digest=_digest(script),
        )
    )


def _findings(run: Run) -> tuple[Cause, ...]:
    """What somebody has to look at, subject by subject, the worst first."""
    found = (each for subject in subjects(run) for each in by_weight(subject.results))
    return causes(each for each in found if standing(each) in FINDINGS)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("refloader.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_readable,
    )


def _source(name: str) -> str:
    environment = _environment()
    assert environment.loader is not None  # given above
    return environment.loader.get_source(environment, name)[0]


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _readable(value: object) -> object:
    """What Jinja puts in place of every value it prints: texts that are not markup are made readable."""
    return readable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
