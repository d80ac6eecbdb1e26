"""Lists what a library_path may be meant for: another spelling, the file in a folder, another version."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from refloader.core.json import reader
from refloader.core.loading import HEAD_SIZE
from refloader.core.manifests.library_path import (
    LibraryForm,
    candidates,
    library_form,
    opened_as,
)
from refloader.host.extras import closed_at, symbols
from refloader.host.port import Content, Failure, Host, Kind, Listing, Trouble
from refloader.inspect.libraries.dependency_exports import exported_by_dependencies
from refloader.inspect.libraries.likeness import nearest_name
from refloader.inspect.libraries.linking import Linker
from refloader.inspect.libraries.loader_library import is_called_like_a_loader
from refloader.inspect.libraries.manifest_libraries import OF_ORIGIN, Libraries
from refloader.inspect.libraries.odd_paths import TO_FILL_IN
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.edits import Edit
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.library import Library
from refloader.model.system import System
from refloader.model.text import quote

_ENTRY_POINTS = {
    Layer: ("vkNegotiateLoaderLayerInterfaceVersion", "vkGetInstanceProcAddr"),
    Driver: (
        "vk_icdGetInstanceProcAddr",
        "vkGetInstanceProcAddr",
    ),
}
_BEGINNING = 4 << 20
"""How much of a library is read at first; the names of its functions are near its beginning."""

_OF_NVIDIA = {"libEGL_nvidia.so": ("libGLX_nvidia.so",), "libGLX_nvidia.so": ("libEGL_nvidia.so",)}
"""The libraries of NVIDIA's driver that are drivers for Vulkan: with an X server, and without one."""

_OF_A_DRIVER = re.compile(r"(?P<name>\w+?)_icd(\.\w+)?\.json")
"""The name of a manifest of Mesa's."""

_MOST, _MOST_NAMES = 12, 2000
"""The most libraries of a folder that are looked into, and the most names that are compared."""


_OF_THE_LINKER = ("@rpath", "@loader_path", "@executable_path")
"""What the dynamic linker of macOS replaces at the beginning of a path."""

_ON_MACOS = (".", "../../../lib", "../lib", "/usr/local/lib", "/opt/homebrew/lib")
"""Where a library may lie on macOS, from the folder of its manifest."""

_MOUNTED = "/tmp/.mount_"
"""What the folders begin with at which an AppImage is mounted."""

_OF_BOXES = {
    "/app": "where a Flatpak or another container has its files, and programs outside of it see no such folder",
    "/run/host": "where a Flatpak or a container sees its host, and programs of the host see no such folder",
    "/usr/lib/pressure-vessel": "where Steam's container has files of the host, and no other program sees it",
    "/nix/store": "where Nix has its files, and this machine has no such folder",
}
"""Folders that only some containers and systems have."""


def whose(named: Layer | Driver) -> str:
    """Return how a sentence about the library of a layer or driver begins."""
    return f"{quote(named.manifest)}: its library" if isinstance(named, Driver) else "its library"


def is_placeholder(named: Layer | Driver, host: Host) -> bool:
    """Return whether a library_path has in it what its packager had to fill in, and no folder is called like that."""
    found = TO_FILL_IN.search(named.library_path)
    if found is None:
        return False
    folder = named.library_path[: max(named.library_path.find("/", found.end()), 0)]
    return not folder.startswith("/") or host.kind(folder) is not Kind.FOLDER


def inside(path: str, host: Host) -> str:
    """Return whose folder a missing library is in, if that exists inside of a container alone; empty otherwise."""
    for folder, whose_it_is in _OF_BOXES.items():
        if path.startswith(f"{folder}/") and host.kind(folder) is Kind.MISSING:
            return f"{folder} is {whose_it_is}"
    return ""


def not_there(named: Layer | Driver, host: Host) -> str:
    """Say that the library of a layer or driver is not found."""
    if named.library_path.lower().endswith((".dll", ".dylib")):
        return f"{whose(named)} {quote(named.library_path)} is one of another system; a .so file is expected"
    if is_placeholder(named, host):
        return f"{whose(named)} {quote(named.library_path)} is a placeholder that was not filled in"
    form = library_form(named.library_path)
    of_box = inside(named.library_path, host)
    if of_box:
        return f"{whose(named)} {quote(named.library_path)} is not there: {of_box}"
    where = ", and the dynamic linker searches its own folders for a bare name"
    if host.elevated() and "LD_LIBRARY_PATH" in host.variables() and host.platform().system is System.LINUX:
        where += ": it ignores LD_LIBRARY_PATH in a process with elevated privileges"
    if form is not LibraryForm.BARE:
        relative = form is LibraryForm.RELATIVE
        where = f": there is no {quote(opened_as(named.library_path, named.manifest))}" if relative else ""
    return (
        f"{whose(named)} {quote(named.library_path)} is not found for {host.word_size()}-bit processes{where}"
    )


def in_a_box(named: Layer | Driver, host: Host) -> Iterator[Change]:
    """Yield what to do about a library in a folder that exists while an AppImage runs, or inside of a container."""
    mount = "/".join(named.library_path.split("/")[:3])
    if named.library_path.startswith(_MOUNTED) and host.kind(mount) is Kind.MISSING:
        because = f"{not_there(named, host)}: an AppImage is mounted there while it runs, elsewhere each time"
        what = f"start the AppImage that has it, if that writes {named.manifest} again, or remove this"
        yield Change(ChangeKind.OUTSIDE, what, because=because, tried=False)
    if inside(named.library_path, host):
        what = f"install a build for this system, and correct library_path, or remove {named.manifest}"
        yield Change(ChangeKind.OUTSIDE, what, because=not_there(named, host), tried=False)


def to_permit_reading(named: Layer | Driver, host: Host, path: str, because: str) -> Change | None:
    """Return the permission to read a library that is there and closed to this user; None if it is not closed."""
    head = host.head(path, HEAD_SIZE)
    if not isinstance(head, Failure) or head.trouble is not Trouble.DENIED:
        return None
    at = closed_at(host, path) or path
    how = "readable for everybody" if at == path else "open to everybody"
    return Change(ChangeKind.PERMIT, at, how, because=because, rule=_rule_of(named), tried=False)


def _edit(named: Layer | Driver, keys: tuple[str | int, ...], path: str, because: str) -> Change:
    edit = Edit(named.manifest, (*keys, "library_path"), path)
    return Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because, rule=_rule_of(named))


def _rule_of(named: Layer | Driver) -> str:
    """Return the rule on the library_path of a manifest."""
    return "MANIFEST-ICD-03" if isinstance(named, Driver) else "MANIFEST-LAYER-07"


def meant_paths(
    host: Host, libraries: Libraries, named: Layer | Driver, keys: tuple[str | int, ...]
) -> Iterator[Change]:
    """Yield other spellings of a library_path that lead to a library, and the library in a folder that it names."""
    for path, why in _spellings(named.library_path, host.variables()):
        if not libraries.obstacle(path, named.manifest):
            yield _edit(named, keys, path, f"{whose(named)} {quote(named.library_path)} is not found: {why}")
    folder = libraries.find(named.library_path, named.manifest)
    if folder is not None and host.kind(folder) is Kind.FOLDER:
        because = f"{whose(named)} {quote(named.library_path)} is a folder; a file is expected"
        for path in _libraries_in(host, folder, ""):
            if _fits(host, libraries, named, path):
                yield _edit(named, keys, path, because)


def repeated(
    host: Host, libraries: Libraries, named: Layer | Driver, keys: tuple[str | int, ...]
) -> Iterator[Change]:
    """Yield the second of two values of library_path in one manifest, if that leads to a library."""
    answer = host.read(named.manifest)
    members = reader.read(answer.data).duplicates(keys) if isinstance(answer, Content) else ()
    values = [value for key, value in members if key == "library_path" and isinstance(value, str)]
    for other in values[1:]:
        if other != named.library_path and not libraries.obstacle(other, named.manifest):
            because = (
                f'{not_there(named, host)}: "library_path" is there '
                f"{'twice' if len(values) == 2 else f'{len(values)} times'}, and the first one counts"
            )
            yield _edit(named, keys, other, because)


def _spellings(path: str, variables: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    home = variables.get("HOME", "")
    plain = path.strip()
    if plain != path:
        yield plain, "a blank or a line break before or behind it counts as a part of the name"
    if plain.endswith("/"):
        yield plain.rstrip("/"), "a / at its end makes it a folder"
    here = plain.replace("\\", "/")
    if here.lower().endswith((".dll", ".dylib")):
        head, _, name = here.rpartition("/")
        stem = name.rpartition(".")[0].removeprefix("lib")
        for other in (f"lib{stem}.so", f"{stem}.so"):
            yield f"{head}/{other}" if head else other, "it is a library of another system"
    if plain.endswith(".so"):
        yield f"{plain.removesuffix('.so')}.dylib", "a library of this system ends in .dylib"
    if "\\" in plain:
        yield plain.replace("\\", "/"), "a backslash separates no folders on this system"
    if plain.startswith("file://"):
        yield plain.removeprefix("file://"), "a path is expected, not a URL"
    for start in ("$ORIGIN/", "${ORIGIN}/"):
        if plain.startswith(start):
            yield f"./{plain.removeprefix(start)}", OF_ORIGIN
    for start in ("~/", "$HOME/", "${HOME}/"):
        if home and plain.startswith(start):
            yield f"{home}/{plain.removeprefix(start)}", "no loader replaces ~ or $HOME by the home folder"


def found_on_macos(
    libraries: Libraries, named: Layer | Driver, keys: tuple[str | int, ...], why: str
) -> Iterator[Change]:
    """Yield the library_path by which a library is found on macOS.

    It may lie among the frameworks of the manifest's bundle, or where a path that begins with @rpath was to lead.
    """
    folder, name = posixpath.dirname(named.manifest), posixpath.basename(named.library_path)
    bundle, is_in_bundle, _ = named.manifest.partition(".app/Contents/Resources/")
    if is_in_bundle:
        there = f"{bundle}.app/Contents/Frameworks/{name}"
        if name and not libraries.obstacle(there, named.manifest):
            yield _edit(named, keys, posixpath.relpath(there, folder), f"{why}; there is {quote(there)}")
    start = named.library_path.partition("/")[0]
    if start not in _OF_THE_LINKER:
        return
    for place in _ON_MACOS:
        there = posixpath.normpath(posixpath.join(folder, place, name))
        if not libraries.obstacle(there, named.manifest):
            told = f"a loader takes it for a path from {quote(folder)}, and replaces no {start}"
            yield _edit(named, keys, there, f"{why}: {told}; there is {quote(there)}")
            return


def relinked(
    host: Host, libraries: Libraries, named: Layer | Driver, keys: tuple[str | int, ...]
) -> Iterator[Change]:
    """Yield the link to another version of a library in the place of one that leads nowhere."""
    bare = library_form(named.library_path) is LibraryForm.BARE
    folders = libraries.linker.folders(host.word_size()).all if bare else ()
    for path in candidates(named.library_path, named.manifest, folders):
        real = host.real_path(path)
        folder, _, name = path.rpartition("/")
        listing = host.list(folder)
        if host.kind(path) is not Kind.MISSING:
            continue
        if not isinstance(listing, Listing) or name not in listing.names:
            continue
        if real == path:
            because = f"{whose(named)} {quote(path)} is a link that leads back to itself"
            needs = (named.library_path.rpartition("/")[2],)
            yield Change(
                ChangeKind.INSTALL,
                f"{named.library_path} again: the link {path} leads to itself",
                because=because,
                needs=needs,
                again=True,
                tried=False,
            )
            continue
        because = f"{whose(named)} {quote(path)} is a link to {quote(real)}, which does not exist"
        for other in _libraries_in(host, real.rpartition("/")[0], _stem(real)):
            if _fits(host, libraries, named, other):
                edit = Edit(named.manifest, (*keys, "library_path"), other)
                yield Change(ChangeKind.LINK, path, other, edits=(edit,), because=because)
        what = f"{named.library_path} again: the link {path} leads to {real}, which does not exist"
        needs = (named.library_path.rpartition("/")[2],)
        yield Change(ChangeKind.INSTALL, what, because=because, needs=needs, again=True, tried=False)


def siblings(
    host: Host, libraries: Libraries, named: Layer | Driver, keys: tuple[str | int, ...]
) -> Iterator[Change]:
    """Yield other versions of a library that is missing, and one of nearly its name, from where it is looked for."""
    bare = library_form(named.library_path) is LibraryForm.BARE
    folders = libraries.linker.folders(host.word_size()).all if bare else ()
    for path in candidates(named.library_path, named.manifest, folders):
        folder, stems = path.rpartition("/")[0], [_stem(path), *_OF_NVIDIA.get(_stem(path), ())]
        version = path.rpartition("/")[2].removeprefix(stems[0])
        same = [f"{folder}/{stem}{version}" for stem in stems[1:]]  # by the same link
        found = [other for stem in stems for other in _libraries_in(host, folder, stem)]
        listing = host.list(folder) if not bare else None
        near = nearest_name(path.rpartition("/")[2], listing.names) if isinstance(listing, Listing) else ""
        found += [f"{folder}/{near}"] if near else []
        for other in (*same, *found):
            if _fits(host, libraries, named, other):
                name = other.rpartition("/")[2]
                because = f"{not_there(named, host)}; there is {quote(other)}"
                text = name if bare else f"{named.library_path.rpartition('/')[0]}/{name}"
                yield _edit(named, keys, text, because)


def beside(
    host: Host, libraries: Libraries, named: Layer | Driver, keys: tuple[str | int, ...], path: str
) -> Iterator[Change]:
    """Yield the libraries in the folder of one that is none for a loader, those with the most like names first."""
    folder, _, name = path.rpartition("/")
    listing = host.list(folder)
    names = list(listing.names[:_MOST_NAMES]) if isinstance(listing, Listing) else []
    alike = get_close_matches(name, [each for each in names if ".so" in each and each != name], _MOST, 0.6)
    bare = library_form(named.library_path) is LibraryForm.BARE
    own = _OF_A_DRIVER.fullmatch(named.manifest.rpartition("/")[2]) if isinstance(named, Driver) else None
    if own is not None and (file := f"libvulkan_{own['name']}.so") in names:
        alike = [file, *alike]  # as Mesa calls them
    for other in alike:
        if _fits(host, libraries, named, f"{folder}/{other}"):
            because = f"{whose(named)} {quote(path)} has no entry point; {quote(other)} beside it has one"
            head = named.library_path.rpartition("/")[0]
            yield _edit(named, keys, other if bare else f"{head}/{other}", because)


def entry_points(named: Layer | Driver) -> tuple[str, ...]:
    """Return the functions by any of which a loader enters a library, by the names in its manifest."""
    names = _ENTRY_POINTS[type(named)]
    if not isinstance(named, Layer):
        return names
    renamed = dict(named.functions)
    return (*(renamed.get(name, name) for name in names), f"{named.name}GetInstanceProcAddr")


def lacks_entry_points(host: Host, named: Layer | Driver, path: str) -> bool | None:
    """Whether a library has no function by which a loader enters it; None if its functions are not known."""
    names = entry_points(named)
    known = symbols(host, path)
    if known is not None:
        its_own = any(name in known.exported for name in names)
        return not (its_own or exported_by_dependencies(Linker(host), path, names))
    head = host.head(path, _BEGINNING)
    if isinstance(head, Content) and any(name.encode() in head.data for name in names):
        return False  # the names are there: to read all symbols of a driver would take a second
    facts = host.library(path)
    if not isinstance(facts, Library) or not facts.exports:
        return None
    return not any(name in facts.exports for name in names)


def stood_for(
    host: Host, libraries: Libraries, named: Layer | Driver, keys: tuple[str | int, ...], path: str
) -> Iterator[Change]:
    """Yield the library for which a text of libtool's or of the link editor stands, if the manifest names that."""
    answer = host.head(path, HEAD_SIZE)
    found = _STANDS_FOR.search(answer.data) if isinstance(answer, Content) else None
    if found is None:
        return
    what = "a file of libtool's" if found["dlname"] else "a script for the link editor"
    name = (found["dlname"] or found["file"]).decode("utf-8", "replace")
    folder = path.rpartition("/")[0]
    for file in (name if name.startswith("/") else f"{folder}/{name}", f"{folder}/{name.rpartition('/')[2]}"):
        if _fits(host, libraries, named, file):
            because = f"{whose(named)} {quote(path)} is {what} and no library; it stands for {quote(file)}"
            yield _edit(named, keys, file, because)


_STANDS_FOR = re.compile(
    rb"^dlname='(?P<dlname>[^'\n]+)'|\b(?:INPUT|GROUP)\s*\(\s*(?P<file>[^\s(),]+)", re.MULTILINE
)
"""The library in a text that a build has in the place of it."""


def right_function(host: Host, layer: Layer, path: str) -> Change | None:
    """Return the edit after which "functions" names what the library has; None if it is not known what that is."""
    found = symbols(host, path)
    own = "vkGetInstanceProcAddr"
    if found is None or not layer.functions:
        return None
    keys = (*layer.keys, "functions")
    if not found.exported.isdisjoint(_ENTRY_POINTS[Layer]):
        edit = Edit(layer.manifest, keys, None)  # the plain names, then
        return Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,))
    others = [name for name in found.exported if name.endswith(own.removeprefix("vk"))]
    if len(others) != 1:
        return None
    edit = Edit(layer.manifest, (*keys, own), others[0])
    return Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,))


def _stem(path: str) -> str:
    """Return the name of a library up to its version."""
    return f"{path.rpartition('/')[2].partition('.so')[0]}.so"


def _libraries_in(host: Host, folder: str, stem: str) -> Iterator[str]:
    """Yield the libraries of a folder whose names begin with a stem, the newest version first."""
    listing = host.list(folder)
    names = sorted(listing.names, key=_version, reverse=True) if isinstance(listing, Listing) else []
    found = [name for name in names if name.startswith(stem) and (name.endswith(".so") or ".so." in name)]
    yield from (f"{folder.rstrip('/')}/{name}" for name in found[:_MOST])


def _version(name: str) -> list[int]:
    return [
        int(part[:9]) for part in name.partition(".so")[2].split(".") if part.isdecimal() and part.isascii()
    ]


def _fits(host: Host, libraries: Libraries, named: Layer | Driver, path: str) -> bool:
    """True if a library can be loaded and has an entry point for what the manifest describes."""
    if host.kind(path) is not Kind.FILE or libraries.obstacle(path, named.manifest):
        return False
    if is_called_like_a_loader(path) or is_called_like_a_loader(host.real_path(path)):
        return False  # it would call itself without end
    facts = host.library(path)
    return isinstance(facts, Library) and any(name in facts.exports for name in _ENTRY_POINTS[type(named)])
