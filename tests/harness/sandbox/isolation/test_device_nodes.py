"""What programs with drivers in them have of the machine's GPUs: they open them as the harness can, or see none."""

import os
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from refloader.sandbox import programs
from refloader.sandbox.child import Kind
from refloader.sandbox.isolation import device_nodes
from refloader.sandbox.layouts import NotCovered, Way
from refloader.sandbox.programs import Devices, Program, Ran

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_stays")]

ZERO = os.makedev(1, 5)
GROUP = 54321
TEXT = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
static void answer(const char *text) { dprintf(3, "\\n{\\"event\\":\\"answer\\",\\"label\\":\\"%s\\"}\\n", text); }
int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        int device = open(arguments[i], O_RDWR);
        answer(device < 0 ? strerrorname_np(errno) : "opened");
    }
    size_t much = (size_t)100 << 30;
    void *room = mmap(NULL, much, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    answer(room == MAP_FAILED ? "no room" : "room");
    answer(getuid() == 0 ? "root" : "user");
    answer(ftruncate(memfd_create("file", 0), (off_t)1 << 30) ? strerrorname_np(errno) : "file");
}
"""
Run = Callable[..., Ran | NotCovered]


@pytest.fixture
def nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Nodes of other devices in a folder of ours, which are taken for those of GPUs."""
    if os.geteuid() != 0:
        pytest.skip("only root can make device nodes")
    folder = tmp_path / "gpus"
    folder.mkdir()
    found = []
    for name, mode, group in (("all", 0o666, 0), ("group", 0o660, GROUP), ("root", 0o600, 0)):
        path = folder / name
        os.mknod(path, stat.S_IFCHR | mode, ZERO)
        os.chown(path, 0, group)
        path.chmod(mode)
        found.append(str(path))
    try:
        os.close(os.open(found[0], os.O_RDWR))
    except OSError as error:
        pytest.skip(f"nodes in {tmp_path} cannot be opened: {error.strerror}")
    monkeypatch.setattr(programs, "gpu_nodes", lambda: tuple(found))
    yield found
    shutil.rmtree(folder)


@pytest.fixture
def run(tmp_path: Path, way: Way, nodes: list[str]) -> Run:
    """Opens the nodes in a program of C, and asks for room; skips where there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (Debian: gcc)")
    program = tmp_path / "program"
    subprocess.run([compiler, "-w", "-x", "c", "-", "-o", str(program)], input=TEXT.encode(), check=True)

    def open_them(kind: Devices, *others: str) -> Ran | NotCovered:
        return programs.run(Program(str(program), others or tuple(nodes), devices=kind), 10.0, way)

    return open_them


def labels(ran: Ran | NotCovered) -> list[object]:
    """What the program answered."""
    assert isinstance(ran, Ran), ran
    assert ran.said.status == 0
    return [event["label"] for event in ran.said.events]


class TestShown:
    """A program opens GPUs as the harness's user can, and is never root for it."""

    def test_all_are_opened(self, run: Run, nodes: list[str], way: Way) -> None:
        """By everybody's right, by that of a group, and where nodes can be made, where one is root's alone."""
        ran = run("shown")

        assert labels(ran)[:3] == ["opened", "opened", "EACCES" if way is Way.VARIABLES else "opened"]
        assert way is Way.VARIABLES or f"can use {', '.join(nodes)}" in ran.isolation  # type: ignore[union-attr]

    def test_room(self, run: Run) -> None:
        """Address space far beyond the machine's memory, and a large file of memory."""
        answers = labels(run("shown"))

        assert (answers[3], answers[5]) == ("room", "file")

    def test_nobody_is_root_for_it(self, run: Run, way: Way) -> None:
        """Where the harness is root and can give it up."""
        expected = "root" if way is Way.USER else "user"

        assert labels(run("shown"))[4] == expected

    def test_the_nodes_stay_what_they_are(self, run: Run, nodes: list[str]) -> None:
        """Nobody else gets to open them."""
        before = [os.stat(node) for node in nodes]

        run("shown")

        assert [(each.st_mode, each.st_gid) for each in map(os.stat, nodes)] == [
            (each.st_mode, each.st_gid) for each in before
        ]

    @pytest.mark.usefixtures("nodes")
    def test_what_stays_closed_is_told(self) -> None:
        """Where the machine lets no nodes be made, root's own cannot be opened without being root."""
        kind = Kind(True, False, (), shown=("/dev/dri/card0", "/dev/kfd"))

        assert list(programs._devices(kind, ("/dev/kfd",))) == [
            "can use /dev/dri/card0",
            "cannot use /dev/kfd: they are root's, and no nodes can be made in their place",
        ]


class TestNodes:
    """Which nodes are a GPU's is told by their names, and who may open them by their modes."""

    def test_names(self) -> None:
        """Those of drivers for many kinds of GPUs, and of nothing else."""
        gpus = (
            "dri/card0",
            "dri/renderD128",
            "nvidia0",
            "nvidiactl",
            "nvidia-uvm",
            "nvidia-modeset",
            "kfd",
            "dxg",
        )
        others = ("null", "dri/by-path", "nvidia-caps", "nvidia-nvswitchctl", "kvm", "mem", "fb0")

        found = [name for name in (*gpus, *others) if device_nodes._NAMES.fullmatch(f"/dev/{name}")]

        assert found == list(gpus)

    def test_groups(self, nodes: list[str]) -> None:
        """A group is needed where others may not, and root's is none."""
        assert device_nodes.groups_of(nodes) == (GROUP,)

    def test_closed(self, nodes: list[str]) -> None:
        """Those that neither everybody nor the group may open."""
        assert device_nodes.are_closed(nodes, ()) == tuple(nodes[1:])
        assert device_nodes.are_closed(nodes, (GROUP,)) == (nodes[2],)


class TestUntouched:
    """Programs that no driver of a GPU is in are kept from them."""

    def test_they_are_out_of_reach(self, run: Run, way: Way) -> None:
        """Where there are namespaces they are not there; there is room for a program and no more."""
        ran = run("untouched")

        assert isinstance(ran, Ran)
        trouble = "EACCES" if way is Way.VARIABLES else "ENOENT"
        assert [event["label"] for event in ran.said.events][:4] == [*[trouble] * 3, "no room"]


class TestHidden:
    """A machine without a GPU can be had on one that has some."""

    def test_they_are_not_there(self, run: Run, way: Way, nodes: list[str]) -> None:
        """Nothing is at their paths; without namespaces that cannot be had, and is told."""
        ran = run("hidden")

        if way is Way.VARIABLES:
            told = f"{', '.join(nodes)} cannot be hidden from a program: that needs namespaces"
            assert ran == NotCovered(told)
        else:
            assert labels(ran)[:3] == ["ENOENT"] * 3
            assert f"no {', '.join(nodes)}" in ran.isolation  # type: ignore[union-attr]

    def test_where_there_are_none(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nothing has to be hidden, which every way can."""
        monkeypatch.setattr(programs, "gpu_nodes", lambda: ())

        assert isinstance(run("hidden"), Ran)
