"""Gives the plan for a request: the engine's, or the one from before if the machine still answers the same.

A program that makes instances again and again has its manifests read each time, as with every loader, and
changes to files and variables count at once. What is spared is parsing and deciding: the questions that led
to a plan are asked again, and if no answer differs, nothing that follows from them does. A file or folder that
was not touched since gives the same answer.
"""

from refloader import engine
from refloader.dropin.python.loading.build_settings import BUILD
from refloader.dropin.python.loading.edge_host import Asked, EdgeHost
from refloader.dropin.python.memory.state import EDITION
from refloader.model.plan import Plan
from refloader.model.request import Request

_MOST = 8
"""Requests that are remembered; a program has one or two."""

_known: dict[Request, tuple[tuple[Asked, ...], Plan]] = {}


def plan_for(request: Request) -> Plan:
    """What is decided for this request on the machine as it is now."""
    known = _known.get(request)
    if known is not None and _as_before(known[0]):
        return known[1]
    host = EdgeHost()
    plan = engine.decide(host, request, edition=EDITION, build=BUILD)
    if len(_known) >= _MOST:
        _known.clear()
    _known[request] = (host.asked, plan)
    return plan


def _as_before(asked: tuple[Asked, ...]) -> bool:
    """Whether the machine gives the same answers. Stops at the first that differs."""
    return all(each.again() for each in asked)
