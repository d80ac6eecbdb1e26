"""Markdown as GitHub's own library renders it: whatever names and reasons hold, no part of a page comes of it."""

import re
from collections.abc import Callable
from html import unescape
from typing import TypeAlias

import cmarkgfm
import pytest
from cmarkgfm.cmark import Options
from hypothesis import example, given
from hypothesis import strategies as st

from refloader.report.formats import markdown
from refloader.report.formats.escaped import block, code, inline
from refloader.results.results_file import Result, Run, Subject, Verdict, readable

MakeRun: TypeAlias = Callable[..., Run]

EXTENSIONS = ["table", "autolink", "tagfilter", "strikethrough", "tasklist"]
HOSTILE = st.text("<>|`*_[]()~\\\"':.!{}^=+-@#$&;/ ahtpw1\n\tx", max_size=40) | st.text(max_size=20)
LINKS = ["http://a.bc", "HTTPS://x.y", "ftp://x.y", "www.a.bc", "a@b.cd", "mailto:a@b.cd", "xmpp:a@b.cd/x"]


def rendered(text: str) -> str:
    """The HTML, raw HTML included: whatever passes this passes GitHub's sanitizer as well."""
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    return str(cmarkgfm.markdown_to_html_with_extensions(text, options=options, extensions=EXTENSIONS))


def tags(page: str) -> set[str]:
    """The names of the elements on a page."""
    return set(re.findall(r"<([a-z][a-z0-9]*)", page))


def told(page: str) -> str:
    """The text of a page, in which breaks and blanks are one blank."""
    text = unescape(re.sub(r"<[^>]*>", " ", page.replace("<span>$</span>", "$")))
    return " ".join(text.replace("\u200b", "").split())


class TestHostileText:
    """It is shown as it is."""

    @given(HOSTILE)
    @example("__0__")
    @example("[^1]\n\n[^1]: x")
    def test_within_a_line(self, text: str) -> None:
        """Nothing comes of it but breaks, and the page says what it said."""
        page = rendered(f"**Why:** {inline(text)}")

        assert tags(page) <= {"p", "strong", "br", "span"}
        assert told(page) == " ".join(f"Why: {readable(text)}".replace("\u200b", "").split())

    @pytest.mark.parametrize("link", LINKS)
    def test_no_address_is_a_link(self, link: str) -> None:
        """Not even one that GitHub finds without marks around it."""
        assert "<a" in rendered(link) or link.startswith("ftp")
        assert tags(rendered(f"see {inline(link)} {code(link)}")) == {"p", "code"}

    @given(HOSTILE)
    def test_within_a_table(self, text: str) -> None:
        """A row stays one row of as many cells."""
        page = rendered(f"| a | b |\n|---|---|\n| {code(text)} | 1 |")

        assert (page.count("<tr>"), page.count("<td>"), page.count("<code>")) == (2, 2, 1)

    @given(HOSTILE)
    def test_within_a_block(self, text: str) -> None:
        """It ends where it should, and what is copied from it is what it was."""
        page = rendered(f"{block(text, 'sh')}\n\nend")

        shown = re.fullmatch(
            r"<pre><code class=\"language-sh\">(.*)</code></pre>\n<p>end</p>\n", page, re.DOTALL
        )
        assert shown is not None
        assert unescape(shown[1]).rstrip("\n") == readable(text).rstrip("\n")


class TestTheWholeDocument:
    """A run whose every text is hostile has the parts of a dull one."""

    def test_no_part_is_the_subjects(self, make_run: MakeRun) -> None:
        """Two documents, one of hostile texts, have the same headings, rows, blocks and links."""
        evil = "</code></details>|`````\n\n# x\n- [y](http://z) @a <script>alert(1)</script>"

        def document(text: str) -> str:
            subject = Subject("layer", text, text, text, "")
            results = [
                Result(text, text, text, verdict, text, {text: text, "advice": text}, text)
                for verdict in (Verdict.FAIL, Verdict.SKIP)
            ]
            return rendered(markdown.render(make_run(*results, subjects=(subject,), problems=(text,))))

        parts = re.compile(r"</?(?!br|span)[a-z][a-z0-9]*")
        assert parts.findall(document(evil)) == parts.findall(document("dull"))
