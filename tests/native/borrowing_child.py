"""Threads that borrow and give back one driver: prints how often its library was closed for a user, and is open.

Runs in a child process: the driver's library is a number here, and threads take turns as often as they can.
"""

import itertools
import sys
import threading
import time
from types import ModuleType

EDGE = "refloader.dropin.python._edge"
SECONDS, MOMENT = 1.0, 1e-5
NOTHING = {}.get
"""The environment, in which no variable is set."""


class Edge(ModuleType):
    """The C side, of which only the names are needed."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return NOTHING if name == "getenv" else int


sys.modules[EDGE] = Edge(EDGE)

from refloader.dropin.python.loading import drivers  # noqa: E402
from refloader.dropin.python.memory.state import DriverLibrary  # noqa: E402
from refloader.dropin.python.messages import log  # noqa: E402
from refloader.model.driver import Driver  # noqa: E402
from refloader.model.place import Form, Place, Use  # noqa: E402

open_ones: set[int] = set()
numbers = itertools.count(1)
missing: list[int] = []


def opened(driver: Driver, _log: log.Log) -> DriverLibrary:
    """Another library each time, as if the linker always found a new place for it."""
    library = next(numbers)
    time.sleep(MOMENT)  # the interpreter is released around every call into a library
    open_ones.add(library)
    return DriverLibrary(driver, library, 7, 0, 0, 0, ())


def closed(library: int) -> None:
    """The last user is gone."""
    open_ones.discard(library)
    time.sleep(MOMENT * (library % 16))


def work() -> None:
    """Borrow, look whether the library is still open, give back."""
    place = Place("/a.json", Use.DRIVER, Form.FILE, "VK_DRIVER_FILES", "LDP_LOADER_2")
    driver, quiet = Driver("/a.json", place, library_path="/a.so"), log.Log(frozenset())
    while time.monotonic() < end:
        borrowed = drivers.borrow([driver], quiet)
        time.sleep(MOMENT)
        if borrowed[0].library not in open_ones:
            missing.append(borrowed[0].library)
        drivers.give_back(borrowed)


drivers._opened = opened
drivers.close_library = drivers.let_go = closed
sys.setswitchinterval(1e-6)
end = time.monotonic() + SECONDS
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(missing), len(open_ones))
