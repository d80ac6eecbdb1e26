"""The vkCreateInstance calls under way, by the thread that makes them. Never holds one that has ended."""

from dataclasses import dataclass, field

from refloader.dropin.python import _edge
from refloader.dropin.python.instances.requests import Asked
from refloader.dropin.python.memory.by_thread import enter, innermost, leave
from refloader.dropin.python.memory.state import DriverLibrary, Instance, LayerLink
from refloader.dropin.python.messages.log import Log
from refloader.model.plan import Plan


class RefusedError(Exception):
    """The creation ends here with this VkResult. Whoever raises it has said why."""

    def __init__(self, result: int) -> None:
        super().__init__(result)
        self.result = result


@dataclass(slots=True, eq=False)
class Creation:
    """Everything one vkCreateInstance has gathered so far; what was made is taken back if it fails.

    ``answers`` are the drivers' results in the order of ``drivers``.
    """

    asked: Asked
    plan: Plan
    allocator: int
    log: Log
    drivers: list[DriverLibrary] = field(default_factory=list)
    links: list[LayerLink] = field(default_factory=list)
    instance: Instance | None = None
    answers: list[int] = field(default_factory=list)


_BY_THREAD: dict[int, list[Creation]] = {}
_BY_RECORD: dict[int, Creation] = {}


def begin(creation: Creation, record: int) -> None:
    """From now on this creation is the one its thread is in."""
    _BY_RECORD[record] = creation
    enter(_BY_THREAD, creation)


def end(creation: Creation, record: int) -> None:
    """The call to the top of the chain has returned."""
    del _BY_RECORD[record]
    leave(_BY_THREAD, creation)


def current(out: int) -> Creation | None:
    """The creation that reaches its bottom: this thread's, or that of the record at pInstance.

    A layer may go on in another thread; pInstance then still holds what the trampoline put there.
    """
    return innermost(_BY_THREAD) or _BY_RECORD.get(_edge.u64(out))
