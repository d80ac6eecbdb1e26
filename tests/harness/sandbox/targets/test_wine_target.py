"""``conform --target wine``: libraries of Windows run under Wine, in a sandbox, with a registry of their own.

They skip without Wine or a compiler for Windows. REFLOADER_TEST_VULKAN_DLL names a real loader to judge with them.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refloader.model.system import System
from refloader.native.windows_target import VARIABLE
from refloader.sandbox import world as worlds
from refloader.sandbox.layouts import Way
from refloader.sandbox.wine import prefix, session
from refloader.sandbox.wine.faults import WineError
from refloader.sandbox.wine.loader import WineLoader
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World

TOP = Path(__file__).resolve().parents[4]
COMPILER = shutil.which("x86_64-w64-mingw32-gcc")
LAYERS = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\ExplicitLayers"
USER = r"HKEY_CURRENT_USER\SOFTWARE\Khronos\Vulkan\ExplicitLayers"
REAL = os.environ.get("REFLOADER_TEST_VULKAN_DLL", "")
QUERY = (("layers",),)


def why_not() -> str:
    """Why nothing runs under Wine on this machine; empty if it does."""
    if COMPILER is None:
        return "there is no x86_64-w64-mingw32-gcc (Debian: gcc-mingw-w64-x86-64)"
    if worlds.capabilities().way is Way.VARIABLES:
        return "this machine has no namespaces"
    try:
        prefix.wine()
        prefix.built()
    except WineError as error:
        return str(error)
    return ""


pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not())]
needs_loader = pytest.mark.skipif(not REAL, reason="REFLOADER_TEST_VULKAN_DLL names no vulkan-1.dll")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A library that lists the layers of the machine's key, whose descriptions are a variable."""
    path = tmp_path_factory.mktemp("windows") / "vulkan-1.dll"
    source = TOP / "tests" / "native" / "windows_loader.c"
    include = TOP / "refloader" / "native" / "include"
    command = [
        str(COMPILER),
        "-shared",
        "-static",
        f"-I{include}",
        "-o",
        str(path),
        str(source),
        "-ladvapi32",
    ]
    subprocess.run(command, check=True)
    path.chmod(0o755)
    yield str(path)
    session.close_all()


@pytest.fixture(autouse=True)
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The target of these tests."""
    monkeypatch.setenv(VARIABLE, "wine")


def windows() -> World:
    """A Windows without anything on it."""
    world = World()
    world.on(System.WINDOWS)
    return world


def layers(path: str, world: World, timeout: float = 30.0) -> Observation:
    """What the library lists."""
    return WineLoader(path).observe(world.scenario(), timeout=timeout, actions=QUERY)


class TestRuns:
    """A scenario is there for its own run, and gone after it."""

    def test_registry_and_variables(self, small: str) -> None:
        """The library finds the values of the scenario, in the process's own registry and environment."""
        world = windows()
        world.registry(LAYERS, "a layer")
        world.registry(LAYERS, "off", data=1)
        world.registry(USER, "of the user")
        world.variable("TEST_DESCRIPTION", "from a variable")

        seen = layers(small, world)

        assert seen.ended == "ok", seen.detail
        assert [(each.name, each.description) for each in seen.layers] == [("a layer", "from a variable")]

    def test_nothing_is_left_to_the_next_run(self, small: str) -> None:
        """The next scenario has a registry without the values, and an environment without the variable."""
        world = windows()
        world.registry(LAYERS, "a layer")
        layers(small, world)

        seen = layers(small, windows())

        assert (seen.ended, seen.layers) == ("ok", ())

    def test_a_crash(self, small: str) -> None:
        """A crash is the loader's, and the next run works."""
        world = windows()
        world.variable("TEST_END", "crash")

        seen = layers(small, world)

        assert (seen.ended, seen.detail) == ("crash", "SIGSEGV during layers")
        assert layers(small, windows()).ended == "ok"

    def test_a_hang(self, small: str) -> None:
        """A library that hangs is ended, and the next run works."""
        world = windows()
        world.variable("TEST_END", "hang")

        seen = layers(small, world, timeout=2.0)

        assert seen.ended == "timeout"
        assert layers(small, windows()).ended == "ok"

    def test_scenarios_of_linux(self, small: str) -> None:
        """They are not covered."""
        seen = layers(small, World())

        assert seen.ended == "ok", "an empty scenario is one of no system"
        world = World()
        world.driver()
        assert layers(small, world).ended == "not covered"


def conform(*words: str) -> "subprocess.CompletedProcess[str]":
    """The command, from the outside."""
    command = [sys.executable, "-m", "refloader", "conform", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)


class TestCommand:
    """conform --target wine."""

    def test_a_loader_is_asked_for(self) -> None:
        """Without one there is nothing to judge, and exit code 2."""
        done = conform("--target", "wine")

        assert (done.returncode, "name one with --loader" in done.stderr) == (2, True)

    def test_a_prefix_that_is_none(self, tmp_path: Path, small: str) -> None:
        """A folder that is no prefix is refused."""
        done = conform("--target", f"wine:{tmp_path}", "--loader", small)

        assert (done.returncode, "is no prefix of Wine" in done.stderr) == (2, True)

    def test_a_library_of_linux(self) -> None:
        """A file that Windows cannot load is refused."""
        done = conform("--target", "wine", "--loader", sys.executable)

        assert done.returncode == 2
        assert "runs libraries of Windows" in done.stderr

    @needs_loader
    def test_a_real_loader(self, tmp_path: Path) -> None:
        """Layers of both hives are found, and the results name the target and what answered."""
        out = tmp_path / "out"

        conform(
            "--target", "wine", "--loader", REAL, "--rule", "DISC-WINDOWS-01", "-n", "0", "--out", str(out)
        )

        rows = [json.loads(line) for line in (out / "results.ndjson").read_text().splitlines()]
        judged = {row["case"]: row for row in rows if row.get("kind") == "result"}
        assert rows[0]["machine"]["target"] == "wine"
        both = judged["corpus/windows[explicit_layers]"]
        assert (both["verdict"], both["evidence"]["answered by"]) == (
            "pass",
            ["the integrity level of the process"],
        )
