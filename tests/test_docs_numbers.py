"""Numbers of the documents that change with the suite and its results: each is what its source gives today."""

import re
from collections import Counter
from pathlib import Path

from click.testing import CliRunner

from refloader.cli.main import main
from refloader.doctor.loaders import known_failures
from refloader.doctor.values import LoaderFile
from refloader.model.edition import Edition
from refloader.results.discovery import taken

TOP = Path(__file__).resolve().parent.parent


def test_what_the_readme_says_of_a_loader() -> None:
    """The line of 1.4.335 has the numbers of its published results."""
    said = re.search(
        r"^fail  loader libvulkan-1.4.335.0.so .*results: (.+)$", _read("README.md"), re.MULTILINE
    )
    verdicts = Counter(
        each.verdict for each in taken([str(TOP / "reports/loaders/1.4.335.0.ndjson.gz")]).results
    )

    assert said is not None
    assert {
        verdict: int(number) for number, verdict in (each.split() for each in said[1].split(", "))
    } == verdicts


def test_what_doctor_says_of_a_loader() -> None:
    """Debian 12's release is known to break as many rules as both lines on it say."""
    loader = LoaderFile("", "/usr/lib/libvulkan.so.1.3.239", "1.3.239", 64, chosen=True)
    said = re.findall(r"known to break (\d+) rules in other", _read("docs/doctor.md"))

    assert said == [str(known_failures(loader, Edition.E2026.value))] * 2


def test_what_an_export_for_ctest_says(tmp_path: Path) -> None:
    """How many scenarios there are, and how many are left out."""
    done = CliRunner().invoke(main, ["export-scenarios", "--ctest", str(tmp_path / "refloader-ctest")])

    said = done.output.replace(f"{tmp_path}/", "")
    assert done.exit_code == 0
    assert said.splitlines()[0] in _read("docs/adopting.md").splitlines()
    assert all(each in _read("docs/adopting.md") for each in re.findall("^left out: .*$", said, re.MULTILINE))


def _read(path: str) -> str:
    return (TOP / path).read_text(encoding="utf-8")
