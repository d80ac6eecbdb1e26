"""The vkCreateInstance calls in progress, by thread. Never contains one that has ended."""

from dataclasses import dataclass, field

from refloader.dropin.python import _edge
from refloader.dropin.python.instances.requests import Asked
from refloader.dropin.python.memory.by_thread import enter, innermost, leave
from refloader.dropin.python.memory.state import DriverLibrary, Instance, LayerLink
from refloader.dropin.python.messages.log import Log
from refloader.model.plan import Plan


@dataclass(slots=True, eq=False)
class Creation:
    """The state of one vkCreateInstance, which is undone if the call fails.

    ``record`` is the memory of the VkInstance, where it is needed before ``instance`` is made of it. ``answers`` are
    the results of the drivers, in the order of ``drivers``. ``created_below`` means that the
    terminator has returned VK_SUCCESS.
    """

    asked: Asked
    plan: Plan
    allocator: int
    log: Log
    drivers: list[DriverLibrary] = field(default_factory=list)
    links: list[LayerLink] = field(default_factory=list)
    record: _edge.Memory | None = None
    instance: Instance | None = None
    answers: list[int] = field(default_factory=list)
    created_below: bool = False

    @property
    def taken_down(self) -> bool:
        """Return whether a layer has destroyed what the terminator created."""
        return self.created_below and self.instance is not None and not self.instance.drivers


_BY_THREAD: dict[int, list[Creation]] = {}
_BY_RECORD: dict[int, Creation] = {}


def begin(creation: Creation, record: int) -> None:
    """Make this the calling thread's current creation."""
    _BY_RECORD[record] = creation
    enter(_BY_THREAD, creation)


def end(creation: Creation, record: int) -> None:
    """Remove the creation, after the call to the top of the chain has returned."""
    del _BY_RECORD[record]
    leave(_BY_THREAD, creation)


def current(out: int) -> Creation | None:
    """Return the creation whose terminator is called: this thread's, or that of the record at pInstance.

    A layer may continue in another thread; pInstance then still contains what the trampoline wrote there.
    """
    return innermost(_BY_THREAD) or _BY_RECORD.get(_edge.u64(out))
