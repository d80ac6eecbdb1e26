"""What a loader writes to the descriptor of the answers, of its own accord: it ends no run and fills no disk."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from refloader.results.bounding import bounded
from refloader.sandbox import loader
from refloader.sandbox.said import Said, events_of
from refloader.scenario.observation import Observation
from refloader.suite.sessions import outcome

DONE = {"event": "done"}


def observed(*events: Mapping[str, Any], trace: bytes = b"") -> Observation:
    """What is seen of a loader that is said to have answered so."""
    return loader.observed(Said(events, status=0, trace=trace), 5.0)


def nested(depth: int) -> Any:
    """Lists in lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


LAYERS = {"event": "layers", "result": 0}
NONSENSE: tuple[Mapping[str, Any], ...] = (
    {"event": "version", "result": float("inf"), "value": 1},
    {"event": "version", "result": float("nan"), "value": 1},
    {"event": "version", "result": 0, "value": 1 << 80},
    {"event": "version", "result": 0, "value": -1.5},
    {"event": "step"},
    {"event": "step", "label": "a", "verb": "create", "answer": float("inf")},
    {"event": "open"},
    {"event": "open", "path": nested(900)},
    {"event": "open", "path": "/" + "x" * 5000},
    {"event": "instance", "result": "x" * 5000},
    {**LAYERS, "layers": 5},
    {**LAYERS, "layers": [[["a"], {}, None, 5]]},
    {**LAYERS, "layers": [["x" * 257, 1, 1, ""]]},
    {"event": "extensions", "layer": [], "result": 0, "extensions": []},
    {"event": "extensions", "layer": "", "result": 0, "extensions": [[None, None]]},
    {"event": "devices", "devices": [["name", 1, 2, float("inf"), 4, 5]]},
    {"event": "devices", "devices": [{"name": 1}]},
)


class TestNonsense:
    """What no loader's answer can be is reported as a fault of that loader, in a short sentence."""

    @pytest.mark.parametrize("event", NONSENSE, ids=lambda event: str(event)[:60])
    def test_is_a_fault(self, event: Mapping[str, Any]) -> None:
        """It ends no run."""
        seen = observed(event, DONE)

        assert seen.ended == "fault"
        assert "wrote nonsense" in seen.detail
        assert len(seen.detail) < 5000

    def test_a_device_of_a_kind_that_nobody_knows(self) -> None:
        """A number that is none of the registry's is kept as it is."""
        rows = [["a", 1, 2, -1, 4, 5], ["b", 1, 2, 4, 4, 5], ["c", 1, 2, 7, 4, 5]]

        seen = observed({"event": "devices", "result": 0, "devices": rows}, DONE)

        assert [device.kind for device in seen.devices] == ["-1", "cpu", "7"]

    def test_steps_that_share_one_trace(self) -> None:
        """A step has what was written while it was done: many that claim all of it would fill the memory."""
        claim = {"event": "step", "verb": "call", "answer": 0, "trace": [0, 1 << 20]}
        events = [{**claim, "label": str(number)} for number in range(200)]

        seen = observed(*events, DONE, trace=b"line\n" * 20_000)

        assert (seen.ended, seen.lines) == ("fault", {})

    def test_steps_of_one_after_another(self) -> None:
        """Those of our own worker are no nonsense."""
        first = {"event": "step", "label": "a", "verb": "call", "answer": 0, "trace": [0, 4]}
        second = {"event": "step", "label": "b", "verb": "call", "answer": 0, "trace": [4, 8]}

        seen = observed(first, second, DONE, trace=b"one\ntwo\n")

        assert seen.lines == {"a": ("one",), "b": ("two",)}

    @pytest.mark.parametrize("kind", ["refused", "probe", "world"])
    def test_an_endless_refusal(self, kind: str) -> None:
        """Why a loader cannot be asked is a sentence, of which a run may keep one for each case."""
        assert len(observed({"event": kind, "error": "A" * (8 << 20)}).detail) < 5000
        assert len(observed({"event": "begin", "what": "A" * (8 << 20)}).detail) < 5000

    def test_an_endless_act(self) -> None:
        """So is what a program says that it is at."""
        said = Said(({"event": "begin", "what": "A" * (8 << 20)},), status=9)

        seen = outcome.session(said, (), ("act",), 5.0, 1.0)

        assert len(seen.detail + seen.during) < 10_000

    def test_numbers_that_json_does_not_have(self) -> None:
        """They come as Python reads them, and are no end of the world."""
        assert (
            observed(*events_of(b'{"event": "version", "result": -Infinity, "value": NaN}')).ended == "fault"
        )


class TestBounded:
    """What is kept of a case is as long as it needs to be, and not as long as a loader likes."""

    @pytest.mark.parametrize("value", ["text", {"a": [1, 2, {"b": None}], "c": 1.5}, [], ("a", "b"), True])
    def test_small_values(self, value: object) -> None:
        """They are what they were."""
        assert bounded(value) is value

    @pytest.mark.parametrize(
        "value",
        [
            "A" * (16 << 20),
            ["A" * 1000] * 100_000,
            [[]] * 1_000_000,
            {str(number): "" for number in range(500_000)},
            {"A" * (8 << 20): 1},
            {"a": {"b": ["A" * (8 << 20)]}},
            [1 << 100_000],
        ],
        ids=["text", "texts", "lists", "keys", "key", "deep", "number"],
    )
    def test_large_values(self, value: object) -> None:
        """They are cut, and that is told."""
        assert len(json.dumps(bounded(value))) < 1 << 20

    def test_what_is_left_out(self) -> None:
        """How much is missing is said in its place."""
        assert bounded(["A" * 70_000])[0].endswith("... (70000 characters)")
        assert bounded(["A" * 60_000] * 100)[-1] == "... and 91 more"
