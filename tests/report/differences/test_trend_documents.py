"""The documents on a trend: for a terminal, a page of a build, a spreadsheet, a script."""

import csv
import json
import time
from dataclasses import replace

import pytest
from trending import DRIVER, FAIL, PASS, SKIP, case, night, trend

from refloader.report.trends import data, markdown, table, text
from refloader.report.trends.text import spark
from refloader.report.trends.trend import Trend
from refloader.report.trends.words import when


def timed(*samples: float) -> dict[str, object]:
    """Facts of a driver that makes instances in these milliseconds."""
    return {"timings": {"instance": {"cold": 9.0, "samples": list(samples)}}}


@pytest.fixture
def found() -> Trend:
    """A case breaks, another is mended, one is new; then the driver is another build."""
    first = night(case(PASS, "a"), case(FAIL, "b"), subjects=(replace(DRIVER, facts=timed(1, 2, 3)),))
    second = night(case(FAIL, "a"), case(PASS, "b"), subjects=(replace(DRIVER, facts=timed(4, 5, 6)),))
    third = night(case(FAIL, "a"), case(PASS, "b"), subjects=(replace(DRIVER, version="1.4.0"),))
    return replace(trend(first, second, third), passed_over=(("/runs/x", "the run is truncated"),))


class TestText:
    """One page for a person."""

    def test_the_whole_text(self, found: Trend) -> None:
        """The answer, what was passed over, and each subject with what changed, the newest first."""
        assert text.render(found) == (
            "3 runs from 2026-03-01 10:00 to 2026-03-03 10:00 (1 file passed over): "
            "the newest is not worse than what was before it.\n"
            "passed over: /runs/x: the run is truncated\n"
            "\n"
            "driver it.json 1.4.0\n"
            "  results against it  ███  1 to 1\n"
            "  an instance takes  ▄█  2 to 5 ms (medians)\n"
            "  run   started           pass  fail  rules broken  broke  mended\n"
            "     1  2026-03-01 10:00     1     1             1      0       0\n"
            "     2  2026-03-02 10:00     1     1             1      1       1\n"
            "     3  2026-03-03 10:00     1     1             1      0       0\n"
            "  run 3 of 2026-03-03 10:00, after run 2\n"
            "    another build: version: 1.3.0 -> 1.4.0\n"
            "  run 2 of 2026-03-02 10:00, after run 1\n"
            "    broke: LDP_DRIVER_3  a  (pass -> fail)\n"
            "      why     it is NULL\n"
            "      replay  refloader conform --case a\n"
            "    mended: LDP_DRIVER_3  b  (fail -> pass)\n"
        )

    def test_what_is_worse_is_in_the_answer(self) -> None:
        """With the subject and how much of it broke."""
        said = text.render(trend(night(case(PASS)), night(case(FAIL))))

        assert said.startswith(
            "2 runs from 2026-03-01 10:00 to 2026-03-02 10:00: "
            "the newest is worse than what was before it (it.json: 1 case broke).\n"
        )

    def test_a_new_subject_is_named_as_such(self) -> None:
        """There was nothing to compare it with."""
        other = replace(DRIVER, name="other.json", path="/other.json")
        newest = night(case(PASS), case(FAIL, subject="other.json"), subjects=(DRIVER, other))

        said = text.render(trend(night(case(PASS)), newest))

        assert "(other.json: 1 result against it, and no run before has it)" in said

    def test_a_single_run(self) -> None:
        """It is no trend, and that is said."""
        assert text.render(trend(night())).startswith(
            "One run, started 2026-03-01 10:00: there is nothing before it to compare it with.\n"
        )

    def test_many_runs_are_one_page(self) -> None:
        """The newest are shown."""
        runs = [night(case(PASS if place % 2 else FAIL)) for place in range(28)]

        said = text.render(trend(*runs))

        assert "  and 8 earlier runs; --format csv has all\n" in said
        assert len(said.splitlines()) < 80

    def test_many_cases_are_counted(self) -> None:
        """Those that broke go before those that are no longer judged."""
        old = night(case(PASS, "z"), *(case(PASS, f"c{place}") for place in range(40)))
        new = night(case(FAIL, "z"), *(case(SKIP, f"c{place}") for place in range(40)))

        said = text.render(trend(old, new))

        assert "broke: LDP_DRIVER_3  z" in said
        assert "    and 40 more no longer judged; diff of the two runs has all\n" in said

    def test_names_drive_no_terminal(self) -> None:
        """What a driver calls itself is shown, not obeyed."""
        evil = replace(DRIVER, name="\x1b[2J", version="\u202e")

        said = text.render(trend(night(case(FAIL, "\r", subject="\x1b[2J"), subjects=(evil,))))

        assert not {"\x1b", "\u202e", "\r"} & set(said)

    def test_bars(self) -> None:
        """From nought up; of too many each is the most of its share."""
        assert spark([0, 1, 2]) == "▁▅█"
        assert spark([0, 0]) == "▁▁"
        assert spark([0, 9, 0, 0, 0, 0], width=3) == "█▁▁"

    @pytest.mark.parametrize(
        ("started", "shown"),
        [
            ("2026-03-01T01:30:00+02:00", "2026-02-28 23:30"),
            ("2026-03-01T01:30:00", "2026-03-01 01:30"),
            ("0001-01-01T00:00:00+02:00", "0001-01-01T00:00:00+02:00"),
        ],
    )
    def test_times(self, started: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """In UTC, so that machines far apart can be compared; one without an offset is in UTC already."""
        monkeypatch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        try:
            assert when(started) == shown
        finally:
            monkeypatch.undo()
            time.tzset()


class TestMarkdown:
    """The same for a page of a build."""

    def test_the_page(self, found: Trend) -> None:
        """The answer first, runs in a table, changes in a list."""
        said = markdown.render(found)

        assert said.startswith("**3 runs from 2026-03-01 10:00")
        assert "| 2 | 2026-03-02 10:00 | 1 | 1 | 1 | 1 | 1 |\n" in said
        assert "- **broke** LDP_DRIVER_3 a (pass -&#62; fail): it is NULL\n" in said

    def test_names_are_no_markup(self) -> None:
        """A driver can neither break the table nor put in a link or a tag."""
        evil = replace(DRIVER, name="<b>|[x](y)", version="\n# x")

        said = markdown.render(trend(night(subjects=(evil,))))

        assert "## driver &#60;b&#62;&#124;&#91;x&#93;(y) &#35;&#8203; x" in said


class TestTable:
    """A line for each subject in each run."""

    def test_the_lines(self, found: Trend) -> None:
        """With numbers by standing, and milliseconds where they were measured."""
        rows = list(csv.DictReader(table.render(found).splitlines()))

        assert [(row["run"], row["version"], row["cases_fail"], row["rules_fail"]) for row in rows] == [
            ("1", "1.3.0", "1", "1"),
            ("2", "1.3.0", "1", "1"),
            ("3", "1.4.0", "1", "1"),
        ]
        assert [(row["broke"], row["mended"], row["worse"]) for row in rows] == [
            ("0", "0", "0"),
            ("1", "1", "1"),
            ("0", "0", "0"),
        ]
        assert [row["instance_ms"] for row in rows] == ["2.0", "5.0", ""]

    def test_names_are_no_formulas(self) -> None:
        """A spreadsheet would reckon, and may run what it is told to."""
        evil = replace(DRIVER, name="=cmd()", version="@SUM(A1)", path="/it")

        [row] = csv.DictReader(table.render(trend(night(subjects=(evil,)))).splitlines())

        assert (row["name"], row["version"]) == ("'=cmd()", "'@SUM(A1)")


class TestJson:
    """The same for a script; the verb's tests hold it against its schema."""

    def test_all_is_there(self, found: Trend) -> None:
        """Runs by their place, each point with what changed."""
        document = json.loads(data.render(found))

        [subject] = document["subjects"]
        assert [each["path"] for each in document["runs"]] == ["/runs/1", "/runs/2", "/runs/3"]
        assert [(each["run"], each["before"]) for each in subject["points"]] == [(0, None), (1, 0), (2, 1)]
        assert [each["turn"] for each in subject["points"][1]["changes"]] == ["broke", "mended"]
        assert subject["points"][1]["timings"] == [
            {"what": "instance", "device": "", "least": 4.0, "median": 5.0, "number": 3}
        ]
        assert document["passed_over"] == [{"path": "/runs/x", "reason": "the run is truncated"}]
