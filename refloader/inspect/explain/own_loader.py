"""Compares what the documents say with what the loader that is installed on the machine does. Runs nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from refloader.core.ages import age_of
from refloader.engine import decide
from refloader.host.port import Host
from refloader.inspect.explain.by_release import answers, manifests_by_name
from refloader.inspect.libraries.looking import Libraries
from refloader.model.edition import LATEST
from refloader.model.plan import Plan, VkResult
from refloader.model.request import Build, Request
from refloader.model.system import System

_LIBRARY = "libvulkan.so.1"
_IN_NAME = re.compile(r"\.so\.([0-9]+\.[0-9]+\.[0-9]+)$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A layer for which the installed loader decides otherwise: whether it is active there, and why."""

    name: str
    active: bool
    fact: str


@dataclass(frozen=True, slots=True)
class OwnLoader:
    """The loader that programs on the machine get: its file, its release, and where it decides otherwise.

    ``result`` is what vkCreateInstance returns if that differs, ``order`` the chain if only its order differs.
    """

    path: str
    release: str
    otherwise: tuple[Otherwise, ...] = ()
    result: VkResult | None = None
    order: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """True if it decides as the documents say."""
        return not self.otherwise and self.result is None and not self.order


def own_loader(
    host: Host, request: Request, build: Build, documented: Plan, asked: Sequence[str]
) -> OwnLoader | None:
    """Return how the machine's loader compares; None if there is none or its file's name has no release."""
    path = Libraries(host).find(_LIBRARY, "") if host.platform().system is System.LINUX else None
    in_name = _IN_NAME.search(host.real_path(path)) if path else None
    if path is None or in_name is None:
        return None
    plan = decide(host, request, edition=LATEST, build=replace(build, age=age_of(in_name[1])))
    manifests = manifests_by_name(documented)
    active = {outcome.layer.name for outcome in documented.layers if outcome.active}
    wanted = {name: manifests.get(name, frozenset()) for name in (*asked, *manifests)}
    otherwise = tuple(
        Otherwise(name, is_active, fact)
        for name, (is_active, fact) in answers(plan, wanted).items()
        if is_active is not (name in active)
    )
    chain = tuple(layer.name for layer in plan.chain)
    moved = not otherwise and chain != tuple(layer.name for layer in documented.chain)
    result = plan.result if plan.result is not documented.result else None
    return OwnLoader(host.real_path(path), in_name[1], otherwise, result, chain if moved else ())
