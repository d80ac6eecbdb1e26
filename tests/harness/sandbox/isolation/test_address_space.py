"""The limit of the address space leaves room for the threads that a software driver starts for each processor."""

import os
import resource

import pytest

from refloader.sandbox.isolation import limits

GIB = 1 << 30


@pytest.mark.parametrize(
    ("processors", "memory", "expected"),
    [
        (2, 8 * GIB, 4 * GIB),
        (8, 64 * GIB, 4 * GIB),
        (16, 64 * GIB, 6 * GIB),
        (64, 256 * GIB, 18 * GIB),
        (64, 16 * GIB, 8 * GIB),
        (64, 2 * GIB, 4 * GIB),
    ],
)
def test_it_follows_the_machine(
    monkeypatch: pytest.MonkeyPatch, processors: int, memory: int, expected: int
) -> None:
    """More processors have more, but not beyond half of the memory, and none has less than one of 8."""
    page = resource.getpagesize()
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": page, "SC_PHYS_PAGES": memory // page}.__getitem__)
    assert limits.address_space() == expected
