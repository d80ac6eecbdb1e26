"""``conform --target aarch64``: loaders for ARM run in an agent under qemu-user, in the sandbox of all loaders.

What runs one is skipped where the agent was not built or qemu-user is missing. The loaders are compiled for the
tests; a real one is that of REFLOADER_TEST_AARCH64, such as the library in Debian's libvulkan1 for arm64.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from loaders import ANSWERS, HEAD

from refloader.cli.options.target import enter
from refloader.cli.terminal import parts
from refloader.native import agent_target, installed
from refloader.native.agent_target import Agent
from refloader.native.machine_target import VARIABLE
from refloader.sandbox import world
from refloader.sandbox.agent.restarts import on_machine, refusal
from refloader.sandbox.layouts import Way
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.observation import Observation
from refloader.scenario.platform import HostPlatform
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import GLOBAL, Script

pytestmark = pytest.mark.slow

COMPILER = "aarch64-linux-gnu-gcc"
MACHINE = Agent("aarch64", 64, "")
REAL = os.environ.get("REFLOADER_TEST_AARCH64", "")
WHY_NOT = agent_target.why_not_started("aarch64")

needs_agent = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "it starts")
needs_compiler = pytest.mark.skipif(
    shutil.which(COMPILER) is None, reason=f"there is no {COMPILER} (Debian: gcc-aarch64-linux-gnu)"
)
needs_loader = pytest.mark.skipif(not REAL, reason="REFLOADER_TEST_AARCH64 names no loader for ARM")


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The target of a test."""
    monkeypatch.setenv(VARIABLE, "aarch64")


def compiled(folder: Path, body: str, version: str) -> str:
    """The path of a loader for ARM with this text before its answers, and this value of its version."""
    source, library = folder / "loader.c", folder / "libvulkan.so.1"
    answers = ANSWERS.replace("COUNT", "1").replace("VERSION", version).replace("BODY", "")
    source.write_text(HEAD + body + answers)
    subprocess.run([COMPILER, "-shared", "-fPIC", "-w", "-o", str(library), str(source)], check=True)
    folder.chmod(0o755)
    return str(library)


def version_of(path: str, scenario: Scenario | None = None) -> Observation:
    """What the loader does when it is asked for its version."""
    return ForeignLoader(path).observe(scenario or Scenario(), actions=(("version",),))


def conform(*words: str) -> "subprocess.CompletedProcess[str]":
    """The command, in a process without the target of these tests."""
    variables = {name: value for name, value in os.environ.items() if name != VARIABLE}
    command = [sys.executable, "-m", "refloader", "conform", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=variables)


@needs_agent
@needs_compiler
@pytest.mark.usefixtures("chosen")
class TestRuns:
    """An emulated process ends, fails and is limited as others are."""

    def test_a_crash(self, tmp_path: Path) -> None:
        """A crash has the name of its signal, and that of the action."""
        seen = version_of(compiled(tmp_path, "", "raise(SIGSEGV)"))

        assert (seen.ended, seen.detail) == ("crash", "SIGSEGV during version")

    def test_variables(self, tmp_path: Path) -> None:
        """The process has the scenario's variables and no others."""
        body = "extern char **environ; static int many(void) { int n = 0; while (environ[n]) n++; return n; }"
        path = compiled(tmp_path, body, 'getenv("TEST") ? -many() : 0')
        world_ = World()
        world_.variable("TEST", "1")

        seen = version_of(path, world_.scenario())

        assert seen.results == {"version": -len(world_.scenario().variables)}

    @pytest.mark.parametrize(
        ("call", "number"),
        [
            ("syscall(SYS_unshare, 0x10000000)", 1),
            ("syscall(SYS_shmget, 0, 4096, 01600)", 1),
            ("syscall(SYS_socket, 2, 1, 0)", 97),
        ],
    )
    def test_the_filter(self, tmp_path: Path, call: str, number: int) -> None:
        """What is taken away from others is taken away from it."""
        path = compiled(
            tmp_path, f"static int tried(void) {{ errno = 0; {call}; return -errno; }}", "tried()"
        )

        assert version_of(path).results == {"version": -number}

    def test_the_path_of_the_application(self, tmp_path: Path) -> None:
        """The process sees the path that the scenario gives the application, not that of the agent."""
        body = """
        static int is_game(void) {
            char path[4096] = {0};
            return readlink("/proc/self/exe", path, sizeof path - 1) > 0 && strcmp(path, "/opt/game") == 0;
        }
        """
        path = compiled(tmp_path, "#include <string.h>\n#include <unistd.h>\n" + body, "-is_game()")
        made = World()
        made.application(executable="/opt/game")

        assert version_of(path, made.scenario()).results == {"version": -1}

    @pytest.mark.skipif(os.geteuid() != 0 or bool(world.why_not(Way.ROOT)), reason="it needs root")
    def test_privilege(self, tmp_path: Path) -> None:
        """An application with privilege has it under the emulator too."""
        path = compiled(tmp_path, "#include <sys/auxv.h>\n", "-(int)getauxval(AT_SECURE)")

        assert version_of(path, Scenario(privilege="setuid")).results == {"version": -1}


@needs_agent
@needs_loader
def test_a_real_loader(tmp_path: Path) -> None:
    """It is judged on a rule's cases, and the results name the target and the emulator."""
    out = ("-n", "1", "--out", str(tmp_path))
    done = conform("--target", "aarch64", "--loader", REAL, "--rule", "DISC-GEN-10", *out)

    assert done.returncode == 0, done.stdout + done.stderr
    header = json.loads((tmp_path / "results.ndjson").read_text().splitlines()[0])
    assert header["machine"]["target"] == "aarch64"
    assert "qemu-aarch64" in header["machine"]["libc"]


class TestScenario:
    """A scenario for x86-64 is run as the same one for ARM."""

    def test_what_is_exchanged(self) -> None:
        """The folders of a processor; not library_arch, which is the word size."""
        text = b'{"library_arch": "64", "library_path": "/usr/lib/x86_64-linux-gnu/liba.so", "x": "i386-linux-gnu"}'
        scenario = Scenario(files={"/usr/lib/aarch64-linux-gnu/a": text})

        made = on_machine(scenario, MACHINE)

        moved = text.replace(b"x86_64", b"aarch64")
        assert made.files == {"/usr/lib/x86_64-linux-gnu/a": moved}
        assert made.situation == HostPlatform(bits=64)

    @pytest.mark.parametrize(
        ("argument", "told"), [([1, 2], "no line"), ({"read": [0, 0]}, "no line"), (1 << 33, "")]
    )
    def test_what_cannot_be_passed_on(self, argument: object, told: str) -> None:
        """A word has 64 bits; for structures, the agent's scripts have no line."""
        script = Script()
        script.call("vkDeviceWaitIdle", argument, via=GLOBAL, label="call")

        assert told in refusal(Scenario(), script.actions, 64)
        assert bool(told) == bool(refusal(Scenario(), script.actions, 64))


class TestCommand:
    """What the command says where a loader for ARM is named or the target chosen."""

    @needs_compiler
    @pytest.mark.skipif(os.uname().machine == "aarch64", reason="it is this machine's own processor")
    def test_without_the_target(self, tmp_path: Path) -> None:
        """The sentence names the target."""
        done = conform("--loader", compiled(tmp_path, "", "0"))

        assert done.returncode == 2
        assert "which is judged with --target aarch64" in done.stderr

    def test_no_emulator(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A machine without qemu-user is told what to install."""
        shutil.copy("/bin/true", tmp_path / "agent")
        monkeypatch.setattr(installed, "folders", lambda _: (str(tmp_path),))
        monkeypatch.setattr(agent_target, "_found", lambda _: "")
        monkeypatch.setattr("platform.machine", lambda: "x86_64")

        assert "no qemu-aarch64, which runs its programs here" in agent_target.why_not_started("aarch64")

    def test_the_machine_itself(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An ARM machine runs its loaders without a target."""
        shutil.copy("/bin/true", tmp_path / "agent")
        monkeypatch.setattr(installed, "folders", lambda _: (str(tmp_path),))
        monkeypatch.setattr("platform.machine", lambda: "aarch64")

        assert "leave the option out" in agent_target.why_not_started("aarch64")

    @pytest.mark.parametrize(
        ("machine", "emulator", "loader", "said"),
        [
            ("x86_64", "", "/usr", "there is no qemu-aarch64"),
            ("aarch64", "", "/usr", "leave the option out"),
            ("x86_64", "/usr/bin/qemu-aarch64", "/nowhere/libvulkan.so.1", "does not exist"),
        ],
        ids=["no emulator", "this machine itself", "no loader"],
    )
    def test_what_a_build_would_not_help(
        self, monkeypatch: pytest.MonkeyPatch, machine: str, emulator: str, loader: str, said: str
    ) -> None:
        """It is said before the programs for the target are built, which takes minutes."""
        monkeypatch.setattr(installed, "folders", lambda _: ())
        monkeypatch.setattr(agent_target, "_found", lambda _: emulator)
        monkeypatch.setattr("platform.machine", lambda: machine)
        monkeypatch.setattr(parts, "can_build", lambda _: True)
        monkeypatch.setattr(parts, "needed", lambda *_, **__: pytest.fail("it is built"))

        with pytest.raises(click.UsageError, match=said):
            enter("aarch64", [("--loader", loader)], unsafe=False)
