"""Tests of the drop-in library's dispatch part in C and assembly, without Python inside: dispatch/ has the checks.

Each check is a run of one small program, built here for this machine, with sanitizers, and for aarch64.
"""

import platform
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent / "dispatch"
SOURCES = HERE.parents[2] / "refloader" / "dropin" / "c"
# The files that need no Python.
DISPATCH = (
    "calls/commands.c",
    "calls/displays.c",
    "calls/emulate.c",
    "calls/handles.c",
    "calls/instances.c",
    "interpreter/shared_folders.c",
    "calls/messengers.c",
    "calls/missing.c",
    "observers/observe.c",
    "observers/observe_calls.c",
    "observers/observe_facts.c",
    "observers/observe_memory.c",
    "observers/observe_targets.c",
    "calls/procaddr.c",
    "calls/queues.c",
    "calls/reserved.c",
    "calls/surfaces.c",
    "calls/tables.c",
    "calls/terminator_procaddr.c",
    "calls/unwrap.c",
)
CHECKS = [
    name
    for path in sorted(HERE.glob("check_*.c"))
    for name in re.findall(r'\{"([^"]+)",\s*\w+\},', path.read_text(encoding="utf-8"))
]
ABORTS = [name for name in CHECKS if name.startswith("abort:")]
ANSWERS = [name for name in CHECKS if not name.startswith("abort:")]

Build = Callable[..., Path]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Compile the checks once for each set of options."""

    @cache
    def compile_once(compiler: str, machine: str, *options: str) -> tuple[Path, str]:
        program = tmp_path_factory.mktemp("dispatch") / "checks"
        stubs = (SOURCES / f"calls/stubs_{machine}.S", SOURCES / f"observers/stubs_observe_{machine}.S")
        sources = [*HERE.glob("*.c"), *(SOURCES / name for name in DISPATCH), *stubs]
        warnings = ("-Wall", "-Wextra", "-Werror")
        command = [compiler, "-std=c11", "-D_GNU_SOURCE", "-g", "-O1", *warnings, *options, "-pthread"]
        run = _run([*command, "-o", str(program), *map(str, sources)])
        return program, run.stderr if run.returncode else ""

    def make(compiler: str, machine: str, *options: str) -> Path:
        if shutil.which(compiler) is None:
            pytest.skip(f"there is no {compiler}")
        if not (SOURCES / f"calls/stubs_{machine}.S").exists():
            pytest.skip(f"there are no stubs for {machine}")
        program, complaint = compile_once(compiler, machine, *options)
        assert complaint == ""
        return program

    return make


class TestThisMachine:
    """Stubs lead to the slot of their command and leave parameters alone; lookups follow GPA-ORDER-01."""

    @pytest.mark.parametrize("check", ANSWERS)
    def test_check_holds(self, build: Build, check: str) -> None:
        """The program finds nothing wrong."""
        run = _run([str(build("cc", platform.machine())), check])

        assert (run.returncode, run.stderr) == (0, "")

    @pytest.mark.parametrize("check", ABORTS)
    def test_wrong_handle_ends_in_a_message(self, build: Build, check: str) -> None:
        """A handle that is NULL, destroyed or foreign ends the process; the message names the command."""
        _, command, handle = check.split(":")

        run = _run([str(build("cc", platform.machine())), check])

        assert run.returncode == -6
        assert f"{command}: the handle is not a valid {handle}: it is NULL, destroyed" in run.stderr

    def test_every_check_has_a_name(self, build: Build) -> None:
        """The program knows exactly the checks that are run here."""
        assert sorted(_run([str(build("cc", platform.machine()))]).stdout.splitlines()) == sorted(CHECKS)


class TestSanitizers:
    """The C does nothing undefined, reads no stray memory and has no data race."""

    @pytest.mark.whole(keep=12, rotate=True)
    @pytest.mark.parametrize("check", ANSWERS)
    def test_addresses_and_behaviour(self, build: Build, check: str) -> None:
        """Neither AddressSanitizer nor UndefinedBehaviorSanitizer has anything to say."""
        _need_sanitizer("address,undefined")
        program = build("cc", platform.machine(), "-fsanitize=address,undefined", "-fno-sanitize-recover")

        run = _run(["env", "ASAN_OPTIONS=detect_leaks=0", str(program), check])

        assert (run.returncode, run.stderr) == (0, "")

    @pytest.mark.parametrize("check", [name for name in ANSWERS if name.startswith("many-")])
    def test_threads(self, build: Build, check: str) -> None:
        """ThreadSanitizer sees no race between calls through a new device."""
        _need_sanitizer("thread")
        program = build("cc", platform.machine(), "-fsanitize=thread")

        run = _run([str(program), check])

        assert (run.returncode, run.stderr) == (0, "")


class TestAarch64:
    """The same program, cross-compiled, holds on aarch64."""

    @pytest.mark.whole(keep=12, rotate=True)
    @pytest.mark.parametrize("check", ANSWERS)
    def test_check_holds(self, build: Build, check: str) -> None:
        """The program finds nothing wrong under emulation."""
        run = _run([*_emulator(), str(build("aarch64-linux-gnu-gcc", "aarch64", "-static")), check])

        assert (run.returncode, run.stderr) == (0, "")

    @pytest.mark.parametrize("check", ABORTS)
    def test_wrong_handle_ends_in_a_message(self, build: Build, check: str) -> None:
        """A handle that is NULL, destroyed or foreign ends the process; the message names the command."""
        _, command, handle = check.split(":")

        run = _run([*_emulator(), str(build("aarch64-linux-gnu-gcc", "aarch64", "-static")), check])

        assert run.returncode != 0
        assert f"{command}: the handle is not a valid {handle}: it is NULL, destroyed" in run.stderr


def _emulator() -> list[str]:
    """What runs an aarch64 program here; skips without one."""
    if platform.machine() == "aarch64":
        return []
    if shutil.which("qemu-aarch64") is None:
        pytest.skip("there is no qemu-aarch64 (package qemu-user)")
    return ["qemu-aarch64"]


def _need_sanitizer(name: str) -> None:
    if not _sanitizer_works(name):
        pytest.skip(f"the compiler cannot link programs with -fsanitize={name} that run here")


@cache
def _sanitizer_works(name: str) -> bool:
    if shutil.which("cc") is None:
        return False
    code = "int main(void) { return 0; }"
    command = f"cc -fsanitize={name} -x c - -o /dev/stdout >/dev/null"
    return subprocess.run(["sh", "-c", command], input=code, text=True, check=False).returncode == 0


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
