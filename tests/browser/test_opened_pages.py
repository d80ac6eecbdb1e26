"""The fixture itself: what a page may not do is heard."""

import pytest

from .opening import OpenPage

EVERYTHING = """<!doctype html><meta charset="utf-8"><title>x</title>
<script>alert("hello"); console.error("oh"); undefinedName();</script><img src="file:///nowhere.png">"""
FORBIDDEN = """<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>x</title>
<script>alert("hello")</script>"""


class TestTroubleIsHeard:
    """A fixture that hears nothing would let every page pass."""

    @pytest.mark.parametrize("word", ["dialog hello", "oh", "uncaught", "request file:///nowhere.png"])
    def test_a_page_that_does_everything_wrong(self, page_of: OpenPage, word: str) -> None:
        """Dialogs, errors, exceptions and requests are told, each by its name."""
        tab = page_of(EVERYTHING)

        told = " | ".join(tab.forgive())

        assert word in told

    def test_a_script_that_the_policy_forbids(self, page_of: OpenPage) -> None:
        """A breach of the page's own policy is told, and the script did not run."""
        tab = page_of(FORBIDDEN)

        told = " | ".join(tab.forgive())

        assert "script-src" in told
        assert "dialog" not in told

    def test_a_page_that_shuts_people_out(self, page_of: OpenPage) -> None:
        """axe-core names a picture that nobody described."""
        tab = page_of("<!doctype html><html lang=en><title>x</title><main><h1>x</h1><img src=data:,></main>")

        assert [each.partition(":")[0] for each in tab.barriers()] == ["image-alt"]
