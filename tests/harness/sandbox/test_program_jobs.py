"""Programs with third-party code inside: what they get, what they can reach, and what comes back of them."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.sandbox import child, programs
from refloader.sandbox.isolation import limits
from refloader.sandbox.layouts import NotCovered, Way
from refloader.sandbox.programs import HOME, RECORDING, Program, Ran
from refloader.suite.sessions import recording

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_stays")]

INCLUDE = Path(__file__).parents[3] / "refloader" / "native" / "include"
HEAD = """
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "recording.h"
static void answer(const char *text) { dprintf(3, "\\n{\\"event\\":\\"answer\\",\\"label\\":\\"%s\\"}\\n", text); }
int main(int count, char **arguments) { BODY; return 0; }
"""
ECHO_AMONG_FEW = """
import resource
from refloader.sandbox.programs import Program, run
from refloader.sandbox.layouts import Way
resource.setrlimit(resource.RLIMIT_NPROC, (40, 40))
ran = run(Program("/bin/echo", ("heard",)), 5.0, Way.VARIABLES)
print((ran.said.stdout, ran.said.events))
"""
"""Runs a program where its user may have 40 processes."""

NOTE = f'struct recording *to = recording_open("{RECORDING}"); recording_note(to, 7, 8, "about", "text")'
Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, way: Way) -> Run:
    """Compiles a program of C statements and runs it; skips where there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (Debian: gcc)")

    def build_and_run(body: str, *arguments: str, timeout: float = 10.0, **more: object) -> Ran:
        text = HEAD.replace("BODY", body)
        if way is Way.VARIABLES:
            text = text.replace(RECORDING, "../recording")
        path = tmp_path / f"program{len(list(tmp_path.iterdir()))}"
        command = [compiler, "-w", f"-I{INCLUDE}", "-x", "c", "-", "-o", str(path)]
        subprocess.run(command, input=text.encode(), check=True)
        ran = programs.run(Program(str(path), arguments, **more), timeout, way)  # type: ignore[arg-type]
        assert isinstance(ran, Ran)
        return ran

    return build_and_run


@pytest.fixture
def confined(way: Way) -> None:
    """Only the ways in which a program has a world of its own."""
    if way is Way.VARIABLES:
        pytest.skip("without namespaces a program has the rights of its user")


def labels(ran: Ran) -> list[object]:
    """What the program answered."""
    return [event["label"] for event in ran.said.events]


class TestWhatItGets:
    """A program is given its arguments, its variables and files, and nothing else."""

    def test_arguments_and_variables(self, run: Run) -> None:
        """They are as given; no variable of the harness is among them."""
        ran = run('answer(arguments[1]); answer(getenv("ONE")); answer(getenv("PATH") ? "?" : "none")', "a b",
                  variables={"ONE": "1"})  # fmt: skip

        assert labels(ran) == ["a b", "1", "none"]
        assert ran.said.status == 0

    def test_files(self, run: Run, tmp_path: Path) -> None:
        """Files and copies of the machine's files lie where the program's texts say."""
        source = tmp_path / "source"
        source.write_text("copied")
        read = "char text[9] = {0}; for (int i = 1; i < 3; i++) read(open(arguments[i], 0), text, 6), answer(text)"

        ran = run(read, "/world/x/y", "/world/x/z", files={"/world/x/y": b"given."},
                  copies={"/world/x/z": str(source)})  # fmt: skip

        assert labels(ran) == ["given.", "copied"]

    def test_a_home(self, run: Run) -> None:
        """It is the working folder, can be written to, and is empty for the next program."""
        write = 'close(open("file", O_CREAT | O_RDWR, 0600))'
        count = 'int n = 0; DIR *d = opendir(arguments[1]); while (readdir(d)) n++; answer(n == 2 ? "empty" : "not")'

        both = [labels(run(f"{count}; {write}", HOME)) for _ in range(2)]

        assert both == [["empty"], ["empty"]]

    def test_a_program_among_the_copies(self, way: Way) -> None:
        """A program that nobody reaches where it lies runs from its copy."""
        copied = Program("/world/x/echo", ("copied",), copies={"/world/x/echo": shutil.which("echo") or ""})

        ran = programs.run(copied, 10.0, way)

        assert isinstance(ran, Ran)
        assert ran.said.stdout == b"copied\n", ran.said

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes the user that others run as")
    def test_waits_for_processes_of_others(self) -> None:
        """While other runs have all processes that the user may have, a program is not started; then it is."""
        fill = "import os, time; os.setuid(65534); [os.fork() for _ in range(6)]; print(flush=True); time.sleep(1)"
        others = subprocess.Popen([sys.executable, "-c", fill], stdout=subprocess.PIPE)
        with others:
            assert others.stdout
            others.stdout.readline()
            ran = subprocess.run([sys.executable, "-c", ECHO_AMONG_FEW], capture_output=True, check=False)

        assert ran.stdout.startswith(b"(b'heard\\n', ())"), ran

    def test_a_program_that_is_not_there(self, way: Way) -> None:
        """That is said, and no fault of anybody."""
        assert programs.run(Program("/no/such"), 1.0, way) == NotCovered("/no/such is not there")


@pytest.mark.usefixtures("confined")
class TestIsolation:
    """Where the machine allows it a program reaches nobody and changes nothing."""

    @pytest.mark.parametrize(
        "family", ["AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_PACKET", "AF_VSOCK"]
    )
    def test_no_network(self, run: Run, family: str) -> None:
        """There are no sockets, neither to a server of this machine nor to one with a path."""
        ran = run(f'answer(socket({family}, SOCK_DGRAM, 0) < 0 ? strerrorname_np(errno) : "made")')

        assert labels(ran) == ["EAFNOSUPPORT"]
        assert "no network" in ran.isolation

    @pytest.mark.parametrize("is_display", [True, False])
    def test_a_display_is_reached(self, run: Run, tmp_path: Path, is_display: bool) -> None:
        """Its socket, and no other one with a path or without: the filter refuses connections."""
        path = tmp_path / "socket"
        with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as hidden:
            hidden.bind(f"\0{tmp_path}")
            hidden.listen()
            server.bind(str(path))
            path.chmod(0o777)
            server.listen()
            connect = (
                "struct sockaddr_un to = {.sun_family = AF_UNIX}; strcpy(to.sun_path, arguments[1]);"
                "int s = socket(AF_UNIX, SOCK_STREAM, 0);"
                'answer(connect(s, &to, sizeof to) ? strerrorname_np(errno) : "yes");'
                'to.sun_path[0] = 0; int n = 1 + sprintf(to.sun_path + 1, "%s", arguments[2]);'
                'answer(connect(socket(AF_UNIX, SOCK_STREAM, 0), &to, 2 + n) ? strerrorname_np(errno) : "yes")'
            )

            ran = run(connect, str(path), str(tmp_path), **{"display": str(path)} if is_display else {})

        assert labels(ran) == ["yes" if is_display else "ECONNREFUSED", "ECONNREFUSED"]

    def test_nothing_can_be_written(self, run: Run, tmp_path: Path) -> None:
        """Not even what its user could write to."""
        tmp_path.chmod(0o777)
        attempt = (
            'answer(open(arguments[1], O_CREAT | O_RDWR, 0600) < 0 ? strerrorname_np(errno) : "written")'
        )

        ran = run(attempt, str(tmp_path / "new"))

        assert labels(ran) == ["EROFS"]
        assert any("read-only" in words for words in ran.isolation)

    def test_a_variable_shows_nothing(self, run: Run, tmp_path: Path) -> None:
        """What the linker is told, which a layer's manifest can do, opens neither folder nor file."""
        secret = tmp_path / "home" / "secret"
        secret.parent.mkdir()
        secret.write_text("secret")
        read = 'answer(access(arguments[1], F_OK) ? strerrorname_np(errno) : "there")'

        ran = run(read, str(secret), variables={"LD_LIBRARY_PATH": f"{secret}:{secret.parent}"})

        assert labels(ran) == ["ENOENT"]

    def test_folders_of_libraries_are_shown(self, run: Run, tmp_path: Path) -> None:
        """Those of the harness's user, and none of them that is a file."""
        for name in ("folder/library", "secret"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text("")
        read = 'for (int i = 1; i < 3; i++) answer(access(arguments[i], F_OK) ? strerrorname_np(errno) : "there")'
        folders = (str(tmp_path / "folder"), str(tmp_path / "secret"))

        ran = run(read, f"{folders[0]}/library", folders[1], folders=folders)

        assert labels(ran) == ["there", "ENOENT"]

    def test_processes_it_leaves_are_ended(self, run: Run) -> None:
        """One that forks without end runs out of time, and nothing of it stays."""
        ran = run("for (;;) fork()", timeout=0.5)

        assert (ran.said.timed_out, ran.said.left) == (True, ())

    def test_processes_are_its_own_number(self, run: Run, way: Way) -> None:
        """One that takes all the processes it can have leaves those of other stations alone."""
        if not limits._numbers_are_by_namespace():
            pytest.skip("before Linux 6.14 the processes of a user are counted together")
        greedy = "for (;;) fork()"
        frugal = "int n = 0; while (n < 9 && fork() > 0) n++; answer(n == 9 ? "
        frugal += '"all" : n ? "" : "none"); if (n) usleep(200000)'
        reading, writing = os.pipe()
        other = os.fork()
        if other == 0:
            os.write(writing, b"x")
            run(greedy, timeout=2.0)
            child.close_all()
            os._exit(0)
        os.read(reading, 1)
        os.close(reading)
        os.close(writing)
        time.sleep(1.0)

        answers = labels(run(frugal))

        assert os.waitpid(other, 0)[1] == 0
        assert "all" in answers


class TestIsolationIsTold:
    """The words say what held, also where that is nothing."""

    def test_words(self, run: Run, way: Way) -> None:
        """A plain child process is called one."""
        expected = {
            Way.ROOT: "mount namespace, read-only",
            Way.USER: "own user namespace, mount namespace, read-only",
            Way.VARIABLES: "no namespaces: a child process that can see the machine's others and their arguments",
        }

        assert run("").isolation[0] == expected[way]


class TestRecordings:
    """The part of the recording in use comes back, however the program ends."""

    @pytest.mark.parametrize("end", ["", "abort()", "kill(getpid(), SIGKILL)", "for (;;) pause()"])
    def test_it_comes_back(self, run: Run, end: str) -> None:
        """What was written is there after an end by itself, a crash, and when time runs out."""
        ran = run(f"{NOTE}; {end}", timeout=1.0, head=recording.empty(1 << 20), capacity=1 << 20)

        [note] = recording.read(ran.said.recording).notes
        assert (note.about, note.text, note.value, note.other) == ("about", "text", 7, 8)
        assert len(ran.said.recording) < 1 << 10

    def test_no_recording(self, run: Run) -> None:
        """Without a head there is no file."""
        assert run(f'answer(recording_open("{RECORDING}") ? "yes" : "no")').said.recording == b""

    @pytest.mark.parametrize(
        "deed",
        [
            "to->used = -1",
            f'unlink("{RECORDING}"); symlink("/etc/passwd", "{RECORDING}")',
            f'truncate("{RECORDING}", 8)',
            f'rename("{RECORDING}", "{RECORDING}.x"); mkfifo("{RECORDING}", 0600)',
        ],
    )
    def test_whatever_is_done_to_it(self, run: Run, deed: str) -> None:
        """No more is read than was given, and nothing else."""
        ran = run(f"{NOTE}; {deed}", head=recording.empty(1 << 16), capacity=1 << 16)

        assert b"root:" not in ran.said.recording
        assert len(ran.said.recording) <= 1 << 16
