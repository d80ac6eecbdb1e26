"""Charts of where the time went."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_texts import HOSTILE, JSON, is_sound, parsed, texts_of

from refloader.report.pictures.charts import figures, shown_seconds, sparkline
from refloader.report.pictures.timings import Bar, Bars, Samples, charts, samples
from refloader.results.results_file import Result, Run, Subject, Verdict

MakeRun = Callable[..., Run]

FACTS: dict[str, Any] = {
    "timings": {
        "busy": 1.0,
        "instance": {"cold": 9.0, "samples": [3.0, 1.0, 2.0]},
        "device.0": {"samples": [5.0]},
        "device.7": {"samples": [6.0]},
    },
    "devices": [{"properties": {"deviceName": "llvmpipe"}}],
}


def case(name: str, seconds: float, rule: str = "LLP_LAYER_9", subject: str = "system") -> Result:
    """One case that took so long."""
    return Result(rule, subject, name, Verdict.PASS, seconds=seconds)


class TestCharts:
    """The seconds of a run by topic and subject, and its slowest cases."""

    def test_by_topic(self, make_run: MakeRun) -> None:
        """The part of a case's name before the slash; the longest first."""
        run = make_run(case("a/x", 1.0), case("b/x[1]", 2.0), case("b/y", 3.0), case("static", 0.5))

        assert charts(run)[0].bars == (
            Bar("b", 5.0, "2 cases"),
            Bar("a", 1.0, "1 case"),
            Bar("static", 0.5, "1 case"),
        )

    def test_a_case_of_several_rules(self, make_run: MakeRun) -> None:
        """It was run once, and its time counts once."""
        run = make_run(case("a/x", 1.0), case("a/x", 1.0, "LLP_LAYER_10"))

        assert charts(run)[0].bars == (Bar("a", 1.0, "1 case"),)

    def test_by_subject(self, make_run: MakeRun) -> None:
        """It is shown where there are several."""
        several = charts(make_run(case("a/x", 1.0), case("a/x", 2.0, subject="reference")))
        one = charts(make_run(case("a/x", 1.0)))

        assert [chart.title for chart in several] == [
            "seconds by topic",
            "seconds by subject",
            "slowest cases",
        ]
        assert [chart.title for chart in one] == ["seconds by topic", "slowest cases"]

    def test_many_topics(self, make_run: MakeRun) -> None:
        """The last bar is for all others together."""
        run = make_run(*(case(f"t{n}/x", 1.0 + n) for n in range(20)))

        bars = charts(run)[0].bars
        assert (len(bars), bars[-1]) == (13, Bar("8 others", sum(1.0 + n for n in range(8)), "8 cases"))

    def test_no_time_at_all(self, make_run: MakeRun) -> None:
        """There is nothing to draw."""
        assert charts(make_run(case("a/x", 0.0))) == ()


class TestSamples:
    """What a driver takes for an instance and a device."""

    def test_all(self) -> None:
        """Devices go by their names where these are known."""
        assert samples(Subject("driver", "x", "", "", "", facts=FACTS)) == (
            Samples("milliseconds to make an instance", (3.0, 1.0, 2.0), 9.0),
            Samples("milliseconds to make a device: llvmpipe", (5.0,)),
            Samples("milliseconds to make device 7", (6.0,)),
        )

    def test_in_words(self) -> None:
        """The number of samples, their bounds and the one in the middle."""
        shown = figures(samples(Subject("driver", "x", "", "", "", facts=FACTS)))

        assert "3 samples: 1 to 3 ms, median 2 ms; the first of the process 9 ms" in texts_of(shown)

    @given(st.dictionaries(st.sampled_from(["timings", "devices"]), JSON))
    def test_any_facts(self, facts: dict[str, Any]) -> None:
        """Whatever a results file holds for facts, what comes out is sound."""
        assert is_sound(figures(samples(Subject("driver", "x", "", "", "", facts=facts))))


class TestDrawing:
    """Bars with their numbers."""

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_texts(self, text: str) -> None:
        """Whatever a case is called, it is shown and does nothing."""
        assert is_sound(figures([Bars(text, "s", (Bar(text, 1.0, text),)), Samples(text, (1.0, 0.0), 2.0)]))

    def test_lengths(self) -> None:
        """The longest bar is as wide as the picture, and half the time is half as long."""
        bars = Bars("x", "s", (Bar("a", 2.0), Bar("b", 1.0)))

        lengths = [
            each.get("width") for each in parsed(figures([bars])).iter("rect") if each.get("class") == "bar"
        ]

        assert lengths == ["440", "220"]

    @pytest.mark.parametrize(
        ("seconds", "text"), [(0.01234, "0.012"), (1.234, "1.23"), (12.34, "12.3"), (1234.5, "1234")]
    )
    def test_digits(self, seconds: float, text: str) -> None:
        """As many as tell something."""
        assert shown_seconds(seconds) == text


class TestSparkline:
    """A line through values from old to new."""

    def test_its_label(self) -> None:
        """Who cannot see it hears what it shows."""
        svg = parsed(sparkline([1, 2], "from 1 to 2")).find("svg")

        assert svg is not None
        assert (svg.get("role"), svg.findtext("title")) == ("img", "from 1 to 2")

    def test_gaps(self) -> None:
        """Where a value is not known the line is broken."""
        path = parsed(sparkline([1, 2, None, 1], "x")).find(".//path")

        assert path is not None
        assert path.get("d", "").count("M") == 2

    @given(st.lists(st.none() | st.floats(), max_size=30), st.sampled_from(HOSTILE))
    def test_any_values(self, values: list[float | None], label: str) -> None:
        """Whatever the values are, the drawing is sound and has no number that is none."""
        drawn = sparkline(values, label)

        assert is_sound(drawn)
        assert all(math.isfinite(float(each.get("cy", ""))) for each in parsed(drawn).iter("circle"))
