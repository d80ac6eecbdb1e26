"""``tools/loader_reports.py``: results of loaders become what reports/loaders publishes, the same bytes each time."""

import gzip
import sys
from dataclasses import replace
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tools"))

import loader_reports  # noqa: E402 - a tool of the repository, and no package of its own
from publishing.audit import read_audit  # noqa: E402

from refloader.results.expectations.expectations import Known, read_all  # noqa: E402
from refloader.results.results_file import (  # noqa: E402
    Footer,
    Header,
    Result,
    Run,
    Subject,
    Verdict,
    changed,
    count,
    lines,
    read,
)

pytestmark = pytest.mark.slow

AUDIT = """\
| rule | cases | builds | verdict | sentence or reason | since |
|---|---|---|---|---|---|
| META-06, ORDER-DUP-01 | duplicates/a; duplicates/b[x] | 1.3.250 | TRUE — blame META-06 | 'Only the first.' | fails |
| META-06 | duplicates/a | 1.3.250 (1) | FALSE | no sentence | taken back |
"""


def results(build: str, *, failing: bool) -> Run:
    """A run on a loader, with times, paths and pids of a machine."""
    path = f"/home/me/{build}/libvulkan.so.1"
    subject = Subject(
        "loader",
        "libvulkan.so.1",
        path,
        ".".join(build.split(".")[:3]),
        f"{int(build.replace('.', '')):064d}",
        "2026",
    )
    verdict = Verdict.FAIL if failing else Verdict.PASS
    reason = f"It is so. Not so: {path} at 0x55b8012d0f00" if failing else ""
    replay = f"refloader conform --loader {path} --expect none --rule META-06 --case "
    rows = [
        Result(
            "ORDER-DUP-01",
            "libvulkan.so.1",
            "duplicates/a",
            verdict,
            reason,
            {"files": {path: "x"}, "trace": [1]},
            "",
            2.5,
        ),
        *(
            Result(
                "META-06", "libvulkan.so.1", case, verdict, reason, {"files": {path: "x"}}, replay + case, 1.5
            )
            for case in ("duplicates/b[y]", "duplicates/b[x]", "duplicates/a")
        ),
        Result(
            "META-01", "libvulkan.so.1", "metalayers/a", Verdict.PASS, "", {"files": {path: "x"}}, "", 0.5
        ),
    ]
    machine = {
        "system": "Linux",
        "release": "6.1",
        "python": "3.11",
        "isolation of loaders": [f"sees by name {path}"],
    }
    command = f"refloader conform --loader {path} --expect none --out /tmp/x -n 2"
    header = Header("0.1.0", "c0ffee", (subject,), machine, "2026-01-01T00:00:00+00:00", "2026", command)
    return Run(header, tuple(rows), Footer("2026-01-01T00:01:00+00:00", count(rows)))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository without reports, and the results of two builds in ``results``."""
    (tmp_path / "reports/loaders").mkdir(parents=True)
    (tmp_path / "reports/loaders/audit.md").write_text(AUDIT)
    monkeypatch.setattr(loader_reports, "TOP", tmp_path)
    monkeypatch.setattr(loader_reports, "FOLDER", tmp_path / "reports/loaders")
    monkeypatch.setattr(
        loader_reports, "BY_RELEASE", tmp_path / "reports/expectations/by-release/loaders.toml"
    )
    for build, failing in (("1.3.250.1", True), ("1.3.275.0", False)):
        folder = tmp_path / "results" / build
        folder.mkdir(parents=True)
        (folder / "results.ndjson").write_text("".join(lines(results(build, failing=failing))))
    return tmp_path


def written(place: Path) -> dict[str, bytes]:
    """The files below reports/."""
    return {
        path.relative_to(place).as_posix(): path.read_bytes()
        for path in (place / "reports").rglob("*")
        if path.is_file()
    }


class TestPublishing:
    """One command makes everything."""

    def test_the_files(self, place: Path) -> None:
        """Results, expectation file and ledger for each build, and one file for all releases."""
        assert loader_reports.main([str(place / "results")]) == 0

        assert set(written(place)) == {
            *(
                f"reports/loaders/{build}.{kind}"
                for build in ("1.3.250.1", "1.3.275.0")
                for kind in ("ndjson.gz", "toml", "md")
            ),
            *("reports/loaders/README.md", "reports/loaders/audit.md"),
            "reports/expectations/by-release/loaders.toml",
        }

    def test_nothing_is_of_the_machine(self, place: Path) -> None:
        """Times, paths, addresses, kernel and interpreter are left out; the replay names the published file."""
        loader_reports.main([str(place / "results")])

        for name, content in written(place).items():
            text = gzip.decompress(content) if name.endswith(".gz") else content
            for private in (b"/home/me", b"/tmp/x", b"0x55b8", b"2026-01-01", b'"6.1"', b"3.11", b"2.5"):
                assert private not in text, name
        run = read(str(place / "reports/loaders/1.3.250.1.ndjson.gz"))
        assert run.problems == ()
        assert run.results[2].repro == (
            "refloader conform --loader ./libvulkan-1.3.250.1.so --expect none --rule META-06 --case duplicates/a"
        )

    def test_twice_gives_the_same_bytes(self, place: Path) -> None:
        """So does making the rest anew from the published results, and the order of the results does not matter."""
        loader_reports.main([str(place / "results")])
        first = written(place)
        run = results("1.3.250.1", failing=True)
        shuffled = replace(run, results=run.results[::-1])
        (place / "results/1.3.250.1/results.ndjson").write_text("".join(lines(shuffled)))

        assert loader_reports.main([str(place / "results")]) == 0
        assert loader_reports.main([]) == 0
        assert written(place) == first
        assert loader_reports.main(["--check"]) == 0

    def test_a_file_that_is_stale(self, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """``--check`` names a changed file and one of a build that has no results, and changes nothing."""
        loader_reports.main([str(place / "results")])
        (place / "reports/loaders/1.3.250.1.md").write_text("x")
        (place / "reports/loaders/1.0.0.md").write_text("x")
        capsys.readouterr()

        assert loader_reports.main(["--check"]) == 1

        told = capsys.readouterr().out
        assert "reports/loaders/1.3.250.1.md is stale" in told
        assert "reports/loaders/1.0.0.md is stale" in told
        assert (place / "reports/loaders/1.3.250.1.md").read_text() == "x"

    def test_a_truncated_run_is_refused(self, place: Path) -> None:
        """Nothing is published from it."""
        run = results("1.3.250.1", failing=True)
        (place / "results/1.3.250.1/results.ndjson").write_text("".join(lines(replace(run, footer=None))))

        assert loader_reports.main([str(place / "results")]) == 3
        assert set(written(place)) == {"reports/loaders/audit.md"}


class TestWhatIsMade:
    """The files fit the results that they were made from."""

    def test_the_expectation_file_of_a_build(self, place: Path) -> None:
        """Every finding of the build is expected; variants that all fail share an entry."""
        loader_reports.main([str(place / "results")])
        run = read(str(place / "reports/loaders/1.3.250.1.ndjson.gz"))
        known = Known(read_all([str(place / "reports/loaders/1.3.250.1.toml")]), run.header.subjects)

        judged = [known.expecting(each) for each in run.results]

        assert not any(each.counts_against for each in judged)
        assert list(known.stale([run.header.subjects[0].name])) == []
        text = (place / "reports/loaders/1.3.250.1.toml").read_text()
        assert 'case = "duplicates/b[*]"' in text
        assert 'reason = "It is so."' in text

    def test_the_file_of_releases(self, place: Path) -> None:
        """The older build has the failures, so a release between the two may have them."""
        loader_reports.main([str(place / "results")])
        [file] = read_all([str(place / "reports/expectations/by-release/loaders.toml")])
        between = Subject("loader", "system", "/libvulkan.so.1", "1.3.260", "", "2026")

        entries = list(file.of(between))

        assert {(each.rule, each.case) for each in entries} == {
            ("META-06", "duplicates/a"),
            ("META-06", "duplicates/b[x]"),
            ("META-06", "duplicates/b[y]"),
            ("ORDER-DUP-01", "duplicates/a"),
        }
        assert all(each.may for each in entries)

    def test_an_end_by_chance(self, place: Path) -> None:
        """Whichever end a run had, the file of the build allows the other one, and only where both were observed."""
        case = "faults_in_calls/devices_of_the_others[rubbish-vkCreateInstance-first]"
        for build in ("1.3.250.1", "1.3.275.0"):
            run = results(build, failing=True)
            crash = changed(run.results[0], rule="DISC-DRIVER-GEN-01", case="faults_in_calls/x")
            passed = changed(crash, case=case, verdict=Verdict.PASS, reason="")
            every = (*run.results, crash, passed)
            footer = Footer("2026-01-01T00:01:00+00:00", count(every))
            whole = replace(run, results=every, footer=footer)
            (place / "results" / build / "results.ndjson").write_text("".join(lines(whole)))

        assert loader_reports.main([str(place / "results")]) == 0

        older, newer = (
            (place / f"reports/loaders/{each}.toml").read_text() for each in ("1.3.250.1", "1.3.275.0")
        )
        assert 'verdict = "crash"\n' in older
        assert 'also = ["pass"]' in older
        assert "reports/loaders/1.3.250.1.md#disc-driver-gen-01" in older
        assert case not in newer
        published = read(str(place / "reports/loaders/1.3.250.1.ndjson.gz")).results
        assert [each.verdict for each in published if each.case == case] == [Verdict.PASS]

    def test_ends_of_several_runs(self, place: Path) -> None:
        """A case that passes in one run and crashes in the next one has both ends, for later runs of the file too."""
        folder, again = place / "results/1.3.250.1", place / "again/1.3.250.1"
        again.mkdir(parents=True)
        passing = results("1.3.250.1", failing=False)
        crash = changed(
            passing.results[-1], verdict=Verdict.CRASH, reason="SIGSEGV while several threads called it"
        )
        every = (*passing.results[:-1], crash)
        crashing = replace(passing, results=every, footer=Footer("2026-01-01T00:01:00+00:00", count(every)))
        (folder / "results.ndjson").write_text("".join(lines(passing)))
        (again / "results.ndjson").write_text("".join(lines(crashing)))

        assert loader_reports.main([str(place / "results"), str(place / "again")]) == 0
        first = written(place)
        assert loader_reports.main([str(place / "results")]) == 0

        expected = first["reports/loaders/1.3.250.1.toml"].decode()
        assert 'case = "metalayers/a"\nverdict = "crash"\n' in expected
        assert 'also = ["pass"]' in expected
        assert written(place) == first

    def test_the_c_library(self, place: Path) -> None:
        """The page of all builds says with which one they ran, if every run does."""
        for build, libc in (("1.3.250.1", {"libc": "glibc 2.36"}), ("1.3.275.0", {"libc": "glibc 2.41"})):
            run = results(build, failing=True)
            header = replace(run.header, machine={**run.header.machine, **libc})
            (place / "results" / build / "results.ndjson").write_text(
                "".join(lines(replace(run, header=header)))
            )

        loader_reports.main([str(place / "results")])

        assert (
            "The builds ran with glibc 2.36 and glibc 2.41."
            in (place / "reports/loaders/README.md").read_text()
        )

    def test_the_ledger(self, place: Path) -> None:
        """It has the rule, a second person's verdict, what nobody has judged, an example and its replay."""
        loader_reports.main([str(place / "results")])

        text = (place / "reports/loaders/1.3.250.1.md").read_text()

        assert (
            "A second person on META-06: true: a sentence of the documents forbids it. 'Only the first.'"
            in text
        )
        assert "- Not yet judged by a second person" not in text.split("## ")[1]
        assert '<a id="order-dup-01+meta-06"></a>' in text or '<a id="meta-06+order-dup-01"></a>' in text
        assert "> Not so: ./libvulkan-1.3.250.1.so at 0x…" in text

    def test_what_is_committed_is_up_to_date(self) -> None:
        """The committed files are what the committed results give, and small enough."""
        assert loader_reports.main(["--check"]) == 0
        size = sum(path.stat().st_size for path in (TOP / "reports/loaders").iterdir())
        assert size <= loader_reports.MOST_BYTES


class TestAudit:
    """The verdicts of a second person are found by rule and case."""

    def test_opinions(self) -> None:
        """A variant has its own, a case without brackets stands for all, and the weightiest counts."""
        audit = read_audit(AUDIT)

        found = {
            case: audit.of("META-06", case)
            for case in ("duplicates/a[z]", "duplicates/b[x]", "duplicates/b[y]")
        }

        assert {case: each.verdict if each else "" for case, each in found.items()} == {
            "duplicates/a[z]": "TRUE",
            "duplicates/b[x]": "TRUE",
            "duplicates/b[y]": "",
        }

    def test_the_committed_page(self) -> None:
        """Every row of its tables is understood."""
        page = (TOP / "reports/loaders/audit.md").read_text(encoding="utf-8")
        text = page.partition("\n## Questions that were argued\n")[0]
        rows = [
            line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| rule ")
        ]

        assert len(read_audit(text).opinions) == len(rows)
