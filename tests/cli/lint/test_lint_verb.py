"""``refloader lint`` as a user meets it."""

import json
from pathlib import Path
from typing import Any

import pytest
from verbs import GOOD, Run, checked_json, manifest


class TestFindings:
    """Every finding has rule, severity, path, line, column, what is there and for whom it matters."""

    def test_a_missing_field_is_an_error_with_its_rule(self, run: Run, tmp_path: Path) -> None:
        """A manifest without api_version is refused at the layer object, by every loader."""
        path = manifest(tmp_path, drop="api_version")

        result = run("lint", "--no-libraries", "--format", "json", path)

        finding = checked_json(result, "lint-1")["findings"][0]
        assert result.exit_code == 1
        assert finding["rule"] == "MANIFEST-LAYER-10"
        assert (finding["severity"], finding["path"], finding["line"], finding["column"]) == (
            "error",
            path,
            3,
            11,
        )
        assert finding["editions"] == ["2016", "2018", "2022", "2026"]

    def test_a_clean_manifest_gives_none(self, run: Run, tmp_path: Path) -> None:
        """A manifest that keeps all rules exits 0."""
        path = manifest(tmp_path)

        result = run("lint", "--no-libraries", path)

        assert result.exit_code == 0
        assert result.stdout == "1 manifest: 0 errors, 0 warnings, 0 notes\n"

    def test_a_warning_fails_only_when_strict(self, run: Run, tmp_path: Path) -> None:
        """A lower-case vendor part is a should, so it counts for the exit code with --strict alone."""
        path = manifest(tmp_path, layer_name="VK_LAYER_test_good")

        relaxed, strict = run("lint", "--no-libraries", path), run("lint", "--no-libraries", "--strict", path)

        assert (relaxed.exit_code, strict.exit_code) == (0, 1)

    def test_an_edition_narrows_the_findings(self, run: Run, tmp_path: Path) -> None:
        """A layer of type DEVICE is fine for 1.0 loaders and refused by later ones."""
        path = manifest(tmp_path, type="DEVICE")

        old = run("lint", "--no-libraries", "--edition", "2016", path)
        new = run("lint", "--no-libraries", "--edition", "2018", path)

        assert (old.exit_code, new.exit_code) == (0, 1)

    def test_several_faults_come_in_one_run(self, run: Run, tmp_path: Path) -> None:
        """Three faults in one file are three findings."""
        path = manifest(tmp_path, drop="description", type="SOMETHING", api_version="one")

        result = run("lint", "--no-libraries", "--format", "json", path)

        rules = [finding["rule"] for finding in checked_json(result, "lint-1")["findings"]]
        assert sorted(rules) == ["MANIFEST-LAYER-05", "MANIFEST-LAYER-10", "MANIFEST-LAYER-12"]


class TestInput:
    """Files, folders, standard input and staging trees are judged; what is unusable is said plainly."""

    def test_standard_input_is_read(self, run: Run) -> None:
        """A dash reads standard input, and positions count in it."""
        result = run("lint", "-", input=b'{"file_format_version": "1.0.0",\n "layer": {"name": 1,}}')

        assert result.exit_code == 1
        assert "<stdin>:2:21: error LLP_LAYER_6: trailing comma" in result.stdout

    def test_what_is_not_json_is_checked_no_further(self, run: Run, tmp_path: Path) -> None:
        """That is said: whoever mends the comma would take the rest for right."""
        good = manifest(tmp_path, "good.json")
        odd = '{"file_format_version": "1.2.0" "layer": {"enable_enviroment": {"A": "1"}}}'
        for name in ("a.json", "b.json"):
            (tmp_path / name).write_text(odd)

        none, one, two = (
            run("lint", "--no-libraries", *paths).stdout
            for paths in ([good], [str(tmp_path / "a.json")], [good, *map(str, tmp_path.glob("[ab].json"))])
        )

        said = "was not checked, as it is not JSON: run lint again after the change\n"
        assert "not checked" not in none
        assert f"the rest of the manifest {said}" in one
        assert "the rest of 2 manifests was not checked, as it is not JSON" in two

    def test_a_folder_is_walked(self, run: Run, tmp_path: Path) -> None:
        """Manifests in nested folders count; other JSON does not."""
        manifest(tmp_path / "a" / "explicit_layer.d")
        (tmp_path / "package.json").write_text('{"name": "something else"}')

        result = run("lint", "--no-libraries", str(tmp_path))

        assert result.stdout.startswith("1 manifest: 0 errors")

    @pytest.mark.parametrize("option", [(), ("--only-manifests",)])
    def test_drivers_of_egl_are_not_vulkans(self, run: Run, tmp_path: Path, option: tuple[str, ...]) -> None:
        """GLVND's manifests have an "ICD" too, and no api_version: in a folder they are passed over."""
        manifest(tmp_path / "explicit_layer.d")
        vendors = tmp_path / "glvnd" / "egl_vendor.d"
        vendors.mkdir(parents=True)
        text = '{"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_mesa.so.0"}}'
        (vendors / "50_mesa.json").write_text(text)

        result = run("lint", "--no-libraries", *option, str(tmp_path))

        assert (result.exit_code, result.stdout) == (0, "1 manifest: 0 errors, 0 warnings, 0 notes\n")

    def test_named_files_that_are_no_manifests_can_be_left_out(self, run: Run, tmp_path: Path) -> None:
        """A hook gives every JSON file of a change: others are no findings, but what lies in icd.d always counts."""
        other, odd = tmp_path / "package.json", tmp_path / "icd.d" / "odd.json"
        odd.parent.mkdir()
        for each in (other, odd):
            each.write_text('{"name": "something else"}')
        broken = manifest(tmp_path, "broken.json", drop="type")

        alone, plain = run("lint", "--only-manifests", str(other)), run("lint", str(other))
        every = run("lint", "--only-manifests", "--no-libraries", str(other), str(odd), broken)

        assert (alone.exit_code, alone.stdout) == (0, "0 manifests: 0 errors, 0 warnings, 0 notes\n")
        assert plain.exit_code == every.exit_code == 1
        assert every.stdout.splitlines()[-1].startswith("2 manifests: ")

    @pytest.mark.parametrize(
        ("folder", "rule"), [("icd.d", "LDP_DRIVER_4"), ("implicit_layer.d", "LLP_LAYER_6")]
    )
    def test_what_cannot_be_read(self, run: Run, tmp_path: Path, folder: str, rule: str) -> None:
        """A manifest that is but a link to nothing is a driver's or a layer's by its folder."""
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "left.json").symlink_to("nowhere")

        result = run("lint", str(tmp_path / folder))

        assert (result.exit_code, f"error {rule}: " in result.stdout) == (1, True)

    def test_what_is_too_large_to_be_read(self, run: Run, tmp_path: Path) -> None:
        """In a folder that is named, what begins as a manifest is not passed over; other large files of JSON are."""
        manifest(tmp_path)
        (tmp_path / "map.json").write_bytes(b'{"layers": [' + b" " * (5 << 20) + b"]}")
        before = run("lint", "--no-libraries", str(tmp_path))
        (tmp_path / "large.json").write_bytes(
            b'{"file_format_version": "1.0.0", "layer": {' + b" " * (5 << 20)
        )
        after = run("lint", "--no-libraries", str(tmp_path))

        assert before.exit_code == 0
        assert after.exit_code == 1
        assert (
            'large.json" cannot be read: 5242923 bytes, more than the 4194304 that are read' in after.stdout
        )
        assert "map.json" not in after.stdout

    def test_a_staging_tree_is_judged_as_if_installed(self, run: Run, tmp_path: Path) -> None:
        """A full library path is looked for inside the root, and a missing one is an error there."""
        folder = tmp_path / "usr/share/vulkan/explicit_layer.d"
        manifest(folder, library_path="/usr/lib/libVkLayer_good.so")

        result = run("lint", "--root", str(tmp_path), "--format", "json")

        finding = checked_json(result, "lint-1")["findings"][0]
        assert (finding["rule"], finding["severity"]) == ("LLP_LAYER_20", "error")
        assert finding["path"] == "/usr/share/vulkan/explicit_layer.d/good.json"

    @pytest.mark.parametrize("path", ["/nonexistent/x.json", "x" * 300, "x/" * 3000])
    def test_a_missing_file_is_wrong_usage(self, run: Run, path: str) -> None:
        """Exit code 2 says that the command could not be understood. No file can have a name that is too long."""
        result = run("lint", path)

        assert result.exit_code == 2
        assert "does not exist" in result.output

    @pytest.mark.parametrize("path", ["", " "])
    def test_an_empty_path_is_wrong_usage(self, run: Run, path: str) -> None:
        """It is a variable of a script that was not set, and neither a file nor what is installed here."""
        result = run("lint", path)

        assert result.exit_code == 2
        assert "a PATH is empty" in result.stderr

    def test_a_folder_whose_name_is_blank(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It can be there, and is judged like any other."""
        (tmp_path / " ").mkdir()
        (tmp_path / " " / "wrong.json").write_text('{"file_format_version": "1.0.0", "layer": {}}')
        monkeypatch.chdir(tmp_path)

        result = run("lint", " ")

        assert result.exit_code == 1
        assert "wrong.json" in result.stdout

    def test_no_argument_judges_this_machine(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without a path, what variables name on this machine is judged too."""
        wrong = tmp_path / "wrong.json"
        wrong.write_text('{"file_format_version": "1.0.0", "layer": {}}')
        monkeypatch.setenv("VK_LAYER_PATH", str(tmp_path))

        result = run("lint")

        assert str(wrong) in result.stdout
        assert result.exit_code == 1

    @pytest.mark.rule("DISC-GEN-08")
    def test_a_wrong_suffix_is_found(self, run: Run, tmp_path: Path) -> None:
        """A file with .JSON in a layer folder is no manifest for a loader."""
        manifest(tmp_path / "explicit_layer.d", name="good.JSON")

        result = run("lint", "--no-libraries", str(tmp_path))

        assert "warning DISC-GEN-08" in result.stdout

    def test_what_is_named_like_a_library_is_no_manifest(self, run: Run, tmp_path: Path) -> None:
        """A script of the linker, or an empty file, is told to be no library and not to be bad JSON."""
        path = tmp_path / "libVkLayer_x.so"
        path.write_text("INPUT(libVkLayer_x.so.1)", encoding="ascii")

        result = run("lint", str(path))

        assert "is no shared library: a text file" in result.stdout
        assert "1 library: 1 error" in result.stdout


class TestSafety:
    """Nothing a file holds can drive a terminal, and no input ends in a traceback."""

    def test_escape_sequences_are_spelled_out(self, run: Run, tmp_path: Path) -> None:
        """A name with a terminal escape is printed as text."""
        path = manifest(tmp_path, type="\x1b[31mred\x07")

        result = run("lint", "--no-libraries", path)

        assert "\x1b" not in result.stdout
        assert "\\x1b[31mred\\x07" in result.stdout

    def test_json_is_plain_ascii(self, run: Run, tmp_path: Path) -> None:
        """A C1 control character, which json leaves as it is, comes out escaped."""
        path = manifest(tmp_path, name="\x9b31m\u202e.json", drop="name")

        result = run("lint", "--no-libraries", "--format", "json", path)

        assert result.stdout.isascii()
        assert checked_json(result, "lint-1")["findings"][0]["path"] == path

    def test_a_file_name_with_a_newline_stays_one_line(self, run: Run, tmp_path: Path) -> None:
        """A name cannot forge a line of output."""
        path = manifest(tmp_path, name="a\nb.json", drop="name")

        result = run("lint", "--no-libraries", path)

        assert "a\\x0ab.json" in result.stdout
        assert len(result.stdout.splitlines()) == 5

    def test_a_github_annotation_is_escaped(self, run: Run, tmp_path: Path) -> None:
        """Percent signs, colons and commas in properties cannot break the command."""
        path = manifest(tmp_path, name="50%,a.json", drop="name")

        result = run("lint", "--no-libraries", "--format", "github", path)

        assert result.stdout.startswith("::error file=")
        assert "50%25%2Ca.json,line=3,col=11,title=MANIFEST-LAYER-04::" in result.stdout


class TestAnnotations:
    """Annotations attach to files of the repository."""

    def test_a_staging_tree_keeps_its_folder(self, run: Run, tmp_path: Path) -> None:
        """The path is the one on disk, and the age of loaders is told."""
        manifest(tmp_path / "usr/share/vulkan/explicit_layer.d", type="DEVICE")

        result = run("lint", "--root", str(tmp_path), "--no-libraries", "--format", "github")

        assert f"file={tmp_path}/usr/share/vulkan/explicit_layer.d/good.json,line=" in result.stdout
        assert "Matters to loaders from 1.1.0" in result.stdout

    def test_a_chosen_edition_is_told_of_what_it_does_not_use(self, run: Run, tmp_path: Path) -> None:
        """That 1.0 loaders know no meta-layers is a note, and shown to whoever asks for them."""
        path = manifest(tmp_path, drop="library_path", component_layers=["VK_LAYER_TEST_a"])
        manifest(tmp_path, name="a.json", layer_name="VK_LAYER_TEST_a")

        result = run("lint", "--no-libraries", "--edition", "2016", path, str(tmp_path / "a.json"))

        assert "note META-01" in result.stdout


class TestTogether:
    """Manifests are also judged against each other."""

    @pytest.mark.rule("DISC-GEN-03")
    def test_two_layers_of_one_name_in_a_folder(self, run: Run, tmp_path: Path) -> None:
        """Nobody can tell which of two is used, so there is a warning."""
        manifest(tmp_path / "explicit_layer.d", name="a.json")
        manifest(tmp_path / "explicit_layer.d", name="b.json", library_path="libother.so")

        result = run("lint", "--no-libraries", str(tmp_path))

        assert "warning DISC-GEN-03" in result.stdout

    @pytest.mark.rule("DISC-GEN-03")
    @pytest.mark.parametrize(("version", "told"), [("1.0.9", 1), (GOOD["api_version"], 0)])
    def test_two_of_one_name_and_library(self, run: Run, tmp_path: Path, version: str, told: int) -> None:
        """It matters which is used where they say something else of the layer, and not for a copy."""
        manifest(tmp_path / "explicit_layer.d", name="a.json")
        manifest(tmp_path / "explicit_layer.d", name="b.json", api_version=version)

        result = run("lint", "--no-libraries", str(tmp_path))

        assert result.stdout.count("warning DISC-GEN-03") == told

    @pytest.mark.rule("LLP_LAYER_7", "META-02")
    def test_a_component_that_is_nowhere(self, run: Run, tmp_path: Path) -> None:
        """A meta-layer whose component is neither here nor installed gets a warning that names it."""
        path = manifest(tmp_path, drop="library_path", component_layers=["VK_LAYER_TEST_nowhere"])

        result = run("lint", path)

        assert 'LLP_LAYER_7: the component "VK_LAYER_TEST_nowhere"' in result.stdout

    @pytest.mark.rule("OVERRIDE-05", "OVERRIDE-06")
    def test_components_of_an_override_layer_lie_in_its_own_paths(self, run: Run, tmp_path: Path) -> None:
        """Only the override paths count: a component there is found, one elsewhere is not."""
        manifest(tmp_path / "opt/ov", name="o.json")
        folder = tmp_path / "usr/share/vulkan/implicit_layer.d"
        fields = {
            "component_layers": ["VK_LAYER_TEST_good"],
            "disable_environment": {"DISABLE_OVERRIDE": "1"},
            "drop": "library_path",
        }
        manifest(folder, override_paths=["/opt/ov"], **_as_override(fields))

        found = run("lint", "--root", str(tmp_path), "--no-libraries")
        manifest(folder, override_paths=["/opt/other"], **_as_override(fields))
        missing = run("lint", "--root", str(tmp_path), "--no-libraries")

        assert "0 errors, 0 warnings" in found.stdout
        assert "warning OVERRIDE-06" in missing.stdout

    @pytest.mark.rule("OVERRIDE-05", "OVERRIDE-06")
    def test_no_folder_below_the_override_paths_is_walked(self, run: Run, tmp_path: Path) -> None:
        """Loaders look no deeper; a manifest that names the root folder would have all of the machine read."""
        manifest(tmp_path / "opt/ov/deeper/still", name="o.json")
        fields = {"component_layers": ["VK_LAYER_TEST_good"], "disable_environment": {"OFF": "1"}}
        folder = tmp_path / "usr/share/vulkan/implicit_layer.d"
        manifest(folder, override_paths=["/", "/opt/ov"], **_as_override({**fields, "drop": "library_path"}))

        result = run("lint", "--root", str(tmp_path), "--no-libraries")

        assert "warning OVERRIDE-06" in result.stdout

    @pytest.mark.rule("META-03")
    def test_components_of_different_versions_matter_to_2018(self, run: Run, tmp_path: Path) -> None:
        """1.1 and 1.2 loaders want all components at one version; later ones take newer components."""
        manifest(tmp_path, name="a.json", api_version="1.3.0")
        manifest(tmp_path, name="b.json", api_version="1.4.0", layer_name="VK_LAYER_TEST_b")
        names = ["VK_LAYER_TEST_good", "VK_LAYER_TEST_b"]
        meta = {"layer_name": "VK_LAYER_TEST_meta", "drop": "library_path", "component_layers": names}
        manifest(tmp_path, name="m.json", **meta)

        result = run("lint", "--no-libraries", "--format", "json", str(tmp_path))

        found = [f for f in checked_json(result, "lint-1")["findings"] if f["rule"] == "META-03"]
        assert [finding["editions"] for finding in found] == [["2018"]]

    @pytest.mark.rule("LLP_LOADER_10")
    def test_a_cycle_of_meta_layers_is_an_error(self, run: Run, tmp_path: Path) -> None:
        """Two meta-layers that contain each other can never be used."""
        for own, other in (("VK_LAYER_TEST_x", "VK_LAYER_TEST_y"), ("VK_LAYER_TEST_y", "VK_LAYER_TEST_x")):
            manifest(tmp_path, f"{own}.json", "library_path", own, component_layers=[other])

        result = run("lint", "--no-libraries", str(tmp_path))

        assert result.exit_code == 1
        assert "contains the meta-layer itself" in result.stdout

    @pytest.mark.rule("DISC-GEN-02")
    def test_a_name_twice_in_one_file_has_a_position(self, run: Run, tmp_path: Path) -> None:
        """The second definition is pointed at, and the first is said to be the one used."""
        path = tmp_path / "two.json"
        entry = dict(GOOD)
        path.write_text(json.dumps({"file_format_version": "1.2.0", "layers": [entry, entry]}))

        result = run("lint", "--no-libraries", "--format", "json", str(path))

        found = [f for f in checked_json(result, "lint-1")["findings"] if f["rule"] == "DISC-GEN-02"]
        assert [(finding["severity"], finding["line"], finding["column"]) for finding in found] == [
            ("warning", 1, 224)
        ]


class TestSwitches:
    """The variables of an implicit layer must be able to do their work."""

    @pytest.mark.rule("ACT-IMPLICIT-03")
    def test_one_variable_for_both_is_useless(self, run: Run, tmp_path: Path) -> None:
        """When it is set the layer is off, and when it is not the layer is not on."""
        both = {"enable_environment": {"V": "1"}, "disable_environment": {"V": "0"}}

        result = run("lint", "--no-libraries", manifest(tmp_path / "implicit_layer.d", **both))

        assert "warning ACT-IMPLICIT-03" in result.stdout


def _as_override(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "name": "override.json", "layer_name": "VK_LAYER_LUNARG_override"}
