"""A page as a browser would see it, for tests that need none; and texts that would do harm in one."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from urllib.parse import unquote

HOSTILE = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "</article></main><h1>conformant</h1>",
    "{{ 7 * 7 }} javascript:alert(1)",
    "a\x1b[2J\x00\u202egnp.exe\u2066",
)


class Seen(HTMLParser):
    """Elements with their attributes, and the text with white space folded."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self._text: list[str] = []
        self.feed(source)
        self.text = " ".join("".join(self._text).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element; the text of neighbours is set apart by a space."""
        self._text.append(" ")
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Note the text of an element that shows its text."""
        if self.elements and self.elements[-1][0] not in ("style", "script"):
            self._text.append(data)

    def count(self, tag: str) -> int:
        """The number of elements of that name."""
        return sum(name == tag for name, _ in self.elements)

    def of(self, tag: str, name: str) -> list[str]:
        """The values of an attribute of all elements of that name that have it."""
        return [
            value or ""
            for each, attributes in self.elements
            if each == tag and (value := attributes.get(name))
        ]

    @property
    def ids(self) -> list[str]:
        """The ids of all elements."""
        return [value for _, attributes in self.elements if (value := attributes.get("id"))]

    @property
    def faults(self) -> list[str]:
        """What no page of ours may have, whatever the texts in it."""
        scripts = re.findall(r"<script>(.*?)</script>", self.source, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in scripts]
        allowed = re.findall(r"script-src 'sha256-([^']+)'", self.source)
        handlers = {name for _, attributes in self.elements for name in attributes if name.startswith("on")}
        foreign = {tag for tag, _ in self.elements} & {"img", "iframe", "link", "object", "base", "embed"}
        anchors = {unquote(value[1:]) for value in self.of("a", "href") if value.startswith("#")}
        return [
            *(f"script {each}" for each in digests if allowed != [each]),
            *(f"handler {each}" for each in handlers),
            *(f"element {each}" for each in foreign),
            *(f"twice {each}" for each in self.ids if self.ids.count(each) > 1),
            *(f"leads nowhere {each}" for each in anchors - {*self.ids}),
            *(f"address {each}" for each in self.of("a", "href") if not each.startswith("#")),
            *(f"unreadable {each!r}" for each in "\x1b\x00\u202e\u2066" if each in self.source),
        ]
