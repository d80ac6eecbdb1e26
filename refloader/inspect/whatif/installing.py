"""Proposes what cannot be tried: an installation of what is nowhere on the machine, a file's permission."""

from collections.abc import Container
from dataclasses import replace

from refloader.host import shell
from refloader.host.extras import closed_at, closed_to
from refloader.host.port import Content, Failure, Host, Kind, Listing, Trouble
from refloader.inspect.layer_names import REPLACED
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.packages import ALL_ON_ARCH, install_files
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.edits import Edit
from refloader.inspect.whatif.lists import stem_of
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.texts import readable
from refloader.inspect.whatif.wording import FOR_ALL, command_of
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.magic import is_page
from refloader.model.place import Form, Use
from refloader.model.reason import Reason
from refloader.model.system import System
from refloader.model.text import quote

_WRONG_SIZE = ("MANIFEST-LAYER-09",)
_OF_STEAM = "/run/pressure-vessel"
"""What is in every container of Steam's."""

_OF_NO_PACKAGE = ("/opt/", "/usr/local/", "/home/")
"""Where vendors and people put what no package of a distribution has."""

_OF_OTHER_DISKS = ("/mnt/", "/media/", "/run/media/", "/Volumes/")


def to_install(changes: tuple[Change, ...], what_if: WhatIf, name: str) -> tuple[Change, ...]:
    """Return the changes with an installation in the place of a manifest to be added.

    The same if no change is known and the layer is there for the other word size only.
    """
    if changes[0].kind is ChangeKind.NONE:
        layers = [outcome.layer for outcome in what_if.plan.layers if outcome.layer.name == name]
        reasons = [reason for layer in layers for reason in layer.reasons]
        reasons += [r for o in what_if.plan.layers if o.layer.name == name for r in o.reasons]
        if any(reason.rule in _WRONG_SIZE for reason in reasons):
            bits = what_if.host.word_size()
            libraries = Libraries(what_if.host)
            for layer in layers:
                if layer.library_path and not libraries.obstacle(layer.library_path, layer.manifest):
                    edit = Edit(layer.manifest, (*layer.keys, "library_arch"), str(bits))
                    told = f"is {layer.library_arch}, and its library is {bits}-bit"
                    because = f"library_arch in {quote(layer.manifest)} {told}"
                    right = Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because)
                    return what_if.followed(name, right) or (right,)
            what = f"{name} for {bits}-bit programs: a manifest and a library of their own"
            return (Change(ChangeKind.INSTALL, what, needs=(name,), tried=False),)
    return tuple(_installed(each) if each.kind is ChangeKind.ADD else each for each in changes)


def from_outside(changes: tuple[Change, ...], reason: Reason, host: Host) -> tuple[Change, ...]:
    """Return changes, or if none helps what the application or its container has to be started with.

    That is a debuggable application where it may not use Android's debug folder, and Steam's variable for a folder
    that a variable names and its container does not show, also if what is to be installed has its name.
    """
    first, what = changes[0], ""
    is_none = first.kind is ChangeKind.NONE
    lies_there = is_none or any(each.lower() in reason.subject.lower() for each in first.needs)
    if is_none and reason.rule == "DISC-ANDROID-01":
        what = "make the application debuggable, or bring the layer's library in its package"
    elif lies_there and host.kind(_OF_STEAM) is Kind.FOLDER and _is_named_and_gone(reason):
        setting = f"PRESSURE_VESSEL_FILESYSTEMS_RO={shell.line([reason.subject])}"
        what = f"start the game with {setting}: Steam's container then has it"
    return (Change(ChangeKind.OUTSIDE, what, tried=False),) if what else changes


def _is_named_and_gone(reason: Reason) -> bool:
    """True if a variable of loaders names the subject, which does not exist."""
    return reason.unread is not None and reason.unread.is_missing and reason.unread.source.startswith("VK_")


def to_fetch(host: Host, path: str) -> Change | None:
    """Return the installation of a manifest in the place of a page of the web; None if the file is none."""
    answer = host.read(path)
    if not isinstance(answer, Content) or not is_page(answer.data):
        return None
    because = f"{quote(path)} is a page of the web (HTML), which was saved instead of the manifest"
    what = f"the manifest itself as {path}: download the raw file, or install the package again"
    return Change(ChangeKind.INSTALL, what, because=because, rule="LLP_LAYER_6", tried=False)


def mended_text(host: Host, path: str) -> Change | None:
    """Return the repair of a manifest anywhere that is no JSON; None if it is none, or if the repair is not clear."""
    answer = host.read(path) if path.endswith(".json") else None
    found = next(readable(path, answer.data), None) if isinstance(answer, Content) else None
    return found if found is not None and found.because and found.rule == "LLP_LAYER_6" else None


def to_mount(what_if: WhatIf, uses: Container[Use]) -> Change | None:
    """Return what to do about a folder that is searched and is a link to nowhere; None if there is none."""
    host = what_if.host
    if host.platform().system is System.WINDOWS:
        return None
    for place in what_if.plan.places:
        if place.use in uses and place.form is Form.FOLDER and is_loop(host, place.path):
            because = f"{quote(place.path)} is in a loop of symbolic links: nothing below it is found"
            what = f"put a folder in the place of {place.path}"
            return Change(ChangeKind.OUTSIDE, what, because=because, rule=str(place.rule), tried=False)
        if (
            place.use not in uses
            or place.form is not Form.FOLDER
            or host.kind(place.path) is not Kind.MISSING
            or host.real_path(place.path) == place.path
        ):
            continue
        parts = place.path.split("/")  # a link is among them: else nobody is asked about them
        paths = ("/".join(parts[:end]) for end in range(2, len(parts) + 1))
        link = next((path for path in paths if host.kind(path) is Kind.MISSING), place.path)
        folder, _, name = link.rpartition("/")
        target = host.real_path(link)
        if target == f"{host.real_path(folder or '/').rstrip('/')}/{name}":
            continue
        because = (
            f"{quote(link)} is a link to {quote(target)}, which does not exist: nothing below it is found"
        )
        what = f"bring {target} back (is it on a disk that is not mounted?), or put a folder in the place of {link}"
        return Change(ChangeKind.OUTSIDE, what, because=because, rule=str(place.rule), tried=False)
    return None


def is_loop(host: Host, folder: str) -> bool:
    """Whether a folder is a link that leads back to itself."""
    listing = host.list(folder)
    return isinstance(listing, Failure) and listing.trouble is Trouble.LOOP


def to_permit(what_if: WhatIf, uses: Container[Use], name: str = "") -> Change | None:
    """Return the permission to read a file or folder that is searched; None if none is closed.

    Of several, that of the file which is called like the layer.
    """
    folders = [place.path for place in what_if.plan.places if place.use in uses]
    closed = [
        reason
        for reason in what_if.plan.reasons
        if reason.unread is not None
        and reason.unread.trouble == Trouble.DENIED
        and any(reason.subject == folder or reason.subject.startswith(f"{folder}/") for folder in folders)
    ]
    closed.sort(key=lambda reason: stem_of(reason.subject) not in name.lower())
    if not closed:
        return None
    fact, path = closed[0].fact, _closed_on_the_way(what_if.host, closed[0].subject)
    if path != closed[0].subject:
        fact = f"{quote(closed[0].subject)} cannot be reached: this user may not enter {quote(path)}"
    return Change(
        ChangeKind.PERMIT,
        path,
        "readable for everybody",
        because=fact,
        rule=closed[0].rule,
        tried=False,
    )


def leftover(what_if: WhatIf, named: Layer | Driver) -> Change | None:
    """Return the removal of a manifest that an uninstalled layer or driver left behind; None if it is not such a one.

    Its library is gone, and no package of a distribution has it, or the folder of the library is gone too.
    """
    path = named.library_path
    folder = path.rpartition("/")[0]
    if not path.startswith("/") or not folder or what_if.host.kind(path) is not Kind.MISSING:
        return None
    folder_too = what_if.host.kind(folder) is Kind.MISSING
    if not folder_too and not path.startswith(_OF_NO_PACKAGE):
        return None
    what = "driver" if isinstance(named, Driver) else "layer"
    gone = f"and {quote(folder)} is gone too" if folder_too else "which is not there"
    left = f"a {what} that was removed left its manifest behind"
    if path.startswith(_OF_OTHER_DISKS):
        left += ", or its disk is not mounted"
    because = f"{quote(named.manifest)} names {quote(path)}, {gone}: {left}"
    files: tuple[tuple[str, bytes | None], ...] = ((named.manifest, None),)
    return Change(ChangeKind.REMOVE, named.manifest, files=files, because=because)


def who_may_read(host: Host, path: str) -> str:
    """Say who alone may read a file, and by which folder that is so; empty if every user may who needs it."""
    who = closed_to(host, path)
    if not who:
        return ""
    at = closed_at(host, path)
    inside = f": {closed_to(host, at)} may enter {quote(at)}" if at != path else ""
    return f"{who} may read {quote(path)}{inside}"


def to_open(host: Host, path: str) -> Change:
    """Return what to do about a file that only its owner may read, or that lies in such a folder."""
    at = closed_at(host, path)
    if at != path and (at == "/root" or at.startswith(("/home/", "/var/home/"))):
        what = f"move {path} to a folder that everybody may enter: {at} is private"
        return Change(ChangeKind.OUTSIDE, what, tried=False)
    how = FOR_ALL if at == path else "open to everybody"
    return Change(ChangeKind.PERMIT, at, how, tried=False)


def _closed_on_the_way(host: Host, path: str) -> str:
    """Return the first folder on the way to a path that cannot be entered; the path itself if all can."""
    parts = path.split("/")
    for index in range(2, len(parts)):
        if host.kind("/".join(parts[: index + 1])) is Kind.UNKNOWN:
            return "/".join(parts[:index])
    return path


def _installed(change: Change) -> Change:
    """Return the installation of the layer that an added manifest would define."""
    old = change.value.removeprefix("a manifest that defines ").partition(",")[0]
    name = REPLACED.get(old, old)
    what = f"{name}, its manifest and its library: no manifest that defines it is found here"
    if name != old:
        what = f"{name} and ask for it: it replaced {old}, which is no longer made"
    kind = ChangeKind.INSTALL
    return replace(change, kind=kind, what=what, value="", needs=(name,), tried=False, registry=(), files=())


def with_package(host: Host, change: Change) -> Change:
    """Return a change with the command line that the machine decides.

    That is an installation, if the distribution and the package are known, and a file in a folder that is missing.
    """
    if host.platform().system is not System.LINUX:
        return change
    if change.kind in (ChangeKind.MOVE, ChangeKind.ADD) and (command := command_of(change, System.LINUX)):
        folder = (change.value if change.kind is ChangeKind.MOVE else change.what).rpartition("/")[0]
        missing = folder and host.kind(folder) is Kind.MISSING
        make = shell.line(["mkdir", "-p", folder])
        return replace(change, install=f"{make} && {command}") if missing else change
    if change.kind is not ChangeKind.INSTALL:
        return change
    bits = host.word_size()
    command = install_files(host, change.needs, bits, again=change.again)
    if not command and change.part_of:
        command = install_files(host, (change.part_of,), bits, again=True)
    if command.startswith("pacman -S") and any(_has_other_release(host, name, bits) for name in change.needs):
        command = ALL_ON_ARCH
    return replace(change, install=command or change.install)


def _has_other_release(host: Host, soname: str, bits: int) -> bool:
    """Whether Arch has a library in another release than the one that is needed, as after an upgrade of a part."""
    stem, mark, release = soname.partition(".so.")
    folder = "/usr/lib32" if bits == 32 else "/usr/lib"
    listing = host.list(folder) if mark and release else None
    names = listing.names if isinstance(listing, Listing) else ()
    return any(name.startswith(f"{stem}{mark}") and name != soname for name in names)


def for_word_size(changes: tuple[Change, ...], host: Host) -> tuple[Change, ...]:
    """Return changes, or an installation in the place of a registration for programs of the other word size."""
    if not changes[0].registry:
        return changes
    from refloader.inspect.whatif.windows_changes import for_this_size  # Windows only

    return for_this_size(changes, host.word_size())
