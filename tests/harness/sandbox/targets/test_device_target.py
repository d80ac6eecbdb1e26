"""``conform --target adb:SERIAL``: loaders run in an agent on a device, which adb reaches.

The device of these tests is this machine, behind a stand-in for adb (``fake_adb.py``): the agent, its script, the
laying out and the answers are those of a device, the shell is this machine's. No Android device ever took part.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from loaders import ANSWERS, HEAD

import refloader
from refloader.native import agent_target
from refloader.native.dropin import dropin_library
from refloader.native.installed import folders
from refloader.native.machine_target import ABI, VARIABLE
from refloader.native.structures import LoaderError
from refloader.native.target import words
from refloader.sandbox.agent import adb
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World

SOURCES = Path(refloader.__file__).parents[1] / "refloader" / "probes" / "device"
WHY_NOT = next(
    (f"there is no {name}" for name in ("cc", "cmake", "setsid") if shutil.which(name) is None),
    "" if platform.machine() == "x86_64" and SOURCES.is_dir() else "it is built from a checkout on x86-64",
)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "it runs")]


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a device like this machine: the agent as the project builds it, and the installed mocks."""
    build = tmp_path_factory.mktemp("build")
    for command in (["-S", str(SOURCES), "-B", str(build)], ["--build", str(build), "--target", "agent"]):
        subprocess.run(["cmake", *command], check=True, capture_output=True)
    made = build / "programs"
    for place in map(Path, folders("mocks")):
        for mock in sorted(place.glob("*.so")):
            shutil.copyfile(mock, made / mock.name)
    return made


@pytest.fixture
def device(tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that says what the device is like; adb, the programs and the folder there are set."""
    place = tmp_path / "device.json"
    place.write_text(json.dumps({"serial": "TEST1", "abi": "x86_64"}))
    (tmp_path / "bin").mkdir()
    (tmp_path / "there").mkdir()
    program = tmp_path / "bin" / "adb"
    program.write_text(
        f'#!/bin/sh\nexec {sys.executable} -S {Path(__file__).with_name("fake_adb.py")} "$@"\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("FAKE_ADB", str(place))
    monkeypatch.setenv(adb.FOLDER, str(tmp_path / "there"))
    monkeypatch.setenv(agent_target.OWN_PROGRAMS, str(programs))
    adb._program.cache_clear()
    return place


@pytest.fixture
def chosen(device: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The device as the target of the process."""
    monkeypatch.setenv(VARIABLE, "adb:TEST1")
    monkeypatch.setenv(ABI, "x86_64")
    return device


def compiled(folder: Path, body: str, version: str) -> str:
    """The path of a loader with this text before its answers, and this value of its version."""
    source, library = folder / "loader.c", folder / "libvulkan.so.1"
    answers = ANSWERS.replace("COUNT", "1").replace("VERSION", version).replace("BODY", "")
    source.write_text(HEAD + body + answers)
    subprocess.run(["cc", "-shared", "-fPIC", "-w", "-o", str(library), str(source)], check=True)
    return str(library)


def version_of(path: str, scenario: Scenario | None = None, timeout: float = 10.0) -> Observation:
    """What the loader does when it is asked for its version."""
    return ForeignLoader(path).observe(scenario or Scenario(), actions=(("version",),), timeout=timeout)


def changed(device: Path, **what: object) -> None:
    """Say something else of the device."""
    device.write_text(json.dumps({**json.loads(device.read_text()), **what}))


def conform(
    *words: str, without: tuple[str, ...] = (), **variables: str
) -> "subprocess.CompletedProcess[str]":
    """The command, in a process of its own."""
    kept: Mapping[str, str] = {name: value for name, value in os.environ.items() if name not in without}
    command = [sys.executable, "-m", "refloader", "conform", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**kept, **variables})


class TestRuns:
    """A process on the device ends, fails and is limited as others are."""

    def test_an_answer(self, chosen: Path, tmp_path: Path) -> None:
        """What the loader reports is read; it has been opened in the folder on the device."""
        seen = version_of(compiled(tmp_path, "", "0"))

        assert (seen.ended, seen.version) == ("ok", "1.3.204")
        assert (seen.loader or "").startswith(f"{tmp_path}/there/refloader-")

    def test_a_crash(self, chosen: Path, tmp_path: Path) -> None:
        """A crash has the name of its signal, and that of the action."""
        seen = version_of(compiled(tmp_path, "", "raise(SIGSEGV)"))

        assert (seen.ended, seen.detail) == ("crash", "SIGSEGV during version")

    def test_an_exit(self, chosen: Path, tmp_path: Path) -> None:
        """A loader that ends the process is named with the status."""
        seen = version_of(compiled(tmp_path, "", "(_exit(7), 0)"))

        assert (seen.ended, seen.detail) == ("crash", "exit with status 7 during version")

    def test_a_hang(self, chosen: Path, tmp_path: Path) -> None:
        """A loader that hangs is ended on the device, and so is a process that it has started."""
        body = "static int hang(void) { if (fork() == 0) while (1) sleep(1); while (1) sleep(1); }"
        seen = version_of(compiled(tmp_path, body, "hang()"), timeout=0.4)

        assert seen.ended == "timeout"
        left = subprocess.run(["pgrep", "-f", f"^{tmp_path}|^./agent$"], capture_output=True, check=False)
        assert left.stdout == b""

    def test_variables(self, chosen: Path, tmp_path: Path) -> None:
        """The process has the scenario's variables and none of adb's or of this machine."""
        body = 'static int others(void) { return -!!getenv("FAKE_ADB") - 2 * !!getenv("TEST"); }'
        made = World()
        made.variable("TEST", "1")

        assert version_of(compiled(tmp_path, body, "others()"), made.scenario()).results == {"version": -2}

    def test_output_is_limited(self, chosen: Path, tmp_path: Path) -> None:
        """Of what a loader prints, a MiB comes back."""
        body = 'static int print(void) { for (int i = 0; i < 3000; i++) printf("%01023d\\n", i); return 0; }'

        assert len(version_of(compiled(tmp_path, body, "print()")).stdout) == 1 << 20

    def test_two_cases_are_apart(self, chosen: Path, tmp_path: Path) -> None:
        """Nothing of a case is there in the next one."""
        body = """
        static int first(void) {
            FILE *file = fopen("left", "r");
            if (file != NULL) return -1;
            fclose(fopen("left", "w"));
            return 0;
        }
        """
        path = compiled(tmp_path, body, "first()")

        assert [version_of(path).results for _ in range(2)] == [{"version": 0}] * 2

    def test_what_needs_a_namespace(self, chosen: Path, tmp_path: Path) -> None:
        """A scenario that variables cannot show is not judged, with the reason."""
        made = World()
        made.application(executable="/opt/game")

        seen = version_of(compiled(tmp_path, "", "0"), made.scenario())

        assert (seen.ended, seen.detail) == (
            "not covered",
            "the application cannot run as another program without a mount namespace",
        )


class TestLost:
    """A device that goes away is no failure of the loader."""

    @pytest.mark.parametrize("calls", [1, 3, 6])
    def test_it_goes_away(self, chosen: Path, tmp_path: Path, calls: int) -> None:
        """The case is an error with the reason, and no later one asks the device again."""
        changed(chosen, **{"goes after": calls})
        path = compiled(tmp_path, "", "0")

        first, number = version_of(path), len(chosen.with_suffix(".calls").read_text().splitlines())
        second = version_of(path)

        assert (first.ended, second.ended) == ("error", "error")
        assert "there is no device of this serial number" in first.detail
        assert len(chosen.with_suffix(".calls").read_text().splitlines()) == number

    def test_its_answer_is_cut_off(self, chosen: Path, tmp_path: Path) -> None:
        """Half an answer is none."""
        changed(chosen, cuts=True)

        seen = version_of(compiled(tmp_path, "", "0"))

        assert seen.ended == "error"
        assert "was cut off" in seen.detail


class TestCommand:
    """What the command says before anything runs: exit code 3 where the device or adb is missing."""

    @pytest.mark.parametrize(
        ("what", "told"),
        [
            ({"state": "unauthorized"}, "it has not allowed this machine to debug it"),
            ({"state": "offline"}, "it is offline"),
            ({"serial": "OTHER"}, "there is no device of this serial number"),
            ({"abi": "riscv64"}, 'its ro.product.cpu.abi is "riscv64", and refloader knows arm64-v8a'),
            ({"abi": "arm64-v8a"}, "is no program for arm64-v8a, which the device runs"),
        ],
    )
    def test_no_device(self, device: Path, tmp_path: Path, what: Mapping[str, str], told: str) -> None:
        """The sentence says what is missing."""
        changed(device, **what)

        done = conform("--target", "adb:TEST1", "--unsafe", "--loader", compiled(tmp_path, "", "0"))

        assert done.returncode == 3, done.stdout + done.stderr
        assert told in " ".join(done.stderr.split())

    def test_no_adb(self, device: Path, tmp_path: Path) -> None:
        """It is said what to install."""
        (tmp_path / "nothing").mkdir()
        path = compiled(tmp_path, "", "0")

        done = conform("--target", "adb:TEST1", "--unsafe", "--loader", path, PATH=str(tmp_path / "nothing"))

        assert done.returncode == 3, done.stdout + done.stderr
        assert "there is no adb on this machine (Debian: apt install adb)" in " ".join(done.stderr.split())

    def test_no_programs(self, device: Path, tmp_path: Path) -> None:
        """It is said what builds them, and where they are looked for."""
        path = compiled(tmp_path, "", "0")

        done = conform(
            "--target", "adb:TEST1", "--unsafe", "--loader", path, without=(agent_target.OWN_PROGRAMS,)
        )

        assert done.returncode == 3, done.stdout + done.stderr
        assert "refloader has no programs for x86_64: build refloader/probes/device" in " ".join(
            done.stderr.split()
        )

    def test_nobody_has_said_that_it_may(self, device: Path, tmp_path: Path) -> None:
        """Without --unsafe, nothing is sent to the device."""
        done = conform("--target", "adb:TEST1", "--loader", compiled(tmp_path, "", "0"))

        assert done.returncode == 3, done.stdout + done.stderr
        assert "on a device nothing contains the loader" in " ".join(done.stderr.split())
        assert not device.with_suffix(".calls").exists()

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (("--loader", "libvulkan.so"), "is no file of this machine"),
            (("--layer", "/a.json"), "--target adb: judges loaders"),
        ],
    )
    def test_what_a_device_does_not_judge(self, device: Path, words: tuple[str, str], told: str) -> None:
        """Android's own loader and layers are wrong usage."""
        done = conform("--target", "adb:TEST1", "--unsafe", *words)

        assert done.returncode == 2, done.stdout + done.stderr
        assert told in " ".join(done.stderr.split())

    @pytest.mark.parametrize(
        ("verb", "told"),
        [
            (("explain",), "pulled from a device"),
            (("exec", "true"), "conform judges loaders"),
            (("campaign", "--loader", "/a"), "refloader conform judges loaders there"),
        ],
    )
    def test_other_verbs(self, tmp_path: Path, verb: tuple[str, ...], told: str) -> None:
        """They refuse a device, and say what does it."""
        command = [sys.executable, "-m", "refloader", verb[0], "--target", "adb:TEST1", *verb[1:]]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

        assert done.returncode == 2, done.stdout + done.stderr
        assert told in " ".join(done.stderr.split())


def test_a_replay_has_the_target(chosen: Path) -> None:
    """The command that replays a case says that the loader may do what adb's shell can."""
    assert words() == ("--target", "adb:TEST1", "--unsafe")


def test_a_run(device: Path, tmp_path: Path) -> None:
    """The reference's library has on the device the verdicts that it has on this machine, where it was judged."""
    try:
        library = dropin_library()
    except LoaderError as error:
        pytest.skip(str(error))
    shared = ("--loader", str(library), "--case", "faults_in_paths/layer_path[nowhere-*]", "-n", "0")

    there = conform("--target", "adb:TEST1", "--unsafe", *shared, "--out", str(tmp_path / "a"))
    conform(*shared, "--out", str(tmp_path / "b"))

    assert there.returncode == 0, there.stdout + there.stderr
    header, judged = results(tmp_path / "a")
    _, expected = results(tmp_path / "b")
    assert (header["machine"]["target"], header["machine"]["libc"]) == (
        "adb:TEST1",
        "that of the device (x86_64)",
    )
    assert judged
    assert judged == {case: expected[case] for case in judged}
    assert list((tmp_path / "there").iterdir()) == []


def results(folder: Path) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """The header of a run, and the verdict of each case that was judged."""
    header, *rows = map(json.loads, (folder / "results.ndjson").read_text().splitlines())
    found = {f"{row['rule']}/{row['case']}": row["verdict"] for row in rows if "verdict" in row}
    return header, {case: verdict for case, verdict in found.items() if verdict != "skip"}
