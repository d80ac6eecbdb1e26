"""Finds out which ways of isolating libraries work on this machine, and shows a scenario to a loader in one of them.

Never opens a loader. Where namespaces are refused, libraries run without them; where a trial of namespaces was not
answered, nothing runs, as libraries would be contained less than the machine allows. The result for a scenario that
cannot be shown in a way is NotCovered.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from refloader.host.machines.real import RealHost
from refloader.host.pace import allowed
from refloader.host.privacy import is_everybodys
from refloader.model.system import System
from refloader.model.text import quote
from refloader.native.agent_target import agent
from refloader.native.mocks import NOT_BUILT, mock_library
from refloader.native.root_target import chosen_root
from refloader.sandbox import child, redirect
from refloader.sandbox.child import Kind
from refloader.sandbox.isolation.limits import ORDINARY, is_root
from refloader.sandbox.isolation.namespace import LARGEST_COPY, LOADER, PROGRAMS, SELF, TREE
from refloader.sandbox.layouts import (
    MOCKS,
    PLACES,
    Layout,
    NotCovered,
    Way,
    mounted,
    redirected,
)
from refloader.sandbox.root_view import kind_of_root
from refloader.sandbox.said import Said
from refloader.sandbox.view import view, with_neighbours
from refloader.scenario.actions import Action
from refloader.scenario.scenario import Privilege, Scenario

UNSAFE = "REFLOADER_UNSAFE"
"""The variable that allows libraries to run less contained: as root where they cannot run as another user, and
without namespaces where it was not found out whether these work."""

_MACHINERY = ("/proc", "/sys", "/dev", SELF, LOADER, PROGRAMS, TREE)
_OWN_BITS = 64 if sys.maxsize > 1 << 32 else 32
_TRIES = 2
_WORKER = 10.0
"""Seconds that a worker has to enter its namespaces and end."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Whether something works on this machine.

    ``reason`` says why not, and is empty if it works. ``known`` is false if the machine did not answer in time, or
    ended the process that tried: a busy machine refuses nothing, nor does one that is short of memory. ``own`` is
    true if refloader itself could not try.
    """

    reason: str = ""
    known: bool = True
    own: bool = False

    @property
    def words(self) -> str:
        """The reason, in the words of a report."""
        return self.reason if self.known else f"not found out: {self.reason}"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The best way that works on this machine, and why the better ones do not work."""

    way: Way
    refused: Mapping[Way, str]


def show(
    scenario: Scenario, way: Way, loader: str | None, actions: Sequence[Action], timeout: float
) -> Said | NotCovered:
    """Run a scenario against a loader in a worker of its own; ``timeout`` is in seconds.

    Raises:
        StationError: the machine does not allow this way.
        OSError: no process can be started.
    """
    real = RealHost().real_path(loader) if loader and "/" in loader else ""
    with child.borrowed_fork_server(kind_of(way, loader, real)) as server:
        layout = lay_out(scenario, way, server.temporary)
        if isinstance(layout, NotCovered):
            return layout
        inside = (root.within(real),) * 2 if (root := chosen_root()) else (loader, real)
        job, sources = layout.job(*inside, actions), layout.sources
        if real and way is Way.VARIABLES and becomes(way) is not None and not is_everybodys(real):
            copies = {f"{path}-{os.stat(path).st_mtime_ns}": path for path in with_neighbours(real)}
            if large := [path for path in copies.values() if os.path.getsize(path) > LARGEST_COPY]:
                return NotCovered(f"{quote(large[0])} is too large to be copied")
            rows = [(f"{LOADER}/{os.path.basename(path)}", key, None) for key, path in copies.items()]
            job = {**job, "libraries": (*layout.libraries, *rows), "loader": layout.tree + rows[0][0]}
            sources = {**sources, **copies}
        said = server.run(job, sources, timeout)
    return NotCovered(f"the scenario cannot be written: {said.problem}") if said.problem else said


def lay_out(scenario: Scenario, way: Way, folder: str) -> Layout | NotCovered:
    """Return the scenario's layout; ``folder`` is the fork server's temporary one, used without namespaces only."""
    system = scenario.situation.system
    bits = other.bits if (other := agent()) else _OWN_BITS
    if system is not System.LINUX or scenario.situation.bits != bits:
        here = f"{bits}-bit {System.LINUX}"
        return NotCovered(
            f"the loader runs on {here}, the scenario is on {scenario.situation.bits}-bit {system}"
        )
    reason = _refusal(scenario, folder, way)
    if reason:
        return NotCovered(reason)
    return redirected(scenario, folder) if way is Way.VARIABLES else mounted(scenario, way)


@cache
def capabilities() -> Capabilities:
    """Try the ways, best first. The result is cached for the life of the process."""
    refused: dict[Way, str] = {}
    for way in Way:
        reason = why_not(way)
        if not reason:
            return Capabilities(way, refused)
        refused[way] = reason
    return Capabilities(Way.VARIABLES, refused)


def why_not(way: Way) -> str:
    """Return why this way does not work on this machine, or an empty string. Tries it once per process."""
    return _way_tried(way).words


@cache
def _way_tried(way: Way) -> Trial:
    if way is Way.VARIABLES:
        if reason := _why_in_namespaces() or _why_as_root():
            return Trial(reason)
        return _plain_trial(becomes(way))
    if way is Way.ROOT and os.geteuid() != 0:
        return Trial("only root can make a mount namespace by itself")
    if way is Way.USER and is_root() and not os.environ.get(UNSAFE):
        return Trial("in a user namespace of its own root stays root")
    return _trial(mounted(Scenario(), way))


def becomes(way: Way) -> int | None:
    """Return the user that libraries run as in this way, or None for the harness's own."""
    if os.geteuid() != 0 or way is Way.USER or (way is Way.VARIABLES and _root_left().reason):
        return None
    return ORDINARY


@cache
def _root_left() -> Trial:
    """Try whether root's processes can become an ordinary user and still be killed."""
    return _plain_trial(ORDINARY)


def _why_in_namespaces() -> str:
    """Return why libraries are not run without namespaces, or an empty string if the machine refuses those."""
    tried = [] if os.environ.get(UNSAFE) else [_way_tried(way) for way in (Way.ROOT, Way.USER)]
    unknown = next((each for each in tried if not each.known), None)
    if unknown is None:
        return ""
    if unknown.own:
        return unknown.reason
    return (
        f"whether libraries can run in namespaces was {unknown.words}; try again when the machine has less to do "
        "(--unsafe runs them without namespaces)"
    )


def _why_as_root() -> str:
    """Return why libraries are not run as root, or an empty string if they need not be, or the user allows it."""
    if not is_root() or os.environ.get(UNSAFE) or becomes(Way.VARIABLES) is not None:
        return ""
    if not (tried := _root_left()).known:
        return f"whether the library can run as another user than root was {tried.words}"
    return f"the library would have to run as root ({tried.reason}); --unsafe runs it all the same"


def forget() -> None:
    """Forget what was tried: in another root, the ways are tried again."""
    for cached in (capabilities, _way_tried, _root_left, _privilege_tried):
        cached.cache_clear()


def _plain_trial(become: int | None) -> Trial:
    """Try whether a fork server without namespaces starts."""
    return _tried(Kind(False, False, PLACES, become, view(())))


def why_no_privilege(kind: Privilege) -> str:
    """Return why programs cannot get this privilege on this machine, or "". Tries it once per process."""
    return _privilege_tried(kind).words


@cache
def _privilege_tried(kind: Privilege) -> Trial:
    return _trial(mounted(Scenario(privilege=kind), Way.ROOT))


def _trial(layout: Layout | NotCovered) -> Trial:
    """Try whether a worker with this layout starts."""
    if isinstance(layout, NotCovered):
        return Trial(layout.reason)
    try:
        kind = kind_of(layout.way, None, "")
    except child.ForkServerError as refusal:
        return Trial(str(refusal))
    return _tried(kind, layout.job(None, "", ()), layout.sources)


def _tried(
    kind: Kind, job: Mapping[str, Any] | None = None, sources: Mapping[str, str] | None = None
) -> Trial:
    """Try whether a fork server of this kind starts and runs the job; once more if it gave no answer."""
    trial = Trial()
    for _ in range(_TRIES):
        trial = _tried_once(kind, job, sources or {})
        if trial.known:
            return trial
    return trial


def _tried_once(kind: Kind, job: Mapping[str, Any] | None, sources: Mapping[str, str]) -> Trial:
    try:
        with child.borrowed_fork_server(kind) as server:
            said = server.run(job, sources, allowed(_WORKER)) if job else None
    except child.NotReadyError as late:
        return Trial(str(late), known=False, own=isinstance(late, child.OtherPartsError))
    except child.ForkServerError as refusal:
        return Trial(str(refusal))
    if said is None:
        return Trial()
    events = {event["event"]: event for event in said.events}
    if "done" in events:
        return Trial()
    refused = events.get("world") or events.get("probe") or {}
    if reason := refused.get("error", said.problem):
        return Trial(str(reason))
    if said.timed_out or said.lost:
        return Trial(f"{said.silence}, as on a busy machine", known=False)
    return Trial(said.silence)


def kind_of(way: Way, loader: str | None, real: str) -> Kind:
    """Return the configuration of the fork server for this way and this loader. Raises StationError."""
    root = chosen_root()
    if way is Way.VARIABLES and (reason := "a root needs mount namespaces" if root else why_not(way)):
        raise child.ForkServerError(reason)
    if root:
        return kind_of_root(root, real, PLACES, becomes(way), as_user=way is Way.USER)
    return Kind(
        way is not Way.VARIABLES,
        way is Way.USER,
        PLACES,
        becomes(way),
        view((loader,) if loader else ()),
        with_neighbours(real) if real and way is not Way.VARIABLES else (),
        subjects=(real or loader,) if loader else (),
        also_i386=(other := agent()) is not None and other.name == "i386",
    )


def _refusal(scenario: Scenario, folder: str, way: Way) -> str:
    if way is Way.VARIABLES:
        is_remote = (other := agent()) is not None and bool(other.serial)
        reason = redirect.refusal(scenario, PLACES, here=not is_remote)
        if reason:
            return reason
        if scenario.libraries and not is_remote and os.statvfs(folder).f_flag & os.ST_NOEXEC:
            return "the temporary folder is on a file system that runs no programs; set TMPDIR"
    if scenario.elevated and (way is not Way.ROOT or os.geteuid() != 0):
        return "an application with privilege needs a harness that runs as root"
    if scenario.elevated and why_no_privilege(scenario.privilege):
        return f"no application has privilege by {scenario.privilege} here: {why_no_privilege(scenario.privilege)}"
    for path in scenario.paths:
        if redirect.is_under(path, _MACHINERY):
            return f"{quote(path)} is where the machine keeps its own"
    for mock in {library.mock: None for library in scenario.libraries.values()}:
        if mock_library(MOCKS[mock]) is None:
            return f"the library {MOCKS[mock]} {NOT_BUILT}"
    return ""
