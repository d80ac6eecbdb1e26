"""What the verbs that read results do with files that are none, or that are damaged."""

import gzip
import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result as Done
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from verbs import Run

from refloader import __version__
from refloader.cli.report import command as report
from refloader.results.results_file import Footer, Header, Result, Subject, Verdict, count, lines
from refloader.results.results_file import Run as Results

pytestmark = pytest.mark.slow

SUBJECT = Subject("layer", "a.json", "/etc/a.json", "1.3.0", "ab" * 32, "2026")
HEADER = Header("0.1.0", "cat", (SUBJECT,), {}, "2026-03-01T10:00:00+00:00", "all", "refloader conform")
RESULT = Result("LLP_LAYER_9", "a.json", "c", Verdict.FAIL, "it is in the chain", {"chain": ["a"]}, "again")
FOOTER = Footer("2026-03-01T10:01:00+00:00", count((RESULT,)))
GOOD = [line.encode() for line in lines(Results(HEADER, (RESULT,), FOOTER))]
FORMATS = next(each.type for each in report.params if each.name == "shape").choices  # type: ignore[attr-defined]
DEEP = b"[" * 100_000


def changed(number: int, **members: Any) -> bytes:
    """A file of which one line has other members."""
    rows = [json.loads(line) for line in GOOD]
    rows[number].update(members)
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


NONE = {
    "empty": (b"", "it is empty"),
    "blank": (b"\n \n", "it is empty"),
    "binary": (bytes(range(256)) * 9, "it is not JSON"),
    "a page": (b"<!doctype html>\n<p>", "a page for readers: name results.ndjson"),
    "UTF-16": (b"".join(GOOD).decode().encode("utf-16"), "it is not JSON"),
    "a manifest": (b'{"layer": {}}\n', 'its "kind" is not "header"'),
    "a list": (b"[]\n", "it is not a JSON object"),
    "nested": (DEEP, "it is not JSON"),
    "a cut header": (GOOD[0][:50], "the file ends in the middle of it"),
    "newer": (
        changed(0, schema="refloader.results/2"),
        f'"refloader.results/2", and refloader {__version__} reads "refloader.results/1": read it with a newer',
    ),
    "older": (changed(0, schema="refloader.results/0"), "read it with an older refloader"),
    "another document": (changed(0, schema="refloader.run/1"), 'its schema is "refloader.run/1"'),
    "two subjects of a name": (changed(0, subjects=[json.loads(GOOD[0])["subjects"][0]] * 2), "2 subjects"),
    "part 3 of 2": (changed(0, shard=[3, 2]), '"shard" is part 3 of 2'),
    "a machine that is a text": (changed(0, machine="x"), '"machine" is missing or not an object'),
    "damaged gzip": (gzip.compress(b"".join(GOOD))[:-8] + b"\xff" * 8, "compressed by gzip and damaged"),
    "a gzip bomb": (gzip.compress(GOOD[0] + b"\n" * (1 << 19)), "unpacks to more than 200 times its size"),
}
"""What is no results file, and what is said of it."""

ODD = {
    "truncated": (b"".join(GOOD[:2]), "the run is truncated"),
    "cut": (b"".join(GOOD)[:-9], "line 3 was skipped: it is not JSON (the file ends in the middle of it)"),
    "cut gzip": (gzip.compress(b"".join(GOOD))[:-40], "the run is truncated"),
    "a verdict to come": (changed(1, verdict="blocked"), 'line 2 was skipped: "blocked" is not a verdict'),
    "two files in one": (b"".join([*GOOD, *GOOD]), "it is another header: give the files"),
    "two cut files in one": (b"".join([*GOOD[:2], *GOOD]), "it is another header: give the files"),
    "results after the end": (b"".join([*GOOD, *GOOD[1:2] * 99]), "lines 5 to 102 were skipped, too"),
    "the same case again": (
        b"".join([*GOOD[:2], GOOD[1]]),
        "line 3: the case of line 2 again, c for LLP_LAYER_9",
    ),
    "no UTF-8": (
        GOOD[0] + GOOD[1].replace(b"chain", b"\xff\xfe") + GOOD[2],
        "line 2 was skipped: it is not JSON",
    ),
    "no number": (GOOD[0] + GOOD[1].replace(b"0.0", b"NaN") + GOOD[2], "line 2 was skipped: it is not JSON"),
    "no duration": (changed(1, seconds=1e300), 'line 2 was skipped: "seconds" is not a duration'),
    "nested": (b"".join([GOOD[0], DEEP + b"\n", *GOOD[1:]]), "line 2 was skipped: it is not JSON"),
    "much": (GOOD[0] + b"x\n" * 5_000, "and further problems, which --format text and json have"),
    "a stranger": (changed(1, subject="other"), 'line 2: the header has no subject "other"'),
}
"""What can be read in part, and what is said of it."""

FINE = {
    "a byte order mark": b"\xef\xbb\xbf" + b"".join(GOOD),
    "other line ends": b"".join(GOOD).replace(b"\n", b"\r\n"),
    "gzip": gzip.compress(b"".join(GOOD)),
    "new members": changed(0, new={"a": 1}),
    "a new member of a result": changed(1, new=[1]),
    "an unknown rule": changed(1, rule="NO-SUCH-RULE-9"),
    "half a character": changed(1, reason="\ud800", evidence={"\udfff": "\udc00"}),
    "the same member twice": GOOD[0] + GOOD[1].replace(b'"case"', b'"case": "x", "case"') + GOOD[2],
    "a time that is none": changed(0, started="yesterday"),
    "facts of another shape": changed(
        0, subjects=[{**json.loads(GOOD[0])["subjects"][0], "facts": {"devices": 7}}]
    ),
    "surroundings of another shape": changed(0, surroundings={"layers": "x", "chain": [1], "drivers": [{}]}),
    "a large number": changed(0, machine={"n": 10**4000}),
}
"""What is odd and has all that is needed."""


def unharmed(done: Done) -> bool:
    """Whether a verb ended as one does, and not by a fault of ours."""
    return done.exit_code in (0, 1, 2, 3) and "fault of refloader" not in done.output


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes], str]:
    """Write a file; gives the path."""

    def write(data: bytes) -> str:
        path = tmp_path / "results"
        path.write_bytes(data)
        return str(path)

    return write


@pytest.mark.parametrize("name", NONE)
class TestNoResults:
    """It is wrong usage, and one sentence says why."""

    def test_report(self, run: Run, file: Callable[[bytes], str], name: str) -> None:
        """With the path."""
        data, said = NONE[name]

        done = run("report", file(data))

        assert done.exit_code == 2
        assert said in done.stderr
        assert file(data) in done.stderr

    def test_other_verbs(self, run: Run, file: Callable[[bytes], str], tmp_path: Path, name: str) -> None:
        """They say the same."""
        data, said = NONE[name]
        good = tmp_path / "good"
        good.write_bytes(b"".join(GOOD))

        for words in (
            ("diff", file(data), str(good)),
            ("diff", str(good), file(data)),
            ("conform", "--loader", "reference-2016", "--baseline", file(data)),
            ("report", str(good), "--retry", file(data)),
            ("report", "--environment", f"x={file(data)}"),
        ):
            done = run(*words)
            assert (done.exit_code, said in done.stderr) == (2, True), words


class TestOddResults:
    """They are taken as far as they go."""

    @pytest.mark.parametrize("name", ODD)
    def test_a_problem(self, run: Run, file: Callable[[bytes], str], name: str) -> None:
        """It is told in the document and beside it, and the exit code is 3."""
        data, said = ODD[name]

        done = run("report", file(data), "--format", "csv")

        assert said in done.stderr
        assert done.exit_code == 3

    @pytest.mark.parametrize("name", ODD)
    def test_every_format(self, run: Run, file: Callable[[bytes], str], name: str) -> None:
        """Each one has its document."""
        for shape in FORMATS:
            done = run("report", file(ODD[name][0]), "--format", shape)
            has_document = bool(done.stdout) or shape.startswith("deqp")  # a list of no cases is empty
            assert (done.exit_code, unharmed(done), has_document) == (3, True, True), shape

    @pytest.mark.parametrize("name", FINE)
    def test_no_problem(self, run: Run, file: Callable[[bytes], str], name: str) -> None:
        """Nothing is missing, in no format."""
        for shape in FORMATS:
            done = run("report", file(FINE[name]), "--format", shape)
            is_told = bool(done.stdout) or shape in ("deqp-flakes", "deqp-skips")  # there are none here
            assert (done.exit_code, unharmed(done), is_told) == (0, True, True), shape

    @pytest.mark.parametrize("name", [*ODD, *FINE])
    def test_differences(self, run: Run, file: Callable[[bytes], str], tmp_path: Path, name: str) -> None:
        """They are compared as far as they go."""
        good = tmp_path / "good"
        good.write_bytes(b"".join(GOOD))
        data = ODD[name][0] if name in ODD else FINE[name]

        for shape in ("text", "json", "markdown", "html"):
            assert unharmed(run("diff", str(good), file(data), "--format", shape)), shape

    def test_an_unknown_rule_is_named(self, run: Run, file: Callable[[bytes], str]) -> None:
        """The result is kept: another version may know the rule."""
        done = run("report", file(FINE["an unknown rule"]))

        assert "NO-SUCH-RULE-9  not a rule of this version" in done.stdout


class TestAnyChange:
    """Whatever happens to a file, a verb ends with a document or a sentence."""

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
    @given(data=st.data())
    def test_bytes(self, run: Run, tmp_path: Path, data: st.DataObject) -> None:
        """Some bytes are others, or missing."""
        whole = b"".join(GOOD)
        begin = data.draw(st.integers(0, len(whole)))
        end = data.draw(st.integers(begin, min(len(whole), begin + 40)))
        path = tmp_path / "results"
        path.write_bytes(whole[:begin] + data.draw(st.binary(max_size=40)) + whole[end:])

        for shape in ("text", "json", "html", "sarif"):
            assert unharmed(run("report", str(path), "--format", shape))

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
    @given(data=st.data())
    def test_members(self, run: Run, tmp_path: Path, data: st.DataObject) -> None:
        """A member is another JSON value."""
        values: st.SearchStrategy[Any] = st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
            ),
            max_leaves=6,
        )
        number = data.draw(st.integers(0, 2))
        name = data.draw(
            st.sampled_from([*json.loads(GOOD[number]), "facts", "shard", "runs", "surroundings"])
        )
        path = tmp_path / "results"
        path.write_bytes(changed(number, **{name: data.draw(values)}))

        for shape in ("text", "json", "html", "sarif"):
            assert unharmed(run("report", str(path), "--format", shape))


class TestPlaces:
    """What can stand where a results file should be."""

    @pytest.mark.parametrize("path", ["gone", "a\0b", "", "/dev/null", "/proc/self/mem"])
    def test_what_cannot_be_read(self, run: Run, path: str) -> None:
        """It is wrong usage."""
        done = run("report", path)

        assert (done.exit_code, unharmed(done)) == (2, True)

    def test_an_endless_line(self, run: Run, tmp_path: Path) -> None:
        """It is not read to its end."""
        path = tmp_path / "long.ndjson"
        path.touch()
        os.truncate(path, 1 << 40)

        done = run("report", str(path))

        assert (done.exit_code, "a line of it has more than 64 MiB" in done.stderr) == (2, True)

    def test_a_folder_without_results(self, run: Run, tmp_path: Path) -> None:
        """It is told as one."""
        assert "there are no results in this folder" in run("report", str(tmp_path)).stderr

    def test_a_pipe(self, run: Run, tmp_path: Path) -> None:
        """It is read like a file."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=(b"".join(GOOD),))
        writer.start()

        done = run("report", str(pipe))

        writer.join(120)
        assert done.exit_code == 0


class TestWriting:
    """A document that cannot be written."""

    def test_a_device_that_is_full(self, run: Run, file: Callable[[bytes], str]) -> None:
        """It is told with the reason."""
        done = run("report", file(b"".join(GOOD)), "-o", "/dev/full")

        assert (done.exit_code, done.stderr) == (3, "refloader: /dev/full: No space left on device\n")

    def test_what_is_read_is_written_again(self, run: Run, file: Callable[[bytes], str]) -> None:
        """The merged file of one file is that file."""
        done = run("report", file(b"".join(GOOD)), "--format", "ndjson")

        assert done.stdout.encode() == b"".join(GOOD)

    def test_a_truncated_run_stays_truncated(self, run: Run, file: Callable[[bytes], str]) -> None:
        """It gets no end."""
        done = run("report", file(b"".join(GOOD[:2])), "--format", "ndjson")

        assert (done.exit_code, done.stdout.encode()) == (3, b"".join(GOOD[:2]))


def test_the_good_file_is_good(run: Run, file: Callable[[bytes], str]) -> None:
    """What the others are made from has no problem."""
    assert run("report", file(b"".join(GOOD))).exit_code == 0


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", ["results.ndjson", "other.ndjson"])
@pytest.mark.parametrize("words", ["report DIR", "diff DIR DIR", "claim -o - DIR"])
def test_a_pipe_in_a_folder_is_not_waited_for(run: Run, tmp_path: Path, words: str, name: str) -> None:
    """The folder may be a stranger's, and a link in it may lead to a device that never ends."""
    os.mkfifo(tmp_path / name)

    done = run(*words.replace("DIR", str(tmp_path)).split())

    assert done.exit_code == 2
    assert f"{name}: it is no ordinary file" in done.stderr
