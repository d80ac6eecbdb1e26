"""The scenario, its builder and its form on disk."""

import json
import os
import re
import string
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.scenario.actions import STEPS, problems
from refloader.scenario.scenario import Application, Library, Mock, Privilege, Scenario, ScenarioError, World
from refloader.scenario.scenario_file import load, save


def manifest(world: World, path: str) -> dict[str, Any]:
    """The JSON at a path of the built scenario."""
    content: dict[str, Any] = json.loads(world.scenario().files[path])
    return content


class TestDullDefaults:
    """A builder makes a valid world out of a name, so that a test says only what it is about."""

    def test_new_world_has_a_home_and_nothing_else(self) -> None:
        """An untouched builder gives the default scenario."""
        assert World().scenario() == Scenario(variables={"HOME": "/home/user"})

    def test_driver_is_a_manifest_with_its_library_beside_it(self) -> None:
        """A driver takes its library from the folder of its manifest."""
        world = World()

        path = world.driver("plain")

        assert path == "/usr/share/vulkan/icd.d/plain.json"
        assert manifest(world, path) == {
            "file_format_version": "1.0.0",
            "ICD": {"library_path": "/usr/share/vulkan/icd.d/libplain.so", "api_version": "1.3.0"},
        }
        assert world.scenario().libraries == {
            "/usr/share/vulkan/icd.d/libplain.so": Library("driver", {"name": "plain"})
        }

    def test_explicit_layer_is_complete(self) -> None:
        """An explicit layer has every key that a layer must have, and no disable variable."""
        world = World()

        path = world.explicit_layer("VK_LAYER_TEST_a")

        assert path == "/usr/share/vulkan/explicit_layer.d/VK_LAYER_TEST_a.json"
        assert manifest(world, path)["layer"] == {
            "name": "VK_LAYER_TEST_a",
            "type": "GLOBAL",
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": "A layer for tests",
            "library_path": "/usr/share/vulkan/explicit_layer.d/libVK_LAYER_TEST_a.so",
        }

    def test_implicit_layer_has_an_off_switch(self) -> None:
        """An implicit layer is turned off by a variable of its own name."""
        world = World()

        path = world.implicit_layer("VK_LAYER_TEST_b", enable_environment={"ENABLE_B": "1"})

        layer = manifest(world, path)["layer"]
        assert path == "/usr/share/vulkan/implicit_layer.d/VK_LAYER_TEST_b.json"
        assert layer["disable_environment"] == {"DISABLE_VK_LAYER_TEST_b": "1"}
        assert layer["enable_environment"] == {"ENABLE_B": "1"}

    def test_none_leaves_a_key_out(self) -> None:
        """Every key can be dropped, the version of the file format too."""
        world = World()

        path = world.implicit_layer(
            "VK_LAYER_a", disable_environment=None, type=None, file_format_version=None
        )

        assert manifest(world, path) == {
            "layer": {
                "name": "VK_LAYER_a",
                "api_version": "1.3.0",
                "implementation_version": "1",
                "description": "A layer for tests",
                "library_path": "/usr/share/vulkan/implicit_layer.d/libVK_LAYER_a.so",
            }
        }

    def test_meta_layer_has_components_and_no_library(self) -> None:
        """A meta-layer names its components; an implicit one can be turned off."""
        world = World()

        path = world.meta_layer("VK_LAYER_m", components=["VK_LAYER_a"], implicit=True)

        layer = manifest(world, path)["layer"]
        assert layer["component_layers"] == ["VK_LAYER_a"]
        assert layer["disable_environment"] == {"DISABLE_VK_LAYER_m": "1"}
        assert "library_path" not in layer
        assert world.scenario().libraries == {}

    def test_override_layer_says_only_what_it_was_told(self) -> None:
        """The override layer has the keys that were given and none of the others."""
        world = World()

        path = world.override_layer(components=["VK_LAYER_a"], app_keys=["/world/game"])

        layer = manifest(world, path)["layer"]
        assert path == "/usr/share/vulkan/implicit_layer.d/VkLayer_override.json"
        assert layer["name"] == "VK_LAYER_LUNARG_override"
        assert layer["app_keys"] == ["/world/game"]
        assert "blacklisted_layers" not in layer
        assert "override_paths" not in layer

    def test_raw_content_replaces_a_manifest(self) -> None:
        """Any bytes, text or object can be put at any path."""
        world = World()
        path = world.driver()

        world.file(path, b"\xff{")
        world.file("/world/text", "caf\u00e9")
        world.file("/world/object.json", {"a": 1})

        files = world.scenario().files
        assert files[path] == b"\xff{"
        assert files["/world/text"] == b"caf\xc3\xa9"
        assert json.loads(files["/world/object.json"]) == {"a": 1}

    def test_variables_are_set_and_unset(self) -> None:
        """None unsets a variable, HOME too; an empty value is a value."""
        world = World()

        world.variable("VK_LAYER_PATH", "")
        world.variable("HOME", None)

        assert world.scenario().variables == {"VK_LAYER_PATH": ""}


class TestImpossibleScenarios:
    """What no machine can be made to show is refused when the scenario is made."""

    @pytest.mark.parametrize(
        "path", ["world/a", "/world//a", "/world/../a", "/world/", "/", "", "/a\0b", "/\ud800", "/a" * 2049]
    )
    def test_path_is_plain_and_absolute(self, path: str) -> None:
        """A path is absolute, without empty, dot or unencodable parts, and no longer than a system takes."""
        with pytest.raises(ScenarioError, match="not a plain absolute path"):
            Scenario(files={path: b""})

    def test_file_cannot_hold_files(self) -> None:
        """A path is either a file or a folder."""
        with pytest.raises(ScenarioError, match='"/world/a" cannot both be a file and hold "/world/a/b/c"'):
            Scenario(files={"/world/a": b"", "/world/a/b/c": b""})

    def test_one_thing_at_a_path(self) -> None:
        """A library's flags take a path of their own."""
        with pytest.raises(ScenarioError, match="two things"):
            Scenario(files={"/world/a.so.flags": b""}, libraries={"/world/a.so": Library("layer")})

    @pytest.mark.parametrize(("name", "value"), [("", "x"), ("A=B", "x"), ("A", "\0"), ("A", "\ud800")])
    def test_variable_fits_an_environment(self, name: str, value: str) -> None:
        """A variable's name and value are what putenv takes."""
        with pytest.raises(ScenarioError, match="variable"):
            Scenario(variables={name: value})

    @pytest.mark.parametrize(("name", "value"), [("trace", "/x"), ("a=b", "x"), ("a", "x\ny")])
    def test_flag_fits_a_line(self, name: str, value: str) -> None:
        """A flag is one line of the file beside the library, and the trace belongs to the world."""
        with pytest.raises(ScenarioError, match="flag"):
            Scenario(libraries={"/world/a.so": Library("layer", {name: value})})

    @pytest.mark.parametrize("version", ["one", "1.x", "1.2.3.4.5", "-1"])
    def test_api_version_is_numbers(self, version: str) -> None:
        """The application's version is one that can be packed."""
        with pytest.raises(ScenarioError, match="not an API version"):
            Scenario(application=Application(api_version=version))


class TestApplicationVersion:
    """The number that the application gives is the packed form of the text."""

    @pytest.mark.parametrize(
        ("text", "number"),
        [
            ("1.0.0", 1 << 22),
            ("1.3.250", 1 << 22 | 3 << 12 | 250),
            ("0", 0),
            ("1.1.0.0", 1 << 29 | 1 << 22),
            ("", None),
        ],
    )
    def test_packing(self, text: str, number: int | None) -> None:
        """Four numbers start with the variant, and an empty text means no VkApplicationInfo."""
        assert Application(api_version=text).packed_version == number


names = st.text(string.ascii_letters + "._- \u00e9\udcff", min_size=1, max_size=8).filter(
    lambda name: name not in (".", "..")
)
texts = st.text(
    st.characters(exclude_characters="\0\n", exclude_categories=["Cs"]) | st.just("\udcfe"), max_size=20
)


def paths(top: str) -> st.SearchStrategy[str]:
    """Paths under one folder, none of which is inside another."""
    return st.lists(names, min_size=2, max_size=2).map(lambda parts: "/".join([top, *parts]))


scenarios = st.builds(
    Scenario,
    files=st.dictionaries(paths("/world/files"), st.binary(max_size=40), max_size=4),
    variables=st.dictionaries(names, texts, max_size=3),
    libraries=st.dictionaries(
        paths("/world/libraries").filter(lambda path: not path.endswith(".flags")),
        st.builds(
            Library,
            st.sampled_from(get_args(Mock)),
            st.dictionaries(names.filter(lambda name: name != "trace"), texts, max_size=2),
        ),
        max_size=2,
    ),
    links=st.dictionaries(paths("/world/links"), texts, max_size=2),
    application=st.builds(
        Application,
        api_version=st.sampled_from(["", "1.0.0", "1.3.250", "0.1.2.3"]),
        layers=st.lists(texts, max_size=2).map(tuple),
        extensions=st.lists(texts, max_size=2).map(tuple),
        flags=st.integers(0, 0xFFFFFFFF),
        executable=st.sampled_from(["", "/world/bin/game"]),
    ),
    privilege=st.sampled_from(get_args(Privilege)),
    note=texts,
)


class TestFormOnDisk:
    """A scenario is a folder that can be kept, edited and read again."""

    @given(scenario=scenarios)
    def test_what_is_saved_is_loaded(
        self, scenario: Scenario, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        """Every scenario comes back equal."""
        folder = str(tmp_path_factory.mktemp("scenario"))

        save(scenario, folder)

        assert load(folder) == scenario

    def test_files_lie_in_the_tree_as_they_are(self, tmp_path: Path) -> None:
        """A person finds a manifest at its virtual path under tree/."""
        world = World()
        world.file("/world/layers/x.json", b"{")

        save(world.scenario(), str(tmp_path))

        assert (tmp_path / "tree/world/layers/x.json").read_bytes() == b"{"

    def test_only_the_schema_is_needed(self, tmp_path: Path) -> None:
        """Everything that scenario.json leaves out has its default."""
        (tmp_path / "scenario.json").write_text('{"schema": "refloader.scenario/1"}')

        assert load(str(tmp_path)) == Scenario()

    @pytest.mark.parametrize(("said", "privilege"), [("true", "setgid"), ("false", "none")])
    def test_the_older_word_for_privilege_is_read(self, tmp_path: Path, said: str, privilege: str) -> None:
        """What was written when there was one kind of privilege still says the same."""
        text = f'{{"schema": "refloader.scenario/1", "elevated": {said}}}'
        (tmp_path / "scenario.json").write_text(text)

        assert load(str(tmp_path)).privilege == privilege

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("{", 'scenario.json":1:2: '),
            ("[" * 100_000, "levels of nesting"),
            ("[]", "should be an object"),
            ("{}", "schema"),
            ('{"schema": "refloader.scenario/1", "colour": 1}', 'no key "colour"'),
            (
                '{"schema": "refloader.scenario/1", "expect": {"a": -1e400}}',
                ':1:52: the number "-1e400" is too',
            ),
            ('{"schema": "refloader.scenario/1", "elevated": 1}', '"elevated" should be true or false'),
            ('{"schema": "refloader.scenario/1", "privilege": "sudo"}', 'no privilege called "sudo"'),
            (
                '{"schema": "refloader.scenario/1", "variables": {"A": 1}}',
                'scenario.json":1:50: "variables.A" should be a string',
            ),
            ('{"schema": "refloader.scenario/1", "variables": {"A": "\\u0000"}}', "cannot be set"),
            ('{"schema": "refloader.scenario/1", "libraries": {"/a": {"mock": "cat"}}}', "no mock"),
            (
                '{"schema": "refloader.scenario/1", "application": {"flags": true}}',
                '"application.flags" should be a whole number',
            ),
        ],
    )
    def test_bad_json_is_named(self, tmp_path: Path, text: str, problem: str) -> None:
        """What is wrong with scenario.json is said in one sentence."""
        (tmp_path / "scenario.json").write_text(text)

        with pytest.raises(ScenarioError, match=problem):
            load(str(tmp_path))

    def test_missing_folder_is_named(self, tmp_path: Path) -> None:
        """A folder without scenario.json is no scenario."""
        with pytest.raises(ScenarioError, match="missing"):
            load(str(tmp_path / "nowhere"))

    def test_link_in_the_tree_is_refused(self, tmp_path: Path) -> None:
        """The tree holds plain files, so that nothing outside it is read."""
        save(Scenario(), str(tmp_path))
        (tmp_path / "tree/passwd").symlink_to("/etc/passwd")

        with pytest.raises(ScenarioError, match="not a plain file"):
            load(str(tmp_path))

    @pytest.mark.parametrize("name", ["scenario.json", "tree/a.json"])
    @pytest.mark.parametrize("kind", ["fifo", "huge"])
    def test_file_that_would_not_end_is_refused(self, tmp_path: Path, name: str, kind: str) -> None:
        """A pipe is not waited for, and a file beyond all sense is not read."""
        save(Scenario(), str(tmp_path))
        path = tmp_path / name
        path.unlink(missing_ok=True)
        if kind == "fifo":
            os.mkfifo(path)
        else:
            path.touch()
            os.truncate(path, 1 << 40)

        with pytest.raises(ScenarioError, match=re.escape(str(path))):
            load(str(tmp_path))

    @pytest.mark.parametrize("target", ["/etc", "nowhere"])
    def test_tree_that_is_a_link_is_refused(self, tmp_path: Path, target: str) -> None:
        """The tree is a folder of its own, so that nothing outside it is read."""
        save(Scenario(), str(tmp_path))
        (tmp_path / "tree").rmdir()
        (tmp_path / "tree").symlink_to(target)

        with pytest.raises(ScenarioError, match="is no folder"):
            load(str(tmp_path))

    def test_tree_that_is_a_file_is_refused(self, tmp_path: Path) -> None:
        """A scenario whose tree got lost is not taken for one without files."""
        save(Scenario(), str(tmp_path))
        (tmp_path / "tree").rmdir()
        (tmp_path / "tree").touch()

        with pytest.raises(ScenarioError, match="is no folder"):
            load(str(tmp_path))

    def test_scenarios_do_not_mix(self, tmp_path: Path) -> None:
        """A folder that holds a scenario is not written over."""
        save(Scenario(), str(tmp_path))

        with pytest.raises(FileExistsError):
            save(Scenario(), str(tmp_path))


def test_what_a_step_lacks_comes_in_the_order_of_the_step() -> None:
    """The one that is named does not change from run to run."""
    for step in ("call", "set", "pointer", "device_lookup", "groups"):
        needed = [f'the step "{step}" lacks "{name}"' for name in STEPS[step].needed]

        assert list(problems([(step, "it", {})])) == needed
