"""The loaders of a machine, the one that programs get, and what its release does otherwise on this machine."""

import os
from collections.abc import Container, Iterator
from dataclasses import replace
from functools import cache

from refloader.core.ages import age_of, release_of, rows, variables
from refloader.core.loading import HEAD_SIZE, built_for, is_native, native_format
from refloader.doctor.values import Finding, LoaderFile, Topic, Trait, Weight
from refloader.engine import decide
from refloader.host import shell
from refloader.host.builds import STORES, store_of
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.explain import Explanation
from refloader.inspect.explain.by_release import answers, manifests_by_name
from refloader.inspect.libraries.loader_file import LIBRARY, loader_file, release_in_name
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.packages import Part, install
from refloader.inspect.whatif.change import ChangeKind
from refloader.inspect.whatif.wording import words
from refloader.model.edition import LATEST
from refloader.model.plan import Plan, VkResult
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.text import quote, visible
from refloader.results.expectations.by_release import ByRelease, parse
from refloader.results.records import Subject
from refloader.shipped import shipped

_SIZES = (64, 32)
_KNOWN = "by-release/loaders.toml"


def loader_files(host: Host, request: Request, reported: str = "") -> tuple[LoaderFile, ...]:
    """Return the loaders in the folders of the dynamic linker, the one that programs get first; Linux only.

    ``reported`` is the release that the chosen library reports if its file's name has none.
    """
    if host.platform().system is not System.LINUX:
        return ()
    own = loader_file(host, request.executable)
    found: dict[str, LoaderFile] = {}
    for path in ([own] if own else []) + list(_in_folders(host)):
        real = host.real_path(path)
        size = _word_size(host, path)
        if real in found or not size:
            continue
        chosen = all(each.bits != size for each in found.values())
        release = release_in_name(host, path) or (reported if path == own else "")
        found[real] = LoaderFile(path, real, release, size, chosen)
    own_size = host.word_size()
    return tuple(sorted(found.values(), key=lambda each: (each.bits != own_size, not each.chosen)))


def _in_folders(host: Host, kind: Kind = Kind.FILE) -> Iterator[str]:
    """Yield the paths of a kind at which the dynamic linker looks for a loader."""
    linker = Libraries(host).linker
    for folder in dict.fromkeys(folder for size in _SIZES for folder in linker.folders(size).all):
        path = f"{folder.rstrip('/')}/{LIBRARY}"
        if host.kind(path) is kind:
            yield path


def _word_size(host: Host, path: str) -> int:
    """Return the word size that a library is built for; 0 if the file is none."""
    answer = host.head(path, HEAD_SIZE)
    system = host.platform().system
    if not isinstance(answer, Content) or not is_native(answer.data, system):
        return 0
    built = built_for(answer.data, native_format(system)) or ()
    return next((each.word_size for each in built if each.shared), 0)


def findings(host: Host, loaders: tuple[LoaderFile, ...], *, of_parts: bool) -> Iterator[Finding]:
    """Yield what is wrong with the loaders as files. A tree ``of_parts`` needs none: they are to be installed."""
    if host.platform().system is not System.LINUX:
        return
    size = host.word_size()
    chosen = next((each for each in loaders if each.bits == size), None)
    if chosen is None:
        if store_of(host):
            yield _of_store(host, size)
            return
        known = next(_in_folders(host, Kind.UNKNOWN), None) is None
        if known:
            yield from _missing(host, size, of_parts=of_parts)
        else:
            yield Finding(Topic.LOADER, Weight.UNSEEN, "whether there is a loader is not known")
        return
    obstacle = Libraries(host).obstacle(chosen.path, "")
    if obstacle:
        fact = f"the loader {quote(chosen.path)} cannot be loaded: {obstacle}"
        yield Finding(
            Topic.LOADER, Weight.WRONG, fact, install(host, Part.LOADER), "install it anew", path=chosen.path
        )
    for each in loaders:
        if not each.chosen and each.bits == size:
            yield _another(each, chosen, host)
    yield from _newer(host, chosen)
    yield from _of_sdl(host, chosen)


def _of_store(host: Host, size: int) -> Finding:
    """Return the finding where the dynamic linker has no folder with a loader, as each program names its own."""
    folder = STORES[store_of(host)]
    listing = host.list(folder)
    names = listing.names if isinstance(listing, Listing) else ()
    paths = (f"{folder}/{name}/lib/{LIBRARY}" for name in sorted(names) if "-vulkan-loader-" in name)
    found = next((path for path in paths if _word_size(host, path) == size), "")
    if found:
        fact = f"programs name the loader that they were built with in {folder}, as {quote(found)}"
        return Finding(
            Topic.LOADER, Weight.NOTE, f"{fact}: the machine has no other one for {size}-bit programs"
        )
    fact = f"which loader {size}-bit programs of {folder} get is not known: each names its own"
    return Finding(Topic.LOADER, Weight.UNSEEN, fact)


def _missing(host: Host, size: int, *, of_parts: bool) -> Iterator[Finding]:
    command = install(host, Part.LOADER)
    fact = f"no {LIBRARY} for {size}-bit programs is in the folders of the dynamic linker"
    links = ((path, host.real_path(path)) for path in _in_folders(host, Kind.MISSING))
    link = next(((path, real) for path, real in links if real.rpartition("/")[2] != LIBRARY), None)
    if link is not None:
        fact += f": {quote(link[0])} is a link to {quote(link[1])}, which does not exist"
    unlinked = next(_unlinked(host, size), "")
    if unlinked and (link is None or _folder(link[0]) == _folder(unlinked)):
        beside = f": {quote(unlinked)} is there, and its link {LIBRARY} is not"
        fact += beside if link is None else f"; there is {quote(unlinked)}"
        folder, _, name = unlinked.rpartition("/")
        command = shell.line(["sudo", "ln", "-s" if link is None else "-sfn", name, f"{folder}/{LIBRARY}"])
        yield Finding(Topic.LOADER, Weight.WRONG, fact, command, "or run ldconfig", path=unlinked)
    elif link is not None or not of_parts:
        yield Finding(Topic.LOADER, Weight.WRONG, fact, command, f"install the package that has {LIBRARY}")


def _unlinked(host: Host, size: int) -> Iterator[str]:
    """Yield the loaders with a release in their name, of folders of the dynamic linker that have no link to them."""
    for folder in Libraries(host).linker.folders(size).all:
        listing = host.list(folder)
        for name in sorted(listing.names) if isinstance(listing, Listing) else ():
            path = f"{folder.rstrip('/')}/{name}"
            if name.startswith(f"{LIBRARY}.") and _word_size(host, path) == size:
                yield path


def _newer(host: Host, chosen: LoaderFile) -> Iterator[Finding]:
    """Yield the finding on a newer loader beside the one that the link leads to."""
    beside = [
        path for path in _unlinked(host, chosen.bits) if path.rpartition("/")[0] == _folder(chosen.path)
    ]
    newest = max(beside, key=lambda path: release_of(release_in_name(host, path)), default="")
    newer = chosen.release and release_of(release_in_name(host, newest)) > release_of(chosen.release)
    if newer and host.real_path(newest) != chosen.real:
        fact = f"programs get {chosen.real}: {quote(chosen.path)} leads to it, and not to {quote(newest)} beside it"
        command = shell.line(["sudo", "ln", "-sfn", newest.rpartition("/")[2], chosen.path])
        yield Finding(Topic.LOADER, Weight.WRONG, fact, command, "or remove one of the two", path=newest)


def _of_sdl(host: Host, chosen: LoaderFile) -> Iterator[Finding]:
    """Yield the finding on a variable by which SDL opens another loader, as its documentation has it."""
    named, libraries = host.variables().get(_SDL, ""), Libraries(host)
    if not named or ("/" in named and not named.startswith("/")):
        return  # a relative path leads each program from its own working directory
    obstacle, programs = libraries.obstacle(named, ""), f"{chosen.bits}-bit programs that use SDL"
    found = libraries.find(named, "") if not obstacle else None
    if obstacle:
        fact = f"{_SDL} names {quote(named)}: {obstacle}, so that {programs} get no Vulkan"
        yield Finding(Topic.LOADER, Weight.NOTE, fact, f"unset {_SDL}", "if it is not wanted", path=named)
    elif found is not None and host.real_path(found) != chosen.real:
        fact = f"{_SDL} has {programs} open {quote(found)}, not {quote(chosen.path)}"
        yield Finding(Topic.LOADER, Weight.NOTE, fact, "", f"unset {_SDL} if that is not meant", path=named)


_SDL = "SDL_VULKAN_LIBRARY"


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _another(each: LoaderFile, chosen: LoaderFile, host: Host) -> Finding:
    """Return the finding on a loader that is passed over; that is wrong if it is newer than the chosen one."""
    older = bool(chosen.release) and release_of(chosen.release) < release_of(each.release or "0.0.0")
    fact = f"programs get {chosen.real} ({_release(chosen)}) and not {each.real} ({_release(each)})"
    advice = f"remove one of the two, or have LD_LIBRARY_PATH name the folder of {quote(each.path)}"
    return Finding(
        Topic.LOADER,
        Weight.WRONG if older else Weight.NOTE,
        fact,
        _without_folder(chosen.path, host) if older else "",
        advice if older else "",
        path=each.path,
    )


def _without_folder(path: str, host: Host) -> str:
    """Return the command that takes a loader's folder out of LD_LIBRARY_PATH; empty if it does not name it."""
    name, value = "LD_LIBRARY_PATH", host.variables().get("LD_LIBRARY_PATH", "")
    entries = [each for each in value.split(":") if each] if not host.elevated() else []
    rest = [each for each in entries if host.real_path(each) != host.real_path(_folder(path))]
    if len(rest) == len(entries):
        return ""
    return f"export {name}={shell.line([':'.join(rest)])}" if rest else f"unset {name}"


def _release(loader: LoaderFile) -> str:
    return f"release {loader.release}" if loader.release else "of unknown release"


# ---- what the release does otherwise


def mattering(
    host: Host, request: Request, build: Build, explanation: Explanation, release: str
) -> tuple[Trait, ...]:
    """Return the traits of a release without which the plan for this machine would be another one."""
    aged = decide(host, request, edition=LATEST, build=replace(build, age=age_of(release)))
    names = manifests_by_name(explanation.plan)
    if _decided(aged, names) == _decided(explanation.plan, names):
        return ()
    age = age_of(release)
    found = []
    for row in rows():
        if row.trait not in age.traits:
            continue
        without = replace(age, traits=age.traits - {row.trait})
        plan = decide(host, request, edition=LATEST, build=replace(build, age=without))
        if _decided(plan, names) != _decided(aged, names):
            found.append(Trait(row.trait.value, row.does, row.rules))
    return tuple(found)


def _decided(plan: Plan, names: dict[str, frozenset[str]]) -> tuple[object, ...]:
    """Return what a plan comes to: which layers are active in which order, which drivers are used, the result."""
    active = tuple((name, state[0]) for name, state in answers(plan, names).items())
    used = tuple(each.driver.manifest for each in plan.drivers if each.used)
    chain = tuple((layer.name, layer.manifest) for layer in plan.chain)
    return active, chain, used, plan.result, plan.crash, plan.unsteady


def of_release(
    explanation: Explanation, host: Host, traits: tuple[Trait, ...], answered: Container[str] = ()
) -> Iterator[Finding]:
    """Yield where the machine's loader decides otherwise than the documents, and which variables it does not read.

    ``answered`` are the layers of which an answer says that.
    """
    own = explanation.own
    if own is None:
        return
    named = f"the loader {own.path} (release {own.release})"
    because = f" ({traits[0].id}: {traits[0].does.rstrip('.')})" if traits else ""
    fails = own.result not in (None, VkResult.SUCCESS)  # an answer of its own, of which the layers follow
    for each in () if fails else [each for each in own.otherwise if each.name not in answered]:
        state = "does not activate" if not each.active else "activates"
        why = f": {each.fact}" if each.fact else because
        changes = own.changes.get(each.name, ())
        known = [change for change in changes if change.kind is not ChangeKind.NONE]
        told = f"refloader explain {visible(each.name)}"
        yield Finding(
            Topic.LOADER,
            Weight.WRONG if not each.active else Weight.NOTE,
            f"{named} {state} {visible(each.name)}, otherwise than the documents{why}",
            visible(words(changes)) if known else told,
            rule=traits[0].rules[0] if traits else "",
        )
    if own.order and not own.otherwise:
        fact = f"{named} orders the layers otherwise than the documents{because}"
        yield Finding(Topic.LOADER, Weight.NOTE, fact, rule=traits[0].rules[0] if traits else "")
    yield from _unread(named, own.release, host, by_drivers=own.drivers is not None)


def _unread(named: str, release: str, host: Host, *, by_drivers: bool) -> Iterator[Finding]:
    """Yield the variables that are set and not read; those for drivers only if they change nothing by themselves.

    ``by_drivers`` is whether the loader uses other drivers than the documents say, which is a finding of its own. If
    it does not, programs have their drivers, and what a variable for drivers says is worth a look alone.
    """
    for each in variables():
        if by_drivers and "DRIVER" in each.name:
            continue
        if each.name in host.variables() and not each.known_to(release_of(release)):
            since = ".".join(map(str, each.since))
            fact = f"{named} does not read {each.name}, which is set: loaders from {since} on do"
            weight = Weight.NOTE if "DRIVER" in each.name else Weight.WRONG
            yield Finding(Topic.VARIABLES, weight, fact, f"unset {each.name}", "or install a newer loader")


def known_failures(loader: LoaderFile, edition: str) -> int:
    """Return how many rules the neighbours of a release among the tested builds all break; 0 if none is known."""
    known = _known()
    if known is None or not loader.release:
        return 0
    subject = Subject(
        "loader", os.path.basename(loader.real), loader.real, loader.release, "", edition, "its file's name"
    )
    return len({entry.rule for entry in known.of(subject) if not entry.may})


@cache
def _known() -> ByRelease | None:
    path = os.path.join(shipped("reports/expectations"), _KNOWN)
    try:
        with open(path, "rb") as file:
            return parse(file.read(), os.path.basename(path))
    except OSError:
        return None
