"""``lint --loaders``: findings for a range of releases, those of the model against what real builds do."""

import difflib
import json
from pathlib import Path
from typing import Any

import pytest
from verbs import GOOD, Run, checked_json, manifest

from refloader.cli.options import lint_releases
from refloader.core.aged import json_text
from refloader.core.json import reader
from refloader.core.json.plain import read_plain
from refloader.core.json.reader import JsonValue
from refloader.core.json.scan import Scan, scan
from refloader.core.manifests import fields
from refloader.inspect.releases import manifests
from refloader.inspect.releases.manifests import ManifestByRelease, by_release
from refloader.inspect.releases.release_range import EVERY, ReleaseRange, parsed_range
from refloader.model.edition import FIRST, Edition, ages
from refloader.model.place import Use
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import World

pytestmark = pytest.mark.slow

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
BUILDS = sorted(folder.name for folder in LOADERS.glob("*") if (folder / "libvulkan.so.1").is_file())


@pytest.fixture
def ordered(tmp_path: Path) -> str:
    """A manifest with a key behind the layer, which loaders from some release on do not take."""
    path = Path(manifest(tmp_path / "explicit_layer.d"))
    path.write_text(json.dumps({**json.loads(path.read_text()), "note": 1}))
    return str(path)


def judged(run: Run, path: str, loaders: str) -> Any:
    """The document of a run."""
    words = ("lint", "--no-libraries", "--loaders", loaders, "--format", "json", path)
    return checked_json(run(*words), "lint-1")


class TestFindings:
    """What a range brings, and what it leaves out."""

    def test_what_releases_do_not_take(self, run: Run, ordered: str) -> None:
        """It is an error, as no release takes it, with the rule, the place of the layer, and the releases."""
        [finding] = judged(run, ordered, "1.3.204..1.3.275")["findings"]

        assert (finding["rule"], finding["severity"]) == ("MANIFEST-LAYER-02", "error")
        assert finding["releases"] == "1.3.204 to 1.3.275"
        assert '"note" follows "layer"' in finding["message"]
        assert finding["line"] > 0

    def test_without_the_option(self, run: Run, ordered: str) -> None:
        """By the documents there is nothing wrong; what no release takes is an error all the same, and said once."""
        result = run("lint", "--no-libraries", "--format", "json", ordered)

        [finding] = json.loads(result.stdout)["findings"]
        assert (finding["rule"], finding["severity"]) == ("MANIFEST-LAYER-02", "error")
        assert finding["releases"] == "every release"
        assert "no loader that was tried then finds a layer" in finding["message"]
        assert result.exit_code == 1

    @pytest.mark.parametrize(
        ("version", "count"), [("1.0.0", 0), ("1.2.0", 1)], ids=["the oldest format", "a later one"]
    )
    def test_the_version_behind_the_layer(self, run: Run, tmp_path: Path, version: str, count: int) -> None:
        """In the oldest format, all releases read what stands anywhere."""
        path = Path(manifest(tmp_path / "explicit_layer.d"))
        layer = json.loads(path.read_text())["layer"]
        path.write_text(json.dumps({"layer": layer, "file_format_version": version}))

        result = run("lint", "--no-libraries", "--format", "json", str(path))

        found = [each["message"] for each in json.loads(result.stdout)["findings"]]
        assert sum('"file_format_version" follows "layer"' in each for each in found) == count

    def test_windows(self, run: Run, ordered: str) -> None:
        """What releases do is known for Linux only."""
        result = run("lint", "--no-libraries", "--os", "windows", "--format", "json", ordered)

        assert not any("follows" in each["message"] for each in json.loads(result.stdout)["findings"])

    def test_a_manifest_that_all_take(self, run: Run, tmp_path: Path) -> None:
        """Nothing is found."""
        assert judged(run, manifest(tmp_path / "explicit_layer.d"), "1.1.97..")["findings"] == []

    def test_a_part_of_the_range(self, run: Run, tmp_path: Path) -> None:
        """A byte order mark is read from 1.4.303 on."""
        path = Path(manifest(tmp_path / "explicit_layer.d"))
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())

        old = judged(run, str(path), "1.3.275..1.4.304")["findings"]
        new = judged(run, str(path), "1.4.304..")["findings"]

        assert "from 1.3.275, before 1.4.303" in {
            each["releases"] for each in old if "BOM" not in each["rule"]
        }
        assert not any("not used by" in each["message"] for each in new)

    def test_several_spans_are_told_apart(self) -> None:
        """A comma inside a span would read as the end of it."""
        spans = [("1.1.97", "1.3.205"), ("1.3.251", "1.4.303"), ("1.4.333", "")]

        assert EVERY.of_spans(spans) == "before 1.3.205, from 1.3.251 to before 1.4.303 and 1.4.333 and later"
        assert EVERY.of_spans(spans[1:2]) == "from 1.3.251, before 1.4.303"
        assert EVERY.of_spans([]) == ""

    def test_an_error_concerns_the_releases_that_refuse_it(self, run: Run, tmp_path: Path) -> None:
        """Text that is no JSON has no layer in any release."""
        folder = tmp_path / "explicit_layer.d"
        path = manifest(folder, drop="library_path")

        findings = judged(run, path, "1.3.204..")["findings"]

        assert {each["releases"] for each in findings if each["not_used"]} == {"1.3.204 and later"}

    def test_findings_of_other_editions(self, run: Run, tmp_path: Path) -> None:
        """What matters to older loaders only is left out, and counted."""
        folder = tmp_path / "implicit_layer.d"
        path = manifest(folder, disable_environment={"NO": "1"}, type="DEVICE")
        every = json.loads(run("lint", "--no-libraries", "--format", "json", path).stdout)["findings"]
        old = [each for each in every if not {"2022", "2026"} & set(each["editions"])]

        result = run("lint", "--no-libraries", "--notes", "--loaders", "1.3.275..", path)

        for each in old:
            assert each["message"] not in result.stdout
        assert "loaders: 1.3.275 and later" in result.stdout

    def test_an_override_layer_without_components(self, run: Run, tmp_path: Path) -> None:
        """It breaks a rule, and no release refuses it."""
        path = manifest(
            tmp_path / "implicit_layer.d",
            layer_name="VK_LAYER_LUNARG_override",
            drop="library_path",
            component_layers=[],
            disable_environment={"OFF": "1"},
        )

        findings = judged(run, path, "1.3.275")["findings"]

        assert [(each["rule"], each["severity"], each["not_used"]) for each in findings] == [
            ("META-01", "warning", False)
        ]

    def test_a_driver(self, run: Run, tmp_path: Path) -> None:
        """Its manifest is judged too."""
        path = tmp_path / "icd.d" / "acme.json"
        path.parent.mkdir()
        icd = {"library_path": "libacme.so", "api_version": "1.3.0"}
        path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"file_format_version": "1.0.0", "ICD": icd}).encode())

        [finding] = [
            each
            for each in judged(run, str(path), "1.3.275..1.4.304")["findings"]
            if "driver" in each["message"]
        ]

        assert finding["releases"] == "from 1.3.275, before 1.4.303"

    def test_from_the_configuration(
        self, run: Run, ordered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """``lint.loaders`` is the range where the command line has none."""
        (tmp_path / "refloader.toml").write_text('[lint]\nloaders = "1.3.239"\n')
        monkeypatch.chdir(tmp_path)

        result = run("lint", "--no-libraries", ordered)

        assert "not used by loaders of 1.3.239" in result.stdout


class TestDamage:
    """What breaks every program is an error, whatever the documents make of it."""

    def test_a_byte_order_mark(self, run: Run, tmp_path: Path) -> None:
        """With some releases no program gets an instance: an error with these releases, without any option."""
        path = Path(manifest(tmp_path / "implicit_layer.d", disable_environment={"NO": "1"}))
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())

        result = run("lint", "--no-libraries", "--format", "json", str(path))
        old = run("lint", "--no-libraries", "--loaders", "1.3.239", str(path))
        new = run("lint", "--no-libraries", "--loaders", "1.4.335", str(path))

        [error] = [each for each in json.loads(result.stdout)["findings"] if each["severity"] == "error"]
        assert error["releases"] == "from 1.3.235, before 1.3.268"
        assert "VK_ERROR_OUT_OF_HOST_MEMORY in every program" in error["message"]
        assert (result.exit_code, old.exit_code, new.exit_code) == (1, 1, 0)

    def test_a_crash(self, run: Run, tmp_path: Path) -> None:
        """A list for the variable that disables a layer crashes older releases: the finding says so."""
        path = manifest(tmp_path / "implicit_layer.d", disable_environment=["X"])

        findings = judged(run, path, "1.3.239..1.4.335")["findings"]

        assert ("error", "from 1.3.239, before 1.4.303") in {
            (each["severity"], each["releases"])
            for each in findings
            if "every program crashes" in each["message"]
        }

    def test_the_cause_of_a_crash(self, run: Run, tmp_path: Path) -> None:
        """The finding names the value because of which it crashes, and no other one that is a number too."""
        switch = {"disable_environment": {"NO_METER": 1}, "implementation_version": 1}
        path = manifest(tmp_path / "implicit_layer.d", **switch)

        text = run("lint", "--no-libraries", path).stdout

        cause = '"NO_METER" is no string, and a loader wants strings'
        assert f"every program crashes while this manifest is installed: {cause}\n" in text

    @pytest.mark.parametrize(("length", "count"), [(254, 0), (255, 1)])
    def test_a_description_that_just_fits(self, run: Run, tmp_path: Path, length: int, count: int) -> None:
        """The documents take 255 bytes; releases from 1.4.303 on leave the layer out."""
        folder = tmp_path / "implicit_layer.d"
        path = manifest(folder, disable_environment={"NO": "1"}, description="d" * length)

        text = run("lint", "--no-libraries", path).stdout

        assert (
            text.count('is not used by loaders of 1.4.303 and later: "description" is longer than 254')
            == count
        )

    def test_what_the_newest_releases_do_not_take(self, run: Run, tmp_path: Path) -> None:
        """A number for implementation_version: the documents say little, the newest releases have no such layer."""
        folder = tmp_path / "implicit_layer.d"
        path = manifest(folder, disable_environment={"NO": "1"}, implementation_version=1)

        every = run("lint", "--no-libraries", "--format", "json", path)
        newest = run("lint", "--no-libraries", "--loaders", "1.4.335", path)

        findings = json.loads(every.stdout)["findings"]
        of_newest = next(each for each in findings if each.get("releases") == "1.4.303 and later")
        assert of_newest["severity"] == "warning"
        assert '"implementation_version" is a number, and the loader takes a string' in of_newest["message"]
        assert (every.exit_code, newest.exit_code) == (0, 1)


class TestTakenAllTheSame:
    """What the documents refuse and releases take is not said to be used by no loader."""

    @pytest.mark.parametrize("end", ["}", "\0", "// end", "\0}{"])
    @pytest.mark.parametrize("folder", ["implicit_layer.d", "explicit_layer.d", "icd.d"])
    def test_text_after_the_end(self, run: Run, tmp_path: Path, folder: str, end: str) -> None:
        """Every release takes the manifest of a layer or a driver."""
        path = Path(manifest(tmp_path / folder, disable_environment={"NO": "1"}))
        if folder == "icd.d":
            icd = {"library_path": "libacme.so", "api_version": "1.3.0"}
            path.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))
        path.write_bytes(path.read_bytes() + end.encode())

        result = run("lint", "--no-libraries", str(path))

        assert result.exit_code == 1
        assert "not usable by the documents; loaders of every release take it all the same" in result.stdout
        assert ("LDP_DRIVER_4" if folder == "icd.d" else "LLP_LAYER_6") in result.stdout

    def test_for_one_release(self, run: Run, tmp_path: Path) -> None:
        """A driver without api_version: only releases before 1.3.227 take it."""
        path = tmp_path / "icd.d" / "acme.json"
        path.parent.mkdir()
        path.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": {"library_path": "libacme.so"}}))

        every = run("lint", "--no-libraries", str(path)).stdout
        one = run("lint", "--no-libraries", "--loaders", "1.3.239", str(path)).stdout

        assert "not usable by the documents; loaders before 1.3.227 take it all the same" in every
        assert "not used by loaders of 1.3.239\n" in one
        assert "any loader" not in every + one

    def test_a_driver_outside_of_its_folder(self, run: Run, tmp_path: Path) -> None:
        """An invalid manifest that nothing but its content shows to be a driver's is judged as one."""
        path = tmp_path / "d" / "acme.json"
        path.parent.mkdir()
        icd = {"library_path": "libacme.so", "api_version": "1.3.0"}
        path.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}) + "}")

        result = run("lint", "--no-libraries", str(path))

        assert "LDP_DRIVER_4" in result.stdout
        assert "LLP_LAYER_6" not in result.stdout

    def test_what_no_release_takes(self, run: Run, tmp_path: Path) -> None:
        """It is said as before."""
        path = manifest(tmp_path / "explicit_layer.d", drop="library_path")

        assert "not used by any loader" in run("lint", "--no-libraries", path).stdout

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"name": None}, "loaders before 1.4.303 take it all the same"),
            ({"name": ""}, "loaders of every release take it all the same"),
            ({"library_path": None}, "not used by any loader"),
            ({"library_path": ["liba.so"]}, "not used by any loader"),
        ],
        ids=str,
    )
    def test_each_release_reads_it_in_its_own_way(
        self, run: Run, tmp_path: Path, changes: dict[str, Any], said: str
    ) -> None:
        """A name that is another text for each, and a library that is none for any."""
        folder = tmp_path / "implicit_layer.d"
        path = Path(manifest(folder, disable_environment={"NO": "1"}))
        document = json.loads(path.read_text())
        document["layer"].update(changes)
        path.write_text(json.dumps(document))

        assert said in run("lint", "--no-libraries", str(path)).stdout

    def test_a_meta_layer(self, run: Run, tmp_path: Path) -> None:
        """What releases do depends on other files: nothing is said of them."""
        path = Path(
            manifest(tmp_path / "explicit_layer.d", drop="library_path", component_layers=["VK_LAYER_TEST_a"])
        )
        path.write_text(path.read_text() + "}")

        result = run("lint", "--no-libraries", str(path))

        assert "not usable by the documents\n" in result.stdout
        assert "any loader" not in result.stdout


def test_a_name_is_printed_in_every_format(run: Run, tmp_path: Path) -> None:
    """It is a control character, which JUnit XML cannot hold."""
    path = manifest(tmp_path / "explicit_layer.d", layer_name="\0")

    result = run("lint", "--no-libraries", "--format", "junit", path)

    assert "\\x00 is used by no release" in result.stdout
    assert "\0" not in result.stdout


class TestManyFiles:
    """Asking every release takes its time: a folder of ten thousand manifests does not wait for it."""

    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The files of which every release is asked."""
        found: list[str] = []

        def noted(data: bytes, path: str, use: Use, releases: ReleaseRange) -> ManifestByRelease | None:
            found.append(path)
            return by_release(data, path, use, releases)

        monkeypatch.setattr(lint_releases, "by_release", noted)
        monkeypatch.setattr(lint_releases, "_MOST", 3)
        return found

    def test_the_first_are_asked(self, run: Run, tmp_path: Path, asked: list[str]) -> None:
        """And how many are left is said; of those nothing is claimed."""
        for number in range(5):
            manifest(tmp_path / "explicit_layer.d", f"a{number}.json", drop="library_path")

        result = run("lint", "--no-libraries", str(tmp_path))

        assert len(asked) == 3
        assert "asked for 3 of 5 files" in result.stderr
        assert result.stdout.count("not used by any loader") == 3
        assert result.stdout.count("not usable by the documents\n") == 2

    def test_a_text_that_breaks_the_rules_is_scanned_a_few_times(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And not once for each release: a hundred thousand objects in one another took 18 s."""
        scanned: list[int] = []

        def noted(data: bytes, depth: int) -> Scan:
            scanned.append(depth)
            return scan(data, depth)

        monkeypatch.setattr(json_text, "scan", noted)

        found = by_release(b'{"layer": ' * 2000 + b"1" + b"}" * 2000, "/a.json", Use.EXPLICIT, EVERY)

        assert found is not None
        assert 1 <= len(scanned) <= 2

    def test_a_text_that_is_not_plain_is_tried_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """And so is what it is with other escapes: lists of 600 KB took 3 s, and numbers 7 s."""
        tried: list[bytes] = []

        def noted(data: bytes) -> JsonValue:
            if b'"layer"' in data:
                tried.append(data)
            return read_plain(data)

        monkeypatch.setattr(reader, "read_plain", noted)
        reader.read.cache_clear()

        found = by_release(b'{"layer": 1, "layer": 2, "\\d": 1e999}', "/a.json", Use.EXPLICIT, EVERY)

        assert found is not None
        assert len(set(tried)) == 2
        assert len(tried) <= 4

    def test_keys_are_folded_a_few_times_for_each_release(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """And not for each key that is missing: a manifest of 38 KB with 3,000 keys took 1.2 s."""
        folded: list[str] = []

        def noted(key: str) -> str:
            folded.append(key)
            return key.lower()

        monkeypatch.setattr(fields, "_fold", noted)
        text = json.dumps({"layer": {f"key{number}": 1 for number in range(3000)}})

        assert by_release(text.encode(), "/a.json", Use.EXPLICIT, EVERY) is not None

        assert len(folded) <= 80 * 3000

    def test_unknown_keys_are_compared_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """And not once for each release: a manifest of 126 KB with 400 unknown keys took 2 s."""
        compared: list[str] = []

        def noted(word: str, near: list[str], number: int, ratio: float) -> list[str]:
            compared.append(word)
            return difflib.get_close_matches(word, near, number, ratio)

        monkeypatch.setattr(fields, "get_close_matches", noted)
        strangers = {f"file_format_versiom{number}": 1 for number in range(150)}
        text = json.dumps({"file_format_version": "1.0.0", "layer": GOOD, **strangers})

        assert by_release(text.encode(), "/a.json", Use.EXPLICIT, EVERY) is not None

        assert len(set(compared)) == 150
        assert len(compared) == len(set(compared))

    @pytest.mark.parametrize("broken", [True, False], ids=["findings", "layers"])
    def test_many_layers_in_one(
        self,
        run: Run,
        tmp_path: Path,
        asked: list[str],
        monkeypatch: pytest.MonkeyPatch,
        broken: bool,
    ) -> None:
        """A file of twenty thousand layers took minutes; of it nothing is claimed either, and it is said."""
        monkeypatch.setattr(lint_releases, "_MANY", 8)
        layers = [{**GOOD, "name": f"VK_LAYER_TEST_{number}"} for number in range(9)]
        for each in layers if broken else layers[:1]:
            del each["type"]
        path = tmp_path / "many.json"
        path.write_text(json.dumps({"file_format_version": "1.2.0", "layers": layers}))

        result = run("lint", "--no-libraries", str(path))

        assert asked == []
        assert "asked for 0 of 1 files" in result.stderr
        assert "not usable by the documents\n" in result.stdout

    def test_a_missing_library_is_no_reason_to_ask(self, run: Run, tmp_path: Path, asked: list[str]) -> None:
        """Nor is a name: no release reads the manifest otherwise for that."""
        manifest(
            tmp_path / "explicit_layer.d", layer_name="VK_LAYER_TEST_a-b", library_path="./libmissing.so"
        )

        assert "libmissing.so" in run("lint", str(tmp_path)).stdout
        assert asked == []


class TestPassedOver:
    """Files in a folder of manifests that no loader reads."""

    @pytest.mark.parametrize("name", ["MangoHud.jsn", "radeon.json.in", "a.json.bak", "layer"])
    def test_like_a_manifest(self, run: Run, tmp_path: Path, name: str) -> None:
        """It is a note, with what to do."""
        folder = tmp_path / "implicit_layer.d"
        path = Path(manifest(folder, disable_environment={"NO": "1"}))
        path.rename(folder / name)

        found = json.loads(run("lint", "--no-libraries", "--format", "json", str(tmp_path)).stdout)[
            "findings"
        ]

        assert [(each["rule"], each["severity"]) for each in found] == [("DISC-GEN-08", "note")]

    def test_other_files(self, run: Run, tmp_path: Path) -> None:
        """A library or a text beside the manifest is none."""
        folder = tmp_path / "implicit_layer.d"
        manifest(folder, disable_environment={"NO": "1"})
        (folder / "README").write_text("nothing")
        (folder / "liba.so").write_bytes(b'\x7fELF "layer"')

        found = json.loads(run("lint", "--no-libraries", "--format", "json", str(tmp_path)).stdout)[
            "findings"
        ]

        assert found == []


class TestRange:
    """How a range is written."""

    @pytest.mark.parametrize(
        ("text", "words", "first", "last"),
        [
            ("1.3.239..", "1.3.239 and later", "1.3.239", ""),
            ("..1.3.275", "1.1.97 to 1.3.275", "1.1.97", "1.3.275"),
            ("1.3.204..1.3.275", "1.3.204 to 1.3.275", "1.3.204", "1.3.275"),
            ("1.4.304.1", "1.4.304.1", "1.4.304.1", "1.4.304.1"),
            ("..", "every release", "1.1.97", ""),
        ],
    )
    def test_a_range(self, text: str, words: str, first: str, last: str) -> None:
        """Both ends are in it."""
        found = parsed_range(text)

        assert (str(found), found.first, found.last) == (words, first, last)
        assert found.spans()[0][0] == first
        assert found.spans()[-1][1] == ""

    @pytest.mark.parametrize("text", ["", "1.3", "new", "1.0.65..", "1.3.275..1.3.204", "1.3.204..x"])
    def test_no_range(self, run: Run, ordered: str, text: str) -> None:
        """Wrong usage, with the reason."""
        result = run("lint", "--loaders", text, ordered)

        assert result.exit_code == 2
        assert "--loaders: " in result.stderr

    def test_the_editions(self) -> None:
        """Where each begins is what the messages say."""
        assert [(FIRST[each][:3], each.loaders[:7]) for each in (Edition.E2016, Edition.E2018)] == [
            ("1.0", "1.0 loa"),
            ("1.1", "1.1 and"),
        ]
        assert (FIRST[Edition.E2022], Edition.E2022.loaders) == ("1.3.0", "1.3 loaders up to 1.3.227")
        assert Edition.E2026.loaders.endswith(FIRST[Edition.E2026])
        assert parsed_range("1.3.204..").of_editions({Edition.E2026}) == "1.3.228 and later"
        assert parsed_range("1.3.204..1.3.220").of_editions({Edition.E2026}) == ""
        assert parsed_range("1.2.162..1.3.275").of_editions(set(Edition)) == "1.2.162 to 1.3.275"
        assert parsed_range("1.2.162..").of_editions({Edition.E2018, Edition.E2022}) == (
            "from 1.2.162, before 1.3.228"
        )

    @pytest.mark.parametrize(
        ("years", "said"),
        [
            ("2018", "1.1 and 1.2 loaders"),
            ("2022 2026", "loaders from 1.3.0"),
            ("2016 2018 2022", "loaders before 1.3.228"),
            ("2018 2022", "loaders from 1.1.0, before 1.3.228"),
            ("2016 2022 2026", "1.0 loaders, loaders from 1.3.0"),
            ("2016 2018 2022 2026", "any loader"),
        ],
    )
    def test_neighbouring_editions_are_one_range(self, years: str, said: str) -> None:
        """Nobody has to know the editions to read for which loaders a finding matters."""
        assert ages([Edition(year) for year in years.split()]) == said


@pytest.mark.skipif(not BUILDS, reason="no builds of loaders in ../shared/subjects/loaders")
@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("what", ["plain", "key", "mark"])
def test_builds_do_what_is_said(run: Run, tmp_path: Path, build: str, what: str) -> None:
    """A layer that ``lint`` says a release does not use is not listed by its build, and any other one is."""
    path = Path(manifest(tmp_path / "explicit_layer.d"))
    text = path.read_bytes()
    if what == "key":
        text = json.dumps({**json.loads(text), "note": 1}).encode()
    text = b"\xef\xbb\xbf" * (what == "mark") + text
    path.write_bytes(text)
    world = World()
    world.driver()
    world.file("/usr/share/vulkan/explicit_layer.d/good.json", text)

    findings = judged(run, str(path), build)["findings"]
    seen = ForeignLoader(str(LOADERS / build / "libvulkan.so.1")).observe(world.scenario())

    refused = any(
        "is not used by loaders" in each["message"] or "in every program" in each["message"]
        for each in findings
    )
    assert ("VK_LAYER_TEST_good" in [each.name for each in seen.layers]) is not refused


ODD_LAYER = json.dumps({"file_format_version": "1.2.0", "layer": {**GOOD, "api_version": "1"}})


class TestDecisions:
    """A release is not asked anew if nothing in the manifest makes it differ from one before."""

    @pytest.mark.parametrize(
        ("use", "text", "most"),
        [
            (Use.EXPLICIT, ODD_LAYER, 24),
            (
                Use.DRIVER,
                '{"file_format_version": "1.0.1", "ICD": {"library_path": "a.so", "api_version": 3}}',
                24,
            ),
        ],
        ids=["layer", "driver"],
    )
    def test_few_are_made_for_a_manifest(
        self, use: Use, text: str, most: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """There are 116 spans of releases, and each is asked what it takes and whether it fails."""
        made = []
        decide = manifests.decide
        monkeypatch.setattr(
            manifests, "decide", lambda *words, **more: made.append(1) or decide(*words, **more)
        )

        by_release(text.encode(), "/x/a.json", use, EVERY)

        assert 2 < len(made) <= most
