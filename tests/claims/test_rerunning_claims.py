"""Cases of a claim are replayed on the same files alone, and what they come to decides."""

import json
import shutil
from pathlib import Path

import pytest
from claimed import RULES, Rows, called, conformed, moved, rewritten

from refloader.claims.container import Bundle
from refloader.claims.files import libraries_now
from refloader.claims.packing import pack
from refloader.claims.rerunning import Rerun, rerun
from refloader.claims.runs import UnfitError
from refloader.claims.standing_in import found
from refloader.claims.verifying import verify
from refloader.native.dropin import dropin_library
from refloader.native.structures import LoaderError
from refloader.results.progress import OnProgress, Progress
from refloader.sandbox.loader import identify_file
from refloader.suite.subjects.library_facts import library_facts

pytestmark = pytest.mark.slow


def replayed(
    bundle: bytes, number: int = 100, places: dict[str, str] | None = None, tell: OnProgress | None = None
) -> Rerun:
    """What comes of replaying so many cases of it."""
    verified = verify(bundle)
    assert verified.problems == ()
    return rerun(verified, Bundle(bundle), number, 1, places or {}, tell)


@pytest.fixture
def layer(tmp_path: Path, few_run: Path) -> tuple[Path, Path]:
    """A layer's manifest, and the results of a few of its rules."""
    return moved(few_run, tmp_path)


class TestReplaying:
    """What a case comes to again is compared with what was claimed."""

    def test_the_same(self, layer: tuple[Path, Path]) -> None:
        """Findings come out as findings, passes as passes, and it is told how far it is."""
        heard: list[Progress] = []

        again = replayed(pack([str(layer[1])]).data, tell=heard.append)

        assert {each.outcome for each in again.cases} == {"same"}
        assert {"pass", "fail"} <= {each.now for each in again.cases}
        assert again.of == len(again.cases)
        assert {each.total for each in heard} == {again.of}
        assert 0 < heard[-1].done <= again.of

    def test_a_finding_that_was_made_a_pass(self, layer: tuple[Path, Path]) -> None:
        """The numbers fit, and the case does not come out so."""

        def embellish(rows: Rows) -> None:
            for row in rows:
                if row.get("verdict") == "fail":
                    row.update(verdict="pass", reason="")

        again = replayed(pack([str(rewritten(layer[1], embellish))]).data)

        differing = [each for each in again.cases if each.outcome == "differs"]
        assert differing
        assert {(each.claimed, each.now) for each in differing} == {("pass", "fail")}
        assert all(each.why for each in differing)

    def test_a_finding_that_was_made_a_skip(self, layer: tuple[Path, Path]) -> None:
        """Whatever the reason says of the subject, the case can be judged, and fails."""

        def embellish(rows: Rows) -> None:
            for row in rows:
                if row.get("verdict") == "fail":
                    row.update(verdict="skip", reason="the layer refuses no offer")

        again = replayed(pack([str(rewritten(layer[1], embellish))]).data)

        differing = [each for each in again.cases if each.outcome == "differs"]
        assert differing
        assert {(each.claimed, each.now) for each in differing} == {("skip", "fail")}

    def test_a_finding_that_was_not_run_there(self, layer: tuple[Path, Path]) -> None:
        """What the other machine lacked may be here: the claim says nothing of the case, and is not wrong."""

        def lack(rows: Rows) -> None:
            for row in rows:
                if row.get("verdict") == "fail":
                    row.update(verdict="skip", reason="it needs namespaces")

        again = replayed(pack([str(rewritten(layer[1], lack))]).data)
        others = [each for each in again.cases if each.outcome != "same"]
        assert others
        assert {(each.claimed, each.now, each.outcome) for each in others} == {
            ("skip", "fail", "not replayed")
        }
        assert all(each.why.startswith("it was not run for want of namespaces; here: ") for each in others)

    def test_skips_and_what_passes_here(self, layer: tuple[Path, Path]) -> None:
        """A case that was skipped there and breaks no rule here is no difference."""

        def skip(rows: Rows) -> None:
            for row in rows:
                if row.get("verdict") == "pass":
                    row.update(verdict="skip", reason="the layer refuses no offer")

        again = replayed(pack([str(rewritten(layer[1], skip))]).data)

        assert ("skip", "pass", "same") in {(each.claimed, each.now, each.outcome) for each in again.cases}
        assert {each.outcome for each in again.cases} == {"same"}

    def test_what_was_flaky(self, layer: tuple[Path, Path]) -> None:
        """Either of its verdicts is the same."""

        def shake(rows: Rows) -> None:
            for row in rows:
                if row.get("verdict") == "fail":
                    row.update(verdict="crash", flaky="fail")

        again = replayed(pack([str(rewritten(layer[1], shake))]).data)

        assert {each.outcome for each in again.cases} == {"same"}

    @pytest.mark.parametrize("verdict", ["pass", "warn"])
    def test_a_finding_that_was_made_flaky(self, layer: tuple[Path, Path], verdict: str) -> None:
        """No run tries a pass again, so a failure cannot be claimed as one of its two verdicts."""

        def embellish(rows: Rows) -> None:
            for row in rows:
                if row.get("verdict") == "fail":
                    row.update(verdict=verdict, reason="", flaky="fail")

        with pytest.raises(UnfitError, match="only findings are tried again"):
            pack([str(rewritten(layer[1], embellish))])

    def test_a_finding_that_was_made_a_warning(self, layer: tuple[Path, Path], tmp_path: Path) -> None:
        """The packed expectations are the claimant's own: they make no failure one of the verdicts of a warning."""
        known = tmp_path / "known.toml"
        conformed(layer[0], tmp_path / "first", *RULES, "--update-expect", str(known))
        results = conformed(layer[0], tmp_path / "held", *RULES, "--expect", str(known))
        known.write_text(
            known.read_text().replace('verdict = "fail"\n', 'verdict = "warn"\nalso = ["fail"]\n')
        )
        lines = enumerate(known.read_text().splitlines(), 1)
        entries = [number for number, line in lines if line == "[[expected]]"]

        def embellish(rows: Rows) -> None:
            for row in rows:
                if row.get("verdict") == "fail":
                    row["verdict"] = "warn"
                    row["expected"] |= {"verdict": "warn", "also": ["fail"], "line": entries.pop(0)}

        again = replayed(pack([str(rewritten(results, embellish))]).data)

        assert {each.outcome for each in again.cases if each.claimed == "warn"} == {"differs"}

    def test_an_edition_that_there_is_not(self, layer: tuple[Path, Path]) -> None:
        """Nothing can be replayed of that subject, and those beside it can be."""

        def invent(rows: Rows) -> None:
            rows[0]["subjects"][0] |= {"edition": "2099", "edition_reason": "--edition"}

        again = replayed(pack([str(rewritten(layer[1], invent))]).data)

        assert {each.outcome for each in again.cases} == {"not replayed"}
        assert again.cases[0].why == 'there is no edition "2099"'

    def test_a_case_that_there_is_not(self, layer: tuple[Path, Path]) -> None:
        """It cannot be replayed, which is no proof of anything."""

        def rename(rows: Rows) -> None:
            rows[1]["case"] = "no/such_case"

        again = replayed(pack([str(rewritten(layer[1], rename))]).data)

        [other] = [each for each in again.cases if each.outcome != "same"]
        assert (other.outcome, other.now) == ("not replayed", "")
        assert "no such case" in other.why

    def test_commands_are_never_run(self, layer: tuple[Path, Path], tmp_path: Path) -> None:
        """The texts of a bundle that look like commands are texts."""
        evil = f"touch {tmp_path}/harmed; $(touch {tmp_path}/harmed)"

        def plant(rows: Rows) -> None:
            rows[0]["command"] = evil
            for row in rows[1:-1]:
                row.update(repro=evil, reason=evil)

        again = replayed(pack([str(rewritten(layer[1], plant))]).data)

        assert {each.outcome for each in again.cases} == {"same"}
        assert not (tmp_path / "harmed").exists()


class TestPlaces:
    """Nothing is run whose digest is not the one that was claimed."""

    def test_a_layer_that_is_gone(self, layer: tuple[Path, Path]) -> None:
        """Nothing can be replayed, and it says how to say where it is."""
        bundle = pack([str(layer[1])]).data
        shutil.rmtree(layer[0].parent)

        again = replayed(bundle, 2)

        assert [each.outcome for each in again.cases] == ["not replayed"] * 2
        assert "--subject" in again.cases[0].why

    def test_a_layer_that_moved(self, layer: tuple[Path, Path], tmp_path: Path) -> None:
        """It is found where the user says."""
        bundle = pack([str(layer[1])]).data
        shutil.move(layer[0].parent, tmp_path / "elsewhere")

        again = replayed(bundle, 100, {"claimed.json": str(tmp_path / "elsewhere" / "claimed.json")})

        assert {each.outcome for each in again.cases} == {"same"}

    @pytest.mark.parametrize("name", ["claimed.json", "libclaimed.so"])
    def test_another_file_there(self, layer: tuple[Path, Path], name: str) -> None:
        """A newer build proves nothing about the one that was judged; it is not run."""
        bundle = pack([str(layer[1])]).data
        with (layer[0].parent / name).open("ab") as file:
            file.write(b"\n")

        again = replayed(bundle, 2, {"claimed.json": str(layer[0])})

        assert [each.outcome for each in again.cases] == ["not replayed"] * 2
        assert "the digests differ" in again.cases[0].why

    def test_the_bundles_own_library(self, layer: tuple[Path, Path]) -> None:
        """It is laid out as it was installed, where the manifest leads to it from where it lies itself."""
        bundle = pack([str(layer[1])], with_binaries=True).data
        shutil.rmtree(layer[0].parent)

        again = replayed(bundle)

        assert {each.outcome for each in again.cases} == {"same"}

    def test_a_library_at_an_absolute_path(self, layer: tuple[Path, Path], tmp_path: Path) -> None:
        """Cases of the library are replayed under a manifest of ours; what the manifest itself says is not."""
        body = json.loads(layer[0].read_text())
        body["layer"]["library_path"] = str(layer[0].parent / "libclaimed.so")
        layer[0].write_text(json.dumps(body))
        bundle = pack([str(conformed(layer[0], tmp_path / "again", *RULES))], with_binaries=True).data
        shutil.rmtree(layer[0].parent)

        again = replayed(bundle)

        assert {(each.case == "static", each.outcome) for each in again.cases} == {
            (True, "not replayed"),
            (False, "same"),
        }

    def test_a_manifest_that_leads_elsewhere(self, layer: tuple[Path, Path], tmp_path: Path) -> None:
        """Readers differ in which of two equal keys counts: what is run is the packed library and no other."""
        manifest, library = layer[0], layer[0].parent / "libclaimed.so"
        entry = json.loads(manifest.read_text())["layer"]
        good = shutil.copy(str(library), str(tmp_path / "libgood.so"))
        first, last = (json.dumps({**entry, "library_path": path}) for path in (good, "./libclaimed.so"))
        manifest.write_text(f'{{"file_format_version": "1.2.0", "layer": {first}, "layer": {last}}}')
        with library.open("ab") as file:
            file.write(b"another one")

        def forge(rows: Rows) -> None:
            facts = library_facts(str(library))
            rows[0]["subjects"][0] |= {"library": facts, "sha256": identify_file(str(manifest))}

        data = pack([str(rewritten(layer[1], forge))], with_binaries=True).data
        claim = verify(data).claim
        assert claim
        digest = identify_file(str(library))
        shutil.rmtree(manifest.parent)
        (tmp_path / "laid out").mkdir()

        place = found(claim.subjects[0], "", Bundle(data), "", str(tmp_path / "laid out"))

        assert [each.sha256 for each in libraries_now(place.kind, place.path)] == [digest]

    def test_a_manifest_that_another_reader_takes_otherwise(
        self, layer: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nothing is run where the judges would find another library than the packed one."""
        data = pack([str(layer[1])], with_binaries=True).data
        shutil.rmtree(layer[0].parent)
        monkeypatch.setattr("refloader.claims.standing_in.libraries_now", lambda *_: ())

        again = replayed(data)

        assert {each.outcome for each in again.cases} == {"not replayed"}
        assert "leads to another library" in again.cases[0].why

    @pytest.mark.whole
    def test_a_loader_in_a_bundle(self, tmp_path: Path) -> None:
        """It would have a network, and came from whoever knows where: who trusts it says where it is."""
        loader, kept = tmp_path / "libmine.so.1", tmp_path / "kept.so.1"
        try:
            shutil.copy(dropin_library(), loader)
        except LoaderError as error:
            pytest.skip(str(error))
        words = ("--rule", "META-04", "-n", "0", "--out", str(tmp_path))
        called("conform", "--loader", str(loader), *words)
        bundle = pack([str(tmp_path / "results.ndjson")], with_binaries=True).data
        shutil.move(loader, kept)

        alone, told = replayed(bundle, 1), replayed(bundle, 1, {loader.name: str(kept)})

        assert [each.outcome for each in (*alone.cases, *told.cases)] == ["not replayed", "same"]
        assert "is not run: no loader from a bundle is; unpack it" in alone.cases[0].why


class TestCompleteness:
    """A whole run has all cases of the suite; who takes some out is found out."""

    def test_all_are_there(self, layer_bundle: bytes) -> None:
        """Of a run as conform wrote it none is missing."""
        again = replayed(layer_bundle, 1)

        assert (again.left_out, again.unlisted) == ((), ())

    def test_findings_that_were_taken_out(self, own_run: Path) -> None:
        """Each case is named."""
        gone = set[str]()

        def embellish(rows: Rows) -> None:
            gone.update(row["case"] for row in rows if row.get("verdict") == "fail")
            rows[:] = [row for row in rows if row.get("case") not in gone]

        again = replayed(pack([str(rewritten(own_run, embellish))]).data, 1)

        assert {each.case for each in again.left_out} == gone
        assert {each.subject for each in again.left_out} == {"claimed.json"}

    def test_one_of_the_rules_of_a_case_that_was_taken_out(self, own_run: Path) -> None:
        """The case has a result still, which hides that another rule failed."""
        gone = set[str]()

        def embellish(rows: Rows) -> None:
            rules = {(row.get("case"), row.get("rule")) for row in rows if row.get("verdict") == "fail"}
            several = {case for case, _ in rules if case and sum(each == case for each, _ in rules) > 1}
            [case, *_] = sorted(several - {"static"})
            [rule, *_] = sorted(str(each) for name, each in rules if name == case)
            gone.add(f"{case} ({rule})")
            rows[:] = [row for row in rows if (row.get("case"), row.get("rule")) != (case, rule)]

        again = replayed(pack([str(rewritten(own_run, embellish))]).data, 1)

        assert {each.case for each in again.left_out} == gone

    def test_a_rule_on_the_manifest_that_was_taken_out(self, own_run: Path) -> None:
        """Reading the manifest is a case for each rule."""

        def embellish(rows: Rows) -> None:
            rows[:] = [
                row for row in rows if (row.get("rule"), row.get("case")) != ("NAMING-LAYER-01", "static")
            ]

        again = replayed(pack([str(rewritten(own_run, embellish))]).data, 1)

        assert [each.case for each in again.left_out] == ["static (NAMING-LAYER-01)"]

    def test_of_a_part(self, core_bundle: bytes) -> None:
        """A run of some rules cannot have all: that is said, and no problem."""
        again = replayed(core_bundle, 3)

        assert {each.outcome for each in again.cases} == {"same"}
        assert again.left_out == ()
        assert "the claim is about a part of it" in again.unlisted[0]
