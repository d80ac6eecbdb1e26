"""The README is a door: short, and what it shows is what the commands print."""

import gzip
import json
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.main import main

TOP = Path(__file__).resolve().parent.parent
TEXT = (TOP / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```sh\nrefloader ((?:lint|explain) [^\n]*)\n```\n\n```text\n(.*?)\n```", TEXT, re.DOTALL)


def test_it_is_short() -> None:
    """It fits the attention of somebody who has never heard of refloader; the manual is in docs."""
    assert len(TEXT.splitlines()) <= 90


@pytest.mark.parametrize(("line", "shown"), SHOWN, ids=["lint", "explain"])
def test_it_shows_what_is_printed(line: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the letter, from its beginning: from the top of the repository, on any machine."""
    monkeypatch.chdir(TOP)

    result = CliRunner().invoke(main, shlex.split(line, comments=True), catch_exceptions=False)

    assert result.exit_code in (0, 1)
    assert result.stdout.startswith(f"{shown}\n")


def test_its_figures_are_the_published_ones() -> None:
    """Those of a loader are counted in its results, which are judged anew from time to time."""
    name, broken, shown = re.findall(
        r"fail  loader libvulkan-(\S+)\.so \S+: (\d+) rules broken; results: (.*)", TEXT
    )[0]
    with gzip.open(TOP / "reports/loaders" / f"{name}.ndjson.gz", "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if "verdict" in row]
    verdicts = Counter(row["verdict"] for row in rows)
    rules = {row["rule"] for row in rows if row["verdict"] in ("fail", "crash", "timeout")}

    assert {each: int(count) for count, each in re.findall(r"(\d+) (\w+)", shown)} == verdicts
    assert int(broken) == len(rules)
