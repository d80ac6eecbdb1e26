"""The shell of every HTML page: one file that works offline, with its style and its script put into it.

A page is a template that extends ``base.html.j2``. Every text that a template prints is made readable and escaped,
and the page forbids itself any script but its own by digest. Never looks at a run.
"""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from refloader.results.results_file import readable, storable

_JOINT = re.compile(r"([_./-]+)(?=\w)")
_NEVER_IN_DATA = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""What may not stand in JSON within a page, with its escapes: an end of the script, or of a line in old parsers."""


def page(template: str, *, styles: Sequence[str] = (), scripts: Sequence[str] = (), **values: object) -> str:
    """The page of a template, to be written as UTF-8.

    ``styles`` and ``scripts`` are files beside the template that come after the ones of all pages; ``values`` are
    what the template may name. Scripts see each other's top level.
    """
    script = "\n".join(source(each) for each in ("base.js", *scripts))
    return (
        environment()
        .get_template(template)
        .render(
            style=Markup("\n".join(source(each) for each in ("base.css", *styles))),
            script=Markup(script),
            script_digest=digest(script),
            **values,
        )
    )


def data(value: object) -> Markup:
    """A value as JSON that can stand in ``<script type="application/json">``: no text can end the element."""
    return escaped(json.dumps(storable(value), ensure_ascii=False, separators=(",", ":")))


def escaped(text: str) -> Markup:
    """JSON with what may not stand in a page as escapes; it means what it meant."""
    for character, written in _NEVER_IN_DATA.items():
        if character in text:
            text = text.replace(character, written)
    return Markup(text)


@cache
def environment() -> Environment:
    """Where templates come from and how they print; undefined names are errors."""
    made = Environment(
        loader=PackageLoader("refloader.report.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_readable,
    )
    made.filters["breakable"] = breakable
    made.filters["readable"] = readable
    return made


def breakable(name: str) -> Markup:
    """A name, escaped, that may be broken where its parts meet, so that long ones fit into columns."""
    return Markup(_JOINT.sub(r"\1<wbr>", str(escape(readable(name)))))


def source(name: str) -> str:
    """The text of a file among the templates, as it stands there."""
    loader = environment().loader
    assert loader is not None  # given above
    return loader.get_source(environment(), name)[0]


def digest(script: str) -> str:
    """What a Content-Security-Policy calls a script by: the base64 of its SHA-256."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _readable(value: object) -> object:
    """What Jinja puts in place of every value it prints: texts that are not markup are made readable."""
    return readable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
