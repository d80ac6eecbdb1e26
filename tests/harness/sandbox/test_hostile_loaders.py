"""What loaders try against the harness and the machine: each is a verdict on its case, and the run goes on."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from loaders import HEAD, answering, holding, is_free, within

from refloader.native.mocks import mock_library
from refloader.sandbox import child, programs
from refloader.sandbox.layouts import Way
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_stays")]

Compile = Callable[[str], str]
Bad = Callable[..., Observation]

MOST = 60.0
"""Seconds that are waited for what is to happen at once, on a machine with much else to do."""


@pytest.fixture
def bad(compile_loader: Compile, way: Way) -> Bad:
    """Observes a loader that does the given C statements in vkCreateInstance, and then a good one."""
    good = compile_loader(answering())

    def observe(body: str, *, timeout: float = 10.0, scenario: Scenario | None = None) -> Observation:
        path = compile_loader(answering(body))
        seen = ForeignLoader(path, way=way).observe(scenario or Scenario(), timeout=timeout)
        after = ForeignLoader(good, way=way).observe(Scenario())
        assert (after.ended, after.result, after.trace) == ("ok", -9, ())
        return seen

    return observe


@pytest.fixture
def confined(way: Way) -> None:
    """Only the ways in which a loader has a world of its own."""
    if way is Way.VARIABLES:
        pytest.skip("without namespaces a loader has the rights of its user")


class TestNoLoaderAtAll:
    """What cannot be opened, or does not survive it, is a verdict as well."""

    def test_other_word_size(self, compile_loader: Compile, way: Way, tmp_path: Path) -> None:
        """A library for another word size is at fault, in the linker's words."""
        image = bytearray(Path(compile_loader(answering())).read_bytes())
        image[4] = 1 if image[4] == 2 else 2
        path = tmp_path / "libvulkan.so"
        path.write_bytes(image)

        seen = ForeignLoader(str(path), way=way).observe(Scenario())

        assert seen.ended == "fault"
        assert "wrong ELF class" in seen.detail

    @pytest.mark.parametrize(
        ("statement", "detail"),
        [
            ("abort()", "SIGABRT during dlopen"),
            ("_exit(0)", "exit with status 0 during dlopen"),
            ("for (;;) pause()", "no answer within 0.5 s during dlopen"),
        ],
    )
    def test_end_while_it_is_opened(
        self, compile_loader: Compile, way: Way, statement: str, detail: str
    ) -> None:
        """A constructor that does not return is named with what was under way."""
        text = f"{HEAD}\n__attribute__((constructor)) static void first(void) {{ {statement}; }}"

        seen = ForeignLoader(compile_loader(text), way=way).observe(Scenario(), timeout=0.5)

        assert seen.detail == detail


class TestProcesses:
    """What a loader starts is limited in number, and ended."""

    @pytest.mark.usefixtures("confined")
    def test_number_is_limited(self, bad: Bad) -> None:
        """A loader cannot have thousands of processes."""
        body = (
            "int n = 0; for (; n < 4000; n++) { int p = fork(); if (!p) for (;;) pause(); if (p < 0) break; }"
        )

        seen = bad(f"{body} _exit(n < 3000 ? 3 : 4)")

        assert seen.detail == "exit with status 3 during instance"

    @pytest.mark.usefixtures("confined")
    def test_fork_bomb_is_a_timeout(self, bad: Bad, tmp_path: Path) -> None:
        """A loader that forks without end runs out of time, and nothing of it stays."""
        lock = tmp_path / "lock"

        seen = bad(holding(lock, "for (;;) fork()"), timeout=0.5)

        assert seen.ended == "timeout"
        assert is_free(lock)

    def test_stopped_children_are_ended(self, bad: Bad, tmp_path: Path) -> None:
        """A process that was stopped in a session of its own does not outlive the run."""
        lock = tmp_path / "lock"

        seen = bad(holding(lock, "if (!fork()) { setsid(); raise(SIGSTOP); } usleep(50000)"))

        assert (seen.ended, seen.left) == ("ok", ())
        assert is_free(lock)


@pytest.mark.usefixtures("confined")
class TestFiles:
    """A loader can write to one folder, which is empty for the next."""

    def test_what_it_leaves_is_gone(self, bad: Bad) -> None:
        """Folders, links, pipes and files without rights are not there in the next world."""
        leave = (
            'mkdir("/.refloader/a", 0); mkdir("/.refloader/b", 0700); mkfifo("/.refloader/trace", 0600);'
            'symlink("/etc/passwd", "/.refloader/b/c"); close(open("/.refloader/b/d", O_CREAT, 0))'
        )
        count = 'int n = 0; DIR *d = opendir("/.refloader"); while (readdir(d)) n++; _exit(n)'

        first, second = bad(f"umask(0); {leave}"), bad(count)

        assert (first.ended, first.trace) == ("ok", ())
        assert second.detail == "exit with status 2 during instance"

    def test_a_link_in_place_of_the_trace_is_not_followed(self, bad: Bad) -> None:
        """A loader cannot have the harness read a file for it."""
        assert bad('symlink("/etc/passwd", "/.refloader/trace")').trace == ()

    def test_size_is_limited(self, bad: Bad) -> None:
        """A loader that writes without end to one file is ended by the kernel."""
        body = (
            "static char block[1 << 20]; memset(block, 1, sizeof block);"
            'int f = open("/.refloader/big", O_CREAT | O_WRONLY, 0600); while (write(f, block, sizeof block) > 0)'
        )

        assert bad(body).detail == "SIGXFSZ during instance"

    @pytest.mark.parametrize(
        "path",
        ["/world/a", "/usr/share/vulkan/icd.d/libplain.so", "/etc/a", "/.refloader-tree/a", "/dev/shm/a"],
    )
    def test_the_rest_cannot_be_written(self, bad: Bad, path: str) -> None:
        """Neither the scenario, nor the copies that other scenarios will be made of, nor the machine."""
        if mock_library("mock_icd") is None:
            pytest.skip("the mock libraries are not built (install with a C compiler)")
        world = World()
        world.driver()

        seen = bad(f'_exit(open("{path}", O_CREAT | O_RDWR, 0600) < 0 ? 3 : 4)', scenario=world.scenario())

        assert seen.detail == "exit with status 3 during instance"

    def test_no_disk_can_be_opened(self, bad: Bad) -> None:
        """There is no block device to go around the file systems with."""
        body = (
            'struct stat s; int n = 0; chdir("/dev"); DIR *d = opendir("."); struct dirent *e;'
            "while (e = readdir(d)) n += !lstat(e->d_name, &s) && S_ISBLK(s.st_mode); _exit(n ? 4 : 3)"
        )

        assert bad(body).detail == "exit with status 3 during instance"

    def test_nothing_can_be_mounted(self, bad: Bad) -> None:
        """A loader cannot change the world of those that come after it."""
        seen = bad('_exit(mount("none", "/world", "tmpfs", 0, "") ? 3 : 4)')

        assert seen.detail == "exit with status 3 during instance"

    def test_it_cannot_leave_its_root(self, bad: Bad) -> None:
        """The root of the machine is out of reach."""
        seen = bad('_exit(chroot("/world") ? 3 : 4)')

        assert seen.detail == "exit with status 3 during instance"


class TestKernel:
    """What the whole machine has some of is not for a loader to take, nor what tells of others or holds them up."""

    @pytest.mark.parametrize(
        ("call", "error"),
        [
            ("syscall(SYS_io_setup, 1, &number)", "EPERM"),
            ('fcntl(open("/usr/lib", O_RDONLY), F_NOTIFY, DN_CREATE | DN_DELETE | DN_MULTISHOT)', "EPERM"),
            ('fcntl(memfd_create("own", 0), F_SETLEASE, F_RDLCK)', "EACCES"),
        ],
        ids=["contexts of asynchronous calls", "what is done in a folder", "a lease of a file"],
    )
    def test_is_refused(self, bad: Bad, call: str, error: str) -> None:
        """As if it had no right to it."""
        if "seccomp" not in programs.isolation():
            pytest.skip("nothing filters system calls here")

        seen = bad(f"errno = 0; long number = 0; _exit({call} < 0 && errno == {error} ? 3 : 4)")

        assert seen.detail == "exit with status 3 during instance"


HARNESS = """
import sys
import refloader.sandbox.redirect
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import Scenario
from refloader.sandbox.layouts import Way
refloader.sandbox.redirect._machine_refusal = lambda: ""
ForeignLoader(sys.argv[1], way=Way(sys.argv[2])).observe(Scenario(), timeout=60)
"""


class TestEndOfTheHarness:
    """However the harness ends, its children and its folders end with it."""

    @pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
    def test_nothing_is_left(
        self, compile_loader: Compile, tmp_path: Path, way: Way, number: signal.Signals
    ) -> None:
        """Neither a process, one in a session of its own included, nor a folder."""
        lock, folder = tmp_path / "lock", tmp_path / "folder"
        folder.mkdir()
        path = compile_loader(answering(holding(lock, "if (!fork()) setsid(); for (;;) pause()")))
        harness = subprocess.Popen(
            [sys.executable, "-c", HARNESS, path, way.value],
            env={**os.environ, "TMPDIR": str(folder)},
            stderr=subprocess.DEVNULL,
        )
        assert within(MOST, lambda: not is_free(lock))

        harness.send_signal(number)
        harness.wait()

        assert within(MOST, lambda: is_free(lock))
        assert within(MOST, lambda: not list(folder.iterdir()))

    def test_an_interrupt_ends_the_worker(self, compile_loader: Compile, tmp_path: Path, way: Way) -> None:
        """A Ctrl-C goes through at once, ends what the loader does, and the next scenario is shown as ever."""
        lock = tmp_path / "lock"
        hanging = ForeignLoader(compile_loader(answering(holding(lock, "for (;;) pause()"))), way=way)
        good = ForeignLoader(compile_loader(answering()), way=way)
        good.observe(Scenario())
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        here, held = threading.get_ident(), list[bool]()

        def interrupt() -> None:
            held.append(within(MOST, lambda: not is_free(lock)))
            signal.pthread_kill(here, signal.SIGALRM)

        interrupting = threading.Thread(target=interrupt)
        interrupting.start()
        with pytest.raises(KeyboardInterrupt):
            hanging.observe(Scenario(), timeout=2 * MOST)
        interrupting.join()
        signal.signal(signal.SIGALRM, before)

        assert (held, is_free(lock)) == ([True], True)
        assert good.observe(Scenario()).ended == "ok"


class TestStation:
    """The station serves one process, and is replaced when it is gone."""

    def test_it_stays_for_the_next_scenario(self, compile_loader: Compile, way: Way) -> None:
        """Scenarios of one process come to the same station, whatever the loader did before."""
        crashing = ForeignLoader(compile_loader(answering("abort()")), way=way)
        crashing.observe(Scenario())
        before = dict(child._fork_servers)

        crashing.observe(Scenario())

        assert dict(child._fork_servers) == before

    def test_a_dead_one_is_replaced(self, compile_loader: Compile, way: Way) -> None:
        """A station that ended while nobody asked it costs no scenario."""
        good = ForeignLoader(compile_loader(answering()), way=way)
        good.observe(Scenario())
        for server in child._fork_servers.values():
            server._process.kill()
            server._process.wait()

        assert good.observe(Scenario()).ended == "ok"

    def test_a_forked_process_has_its_own(self, compile_loader: Compile, way: Way) -> None:
        """Two processes do not share one, and the child's end leaves the parent's alone."""
        good = ForeignLoader(compile_loader(answering()), way=way)
        good.observe(Scenario())
        before = dict(child._fork_servers)
        number = os.fork()
        if number == 0:
            ended = good.observe(Scenario()).ended
            child.close_all()
            os._exit(0 if ended == "ok" else 1)

        assert os.waitpid(number, 0)[1] == 0
        assert good.observe(Scenario()).ended == "ok"
        assert dict(child._fork_servers) == before
