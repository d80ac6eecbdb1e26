"""The result that is signed is never better than the claim, and names what it is about, or there is none."""

from dataclasses import replace
from pathlib import Path

import pytest
from claimed import RULES, called, conformed, installed
from once import made_once

from refloader.claims.document import Claim, RuleCount, Standing
from refloader.claims.packing import pack
from refloader.claims.runs import UnfitError
from refloader.claims.statement import Statement, StatementError, decoded, encoded, stated

pytestmark = pytest.mark.slow
BUNDLE = "b" * 64


@pytest.fixture(scope="module")
def claim(tmp_path_factory: pytest.TempPathFactory) -> Claim:
    """The claim of a run of a few rules, as if it were of the whole suite."""

    def run(folder: Path) -> None:
        conformed(installed(folder / "installed"), folder / "out", *RULES)

    results = made_once(tmp_path_factory, "claimed-few", run) / "out" / "results.ndjson"
    return replace(pack([str(results)]).claim, partial=False, exit_code=0)


def standing(claim: Claim, **standings: Standing) -> Claim:
    """The claim with these rules on its subject, and no others."""
    rules = tuple(RuleCount(name, each, {}) for name, each in standings.items())
    [subject] = claim.subjects
    return replace(claim, subjects=(replace(subject, rules=rules),))


class TestResult:
    """PASSED is for what the whole suite found nothing against."""

    def test_passed(self, claim: Claim) -> None:
        """A rule that was skipped is in no list."""
        told = stated(standing(claim, A="passed", B="not judged"), BUNDLE).predicate

        assert (told.result, told.passed_tests) == ("PASSED", ("A",))
        assert told.configuration[0].annotations["notJudged"] == ["B"]

    def test_warned(self, claim: Claim) -> None:
        """By one warning."""
        told = stated(standing(claim, A="passed", B="warned"), BUNDLE).predicate

        assert (told.result, told.warned_tests) == ("WARNED", ("B",))

    def test_failed(self, claim: Claim) -> None:
        """Also if the failure was expected, so that the run exits with 0."""
        told = stated(standing(claim, A="passed", B="failed"), BUNDLE).predicate

        assert (told.result, told.failed_tests) == ("FAILED", ("B",))

    def test_a_part_of_the_suite(self, claim: Claim) -> None:
        """What was left out may have failed."""
        told = stated(replace(standing(claim, A="passed"), partial=True), BUNDLE)

        assert told.predicate.result == "WARNED"
        assert told.partial

    def test_stale_expectations(self, claim: Claim) -> None:
        """The run exits with 1."""
        told = stated(replace(standing(claim, A="passed"), exit_code=1), BUNDLE)

        assert told.predicate.result == "WARNED"


class TestSubjects:
    """Who reads the statement knows which library broke which rule."""

    def test_several(self, claim: Claim) -> None:
        """Each test is named after its subject; what breaks a rule in one leaves the other alone."""
        [one] = standing(claim, A="passed").subjects
        [library] = [each for each in one.files if each.role == "library"]
        other = replace(
            one,
            name="other.json",
            rules=(RuleCount("A", "failed", {}),),
            files=(replace(library, path="/x/libother.so", sha256="c" * 64),),
        )

        told = stated(replace(claim, subjects=(one, other)), BUNDLE)

        assert [each.name for each in told.subject] == ["libclaimed.so", "libother.so"]
        assert told.subject[1].digest == {"sha256": "c" * 64}
        assert told.predicate.passed_tests == ("claimed.json: A",)
        assert told.predicate.failed_tests == ("other.json: A",)

    def test_two_layers_of_one_library(self, claim: Claim) -> None:
        """It is one subject."""
        [one] = standing(claim, A="passed").subjects

        told = stated(replace(claim, subjects=(one, replace(one, name="two.json"))), BUNDLE)

        assert [each.annotations["subjects"] for each in told.subject] == [["claimed.json", "two.json"]]


class TestRefusal:
    """There is no word in the predicate for a run that says nothing."""

    def test_too_little_was_judged(self, claim: Claim) -> None:
        """The run exits with 3."""
        with pytest.raises(UnfitError, match="judged too little"):
            stated(replace(standing(claim, A="passed"), exit_code=3), BUNDLE)

    def test_everything_was_skipped(self, claim: Claim) -> None:
        """That is no pass."""
        with pytest.raises(UnfitError, match="no rule was judged"):
            stated(standing(claim, A="not judged"), BUNDLE)

    def test_a_digest_from_after_the_run(self, claim: Claim) -> None:
        """It may be that of another build."""
        [one] = standing(claim, A="passed").subjects
        files = tuple(replace(each, known="when packed") for each in one.files)

        with pytest.raises(UnfitError, match=r"no digest of the library of claimed\.json"):
            stated(replace(claim, subjects=(replace(one, files=files),)), BUNDLE)

    def test_a_core_of_the_reference(self, core_run: Path, tmp_path: Path) -> None:
        """There is no file that was judged; nothing is written."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        key = Ed25519PrivateKey.generate()
        (tmp_path / "key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))

        done = called("claim", "-o", str(tmp_path / "x.zip"), "--sign", str(tmp_path / "key"), str(core_run))

        assert done.exit_code == 3
        assert "no digest of the library" in " ".join(done.output.split())
        assert [each.name for each in tmp_path.iterdir()] == ["key"]


class TestReading:
    """What is read is what was written, or it is refused."""

    def test_it_comes_back(self, claim: Claim) -> None:
        """Equal, and in the same bytes."""
        told = stated(standing(claim, A="passed", B="failed"), BUNDLE)

        assert decoded(encoded(told)) == told

    @pytest.mark.parametrize(
        ("before", "after", "words"),
        [
            (b'"PASSED"', b'"FAILED"', "it says FAILED"),
            (b'"partial": false', b'"partial": true', "it says PASSED"),
            (b'"warnedTests": []', b'"warnedTests": ["A"]', "not written as"),
            (BUNDLE.encode(), b"B" * 64, "no claim bundle"),
            (b'"name": "libclaimed.so"', b'"name": 1', "no in-toto statement"),
            (b'"PASSED"', b'"SKIPPED"', "no in-toto statement"),
            (b'"predicate": {', b'"predicate": {\n    "url": "https://example.com",', "no in-toto statement"),
            (b"test-result/v0.1", b"test-result/v9", "no in-toto statement"),
        ],
    )
    def test_another_text(self, claim: Claim, before: bytes, after: bytes, words: str) -> None:
        """Each place has one right content."""
        data = encoded(_of(claim))
        assert before in data

        with pytest.raises(StatementError, match=words):
            decoded(data.replace(before, after))

    def test_a_test_twice(self, claim: Claim) -> None:
        """Once passed and once failed."""
        told = stated(standing(claim, A="passed", B="failed"), BUNDLE)

        with pytest.raises(StatementError, match="two results"):
            decoded(encoded(told).replace(b'"B"', b'"A"'))


def _of(claim: Claim) -> Statement:
    return stated(standing(claim, A="passed"), BUNDLE)
