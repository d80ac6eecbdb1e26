"""The matrix of loaders by release in a browser: cells lead to their evidence, for everybody."""

import pytest

from refloader.report.page import releases
from refloader.report.releases.field import field
from refloader.results.results_file import Footer, Header, Result, Run, Subject, Verdict, count

from .opening import OpenPage

BUILDS = ("1.2.198", "1.3.204", "1.3.250", "1.4.304", "1.4.335")
LETTERS = {
    "META-06": ".xx..",
    "ORDER-DUP-01": "xxxxx",
    "META-01": ".....",
    "OVERRIDE-01": "!!!!!",
    "LLP_LOADER_5": " ..x.",
}
VERDICTS = {"x": Verdict.FAIL, ".": Verdict.PASS, "!": Verdict.WARN}
EVIL = "<script>alert(1)</script>"


def made() -> str:
    """A page of a few rules on five builds, with texts that are markup."""
    subjects = [
        Subject("loader", f"libvulkan-{each}.so", f"./libvulkan-{each}.so", each, "", "2026")
        for each in BUILDS
    ]
    scene = {"files": {"/etc/x.json": EVIL}}
    rows = [
        Result(
            rule,
            each.name,
            f"topic/{EVIL}",
            VERDICTS[letter],
            f"It is so. Not so: {EVIL}",
            scene,
            f"refloader conform --loader {each.path}",
        )
        for rule, letters in LETTERS.items()
        for each, letter in zip(subjects, letters, strict=True)
        if letter != " "
    ]
    header = Header(
        "0.1.0", "c0ffee", tuple(subjects), {}, "1970-01-01T00:00:00+00:00", "2026", "refloader conform"
    )
    run = Run(header, tuple(rows), Footer(header.started, count(rows)))
    return releases.render(field(run), run)


class TestEvidence:
    """A breach is one click away from its example."""

    def test_a_cell_opens_its_example(self, page_of: OpenPage) -> None:
        """The evidence is folded until somebody follows a cell; then the build is marked."""
        tab = page_of(made())
        assert tab.page.locator("details[open]").count() == 0

        tab.page.locator('a[href="#META-06--1.3.250"]').click()

        assert tab.page.locator("details[open]").evaluate_all("all => all.map(each => each.id)") == [
            "META-06"
        ]
        assert tab.page.locator(".found").inner_text() == "1.3.250"
        assert (
            "refloader conform --loader ./libvulkan-1.3.250.so"
            in tab.page.locator("details[open]").inner_text()
        )

    def test_a_link_to_a_build_opens_it(self, page_of: OpenPage) -> None:
        """An address can be sent to somebody."""
        tab = page_of(made(), fragment="#ORDER-DUP-01--1.4.304")

        assert tab.page.locator(".found").inner_text() == "1.4.304"

    def test_texts_are_texts(self, page_of: OpenPage) -> None:
        """Markup in results is shown and never run (the fixture hears dialogs)."""
        tab = page_of(made(), fragment="#META-06")
        tab.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

        assert EVIL in tab.page.inner_text("body")

    def test_without_scripts(self, page_of: OpenPage) -> None:
        """Tables and sentences are there, and no button that would not work."""
        tab = page_of(made(), scripts=False)

        assert tab.page.locator("table:visible").count() > 0
        assert tab.page.locator("button:visible").count() == 0


class TestEverybodyCanUseIt:
    """Light and dark, on a desk and on a phone."""

    @pytest.mark.parametrize("dark", [False, True])
    @pytest.mark.parametrize("phone", [False, True])
    def test_no_barriers(self, page_of: OpenPage, dark: bool, phone: bool) -> None:
        """axe-core finds nothing serious with everything open, and nothing has to be scrolled sideways."""
        tab = page_of(made(), dark=dark, phone=phone)
        tab.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

        assert tab.barriers() == []
        assert tab.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    def test_a_phone_shows_every_build(self, page_of: OpenPage) -> None:
        """There the releases stand beside the cells, as there is no head of a table."""
        tab = page_of(made(), phone=True)

        row = tab.page.locator("tr", has=tab.page.locator('a.title[href="#META-06"]')).inner_text()

        assert all(each in row for each in BUILDS)
