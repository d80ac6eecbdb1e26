"""Opens pages from files in a real Chromium and hears what they do: nothing may be asked for, shown or told."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .opening import Opened, OpenPage

BROWSER = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-browser"))), None)
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"),
)
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}

_LISTEN = """
window.violations = [];
addEventListener("securitypolicyviolation", (event) => {
  violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A headless Chromium for the tests of this folder; they skip where there is none."""
    if BROWSER is None:
        pytest.skip("no Chromium on this machine (Debian: chromium)")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="no Playwright in this environment (PyPI: playwright)"
    )
    with playwright.sync_playwright() as started:
        home = {**os.environ, "HOME": str(tmp_path_factory.mktemp("home"))}  # it writes below .config there
        chromium = started.chromium.launch(executable_path=BROWSER, args=QUIET, env=home)
        yield chromium
        chromium.close()


@pytest.fixture
def page_of(browser: Any, tmp_path: Path) -> Iterator[OpenPage]:
    """A function that opens a page and returns it as ``Opened``; pages that caused trouble fail the test at its end.

    It takes the text of the page and a ``fragment`` with its ``#``, whether to be ``dark``, on a ``phone``, with
    ``scripts``, and a ``path`` to keep the file at.
    """
    opened: list[Opened] = []

    def open_page(
        html: str,
        *,
        fragment: str = "",
        dark: bool = False,
        phone: bool = False,
        scripts: bool = True,
        path: Path | None = None,
    ) -> Opened:
        path = path or tmp_path / f"page-{len(opened)}.html"
        path.write_text(html, encoding="utf-8")
        context = browser.new_context(
            color_scheme="dark" if dark else "light",
            viewport=PHONE if phone else DESK,
            java_script_enabled=scripts,
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.add_init_script(_LISTEN)
        tab = Opened(context.new_page())
        opened.append(tab)
        tab.listen(path.as_uri())
        tab.page.goto(path.as_uri() + fragment)
        if scripts and 'id="data-packed"' in html:
            tab.page.wait_for_selector("#matrix.opens", state="attached")
        return tab

    yield open_page
    trouble = [each for tab in opened for each in (tab.told if tab.page.is_closed() else tab.trouble)]
    for tab in opened:
        tab.page.context.close()
    assert trouble == []
