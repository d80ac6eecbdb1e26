"""``conform --target i386``: 32-bit loaders run in the agent, in the sandbox of all loaders, with 32-bit mocks.

What runs one is skipped where gcc makes no 32-bit programs. The real loader is Debian's libvulkan1:i386.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from loaders import ANSWERS, HEAD

from refloader.native import agent_target, installed
from refloader.native.agent_target import Agent
from refloader.native.machine_target import VARIABLE
from refloader.native.mocks import mock_library
from refloader.sandbox.agent.restarts import on_machine, refusal
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.observation import Observation
from refloader.scenario.platform import HostPlatform
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import GLOBAL, Script, of_pointer

pytestmark = pytest.mark.slow

REAL = "/usr/lib/i386-linux-gnu/libvulkan.so.1"
LAYER = "VK_LAYER_TEST_a"
MACHINE = Agent("i386", 32, "")
COMPILER = ["gcc", "-m32", "-idirafter", "/usr/include/x86_64-linux-gnu", "-shared", "-fPIC", "-w"]

needs_agent = pytest.mark.skipif(
    bool(agent_target.why_not_started("i386")), reason=agent_target.why_not_started("i386") or "it starts"
)
needs_loader = pytest.mark.skipif(
    not os.path.exists(REAL), reason=f"there is no {REAL} (Debian: libvulkan1:i386)"
)


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The target of a test."""
    monkeypatch.setenv(VARIABLE, "i386")


def compiled(folder: Path, body: str, count: str = "1", version: str = "0") -> str:
    """The path of a 32-bit loader with this text before its answers."""
    source, library = folder / "loader.c", folder / "libvulkan.so.1"
    answers = ANSWERS.replace("COUNT", count).replace("VERSION", version).replace("BODY", "")
    source.write_text(HEAD + body + answers)
    subprocess.run([*COMPILER, "-o", str(library), str(source), "-ldl"], check=True)
    folder.chmod(0o755)
    return str(library)


def conform(*words: str) -> "subprocess.CompletedProcess[str]":
    """The command, in a process without the target of these tests."""
    variables = {name: value for name, value in os.environ.items() if name != VARIABLE}
    command = [sys.executable, "-m", "refloader", "conform", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=variables)


@needs_agent
@pytest.mark.usefixtures("chosen")
class TestRuns:
    """The agent opens the loader, carries out the script and ends as a worker does."""

    @needs_loader
    def test_a_real_loader(self) -> None:
        """Layer and driver of 32 bits are loaded and called; the other word size's layer is not."""
        world = World()
        world.driver()
        world.implicit_layer(LAYER, library_arch="64")
        world.implicit_layer("VK_LAYER_TEST_other", library_arch="32")

        seen = ForeignLoader(REAL).observe(world.scenario())

        assert seen.ended == "ok", seen.detail
        assert seen.chain == (LAYER,)
        assert [each.name for each in seen.devices] == ["mock driver"]

    @needs_loader
    def test_calls(self) -> None:
        """A call gets its arguments, and gives back what the command returns and writes."""
        script = Script()
        script.call("vkEnumerateInstanceVersion", {"read": [0]}, via=GLOBAL, label="version")

        seen = observed(script)

        answer: Mapping[str, object] = seen.answers["version"]
        assert (answer["returned"], answer["read"]) == (0, [[1 << 22 | 3 << 12 | 239]])

    @needs_loader
    def test_kept_pointers(self) -> None:
        """A command that is looked up once is called later; one that is not there is not."""
        script = Script()
        found = script.pointer("vkEnumerateInstanceVersion", via=GLOBAL)
        absent = script.pointer("vkNobodyHasThis", via=GLOBAL, label="absent")
        script.call("vkEnumerateInstanceVersion", {"read": [0]}, via=of_pointer(found), label="version")
        script.call("vkNobodyHasThis", via=of_pointer(absent), label="nothing")

        seen = observed(script)

        assert [bool(seen.answers[label]) for label in (found, absent)] == [True, False]
        assert seen.answers["version"]["read"] == [[1 << 22 | 3 << 12 | 239]]
        assert seen.answers["nothing"] is None

    def test_a_crash(self, tmp_path: Path) -> None:
        """A crash has the name of its signal, and the next run works."""
        path = compiled(tmp_path, "", version="raise(SIGSEGV)")

        crashed = ForeignLoader(path).observe(Scenario(), actions=(("layers",), ("version",)))
        seen = ForeignLoader(path).observe(Scenario(), actions=(("layers",),))

        assert (crashed.ended, crashed.detail) == ("crash", "SIGSEGV during version")
        assert seen.layer_names == ("VK_LAYER_only",)

    def test_variables(self, tmp_path: Path) -> None:
        """The process has the scenario's variables and no others."""
        body = "extern char **environ; static int many(void) { int n = 0; while (environ[n]) n++; return n; }"
        path = compiled(tmp_path, body, version='getenv("TEST") ? -many() : 0')
        world = World()
        world.variable("TEST", "1")

        seen = ForeignLoader(path).observe(world.scenario(), actions=(("version",),))

        assert seen.results == {"version": -len(world.scenario().variables)}


@needs_agent
@pytest.mark.usefixtures("chosen")
class TestFilter:
    """System calls by the numbers of 32-bit programs are filtered as all others are."""

    @pytest.mark.parametrize(
        "call",
        [
            "syscall(SYS_shmget, 0, 4096, 01600)",
            "syscall(SYS_ipc, 23, 0, 4096, 01600)",
            "syscall(SYS_socketcall, 1, (long[]){1, 1, 0})",
            "syscall(SYS_ptrace, 0, 0, 0, 0)",
            "syscall(SYS_unshare, 0x10000000)",
            "syscall(SYS_mount, 0, 0, 0, 0, 0)",
            "syscall(SYS_umount, 0)",
        ],
    )
    def test_what_is_taken_away(self, tmp_path: Path, call: str) -> None:
        """The call fails as if the caller had no right to it."""
        body = f"static int tried(void) {{ errno = 0; {call}; return -errno; }}"
        path = compiled(tmp_path, body, version="tried()")

        seen = ForeignLoader(path).observe(Scenario(), actions=(("version",),))

        assert seen.results == {"version": -1}

    def test_sockets(self, tmp_path: Path) -> None:
        """There is no network."""
        body = "static int tried(void) { errno = 0; syscall(SYS_socket, 2, 1, 0); return -errno; }"
        path = compiled(tmp_path, body, version="tried()")

        seen = ForeignLoader(path).observe(Scenario(), actions=(("version",),))

        assert seen.results == {"version": -97}

    def test_not_without_the_target(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A loader of this machine makes no call of the other word size, by whichever instruction."""
        monkeypatch.delenv(VARIABLE)
        body = """
        static int tried(void) {
            int number = 20, answer;
            __asm__ volatile("int $0x80" : "=a"(answer) : "a"(number) : "memory", "r8", "r9", "r10", "r11");
            return answer;
        }
        """
        path = compiled_here(tmp_path, body)

        seen = ForeignLoader(path).observe(Scenario(), actions=(("version",),))

        assert seen.results == {"version": -38}


def compiled_here(folder: Path, body: str) -> str:
    """The path of a loader of this machine."""
    source, library = folder / "loader.c", folder / "libvulkan.so.1"
    source.write_text(
        HEAD + body + ANSWERS.replace("COUNT", "1").replace("VERSION", "tried()").replace("BODY", "")
    )
    subprocess.run(["gcc", "-shared", "-fPIC", "-w", "-o", str(library), str(source), "-ldl"], check=True)
    folder.chmod(0o755)
    return str(library)


def observed(script: Script) -> Observation:
    """What the real loader does in an empty world."""
    return ForeignLoader(REAL).observe(Scenario(), actions=script.actions)


class TestWordSize:
    """A scenario of 64 bits is run as the same one of 32 bits."""

    def test_what_is_exchanged(self) -> None:
        """library_arch, the folders of a word size, and the application's bits; nothing else."""
        path = "/usr/lib/x86_64-linux-gnu/liba.so"
        text = b'{"library_arch" : "64", "library_path": "/usr/lib/x86_64-linux-gnu/liba.so", "other": "64"}'
        scenario = Scenario(files={path: text}, variables={"A": path, "B": "i386-linux-gnu"})

        made = on_machine(scenario, MACHINE)

        moved = "/usr/lib/i386-linux-gnu/liba.so"
        assert made.files == {
            moved: b'{"library_arch" : "32", "library_path": "/usr/lib/i386-linux-gnu/liba.so", "other": "64"}'
        }
        assert made.variables == {"A": moved, "B": "x86_64-linux-gnu"}
        assert made.situation == HostPlatform(bits=32)

    def test_a_scenario_of_32_bits_stays(self) -> None:
        """What is of that word size already is not changed."""
        scenario = Scenario(files={"/a": b'"library_arch": "64"'}, situation=HostPlatform(bits=32))

        assert on_machine(scenario, MACHINE) == scenario

    @pytest.mark.parametrize(
        ("argument", "told"),
        [([1, 2], "a structure"), ({"read": [0, 0]}, "a structure"), (1 << 33, "64 bits"), (7, "")],
    )
    def test_what_cannot_be_passed_on(self, argument: object, told: str) -> None:
        """What a scenario lays out for 64 bits is not given to a process of 32."""
        script = Script()
        script.call("vkDeviceWaitIdle", argument, via=GLOBAL, label="call")

        assert told in refusal(Scenario(), script.actions)
        assert bool(told) == bool(refusal(Scenario(), script.actions))

    def test_a_driver_that_knows_structures(self) -> None:
        """A mock that goes by the layouts of 64 bits is not built for 32."""
        world = World()
        world.driver(flags={"whole": "1"})

        assert '"whole"' in refusal(world.scenario(), ())


class TestCommand:
    """What the command says where a loader of 32 bits is named or the target chosen."""

    @needs_agent
    @needs_loader
    def test_a_sample(self, tmp_path: Path) -> None:
        """The real loader is judged on a rule's cases, and the results name the target."""
        done = conform(
            *(
                "--target",
                "i386",
                "--loader",
                REAL,
                "--rule",
                "DISC-GEN-10",
                "-n",
                "1",
                "--out",
                str(tmp_path),
            )
        )

        assert done.returncode == 0, done.stdout + done.stderr
        header = json.loads((tmp_path / "results.ndjson").read_text().splitlines()[0])
        assert header["machine"]["target"] == "i386"
        assert re.search(r"\b[1-9]\d* pass", done.stdout)

    @needs_agent
    @needs_loader
    def test_without_the_target(self) -> None:
        """The sentence names the target."""
        done = conform("--loader", REAL)

        assert done.returncode == 2
        assert "which is judged with --target i386" in done.stderr

    @needs_agent
    def test_a_loader_of_this_machine(self) -> None:
        """In the target, this machine's libraries are those of another word size."""
        path = mock_library("mock_icd")
        done = conform("--target", "i386", "--loader", str(path))

        assert done.returncode == 2
        assert "word size, and --target i386 runs others" in done.stderr

    @pytest.mark.parametrize("words", [(), ("--layer", "a.json"), ("--loader", "a", "--driver", "b.json")])
    def test_loaders_alone(self, words: tuple[str, ...]) -> None:
        """Layers and drivers are not judged there."""
        done = conform("--target", "i386", *words)

        assert done.returncode == 2
        assert "judges loaders: name one with --loader" in done.stderr

    def test_not_built(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without the programs for it there is no agent, and the sentence on it names what is missing."""
        monkeypatch.setattr(installed, "folders", lambda _: ())

        assert agent_target.built("i386") is None
        assert agent_target.why_not_started("i386") == "it is not built"

    def test_no_dynamic_linker(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A machine without the C library of 32 bits is told so."""
        program = tmp_path / "agent"
        shutil.copy("/bin/true", program)
        data = program.read_bytes()
        linker = b"/lib64/ld-linux-x86-64.so.2\0"
        assert linker in data
        program.write_bytes(data.replace(linker, b"/lib64/ld-linux-missing.so\0\0"))
        monkeypatch.setattr(installed, "folders", lambda _: (str(tmp_path),))

        assert "no dynamic linker of 32 bits (Debian:" in agent_target.why_not_started("i386")
