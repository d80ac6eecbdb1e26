"""A faked disk under the real host, with the path rules of any system; and a plan as plain values to compare."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pyfakefs.fake_filesystem import OSType
from pyfakefs.fake_filesystem_unittest import Patcher
from strategies import PROGRAM, World

from refloader.host.machines.real import RealHost
from refloader.model import registry
from refloader.model.edition import Edition
from refloader.model.plan import Plan
from refloader.model.reason import Reason
from refloader.scenario.scenario import WORKING_FOLDER

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
    def holding(
        self,
        files: Mapping[str, bytes],
        links: Mapping[str, str] | None = None,
        *,
        system: OSType = OSType.LINUX,
        working_folder: str = WORKING_FOLDER,
    ) -> Iterator[None]:
        """Within, these files and links are all that is on this process's disk, by the rules of a system.

        No garbage is collected within: what an earlier test left would close its real files on the faked disk.
        """
        disk = self.patcher.fs
        assert disk is not None
        if disk.os is not system:
            disk.os = system
        disk.reset()
        disk.shuffle_listdir_results = False
        root = disk.root_dir_name
        for name in disk.listdir(root):
            disk.remove_object(f"{root}{name}")  # a new faked disk has a folder for temporary files
        for path, data in files.items():
            disk.create_file(path, contents=data)
        for path, target in (links or {}).items():
            disk.create_symlink(path, target)
        disk.cwd = working_folder
        gc.disable()
        self.patcher.resume()
        try:
            yield
        finally:
            self.patcher.pause()
            gc.enable()

    def plan(self, world: World, edition: Edition) -> Plan:
        """The plan for a world whose files lie on the faked disk, seen through the real host."""
        host = RealHost(world.variables, elevated=world.elevated, executable=PROGRAM)
        with self.holding(world.files):
            return world.plan(edition, host)
