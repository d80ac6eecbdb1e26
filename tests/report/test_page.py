"""The page in a real browser."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.harness.results import Result, Run
from refloader.report import html

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
NEEDS_BROWSER = pytest.mark.skipif(BROWSER is None, reason="no chromium on this machine")


def opened(page: Path) -> str:
    """The document of a page once its script has run."""
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


@NEEDS_BROWSER
@pytest.mark.timeout(150)
class TestPage:
    """The page works offline in a browser, script included."""

    def test_its_script_runs_under_its_own_policy(
        self, make_run: Callable[..., Run], failure: Result, skip: Result, tmp_path: Path
    ) -> None:
        """The filter counts the rules shown and shows itself, which it does only when the script ran."""
        page = tmp_path / "report.html"
        page.write_text(html.render(make_run(failure, skip)), encoding="utf-8")

        document = opened(page)

        assert "1 of 1 rules shown" in document
        assert re.search(r'<form class="filters"[^>]* hidden', document) is None
