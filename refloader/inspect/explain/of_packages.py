"""Packages in answers: manifests that one puts where no loader looks, layers that are lacking, and commands."""

from collections.abc import Iterator
from dataclasses import replace

from refloader.core.search.unix_places import SUFFIX
from refloader.host.extras import closed_at
from refloader.host.port import Host, Kind
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.containers import is_container
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.explain.gathering import far_manifests
from refloader.inspect.layer_names import unanswered
from refloader.inspect.libraries.loader_file import loader_file
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.aims import with_library
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.installing import who_may_read, with_package
from refloader.inspect.whatif.moving import moves
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import FOR_ALL
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.library import ObstacleKind
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.model.reason import Severity, Span
from refloader.model.system import System
from refloader.model.text import quote, some

_OF_A_SYSTEM = ("/etc/os-release", "/usr/lib/os-release")
"""What the root of a machine or a container has, and what no layer installs."""

_OF_A_PROGRAM = ("/AppRun", "/conda-meta")
"""What the root of an unpacked AppImage has, and of an environment of conda: they get their drivers elsewhere."""

_PRIVATE = ("/root/", "/home/", "/var/home/")
"""Where files are those of one user."""


def is_stage(explanation: Explanation, host: Host) -> bool:
    """Whether a tree has layers with libraries, nothing of a system and no driver: it is to be installed on one.

    The tree of an AppImage, and an environment of conda, is brought to a machine, too, also with a loader of its own.
    """
    if explanation.platform.system is not System.LINUX or explanation.plan.drivers:
        return False
    if any(host.kind(path) not in (Kind.MISSING, Kind.UNKNOWN) for path in _OF_A_PROGRAM):
        return True
    return is_of_parts(explanation, host)


def runs(host: Host) -> bool:
    """Whether a tree has what the kernel or a container's tool makes where programs run."""
    signs = ("/dev", "/proc", "/sys", "/.dockerenv")
    return any(host.kind(path) in (Kind.FOLDER, Kind.FILE) for path in signs)


def is_of_system(host: Host) -> bool:
    """Whether a tree or an archive says which system it is of."""
    return any(host.kind(path) is not Kind.MISSING for path in _OF_A_SYSTEM)


def is_of_parts(explanation: Explanation, host: Host) -> bool:
    """Whether a tree has layers or drivers with their libraries, and nothing of a system and no loader."""
    plan, libraries = explanation.plan, Libraries(host)
    if explanation.platform.system is not System.LINUX or is_of_system(host) or libraries.linker.machine:
        return False
    named: list[Layer | Driver] = [outcome.layer for outcome in plan.layers]
    named += [outcome.driver for outcome in plan.drivers]
    brought = any(each.library_path and libraries.find(each.library_path, each.manifest) for each in named)
    return brought and loader_file(host) is None


def misplaced(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the manifests of a package that no loader finds, unless a layer is asked for."""
    if not explanation.of_package or explanation.meant or explanation.asked:
        return
    for each in far_manifests(what_if.host, explanation.plan, ()):
        what = "is a driver's manifest" if each.use is Use.DRIVER else f"defines {some(list(each.names), 3)}"
        why = f"{quote(each.path)} {what}, and no loader searches {quote(each.folder)}"
        subject = "drivers" if each.use is Use.DRIVER else "layers"
        yield Answer(subject, State.DOUBTFUL, why, "", Span(each.path), _moved(each, what_if))


def other_word_size(explanation: Explanation, bits: int) -> Iterator[str]:
    """Yield the option that asks about the other processes, if no library of a tree or package is for these."""
    used = [each.driver for each in explanation.plan.drivers if each.used]
    obstacles = list(map(explanation.obstacle, used))
    obstacles += [explanation.obstacle(each.layer) for each in explanation.plan.layers if each.active]
    other = f"for {96 - bits}-bit processes"
    if obstacles and all(each.kind is ObstacleKind.OTHER_SIZE for each in obstacles):
        yield f"the libraries here are {other}: --bits {96 - bits} asks about those"


def mended_in(explanation: Explanation, answer: Answer, what_if: WhatIf) -> Answer:
    """Return the answer on a layer of a package or a tree with all that its files need; any other as it is.

    A manifest that a package has in a wrong folder is moved: a variable would mend no machine with the package.
    """
    name, far = answer.subject, explanation.elsewhere.get(answer.subject, ())
    if explanation.of_package and answer.state is State.MISSING and far:
        moved = _moved(far[0], what_if)
        whole = what_if.followed(name, *moved, elsewhere=far) if moved else None
        changes = with_library(what_if, name, whole) if whole else moved
        answer = _with_changes(answer, changes or answer.changes)
    permits = _opened(explanation, answer, what_if.host)
    return _with_changes(answer, (*answer.changes, *permits)) if permits else answer


def _with_changes(answer: Answer, changes: tuple[Change, ...]) -> Answer:
    """Return an answer with other changes, and with each fault that they mend besides."""
    faults = [each.besides for each in changes if each.besides and each.besides not in answer.why]
    why = answer.why + "".join(f"; besides, {fault}" for fault in faults)
    return replace(answer, why=why, changes=changes)


def _opened(explanation: Explanation, answer: Answer, host: Host) -> tuple[Change, ...]:
    """Return what opens the manifest of a layer that is to be made active, if only its owner may read it."""
    kinds = {change.kind for change in answer.changes}
    if explanation.order_is_known or answer.state not in (State.MISSING, State.INACTIVE) or not kinds:
        return ()
    if kinds & {ChangeKind.NONE, ChangeKind.PERMIT}:
        return ()
    found = [o.layer.manifest for o in explanation.plan.layers if o.layer.name == answer.subject]
    path = next(iter([*found, *(each.path for each in explanation.elsewhere.get(answer.subject, ()))]), "")
    who = who_may_read(host, path) if path and not path.startswith(_PRIVATE) else ""
    if not who or closed_at(host, path) != path:
        return ()
    to = next((c.value for c in answer.changes if c.kind is ChangeKind.MOVE and c.what == path), path)
    return (Change(ChangeKind.PERMIT, to, FOR_ALL, besides=who, tried=False),)


def with_packages(answer: Answer, host: Host) -> Answer:
    """Return an answer with the commands of its installations, as far as they are known.

    A container gets NVIDIA's driver from its host, and not from a package.
    """
    needs = [name for change in answer.changes for name in change.needs]
    mounted = is_container(host) and any("nvidia" in name.lower() for name in needs)
    moved = any(change.kind in (ChangeKind.MOVE, ChangeKind.ADD) for change in answer.changes)
    if mounted or not (needs or moved):
        return answer
    return replace(answer, changes=tuple(with_package(host, change) for change in answer.changes))


def _moved(each: Elsewhere, what_if: WhatIf) -> tuple[Change, ...]:
    """Return the move of a manifest to a folder of the system that loaders search; empty if there is none."""
    what_if.host.read(each.path)  # so that its text is known
    found = moves(each, what_if.plan.places, what_if.host.texts(), "")
    return tuple(change for change in found if change.kind is ChangeKind.MOVE)[:1]


def _searches_everywhere(explanation: Explanation, what_if: WhatIf) -> bool:
    """Whether implicit layers are looked for where packages and users install them, and no settings file chooses."""
    home, places = what_if.host.variables().get("HOME", ""), explanation.plan.places
    searched = {place.path for place in places if place.use is Use.IMPLICIT}
    bases = ("/usr/share", f"{home}/.local/share")
    usual = {POSIX_PATHS.plain(f"{base}/{SUFFIX[Use.IMPLICIT]}") for base in bases}
    settings = any(place.path in what_if.host.texts() for place in places if place.use is Use.SETTINGS)
    return bool(home) and usual <= searched and not settings


def not_installed(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the variables that are set for a layer which is not found."""
    if explanation.platform.system is not System.LINUX or explanation.of_package:
        return
    if not _searches_everywhere(explanation, what_if):
        return
    variables = what_if.host.variables()
    for name, part in unanswered(variables, what_if.host.texts().values()):
        if f"DISABLE_{name.removeprefix('ENABLE_')}" in variables:
            continue  # it is not wanted here
        why = f"{name} is set, and the layer that reads it is not found: {part}"
        change = Change(ChangeKind.INSTALL, f"{part}, or unset {name}", needs=(part,), tried=False)
        spoilt = _spoilt(explanation.plan, part)
        if spoilt is not None:
            why = f"{name} is set, and the manifest of the layer that reads it gives no layer: {spoilt[1]}"
            change = replace(change, what=f"again what has brought {spoilt[0]}", again=True)
        far = _unread(explanation, what_if, part) if spoilt is None else None
        if far is not None:
            why = f"{name} is set, and the layer that reads it is not found: {far.because}"
            again = replace(change, what=f"again what has brought {far.what}", again=True)
            change = again if far.what.endswith(_TO_BE_UNPACKED) else _or_unset(far, name)
        yield Answer("layers", State.DOUBTFUL, why, changes=(change,), may_be_meant=True)


_TO_BE_UNPACKED = (".dpkg-new", ".dpkg-tmp", ".dpkg-dist", ".ucf-dist", ".apk-new", ".rpmnew", ".pacnew")
"""How a manifest's name ends that the package manager is to put in its place."""

_SET_ASIDE = (
    ".off",
    ".disable",
    ".disabled",
    ".old",
    ".bak",
    ".orig",
    ".dpkg-old",
    ".rpmsave",
    ".rpmorig",
    ".pacsave",
)
"""How the name of a manifest ends that is not to be read."""


def _or_unset(move: Change, variable: str) -> Change:
    """Return the move of a manifest; of one that somebody has set aside, the other way is named as well."""
    if move.kind is not ChangeKind.MOVE or not move.what.endswith(_SET_ASIDE):
        return move
    return replace(move, value=f"{move.value}, or unset {variable}", by_hand=True)


def _unread(explanation: Explanation, what_if: WhatIf, part: str) -> Change | None:
    """Return the one change by which a layer is active whose manifest is passed over; None if there is none.

    Without its library, it is not the manifest that is to be brought back.
    """
    libraries = Libraries(what_if.host)
    for each in far_manifests(what_if.host, explanation.plan):
        name = next((name for name in each.names if part.lower() in name.lower()), "")
        library = each.libraries.get(name, "")
        if not name or not library or libraries.find(library, each.path) is None:
            continue
        found = what_if.smallest(name, elsewhere=(each,))
        if len(found) == 1 and found[0].tried and found[0].because:
            return found[0]
    return None


def _spoilt(plan: Plan, part: str) -> tuple[str, str] | None:
    """Return a manifest without any layer that is called like one, as a full disk leaves it, and what is wrong."""
    for file in plan.unread:
        reason = next((each for each in file.reasons if each.severity is Severity.ERROR), None)
        if reason is not None and part.lower() in POSIX_PATHS.split(file.path)[1].lower():
            fact = reason.fact if quote(file.path) in reason.fact else f"{quote(file.path)}: {reason.fact}"
            return file.path, fact
    return None
