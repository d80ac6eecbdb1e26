"""Verdicts on drivers from their files alone: manifests of both formats, libraries with and without one."""

import json
from pathlib import Path
from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.native.mocks import mock_library
from refloader.results.results_file import Result, Verdict
from refloader.suite.run.static_checks import static_results

NEWER = ("GPA-ICD-01", "GPA-ICD-04", "NEGOTIATE-ICD-01", "PHYSDEV-ICD-03")
"""The rules on exports that a driver of interface version 0 has nothing to do with."""


def verdicts(path: str, edition: Edition | None = None) -> dict[str, Result]:
    """The result of each rule."""
    [(_, results)] = static_results([path], "driver", edition)
    return {result.rule: result for result in results}


def build(name: str) -> str:
    """One of the mock driver's libraries."""
    library = mock_library(name)
    if library is None:
        pytest.skip("the mock drivers are not built (install with a C compiler)")
    return library


def manifest(folder: Path, name: str = "one.json", version: str = "1.0.1", **changes: Any) -> str:
    """A driver's manifest; None leaves a field out."""
    fields = {"library_path": build("mock_icd"), "api_version": "1.3.0", **changes}
    body = {key: value for key, value in fields.items() if value is not None}
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(json.dumps({"file_format_version": version, "ICD": body}))
    return str(path)


def findings(path: str) -> list[tuple[str, str]]:
    """What is neither passed nor skipped."""
    quiet = (Verdict.PASS, Verdict.SKIP)
    return [(each.rule, each.verdict) for each in verdicts(path).values() if each.verdict not in quiet]


class TestManifests:
    """Formats 1.0.0 and 1.0.1, field by field."""

    @pytest.mark.parametrize("version", ["1.0.0", "1.0.1"])
    def test_a_clean_one(self, tmp_path: Path, version: str) -> None:
        """Both formats are as good."""
        assert findings(manifest(tmp_path, version=version)) == []

    def test_the_newer_fields(self, tmp_path: Path) -> None:
        """They are judged where they are."""
        results = verdicts(manifest(tmp_path, library_arch="64", is_portability_driver=False))

        assert [results[each].verdict for each in ("MANIFEST-ICD-05", "MANIFEST-ICD-06")] == ["pass", "pass"]

    @pytest.mark.parametrize(
        ("changes", "finding"),
        [
            ({"library_arch": "32"}, ("MANIFEST-ICD-05", "fail")),
            ({"library_arch": 64}, ("MANIFEST-ICD-05", "warn")),
            ({"is_portability_driver": "yes"}, ("MANIFEST-ICD-06", "warn")),
            ({"library_path": None}, ("MANIFEST-ICD-03", "fail")),
            ({"api_version": None}, ("MANIFEST-ICD-04", "fail")),
        ],
    )
    def test_a_wrong_field(self, tmp_path: Path, changes: dict[str, Any], finding: tuple[str, str]) -> None:
        """Each is one finding."""
        assert findings(manifest(tmp_path, **changes)) == [finding]

    @pytest.mark.parametrize("name", ["one.icd", "one.JSON", "one"])
    def test_another_name(self, tmp_path: Path, name: str) -> None:
        """A loader takes no file for a manifest that is not called so."""
        found = findings(manifest(tmp_path, name))

        assert found == [("DISC-GEN-08", "warn"), ("LDP_DRIVER_4", "fail")]

    def test_a_layers_manifest(self, tmp_path: Path) -> None:
        """It is told for what it is, and nothing else is held against it."""
        path = tmp_path / "layer.json"
        path.write_text('{"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_A_b"}}')

        assert findings(str(path)) == [("MANIFEST-ICD-02", "fail")]


class TestLibraries:
    """The library that a manifest leads to."""

    @pytest.mark.parametrize("edition", [None, *Edition])
    @pytest.mark.parametrize("library_path", ["./libgone.so", "/no/such/libgone.so", "libgone.so"])
    def test_nobody_can_use_a_driver_without_its_library(
        self, tmp_path: Path, library_path: str, edition: Edition | None
    ) -> None:
        """That nothing could be run is no success, though a linter only warns of it."""
        results = verdicts(manifest(tmp_path, library_path=library_path), edition)

        failed = [each for each in results.values() if each.verdict == Verdict.FAIL]
        assert [each.rule for each in failed] == ["MANIFEST-ICD-03"]
        assert failed[0].reason.endswith(": no loader here can use the driver")

    def test_what_an_uninstaller_left(self, tmp_path: Path) -> None:
        """Where loaders look it is the uninstaller's."""
        path = manifest(tmp_path / "icd.d", library_path="./libgone.so")

        assert findings(path) == [("LDP_DRIVER_11", "fail")]

    def test_a_link_that_leads_nowhere(self, tmp_path: Path) -> None:
        """What the manifest was is gone, and the link to it was left."""
        path = tmp_path / "one.json"
        path.symlink_to("nowhere")

        assert findings(str(path)) == [("LDP_DRIVER_11", "fail")]

    def test_where_nobody_knows(self, tmp_path: Path) -> None:
        """A path that each loader takes for another place is not judged."""
        results = verdicts(manifest(tmp_path, library_path="$ORIGIN/libone.so"))

        assert results["GPA-ICD-01"].verdict == results["LDP_DRIVER_11"].verdict == Verdict.SKIP
        assert "depends on the loader" in results["GPA-ICD-01"].reason


class TestExports:
    """What a library's symbol table tells, and what it leaves to a call."""

    def test_a_library_alone(self) -> None:
        """Its exports are judged, and no rule on manifests."""
        results = verdicts(build("mock_icd"))

        assert {rule_id for rule_id, each in results.items() if each.verdict == Verdict.PASS} == {*NEWER}
        assert results["MANIFEST-ICD-03"].reason == "the library came without a manifest"

    def test_a_driver_of_version_0(self) -> None:
        """It exports official names, as it has to, and has none of the newer functions."""
        results = verdicts(build("mock_icd_v0"))

        assert results["IFACE-ICD-V0-01"].verdict == Verdict.PASS
        assert {results[each].verdict for each in (*NEWER, "LDP_DRIVER_6")} == {Verdict.SKIP}

    def test_newer_drivers_are_not_of_version_0(self) -> None:
        """The rule is about others."""
        result = verdicts(build("mock_icd"))["IFACE-ICD-V0-01"]

        assert (result.verdict, "another interface" in result.reason) == (Verdict.SKIP, True)

    def test_what_may_be_asked_for(self) -> None:
        """Without the exports of the newer functions only calling the driver tells whether it has them."""
        results = verdicts(build("mock_icd_v7"))

        assert [results[each].verdict for each in NEWER] == ["pass", "pass", "skip", "skip"]

    def test_official_names(self) -> None:
        """They can clash with the loader's, unless the library is linked so that they cannot."""
        clash, none = (verdicts(build(f"mock_icd_{name}"))["GPA-ICD-04"] for name in ("official", "symbolic"))

        assert (clash.verdict, none.verdict) == (Verdict.WARN, Verdict.PASS)
        assert "not linked with -Bsymbolic (matters in 2016, 2018)" in clash.reason

    @pytest.mark.parametrize(
        ("name", "fact"),
        [
            ("mock_icd", "the library exports no command under an official name"),
            ("mock_icd_symbolic", "commands under official names"),
        ],
    )
    def test_what_is_withdrawn_is_for_information(self, name: str, fact: str) -> None:
        """LDP_DRIVER_6 is neither kept nor broken any more."""
        result = verdicts(build(name))["LDP_DRIVER_6"]

        assert result.verdict == Verdict.SKIP
        assert result.reason.startswith("withdrawn in 2026, for information only: ")
        assert fact in result.reason

    @pytest.mark.parametrize(
        ("data", "fact"),
        [
            (b"\x7fELF", "is no shared library: damaged ELF file"),
            (b"\x7fELF" + bytes(100), "is no shared library: damaged ELF file"),
        ],
    )
    def test_a_damaged_library(self, tmp_path: Path, data: bytes, fact: str) -> None:
        """It exports nothing to anybody."""
        path = tmp_path / "libone.so"
        path.write_bytes(data)

        results = verdicts(str(path))

        assert results["GPA-ICD-01"].verdict == Verdict.FAIL
        assert fact in results["GPA-ICD-01"].reason
