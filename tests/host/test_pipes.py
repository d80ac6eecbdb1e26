"""Waiting for pipes: whether one can be read, whatever the number of its descriptor."""

import os
import resource
from collections.abc import Iterator

import pytest

from refloader.host.pipes import is_readable

HIGH = 1500
"""A number that ``select`` does not take."""


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """A pipe whose reading end has a high number."""
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] <= HIGH:
        pytest.skip("a process may have no more than 1,500 open files here: ulimit -n 4096")
    low, writing = os.pipe()
    reading = os.dup2(low, HIGH)
    os.close(low)
    yield reading, writing
    os.close(reading)
    os.close(writing)


class TestIsReadable:
    """A pipe can be read without waiting if there is something in it, or nobody will ever write to it."""

    def test_empty(self, ends: tuple[int, int]) -> None:
        """Nothing was written yet."""
        assert not is_readable(ends[0], 0.01)

    def test_written(self, ends: tuple[int, int]) -> None:
        """A byte is there."""
        os.write(ends[1], b"x")

        assert is_readable(ends[0])

    def test_end(self) -> None:
        """The last writer is gone."""
        reading, writing = os.pipe()
        os.close(writing)

        assert is_readable(reading)
        os.close(reading)
