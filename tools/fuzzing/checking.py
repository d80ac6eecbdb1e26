"""What is wrong with the output of a verb: characters that drive terminals, documents that do not parse.

Knows the forms of output by name and the published schemas. Never calls a verb.
"""

import base64
import csv
import gzip
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from jsonschema import Draft7Validator, Draft202012Validator
from jsonschema.protocols import Validator

TOP = Path(__file__).resolve().parent.parent.parent
_SCHEMAS = TOP / "reports" / "schema"
_SARIF = TOP / "tests" / "data" / "published" / "sarif-2.1.0-rtm.5.json"

CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""C0 but line feed and tab, DEL, C1, marks and overrides of bidirectional text, other line breaks, surrogates, and
characters without width: the soft hyphen, joiners, the mark of byte order, tags.
"""

_ADDRESSES = frozenset({"href", "src", "action", "formaction", "xlink:href", "data", "poster", "srcset"})
_SCHEME = re.compile(r"\s*(?!https:|data:image/)[a-z][a-z0-9+.-]*:|\s*[/\\]{2}", re.IGNORECASE)
"""An address with a scheme that no page of ours has, or of another machine."""

_VOID = frozenset({"br", "hr", "img", "meta", "link", "input", "col", "wbr", "area", "base", "source"})
_GITHUB = re.compile(r"::(error|warning|notice|debug|group|endgroup|stop-commands|add-mask)( [^\n]*?)?::")
_MOST_VALIDATED = 200_000
"""Characters of a JSON document that is held against its schema: larger ones take seconds."""


class Wrong(Exception):  # noqa: N818 - it is a finding, and no fault of the fuzzer
    """Something about an output that no input may cause. ``kind`` is the column of the summary."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def check(text: str, form: str) -> None:
    """Raise Wrong for what is wrong with a text in a form: ``text``, ``json:lint-1``, ``html`` and so on."""
    name, _, schema = form.partition(":")
    plain = text.replace("\r\n", "\n") if name == "csv" else text
    found = CONTROLS.search(plain)
    if found is not None:
        around = plain[max(0, found.start() - 40) : found.end() + 20]
        raise Wrong("control characters", f"{found.group()!r} in {form}: {around!r}")
    problem = next(_CHECKS[name](text, schema), "")
    if problem:
        raise Wrong("unreadable output", f"{form}: {problem}")


@cache
def _validator(name: str) -> Validator:
    if name == "sarif":
        return Draft7Validator(json.loads(_SARIF.read_text(encoding="utf-8")))
    return Draft202012Validator(json.loads((_SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))


def _fits(value: Any, schema: str, size: int) -> Iterator[str]:
    if schema and size < _MOST_VALIDATED:
        errors = islice(_validator(schema).iter_errors(value), 1)
        yield from (f"against {schema} at {list(e.absolute_path)}: {e.message[:200]}" for e in errors)


def _text(text: str, schema: str) -> Iterator[str]:
    yield from ()


_BLOCK = re.compile(r"^(`{3,})[^`\n]*\n.*?\n\1$", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_MARKUP = re.compile(r"<(?!/?(?:code|details|summary|span|sub|b|br|a|img)\b)[a-z/!?]", re.IGNORECASE)
_TARGET = re.compile(r"\]\(\s*<?(?!#|https://|mailto:|[\w.%/-]+[)\s])|<a href=.(?!#|https://)", re.IGNORECASE)


def _markdown(text: str, schema: str) -> Iterator[str]:
    """No markup but that of the documents, and no link but to pages of the web and places in the document."""
    outside = _SPAN.sub("", _BLOCK.sub("", text))
    for what, pattern in (("markup", _MARKUP), ("link", _TARGET)):
        if found := pattern.search(outside):
            yield f"{what} of somebody else: {outside[max(0, found.start() - 40) : found.end() + 40]!r}"


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _parsed(text: str) -> Any:
    return json.loads(text, parse_constant=_no_constant)


def _json(text: str, schema: str) -> Iterator[str]:
    try:
        value = _parsed(text)
    except (ValueError, RecursionError) as error:
        yield f"it is not JSON: {error}"
        return
    yield from _fits(value, schema, len(text))


def _sarif(text: str, schema: str) -> Iterator[str]:
    return _json(text, "sarif")


def _gitlab(text: str, schema: str) -> Iterator[str]:
    """An array of issues, each with the members that GitLab needs, and fingerprints that are all different."""
    yield from _json(text, "")
    issues = json.loads(text)
    needed = {"description", "check_name", "fingerprint", "severity", "location"}
    if not isinstance(issues, list) or any(needed - each.keys() for each in issues):
        yield "an issue lacks a member"
    prints = [each["fingerprint"] for each in issues]
    if len(prints) != len(set(prints)):
        yield "two issues have the same fingerprint"


def _ndjson(text: str, schema: str) -> Iterator[str]:
    for line in text.split("\n")[:-1]:
        yield from _json(line, schema)


_MARK = re.compile(r"\[\[\w+\|")
"""What has a plugin of Jenkins or the task of Azure Pipelines copy a file of the machine into the results."""


def _xml(text: str, schema: str) -> Iterator[str]:
    try:
        ElementTree.fromstring(text.encode())
    except (ElementTree.ParseError, ValueError) as error:
        yield f"it is not XML: {error}"
    if found := _MARK.search(text):
        yield f"a mark that copies a file: {text[found.start() :][:80]!r}"


_FORMULA = re.compile("(?:^|[;\t\n\r])[=+@\uff1d\uff0b\uff20\uff0d-](?![\\d.]+$)")
"""A cell, or what spreadsheets of other locales part from it, that begins as a formula does, and is no number."""


def _csv(text: str, schema: str) -> Iterator[str]:
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    if len({len(row) for row in rows}) > 1:
        yield "its rows have different numbers of columns"
    formula = next((cell for row in rows for cell in row if _FORMULA.search(cell)), None)
    if formula is not None:
        yield f"a formula of a spreadsheet: {formula[:100]!r}"


def _github(text: str, schema: str) -> Iterator[str]:
    for line in text.split("\n"):
        if line.startswith("::") and not _GITHUB.match(line):
            yield f"a line is no command: {line[:100]!r}"
        elif "\n::" in line or line.startswith("##["):
            yield f"a line is taken for a command: {line[:100]!r}"


class _Elements(HTMLParser):
    """The open elements of a page: each has to be closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.problem = ""
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that is open, and what no page of ours has."""
        if tag == "script" and not (dict(attrs).get("type") or "").endswith(
            ("json", "plain", "octet-stream")
        ):
            self.scripts += 1
        if any(name.startswith("on") for name, _ in attrs):
            self.problem = self.problem or f"<{tag}> has a handler"
        if any(name in _ADDRESSES and _SCHEME.match(value or "") for name, value in attrs):
            self.problem = self.problem or f"<{tag}> leads to {attrs}"[:200]
        if tag in ("iframe", "object", "embed", "base"):
            self.problem = self.problem or f"there is a <{tag}>"
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that closes itself, as those of pictures do."""

    def handle_endtag(self, tag: str) -> None:
        """Close the element that was opened last."""
        if not self.open or self.open.pop() != tag:
            self.problem = self.problem or f"</{tag}> closes nothing"


_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_PACKED = re.compile(r'<script type="application/octet-stream" id="data-packed">(.*?)</script>')
_ALLOWED = re.compile(r"script-src 'sha256-([^']+)'")


def _html(text: str, schema: str) -> Iterator[str]:
    elements = _Elements()
    elements.feed(text)
    elements.close()
    if elements.problem:
        yield elements.problem
    if elements.open:
        yield f"<{elements.open[-1]}> is never closed"
    for packed in _PACKED.findall(text):
        for line in gzip.decompress(base64.b64decode(packed)).decode().split("\n"):
            yield from _json(line.partition("\t")[2], "")
    own = [
        base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in _SCRIPT.findall(text)
    ]
    if elements.scripts != len(own) or any(each not in _ALLOWED.findall(text) for each in own):
        yield "it has a script that its policy does not allow"


def _badge(text: str, schema: str) -> Iterator[str]:
    yield from _json(text, "")
    if json.loads(text).get("schemaVersion") != 1:
        yield "it is no badge"


_COMMAND = re.compile(r"##(?:vso|teamcity)?\[|^\s*::", re.IGNORECASE | re.MULTILINE)


def check_for_runners(text: str) -> None:
    """Raise Wrong for what the runner of a job of Azure Pipelines, TeamCity or GitHub would take for a command."""
    if found := _COMMAND.search(text):
        raise Wrong("unreadable output", f"a command to a runner: {text[found.start() :][:80]!r}")


_CHECKS: Mapping[str, Callable[[str, str], Iterator[str]]] = {
    "text": _text,
    "markdown": _markdown,
    "json": _json,
    "sarif": _sarif,
    "gitlab": _gitlab,
    "ndjson": _ndjson,
    "junit": _xml,
    "csv": _csv,
    "github": _github,
    "html": _html,
    "badge": _badge,
}
