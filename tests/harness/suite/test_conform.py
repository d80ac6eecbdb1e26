"""A run of the installed policy tests: whatever the user's surroundings, the results are there."""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from loaders import answering, within

from refloader.model.edition import Edition
from refloader.native.mocks import mock_library
from refloader.results.coverage import DEFAULT, lacking, too_little
from refloader.results.discovery import RESULTS
from refloader.results.progress import Progress
from refloader.results.results_file import Verdict, read
from refloader.sandbox.loader import lacks_something
from refloader.suite import conform
from refloader.suite.conform import locked, run
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import RunRequest

pytestmark = pytest.mark.slow

SCHEMA = Path(__file__).parents[3] / "reports" / "schema" / "results-1.schema.json"
ONE_CASE = RunRequest(
    loaders=("reference-2026",), rules=("META-04",), cases=("metalayers/the_list_is_the_order",)
)


class TestSurroundings:
    """The suite is run from where it is installed, and the user's own pytest has no say."""

    @pytest.mark.parametrize("workers", [0, 1])
    def test_the_users_configuration_is_left_out(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
    ) -> None:
        """Neither configuration files nor variables nor modules of the working folder are used."""
        (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
        (tmp_path / "conftest.py").write_text("raise SystemExit('the wrong conftest')")
        for name in ("pytest", "json", "xdist", "execnet", "refloader"):
            (tmp_path / f"{name}.py").write_text(f"raise SystemExit('the wrong {name}')")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option")
        monkeypatch.setenv("PYTEST_PLUGINS", "no_such_plugin")
        monkeypatch.setenv("PYTHONPATH", ".:")

        outcome = run(ONE_CASE, str(tmp_path), workers=workers)

        assert [each.verdict for each in outcome.results] == ["pass", "pass"]
        assert not outcome.truncated

    @pytest.mark.parametrize("workers", [0, 1])
    def test_an_error_of_the_machinery_is_said(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
    ) -> None:
        """If a plugin's error ends the run, the outcome says which: a truncated run alone explains nothing."""
        hook = "def pytest_runtest_makereport():\n    raise TypeError('a parameter is missing')\n"
        (tmp_path / "faulty_plugin.py").write_text(hook)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

        outcome = run(ONE_CASE, str(tmp_path), workers=workers, words=["-p", "faulty_plugin"])

        assert outcome.truncated
        assert outcome.problems == ("an error of refloader ended the run: TypeError: a parameter is missing",)

    @pytest.mark.parametrize(
        ("variable", "kept"), [("PYTHONDONTWRITEBYTECODE", True), ("PYTHONOPTIMIZE", False)]
    )
    def test_tests_are_compiled_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, kept: bool
    ) -> None:
        """Where Python writes no bytecode, that of the tests is among the user's caches; else beside the tests."""
        for each in ("PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE"):
            monkeypatch.delenv(each, raising=False)
        monkeypatch.setattr(sys, "pycache_prefix", None)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
        monkeypatch.setenv(variable, "0" if variable == "PYTHONOPTIMIZE" else "1")
        (tmp_path / "results").mkdir()

        run(ONE_CASE, str(tmp_path / "results"), workers=0)

        found = (tmp_path / "caches").rglob("refloader/bytecode/**/test_metalayers.*-pytest-*.pyc")
        assert bool([*found]) is kept

    def test_every_line_keeps_to_the_published_schema(self, tmp_path: Path) -> None:
        """Header, results and footer of a real run validate, static results among them."""
        manifest = tmp_path / "layer.json"
        manifest.write_text('{"file_format_version": "1.0.0", "layer": {}}')
        wanted = RunRequest(loaders=("reference",), layers=(str(manifest),), rules=("META", "MANIFEST-LAYER"))

        outcome = run(wanted, str(tmp_path), workers=0, command="refloader conform")

        validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
        lines = (tmp_path / "results.ndjson").read_text().splitlines()
        assert [error.message for line in lines for error in validator.iter_errors(json.loads(line))] == []
        assert {"reference-2026", "layer.json"} <= {each.subject for each in outcome.results}
        assert outcome.header.command == "refloader conform"

    def test_manifests_alone_need_no_tests(self, tmp_path: Path) -> None:
        """Without a loader the results are those of reading."""
        manifest = tmp_path / "layer.json"
        manifest.write_text("{")

        outcome = run(RunRequest(layers=(str(manifest),)), str(tmp_path), workers=0)

        assert (outcome.exit_code, outcome.truncated) == (1, False)


class TestBadLoaders:
    """A loader that cannot be used, or dies, is a result; the run goes on."""

    def test_a_file_that_is_no_library(self, tmp_path: Path) -> None:
        """One failure says why, and no case is looked for."""
        path = tmp_path / "libvulkan.so"
        path.write_text("no library")

        told: list[Progress] = []

        outcome = run(RunRequest(loaders=(str(path),)), str(tmp_path), workers=0, tell=told.append)

        [result] = outcome.results
        assert (result.verdict, result.case) == (Verdict.FAIL, "opening")
        assert [each.step for each in told if "found" in each.step] == []
        assert result.reason == "the library cannot be used: it is not an ELF file"
        assert outcome.exit_code == 1

    def test_a_loader_that_needs_what_is_not_here(
        self, tmp_path: Path, compile_loader: Callable[..., str]
    ) -> None:
        """Nothing is said of it: where it belongs, the library is there."""
        gone = compile_loader("void gone(void) {}")
        path = compile_loader("void gone(void); void vkGetInstanceProcAddr(void) { gone(); }", gone)
        os.unlink(gone)

        outcome = run(RunRequest(loaders=(path,)), str(tmp_path), workers=0)

        [result] = outcome.results
        assert (result.verdict, result.case) == (Verdict.SKIP, "opening")
        assert lacking(result.reason) == "library"
        assert "cannot open shared object file" in result.reason
        assert too_little(DEFAULT, outcome.results)[0] == "nothing was judged"

    @pytest.mark.parametrize(
        ("detail", "expected"),
        [
            ("/lib/libc.so.6: version `GLIBC_2.38' not found (required by /a/libvulkan.so.1)", True),
            ("libX11.so.6: cannot open shared object file: No such file or directory", True),
            ("/a/libvulkan.so.1: cannot open shared object file: Permission denied", False),
            ("/a/libvulkan.so.1: undefined symbol: nobody_has_this", False),
            ("", False),
        ],
    )
    def test_what_the_linker_says(self, detail: str, expected: bool) -> None:
        """Only what the library needs of others is the machine's to have."""
        assert lacks_something("/a/libvulkan.so.1", detail) is expected

    def test_a_loader_that_dies(self, tmp_path: Path, compile_loader: Callable[[str], str]) -> None:
        """Each case in which it dies is a crash with the signal's name, and the others are judged."""
        if mock_library("mock_icd") is None:
            pytest.skip("the mocks are not built (install with a C compiler)")
        path = compile_loader(answering("raise(SIGSEGV)"))
        wanted = replace(ONE_CASE, loaders=(path,), edition=Edition.E2026)

        outcome = run(wanted, str(tmp_path), workers=0)

        assert {each.verdict for each in outcome.results} == {Verdict.CRASH}
        assert outcome.results[0].reason == "SIGSEGV in vkCreateInstance"
        assert outcome.results[0].evidence["tested"].startswith("The first component of a meta-layer is")
        assert outcome.exit_code == 1

    def test_a_good_loader_beside_a_bad_one(self, tmp_path: Path) -> None:
        """The reference is judged although the other subject cannot be used."""
        path = tmp_path / "libvulkan.so"
        path.write_text("no library")
        wanted = RunRequest(loaders=("reference-2026", str(path)), rules=("META-04",))

        outcome = run(wanted, str(tmp_path), workers=0)

        verdicts = {(each.subject, each.verdict) for each in outcome.results}
        assert verdicts == {("reference-2026", Verdict.PASS), ("libvulkan.so", Verdict.FAIL)}

    def test_a_path_of_any_bytes(self, tmp_path: Path, compile_loader: Callable[[str], str]) -> None:
        """With workers, a loader whose path has a line break and is no UTF-8 is judged like any other."""
        path = os.fsdecode(os.fsencode(tmp_path) + b"/new\nline\xff.so")
        Path(path).write_bytes(Path(compile_loader(answering())).read_bytes())
        wanted = replace(ONE_CASE, loaders=(path,), edition=Edition.E2026)

        outcome = run(wanted, str(tmp_path), workers=1)

        assert (outcome.truncated, {each.verdict for each in outcome.results}) == (False, {Verdict.SKIP})
        assert "finds no driver" in outcome.results[0].reason  # so it shows nothing of meta-layers
        assert outcome.header.subjects[0].name == r"new\x0aline\xff.so"
        assert r"/new\012line\377.so' --edition 2026 --rule META-04" in outcome.results[0].repro


class TestOwnFailures:
    """What keeps the suite from running is told in its own words, and is no result."""

    def test_cases_that_cannot_be_listed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A suite that cannot be imported is not taken for one without a fitting case."""
        (tmp_path / "test_metalayers.py").write_text("import no_such_module")
        monkeypatch.setattr("refloader.suite.conform.suite_folder", lambda: str(tmp_path))

        with pytest.raises(HarnessError, match=r"the cases could not be listed:(.|\n)*no_such_module"):
            run(ONE_CASE, str(tmp_path), workers=0)

    def test_a_folder_in_use_is_refused(self, tmp_path: Path) -> None:
        """Of two runs into one folder the second does not start; afterwards the folder is free again."""
        with locked(str(tmp_path)), pytest.raises(HarnessError, match="is in use by another run"):
            locked(str(tmp_path)).__enter__()

        with locked(str(tmp_path)):
            pass

        assert list(tmp_path.iterdir()) == []


@pytest.fixture
def started(tmp_path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A run with two workers in the middle of its work, which keeps its temporary files below a folder."""
    out, temporary = tmp_path / "out", tmp_path / "temporary"
    temporary.mkdir()
    words = ["-m", "refloader", "conform", "--loader", "reference", "-n", "2", "--out", str(out)]
    process = subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    file = out / "results.ndjson"
    assert within(120, lambda: file.exists() and file.stat().st_size > 5000)

    yield process

    process.kill()
    process.communicate()


class TestInterruption:
    """A run that is stopped keeps what was found, and nothing of it stays."""

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name)
    def test_the_results_so_far_are_kept(
        self, tmp_path: Path, started: "subprocess.Popen[bytes]", number: signal.Signals
    ) -> None:
        """The file has results and no footer, the documents are written, and the exit code says so."""
        started.send_signal(number)

        output = started.communicate(timeout=120)[0].decode()
        assert "truncated run: results may be missing" in output
        assert started.returncode == 3
        assert read(str(tmp_path / "out" / "results.ndjson")).truncated
        assert (tmp_path / "out" / "report.html").exists()
        assert _of(tmp_path) == []
        assert list((tmp_path / "temporary").iterdir()) == []

    def test_before_there_is_anything(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What stopped it is handed on as it came, with the signal's name."""
        process = subprocess.Popen(["sleep", "60"])
        ended, told = process.wait, iter([KeyboardInterrupt("SIGTERM")])

        def wait() -> int:
            for each in told:
                raise each
            return ended()

        monkeypatch.setattr(process, "wait", wait)
        monkeypatch.setattr(conform, "_start", lambda *_: process)

        with pytest.raises(KeyboardInterrupt, match="SIGTERM"):
            run(ONE_CASE, str(tmp_path), workers=0)

    def test_a_whole_run_or_none(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Who can do nothing with a part, as a self-test, gets the interrupt although there are results."""

        def write_and_stop(*_: object) -> "subprocess.Popen[bytes]":
            (tmp_path / RESULTS).write_text("{}\n")
            raise_once = iter([KeyboardInterrupt("SIGINT")])
            process = subprocess.Popen(["sleep", "60"])
            ended = process.wait

            def wait() -> int:
                for each in raise_once:
                    raise each
                return ended()

            monkeypatch.setattr(process, "wait", wait)
            return process

        monkeypatch.setattr(conform, "_start", write_and_stop)

        with pytest.raises(KeyboardInterrupt, match="SIGINT"):
            run(ONE_CASE, str(tmp_path), workers=0, whole=True)

    def test_a_killed_run_takes_its_tests_along(
        self, tmp_path: Path, started: "subprocess.Popen[bytes]"
    ) -> None:
        """Where the run gets no chance to end its tests, they end all the same, and write no footer."""
        started.kill()

        started.wait()
        assert within(10, lambda: _of(tmp_path) == [])
        assert read(str(tmp_path / "out" / "results.ndjson")).truncated


def _of(folder: Path) -> list[str]:
    """The processes that were started with this folder for their temporary files."""
    needle = os.fsencode(folder / "temporary")
    found = []
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdecimal() and needle in Path("/proc", name, "environ").read_bytes():
                found.append(name)
    return found


class TestFullDisk:
    """Results that cannot be begun leave those that are there."""

    @pytest.fixture
    def _small_files(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """No file of this process and its children can have more than 2 KiB, as on a disk that is almost full.

        Nor is bytecode written, which the limit would cut off for all who read it later.
        """
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, before[1]))
        yield
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    @pytest.mark.usefixtures("_small_files")
    def test_the_old_results_stay(self, tmp_path: Path) -> None:
        """The reason is told, and nothing else is left in the folder."""
        (tmp_path / "results.ndjson").write_bytes(b"old")

        with pytest.raises(HarnessError, match=r"nothing more can be written to .*: File too large"):
            run(ONE_CASE, str(tmp_path), workers=0)

        assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("results.ndjson", b"old")]
