"""What a claim holds, and on what no claim can rest."""

import gzip
import hashlib
import json
import shutil
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from claimed import RULES, Rows, conformed, document, installed, moved, rewritten, unpacked
from jsonschema import Draft202012Validator

from refloader.claims.container import TooLargeError
from refloader.claims.packing import Attached, WrongAttachmentError, pack
from refloader.claims.runs import UnfitError
from refloader.results.results_file import ResultsError

pytestmark = pytest.mark.slow

SCHEMAS = Path(__file__).resolve().parent.parent.parent / "reports" / "schema"


def claim_of(*paths: Path, **options: Any) -> dict[str, Any]:
    """What the claim of these results says."""
    return document(pack([str(path) for path in paths], **options).data)


class TestContent:
    """A claim holds all that somebody needs to believe it."""

    def test_the_results_are_whole(self, layer_run: Path, layer_bundle: bytes) -> None:
        """As conform wrote them, byte for byte."""
        assert unpacked(layer_bundle)["results/1.ndjson"] == layer_run.read_bytes()

    def test_small_results_take_little_memory(self, layer_run: Path) -> None:
        """No buffer as large as the largest bundle is reserved for them."""
        tracemalloc.start()
        try:
            pack([str(layer_run)])
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

        assert peak < 100 << 20

    def test_every_member_has_its_digest(self, layer_bundle: bytes) -> None:
        """All but the document itself."""
        members = unpacked(layer_bundle)

        listed = {each["name"]: (each["size"], each["sha256"]) for each in document(layer_bundle)["members"]}

        assert listed == {
            name: (len(data), hashlib.sha256(data).hexdigest())
            for name, data in members.items()
            if name != "claim.json"
        }

    def test_the_files_that_were_judged(self, layer_run: Path, layer_bundle: bytes) -> None:
        """The manifest and the library with what tells its build from others, as they were during the run."""
        [subject] = document(layer_bundle)["subjects"]
        manifest, library = subject["files"]
        folder = layer_run.parent.parent / "installed"

        assert manifest["sha256"] == hashlib.sha256((folder / "claimed.json").read_bytes()).hexdigest()
        assert library["sha256"] == hashlib.sha256((folder / "libclaimed.so").read_bytes()).hexdigest()
        assert (manifest["known"], library["known"]) == ("during the run", "during the run")
        assert "libc.so.6" in library["needed"]
        assert unpacked(layer_bundle)[library["member"]] == (folder / "libclaimed.so").read_bytes()

    def test_binaries_stay_where_they_are(self, layer_run: Path) -> None:
        """Unless they are wanted: a vendor may not want to give them away. The manifest is there."""
        [subject] = claim_of(layer_run)["subjects"]

        assert [bool(each["member"]) for each in subject["files"]] == [True, False]

    def test_the_numbers_are_those_of_the_run(self, layer_run: Path, layer_bundle: bytes) -> None:
        """By verdict, and by rule: each rule that binds is in one of five states, skipped ones among them."""
        claim = document(layer_bundle)
        footer = json.loads(layer_run.read_text().splitlines()[-1])
        [subject] = claim["subjects"]

        assert claim["totals"]["counts"] == footer["counts"] == subject["counts"]
        assert claim["totals"]["standings"] == subject["standings"]
        assert sum(subject["standings"].values()) == len(subject["rules"]) + len(subject["untested"])
        assert subject["standings"]["not judged"] == sum(
            set(each["counts"]) == {"skip"} for each in subject["rules"]
        )

    def test_the_sentence_hides_nothing(self, layer_bundle: bytes) -> None:
        """Findings first, then what passed, and beside it what was skipped and what has no result."""
        claim = document(layer_bundle)
        standings = claim["totals"]["standings"]

        assert f"not conformant, with {claim['totals']['findings']} findings" in claim["sentence"]
        assert (
            f"{standings['not judged']} were skipped and {standings['untested']} have no result"
            in claim["sentence"]
        )
        assert claim["exit_code"] == 1

    def test_rules_that_nobody_can_test(self, layer_bundle: bytes) -> None:
        """They are told with the reason, and with what a vendor could attach."""
        [subject] = document(layer_bundle)["subjects"]
        [cts] = [each for each in subject["untested"] if each["rule"] == "LLP_LAYER_11"]

        assert cts["status"] == "untestable"
        assert cts["why"]
        assert "CTS" in cts["evidence"]

    def test_rules_of_drivers_are_not_a_layers(self, layer_bundle: bytes) -> None:
        """Though both have manifests."""
        [subject] = document(layer_bundle)["subjects"]

        assert not [each["rule"] for each in subject["untested"] if each["rule"].startswith("MANIFEST-ICD")]

    def test_the_machine_and_the_commands(self, layer_run: Path, layer_bundle: bytes) -> None:
        """As the header of the results tells them."""
        header = json.loads(layer_run.read_text().splitlines()[0])
        [run] = document(layer_bundle)["runs"]

        assert run["machine"] == header["machine"]
        assert run["command"] == header["command"]

    def test_the_suite(self, layer_bundle: bytes) -> None:
        """Its versions, and a digest of each of its parts."""
        suite = document(layer_bundle)["suite"]

        assert set(suite["parts"]) == {"tests", "rules", "judges", "scenarios", "programs"}
        assert all(len(each) == 64 for each in suite["parts"].values())

    def test_an_end_that_no_result_reports(self, own_run: Path) -> None:
        """The claim says so: results from which a crash was removed look like this."""
        end = "nothing was seen; the run ended early: SIGSEGV during device"
        rewritten(own_run, lambda rows: rows[1].update(verdict="skip", reason=end))

        limits = claim_of(own_run)["limits"]

        assert [each for each in limits if each.endswith("no finding here says: SIGSEGV during device")]

    def test_another_suite_than_the_one_here(self, own_run: Path) -> None:
        """Nobody can tell its digest any more, and the claim says so."""
        rewritten(own_run, lambda rows: rows[0].update(suite_version="0.0.9"))

        claim = claim_of(own_run)

        assert claim["suite"] == {"version": "0.0.9", "catalogue": claim["suite"]["catalogue"], "parts": {}}
        assert any("another suite judged" in each for each in claim["limits"])


class TestSchema:
    """The document is as the published schema has it."""

    def test_of_every_kind(
        self, layer_run: Path, core_run: Path, expecting: tuple[Path, Path], tmp_path: Path
    ) -> None:
        """Whole and partial, with expectations, with what is attached, of one and of several subjects."""
        schema = json.loads((SCHEMAS / "claim-1.schema.json").read_text())
        (tmp_path / "log").write_text("x")
        attached = [Attached("LLP_LAYER_11", str(tmp_path / "log"))]

        claims = (
            claim_of(layer_run, core_run, with_binaries=True),
            claim_of(layer_run, attached=attached),
            claim_of(expecting[1]),
        )

        for claim in claims:
            Draft202012Validator(schema).validate(claim)
        assert [bool(each["expectations"]) for each in claims] == [False, False, True]


class TestDeterminism:
    """The same results give the same bytes."""

    def test_twice(self, layer_run: Path, layer_bundle: bytes) -> None:
        """Nothing in it depends on when or where it was packed."""
        assert pack([str(layer_run)], with_binaries=True).data == layer_bundle

    def test_compressed_results_are_the_same_results(self, own_run: Path, layer_run: Path) -> None:
        """They are unpacked first."""
        packed = own_run.with_name("results.ndjson.gz")
        packed.write_bytes(gzip.compress(own_run.read_bytes()))

        assert pack([str(packed)]).data == pack([str(layer_run)]).data


class TestSeveralFiles:
    """Files of several subjects, machines and parts are taken together."""

    def test_other_subjects(self, layer_run: Path, core_run: Path) -> None:
        """Each has its numbers, and the totals are of all."""
        claim = claim_of(layer_run, core_run)

        # In the order in which they were judged, which is that of the tests that asked for them first.
        assert sorted(each["name"] for each in claim["subjects"]) == ["claimed.json", "reference-2022"]
        assert claim["totals"]["results"] == sum(sum(each["counts"].values()) for each in claim["subjects"])
        assert [each["member"] for each in claim["runs"]] == ["results/1.ndjson", "results/2.ndjson"]

    def test_the_same_case_twice(self, layer_run: Path, own_run: Path) -> None:
        """Nobody could say which of them counts."""
        rewritten(own_run, lambda rows: rows[0].update(started="2030-01-01T00:00:00+00:00"))

        with pytest.raises(UnfitError, match="in two files"):
            pack([str(layer_run), str(own_run)])

    def test_a_case_twice_in_one_file(self, own_run: Path) -> None:
        """It would count twice."""
        rewritten(own_run, lambda rows: rows.insert(2, rows[1]))

        with pytest.raises(UnfitError, match="the case of line 2 again"):
            pack([str(own_run)])

    def test_all_parts_and_one_part(self, tmp_path: Path) -> None:
        """Together they are the run; one alone is a part, and says so."""
        manifest = installed(tmp_path / "installed")
        parts = [
            conformed(manifest, tmp_path / which[0], *RULES, "--shard", which) for which in ("1/2", "2/2")
        ]

        whole, alone = claim_of(*parts), claim_of(parts[0])

        assert not any("part" in each and "missing" in each for each in whole["limits"])
        assert "partial: part 2 of 2 is missing" in alone["limits"]
        assert alone["partial"]


class TestPartialRuns:
    """A claim on a part of the suite says so in its sentence."""

    def test_of_some_rules(self, core_run: Path) -> None:
        """It names them."""
        claim = claim_of(core_run)

        assert claim["partial"]
        assert "partial: only rules of META were judged" in claim["limits"]
        assert "judged part of what it could judge" in claim["sentence"]

    def test_of_all(self, layer_bundle: bytes) -> None:
        """It is no part."""
        claim = document(layer_bundle)

        assert (claim["partial"], claim["limits"]) == (False, [])

    def test_of_one_edition(self, own_run: Path) -> None:
        """Also if the command line does not name it."""

        def choose(rows: Rows) -> None:
            rows[0]["subjects"][0] |= {"edition": "2022", "edition_reason": "--edition"}

        claim = claim_of(rewritten(own_run, choose))

        assert (claim["partial"], claim["limits"]) == (
            True,
            ["partial: everything was judged by edition 2022 alone"],
        )


def _without_footer(rows: Rows) -> None:
    rows.pop()


def _with_nonsense(rows: Rows) -> None:
    rows.insert(3, {"kind": "nonsense"})


def _with_an_error(rows: Rows) -> None:
    rows[1]["verdict"] = "error"


def _of_a_stranger(rows: Rows) -> None:
    rows[1]["subject"] = "stranger"


def _of_another_kind(rows: Rows) -> None:
    rows[0]["subjects"][0]["kind"] = "driver"


def _by_an_older_edition(rows: Rows) -> None:
    rows[0]["subjects"][0] |= {"edition": "2016", "edition_reason": "layers are judged by the newest"}


class TestUnfitResults:
    """No claim rests on what is not whole."""

    @pytest.mark.parametrize(
        ("damage", "says"),
        [
            (_without_footer, "truncated"),
            (_with_nonsense, "damaged"),
            (_with_an_error, "the harness failed"),
            (_of_a_stranger, "damaged"),
            (_of_another_kind, "is a driver, and has results of .*, which binds none"),
            (_by_an_older_edition, "nothing says why edition 2016 applies"),
        ],
    )
    def test_they_are_refused(self, own_run: Path, damage: Callable[[Rows], None], says: str) -> None:
        """With the reason, and the file's name."""
        rewritten(own_run, damage)

        with pytest.raises(UnfitError, match=says) as refusal:
            pack([str(own_run)])

        assert str(own_run) in str(refusal.value)

    def test_nothing_at_all(self, own_run: Path) -> None:
        """A part of a run may be empty, a run may not."""

        def empty(rows: Rows) -> None:
            del rows[1:-1]

        with pytest.raises(UnfitError, match="no results to claim anything of"):
            pack([str(rewritten(own_run, empty))])

    def test_a_document_that_nobody_could_verify(
        self, own_run: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of very many subjects it is larger than what is read of a bundle."""
        monkeypatch.setattr("refloader.claims.container.LARGEST_TEXT", 10_000)

        with pytest.raises(TooLargeError, match="would be larger than 10,000 bytes"):
            pack([str(own_run)])

    def test_other_files(self, tmp_path: Path) -> None:
        """What is no results file is wrong usage."""
        (tmp_path / "x").write_text("hello")

        with pytest.raises(ResultsError, match="not a results file"):
            pack([str(tmp_path / "x")])

    def test_a_line_without_end(self, tmp_path: Path) -> None:
        """The rest of a gigabyte is not read when its first line is too long for results."""
        with (tmp_path / "x").open("wb") as file:
            file.truncate(1 << 30)

        assert _peak_of(tmp_path / "x", "a line of it has more than 64 MiB") < 300 << 20

    def test_few_bytes_that_unpack_to_many(self, tmp_path: Path) -> None:
        """As report has it: gzip can pack a line a thousand times, and results are not like that."""
        (tmp_path / "x").write_bytes(gzip.compress((b"x" * 9999 + b"\n") * 40_000))

        assert _peak_of(tmp_path / "x", "unpacks to more than 200 times its size") < 300 << 20


def _peak_of(results: Path, refused: str) -> int:
    """The bytes of memory that it takes to refuse to pack these results, with these words."""
    tracemalloc.start()
    try:
        with pytest.raises(ResultsError, match=refused):
            pack([str(results)])
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


class TestReplacedFiles:
    """A claim is about the files that were judged, and none that came after."""

    @pytest.mark.parametrize("name", ["claimed.json", "libclaimed.so"])
    def test_a_file_that_was_replaced(self, few_run: Path, tmp_path: Path, name: str) -> None:
        """It is named, whether it is the manifest or the library."""
        manifest, results = moved(few_run, tmp_path)
        with (manifest.parent / name).open("ab") as file:
            file.write(b"\n")

        with pytest.raises(UnfitError, match=f"{name} was replaced since claimed.json was judged"):
            pack([str(results)])

    def test_files_that_went_away(self, few_run: Path, tmp_path: Path) -> None:
        """Their digests are known all the same, unless the bundle was to have them."""
        manifest, results = moved(few_run, tmp_path)
        shutil.rmtree(manifest.parent)

        [subject] = claim_of(results)["subjects"]

        assert [bool(each["sha256"]) for each in subject["files"]] == [True, True]
        assert [each["member"] for each in subject["files"]] == ["", ""]
        with pytest.raises(UnfitError, match="is not there"):
            pack([str(results)], with_binaries=True)


@pytest.fixture(scope="module")
def held_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a run that was held to expectations."""
    folder = tmp_path_factory.mktemp("held")
    manifest, known = installed(folder / "installed"), str(folder / "known.toml")
    conformed(manifest, folder / "first", *RULES, "--update-expect", known)
    return conformed(manifest, folder / "out", *RULES, "--expect", known)


@pytest.fixture
def expecting(held_run: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A file of expectations, and the results of a run that was held to it."""
    _, results = moved(held_run, tmp_path)
    return tmp_path / "known.toml", results


class TestExpectations:
    """Files that say what was known beforehand are part of the claim."""

    def test_they_are_packed(self, expecting: tuple[Path, Path]) -> None:
        """With the number of results that lean on them; what was expected counts as a failure and not against it."""
        known, results = expecting

        packed = pack([str(results)])
        claim = document(packed.data)

        assert unpacked(packed.data)["expectations/1.toml"] == known.read_bytes()
        assert claim["expectations"][0]["used"] == claim["totals"]["expected"] > 0
        assert claim["exit_code"] == 0
        assert claim["totals"]["standings"]["failed"] == 1
        assert ": not conformant: 1 rule failed, all as expectation files have it; " in claim["sentence"]

    def test_they_were_changed_since(self, expecting: tuple[Path, Path]) -> None:
        """Then nobody knows what the run was held to."""
        known, results = expecting
        known.write_text(f"# a line more\n{known.read_text()}")

        with pytest.raises(UnfitError, match="expectations were changed since the run"):
            pack([str(results)])

    def test_they_went_away(self, expecting: tuple[Path, Path]) -> None:
        """So did what the results lean on."""
        known, results = expecting
        known.unlink()

        with pytest.raises(UnfitError, match="not there any more"):
            pack([str(results)])

    def test_they_are_known_by_release(self, expecting: tuple[Path, Path]) -> None:
        """A claim holds what is known of its subject, and not what its neighbours do."""
        known, results = expecting
        file = "reports/expectations/by-release/loaders.toml"
        results.write_text(results.read_text().replace(str(known), file))

        with pytest.raises(UnfitError, match="known by release"):
            pack([str(results)])


class TestAttachments:
    """A vendor's own evidence is packed for rules that nobody can test, and never taken for a verdict."""

    def test_it_is_packed(self, layer_run: Path, tmp_path: Path) -> None:
        """Under the rule, as attached and not verified; no number changes."""
        (tmp_path / "CTS log.txt").write_text("all is well")
        log = Attached("LLP_LAYER_11", str(tmp_path / "CTS log.txt"))

        packed = pack([str(layer_run)], attached=[log, log])
        claim = document(packed.data)

        assert unpacked(packed.data)["attached/LLP_LAYER_11/1-CTS_log.txt"] == b"all is well"
        assert {each["status"] for each in claim["attachments"]} == {"attached, not verified"}
        assert claim["totals"] == claim_of(layer_run)["totals"]
        [rule] = [each for each in claim["subjects"][0]["untested"] if each["rule"] == "LLP_LAYER_11"]
        assert rule["attached"] == [
            "attached/LLP_LAYER_11/1-CTS_log.txt",
            "attached/LLP_LAYER_11/2-CTS_log.txt",
        ]

    @pytest.mark.parametrize(
        ("rule", "says"),
        [("NO-SUCH-RULE", "no such rule"), ("LLP_LAYER_15", "it was judged"), ("../../x", "no such rule")],
    )
    def test_what_it_cannot_be_attached_to(
        self, layer_run: Path, tmp_path: Path, rule: str, says: str
    ) -> None:
        """A rule that is none, or that was judged here."""
        (tmp_path / "x").write_text("x")

        with pytest.raises(WrongAttachmentError, match=says):
            pack([str(layer_run)], attached=[Attached(rule, str(tmp_path / "x"))])

    def test_a_file_that_is_not_there(self, layer_run: Path) -> None:
        """It is named."""
        with pytest.raises(WrongAttachmentError, match="/nowhere: there is no such file"):
            pack([str(layer_run)], attached=[Attached("LLP_LAYER_11", "/nowhere")])
