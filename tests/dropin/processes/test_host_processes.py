"""Tests that hosts of every kind can use the drop-in library, Pythons of other versions among them."""

import glob
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program
from sanitized import OPTIONS, probe

pytestmark = pytest.mark.slow

VERSIONS = ("3.11", "3.12", "3.13")
PLACES = ("~/.pyenv/versions/{0}*/bin/python3", "/usr/local/bin/python{0}", "/usr/bin/python{0}")

HOST = """
import ctypes, json, sys, threading

class CreateInfo(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("next", ctypes.c_void_p), ("flags", ctypes.c_uint32),
                ("application", ctypes.c_void_p), ("layers", ctypes.c_uint32), ("layer_names", ctypes.c_void_p),
                ("extensions", ctypes.c_uint32), ("extension_names", ctypes.c_void_p)]

vk = ctypes.CDLL(sys.argv[1])
vk.vkEnumeratePhysicalDevices.argtypes = [ctypes.c_void_p] * 3
vk.vkDestroyInstance.argtypes = vk.vkGetPhysicalDeviceProperties.argtypes = [ctypes.c_void_p] * 2

def whole_life():
    instance, count, device = ctypes.c_void_p(), ctypes.c_uint32(1), ctypes.c_void_p()
    assert vk.vkCreateInstance(ctypes.byref(CreateInfo(1)), None, ctypes.byref(instance)) == 0
    assert vk.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), ctypes.byref(device)) == 0
    properties = ctypes.create_string_buffer(2048)
    vk.vkGetPhysicalDeviceProperties(device, properties)
    vk.vkDestroyInstance(instance, None)
    return properties[20:].split(b"\\0")[0].decode()

names = [whole_life() for number in range(20)]
threads = [threading.Thread(target=lambda: names.append(whole_life())) for number in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(json.dumps([list(sys.version_info[:2]), sorted(set(names)), len(names)]))
"""


def pythons() -> Iterator[tuple[str, str]]:
    """Every Python of these versions that is on this machine: a name for it and its path."""
    for version in VERSIONS:
        patterns = [os.path.expanduser(place.format(version)) for place in PLACES]
        found = [path for pattern in patterns for path in sorted(glob.glob(pattern))]
        on_path = shutil.which(f"python{version}")
        for path in dict.fromkeys([*found, *([on_path] if on_path and not found else [])]):
            yield version, path


class TestPythonHosts:
    """A host that is itself a Python, of the same version as the private one or of another."""

    @pytest.mark.parametrize("version", VERSIONS)
    def test_ctypes(self, program: Program, world: MockWorld, version: str) -> None:
        """The whole life of many instances, in the main thread and in others; the two Pythons do not meet."""
        paths = [path for name, path in pythons() if name == version and _works(path)]
        if not paths:
            pytest.skip(f"there is no Python {version} on this machine")
        world.layer("VK_LAYER_TEST_a")
        minor = int(version.partition(".")[2])

        for path in paths:
            out = program.succeed([path, "-I", "-c", HOST, program.library], world.variables)
            assert out == f'[[3, {minor}], ["mock driver"], 28]\n'


class TestCHost:
    """A host in C."""

    def test_opened(self, program: Program, compiled: Callable[..., str], world: MockWorld) -> None:
        """Everything once, through dlopen."""
        world.layer("VK_LAYER_TEST_a")

        assert program.succeed([compiled("plain"), program.library], world.variables) == "well\n"

    def test_linked(self, program: Program, compiled: Callable[..., str], world: MockWorld) -> None:
        """A program may be linked with the library, as games are."""
        libraries = ("-Wl,--no-as-needed", f"-L{program.folder}", "-lvulkan")

        assert program.succeed([compiled("plain", *libraries), program.library], world.variables) == "well\n"


class TestLeakCheckers:
    """A program built with AddressSanitizer, which looks for lost memory when it ends."""

    @pytest.mark.parametrize("host", [["plain"], ["threads", "4", "1", "0"], ["lifetime", "atexit"]], ids=str)
    def test_nothing_is_lost(
        self,
        program: Program,
        compiled: Callable[..., str],
        world: MockWorld,
        tmp_path: Path,
        host: list[str],
    ) -> None:
        """What lives in the private interpreter is found again, so the program hears of its own leaks only."""
        probe("address", tmp_path / "probe")
        world.layer("VK_LAYER_TEST_a")
        command = [compiled(host[0], "-fsanitize=address"), program.library, *host[1:]]

        program.succeed(command, {**world.variables, **OPTIONS["address"]})


class TestValgrind:
    """A program under valgrind, which runs its first thread on a stack that no system call grows."""

    def test_calls_succeed(
        self, program: Program, compiled: Callable[..., str], world: MockWorld, tmp_path: Path
    ) -> None:
        """The calls of the first thread work, and its report names no bad system call."""
        if shutil.which("valgrind") is None:
            pytest.skip("valgrind is not installed (Debian: valgrind)")
        world.layer("VK_LAYER_TEST_a")
        report = tmp_path / "report"

        said = program.succeed(
            ["valgrind", f"--log-file={report}", compiled("plain"), program.library], world.variables
        )

        assert said == "well\n"
        assert "ERROR SUMMARY" in report.read_text(encoding="utf-8")
        assert "Syscall param" not in report.read_text(encoding="utf-8")

    def test_padding_is_not_looked_at(
        self, program: Program, compiled: Callable[..., str], world: MockWorld, tmp_path: Path
    ) -> None:
        """Nobody has to write the padding of a structure: memcheck finds no decision that depends on it."""
        if shutil.which("valgrind") is None:
            pytest.skip("valgrind is not installed (Debian: valgrind)")
        world.layer("VK_LAYER_TEST_a")
        report = tmp_path / "report"
        command = [
            "valgrind",
            "--leak-check=no",
            f"--log-file={report}",
            compiled("padding"),
            program.library,
        ]

        assert program.succeed(command, world.variables) == "well\n"
        assert "ERROR SUMMARY: 0 errors" in report.read_text(encoding="utf-8")


def _works(path: str) -> bool:
    command = [path, "-c", "import ctypes"]
    return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0
