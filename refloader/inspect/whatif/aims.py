"""Finds the smallest change after which vkCreateInstance succeeds, or an active layer's library can be loaded."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from refloader.core.manifests.library_path import LibraryForm, library_form
from refloader.host.port import Content, Kind
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.libraries.loader_library import is_called_like_a_loader
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.word_sizes import twin_of
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.driver_variables import named_as_before
from refloader.inspect.whatif.edits import Edit
from refloader.inspect.whatif.installing import leftover
from refloader.inspect.whatif.loading import loading_changes
from refloader.inspect.whatif.removing import fewest, in_the_way
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.texts import readable
from refloader.model.layer import Fate, Layer
from refloader.model.library import ObstacleKind
from refloader.model.place import Use
from refloader.model.plan import Plan, VkResult
from refloader.model.system import System
from refloader.model.text import quote

_MOST = 60
_MOST_UNREADABLE = 4

_ROOM, _ALWAYS = 50_000, 4
"""What the plans for all answers may read together by default, and the answers that take what they take."""


def instance_change(what_if: WhatIf) -> Change:
    """Return the repair, or else the removal, of a file after which vkCreateInstance succeeds; NONE if none helps."""
    plan = what_if.plan
    files = [(file.path, file.reasons) for file in plan.unread]
    files += [(outcome.driver.manifest, outcome.driver.reasons) for outcome in plan.drivers]
    for path, reasons in files[:_MOST]:
        fact = f"{quote(path)} is in the way{f': {reasons[0].fact}' if reasons else ''}"
        away = Change(ChangeKind.REMOVE, path, files=((path, None),), because=fact)
        if _lets_create(what_if, away):
            return next((each for each in _repairs(what_if, path) if _lets_create(what_if, each)), away)
    for path in _unreadable(plan)[:_MOST_UNREADABLE]:  # the only driver is mended, and not removed
        helping = (each for each in _repairs(what_if, path) if _lets_create(what_if, each))
        if (repair := next(helping, None)) is not None:
            return repair
    renamed = next((each for each in named_as_before(what_if) if _lets_create(what_if, each)), None)
    if renamed is not None:
        return renamed
    several = fewest(in_the_way(plan, what_if.decide), lambda change: _lets_create(what_if, change))
    return several or Change(ChangeKind.NONE, "", "none of the changes tried lets vkCreateInstance succeed")


def breaking_change(what_if: WhatIf) -> Change | None:
    """Return what mends a loader that crashes or fails in every program because of a file; None if it does not."""
    plan = what_if.plan
    if not plan.crash:
        fails = plan.result in (VkResult.OUT_OF_HOST_MEMORY, VkResult.INITIALIZATION_FAILED)
        return instance_change(what_if) if fails else None
    away = Change(ChangeKind.REMOVE, plan.crash, files=((plan.crash, None),))
    for change in (*_repairs(what_if, plan.crash), away):
        after = what_if.decide(change)
        if after is not None and not after.crash:
            return change
    return Change(ChangeKind.NONE, "", "none of the changes tried keeps the loader from crashing")


def _unreadable(plan: Plan) -> list[str]:
    """Return the manifests that this release cannot read, or on which it crashes."""
    fates = [(file.path, file.fate) for file in plan.unread]
    fates += [(outcome.driver.manifest, outcome.driver.fate) for outcome in plan.drivers]
    return [path for path, fate in fates if fate in (Fate.INVALID, Fate.CRASH)]


def _repairs(what_if: WhatIf, path: str) -> Iterator[Change]:
    answer = what_if.host.read(path)
    return islice(readable(path, answer.data), _MOST) if isinstance(answer, Content) else iter(())


def _lets_create(what_if: WhatIf, change: Change) -> bool:
    after = what_if.decide(change)
    return after is not None and after.result is VkResult.SUCCESS


def loading_change(what_if: WhatIf, layer: Layer) -> Change | None:
    """Return the smallest change after which an active layer's library can be loaded; None if none is known."""
    untried: Change | None = None
    for change in islice(_layer_candidates(what_if, layer), _MOST):
        if not change.tried:
            untried = untried or change
        elif loads_after(what_if, layer.name, change):
            return _unless_doubled(what_if, layer, change)
    return untried


def _unless_doubled(what_if: WhatIf, layer: Layer, change: Change) -> Change:
    """Return a change, or the removal of the manifest if the change leads to the library of another active layer."""
    changed = what_if.changed(change)
    libraries = Libraries(changed[0]) if changed is not None else Libraries(what_if.host)
    path = str(change.edits[-1].value) if change.edits and change.edits[-1].keys[-1] == "library_path" else ""
    library = libraries.find(path, layer.manifest) if path else None
    active = (outcome.layer for outcome in what_if.plan.layers if outcome.active)
    others = [each for each in active if each.name != layer.name and each.library_path]
    for other in others if library is not None else ():
        if libraries.find(other.library_path, other.manifest) == library:
            because = f"{change.because}, which {other.name} has: a layer of another build was left behind"
            files = ((layer.manifest, None),)
            return Change(ChangeKind.REMOVE, layer.manifest, files=files, because=because, rule=change.rule)
    return change


def _layer_candidates(what_if: WhatIf, layer: Layer) -> Iterator[Change]:
    twins = [outcome.layer for outcome in what_if.plan.layers if outcome.layer.name == layer.name]
    if len(twins) > 1 and twins[0].manifest == layer.manifest:
        libraries = Libraries(what_if.host)
        why = libraries.obstacle(layer.library_path, layer.manifest)
        because = (
            f"{quote(layer.manifest)} comes first of {len(twins)} manifests that define it, and its library "
            f"cannot be loaded: {why}"
        )
        size = "32" if what_if.host.word_size() != 32 else "64"
        if f"{size}-bit" in why:
            edit = Edit(layer.manifest, (*layer.keys, "library_arch"), size)
            yield Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because)
        yield Change(ChangeKind.REMOVE, layer.manifest, files=((layer.manifest, None),), because=because)
    yield from loading_changes(what_if.host, layer, layer.keys)


def or_leftover(what_if: WhatIf, layer: Layer, change: Change | None, *, is_wanted: bool) -> Change | None:
    """Return a change that lets a layer's library load, or the removal of its manifest if that was left behind.

    Of a layer that is asked for by its name, both are named: it may be wanted still.
    """
    if change is not None and change.tried:
        return change
    left = leftover(what_if, layer)
    if left is None or not is_wanted:
        return left or change
    folder = layer.library_path.rpartition("/")[0]
    plain = f"{quote(layer.library_path)} is not found for {what_if.host.word_size()}-bit processes"
    is_plain = change is not None and "$" not in folder and change.because.endswith(plain)
    of_package = folder.startswith(("/usr/lib", "/usr/share"))  # which may be in another tree
    if change is None or not is_plain or of_package or what_if.host.kind(folder) is not Kind.MISSING:
        return change
    return replace(change, because=left.because, what=f"{change.what}, or remove {layer.manifest}")


def loads_after(what_if: WhatIf, name: str, *changes: Change) -> bool:
    """True if a layer is active after some changes and its library can be loaded then."""
    plan, changed = what_if.decide(*changes), what_if.changed(*changes)
    if plan is None or changed is None:
        return False
    libraries = Libraries(changed[0])
    active = (outcome.layer for outcome in plan.layers if outcome.active and outcome.layer.name == name)
    first = next(active, None)
    if first is None or libraries.obstacle(first.library_path, first.manifest):
        return False
    path = libraries.find(first.library_path, first.manifest)
    # A loader that is loaded as a layer breaks every program.
    return path is None or not is_called_like_a_loader(path)


def loadable(
    what_if: WhatIf, name: str, way: tuple[Change, ...], elsewhere: tuple[Elsewhere, ...]
) -> tuple[Change, ...]:
    """Return a way to make a layer active, or the smallest one if its library can be loaded only after that.

    The cause is the same: a manifest behind a new link looks for its library beside the link. An implicit layer stays
    one only behind the link, as not every release reads a variable that names folders of such layers.
    """
    if any(each.use is Use.IMPLICIT for each in elsewhere) or loads_after(what_if, name, *way):
        return way
    other = what_if.smallest(name, elsewhere=elsewhere)
    if not loads_after(what_if, name, *other):
        return way
    return (replace(other[0], because=way[0].because, rule=way[0].rule), *other[1:])


def with_library(what_if: WhatIf, name: str, changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return the changes that make a layer active, and what its library lacks if that cannot be loaded even then."""
    changed = what_if.changed(*changes) if all(change.tried for change in changes) else None
    if changed is None:
        return changes
    after = WhatIf(*changed, what_if.edition, what_if.build)
    layer = next((o.layer for o in after.plan.layers if o.active and o.layer.name == name), None)
    if layer is None or not layer.library_path:
        return changes
    libraries = Libraries(after.host)
    form = library_form(layer.library_path, after.host.platform().system.paths)
    unknown = not libraries.linker.machine and form is LibraryForm.BARE
    if unknown or not libraries.obstacle(layer.library_path, layer.manifest):
        return changes  # without a C library, nothing is known of the folders for bare names
    if twin_of(layer, after.plan, lambda each: libraries.obstacle(each.library_path, each.manifest)):
        return changes  # it is for programs of the other word size
    more = loading_change(after, layer)
    if more is None or more.kind is ChangeKind.NONE:
        return changes
    obstacle = libraries.obstacle(layer.library_path, layer.manifest)
    if after.host.platform().system is not System.LINUX and obstacle.kind is not ObstacleKind.MISSING:
        return changes
    lacking = more.because or f"its library {quote(layer.library_path)} cannot be loaded: {obstacle}"
    return (*changes, replace(more, because="", besides=lacking))


class Tries:
    """Decides for which answers changes are tried. On n layers, n answers of a plan each would take n times n."""

    def __init__(self, what_if: WhatIf, room: int = _ROOM) -> None:
        self._what_if, self._end, self._answers = what_if, what_if.spent + room, 0

    def next(self) -> bool:
        """Return whether changes are tried for the next answer."""
        self._answers += 1
        return self._answers <= _ALWAYS or self._what_if.spent < self._end
