"""Results as they are read for the page: with less in memory, and the same page."""

import json
from pathlib import Path

import pytest

from refloader.report.page import html
from refloader.report.page.reading import ENDLESS, decode
from refloader.results.discovery import taken
from refloader.results.results_file import Verdict, read

REPORTS = Path(__file__).resolve().parents[3] / "reports" / "debian-12-layers"


def with_line(source: Path, place: Path, **changes: object) -> Path:
    """A copy of a results file in which the first finding has other members."""
    lines = source.read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines) if '"verdict": "fail"' in line)
    lines[number] = json.dumps({**json.loads(lines[number]), **changes})
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return place


class TestThePageIsTheSame:
    """What is not read is not shown."""

    @pytest.mark.parametrize("name", ["vkBasalt", "VkLayer_INTEL_nullhw"])
    def test_of_a_real_run(self, name: str) -> None:
        """Byte by byte."""
        path = str(REPORTS / f"{name}.ndjson")

        assert html.render(taken([path], decode=decode)) == html.render(read(path))

    def test_of_a_damaged_file(self, tmp_path: Path) -> None:
        """Lines that are no results are problems, whoever reads them."""
        path = with_line(REPORTS / "vkBasalt.ndjson", tmp_path / "x.ndjson", verdict="fine")
        with path.open("a", encoding="utf-8") as file:
            file.write('{"kind": "result", "verdict": "pass"}\n[1]\n{"kind": "res')

        assert read(str(path), decode).problems == read(str(path)).problems
        assert len(read(str(path), decode).problems) == 4


class TestLittleIsKept:
    """Evidence that the page does not show is not in memory."""

    def test_evidence_of_passes_and_skips(self) -> None:
        """It is left out; that of findings is not."""
        run = read(str(REPORTS / "vkBasalt.ndjson"), decode)

        with_evidence = {result.verdict for result in run.results if result.evidence}
        assert with_evidence == {result.verdict for result in run.results} - {Verdict.PASS, Verdict.SKIP}
        assert {Verdict.FAIL, Verdict.WARN} <= with_evidence

    def test_endless_evidence(self, tmp_path: Path) -> None:
        """It is cut, and says so."""
        evidence = {"log": "x" * 5 * ENDLESS, "advice": "Mend it."}
        path = with_line(REPORTS / "vkBasalt.ndjson", tmp_path / "x.ndjson", evidence=evidence)

        found = next(each.evidence for each in read(str(path), decode).results if "log" in each.evidence)

        assert len(str(found["log"])) < ENDLESS
        assert str(found["log"]).endswith(f"({5 * ENDLESS} characters, cut here: the results file has them)")
        assert found["advice"] == "Mend it."
