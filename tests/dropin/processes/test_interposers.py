"""Tests of libraries that stand between the loader and libc: what they show is what the loader sees."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mock_world import MockWorld
from programs import Program

HOSTS = Path(__file__).resolve().parents[1] / "hosts"
SHARED = ("-shared", "-fPIC", "-fvisibility=hidden")
TEXT = "from session import *; s = Session(); say([s.result, s.names(), s.loader.layers()['layers']])"
LAYERS = "from session import *; say([row[0] for row in Loader('libvulkan.so.1').layers()['layers']])"


class TestInterposers:
    """Files, folders and libraries go through libc's own symbols."""

    @pytest.mark.parametrize("name", ["plain", "other"])
    def test_only_what_is_shown(
        self, program: Program, world: MockWorld, compiled: Callable[..., str], name: str
    ) -> None:
        """A folder, a manifest in memory and a library that only the interposer knows, and nothing else."""
        library = world.driver(name, device_name=f"the {name} one")
        folder, interposer = os.path.split(compiled("interposer", *SHARED))
        variables = {
            "OFFERED": str(library),
            "LD_PRELOAD": interposer,  # a path with a space would be two
            "LD_LIBRARY_PATH": f"{program.folder}:{folder}",
            "PYTHONPATH": str(HOSTS),
        }

        printed = program.succeed([sys.executable, "-c", TEXT], variables)

        assert json.loads(printed) == [0, [f"the {name} one"], []]


class TestAnswers:
    """Variables and files are read by the functions that other loaders call."""

    @pytest.fixture
    def answered(
        self, program: Program, world: MockWorld, compiled: Callable[..., str]
    ) -> Callable[..., Any]:
        """Return what a script says, with these answers of the interposer and these variables."""
        folder, interposer = os.path.split(compiled("answers", *SHARED))

        def run(script: str, answers: str, **variables: str) -> Any:
            interposed = {"LD_PRELOAD": interposer, "LD_LIBRARY_PATH": f"{program.folder}:{folder}"}
            own = {"ANSWERS": answers, "PYTHONPATH": str(HOSTS)}
            command = [sys.executable, "-c", script]
            return json.loads(program.succeed(command, {**world.variables, **interposed, **own, **variables}))

        return run

    @pytest.fixture
    def devices(self, answered: Callable[..., Any]) -> Callable[..., Any]:
        """Return the devices of an instance, with these answers and these variables."""
        return lambda answers, **variables: answered(TEXT, answers, **variables)[1]

    @pytest.fixture
    def other(self, world: MockWorld) -> str:
        """The manifest of a driver that no variable names, beside one that VK_DRIVER_FILES names."""
        world.driver("plain", device_name="the plain one")
        library = world.library("libother.so", "mock_icd", name="other", device_name="the other one")
        icd = {"library_path": str(library), "api_version": "1.3.0"}
        manifest = world.folder / "other.json"
        manifest.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": icd}), encoding="utf-8")
        return str(manifest)

    def test_secure_getenv(self, devices: Callable[..., Any], other: str) -> None:
        """Its answer decides where to search."""
        assert devices(f"secure_getenv VK_DRIVER_FILES={other}") == ["the other one"]

    def test_getenv(self, devices: Callable[..., Any], other: str) -> None:
        """Its answer does not decide where to search."""
        assert devices(f"getenv VK_DRIVER_FILES={other}") == ["the plain one"]

    def test_ids(self, answered: Callable[..., Any], world: MockWorld) -> None:
        """An effective user or group that is another than the real one is no elevated privilege by itself."""
        world.layer("VK_LAYER_a")

        assert answered(LAYERS, "ids") == ["VK_LAYER_a"]

    def test_ids_alone(self, answered: Callable[..., Any], world: MockWorld) -> None:
        """It is where the kernel does not say with what privilege it has started the program."""
        world.layer("VK_LAYER_a")

        assert "VK_LAYER_a" not in answered(LAYERS, "ids alone")

    @pytest.mark.parametrize(("function", "is_written"), [("getenv", False), ("secure_getenv", True)])
    def test_own_variables(
        self, devices: Callable[..., Any], world: MockWorld, function: str, is_written: bool
    ) -> None:
        """REFLOADER_TRACE names a file to write: it counts only if libc, too, finds the process not elevated."""
        trace = world.folder / "trace.ndjson"

        devices(f"{function} REFLOADER_TRACE={trace}")

        assert trace.exists() == is_written

    def test_a_file_that_fopen_alone_knows(self, devices: Callable[..., Any], other: str) -> None:
        """A path that is not on the disk is opened."""
        assert devices(f"file /nowhere/it.json={other}", VK_DRIVER_FILES="/nowhere/it.json") == [
            "the other one"
        ]

    def test_a_file_that_access_does_not_find(self, answered: Callable[..., Any], world: MockWorld) -> None:
        """A manifest in a folder is passed over."""
        world.layer("VK_LAYER_a")
        world.layer("VK_LAYER_b")

        assert answered(LAYERS, f"access {world.folder}/layers/VK_LAYER_a.json=") == ["VK_LAYER_b"]
