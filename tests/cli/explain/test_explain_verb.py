"""``refloader explain`` as a user meets it."""

import json
from pathlib import Path
from typing import Any

import pytest
from staged import ELF_HEAD, NAME, SHARE, driver, explicit, implicit, library
from verbs import GOOD, Run, checked_json, manifest


def explained(run: Run, root: Path, *words: str) -> Any:
    """The explanation of the test layer in a staging tree, as JSON."""
    result = run("explain", "--root", str(root), "--format", "json", *words, NAME)
    document = checked_json(result, "explain-1")
    return next(layer for layer in document["layers"] if layer["name"] == NAME)


class TestSmallestChange:
    """For a layer asked for and not active: the one change that makes it so, tried on the model."""

    def test_an_active_layer_needs_none(self, run: Run, tmp_path: Path) -> None:
        """An implicit layer without conditions is active, at place 0."""
        implicit(tmp_path)

        layer = explained(run, tmp_path)

        assert (layer["active"], layer["position"], layer["smallest_change"]) == (True, 0, None)

    def test_an_enable_variable_is_set_to_its_value(self, run: Run, tmp_path: Path) -> None:
        """The change is the manifest's own variable with the manifest's own value."""
        implicit(tmp_path, enable_environment={"ENABLE_GOOD": "yes"})

        layer = explained(run, tmp_path)

        assert layer["smallest_change"] == {"kind": "set-env", "what": "ENABLE_GOOD", "value": "yes"}
        assert [reason["rule"] for reason in layer["reasons"]] == ["ACT-IMPLICIT-04", "LLP_LAYER_20"]

    def test_a_disable_variable_is_unset(self, run: Run, tmp_path: Path) -> None:
        """The change takes the variable away."""
        implicit(tmp_path)

        layer = explained(run, tmp_path, "--env", "DISABLE_GOOD=")

        assert layer["smallest_change"] == {"kind": "unset-env", "what": "DISABLE_GOOD", "value": ""}

    def test_an_explicit_layer_is_named_in_a_variable(self, run: Run, tmp_path: Path) -> None:
        """Nothing asks for it, and one variable does."""
        explicit(tmp_path)

        layer = explained(run, tmp_path)

        assert layer["smallest_change"] == {"kind": "set-env", "what": "VK_INSTANCE_LAYERS", "value": NAME}
        assert [reason["rule"] for reason in layer["reasons"]] == ["LLP_LAYER_20", "ACT-EXPLICIT-01"]

    def test_a_filter_is_taken_away(self, run: Run, tmp_path: Path) -> None:
        """A disabling filter hides the layer; unsetting it is one variable."""
        implicit(tmp_path)

        layer = explained(run, tmp_path, "--env", "VK_LOADER_LAYERS_DISABLE=*good*")

        assert layer["smallest_change"]["kind"] == "unset-env"
        assert layer["smallest_change"]["what"] == "VK_LOADER_LAYERS_DISABLE"

    def test_a_missing_disable_variable_is_a_key_to_add(self, run: Run, tmp_path: Path) -> None:
        """An implicit layer without a disable variable is no layer, so the manifest has to change."""
        path = implicit(tmp_path, disable_environment={})

        layer = explained(run, tmp_path)

        assert layer["smallest_change"]["kind"] == "edit-key"
        assert layer["smallest_change"]["what"].endswith("good.json: layer.disable_environment")
        assert Path(path).read_text().count("DISABLE_") == 0

    @pytest.mark.rule("OVERRIDE-02")
    def test_a_blacklist_is_shortened(self, run: Run, tmp_path: Path) -> None:
        """The override layer blocks it; dropping the name from the list is one key."""
        implicit(tmp_path)
        _override(tmp_path, blacklisted_layers=[NAME])

        layer = explained(run, tmp_path)

        assert layer["smallest_change"]["kind"] == "edit-key"
        assert layer["smallest_change"]["what"].endswith("override.json: layer.blacklisted_layers")

    def test_two_steps_are_given_where_one_is_not_enough(self, run: Run, tmp_path: Path) -> None:
        """VK_LAYER_PATH hides the layer and nothing asks for it: two variables."""
        explicit(tmp_path)

        layer = explained(run, tmp_path, "--env", "VK_LAYER_PATH=/nowhere")

        steps = (layer["smallest_change"]["kind"], layer["smallest_change"]["and"]["kind"])
        assert steps == ("unset-env", "set-env")

    def test_plain_json_mistakes_are_mended(self, run: Run, tmp_path: Path) -> None:
        """A trailing comma keeps the whole manifest out; the change names the file."""
        path = Path(implicit(tmp_path))
        path.write_text(path.read_text().replace("\n }", ",\n }"))

        layer = explained(run, tmp_path)

        assert layer["smallest_change"]["kind"] == "edit-key"
        assert layer["reasons"][0]["rule"] == "LLP_LAYER_6"


def _override(root: Path, **fields: Any) -> None:
    component = {**GOOD, "name": "VK_LAYER_TEST_component"}
    entry = {
        **GOOD,
        "name": "VK_LAYER_LUNARG_override",
        "component_layers": ["VK_LAYER_TEST_component"],
        "disable_environment": {"DISABLE_OVERRIDE": "1"},
        **fields,
    }
    del entry["library_path"]
    for folder, name, layer in (
        ("explicit_layer.d", "component.json", component),
        ("implicit_layer.d", "override.json", entry),
    ):
        (root / SHARE / folder).mkdir(parents=True, exist_ok=True)
        text = json.dumps({"file_format_version": "1.2.0", "layer": layer})
        (root / SHARE / folder / name).write_text(text)


class TestSituation:
    """The situation is the machine or a tree, with variables, program, version, privilege and edition."""

    @pytest.mark.rule("ACT-IMPLICIT-07")
    def test_the_edition_decides(self, run: Run, tmp_path: Path) -> None:
        """An implicit layer older than the application is off in 2022 and on in 2026."""
        implicit(tmp_path, api_version="1.1.0")

        old = explained(run, tmp_path, "--edition", "2022", "--api", "1.3")
        new = explained(run, tmp_path, "--edition", "2026", "--api", "1.3")

        assert (old["active"], new["active"]) == (False, True)

    @pytest.mark.rule("OVERRIDE-03")
    def test_the_program_decides(self, run: Run, tmp_path: Path) -> None:
        """app_keys limit the override layer to the program named by --app."""
        implicit(tmp_path)
        _override(tmp_path, blacklisted_layers=[NAME], app_keys=["/usr/bin/game"])

        game = explained(run, tmp_path, "--app", "/usr/bin/game")
        other = explained(run, tmp_path, "--app", "/usr/bin/other")

        assert (game["active"], other["active"]) == (False, True)

    @pytest.mark.rule("PRIV-LAYER-01")
    def test_privilege_hides_variables(self, run: Run, tmp_path: Path) -> None:
        """An elevated process does not look where VK_IMPLICIT_LAYER_PATH points, but where it always does."""
        implicit(tmp_path)

        plain = explained(run, tmp_path, "--env", "VK_IMPLICIT_LAYER_PATH=/x")
        elevated = explained(run, tmp_path, "--env", "VK_IMPLICIT_LAYER_PATH=/x", "--elevated")

        assert (plain["active"], elevated["active"]) == (False, True)

    @pytest.mark.parametrize(
        ("name", "instead"),
        [
            ("quux", "; the layers found: VK_LAYER_TEST_good"),
            ("quux.desktop", "refloader explain --pid N LAYER"),
        ],
    )
    def test_a_name_like_none_says_what_to_ask_for(
        self, run: Run, tmp_path: Path, name: str, instead: str
    ) -> None:
        """The few layers that there are, or how to ask about a program."""
        explicit(tmp_path)

        result = run("explain", "--root", str(tmp_path), name)

        assert result.exit_code == 1
        assert f'whose name has "{name}" in it' in result.stdout
        assert instead in result.stdout

    def test_an_unknown_name_shows_similar_ones(self, run: Run, tmp_path: Path) -> None:
        """A misspelt name is not found, and the real one is offered."""
        explicit(tmp_path)

        result = run("explain", "--root", str(tmp_path), "VK_LAYER_TEST_goood")

        assert result.exit_code == 1
        assert "similar names: VK_LAYER_TEST_good" in result.stdout

    def test_an_instance_without_driver_fails(self, run: Run, tmp_path: Path) -> None:
        """Without a driver vkCreateInstance would fail, and with one explain exits 0."""
        implicit(tmp_path)

        without = run("explain", "--root", str(tmp_path))
        driver(tmp_path)
        with_one = run("explain", "--root", str(tmp_path))

        assert "vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER" in without.stdout
        assert (without.exit_code, with_one.exit_code) == (1, 0)

    def test_a_bad_version_is_wrong_usage(self, run: Run) -> None:
        """--api wants a version."""
        assert run("explain", "--api", "new").exit_code == 2

    def test_who_steers_is_listed(self, run: Run, tmp_path: Path) -> None:
        """Each variable that is set says whether it is in force, and if not, why."""
        result = run(
            "explain", "--root", str(tmp_path), "--format", "json",
            "--env", "VK_LAYER_PATH=/a", "--env", "VK_ADD_LAYER_PATH=/b",
        )  # fmt: skip

        controls = {each["name"]: each for each in checked_json(result, "explain-1")["controls"]}
        assert controls["VK_LAYER_PATH"]["in_force"]
        assert not controls["VK_ADD_LAYER_PATH"]["in_force"]
        assert "VK_LAYER_PATH is set" in controls["VK_ADD_LAYER_PATH"]["why"]


class TestLibraries:
    """A layer or driver whose library cannot be loaded is of no use, however active its manifest makes it."""

    @pytest.mark.rule("DEBUG-WRONGARCH-01")
    @pytest.mark.parametrize(
        ("head", "obstacle"),
        [
            (None, "it is not found"),
            (b"hello", "it is a text file, not an ELF file"),
            (ELF_HEAD.replace(b"\x02\x01\x01", b"\x01\x01\x01"), "it is for 32-bit processes (X86_64)"),
            (ELF_HEAD.replace(b"\x03\x00", b"\x02\x00"), "it is not a shared library"),
        ],
        ids=["missing", "text", "32-bit", "program"],
    )
    def test_an_active_layer_that_cannot_be_loaded_fails(
        self, run: Run, tmp_path: Path, head: bytes | None, obstacle: str
    ) -> None:
        """The obstacle is named, and the exit code is 1."""
        driver(tmp_path)
        implicit(tmp_path)
        if head is not None:
            library(tmp_path, "libVkLayer_good.so", head)

        result = run("explain", "--root", str(tmp_path), "--format", "json", NAME)

        layer = checked_json(result, "explain-1")["layers"][0]
        assert (layer["active"], layer["obstacle"], result.exit_code) == (True, obstacle, 1)

    def test_a_layer_that_can_be_loaded_passes(self, run: Run, tmp_path: Path) -> None:
        """With its library in place there is nothing to complain about."""
        driver(tmp_path)
        implicit(tmp_path)
        library(tmp_path, "libVkLayer_good.so")

        result = run("explain", "--root", str(tmp_path), "--format", "json")

        layer = checked_json(result, "explain-1")["layers"][0]
        assert (layer["obstacle"], result.exit_code) == ("", 0)

    @pytest.mark.rule("LDP_LOADER_1")
    def test_drivers_that_cannot_be_loaded_are_no_drivers(self, run: Run, tmp_path: Path) -> None:
        """With only such drivers vkCreateInstance has none."""
        driver(tmp_path)
        (tmp_path / "usr/lib/libvulkan_x.so").unlink()

        result = run("explain", "--root", str(tmp_path), "--format", "json")

        assert checked_json(result, "explain-1")["result"] == "VK_ERROR_INCOMPATIBLE_DRIVER"


class TestHiding:
    """What keeps a layer out of sight is named, and the change is made there."""

    def test_a_hidden_manifest_is_named(self, run: Run, tmp_path: Path) -> None:
        """VK_LAYER_PATH replaces the search; the installed manifest is pointed at."""
        path = explicit(tmp_path)

        layer = explained(run, tmp_path, "--env", "VK_LAYER_PATH=/nowhere")

        assert path.removeprefix(str(tmp_path)) in layer["reasons"][0]["fact"]

    def test_a_settings_file_is_opened_for_others(self, run: Run, tmp_path: Path) -> None:
        """A list without an unordered location hides every other layer; adding one is one key."""
        implicit(tmp_path)
        folder = tmp_path / "etc/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        settings = {"file_format_version": "1.0.0", "settings": {"layers": []}}
        (folder / "vk_loader_settings.json").write_text(json.dumps(settings))

        layer = explained(run, tmp_path)

        assert layer["smallest_change"]["kind"] == "edit-key"
        assert layer["smallest_change"]["what"].endswith("vk_loader_settings.json: settings.layers.0")

    @pytest.mark.rule("OVERRIDE-06")
    def test_override_paths_are_removed(self, run: Run, tmp_path: Path) -> None:
        """A component outside the override paths voids the override layer; one key brings it back."""
        _override(tmp_path, override_paths=["/opt/nothing"])

        result = run("explain", "--root", str(tmp_path), "--format", "json", "VK_LAYER_LUNARG_override")

        layers = checked_json(result, "explain-1")["layers"]
        layer = next(each for each in layers if each["name"] == "VK_LAYER_LUNARG_override")
        assert [reason["rule"] for reason in layer["reasons"]] == ["OVERRIDE-06"]
        assert layer["smallest_change"]["what"].endswith("override.json: layer.override_paths")

    @pytest.mark.rule("ENV-DEVLAYERS-01", "MANIFEST-LAYER-06")
    def test_a_device_layer_of_2016_has_its_own_variable(self, run: Run, tmp_path: Path) -> None:
        """Nothing is wrong with its type in 2016, and VK_DEVICE_LAYERS activates it."""
        explicit(tmp_path, type="DEVICE")

        layer = explained(run, tmp_path, "--edition", "2016")

        assert "MANIFEST-LAYER-06" not in [reason["rule"] for reason in layer["reasons"]]
        assert layer["smallest_change"] == {"kind": "set-env", "what": "VK_DEVICE_LAYERS", "value": NAME}

    def test_letter_case_is_recognised(self, run: Run, tmp_path: Path) -> None:
        """A name in the wrong case is taken for the right one."""
        explicit(tmp_path)

        result = run("explain", "--root", str(tmp_path), NAME.lower())

        assert result.stdout.startswith(f"{NAME} is not active: nothing asks for this explicit layer")


class TestTwoOfOneName:
    """The change is proposed for the entry that it would activate."""

    @pytest.mark.rule("DISC-GEN-02")
    def test_a_shadowed_entry_is_told_so_and_no_more(self, run: Run, tmp_path: Path) -> None:
        """The copy in /etc comes first; what is proposed activates that one."""
        explicit(tmp_path)
        manifest(tmp_path / "etc/vulkan/explicit_layer.d")

        result = run("explain", "--root", str(tmp_path), "--format", "json", NAME)

        layers = {layer["manifest"]: layer for layer in checked_json(result, "explain-1")["layers"]}
        first = layers["/etc/vulkan/explicit_layer.d/good.json"]
        second = layers["/usr/share/vulkan/explicit_layer.d/good.json"]
        assert first["smallest_change"]["what"] == "VK_INSTANCE_LAYERS"
        assert second["smallest_change"] is None
        assert second["reasons"][0]["rule"] == "DISC-GEN-02"
