"""One world, two machines: the plan in memory is the plan through the real host on a faked disk."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import given
from pyfakefs.fake_filesystem_unittest import Patcher
from strategies import PROGRAM, World, all_variables, editions, worlds

from refloader.harness.scenario import WORKING_FOLDER
from refloader.host.real import RealHost
from refloader.model import registry
from refloader.model.edition import Edition
from refloader.model.plan import Plan
from refloader.model.reason import Reason

Told = list[tuple[str, str, str, str, object]]


def told(reasons: tuple[Reason, ...]) -> Told:
    """The reasons to the last word, with their places worked out."""
    return [(r.rule, r.severity, r.subject, r.fact, r.span) for r in reasons]


def whole(plan: Plan) -> tuple[object, ...]:
    """Everything a plan says, as plain values."""
    return (
        plan.edition,
        plan.result,
        plan.places,
        [(o.layer.manifest, o.layer.keys, o.active, o.position, told(o.reasons)) for o in plan.layers],
        [(o.driver.manifest, o.used, told(o.reasons)) for o in plan.drivers],
        [(layer.name, layer.manifest) for layer in plan.chain],
        [(layer.name, layer.manifest) for layer in plan.device_chain],
        [(layer.name, layer.manifest) for layer in plan.enumerated],
        plan.extensions,
        plan.asked,
        [(file.path, told(file.reasons)) for file in plan.unread],
        told(plan.reasons),
    )


class FakeDisk:
    """A faked disk that is there only while a plan is made: the test's own tools keep the real one."""

    def __init__(self) -> None:
        registry.commands()  # read once, and not from the faked disk
        registry.extensions()
        self.patcher = Patcher()
        self.patcher.setUp()
        self.patcher.pause()

    @contextmanager
    def holding(self, files: Mapping[str, bytes], links: Mapping[str, str] | None = None) -> Iterator[None]:
        """Within, these files and links are all that is on the disk of this process."""
        disk = self.patcher.fs
        assert disk is not None
        disk.reset()
        disk.shuffle_listdir_results = False
        for name in disk.listdir("/"):
            disk.remove_object(f"/{name}")  # a new faked disk has a folder for temporary files
        for path, data in files.items():
            disk.create_file(path, contents=data)
        for path, target in (links or {}).items():
            disk.create_symlink(path, target)
        disk.cwd = WORKING_FOLDER
        self.patcher.resume()
        try:
            yield
        finally:
            self.patcher.pause()

    def plan(self, world: World, edition: Edition) -> Plan:
        """The plan for a world whose files lie on the faked disk, seen through the real host."""
        host = RealHost(world.variables, elevated=world.elevated, executable=PROGRAM)
        with self.holding(world.files):
            return world.plan(edition, host)


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
