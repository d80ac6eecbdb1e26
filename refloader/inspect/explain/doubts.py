"""What is odd although nothing fails: drivers that are left out, devices and files that not everybody may open."""

from collections.abc import Iterator
from itertools import islice

from refloader.host.extras import closed_to
from refloader.host.port import Host, Listing
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.libraries.loader_library import is_called_like_a_loader
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.drivers import mended, usable_drivers
from refloader.inspect.whatif.loading import loading_changes
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.plan import VkResult
from refloader.model.reason import Span
from refloader.model.system import System
from refloader.model.text import quote, some

_NODES = "/dev/dri"
_OF_HOME = ("/home/", "/root/", "/var/home/")
_MOST = 8
"""The most changes that are tried for a driver which is left out."""


def doubts_of(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield what is odd about the drivers and, if no layer is asked for, what keeps devices away."""
    yield from _of_libraries(explanation)
    if explanation.meant or explanation.result is not VkResult.SUCCESS:
        return
    yield from _left_out(explanation, what_if)
    yield from _of_devices(explanation, what_if.host)


def _left_out(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the drivers that are not there for programs, although others are; not those of the other word size."""
    for outcome in explanation.plan.drivers:
        driver = outcome.driver
        obstacle = explanation.obstacle(driver)
        told = next((each.fact for each in driver.reasons if each.rejects), "")
        if outcome.used and obstacle and "it is for" not in obstacle:
            change = _loadable(what_if, driver)
            why = f"the library of {quote(driver.manifest)} cannot be loaded: {obstacle}"
        elif not outcome.used and not driver.usable and told:
            change = next(mended(what_if, driver), None)
            why = f"{quote(driver.manifest)} is not used: {told}"
        else:
            continue
        why = (change.because if change is not None else "") or why
        changes = (change,) if change is not None else ()
        text = f"{why}; programs do not see its devices"
        yield Answer("drivers", State.DOUBTFUL, text, "", Span(driver.manifest), changes)


def _loadable(what_if: WhatIf, driver: Driver) -> Change | None:
    """Return the smallest change after which a driver's library can be loaded; None if none is known."""
    untried: Change | None = None
    for change in islice(loading_changes(what_if.host, driver, ("ICD",)), _MOST):
        if not change.tried:
            untried = untried or change
            continue
        plan, changed = what_if.decide(change), what_if.changed(change)
        usable = usable_drivers(plan, changed[0]) if plan is not None and changed is not None else []
        if any(each.manifest == driver.manifest for each in usable):
            return change
    return untried


def _of_devices(explanation: Explanation, host: Host) -> Iterator[Answer]:
    """Yield the answer if every device node for rendering is closed to the user."""
    listing = host.list(_NODES) if explanation.platform.system is System.LINUX else None
    names = sorted(listing.names) if isinstance(listing, Listing) else []
    nodes = [f"{_NODES}/{name}" for name in names if name.startswith("renderD")]
    closed = {node: closed_to(host, node, writing=True) for node in nodes}
    if nodes and all(closed.values()):
        who = closed[nodes[0]]
        why = f"{who} may open {some([quote(each) for each in nodes])}: drivers that need it find no device"
        change = Change(
            ChangeKind.PERMIT, nodes[0], "open to the user: usually by the group render or video", tried=False
        )
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(nodes[0]), (change,))


def closed_file(explanation: Explanation, layer: Layer, host: Host) -> Change | None:
    """Return the change of the first file of an active layer that only its owner may read; none below a home."""
    library = explanation.libraries.get((layer.manifest, layer.library_path))
    for path in (layer.manifest, library):
        if not path or path.startswith(_OF_HOME):
            continue
        who = closed_to(host, path)
        if who:
            because = f"but {who} may read {quote(path)}"
            return Change(ChangeKind.PERMIT, path, "readable for everybody", because=because, tried=False)
    return None


def _of_libraries(explanation: Explanation) -> Iterator[Answer]:
    """Yield what is odd about drivers that are used."""
    used = [outcome.driver for outcome in explanation.plan.drivers if outcome.used]
    first: dict[str, str] = {}
    for driver in used:
        file = explanation.libraries.get((driver.manifest, driver.library_path))
        if not file:
            continue
        if is_called_like_a_loader(file):
            why = f"{quote(driver.manifest)} names {quote(file)}, which is called like a loader and is no driver"
            change = Change(ChangeKind.REMOVE, driver.manifest, tried=False)
            yield Answer("drivers", State.DOUBTFUL, why, "", Span(driver.manifest), (change,))
        elif file in first:
            why = (
                f"{quote(first[file])} and {quote(driver.manifest)} lead to the same library {quote(file)}: "
                f"programs may see each device twice"
            )
            change = Change(ChangeKind.REMOVE, driver.manifest, tried=False)
            yield Answer("drivers", State.DOUBTFUL, why, "", Span(driver.manifest), (change,))
        first.setdefault(file, driver.manifest)
