"""Tests of libraries that stand between the loader and libc: what they show is what the loader sees."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

HOSTS = Path(__file__).resolve().parents[1] / "hosts"
SHARED = ("-shared", "-fPIC", "-fvisibility=hidden")
TEXT = "from session import *; s = Session(); say([s.result, s.names(), s.loader.layers()['layers']])"


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
