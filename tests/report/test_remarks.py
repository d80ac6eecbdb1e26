"""Remarks on the manifests that a case is about."""

from typing import Any

import pytest
from hypothesis import given
from picture_texts import DOCUMENTS, HOSTILE, is_sound, texts_of

from refloader.report.page.remarks import remarks, shown
from refloader.results.results_file import Subject

LAYER = Subject("layer", "a.json", "/d/a.json", "1.3.0", "", manifest='{\n  "layer": 5\n}\n')
FINDING: dict[str, Any] = {"line": 2, "column": 12, "message": "it is a number", "remedy": "an object"}


class TestOfManifest:
    """Findings about the subject's own manifest."""

    def test_a_finding(self) -> None:
        """It is shown in the manifest's own lines."""
        [remark] = remarks({"findings": [FINDING]}, LAYER)

        assert (remark.path, remark.said, remark.remedy) == ("/d/a.json", "it is a number", "an object")
        assert (remark.excerpt.line, remark.excerpt.start, remark.excerpt.length) == ('  "layer": 5', 11, 1)

    def test_in_words(self) -> None:
        """What is wrong, and what would be right, stand above the lines."""
        text = texts_of(shown(remarks({"findings": [FINDING]}, LAYER)))

        assert text.startswith("/d/a.json:2 it is a number. Fix: an object")

    def test_once(self) -> None:
        """A sentence that comes under several rules is shown once."""
        assert len(remarks({"findings": [FINDING, FINDING]}, LAYER)) == 1

    @pytest.mark.parametrize("subject", [None, Subject("layer", "a.json", "/d/a.json", "1.3.0", "")])
    def test_no_text(self, subject: Subject | None) -> None:
        """Where the manifest was not kept nothing can be shown."""
        assert remarks({"findings": [FINDING]}, subject) == ()

    def test_the_file_as_a_whole(self) -> None:
        """A finding without a line has no place."""
        assert remarks({"findings": [{**FINDING, "line": 0, "column": 0}]}, LAYER) == ()

    def test_many(self) -> None:
        """As many are shown as can be looked at."""
        findings = [{**FINDING, "message": f"fault {n}"} for n in range(99)]

        assert len(remarks({"findings": findings}, LAYER)) == 20


class TestOfFiles:
    """What the reference remarks on in the files that a loader was shown."""

    REASON = (
        ("path", "/d/bad.json"),
        ("line", 1),
        ("column", 1),
        ("severity", "error"),
        ("fact", "it is no JSON"),
    )

    def evidence(self, **changes: object) -> dict[str, Any]:
        """Evidence of a case with one manifest and one remark on it."""
        reason = {**dict(self.REASON), **changes}
        return {"files": {"/d/bad.json": "nonsense"}, "decided": {"unread": [{"reasons": [reason]}]}}

    def test_a_remark(self) -> None:
        """It is shown in the file of the scenario."""
        [remark] = remarks(self.evidence(), None)

        assert (remark.path, remark.said, remark.excerpt.line) == (
            "/d/bad.json",
            "the reference says: it is no JSON",
            "nonsense",
        )

    @pytest.mark.parametrize(
        "changes", [{"severity": "info"}, {"path": "/elsewhere"}, {"line": 7}, {"path": None}]
    )
    def test_nothing_to_show(self, changes: dict[str, object]) -> None:
        """Steps of the trail, and places that are not in the evidence, are left out."""
        assert remarks(self.evidence(**changes), None) == ()


class TestHostile:
    """A results file may come from anybody."""

    @pytest.mark.parametrize("text", HOSTILE)
    def test_texts(self, text: str) -> None:
        """Whatever a manifest or finding says, it is shown and does nothing."""
        finding = {"line": 1, "column": 1, "message": text, "remedy": text}
        subject = Subject("layer", text, text, "", "", manifest=f"x{text}")

        assert is_sound(shown(remarks({"findings": [finding]}, subject)))

    @given(DOCUMENTS)
    def test_any_json(self, evidence: dict[str, Any]) -> None:
        """Whatever evidence holds, what comes out is sound."""
        assert is_sound(shown(remarks(evidence, LAYER)))
