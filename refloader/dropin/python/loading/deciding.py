"""Returns the plan for a request: the engine's, or a cached one if the machine still gives the same answers.

As in every loader, each instance creation takes account of changes to files and variables at once. The cache saves
the parsing and deciding: the questions to the machine that led to a plan are repeated, and if no answer differs, the
plan does not differ either. A file or folder that is unchanged, and can still be opened, is not read again.

Another request gets a plan of its own. Its files are read anew, as the process may have become one that must not read
them, but a manifest with the content of one that was parsed before is not parsed again.
"""

import gc
from dataclasses import replace

from refloader import engine
from refloader.dropin.python.loading import build_settings
from refloader.dropin.python.loading.edge_host import Asked, EdgeHost
from refloader.dropin.python.memory.acting import AGE, EDITION, VERSION
from refloader.model.layer import KnownFiles
from refloader.model.plan import Plan
from refloader.model.request import Request

BUILD = replace(build_settings.BUILD, age=AGE, version=VERSION)
"""The settings of the loader that the library acts as."""

_MOST = 8
"""Maximum number of cached requests; a program makes one or two different ones."""

_known: dict[Request, tuple[tuple[Asked, ...], Plan]] = {}

_MANY = 100
"""The number of layers above which the values of a plan would set off the collector. They have no cycles."""

_parsed: KnownFiles = {}
"""The layer manifests of recent plans, by place and path, with their content."""


def plan_for(request: Request, repeated: bool = False) -> Plan:
    """Return the plan for this request on the machine as it is now; ``repeated`` if it usually comes again."""
    known = _known.get(request)
    if known is not None and _as_before(known[0]):
        return known[1]
    host = EdgeHost(repeated, _parsed)
    plan = _decided(host, request)
    if len(_parsed) + sum(map(len, _parsed.values())) > 2 * len(host.asked):  # some places or files are gone
        _parsed.clear()
    if len(_known) >= _MOST:
        _known.clear()
    _known[request] = (host.asked, plan)
    return plan


def _decided(host: EdgeHost, request: Request) -> Plan:
    """Return the engine's plan; the values of one with many layers are kept from the cyclic garbage collector.

    The collector is turned on even if it was off: in the child of a fork, the thread that turned it off may be gone.
    """
    gc.disable()
    try:
        plan = engine.decide(host, request, edition=EDITION, build=BUILD)
        if len(plan.layers) > _MANY:
            gc.freeze()
    finally:
        gc.enable()
    return plan


def _as_before(asked: tuple[Asked, ...]) -> bool:
    """True if the machine still gives the same answers. Stops at the first that differs."""
    return all(each.again() for each in asked)
