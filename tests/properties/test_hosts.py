"""One world, two machines: the plan in memory is the plan through the real host on a faked disk."""

import gc
import os
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from faked_disk import FakeDisk, whole
from hypothesis import given
from strategies import World, all_variables, editions, worlds

from refloader.host.no_links import Unlinked
from refloader.model.edition import Edition


@pytest.fixture(scope="module")
def disk() -> Iterator[FakeDisk]:
    """One faked disk for all examples; it is emptied for each."""
    disk = FakeDisk()
    yield disk
    disk.patcher.tearDown()


class TestSamePlan:
    """What is decided depends on the files, not on how they are reached."""

    @given(world=worlds(environment=all_variables()), edition=editions())
    def test_memory_and_disk_give_one_plan(self, disk: FakeDisk, world: World, edition: Edition) -> None:
        """Every decision, every reason and every place in a file is the same."""
        assert whole(disk.plan(world, edition)) == whole(world.plan(edition))

    @given(world=worlds(environment=all_variables()), edition=editions())
    def test_any_disk_ends_in_a_plan(self, disk: FakeDisk, world: World, edition: Edition) -> None:
        """Whatever lies on it and whatever the variables say, also for an elevated process."""
        plan = disk.plan(replace(world, elevated=True), edition)

        assert plan.edition is edition
        assert all(file.reasons for file in plan.unread)

    def test_the_disk_is_a_faked_one(self, disk: FakeDisk) -> None:
        """Nothing of this machine is seen, and nothing is written to it."""
        path = "/usr/share/vulkan/explicit_layer.d/only-faked.json"

        plan = disk.plan(World({path: b"{}"}), Edition.E2026)

        assert [file.path for file in plan.unread] == [path]
        assert not os.path.exists(path)

    def test_what_an_earlier_test_left_is_closed_on_the_real_disk(self, disk: FakeDisk) -> None:
        """Garbage that holds open folders is not collected while the disk is a faked one."""
        below = Unlinked(["/"])
        below.status("/", "usr")  # which nothing but this machine's disk has
        circle: list[object] = [below]
        circle.append(circle)
        complaints: list[object] = []
        hook, sys.unraisablehook = sys.unraisablehook, complaints.append
        thresholds = gc.get_threshold()
        try:
            with disk.holding({}):
                gc.set_threshold(1)
                del below, circle
                _ = [[] for _ in range(100)]
        finally:
            gc.set_threshold(*thresholds)
            gc.collect()
            sys.unraisablehook = hook

        assert not complaints
