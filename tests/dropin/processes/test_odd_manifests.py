"""Tests of manifests that are no plain files, or that another process holds: nothing waits for ever."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

HOSTS = Path(__file__).resolve().parents[1] / "hosts"
LAYERS = "from session import *; say([row[0] for row in Loader('libvulkan.so.1').layers()['layers']])"
HOLDS = """
import fcntl, os, signal, sys, time
file = os.open(sys.argv[1], os.O_RDWR)
def give_back(*_):
    time.sleep(0.2)
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    sys.exit()
signal.signal(signal.SIGIO, give_back)
try:
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
except OSError:
    print("refused", flush=True)
    sys.exit()
print("held", flush=True)
signal.pause()
"""


@pytest.fixture
def listed(program: Program, world: MockWorld) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Lists the layers of the world."""

    def run(**variables: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", LAYERS]
        return program.run(command, {**world.variables, "PYTHONPATH": str(HOSTS), **variables}, timeout=60)

    return run


class TestOddManifests:
    """A manifest is opened before anything is known of it."""

    def test_a_leased_file(
        self, listed: Callable[..., subprocess.CompletedProcess[str]], world: MockWorld
    ) -> None:
        """A file that another process has a lease on, as file servers do, is read when the lease is given back."""
        world.layer("VK_LAYER_a")
        command = [sys.executable, "-c", HOLDS, str(world.folder / "layers/VK_LAYER_a.json")]

        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout is not None
            if holder.stdout.readline() != "held\n":
                pytest.skip("this file system has no leases")
            try:
                assert listed().stdout == '["VK_LAYER_a"]\n'
            finally:
                holder.kill()

    @pytest.mark.parametrize("target", ["/dev/ptmx", "/dev/zero", "pipe", "."])
    def test_no_file(
        self, listed: Callable[..., subprocess.CompletedProcess[str]], world: MockWorld, target: str
    ) -> None:
        """A device, a FIFO or a folder is reported as no regular file, whether it can be opened or not."""
        world.layer("VK_LAYER_a")
        os.mkfifo(world.folder / "layers/pipe")
        (world.folder / "layers/b.json").symlink_to(target)

        done = listed(VK_LOADER_DEBUG="error")

        assert done.stdout == '["VK_LAYER_a"]\n'
        assert '/layers/b.json" (from VK_LAYER_PATH) cannot be read: not a regular file' in done.stderr

    def test_a_device_that_cannot_be_opened(
        self, listed: Callable[..., subprocess.CompletedProcess[str]], world: MockWorld
    ) -> None:
        """A device whose driver says that it does not exist is reported as no regular file: its name exists."""
        world.layer("VK_LAYER_a")
        try:
            os.mknod(world.folder / "layers/b.json", stat.S_IFCHR | 0o666, os.makedev(5, 2))
        except OSError as problem:
            pytest.skip(f"no device can be made here: {problem}")

        done = listed(VK_LOADER_DEBUG="error")

        assert '/layers/b.json" (from VK_LAYER_PATH) cannot be read: not a regular file' in done.stderr
