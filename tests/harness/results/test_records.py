"""The values of a run: misuse fails where it is made, and every text can be put into a document."""

from collections.abc import Iterator

import pytest

from refloader.results.results_file import Header, Result, Subject, Verdict, readable

pytestmark = pytest.mark.slow

SUBJECT = Subject("loader", "system", "/usr/lib/libvulkan.so.1", "1.3.239", "ab" * 32)


class TestMisuseIsAnException:
    """What only a mistake in the harness can cause fails where it is made."""

    def test_a_skip_without_a_reason(self) -> None:
        """Nobody can skip in silence."""
        with pytest.raises(ValueError, match="a skip needs a reason"):
            Result("R", "system", "c", Verdict.SKIP, " ")

    @pytest.mark.parametrize("seconds", [-0.1, float("nan"), float("inf")])
    def test_a_time_that_is_none(self, seconds: float) -> None:
        """A duration is finite and not negative."""
        with pytest.raises(ValueError, match="seconds is not a duration"):
            Result("R", "system", "c", Verdict.PASS, seconds=seconds)

    @pytest.mark.parametrize("value", [b"bytes", {1: "key"}, {"a", "set"}])
    def test_evidence_that_json_cannot_hold(self, value: object) -> None:
        """Evidence is checked where the result is made, not when it is written."""
        with pytest.raises(TypeError, match="cannot be stored as JSON"):
            Result("R", "system", "c", Verdict.PASS, evidence={"value": value})

    def test_two_subjects_of_one_name(self) -> None:
        """Results could not say which of the two they mean."""
        with pytest.raises(ValueError, match='2 subjects are named "system"'):
            Header("0.1.0", "c0ffee", (SUBJECT, SUBJECT), {}, "2026-03-01T10:00:00+00:00", "2026", "conform")

    def test_evidence_is_a_copy(self) -> None:
        """Changing a dictionary afterwards does not change the result made from it."""
        facts = {"chain": ["a"]}
        result = Result("R", "system", "c", Verdict.PASS, evidence=facts)

        facts["chain"].append("b")

        assert result.evidence == {"chain": ["a"]}


def legal_in_xml(text: str) -> bool:
    """Whether all characters are ones that XML 1.0 allows (production 2, Char)."""
    return all(
        mark in "\t\n" or " " <= mark <= "\ud7ff" or "\ue000" <= mark <= "\ufffd" or mark >= "\U00010000"
        for mark in text
    )


def blocks() -> Iterator[str]:
    """Every code point of Unicode, surrogates included, 4096 at a time."""
    for start in range(0, 0x110000, 0x1000):
        yield "".join(map(chr, range(start, start + 0x1000)))


class TestReadableText:
    """Text in documents is UTF-8, legal in XML 1.0 and drives no terminal."""

    def test_every_code_point_becomes_legal(self) -> None:
        """No character of Unicode survives that XML forbids, and encoding never fails."""
        texts = [readable(block) for block in blocks()]

        assert all(legal_in_xml(text) for text in texts)
        assert "".join(texts).encode()
