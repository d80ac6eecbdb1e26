"""What is held against a layer of the changes in its process, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.suite.sessions.side_effects import harm, leaks, untidiness

JUDGES = (harm, untidiness, leaks)
KEYS = (
    "alarm", "blocked", "children", "closed", "descriptor", "flushing", "folder", "limit", "limits", "locale", "lost",
    "opened", "overwritten", "replaced", "rounding", "signal", "signals", "stack", "threads", "traps", "umask", "by",
    "unblocked", "vector_rounding", "vector_traps", "precision",
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
)


class TestNoBreach:
    """What nobody forbids, and what others do as well, is not held against a layer."""

    @pytest.mark.parametrize(
        "changes",
        [
            {},
            {"added": ["TEST"], "opened": [{"descriptor": 5, "to": "/x"}], "name": ["a", "b"]},
            {"lost": ["LD_PRELOAD"], "overwritten": ["PATH"]},
            {"traps": [4, 0]},
            {"limits": [{"limit": 7, "from": 10, "to": 20}]},
        ],
    )
    def test_harmless(self, changes: object) -> None:
        """A variable more, a descriptor that is kept, a limit raised."""
        assert [judge(changes, {}).broken for judge in JUDGES] == [[], [], []]

    def test_what_is_there_without_the_layer_too(self) -> None:
        """The loader and the driver are in the same process."""
        changes = {"closed": [{"descriptor": 0, "was": "x"}], "locale": ["C", "de"]}

        assert harm(changes, changes).broken == []
        assert untidiness(changes, changes).broken == []

    @pytest.mark.parametrize("changes", [None, 7, "left out: no memory", []])
    def test_nothing_told(self, changes: object) -> None:
        """There is nothing to judge then."""
        assert [judge(changes, {}).seen for judge in JUDGES] == [0, 0, 0]


class TestBreaches:
    """One fact for each thing, with what it is now and what it was."""

    def test_a_timer_that_somebody_waits_for(self) -> None:
        """A timer is harm where the signal ends the process; a handler for it is only untidy."""
        handled = {"alarm": True, "signals": [{"signal": 14, "by": "/lib/x.so"}]}

        assert len(harm({"alarm": True}, {}).broken) == 1
        assert harm(handled, {}).broken == []
        assert len(untidiness(handled, {}).broken) == 1

    def test_a_handler_of_the_program_that_is_gone(self) -> None:
        """It may have handled or ignored the signal: no document speaks of that, so it is only untidy."""
        changes = {"signals": [{"signal": 15, "by": "default"}]}

        [broken] = untidiness(changes, {}).broken

        assert broken.fact == "SIGTERM is not handled as before any more: it does what it does by default"
        assert harm(changes, {}).broken == []

    @pytest.mark.parametrize(
        ("key", "words"),
        [
            ("vector_rounding", "rounding of floating-point numbers (MXCSR)"),
            ("precision", "precision of floating-point"),
        ],
    )
    def test_control_words(self, key: str, words: str) -> None:
        """Those of the vector registers and of the x87 are the caller's."""
        [broken] = untidiness({key: [0, 3]}, {}).broken

        assert words in broken.fact
        assert harm({key: [0, 3]}, {}).broken == []

    def test_traps_of_vector_registers(self) -> None:
        """An exception that is not masked any more ends the process."""
        [broken] = harm({"vector_traps": [0, 4]}, {}).broken

        assert broken.fact == "floating-point exceptions end the process now (mask 0x4, before 0x0)"

    def test_a_signal_that_was_blocked(self) -> None:
        """A program that waits for a signal elsewhere ends when it is delivered here."""
        [broken] = harm({"unblocked": [10]}, {}).broken

        assert broken.fact == "signals that the calling thread had blocked are delivered to it: 10"

    def test_many_names(self) -> None:
        """No more of them are told than can be read."""
        [broken] = harm({"lost": [f"VK_{n}" for n in range(20)]}, {}).broken

        assert broken.fact.endswith("VK_5 and 14 more")

    def test_leaks_begin_with_one_for_each_time(self) -> None:
        """What is left over once, whatever for, is no leak."""
        row = {"descriptor": 5, "to": "/x"}

        assert leaks({"opened": [row] * 2, "threads": ["a"]}, {}).broken == []
        assert len(leaks({"opened": [row] * 3, "threads": ["a"] * 3}, {}).broken) == 2

    @given(JSON, JSON)
    def test_anything(self, changes: object, before: object) -> None:
        """The layer writes to the same descriptor: no shape of an answer makes a judge fail."""
        for judge in JUDGES:
            assert all(isinstance(broken.fact, str) for broken in judge(changes, before).broken)
