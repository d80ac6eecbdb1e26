"""The documents: links that lead somewhere, commands that exist, and a site that has them all."""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote

import click
import pytest

from refloader.cli.main import main

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "tools"))

from site_links import Links  # noqa: E402 - a tool of the repository, and no package of its own

DOCS = sorted((TOP / "docs").glob("*.md"))
PROSE = [
    *(
        TOP / name
        for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "fixtures/scenarios/README.md")
    ),
    *DOCS,
    *sorted((TOP / "reports").rglob("*.md")),
]
COMMANDS = [TOP / "README.md", TOP / "CONTRIBUTING.md", *DOCS, TOP / "reports" / "README.md"]

_FENCE = re.compile(r"^( *)(`{3,})([^\n]*)\n(.*?)^\1\2`*\s*$", re.DOTALL | re.MULTILINE)
_TICKED = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)
_CALL = re.compile(r"(?:^|[\s(/\"'`])refloader +([a-z][a-z-]*\b[^\n|;&]*)")


def name_of(path: Path) -> str:
    """The path within the repository."""
    return path.relative_to(TOP).as_posix()


def without_code(text: str) -> str:
    """A document without what it shows as code."""
    return _TICKED.sub("", _FENCE.sub("", text))


def anchors(path: Path) -> set[str]:
    """What links to headings of a document may name, as repositories show them."""
    text = _FENCE.sub("", path.read_text(encoding="utf-8"))
    slugs = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(text))
    return {*slugs, *re.findall(r'<a id="([^"]+)">', text)}


def broken_links(path: Path) -> list[str]:
    """The links of a document that lead to no file, or to no heading of one."""
    found = []
    for address in _LINK.findall(without_code(path.read_text(encoding="utf-8"))):
        target, _, anchor = unquote(address).partition("#")
        place = path.parent / target if target else path
        if re.match(r"[a-z]+:", address):
            continue
        if not place.exists() or (anchor and place.suffix == ".md" and anchor not in anchors(place)):
            found.append(address)
    return found


def calls(text: str) -> Iterator[list[str]]:
    """The words of every call of refloader that a document shows, from the verb on."""
    shown = [block[3] for block in _FENCE.findall(text) if block[2].strip() not in ("text", "json", "c")]
    joined = "\n".join([*shown, *_TICKED.findall(_FENCE.sub("", text))]).replace("\\\n", " ")
    for line in joined.splitlines():
        for found in _CALL.finditer(line.partition("  # ")[0]):
            yield shlex.split(found[1].replace("'", "").replace('"', ""), comments=True)


def unknown_words(words: list[str]) -> list[str]:
    """The verb or the options of a call that refloader does not have."""
    context = click.Context(main)
    command = main.get_command(context, words[0])
    if command is None:
        return words[:1]
    options = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    own = words[1 : words.index("--")] if "--" in words else words[1:]
    given = (word.partition("=")[0].rstrip(",.`") for word in own if re.match(r"--?[a-zA-Z]", word))
    return [word for word in given if word not in {*options, "--help", "-h"}]


@pytest.mark.parametrize("path", PROSE, ids=name_of)
def test_every_link_leads_somewhere(path: Path) -> None:
    """A link within the repository leads to a file that is there, and to a heading that it has."""
    assert broken_links(path) == []


@pytest.mark.parametrize("path", COMMANDS, ids=name_of)
def test_every_command_exists(path: Path) -> None:
    """A command in a document has a verb and options that refloader has."""
    text = path.read_text(encoding="utf-8")

    assert [(call, unknown_words(call)) for call in calls(text) if unknown_words(call)] == []


class TestReadingDocuments:
    """What finds mistakes in documents finds them."""

    def test_a_mistyped_call(self) -> None:
        """A verb or an option that is not there is named, on its own or in a block."""
        text = "`refloader lnt x`\n\n```sh\nrefloader lint --rot DIR # --nothing\nrefloader exec -- ls --all\n```\n"

        assert [unknown_words(call) for call in calls(text)] == [["--rot"], [], ["lnt"]]

    def test_a_link_to_nowhere(self, tmp_path: Path) -> None:
        """A missing file and a missing heading; code is no link, and other sites are not asked."""
        page = tmp_path / "page.md"
        page.write_text("# One\n[a](none.md) [b](#two) [c](#one) `[d](none.md)` [e](https://x.example/)\n")

        assert broken_links(page) == ["none.md", "#two"]


class TestSite:
    """The site has every document, and links that were written for the repository lead on within it."""

    KNOWN: ClassVar[dict[str, str]] = {
        "README.md": "index.md",
        "docs/layers.md": "layers.md",
        "docs/rules/index.md": "rules/index.md",
        "docs/rules/LLP_LAYER_1.md": "rules/LLP_LAYER_1.md",
        "docs/images/page.png": "images/page.png",
    }

    @pytest.mark.parametrize(
        ("page", "written", "on_the_site"),
        [
            ("index.md", "[a](docs/layers.md#any)", "[a](layers.md#any)"),
            ("index.md", "![a](docs/images/page.png)", "![a](images/page.png)"),
            ("index.md", '<img src="docs/images/page.png">', '<img src="images/page.png">'),
            ("layers.md", "[a](../README.md)", "[a](index.md)"),
            ("rules/index.md", "[a](../layers.md)", "[a](../layers.md)"),
            ("index.md", "[a](LICENSE) and [`LICENSE`](LICENSE)", "a (`LICENSE`) and `LICENSE`"),
            ("index.md", "`x` [a](docs/layers.md) `y`", "`x` [a](layers.md) `y`"),
            ("index.md", "`[a](LICENSE)` [b](https://b.example/) [c](#c)", None),
            ("index.md", "```sh\n[a](LICENSE)\n```\n", None),
            ("layers.md", "as `LLP_LAYER_1` says", "as [`LLP_LAYER_1`](rules/LLP_LAYER_1.md) says"),
            ("rules/index.md", "as `LLP_LAYER_1` says", "as [`LLP_LAYER_1`](LLP_LAYER_1.md) says"),
            ("layers.md", "| `--os linux\\|macos` |", "| `--os linux|macos` |"),
            ("layers.md", "| a |\n|---|\n\n`grep 'a\\|b'`", None),
            ("layers.md", "as [`LLP_LAYER_1`](https://a.example/) and `LLP_LAYER_0` say", None),
        ],
    )
    def test_links(self, page: str, written: str, on_the_site: str | None) -> None:
        """What the site has is linked to, of other files the path is told, and code is left alone."""
        assert Links(page, self.KNOWN).rewritten(written) == (on_the_site or written)

    def test_a_repository_online(self) -> None:
        """Where the repository has an address, its files can be looked at."""
        links = Links("index.md", self.KNOWN, "https://code.example/refloader/")

        assert links.rewritten("[a](LICENSE)") == "[a](https://code.example/refloader/blob/HEAD/LICENSE)"

    @pytest.mark.parametrize("path", DOCS, ids=name_of)
    def test_its_navigation_names_each(self, path: Path) -> None:
        """A document that nobody can find is none."""
        assert re.search(rf"^ +- (?:.*: )?{path.name}$", (TOP / "mkdocs.yml").read_text(), re.MULTILINE)
