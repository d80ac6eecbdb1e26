"""``refloader campaign`` from the outside: exit codes, what is left behind, going on, other machines."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from verbs import Run, checked_json

from refloader.native.dropin import dropin_library
from refloader.native.mocks import mock_library
from refloader.sandbox.loader import system_loader
from refloader.scenario.scenario_file import load
from refloader.suite.run.targets import why_no_dropin

pytestmark = pytest.mark.slow


@pytest.fixture
def dropin() -> str:
    """The drop-in library."""
    reason = why_no_dropin()
    if reason:
        pytest.skip(reason)
    return dropin_library()


@pytest.fixture
def system() -> str:
    """The machine's own loader."""
    path = system_loader()
    if path is None:
        pytest.skip("this machine has no loader (Debian: libvulkan1)")
    if mock_library("mock_layer") is None:
        pytest.skip("the mocks are not built (install with a C compiler)")
    return path


class TestUsage:
    """What cannot be meant is said, with exit code 2."""

    @pytest.mark.parametrize("seeds", ["", "x", "5..5", "9..3", "-1", "0", "1..2..3"])
    def test_seeds(self, run: Run, tmp_path: Path, seeds: str) -> None:
        """Seeds are a number or a range that has something in it."""
        result = run("campaign", "--loader", "reference-library", "--seeds", seeds, "--out", str(tmp_path))

        assert result.exit_code == 2
        assert "--seeds" in result.stderr

    @pytest.mark.parametrize("loader", ["/nowhere.so", "reference", "/etc/passwd"])
    def test_loaders(self, run: Run, tmp_path: Path, loader: str) -> None:
        """A loader is a library under a path."""
        result = run("campaign", "--loader", loader, "--seeds", "1", "--out", str(tmp_path))

        assert result.exit_code == 2

    @pytest.mark.parametrize("limit", ["-1", "nan", "x"])
    def test_time_limit(self, run: Run, tmp_path: Path, limit: str) -> None:
        """A time limit is a number of seconds."""
        options = ("--seeds", "1", "--time-limit", limit, "--out", str(tmp_path))
        result = run("campaign", "--loader", "reference-library", *options)

        assert result.exit_code == 2

    @pytest.mark.parametrize("address", ["", "nowhere", "foo://x", "tcp://[::1", "1.2.3.4:x"])
    def test_address(self, run: Run, dropin: str, tmp_path: Path, address: str) -> None:
        """The address of a scheduler has a host and a port."""
        pytest.importorskip("distributed", reason="dask.distributed is not installed (PyPI: distributed)")

        result = run("campaign", "--loader", dropin, "--dask", address, "--out", str(tmp_path))

        assert result.exit_code == 2

    def test_a_folder_that_cannot_be(self, run: Run, dropin: str, tmp_path: Path) -> None:
        """Where the campaign is to be kept is no folder."""
        (tmp_path / "file").touch()

        assert run("campaign", "--loader", dropin, "--out", str(tmp_path / "file")).exit_code == 2

    def test_a_ledger_that_is_none(self, run: Run, tmp_path: Path) -> None:
        """It could not run: exit code 3."""
        result = run(
            "campaign", "--loader", "libvulkan.so.1", "--ledger", str(tmp_path), "--out", str(tmp_path)
        )

        assert result.exit_code == 3


class TestMocks:
    """Every world has mocks in it."""

    def test_without_mocks_it_cannot_run(
        self, run: Run, dropin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A search that could compare nothing is none that found nothing."""
        monkeypatch.setattr("refloader.cli.campaign.mock_library", lambda name: None)

        result = run("campaign", "--loader", dropin, "--seeds", "1", "-n", "1", "--out", str(tmp_path))

        assert result.exit_code == 3


class TestDropin:
    """The reference's own library has no causes."""

    def test_nothing_is_found(self, run: Run, dropin: str, tmp_path: Path) -> None:
        """Exit code 0, and the document says so."""
        result = run(
            "campaign",
            "--loader",
            dropin,
            "--seeds",
            "30",
            "-n",
            "1",
            "--out",
            str(tmp_path),
            "--format",
            "json",
        )

        document = checked_json(result, "campaign-1")
        assert (result.exit_code, document["finished"], document["causes"]) == (0, True, [])
        assert document["loaders"][0]["worlds"] == 30
        assert json.loads((tmp_path / "summary.json").read_text()) == document


class TestSystemLoader:
    """What is found on another loader is kept, once for each cause."""

    def test_the_scenarios_are_there(self, run: Run, system: str, tmp_path: Path) -> None:
        """Each cause has a folder that can be read, and a command with it."""
        result = run(
            "campaign",
            "--loader",
            system,
            "--seeds",
            "30",
            "-n",
            "1",
            "--out",
            str(tmp_path),
            "--format",
            "json",
        )

        causes = checked_json(result, "campaign-1")["causes"]
        assert len({row["signature"] for row in causes}) == len(causes)
        for row in causes:
            assert load(row["scenario"]).note.startswith(row["about"])
            assert shlex.split(row["repro"])[-1] == row["scenario"]

    def test_two_processes_find_what_one_finds(self, run: Run, system: str, tmp_path: Path) -> None:
        """A seed's findings do not depend on who looks at it."""
        found = []
        for workers in ("1", "2"):
            out = tmp_path / workers
            words = ("--seeds", "14", "-n", workers, "--out", str(out), "--format", "json")
            document = checked_json(run("campaign", "--loader", system, *words), "campaign-1")
            found.append([{**row, "scenario": "", "repro": ""} for row in document["causes"]])

        assert found[0] == found[1]


def started(out: Path, loader: str, *more: str) -> subprocess.Popen[bytes]:
    """A campaign in a process of its own that would run for long."""
    words = ["campaign", "--loader", loader, "--seeds", "100000", "--out", str(out), *more]
    command = [sys.executable, "-m", "refloader", *words]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdout=quiet, stderr=quiet)


def lines(out: Path) -> int:
    """How many lines are kept."""
    path = out / "campaign.ndjson"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for(out: Path, count: int) -> None:
    """Wait until so many lines are there."""
    deadline = time.monotonic() + 300
    while lines(out) < count and time.monotonic() < deadline:
        time.sleep(0.05)


class TestDamage:
    """A folder that is no campaign, or a damaged one, is left as it is: it could not run."""

    @pytest.mark.parametrize("line", ["{}", "[1]", '{"x"', "\x00", '{"loader": 0, "first": "a", "end": 1}'])
    def test_a_line_that_is_none(self, run: Run, dropin: str, tmp_path: Path, line: str) -> None:
        """The place of the damage is told, and nothing is lost."""
        options = ("campaign", "--loader", dropin, "--seeds", "1", "-n", "1", "--out", str(tmp_path))
        run(*options)
        path = tmp_path / "campaign.ndjson"
        damaged = path.read_text() + line + "\n"
        path.write_text(damaged)

        result = run(*options)

        assert result.exit_code == 3
        assert f"{path}:3:" in result.stderr
        assert path.read_text() == damaged


class TestStopping:
    """A campaign that is stopped or killed loses no finished block and goes on."""

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
    def test_it_goes_on(self, run: Run, dropin: str, tmp_path: Path, number: signal.Signals) -> None:
        """What was finished is not done again."""
        process = started(tmp_path, dropin, "-n", "1")
        wait_for(tmp_path, 2)
        process.send_signal(number)
        ended = process.wait(timeout=300)
        before = lines(tmp_path)

        result = run("campaign", "--loader", dropin, "--seeds", "10", "-n", "1", "--out", str(tmp_path))

        assert result.exit_code == 0
        assert ended == (3 if number is signal.SIGINT else -number)
        assert before >= 2
        assert lines(tmp_path) == before

    def test_a_worker_that_is_killed(self, run: Run, dropin: str, tmp_path: Path) -> None:
        """The campaign could not go on, and what is finished is kept."""
        process = started(tmp_path, dropin, "-n", "2")
        wait_for(tmp_path, 2)
        before = lines(tmp_path)
        for child in children(process.pid):
            with suppress(OSError):  # one that has just ended
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(child, signal.SIGKILL)

        assert process.wait(timeout=300) == 3
        assert lines(tmp_path) >= before

    def test_no_worker_outlives_a_killed_campaign(self, dropin: str, tmp_path: Path) -> None:
        """Processes that work for it end with it."""
        process = started(tmp_path, dropin, "-n", "2")
        wait_for(tmp_path, 2)
        workers = children(process.pid)
        process.kill()
        process.wait(timeout=300)

        assert len(workers) >= 2
        deadline = time.monotonic() + 120
        while any(map(alive, workers)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert [each for each in workers if alive(each)] == []


def children(process: int) -> list[int]:
    """The processes that a process started and that still run."""
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(word) for word in path.read_text().split()]


def alive(process: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@contextmanager
def cluster(workers: int) -> Iterator[Any]:
    """A Dask scheduler with worker processes on this machine."""
    distributed = pytest.importorskip(
        "distributed", reason="dask.distributed is not installed (PyPI: distributed)"
    )
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        yield running


class TestDask:
    """The work can be handed to a scheduler."""

    @pytest.mark.filterwarnings("ignore")
    def test_a_cluster_finds_what_one_process_finds(self, run: Run, system: str, tmp_path: Path) -> None:
        """Several worker processes, each running its own loader children."""
        found = []
        with cluster(2) as running:
            for name, words in (("here", ("-n", "1")), ("there", ("--dask", running.scheduler_address))):
                more = ("--seeds", "14", *words, "--out", str(tmp_path / name), "--format", "json")
                document = checked_json(run("campaign", "--loader", system, *more), "campaign-1")
                found.append([{**row, "scenario": "", "repro": ""} for row in document["causes"]])

        assert found[0] == found[1]

    @pytest.mark.filterwarnings("ignore")
    def test_without_a_scheduler(self, run: Run, dropin: str, tmp_path: Path) -> None:
        """An address at which nobody is: it could not run."""
        pytest.importorskip("distributed", reason="dask.distributed is not installed (PyPI: distributed)")

        result = run("campaign", "--loader", dropin, "--dask", "tcp://127.0.0.1:9", "--out", str(tmp_path))

        assert result.exit_code == 3
        assert "no scheduler" in result.stderr

    @pytest.mark.filterwarnings("ignore")
    @pytest.mark.parametrize(
        ("answer", "why"),
        [("kill", "does not answer any more|was not done there"), ("other", "another version")],
    )
    def test_what_workers_may_do(
        self, run: Run, dropin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, why: str
    ) -> None:
        """A scheduler that is gone, and a worker that answers with something else: it could not run to its end."""
        monkeypatch.setattr(
            "refloader.campaign.blocks.searched", {"kill": _fail, "other": _answer_oddly}[answer]
        )

        with cluster(1) as running:
            words = ("--seeds", "1", "--dask", running.scheduler_address, "--out", str(tmp_path))
            result = run("campaign", "--loader", dropin, *words)

        assert result.exit_code == 3
        assert re.search(why, result.stderr)
        assert "fault of refloader" not in result.stderr

    @pytest.mark.filterwarnings("ignore")
    @pytest.mark.parametrize("workers", [0, 1], ids=["gone", "stopped"])
    def test_workers_that_are_silent(
        self, run: Run, dropin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
    ) -> None:
        """No block is finished any more, and the campaign says so and ends."""
        monkeypatch.setattr("refloader.campaign.blocks._SILENT", 1.5)

        with cluster(workers) as running, running.get_client() as client:
            numbers = list(client.run(os.getpid).values())
            for number in numbers:
                os.kill(number, signal.SIGSTOP)
            try:
                words = ("--seeds", "1", "--dask", running.scheduler_address, "--out", str(tmp_path))
                result = run("campaign", "--loader", dropin, *words)
            finally:
                for number in numbers:
                    os.kill(number, signal.SIGCONT)

        assert result.exit_code == 3
        assert ("no worker of the scheduler gives" if workers else "scheduler has no worker") in result.stderr


def _fail(*_: object) -> None:
    """Raise in a worker, as where refloader or the loader is not installed."""
    raise RuntimeError("\x1b[2Jnothing here")


def _answer_oddly(*_: object) -> dict[str, int]:
    """Return what is no report."""
    return {}
