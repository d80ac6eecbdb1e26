"""What verbs say while they work, how much, and in which colours."""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from verbs import Run, manifest

from refloader.cli.terminal import console
from refloader.cli.terminal.console import Watch, duration, sentence
from refloader.cli.terminal.output import colourful, fitted, say_aside, say_document, say_wrapped
from refloader.results.progress import Progress

pytestmark = pytest.mark.slow


class TestSentence:
    """How far it is, in words that somebody who waits wants."""

    def test_a_run(self) -> None:
        """Done, all, the share, what fails, and the time that is left at this pace."""
        assert sentence(Progress(120, 480, 2), "cases", 12.0) == (
            "120 of 480 cases (25 %), 2 failing, about 36 s left"
        )

    def test_what_was_done_before_tells_no_pace(self) -> None:
        """A campaign that goes on counts from where it was."""
        assert (
            sentence(Progress(300, 400, 0), "worlds", 10.0, 200)
            == "300 of 400 worlds (75 %), about 10 s left"
        )

    def test_too_early_to_tell(self) -> None:
        """The first second gives no time, and before the cases are known there is no number."""
        assert sentence(Progress(1, 480, 0), "cases", 0.3) == "1 of 480 cases (0 %)"
        assert sentence(Progress(0, 0, 0), "cases", 30.0) == "looking for cases"

    def test_a_few_of_many_tell_no_pace(self) -> None:
        """Eleven of nineteen thousand after a few seconds would be hours, and are not."""
        assert sentence(Progress(11, 19038, 0), "cases", 5.0) == "11 of 19038 cases (0 %)"
        assert (
            sentence(Progress(11, 19038, 0), "cases", 60.0)
            == "11 of 19038 cases (0 %), about 28 h 49 min left"
        )

    def test_a_case_that_takes_long(self) -> None:
        """It is named with how long it has been running; a guess at the time left that has come to nothing is not."""
        slow = Progress(190, 191, 2, running="it/hangs (second try)", since=100.0)

        assert sentence(slow, "cases", 190.0, now=103.0) == (
            "190 of 191 cases (99 %), 2 failing, about 1 s left"
        )
        assert sentence(slow, "cases", 190.0, now=180.0) == (
            "190 of 191 cases (99 %), 2 failing, it/hangs (second try) for 1 min 20 s"
        )

    def test_steps_that_are_no_cases(self) -> None:
        """Before the cases are known a step stands alone, afterwards beside their number."""
        assert sentence(Progress(0, 0, 0, step="measuring a driver"), "cases", 9.0) == "measuring a driver"
        assert sentence(Progress(4, 4, 1, step="reading the results"), "cases", 9.0) == (
            "4 of 4 cases (100 %), 1 failing, reading the results"
        )

    @pytest.mark.parametrize(
        ("seconds", "text"),
        [(0.2, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")],
    )
    def test_durations(self, seconds: float, text: str) -> None:
        """Rounded to two units."""
        assert duration(seconds) == text


class TestWatch:
    """Plain lines where nobody watches, one line that is written over on a terminal."""

    def test_a_log_gets_a_line_now_and_then(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Ten seconds lie between two lines, however often it is told."""
        now = iter([0.0, 9.0, 11.0, 12.0, 22.0])
        monkeypatch.setattr(console.time, "monotonic", lambda: next(now))
        watch = Watch("cases")

        for done in (1, 2, 3, 4):
            watch.tell(Progress(done, 4, 0, "case"))
        watch.end()

        assert capsys.readouterr().err.splitlines() == [
            "refloader: 2 of 4 cases (50 %), about 4 s left",
            "refloader: 4 of 4 cases (100 %), about 0 s left",
        ]

    def test_looking_for_cases_is_no_part_of_the_pace(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A minute of it, and then ten cases in ten seconds: the other ten take ten more."""
        now = iter([0.0, 60.0, 70.0])
        monkeypatch.setattr(console.time, "monotonic", lambda: next(now))
        watch = Watch("cases")

        watch.tell(Progress(0, 20, 0))
        watch.tell(Progress(10, 20, 0))

        assert capsys.readouterr().err.splitlines() == [
            "refloader: 0 of 20 cases (0 %)",
            "refloader: 10 of 20 cases (50 %), about 10 s left",
        ]

    def test_a_log_says_the_same_once_a_minute(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A line that is no news only shows that the run goes on."""
        now = iter([0.0, *(10.0 * step for step in range(1, 15))])
        monkeypatch.setattr(console.time, "monotonic", lambda: next(now))
        watch = Watch("cases")

        for _ in range(14):
            watch.tell(Progress(0, 0, 0, step="looking for cases"))

        assert capsys.readouterr().err.splitlines() == ["refloader: looking for cases"] * 3

    def test_a_log_of_a_long_run_has_each_last_step(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """However little time lies between two of them, and once each."""
        now = iter([0.0, 11.0, 12.0, 12.1, 12.2, 12.25, 12.3])
        monkeypatch.setattr(console.time, "monotonic", lambda: next(now))
        watch = Watch("cases")

        watch.tell(Progress(3, 4, 0))
        watch.tell(Progress(4, 4, 0, step="ending"))
        watch.tell(Progress(4, 4, 0, step="ending"))
        watch.tell(Progress(4, 4, 0, step="reading"))
        watch.tell(Progress(4, 4, 0, step="ending"))
        watch.doing("writing report.html")

        assert capsys.readouterr().err.splitlines() == [
            "refloader: 3 of 4 cases (75 %)",
            "refloader: 4 of 4 cases (100 %), ending",
            "refloader: 4 of 4 cases (100 %), reading",
            "refloader: writing report.html",
        ]

    def test_a_log_of_a_short_run_has_no_step(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """What takes less than ten seconds needs no progress."""
        now = iter([0.0, 1.0, 2.0])
        monkeypatch.setattr(console.time, "monotonic", lambda: next(now))
        watch = Watch("cases")

        watch.tell(Progress(4, 4, 0, step="reading"))
        watch.doing("writing report.html")

        assert capsys.readouterr().err == ""

    def test_a_run_that_only_begins_slowly_has_no_step(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A replay on a busy machine: its one case, and what comes after, take no time."""
        now = iter([0.0, 11.0, 12.0, 12.1])
        monkeypatch.setattr(console.time, "monotonic", lambda: next(now))
        watch = Watch("cases")

        watch.tell(Progress(0, 0, 0))
        watch.tell(Progress(1, 1, 1, step="ending"))
        watch.doing("writing report.html")

        assert capsys.readouterr().err.splitlines() == ["refloader: looking for cases"]

    def test_quiet_says_nothing(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Not even late."""
        now = iter([0.0, 100.0, 200.0])
        monkeypatch.setattr(console.time, "monotonic", lambda: next(now))

        watch = Watch("cases", console.Loudness.QUIET)
        watch.tell(Progress(1, 2, 0))
        watch.doing("writing report.html")

        assert capsys.readouterr().err == ""

    def test_a_terminal_keeps_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Names of cases are cut to the width, cannot drive the terminal, and the line is cleared at the end."""

        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("COLUMNS", "60")
        watch = Watch("cases")

        watch.tell(Progress(1, 2, 0, "x/y\x1b[2J" + "long" * 40))
        watch.end()

        said = terminal.getvalue()
        assert "\n" not in said
        assert "\x1b[2J" not in said
        assert len(click.unstyle(said.split("\r\x1b[K")[1])) < 60
        assert re.search("longl?o?n?…$", click.unstyle(said.split("\r\x1b[K")[1]))
        assert said.endswith("\r\x1b[K")

    def test_what_cannot_be_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It takes the line over, where there is one."""

        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")

        with console.watching("MiB of results") as watch:
            watch.doing("reading a small file")
            watch.tell(Progress(1, 2, 0))
            watch.doing("writing html")

        said = [click.unstyle(each).strip() for each in terminal.getvalue().split("\r\x1b[K")]
        assert said == ["", "1 of 2 MiB of results (50 %)", "writing html", ""]

    @pytest.mark.parametrize(
        ("name", "value", "unwanted"), [("NO_COLOR", "1", "\x1b[2m"), ("TERM", "dumb", "\x1b")]
    )
    def test_what_the_terminal_is_spared(
        self, monkeypatch: pytest.MonkeyPatch, name: str, value: str, unwanted: str
    ) -> None:
        """Faint letters where nobody wants them, and the line that is written over where it cannot be."""

        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("COLUMNS", "60")
        monkeypatch.setattr(console, "_EVERY", 0.0)
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv(name, value)
        watch = Watch("cases")

        watch.tell(Progress(1, 2, 0, "the case"))

        assert "1 of 2 cases" in terminal.getvalue()
        assert unwanted not in terminal.getvalue()

    @pytest.mark.parametrize("is_terminal", [False, True])
    def test_nobody_listens(self, monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
        """The reader of a log that goes away does not take the run with it."""

        class Closed(io.StringIO):
            def isatty(self) -> bool:
                return is_terminal

            def write(self, text: str, /) -> int:
                raise BrokenPipeError

        monkeypatch.setattr(sys, "stderr", Closed())
        monkeypatch.setattr(console, "_EVERY", 0.0)
        watch = Watch("cases")

        watch.tell(Progress(1, 2, 0))
        watch.tell(Progress(2, 2, 0))
        watch.end()


class TestLines:
    """A terminal gets lines that fit it; a file gets each sentence as one line."""

    PARTS = ((" a layer is ", ""), ("not active", "error"), (f": {'word ' * 12}/{'long/' * 10}path", ""))

    def test_a_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Lines end between words, go on below an indent, and what is longer than a line stays whole."""

        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        terminal = Terminal()
        monkeypatch.setattr(sys, "stdout", terminal)
        monkeypatch.setenv("COLUMNS", "40")
        monkeypatch.setenv("NO_COLOR", "1")

        say_wrapped(self.PARTS, "  ")

        lines = terminal.getvalue().splitlines()
        assert " ".join("".join(text for text, _ in self.PARTS).split()) == " ".join(" ".join(lines).split())
        assert all(len(line) <= 40 for line in lines[:-1])
        assert all(line.startswith("  ") for line in lines[1:])
        assert lines[-1].strip() == f"/{'long/' * 10}path"

    def test_a_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        """It is one line."""
        say_wrapped(self.PARTS)

        assert capsys.readouterr().out == "".join(text for text, _ in self.PARTS) + "\n"


class TestColour:
    """NO_COLOR forbids, FORCE_COLOR asks, a terminal has it."""

    @pytest.mark.parametrize(
        ("variables", "wanted"),
        [
            ({}, False),
            ({"FORCE_COLOR": "1"}, True),
            ({"FORCE_COLOR": "0"}, False),
            ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
            ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ],
        ids=["neither", "forced", "forced off", "both", "empty"],
    )
    def test_elsewhere(
        self, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], wanted: bool
    ) -> None:
        """Where there is no terminal it is the user's wish alone."""
        for name in ("NO_COLOR", "FORCE_COLOR"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)

        assert colourful() is wanted

    def test_lint_keeps_it(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The words in between come through a pipe with their colours."""
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.delenv("NO_COLOR", raising=False)

        assert "\x1b[31m\x1b[1merror" in run("lint", manifest(tmp_path, drop="api_version")).stdout


class TestLoudness:
    """--quiet and --verbose of conform."""

    def test_quiet_and_conformant(self, run: Run, tmp_path: Path) -> None:
        """There is nothing to say."""
        words = ("--loader", "reference-2022", "--rule", "META-04", "-n", "0", "--out", str(tmp_path))

        done = run("conform", *words, "--quiet")

        assert (done.exit_code, done.output) == (0, "")

    def test_quiet_and_findings(self, run: Run, tmp_path: Path) -> None:
        """What is wrong is said, and where the rest is."""
        path = manifest(tmp_path, drop="api_version")

        done = run("conform", "--layer", path, "--quiet", "--out", str(tmp_path / "o"))

        assert done.exit_code == 1
        assert "MANIFEST-LAYER-10" in done.stdout
        assert "results: " in done.stdout

    def test_verbose_has_every_finding(self, run: Run, tmp_path: Path) -> None:
        """It is the summary file's text without what was skipped."""
        path = manifest(tmp_path, drop="api_version")

        done = run("conform", "--layer", path, "--verbose", "--out", str(tmp_path / "o"))

        assert "\n  why     " in done.stdout

    def test_both(self, run: Run, tmp_path: Path) -> None:
        """They cannot be meant together."""
        done = run("conform", "--layer", manifest(tmp_path), "-q", "-v", "--out", str(tmp_path / "o"))

        assert done.exit_code == 2
        assert "--quiet and --verbose exclude each other" in done.output


def test_progress_of_a_real_run(tmp_path: Path) -> None:
    """On a terminal the cases are counted to their end, and standard output has the document alone."""
    controller, terminal = pty.openpty()
    words = ("--loader", "reference-2026", "--rule", "LLP_LOADER", "-n", "2", "--out", str(tmp_path / "o"))
    with (
        open(tmp_path / "document", "wb") as document,
        subprocess.Popen(
            [sys.executable, "-m", "refloader", "conform", *words, "--format", "json"],
            stdout=document,
            stderr=terminal,
        ) as process,
    ):
        os.close(terminal)
        seen = _all(controller)
    os.close(controller)

    assert process.returncode == 0
    assert (tmp_path / "document").read_bytes().startswith(b"{")
    assert b" of " in seen
    assert b" cases (" in seen
    for step in (b"ending the processes", b"reading the results"):
        assert step in seen
    for name in (b"report.html", b"junit.xml", b"summary.txt"):
        assert b" results read, writing " + name in seen
    assert seen.endswith(b"\r\x1b[K")


def _all(descriptor: int) -> bytes:
    """What is written to a terminal until nobody has it open any more."""
    seen = b""
    while True:
        try:
            more = os.read(descriptor, 65536)
        except OSError:  # how Linux tells that the other end is closed
            return seen
        seen += more


@pytest.mark.parametrize(("seconds", "said"), [("0.05", b"still looking\r\n"), ("30", b"")])
def test_a_slow_command_says_so_on_a_terminal(seconds: str, said: bytes) -> None:
    """One line after some seconds; nothing where the command ends before."""
    main, terminal = pty.openpty()
    program = (
        "import time; from refloader.cli.terminal.output import say_if_slow; "
        f"say_if_slow('still looking', {seconds}); time.sleep(0.3)"
    )

    subprocess.run([sys.executable, "-c", program], stderr=terminal, check=True)

    os.close(terminal)
    assert _all(main) == said


def test_a_slow_command_says_nothing_to_a_file() -> None:
    """Whoever reads the output of a command gets the same at each run."""
    imports = "import time; from refloader.cli.terminal.output import say_if_slow"
    program = f"{imports}; say_if_slow('x', 0.01); time.sleep(0.1)"

    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stderr == b""


class TestPatience:
    """How long everything may take, as somebody says."""

    @pytest.mark.parametrize("verb", [["conform"], ["selftest"], ["campaign", "--loader", "/no/loader"]])
    @pytest.mark.parametrize("text", ["0", "many", "1000"])
    def test_what_makes_no_sense_is_refused(self, run: Run, verb: list[str], text: str) -> None:
        """Before anything is run."""
        done = run(*verb, "--patience", text)

        assert done.exit_code == 2
        assert "--patience': it has to be a number from 1 to 100" in done.stderr

    def test_beside_the_output(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is said on standard error, errors of usage and a document for people are broken between words too."""

        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        monkeypatch.setenv("COLUMNS", "40")
        text = "the command made no instance on the reference loader"

        monkeypatch.setattr(sys, "stderr", Terminal())
        say_aside(text, "  ")
        aside = sys.stderr.getvalue()  # type: ignore[attr-defined]
        error = fitted(f"{text}\n    a line that is indented and a command stays whole", "  ", "Error: ")
        monkeypatch.setattr(sys, "stdout", Terminal())
        say_document(f"  why  {text}\n    replay  refloader conform --rule A --case {text}\n")
        document = sys.stdout.getvalue()  # type: ignore[attr-defined]

        assert aside == "the command made no instance on the\n  reference loader\n"
        assert error == (
            "the command made no instance on\n  the reference loader\n"
            "    a line that is indented and a command stays whole"
        )
        assert click.unstyle(document) == (
            "  why  the command made no instance on\n      the reference loader\n"
            f"    replay  refloader conform --rule A --case {text}\n"
        )
        assert fitted("", "  ", "Error: ") == ""
