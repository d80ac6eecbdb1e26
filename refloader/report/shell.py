"""The frame of every HTML page: one file that works offline, with its style and script inline.

A page is a template that extends ``base.html.j2``. Every text that a template prints is made readable and escaped.
The Content-Security-Policy of the page allows only its own script, by digest. Does not know about runs.
"""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from refloader.results.results_file import readable, storable

_JOINT = re.compile(r"(?<![_./-])([_./-]++)(?=\w)")
_NEVER_IN_DATA = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""The characters that JSON inside a page must escape: they could end the script, or a line in old parsers."""


def page(template: str, *, styles: Sequence[str] = (), scripts: Sequence[str] = (), **values: object) -> str:
    """Return the HTML page of a template, to be written as UTF-8.

    ``styles`` and ``scripts`` name files beside the template, which follow those of all pages; ``values`` are the
    variables of the template. All scripts share one top-level scope.
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
    """Return a value as JSON for ``<script type="application/json">``: no text in it can end the element."""
    return escaped(json.dumps(storable(value), ensure_ascii=False, separators=(",", ":")))


def escaped(text: str) -> Markup:
    """Return JSON with the characters that a page must not contain as escapes; its value does not change."""
    for character, written in _NEVER_IN_DATA.items():
        if character in text:
            text = text.replace(character, written)
    return Markup(text)


def packed(members: Iterable[tuple[str, str]]) -> str:
    """Return named JSON texts compressed, for ``unpack`` in panel.js: a line for each, its name, a tab and its JSON.

    A page of many results would be four times as large without.
    """
    lines = "\n".join(f"{name}\t{text}" for name, text in members)
    return base64.b64encode(gzip.compress(lines.encode(), mtime=0)).decode()


@cache
def environment() -> Environment:
    """Return the Jinja environment of the templates. Undefined names are errors."""
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
    """Return a name, escaped, with line-break opportunities between its parts, so that a long one fits a column."""
    return Markup(_JOINT.sub(r"\1<wbr>", str(escape(readable(name)))))


def source(name: str) -> str:
    """Return the text of a file in the template folder, unchanged."""
    loader = environment().loader
    assert loader is not None  # given above
    return loader.get_source(environment(), name)[0]


def digest(script: str) -> str:
    """Return the base64 of a script's SHA-256, by which the Content-Security-Policy allows it."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _readable(value: object) -> object:
    """Make a text readable unless it is markup; Jinja calls this for every value that it prints."""
    return readable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
