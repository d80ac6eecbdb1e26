"""Make the pictures that the documents show: of the HTML report, from a results file, and of an explanation.

``python tools/screenshots.py [RESULTS] [--folder FOLDER]``; the folder is docs/images unless another is named, and
without results only the explanation is made. Needs Playwright (the extra ``test``) and Chromium. What the pictures
show is what the pages show: they are made anew, never retouched.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refloader.report.page import html
from refloader.report.page.matrix import matrix
from refloader.results.results_file import Run, read

QUIET = ["--headless", "--no-sandbox", "--disable-gpu"]
DESK = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
MOST = 300_000
"""Bytes that a picture may have."""


@dataclass(frozen=True)
class Picture:
    """One picture: its file, the fragment of the page's address, and how it is looked at."""

    name: str
    fragment: str = ""
    dark: bool = False
    phone: bool = False


def main() -> int:
    """Write the pictures; 0 unless there is no browser or a picture is too large."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", metavar="RESULTS", nargs="?")
    parser.add_argument("--folder", default="docs/images")
    options = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        parser.error("there is no Chromium on this machine")
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        written = taken(browser, explanation(place), folder, [Picture("explain-windows.png")])
        if options.results:
            run = read(options.results)
            page = Path(place) / "report.html"
            page.write_text(html.render(run), encoding="utf-8")
            written += taken(browser, page, folder, pictures(run))
    for each in written:
        print(f"{each}: {each.stat().st_size} bytes")
    return int(any(each.stat().st_size > MOST for each in written))


def explanation(place: str) -> Path:
    """The page of a layer on Windows that is installed and not active."""
    page = Path(place) / "explanation.html"
    machine = [
        "--os",
        "windows",
        "--reg",
        "fixtures/registry/overlay.reg",
        "--root",
        "fixtures/trees/windows",
    ]
    words = ["VK_LAYER_ACME_overlay", "--format", "html", "-o", str(page)]
    subprocess.run([sys.executable, "-m", "refloader", "explain", *machine, *words], check=False)
    return page


def pictures(run: Run) -> list[Picture]:
    """The answer in light, dark and on a phone, and a broken rule opened in the matrix."""
    return [
        Picture("report-light.png"),
        Picture("report-dark.png", dark=True),
        Picture("report-cell.png", broken(run)),
        Picture("report-phone.png", phone=True),
    ]


def broken(run: Run) -> str:
    """The fragment that opens the first broken rule of the last subject that breaks any."""
    for column in reversed(matrix(run).columns):
        for rule, found in column.outcomes.items():
            if found.name == "fail":
                return f"#rule={rule}&of={column.name}"
    return "#matrix"


def taken(browser: str, page: Path, folder: Path, wanted: list[Picture]) -> list[Path]:
    """The files of the pictures."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=browser, args=QUIET)
        written = [shot(chromium, page, folder / each.name, each) for each in wanted]
        chromium.close()
    return written


def shot(chromium: Any, page: Path, file: Path, picture: Picture) -> Path:
    """One picture of what a window of that size shows."""
    context = chromium.new_context(
        viewport=PHONE if picture.phone else DESK, color_scheme="dark" if picture.dark else "light"
    )
    tab = context.new_page()
    tab.goto(page.as_uri() + picture.fragment)
    tab.screenshot(path=str(file))
    context.close()
    return file


if __name__ == "__main__":
    sys.exit(main())
