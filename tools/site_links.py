"""Links of the repository's documents as links of the site. Knows no generator of sites and reads no file."""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass

PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "reports/README.md": "reports.md",
    "reports/drivers/README.md": "drivers-by-release.md",
    "fixtures/scenarios/README.md": "scenarios.md",
}
"""Files outside docs/, and the pages of the site that they become."""

_PIECE = re.compile(
    r"(?P<code>^```.*?^```|`[^`\n]+`)"
    r"|(?P<shows>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<address>[^()\s]+)\)"
    r"|\b(?P<name>src|srcset|href)=\"(?P<value>[^\":#]+)\"",
    re.DOTALL | re.MULTILINE,
)
"""Code, which is left alone, a link, whose text can be code, and an attribute of HTML."""


def _code(found: re.Match[str]) -> str:
    """Return code as the site's parser takes it: in the cell of a table no bar is escaped there."""
    line = found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()]
    return found[0].replace(r"\|", "|") if line.lstrip().startswith("|") else found[0]


def source_of(name: str) -> str:
    """Where in the repository a page of the site is written."""
    return {page: source for source, page in PAGES.items()}.get(name, f"docs/{name}")


@dataclass(frozen=True, slots=True)
class Links:
    """Those of one page. ``page`` is its name on the site, ``known`` the site's files by their paths in the
    repository, ``repository`` the address of the repository online, empty for none.
    """

    page: str
    known: Mapping[str, str]
    repository: str = ""

    def rewritten(self, markdown: str) -> str:
        """The page with every link leading to a page of the site, or saying where in the repository a file is.

        The id of a rule, written as code, becomes a link to the rule's page.
        """
        return _PIECE.sub(self._piece, markdown)

    def _piece(self, found: re.Match[str]) -> str:
        if found["code"]:
            rule_page = f"docs/rules/{found['code'].strip('`')}.md"
            return (
                f"[{found['code']}]({self._within(rule_page)})" if rule_page in self.known else _code(found)
            )
        if found["address"]:
            return self._link(found)
        target = self._target(found["value"]) if found["name"] else ""
        return f'{found["name"]}="{self._within(target)}"' if target in self.known else found[0]

    def _link(self, found: re.Match[str]) -> str:
        path, mark, anchor = found["address"].partition("#")
        if not path or ":" in path:
            return found[0]
        target, text = self._target(path), found["text"]
        if target in self.known:
            return f"{found['shows']}[{text}]({self._within(target)}{mark}{anchor})"
        if self.repository:
            return f"{found['shows']}[{text}]({self.repository.rstrip('/')}/blob/HEAD/{target}{mark}{anchor})"
        return text if text.strip("`") == target else f"{text} (`{target}`)"

    def _target(self, path: str) -> str:
        """What a relative address means, as a path in the repository."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(source_of(self.page)), path))

    def _within(self, target: str) -> str:
        return posixpath.relpath(self.known[target], posixpath.dirname(self.page) or ".")
