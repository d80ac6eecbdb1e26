"""A verb that needs the native parts: where they can be had it installs them once, and else it says what to run."""

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from threading import Thread
from typing import NoReturn

import pytest

from refloader.cli.terminal import building, installing, parts
from refloader.cli.terminal.console import Loudness

TOP = Path(__file__).parent.parent.parent

NINJA = """#!{python}
import subprocess
import sys
from pathlib import Path

Path({calls!r}).open("a").write(" ".join(sys.argv[1:]) + "\\n")
print("  [1/2] Building C object a.c.o")
print("  [2/2] Linking")
{ending}
"""


class FakeDistribution:
    """What the installation says of itself."""

    requires = (
        "click>=8",
        "pytest>=9; extra == 'conform'",
        "refloader-native==1; extra == 'conform'",
        "mypy; extra == 'test'",
    )

    def __init__(self, url: str) -> None:
        self._told = json.dumps({"url": url, "dir_info": {}})

    def read_text(self, name: str) -> str | None:
        """Only this file is asked for."""
        assert name == "direct_url.json"
        return self._told


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout that refloader was installed from; nothing that it needs is installed."""
    folder = tmp_path / "a checkout"
    (folder / "native").mkdir(parents=True)
    (folder / "native/pyproject.toml").touch()
    other = metadata.distribution
    monkeypatch.setattr(
        metadata,
        "distribution",
        lambda name: FakeDistribution(folder.as_uri()) if name == "refloader" else other(name),
    )
    monkeypatch.setattr(
        parts, "missing", lambda *, native=True, **_: (*["the native parts"] * native, "pytest")
    )
    monkeypatch.setattr(parts, "_has_changed", lambda source: False)
    monkeypatch.setattr(parts, "has_built_parts", lambda: False)
    # What is locked; the environment of the tests is that of other runs.
    (tmp_path / "environment").mkdir()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))
    monkeypatch.setattr(installing, "_held", [])
    return folder


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Put a program into pip's place that ends as it is told; gives the file with the words it was called with."""

    def put(ending: str) -> Path:
        calls, program = tmp_path / "calls", tmp_path / "python"
        program.write_text(NINJA.format(python=sys.executable, calls=str(calls), ending=ending))
        program.chmod(0o755)
        monkeypatch.setattr(building.sys, "executable", str(program))
        return calls

    return put


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """What is said by a verb that gives up."""
    with pytest.raises(SystemExit) as ended:
        parts.needed("conform")
    assert ended.value.code == 3
    return capsys.readouterr().err


class TestRefusals:
    """Where nothing can be installed the reason is told, and the command."""

    def test_no_checkout(
        self, source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """What came from an index is completed from it."""
        (source / "native/pyproject.toml").unlink()

        said = refusal(capsys)

        assert said == (
            "refloader: conform needs the native parts and pytest: pip install 'refloader[conform]'\n"
        )

    def test_a_wheel(
        self, source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Beside the wheel that refloader was installed from, pip finds that of the native parts."""
        wheel = FakeDistribution("file:///srv/wheels/refloader-0.1.0-py3-none-any.whl")
        monkeypatch.setattr(metadata, "distribution", lambda name: wheel)

        said = refusal(capsys)

        assert said.endswith(" pytest: pip install --find-links /srv/wheels 'refloader[conform]'\n")

    @pytest.mark.parametrize(
        ("what", "reason"),
        [
            ("prefix", "this Python is no virtual environment"),
            ("pip", "its environment has no pip"),
            (
                "compiler",
                "there is no C compiler; Debian and Ubuntu: apt install gcc libc6-dev libpython3-dev",
            ),
            ("changed", "has changed since refloader was installed from it"),
        ],
    )
    def test_an_environment_that_will_not_do(
        self,
        source: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        what: str,
        reason: str,
    ) -> None:
        """It is not changed."""
        find = parts.find_spec
        if what == "prefix":
            monkeypatch.setattr(parts.sys, "prefix", sys.base_prefix)
        elif what == "pip":
            monkeypatch.setattr(parts, "find_spec", lambda name: None if name == "pip" else find(name))
        elif what == "compiler":
            monkeypatch.setenv("PATH", str(source))
        else:
            monkeypatch.setattr(parts, "_has_changed", lambda source: True)

        said = refusal(capsys)

        assert said.startswith("refloader: conform needs the native parts and pytest (")
        assert reason in said
        assert said.endswith(f"): pip install '{source}/native' '{source}[conform]'\n")

    def test_another_version(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Native parts of another version are not used."""
        monkeypatch.setattr(parts, "find_spec", lambda name: object())
        monkeypatch.setattr(metadata, "version", lambda name: "0.0.9")

        assert any(each.endswith(f"of version {parts.__version__}, not 0.0.9") for each in parts.missing())

    def test_an_installation_that_was_interrupted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What it left half done is not used, and a missing part is named alone."""
        monkeypatch.setattr(parts, "find_spec", lambda name: object())
        monkeypatch.setattr(metadata, "version", lambda name: parts.__version__)
        monkeypatch.setattr(parts, "has_built_parts", lambda: True)
        monkeypatch.setattr(parts.installing, "half_installed", lambda modules: (parts.PACKAGE,))

        assert parts.missing() == ("refloader-native, whose installation was interrupted",)

        monkeypatch.setattr(parts, "has_built_parts", lambda: False)
        assert parts.missing() == ("the native parts",)


class TestInstalling:
    """From the checkout, with pip, by one process at a time."""

    def test_what_is_asked_of_pip(
        self,
        source: Path,
        pip: Callable[[str], Path],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """What the extra requires of others, then the native project; then the verb goes on."""
        calls = pip("")
        answers = [("the native parts", "pytest")] * 2 + [("pytest",), ()]
        monkeypatch.setattr(parts, "missing", lambda **_: answers.pop(0) if answers else ())

        parts.needed("conform")

        tests, native = calls.read_text().splitlines()
        assert tests.startswith("-P -m pip install "), "a pip.py in the working folder is not pip"
        assert tests.endswith(" pytest>=9")
        assert native.endswith(f" {source}/native")
        assert not {"refloader-native", "mypy", "click"} & set(re.findall(r"[\w-]+", tests))
        assert str(source) in capsys.readouterr().err

    def test_what_needs_no_native_part_builds_none(
        self, source: Path, pip: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither is a compiler needed for it."""
        calls = pip("")
        answers = [("pytest",)] * 3
        monkeypatch.setattr(parts, "missing", lambda **_: answers.pop(0) if answers else ())
        monkeypatch.setattr(parts, "_COMPILERS", ())

        parts.needed("conform", native=False)

        (words,) = calls.read_text().splitlines()
        assert words.endswith(" pytest>=9")

    def test_something_else_goes_on_while_the_native_parts_are_built(
        self, source: Path, pip: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The build begins before it, and goes on behind it."""
        done = tmp_path / "done"
        calls = pip(
            "import time\n"
            "for _ in range(600):\n"
            f"    if sys.argv[-1].endswith('native') and not Path({str(done)!r}).exists():\n"
            "        time.sleep(0.05)"
        )
        answers = [("the native parts", "pytest")] * 2 + [("pytest",), ()]
        monkeypatch.setattr(parts, "missing", lambda **_: answers.pop(0) if answers else ())

        def meanwhile() -> None:
            while "/native" not in calls.read_text():
                time.sleep(0.05)
            done.touch()

        parts.needed("conform", meanwhile=meanwhile)

        assert done.exists()
        assert len(calls.read_text().splitlines()) == 2

    def test_a_checkout_that_cannot_be_written(
        self,
        source: Path,
        pip: Callable[[str], Path],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """The build has its folder elsewhere, and one that can be written keeps what was built before."""
        calls = pip("sys.exit('/native' in sys.argv[-1])")
        may = os.access
        refusal(capsys)
        own = calls.read_text()
        monkeypatch.setattr(building.os, "access", lambda path, mode: path != str(source) and may(path, mode))

        refusal(capsys)

        assert "build-dir" not in own
        assert re.search(
            rf"--config-settings=build-dir=/.*/build {re.escape(str(source))}/native$", calls.read_text()
        )

    def test_a_failed_build(
        self, source: Path, pip: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        """What says why is shown, and the exit code is 3."""
        pip(
            "print('CMake Error at CMakeLists.txt:37: no working C compiler was found');"
            "sys.exit('/native' in sys.argv[-1])"
        )

        said = refusal(capsys)

        assert "conform needs the native parts, and they could not be built:\n" in said
        assert "no working C compiler was found" in said
        assert "Linking" not in said

    def test_the_cause_of_a_failed_build_is_not_hidden_by_what_pip_says_of_it(
        self, source: Path, pip: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        """That a process failed is no reason."""
        lines = [
            "  error: subprocess-exited-with-error",
            "      PermissionError: [Errno 13] Permission denied: '../build'",
            "      scikit_build_core.errors.CMakeConfigError: build directory ../build must be creatable",
            "  ERROR: Failed building wheel for refloader-native",
            "ERROR: Failed to build installable wheels for some pyproject.toml based projects",
        ]
        pip(f"print({chr(10).join(lines)!r}); sys.exit(1 if '/native' in sys.argv[-1] else 0)")

        said = refusal(capsys)

        assert said.splitlines()[-3:] == [
            "refloader: conform needs the native parts, and they could not be built:",
            *lines[1:3],
        ]

    @pytest.mark.parametrize(
        ("target", "there", "with_it"),
        [("", (), ""), ("i386", (), "i386"), ("wine", ("aarch64",), "aarch64 wine")],
        ids=["none", "asked for", "another one is there"],
    )
    def test_the_programs_for_targets(
        self,
        source: Path,
        pip: Callable[[str], Path],
        monkeypatch: pytest.MonkeyPatch,
        target: str,
        there: tuple[str, ...],
        with_it: str,
    ) -> None:
        """Those are built that a run asks for, beside those that are there, and no other."""
        calls = pip("")
        answers = [("the native parts",)] * 3
        monkeypatch.setattr(parts, "missing", lambda **_: answers.pop(0) if answers else ())
        monkeypatch.setattr(parts, "with_programs", lambda name: "folder" * (name in there))

        parts.needed("conform", tests=False, target=target)

        words = calls.read_text().splitlines()[-1]
        told = dict(re.findall(r"--config-settings=cmake\.define\.REFLOADER_(\w+)=(AUTO|OFF)", words))
        names = {"WINDOWS": "wine", "I386": "i386", "AARCH64": "aarch64"}
        assert told.keys() == names.keys()
        assert sorted(names[each] for each, how in told.items() if how == "AUTO") == with_it.split()

    @pytest.mark.parametrize("own", [True, False], ids=["this checkout", "another"])
    def test_what_was_built_before_is_used(self, source: Path, pip: Callable[[str], Path], own: bool) -> None:
        """The backend would remove it, as pip's build tools lie elsewhere each time."""
        pip("")
        folder = source / "build/py3-none-linux_x86_64"
        made = [folder / each for each in ("CMakeFiles/mock.dir/a.o", ".ninja_log", "libmock.so")]
        tools = [
            folder / each
            for each in ("CMakeCache.txt", ".skbuild-info.json", "CMakeFiles/3.25.1/CMakeSystem")
        ]
        for each in (*made, *tools):
            each.parent.mkdir(parents=True, exist_ok=True)
            each.touch()
        tools[1].write_text(json.dumps({"source_dir": str(source if own else source.parent)}))

        building.native_parts(str(source / "native"), Loudness.QUIET, {})

        assert all(each.exists() for each in made)
        assert [each.exists() for each in tools] == [not own] * 3

    @pytest.mark.parametrize(
        ("change", "anew"),
        [
            ("nothing", False),
            ("a newer file", False),
            ("an older file", True),
            ("a renamed file", True),
            ("a compiler", True),
        ],
    )
    def test_what_ninja_does_not_see(
        self,
        source: Path,
        pip: Callable[[str], Path],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        change: str,
        anew: bool,
    ) -> None:
        """Archives and packages bring their own times, and ninja builds nothing again for a file that looks old."""
        pip("")
        programs = tmp_path / "bin"
        programs.mkdir()
        monkeypatch.setenv("PATH", str(programs))
        compiler, code, old = programs / "gcc", source / "native/mock.c", 10**9
        for each in (compiler, code):
            each.touch(0o755)
            os.utime(each, (old, old))
        folder = source / "build/py3-none-linux_x86_64"
        folder.mkdir(parents=True)
        time.sleep(0.05)  # the file system's clock
        for name in ("build.ninja", ".ninja_log"):
            (folder / name).touch()
        time.sleep(0.05)
        if change == "a newer file":
            code.write_text("int a;")
        elif change == "an older file":
            code.write_text("int a;")
            os.utime(code, (old, old))
        elif change == "a renamed file":
            code.rename(source / "native/other.c")
        elif change == "a compiler":
            compiler.write_text("newer")
            os.utime(compiler, (old, old))

        building.native_parts(str(source / "native"), Loudness.QUIET, {})

        assert (folder / ".ninja_log").exists() is not anew

    def test_what_needs_no_native_part_is_stopped(
        self,
        source: Path,
        pip: Callable[[str], Path],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """Nothing was built that could be kept."""
        pip("")

        def stopped(*_: object) -> NoReturn:
            raise KeyboardInterrupt("SIGTERM")

        monkeypatch.setattr(building, "requirements", stopped)

        with pytest.raises(SystemExit) as ended:
            parts.needed("conform", native=False)

        assert ended.value.code == 3
        said = capsys.readouterr().err.splitlines()[-1]
        assert said.endswith("stopped by SIGTERM during the installation; the same command begins it again")

    @pytest.mark.parametrize("keeps", [True, False])
    def test_an_installation_that_is_stopped(
        self,
        source: Path,
        pip: Callable[[str], Path],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        keeps: bool,
    ) -> None:
        """What was built is not lost, unless it lay in a temporary folder; the message says how to go on."""
        pip("import time; time.sleep(300)")
        monkeypatch.setattr(parts, "missing", lambda **_: ("the native parts",))
        monkeypatch.setattr(parts, "_requirements", list)
        monkeypatch.setattr(parts.building, "requirements", lambda *_: [])
        monkeypatch.setattr(parts.building, "keeps", lambda source: keeps)

        def stopped() -> None:
            os.kill(os.getpid(), signal.SIGTERM)

        with pytest.raises(SystemExit) as ended:
            parts.needed("conform", meanwhile=stopped)

        assert ended.value.code == 3
        assert capsys.readouterr().err.splitlines()[-1] == (
            "refloader: stopped by SIGTERM during the installation; "
            + (
                "what was built is kept, and the same command goes on from there"
                if keeps
                else "the same command begins it again, as the checkout may not be written to"
            )
        )

    def test_another_process_is_waited_for(
        self,
        source: Path,
        pip: Callable[[str], Path],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """It installs what both need, so pip is not called again."""
        calls = pip("")
        answers = [("the native parts",)]
        monkeypatch.setattr(parts, "missing", lambda **_: answers.pop(0) if answers else ())
        other = os.open(sys.prefix, os.O_RDONLY)
        fcntl.flock(other, fcntl.LOCK_EX)
        release = Thread(target=lambda: (time.sleep(0.1), os.close(other)))
        say = installing.say
        monkeypatch.setattr(installing, "say", lambda *words, **how: (say(*words, **how), release.start()))

        parts.needed("conform")

        release.join()
        assert not calls.exists()
        assert "waiting for another refloader" in capsys.readouterr().err

    def test_a_run_is_not_robbed_of_its_parts(self, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """pip removes mocks and probers before it installs others: it waits for runs that use them."""
        monkeypatch.setattr(parts, "missing", lambda **_: ())
        parts.needed("conform")

        assert not self.may_install()

    def test_a_program_of_the_user_may_install(self, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Else it would wait for the command that it runs under."""
        monkeypatch.setattr(parts, "missing", lambda **_: ())
        parts.needed("exec", tests=False, holds=False)

        assert self.may_install()

    def test_the_run_itself_may_install(
        self, source: Path, pip: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It does not wait for itself, and holds what it installed."""
        calls = pip("")
        answers = [(), ("the programs for wine",), ("the programs for wine",)]
        monkeypatch.setattr(parts, "missing", lambda **_: answers.pop(0) if answers else ())
        parts.needed("conform")

        parts.needed("conform", tests=False, target="wine")

        assert calls.exists()
        assert not self.may_install()

    def may_install(self) -> bool:
        """Whether another process could install into the environment now."""
        other = os.open(sys.prefix, os.O_RDONLY)
        try:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(other)
        return True


class TestCanBuild:
    """Whether the programs for a target are built when a run asks for them."""

    @pytest.fixture
    def compilers(self, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """The only folder of programs, which is empty, in an installation from a checkout."""
        folder = tmp_path / "bin"
        folder.mkdir()
        monkeypatch.setenv("PATH", str(folder))
        return folder

    def put(self, folder: Path, name: str, links: bool = True) -> None:
        """A compiler that links a program, or does not."""
        (folder / name).write_text(f"#!/bin/sh\nexit {0 if links else 1}\n")
        (folder / name).chmod(0o755)

    @pytest.mark.parametrize("target", ["wine", "i386", "aarch64"])
    def test_no_compiler(self, compilers: Path, target: str) -> None:
        """The run says what to install, and nothing is built in vain."""
        assert not parts.can_build(target)

    @pytest.mark.parametrize(
        ("target", "name"),
        [("wine", "x86_64-w64-mingw32-gcc"), ("aarch64", "aarch64-linux-gnu-gcc"), ("i386", "gcc")],
    )
    def test_a_compiler(
        self, compilers: Path, target: str, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is enough that it is there and links."""
        monkeypatch.setattr("platform.machine", lambda: "x86_64")
        self.put(compilers, name)

        assert parts.can_build(target)

    @pytest.mark.parametrize(("target", "name"), [("aarch64", "aarch64-linux-gnu-gcc"), ("i386", "gcc")])
    @pytest.mark.parametrize(
        ("links", "machine"), [(False, "x86_64"), (True, "aarch64")], ids=["no C library", "another machine"]
    )
    def test_what_the_build_would_leave_out(
        self,
        compilers: Path,
        monkeypatch: pytest.MonkeyPatch,
        target: str,
        name: str,
        links: bool,
        machine: str,
    ) -> None:
        """Else each run would build for minutes, and have no programs for the target at its end."""
        monkeypatch.setattr("platform.machine", lambda: machine)
        self.put(compilers, name, links)

        assert not parts.can_build(target)

    def test_an_editable_installation(self, compilers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A package beside it would hide what its own build made."""
        self.put(compilers, "aarch64-linux-gnu-gcc")
        monkeypatch.setattr(parts, "has_built_parts", lambda: True)
        find = parts.find_spec
        monkeypatch.setattr(parts, "find_spec", lambda name: None if name == parts.PACKAGE else find(name))

        assert not parts.can_build("aarch64")


def test_each_verb_starts_in_a_first_installation() -> None:
    """Only ``pip install .``: pytest and its plugins come with the first run that needs them."""
    verbs = sorted(path.stem for path in (TOP / "refloader/cli").glob("*.py") if path.stem != "__init__")
    absent = ("pytest", "xdist", "hypothesis", "jsonschema", "refloader_native")
    blocked = f"import sys; sys.modules.update(dict.fromkeys({absent!r}))"
    imports = "; ".join(f"import refloader.cli.{verb}" for verb in verbs)

    subprocess.run([sys.executable, "-c", f"{blocked}; {imports}"], check=True)
