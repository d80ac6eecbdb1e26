"""A run of the installed policy tests: whatever the user's surroundings, the results are there."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from refloader.harness.conform import run
from refloader.harness.results import Verdict
from refloader.harness.wanted import Wanted
from refloader.model.edition import Edition
from refloader.native.mocks import mock_library

SCHEMA = Path(__file__).parents[2] / "reports" / "schema" / "results-1.schema.json"
ONE_CASE = Wanted(
    loaders=("reference",), edition=Edition.E2026, rules=("META-04",), case="metalayers/the_list_is_the_order"
)

CRASHING = """
void *vkGetInstanceProcAddr(void *instance, const char *name);
static int create(const void *info, const void *allocator, void **made) { return *(volatile int *)8; }
static int none(const void *a, unsigned *count, void *room) { *count = 0; return 0; }
static int layers(unsigned *count, void *room) { *count = 0; return 0; }
void *vkGetInstanceProcAddr(void *instance, const char *name) {
    if (!__builtin_strcmp(name, "vkCreateInstance")) return create;
    if (!__builtin_strcmp(name, "vkEnumerateInstanceLayerProperties")) return layers;
    if (!__builtin_strcmp(name, "vkEnumerateInstanceExtensionProperties")) return none;
    return 0;
}
"""


class TestSurroundings:
    """The suite is run from where it is installed, and the user's own pytest has no say."""

    def test_the_users_configuration_is_left_out(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither configuration files nor variables nor modules of the working folder are used."""
        (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
        (tmp_path / "conftest.py").write_text("raise SystemExit('the wrong conftest')")
        (tmp_path / "pytest.py").write_text("raise SystemExit('the wrong pytest')")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option")
        monkeypatch.setenv("PYTEST_PLUGINS", "no_such_plugin")

        outcome = run(ONE_CASE, str(tmp_path), workers=0)

        assert [each.verdict for each in outcome.results] == ["pass", "pass"]
        assert not outcome.truncated

    def test_every_line_keeps_to_the_published_schema(self, tmp_path: Path) -> None:
        """Header, results and footer of a real run validate, static results among them."""
        manifest = tmp_path / "layer.json"
        manifest.write_text('{"file_format_version": "1.0.0", "layer": {}}')
        wanted = Wanted(loaders=("reference",), layers=(str(manifest),), rules=("META", "MANIFEST-LAYER"))

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

        outcome = run(Wanted(layers=(str(manifest),)), str(tmp_path), workers=0)

        assert (outcome.exit_code, outcome.truncated) == (1, False)


class TestBadLoaders:
    """A loader that cannot be used, or dies, is a result; the run goes on."""

    def test_a_file_that_is_no_library(self, tmp_path: Path) -> None:
        """One error says why, and no case is tried on it."""
        path = tmp_path / "libvulkan.so"
        path.write_text("no library")

        outcome = run(Wanted(loaders=(str(path),)), str(tmp_path), workers=0)

        [result] = outcome.results
        assert (result.verdict, result.case) == (Verdict.ERROR, "opening")
        assert "file too short" in result.reason or "invalid ELF" in result.reason
        assert outcome.exit_code == 3

    def test_a_loader_that_dies(self, tmp_path: Path, compile_loader: Callable[[str], str]) -> None:
        """Each case in which it dies is a crash with the signal's name, and the others are judged."""
        if mock_library("mock_icd") is None:
            pytest.skip("the mocks are not built")
        path = compile_loader(CRASHING)
        wanted = Wanted(loaders=(path,), edition=Edition.E2026, rules=("META-04",))

        outcome = run(wanted, str(tmp_path), workers=0)

        assert {each.verdict for each in outcome.results} == {Verdict.CRASH}
        assert outcome.results[0].reason == "SIGSEGV during instance"
        assert outcome.exit_code == 1

    def test_a_good_loader_beside_a_bad_one(self, tmp_path: Path) -> None:
        """The reference is judged although the other subject cannot be used."""
        path = tmp_path / "libvulkan.so"
        path.write_text("no library")
        wanted = Wanted(loaders=("reference", str(path)), edition=Edition.E2026, rules=("META-04",))

        outcome = run(wanted, str(tmp_path), workers=0)

        verdicts = {(each.subject, each.verdict) for each in outcome.results}
        assert verdicts == {("reference-2026", Verdict.PASS), ("libvulkan.so", Verdict.ERROR)}


class TestInterruption:
    """A Ctrl-C ends the run and keeps what was found."""

    def test_the_results_so_far_are_kept(self, tmp_path: Path) -> None:
        """The file has results and no footer, the documents are written, and the exit code says so."""
        words = ["-m", "refloader", "conform", "--loader", "reference", "-n", "0", "--out", str(tmp_path)]
        process = subprocess.Popen(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            cwd=Path(__file__).parents[2],
        )
        file = tmp_path / "results.ndjson"
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not (file.exists() and file.stat().st_size > 5000):
            time.sleep(0.01)

        os.killpg(process.pid, signal.SIGINT)

        output = process.communicate(timeout=30)[0].decode()
        assert "TRUNCATED RUN" in output
        assert process.returncode == 3
        assert (tmp_path / "report.html").exists()
