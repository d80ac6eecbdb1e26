"""What a layer is as a subject: from a manifest, from a library alone, and as it stands in the results."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from refloader.native.mocks import mock_library
from refloader.suite.run.header import header
from refloader.suite.run.targets import first_results, repro, targets
from refloader.suite.subjects.layer import LayerSubject, bare_library, layers_at, layers_now
from refloader.suite.subjects.library_names import is_library
from refloader.suite.subjects.request import RunRequest

LAYER = {
    "name": "VK_LAYER_TEST_one",
    "type": "GLOBAL",
    "library_path": "./libone.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "one",
}


def manifest(folder: Path, *layers: dict[str, Any], name: str = "one.json") -> str:
    """A manifest of these layers."""
    path = folder / name
    body = {"layer": layers[0]} if len(layers) == 1 else {"layers": list(layers)}
    path.write_text(json.dumps({"file_format_version": "1.1.2", **body}))
    return str(path)


@pytest.fixture
def library(tmp_path: Path) -> str:
    """The mock layer's library where the manifests name it."""
    source = mock_library("mock_layer")
    if source is None:
        pytest.skip("the mock layer is not built (install with a C compiler)")
    path = tmp_path / "libone.so"
    path.write_bytes(Path(source).read_bytes())
    return str(path)


class TestManifests:
    """The layers that can be run are those with a library of their own."""

    def test_a_layer(self, tmp_path: Path, library: str) -> None:
        """Its library is an absolute path, and names of functions come from the manifest."""
        names = {"vkGetInstanceProcAddr": "oneGetInstanceProcAddr"}
        path = manifest(tmp_path, {**LAYER, "functions": names, "disable_environment": {"NO_ONE": "1"}})

        [layer] = layers_at(path)

        assert (layer.name, layer.manifest, layer.library) == ("VK_LAYER_TEST_one", path, library)
        assert (layer.problem, layer.implicit, layer.api_version) == ("", True, "1.3.0")
        assert layer.function("vkGetInstanceProcAddr") == "oneGetInstanceProcAddr"
        assert layer.function("vkGetDeviceProcAddr") == "vkGetDeviceProcAddr"

    def test_what_an_implicit_layer_wants_to_be_on(self, tmp_path: Path) -> None:
        """The variable of enable_environment belongs to it."""
        switches = {"enable_environment": {"ONE": "1"}, "disable_environment": {"NO_ONE": "1"}}

        [layer] = layers_at(manifest(tmp_path, {**LAYER, **switches}))

        assert layer.variables == (("ONE", "1"),)

    def test_extensions(self, tmp_path: Path) -> None:
        """The names of its extensions and of the functions they bring are known."""
        announced = {
            "instance_extensions": [{"name": "VK_TEST_a", "spec_version": "1"}],
            "device_extensions": [{"name": "VK_TEST_b", "spec_version": "1", "entrypoints": ["vkBTEST"]}],
        }

        [layer] = layers_at(manifest(tmp_path, {**LAYER, **announced}))

        assert layer.instance_extensions == ("VK_TEST_a",)
        assert (layer.device_extensions, layer.entrypoints) == (("VK_TEST_b",), ("vkBTEST",))

    def test_a_library_that_is_not_there(self, tmp_path: Path) -> None:
        """Such a layer cannot be run, and says why."""
        [layer] = layers_at(manifest(tmp_path, LAYER))

        assert layer.problem == "its library cannot be loaded: it is not found"

    def test_a_library_of_nothing(self, tmp_path: Path) -> None:
        """Neither can one whose library is no library."""
        (tmp_path / "libone.so").write_text("text")

        [layer] = layers_at(manifest(tmp_path, LAYER))

        assert layer.problem.startswith("its library cannot be loaded: ")

    @pytest.mark.parametrize(
        ("entry", "problem"),
        [
            ({"name": "a\0b"}, 'its name "a\\x00b": that is no text of C'),
            ({"name": "a\ud800"}, 'its name "a\\ud800": that is no text of C'),
            ({"functions": {"vkGetInstanceProcAddr": "a\0"}}, 'its function "a\\x00": that is no text of C'),
            ({"name": "a" * 200_000}, '(200000 characters)": that is too long'),
            ({"library_path": "$ORIGIN/libone.so"}, "depends on the loader that opens it"),
        ],
    )
    def test_what_nobody_can_ask_for(
        self, tmp_path: Path, library: str, entry: dict[str, Any], problem: str
    ) -> None:
        """Names that a process cannot be given, and paths that lead elsewhere for each loader, are told."""
        [layer] = layers_at(manifest(tmp_path, {**LAYER, **entry}))

        assert layer.problem.endswith(problem)

    @pytest.mark.parametrize(
        ("name", "value"), [("A=B", "1"), ("", "1"), ("A", "\0"), ("A\ud800", "1"), ("A", "1" * 200_000)]
    )
    def test_variables_that_nobody_can_set(self, tmp_path: Path, name: str, value: str) -> None:
        """They are left out."""
        switches = {"enable_environment": {name: value}, "disable_environment": {"NO_ONE": "1"}}

        [layer] = layers_at(manifest(tmp_path, {**LAYER, **switches}))

        assert layer.variables == ()

    def test_meta_layers_are_not_run(self, tmp_path: Path) -> None:
        """A list of other layers has no library."""
        meta = {key: value for key, value in LAYER.items() if key != "library_path"}

        assert layers_at(manifest(tmp_path, {**meta, "component_layers": ["VK_LAYER_TEST_a"]})) == ()

    @pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff\xfe", b"{}", b'{"layer": 7}'])
    def test_no_manifest(self, tmp_path: Path, data: bytes) -> None:
        """Where nothing can be read there is no layer."""
        path = tmp_path / "x.json"
        path.write_bytes(data)

        assert layers_at(str(path)) == ()


class TestLibraries:
    """A library may come without a manifest."""

    @pytest.mark.parametrize(
        ("path", "held"),
        [("libx.so", True), ("/a/libx.so.1.2", True), ("x.json", False), ("so", False), ("x.sock", False)],
    )
    def test_by_the_name(self, path: str, held: bool) -> None:
        """The look of a name says whether it is a library."""
        assert is_library(path) is held

    @pytest.mark.parametrize(
        ("file", "name"),
        [("libVK_LAYER_TEST_x.so", "VK_LAYER_TEST_x"), ("libtwo.so", "VK_LAYER_two")],
    )
    def test_it_is_called_by_its_file(self, tmp_path: Path, library: str, file: str, name: str) -> None:
        """Without another name the file gives one."""
        path = str(Path(library).rename(tmp_path / file))

        assert bare_library(path) == LayerSubject(name, "", path)

    def test_one_that_is_not_there(self, tmp_path: Path) -> None:
        """It says why it cannot be run."""
        problem = "the library cannot be loaded: it is not found"

        assert bare_library(str(tmp_path / "libx.so")).problem == problem

    def test_one_that_is_none(self, tmp_path: Path) -> None:
        """So does a file that only has the name of one."""
        (tmp_path / "libx.so").write_text("text")

        assert bare_library(str(tmp_path / "libx.so")).problem.startswith("the library cannot be loaded: ")


class TestResults:
    """Layers stand in the results under the name of their manifest."""

    def test_one_layer(self, tmp_path: Path, library: str) -> None:
        """It is one subject, for what was read and for what was run."""
        path = manifest(tmp_path, LAYER)
        wanted = RunRequest(layers=(path,))

        [target] = targets(wanted)
        [row], results = first_results(wanted, (target,))

        assert (target.kind, target.name, target.path, target.edition) == (
            "layer",
            "one.json",
            library,
            "2026",
        )
        assert row.name == "one.json"
        assert {each.subject for each in results} == {"one.json"}

    def test_several_of_one_manifest(self, tmp_path: Path) -> None:
        """Each has a row of its own beside that of the manifest."""
        path = manifest(tmp_path, LAYER, {**LAYER, "name": "VK_LAYER_TEST_two"})
        wanted = RunRequest(layers=(path,))

        made = targets(wanted)
        rows, _ = first_results(wanted, made)

        names = ["one.json VK_LAYER_TEST_one", "one.json VK_LAYER_TEST_two"]
        assert [each.name for each in made] == names
        assert [each.name for each in rows] == ["one.json", *names]

    def test_a_manifest_that_is_changed_during_the_run(self, tmp_path: Path, library: str) -> None:
        """The layer is not there any more, and that is told."""
        path = manifest(tmp_path, LAYER)
        [target] = targets(RunRequest(layers=(path,)))
        Path(path).unlink()

        with pytest.raises(LookupError, match="the manifest was changed during the run: it has no layer"):
            target.layer_subject()

    def test_a_library_alone(self, library: str) -> None:
        """It is a subject without anything to be read."""
        wanted = RunRequest(layers=(library,))

        made = targets(wanted)
        [row], results = first_results(wanted, made)

        assert (row.kind, row.name, results) == ("layer", "libone.so", ())
        assert (
            repro(wanted, made[0], "LLP_LAYER_2", "")
            == f"refloader conform --layer {shlex.quote(str(library))} --rule LLP_LAYER_2"
        )

    def test_the_header_says_what_layers_run_in(self, library: str) -> None:
        """What kept them from harming anything stands among the facts of the machine."""
        wanted = RunRequest(layers=(library,))
        made = targets(wanted)

        told = header(wanted, made, (), "").machine["isolation of layers"]

        assert isinstance(told, list)
        assert told


@pytest.mark.parametrize(
    ("version", "older"),
    [("1.1.73", True), ("1.2.162", True), ("1.3.204", False), ("1.4.303", False), ("", False)],
)
def test_layers_of_the_documents_of_2018(version: str, older: bool) -> None:
    """What says no version is judged by today's documents."""
    assert LayerSubject("VK_LAYER_a", "", "", api_version=version).is_of_2018 is older


class TestLayersNow:
    """Cases of a run ask again and again what the manifest describes."""

    def test_the_same_file_is_read_once(self, tmp_path: Path, library: str) -> None:
        """What a library needs is not looked for again."""
        path = manifest(tmp_path, LAYER)

        assert layers_now(path) is layers_now(path)

    def test_another_file_is_read(self, tmp_path: Path, library: str) -> None:
        """The manifest may be changed during a run."""
        path = manifest(tmp_path, LAYER)
        before = layers_now(path)
        manifest(tmp_path, {**LAYER, "name": "VK_LAYER_TEST_another"})

        assert [each.name for each in (*before, *layers_now(path))] == [
            "VK_LAYER_TEST_one",
            "VK_LAYER_TEST_another",
        ]

    def test_none_is_there(self, tmp_path: Path) -> None:
        """It may be gone as well."""
        assert layers_now(str(tmp_path / "one.json")) == ()
