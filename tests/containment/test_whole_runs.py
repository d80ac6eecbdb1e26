"""Whole runs of ``refloader conform`` on hostile libraries: each comes to its end and gives a verdict.

By default one library of each kind is judged by one rule. REFLOADER_CONTAINMENT=all has the worst acts judged by all
rules of the quick profile.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import no_namespaces
import pytest
from bystanders import end, left
from hostile_acts import KINDS, WORST
from hostile_libraries import with_orders
from hostile_machines import HERE

from refloader.sandbox.world import UNSAFE

pytestmark = pytest.mark.slow

_MARK = "rflwhole"
_FEW = (
    ("loader", "close-all", ("--rule", "APP-EXPORT-01")),
    ("layer", "smash-stack", ("--rule", "LLP_LAYER_5")),
    ("driver", "forge-answers", ("--rule", "LDP_DRIVER_3")),
)
_MANY = tuple((KINDS[number % len(KINDS)], act, ("--profile", "quick")) for number, act in enumerate(WORST))
_RUNS = _MANY if os.environ.get("REFLOADER_CONTAINMENT") == "all" else _FEW
_CONTROLS = {chr(number) for number in range(32)} - {"\n"} | {"\x7f", "\x9b"}


def judged(
    kind: str, library: Path, results: Path, *options: str, under: Sequence[str] = ()
) -> "subprocess.CompletedProcess[str]":
    """A run of the program, as somebody starts it without --unsafe around it; ``under`` is what starts it."""
    command = [
        *under,
        sys.executable,
        "-m",
        "refloader",
        "conform",
        f"--{kind}",
        str(library),
        "--expect",
        "none",
    ]
    return subprocess.run(
        [*command, "--out", str(results), "-n", "0", *options],
        capture_output=True,
        text=True,
        errors="replace",
        env={name: value for name, value in os.environ.items() if name != UNSAFE},
        timeout=300,
        check=False,
    )


@pytest.fixture
def nothing_left() -> Iterator[None]:
    """No process of the library is left after the run."""
    yield
    processes = left(_MARK)
    end(_MARK)
    assert processes == ()


@pytest.mark.usefixtures("nothing_left")
class TestWholeRuns:
    """A hostile library has a verdict like any other, in results that are whole and a summary that names it."""

    @pytest.mark.whole
    @pytest.mark.parametrize(
        ("kind", "act", "options"), _RUNS, ids=lambda value: value if isinstance(value, str) else ""
    )
    def test_comes_to_its_end(
        self, libraries: Mapping[str, bytes], tmp_path: Path, kind: str, act: str, options: tuple[str, ...]
    ) -> None:
        """The exit status is that of a verdict, and every result that was announced is there."""
        library = tmp_path / f"lib{kind}.so"
        library.write_bytes(with_orders(libraries[kind], {"act": act, "mark": _MARK, **_harmless(tmp_path)}))
        for folder in (tmp_path, *tmp_path.parents[:2]):
            folder.chmod(0o755)
        results = tmp_path / "results"

        run = judged(kind, library, results, *options)

        lines = [json.loads(line) for line in (results / "results.ndjson").read_text().splitlines()]
        footer = lines[-1]
        verdicts = [line["verdict"] for line in lines if "verdict" in line]
        summary = (results / "summary.txt").read_text()
        assert run.returncode in (0, 1), run.stderr
        assert footer["kind"] == "footer"
        assert len(verdicts) == sum(footer["counts"].values()) > 0
        assert "error" not in verdicts
        assert all(f"\n{verdict} " in summary for verdict in {*verdicts} & {"fail", "crash", "timeout"})
        assert not _CONTROLS & {*summary, *run.stdout, *run.stderr}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can stay root")
@pytest.mark.skipif(bool(no_namespaces.why_not()), reason=no_namespaces.why_not())
class TestRoot:
    """Where a library would have to run as root, it is not run unless somebody asks for that."""

    UNDER = (sys.executable, str(HERE / "no_namespaces.py"), "--refuse", "--keep-root")

    @pytest.mark.parametrize(("kind", "act", "options"), _FEW, ids=[kind for kind, _, _ in _FEW])
    def test_is_not_run(
        self, libraries: Mapping[str, bytes], tmp_path: Path, kind: str, act: str, options: tuple[str, ...]
    ) -> None:
        """The exit status says that nothing was judged, the text says why, and the library was not opened."""
        library = tmp_path / f"lib{kind}.so"
        library.write_bytes(with_orders(libraries[kind], {"act": "abort-at-load"}))

        run = judged(kind, library, tmp_path / "results", *options, under=self.UNDER)

        assert run.returncode == 3
        assert "--unsafe" in run.stdout + run.stderr
        assert "SIGABRT" not in run.stdout + run.stderr

    @pytest.mark.whole
    def test_is_run_when_asked_for(self, libraries: Mapping[str, bytes], tmp_path: Path) -> None:
        """With --unsafe the verdict is the library's."""
        library = tmp_path / "libloader.so"
        library.write_bytes(with_orders(libraries["loader"], {"act": "abort-at-load"}))

        run = judged(
            "loader", library, tmp_path / "results", "--rule", "APP-EXPORT-01", "--unsafe", under=self.UNDER
        )

        assert run.returncode == 1
        assert "SIGABRT" in run.stdout


def _harmless(folder: Path) -> Mapping[str, str]:
    """Orders that leave an act that nothing contains no aim but a folder of the test."""
    aim = folder / "aim"
    aim.mkdir(mode=0o777)
    paths = dict.fromkeys(("canary", "open", "results"), str(aim))
    return {**paths, "fresh": "refloader-canary-whole", "pidns": os.readlink("/proc/self/ns/pid")}
