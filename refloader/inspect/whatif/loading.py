"""Finds changes after which a library can be loaded: another path, a folder for the linker, an installation."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from refloader.core.linkers.needed import is_of_libc
from refloader.core.loading import HEAD_SIZE
from refloader.core.manifests.library_path import LibraryForm, library_form, opened_as
from refloader.host import shell
from refloader.host.builds import STORES, store_of
from refloader.host.port import Content, Failure, Host, Kind, Listing, Trouble
from refloader.inspect.elsewhere import libraries_elsewhere, machine_below
from refloader.inspect.libraries.linking import Needs, Unmet
from refloader.inspect.libraries.manifest_libraries import Libraries, unmet_text
from refloader.inspect.libraries.unresolved import unresolved, unresolved_text
from refloader.inspect.packages import ALL_ON_ARCH, upgrade_files
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable, unset_variable
from refloader.inspect.whatif.edits import Edit
from refloader.inspect.whatif.library_paths import (
    found_on_macos,
    in_a_box,
    is_placeholder,
    meant_paths,
    not_there,
    relinked,
    repeated,
    siblings,
    stood_for,
    to_permit_reading,
    whose,
)
from refloader.inspect.whatif.lists import expanded
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.library import Library, ObstacleKind
from refloader.model.magic import Magic, magic_of
from refloader.model.system import System
from refloader.model.text import quote, some

_UNPACKAGED = ("/opt/", "/usr/local/", "/home/", "/root/", "/tmp/")
"""Where libraries lie that no package of a distribution has brought."""

_BESIDE = ("", "../lib", "../../lib", "../../../lib", "../../../lib64", "../lib64")
"""Where a library may lie, from the folder of its manifest."""

_PACKAGED = "/usr/share/"
"""Where packages of distributions have manifests; from what brought another one, the library may be of no package."""

_LIB = re.compile(r"\$(LIB\b|\{LIB\})")
"""What stands for the linker's folder of libraries in a path."""

_OF_SYSTEM = ("/usr/lib", "/lib")
"""Where the libraries of distributions lie, of which an upgrade may have brought some and not others."""


def loading_changes(host: Host, named: Layer | Driver, keys: tuple[str | int, ...]) -> Iterator[Change]:
    """Yield the changes to try for a library that cannot be loaded; ``keys`` lead to the entry in its manifest.

    The last one is an installation, which cannot be tried.
    """
    libraries = Libraries(host)
    obstacle = libraries.obstacle(named.library_path, named.manifest)
    path = libraries.find(named.library_path, named.manifest)
    bits = host.word_size()
    if host.platform().system is not System.LINUX:
        why = f"{whose(named)} {quote(named.library_path)} cannot be loaded: {obstacle}"
        yield from found_on_macos(libraries, named, keys, why)
        yield _install(named, f"a {bits}-bit library for", why, named.library_path)
        return
    # Of a library that is refused itself, it does not matter what it needs.
    asked = path if not obstacle or obstacle.kind is ObstacleKind.NEEDS else None
    needs = libraries.linker.needs(asked) if asked is not None else Needs()
    missing = needs.missing
    unmet = libraries.linker.unmet(asked) if asked is not None else ()
    if path is not None and missing:
        yield from _of_another_libc(libraries, whose(named), [name for name, _ in missing], path)
        yield from _needs(host, whose(named), [name for name, _ in missing], path, needs.beside)
    elif path is not None and unmet:
        yield from _versions(host, whose(named), unmet, path)
    elif path is not None and (
        lacking := unresolved(libraries.linker, path) if obstacle.kind is ObstacleKind.NEEDS else ()
    ):
        yield from _without_variable(libraries, whose(named), lacking, path)
        yield _other_build(libraries, whose(named), lacking, path)
    elif path is None:
        yield from _uncached(libraries, named, keys)
        found = (
            *repeated(host, libraries, named, keys),
            *relinked(host, libraries, named, keys),
            *_found(host, libraries, named, keys),
            *siblings(host, libraries, named, keys),
        )
        token = libraries.linker.lib_token(bits) if _LIB.search(named.library_path) else ""
        told = f"; $LIB is {token} for the dynamic linker of this system" if token else ""
        yield from (replace(each, because=f"{each.because}{told}") for each in found)
        yield from _placeholder(host, named, keys)
        yield from in_a_box(named, host)
        foreign = named.library_path.lower().endswith((".dll", ".dylib"))
        variable = named.place.source if foreign and named.place.source.startswith("VK_") else ""
        if variable in machine_below(host).variables():  # not one that is only tried
            made = _install(named, "", not_there(named, host), named.library_path)
            entries = host.variables().get(variable, "").strip(":").split(":")
            entry = named.manifest if named.manifest in entries else named.manifest.rpartition("/")[0]
            out = f"take {entry} out of {variable}" if len(entries) > 1 else f"unset {variable}"
            what = f"the build for this system, and {out}, which names files of another one"
            yield replace(made, what=what)
            return
        if (built := _of_a_store(host, named)) is not None:
            yield built
            return
        what = "a .so file instead of" if foreign else f"a {bits}-bit"
        packaged = named.manifest.startswith(_PACKAGED)
        again = bits == 64 and not foreign and packaged
        where = opened_as(named.library_path, named.manifest)
        yield _install(named, what, not_there(named, host), where, again=again)
    else:
        yield from stood_for(host, libraries, named, keys, path)
        yield from _found(host, libraries, named, keys)
        why = f"{whose(named)} {quote(path)} cannot be loaded by a {bits}-bit process: {obstacle}"
        if "$" in named.library_path:
            given = quote(named.library_path)
            why = f"{whose(named)} {given} leads a {bits}-bit process to {quote(path)}: {obstacle}"
        if closed := to_permit_reading(named, host, path, why):
            yield closed
            return
        if obstacle.kind is ObstacleKind.NOEXEC:
            how = f"mount the file system of {path} without noexec (sudo mount -o remount,exec), or copy the library"
            yield Change(
                ChangeKind.OUTSIDE, f"{how} and its manifest to another one", because=why, tried=False
            )
            return
        if obstacle.kind is ObstacleKind.POINTER:
            clone = path.rpartition("/")[0]
            while clone and host.kind(f"{clone}/.git") is Kind.MISSING:
                clone = clone.rpartition("/")[0]
            fetch = shell.line(["git", "-C", clone, "lfs", "pull"]) if clone else ""
            what = f"the file itself instead of {path}"
            yield Change(ChangeKind.INSTALL, what, because=why, install=fetch, tried=False)
            return
        fits = obstacle.kind is not ObstacleKind.OTHER_SIZE
        what = path if fits else f"build of {path.rpartition('/')[2]}"
        own = obstacle.kind is ObstacleKind.OTHER_MACHINE
        again = fits and not own and path.startswith(_OF_SYSTEM)  # its package is there, the file is spoilt
        value = "a build for this processor of" if own else f"a {bits}-bit"
        yield _install(named, value, why, what, again=again)


def _uncached(libraries: Libraries, named: Layer | Driver, keys: tuple[str | int, ...]) -> Iterator[Change]:
    """Yield the renewal of the linker's cache, which has no library of the name that its folders hold by now."""
    if library_form(named.library_path) is not LibraryForm.BARE:
        return
    folders = libraries.linker.folders(libraries.host.word_size()).all
    for path in (f"{folder.rstrip('/')}/{named.library_path}" for folder in folders):
        facts = libraries.linker.linked(path)
        by_name = isinstance(facts, Library) and facts.soname in ("", named.library_path)
        if by_name and libraries.linker.uncached(path) and not libraries.obstacle(path, named.manifest):
            told = f"{not_there(named, libraries.host)}; {quote(path)} is not in its cache yet"
            what = f"have ldconfig add {path} to the dynamic linker's cache"
            edit = Edit(named.manifest, (*keys, "library_path"), path)  # what leads to the same file
            yield Change(ChangeKind.OUTSIDE, what, edits=(edit,), because=told, install="sudo ldconfig")


def _placeholder(host: Host, named: Layer | Driver, keys: tuple[str | int, ...]) -> Iterator[Change]:
    """Yield the edit of a library_path that a template has for its packager to fill in."""
    if is_placeholder(named, host):
        because = not_there(named, host)
        what = Edit(named.manifest, (*keys, "library_path"), "").what
        yield Change(ChangeKind.EDIT, what, "the path of the library", because=because, tried=False)


def _rule_of(named: Layer | Driver) -> str:
    return "MANIFEST-ICD-03" if isinstance(named, Driver) else "MANIFEST-LAYER-07"


_REBUILDING = {"nixos": "sudo nixos-rebuild switch", "guix": "sudo guix system reconfigure"}


def _of_a_store(host: Host, named: Layer | Driver) -> Change | None:
    """Return that a build is to be made again which a store, where unneeded ones are removed, no longer has."""
    name = next((name for name, store in STORES.items() if named.library_path.startswith(f"{store}/")), "")
    if not name or host.kind("/".join(named.library_path.split("/")[:4])) is not Kind.MISSING:
        return None
    how = f": {_REBUILDING[name]}, if it is the system's" if store_of(host) == name else ""
    why, what = "the store has no such build any more", f"build again what has brought {named.manifest}{how}"
    because = f"{not_there(named, host)}: {why}"
    return Change(ChangeKind.OUTSIDE, what, because=because, rule=_rule_of(named), tried=False)


def _install(named: Layer | Driver, what: str, because: str, path: str, *, again: bool = False) -> Change:
    value = f"{what} {path}"
    why = _rule_of(named)
    own = named.library_path.startswith(_UNPACKAGED)  # of no package of the distribution
    needs = () if own else (named.library_path.rpartition("/")[2],)
    return Change(ChangeKind.INSTALL, value, because=because, rule=why, needs=needs, again=again, tried=False)


def _found(
    host: Host, libraries: Libraries, named: Layer | Driver, keys: tuple[str | int, ...]
) -> Iterator[Change]:
    """Yield the changes by which a copy of the library that lies elsewhere is found."""
    name = named.library_path.rpartition("/")[2]
    folder = named.manifest.rpartition("/")[0]
    real = host.real_path(named.manifest)
    target = real.rpartition("/")[0]
    near = [_plain(f"{base}/{step}") for base in (target, folder) for step in _BESIDE]
    near += [_plain(f"{target}/{named.library_path}").rpartition("/")[0]]
    yield from meant_paths(host, libraries, named, keys)
    right = expanded("LD_LIBRARY_PATH", host.variables())
    if right is not None and libraries.find(named.library_path, named.manifest) is None:
        yield right
    copies = list(libraries_elsewhere(host, name, near))
    of_this_size: Change | None = None
    helped = False
    spelled = libraries.linker.spelled(named.library_path, named.manifest)
    for path in dict.fromkeys(([spelled] if spelled else []) + copies):
        if libraries.obstacle(path, named.manifest):
            continue
        there = libraries.find(named.library_path, named.manifest)
        because = f"{not_there(named, host)}; there is {quote(path)}"
        is_other_size = False
        if there is not None:
            obstacle = libraries.obstacle(named.library_path, named.manifest)
            is_other_size = obstacle.kind is ObstacleKind.OTHER_SIZE
            because = f"{whose(named)} {quote(there)} cannot be loaded: {obstacle}; there is {quote(path)}"
        if target != folder and library_form(named.library_path) is LibraryForm.RELATIVE:
            is_other_size = False
            because = f"{_from_a_link(host, named, real)}; there is {quote(path)}"
        text = f"./{name}" if path == f"{folder}/{name}" else path
        why = "MANIFEST-ICD-03" if isinstance(named, Driver) else "MANIFEST-LAYER-07"
        if is_other_size and "/" in named.library_path:
            edit = Edit(named.manifest, (*keys, "library_path"), text)
            of_this_size = of_this_size or Change(
                ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because, rule=why
            )
            text = name  # the other path would serve this word size only
            if libraries.obstacle(text, named.manifest):
                continue
        edit = Edit(named.manifest, (*keys, "library_path"), text)
        helped = True
        yield Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because, rule=why)
    if of_this_size is not None and not helped:
        yield of_this_size


def _from_a_link(host: Host, named: Layer | Driver, real: str) -> str:
    """Return where a relative library_path leads from a manifest that is a link, or lies in a folder that is one."""
    folder, own = named.manifest.rpartition("/")[0], f"{whose(named)} {quote(named.library_path)}"
    target = real.rpartition("/")[0]
    if host.real_path(folder) == target:
        return f"{own} is not found from {quote(target)}, the folder that {quote(folder)} is a link to"
    return (
        f"{own} is looked for beside the link {quote(named.manifest)}, not beside {quote(real)}, which the link "
        "leads to"
    )


def _of_another_libc(libraries: Libraries, whose: str, names: list[str], path: str) -> Iterator[Change]:
    """Yield the installation of a library that is built for another C library than the machine's."""
    found = libraries.linker.linked(path)
    of_libc = [name for name in names if is_of_libc(name)]
    own = libraries.linker.other_libc(of_libc, found) if of_libc and isinstance(found, Library) else ""
    if own:
        other = "musl" if own == "glibc" else "glibc"
        needs = f"it needs {some(of_libc, 2)}"
        because = (
            f"{whose} {quote(path)} is built for {other} ({needs}), and the C library of this system is {own}"
        )
        what = f"a build of {path} for {own}"
        if "nvidia" in path.rpartition("/")[2].lower() and own == "musl":  # NVIDIA gives none
            told = "use a system or container with glibc: NVIDIA builds its driver for no other C library"
            yield Change(ChangeKind.OUTSIDE, told, because=because, tried=False)
            return
        yield Change(ChangeKind.INSTALL, what, because=because, tried=False)


def _needs(host: Host, whose: str, names: list[str], path: str, others: Sequence[str]) -> Iterator[Change]:
    """Yield the changes by which the libraries that a library needs are found."""
    because = f"{whose} {quote(path)} needs {some(names, 4)}, which the dynamic linker does not find"
    because += f"; there is {some([quote(each) for each in others], 2)}, another version" if others else ""
    spoilt = next(filter(None, (_spoilt(host, path, name) for name in names)), None)
    if spoilt is not None:
        yield spoilt
        return
    folders = []
    for name in names:
        copies = [each for each in libraries_elsewhere(host, name) if not is_of_libc(name)]
        folders += [copies[0].rpartition("/")[0]] if copies else []
    if folders:
        old = host.variables().get("LD_LIBRARY_PATH", "")
        value = ":".join(dict.fromkeys([*([old] if old else []), *folders]))
        lie = "it lies" if len(names) == 1 else "they lie"
        yield Change(
            ChangeKind.SET,
            "LD_LIBRARY_PATH",
            value,
            variables=(("LD_LIBRARY_PATH", value),),
            because=f"{because}; {lie} in {some(list(dict.fromkeys(folders)))}",
        )
    what = f"{some(names, 4)} ({host.word_size()}-bit)"
    needs = tuple(names)
    part_of = "" if path.startswith(_UNPACKAGED) else path.rpartition("/")[2]
    yield Change(ChangeKind.INSTALL, what, because=because, needs=needs, part_of=part_of, tried=False)


def _without_variable(
    libraries: Libraries, whose: str, lacking: tuple[str, ...], path: str
) -> Iterator[Change]:
    """Yield LD_LIBRARY_PATH without the folders from which a library gets what it needs."""
    old = libraries.host.variables().get("LD_LIBRARY_PATH", "")
    used = [file for file in libraries.linker.reached(path) if file.rpartition("/")[0] in old.split(":")]
    rest = [
        each for each in old.split(":") if each and each not in {file.rpartition("/")[0] for file in used}
    ]
    if used:
        because = f"{whose} {quote(path)} needs {unresolved_text(lacking)}: it gets {quote(used[0])}, "
        because += "which LD_LIBRARY_PATH puts first"
        yield (
            set_variable("LD_LIBRARY_PATH", ":".join(rest), because)
            if rest
            else unset_variable("LD_LIBRARY_PATH", because)
        )


def _other_build(libraries: Libraries, whose: str, lacking: tuple[str, ...], path: str) -> Change:
    """Return the installation of builds that fit each other, of a library and of those that it needs."""
    because = f"{whose} {quote(path)} needs {unresolved_text(lacking)}"
    facts = libraries.linker.linked(path)
    needed = facts.needed if isinstance(facts, Library) else ()
    others = [name for name in needed if not is_of_libc(name)]
    what = f"a build of {path} for this system"
    what += f", or that of {some(others, 3)} which it was built with" if others else ""
    of_system = path.startswith(_OF_SYSTEM) and len(others) == 1
    command = upgrade_files(libraries.host, others[0], libraries.host.word_size()) if of_system else ""
    return Change(ChangeKind.INSTALL, what, because=because, install=command, tried=False)


def _spoilt(host: Host, path: str, name: str) -> Change | None:
    """Return the installation of a needed library whose file is there and does not serve; None if that is not so."""
    linker = Libraries(host).linker
    for folder in linker.folders(host.word_size()).all:
        file = f"{folder.rstrip('/')}/{name}"
        why = _why_not(host, file)
        if why:
            because = f"its library {quote(path)} needs {name}, and {quote(file)} {why}"
            again = file.startswith(_OF_SYSTEM) and "-bit" not in why
            what = f"{file} again" if again else f"{name} ({host.word_size()}-bit)"
            needs = (name,)
            return Change(ChangeKind.INSTALL, what, because=because, needs=needs, again=again, tried=False)
    return None


def _why_not(host: Host, file: str) -> str:
    """Say why a file that is called like a needed library is none for it; empty if there is no such file."""
    if host.kind(file) is Kind.MISSING:
        target, listing = host.real_path(file), host.list(file.rpartition("/")[0])
        listed = isinstance(listing, Listing) and file.rpartition("/")[2] in listing.names
        return f"is a link to {quote(target)}, which does not exist" if listed and target != file else ""
    head = host.head(file, HEAD_SIZE)
    kind = magic_of(head.data) if isinstance(head, Content) else Magic.ELF
    if kind is not Magic.ELF:
        return f"is {kind}, not an ELF file"
    facts = Libraries(host).linker.linked(file)
    if isinstance(facts, Failure):
        return f"is a {facts.detail}" if facts.trouble is Trouble.OTHER else ""
    if facts.word_size != host.word_size():
        return f"is a {facts.word_size}-bit library"
    machine = host.machine() or Libraries(host).linker.machine
    return f"is for another machine ({facts.machine})" if machine not in ("", facts.machine) else ""


def _versions(host: Host, whose: str, unmet: Sequence[Unmet], path: str) -> Iterator[Change]:
    """Yield the changes by which a library gets a newer one that has the versions of symbols that it needs."""
    first = unmet[0]
    because = f"{whose} {quote(path)} needs {unmet_text(unmet, path)}"
    old = host.variables().get("LD_LIBRARY_PATH", "")
    folder = first.found.rpartition("/")[0]
    rest = [each for each in old.split(":") if each and each.rstrip("/") != folder]
    if old and ":".join(rest) != old:
        told = f"{because}; LD_LIBRARY_PATH names that folder"
        if rest:
            yield set_variable("LD_LIBRARY_PATH", ":".join(rest), told)
        else:
            yield unset_variable("LD_LIBRARY_PATH", told)
    what = f"a build of {path} for this system, or a newer {first.name}"
    of_system = all(each.startswith(_OF_SYSTEM) for each in (path, first.found))
    command = upgrade_files(host, first.name, host.word_size()) if of_system else ""
    if is_of_libc(first.name) and command != ALL_ON_ARCH:  # no release of another one gets a newer libc
        command = ""
    yield Change(ChangeKind.INSTALL, what, because=because, install=command, tried=False)


def _plain(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)
