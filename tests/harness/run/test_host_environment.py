"""What a run keeps of the machine around it: how a loader sees it, short, and nothing private."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from refloader.host.machines.memory import MemoryHost
from refloader.results.results_file import Writer, read
from refloader.suite.run import header as run_header
from refloader.suite.run import host_environment as module
from refloader.suite.run.host_environment import LIMIT, explained_environment
from refloader.suite.subjects.request import RunRequest

SCHEMAS = Path(__file__).parents[3] / "reports" / "schema"
FOLDER = "/usr/share/vulkan/implicit_layer.d"


def manifest(name: str, **more: object) -> bytes:
    """The manifest of an implicit layer."""
    layer = {
        "name": name,
        "type": "GLOBAL",
        "library_path": "./lib.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer for tests",
        "disable_environment": {f"NO_{name}": "1"},
        **more,
    }
    return json.dumps({"file_format_version": "1.2.0", "layer": layer}).encode()


def machine(files: Mapping[str, bytes], **variables: str) -> MemoryHost:
    """A machine with these files and variables."""
    return MemoryHost(files, {"HOME": "/home/user", **variables})


class TestWhatIsKept:
    """The explanation of the machine, with where was looked."""

    def test_an_active_layer(self) -> None:
        """It is in the chain, with the reason for it."""
        kept, notes = explained_environment(machine({f"{FOLDER}/a.json": manifest("VK_LAYER_TEST_a")}))

        assert kept["schema"] == "refloader.explain/1"
        assert (kept["chain"], notes) == (["VK_LAYER_TEST_a"], ())
        assert kept["layers"][0]["reasons"][-1]["rule"] == "ACT-IMPLICIT-01"

    @pytest.mark.parametrize("number", [2, 4000])
    def test_its_shape(self, number: int) -> None:
        """It is what the published schema says, shortened or not."""
        files = {f"{FOLDER}/{n}.json": manifest(f"VK_LAYER_TEST_{n}") for n in range(number)}

        kept, _ = explained_environment(machine(files))

        assert ("left_out" in kept) == (number > 2)
        jsonschema.validate(kept, json.loads((SCHEMAS / "explain-1.schema.json").read_text()))

    def test_places(self) -> None:
        """Each place says what came of looking there."""
        kept, _ = explained_environment(machine({f"{FOLDER}/a.json": manifest("VK_LAYER_TEST_a")}))

        states = {place["path"]: place["state"] for place in kept["places"]}
        assert (states[FOLDER], states["/etc/vulkan/implicit_layer.d"]) == ("read", "missing")

    def test_it_is_the_same_again(self) -> None:
        """Two looks at one machine keep the same."""
        host = machine({f"{FOLDER}/{n}.json": manifest(f"VK_LAYER_TEST_{n}") for n in range(9)})

        assert explained_environment(host) == explained_environment(host)

    def test_no_change_is_looked_for(self) -> None:
        """A layer that a variable names and nobody has costs no search for what would help."""
        kept, _ = explained_environment(machine({}, VK_INSTANCE_LAYERS="VK_LAYER_TEST_gone"))

        assert (kept["asked"], kept["layers"]) == (["VK_LAYER_TEST_gone"], [])


class TestBounds:
    """However much there is on the machine, a header stays small and is made quickly."""

    def test_a_thousand_manifests(self) -> None:
        """They are kept in less than the limit, in no time to speak of."""
        files = {f"{FOLDER}/{n}.json": manifest(f"VK_LAYER_TEST_{n}") for n in range(1000)}
        before = time.process_time()

        kept, notes = explained_environment(machine(files))

        assert len(json.dumps(kept)) <= LIMIT
        assert (len(kept["chain"]), notes) == (1000, ())
        assert time.process_time() - before < 3  # 0.13 s on a machine with nothing else to do

    def test_more_than_is_kept(self) -> None:
        """The first of each list stay, and the others are counted."""
        text = "x" * 200
        files = {f"{FOLDER}/{n}.json": manifest(f"VK_LAYER_{n}_{text}") for n in range(4000)}

        kept, _ = explained_environment(machine(files))

        assert len(json.dumps(kept)) <= LIMIT
        assert kept["left_out"]["chain"] == 4000 - len(kept["chain"])
        assert kept["left_out"]["layers"] == 4000 - len(kept["layers"])

    def test_a_long_variable(self) -> None:
        """Of an endless value the beginning is kept."""
        kept, _ = explained_environment(machine({}, VK_LAYER_PATH="/a" * 50_000))

        [value] = [each["value"] for each in kept["controls"] if each["name"] == "VK_LAYER_PATH"]
        assert len(value) < 5000


class TestPrivacy:
    """A report is shown to others: what decides is in it, and nothing else of the environment."""

    @pytest.mark.parametrize("key", ["enable_environment", "disable_environment"])
    def test_a_manifest_that_names_a_secret(self, key: str) -> None:
        """A layer's manifest may name any variable; its value does not get into a report."""
        files = {f"{FOLDER}/a.json": manifest("VK_LAYER_TEST_a", **{key: {"API_TOKEN": "1"}})}

        kept, _ = explained_environment(machine(files, API_TOKEN="s3cret-of-the-user"))

        assert "API_TOKEN" in json.dumps(kept)
        assert "s3cret-of-the-user" not in json.dumps(kept)

    def test_a_switch(self) -> None:
        """The value of a switch is told: it is what decides."""
        files = {
            f"{FOLDER}/a.json": manifest("VK_LAYER_TEST_a", enable_environment={"ENABLE_A": "1"}),
        }

        kept, _ = explained_environment(machine(files, ENABLE_A="yes"))

        assert 'ENABLE_A is "yes"' in kept["layers"][0]["reasons"][-1]["fact"]

    def test_a_variable_without_effect(self) -> None:
        """It is named, and its value is not kept."""
        kept, _ = explained_environment(machine({}, VK_LAYER_PATH="/a", VK_ADD_LAYER_PATH="/not/looked/at"))

        [control] = [each for each in kept["controls"] if each["name"] == "VK_ADD_LAYER_PATH"]
        assert (control["in_force"], control["value"]) == (False, "")


class TestFailingHost:
    """Whatever goes wrong with looking around, the run goes on."""

    def test_it_raises(self) -> None:
        """Nothing is kept, and a note says so."""

        class Broken(MemoryHost):
            def list(self, path: str) -> Any:
                raise RuntimeError("the disk\x1b[2J is gone")

        kept, [note] = explained_environment(Broken())

        assert kept == {}
        assert note == "how a loader sees this machine is not known: RuntimeError: the disk\\x1b[2J is gone"

    def test_too_much_of_everything(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where nothing makes it short enough nothing is kept, and a note says so."""
        monkeypatch.setattr(module, "LIMIT", 10)

        kept, [note] = explained_environment(machine({}))

        assert (kept, note) == ({}, "how a loader sees this machine is not kept: it is too much")


class TestHeader:
    """Every run has them in its header."""

    def test_of_this_machine(self, tmp_path: Path) -> None:
        """They are those of the process that runs the tests, and can be written and read."""
        wanted = RunRequest(layers=("/gone.json",))
        path = tmp_path / "results.ndjson"

        with Writer(str(path), run_header.header(wanted, (), (), "refloader conform")):
            pass

        assert read(str(path)).header.surroundings == explained_environment()[0]

    def test_a_note(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where they cannot be had the header says why, and the run goes on."""
        monkeypatch.setattr(run_header, "explained_environment", lambda _: ({}, ("it is not known",)))

        header = run_header.header(
            RunRequest(layers=("/gone.json",)), (), (), "refloader conform", ("another",)
        )

        assert (header.surroundings, header.notes) == ({}, ("it is not known", "another"))
