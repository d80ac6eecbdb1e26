"""What is held against a layer of what a process holds while objects of one device come and go."""

from typing import Any

import pytest

from refloader.suite.layers.checks.leaks import nothing_left
from refloader.suite.sessions.answers import Answers

LOOKS, EVERY = 8, 32


def looks(heap: int = 0, descriptors: int = 0) -> list[dict[str, int]]:
    """What is held after each look, where each round leaves so much."""
    usual = {"threads": 1, "mappings": 40}
    rounds = range(EVERY, EVERY * (LOOKS + 1), EVERY)
    return [
        {"round": at, "heap": 9000 + heap * at, "descriptors": 4 + descriptors * at, **usual} for at in rounds
    ]


def answers(samples: Any, kind: str = "fence") -> Answers:
    """The answers of the application on one kind."""
    return {f"growth.{kind}": {"samples": samples}}


class TestNoBreach:
    """What is kept once, or for a while, is no leak."""

    def test_nothing_grows(self) -> None:
        """Each kind is judged by four numbers."""
        result = nothing_left(answers(looks()), answers(looks()))

        assert (result.seen, result.broken) == (4, [])

    def test_a_cache_that_is_full(self) -> None:
        """What grew as long as there was room and then no more is a cache."""
        samples = looks(heap=100)
        for row in samples[5:]:
            row["heap"] = samples[5]["heap"]

        assert nothing_left(answers(looks()), answers(samples)).broken == []

    def test_the_driver_leaks(self) -> None:
        """What grows without the layer as well is not the layer's."""
        assert nothing_left(answers(looks(heap=64)), answers(looks(heap=64))).broken == []

    def test_a_few_bytes(self) -> None:
        """Less than malloc's smallest piece is left by something that does not happen in each round."""
        assert nothing_left(answers(looks()), answers(looks(heap=4))).broken == []

    @pytest.mark.parametrize("given", [{}, {"growth.fence": "left out"}, answers([])])
    def test_nothing_told(self, given: Answers) -> None:
        """There is nothing to judge then."""
        assert nothing_left(answers(looks()), given).broken == []
        assert nothing_left(given, answers(looks(heap=64))).seen == 0


class TestBreaches:
    """What grows with every round is left until the device ends."""

    def test_memory(self) -> None:
        """The sentence says how much."""
        result = nothing_left(answers(looks()), answers(looks(heap=256), "command_pool"))
        with_both = nothing_left(answers(looks(), "command_pool"), answers(looks(heap=256), "command_pool"))

        assert result.seen == 0
        assert list(with_both.said) == [
            "160 command pools, whose command buffers end with them, leave 40960 more bytes of memory"
            " while their device lives"
        ]

    def test_descriptors(self) -> None:
        """A kind without words of its own is named as objects."""
        result = nothing_left(answers(looks()), answers(looks(descriptors=1)))

        assert list(result.said) == [
            "160 objects (fence), each ended before the next, leave 160 more descriptors while their device lives"
        ]
