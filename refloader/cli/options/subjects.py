"""The options of ``conform`` for what is judged: the subjects that are named, or those that the machine has."""

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from refloader.core.json import reader
from refloader.core.json.reader import JsonValue
from refloader.core.manifests.manifest_kind import STANDARD_BASES, use_of_folder
from refloader.host import shell
from refloader.host.archives.detect import is_package, is_static_library
from refloader.host.machines.real import RealHost
from refloader.host.port import Content
from refloader.inspect.explain.driver_names import drivers_called
from refloader.inspect.explain.naming import is_path, matching
from refloader.model.place import Use
from refloader.model.system import System
from refloader.model.text import quote, some, visible
from refloader.native.root_target import chosen_root
from refloader.suite.run.targets import found_loaders, resolved
from refloader.suite.subjects.finding_drivers import drivers_at, refuse_other_files
from refloader.suite.subjects.installed_layers import installed
from refloader.suite.subjects.request import REFERENCE, RunRequest, WrongUsageError
from refloader.suite.subjects.static_facts import manifests

NOTHING = (
    "this machine has no libvulkan.so.1, and no layers and drivers where loaders look: there is nothing to judge. "
    "Name what to judge (--loader, --layer, --driver); --self has refloader check itself"
)

_MOST_NAMES = 12
"""The most installed layers or drivers that a message names."""

_DEEPEST = 4
"""How many folders below the one that is named manifests are looked for that may be meant."""

_LAYER_FOLDERS = ("implicit_layer.d", "explicit_layer.d")


def with_reference(request: RunRequest) -> RunRequest:
    """Return a request that checks the reference, too."""
    if chosen_root():
        raise WrongUsageError(
            "--self checks refloader's own loader: --target root: judges a loader of the root"
        )
    wider = replace(request, loaders=tuple(dict.fromkeys((REFERENCE, *request.loaders))))
    wider.check()
    return wider


def named_or_found(
    loaders: tuple[str, ...], layers: tuple[str, ...], drivers: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return loaders, layers and drivers as absolute paths; if none is named, those found on the machine.

    A layer or driver may be a path, or the name of an installed one.
    """
    if not (loaders or layers or drivers):
        return found_loaders(), _installed(_LAYER_FOLDERS), _installed(("icd.d",))
    chosen = _manifests(_named_layers(layers)), _drivers(tuple(_named_drivers(drivers)))
    for path in filter(chosen[1].__contains__, chosen[0]):
        raise WrongUsageError(f"{visible(path)} is given as a layer and as a driver")
    return tuple(dict.fromkeys(resolved(loader) for loader in loaders)), *chosen


def _named_layers(words: Iterable[str]) -> Iterator[str]:
    """Yield paths as they are, and for the name of an installed layer, or a part of it, its manifest."""
    for word in words:
        _refuse_package(word, "--layer")
        if os.path.lexists(word) or is_path(word):
            yield word
            continue
        layers = installed().found
        names = dict.fromkeys(matching(word, [each.name for each in layers if each.name], layers))
        manifests = dict.fromkeys(each.manifest for each in layers if each.name in names)
        known = dict.fromkeys(each.name for each in layers if each.name)
        yield _only("--layer", word, tuple(manifests), "layer", tuple(known))


def _named_drivers(words: Iterable[str]) -> Iterator[str]:
    """Yield paths as they are, and for the name of an installed driver its manifest."""
    for word in words:
        _refuse_package(word, "--driver")
        if os.path.lexists(word) or is_path(word):
            yield word
            continue
        manifests = tuple(dict.fromkeys(each.manifest for each in installed().drivers if each.manifest))
        found = drivers_called(word, manifests)
        yield _only("--driver", word, found, "driver", tuple(os.path.basename(each) for each in manifests))


def _only(option: str, word: str, found: Sequence[str], what: str, known: Sequence[str]) -> str:
    """Return the only manifest that a word means. Raises WrongUsageError if there are none or several."""
    if len(found) == 1:
        return found[0]
    if found:
        raise WrongUsageError(f"{option}: {quote(word)} may be {' or '.join(map(visible, found))}: name one")
    if not word.strip():
        raise WrongUsageError(f"{option} is empty")
    here = f"installed are {some(tuple(map(visible, known)), _MOST_NAMES)}" if known else "none is installed"
    raise WrongUsageError(
        f"{option}: {visible(word)} does not exist, and no installed {what} is called so; {here}"
    )


def _refuse_package(path: str, option: str) -> None:
    """Refuse a package: what is in it has to be unpacked before it can run. Raises WrongUsageError.

    A static library is refused as well: nothing can load it.
    """
    if is_static_library(path):
        raise WrongUsageError(
            f"{option}: {visible(path)} is a static library: build a shared one, and name that or its manifest"
        )
    if not path.endswith(".json") and is_package(path):
        raise WrongUsageError(
            f"{option}: {visible(path)} is a package: refloader lint judges it; to run what it contains, unpack it "
            "and name the manifest"
        )


def _manifests(paths: Iterable[str]) -> tuple[str, ...]:
    found: list[str] = []
    for path in paths:
        if not os.path.lexists(path):
            raise WrongUsageError(f"--layer: {visible(path)} does not exist")
        _refuse_other_files(path, "--layer")
        _refuse_other_uses(path, "--layer")
        _refuse_other_systems(path, "--layer")
        here = manifests(path)
        if not here:
            raise WrongUsageError(f"--layer: there is no manifest in {visible(path)}{_below(path)}")
        found += here
    return tuple(dict.fromkeys(found))


def _refuse_other_systems(path: str, option: str) -> None:
    """Refuse a manifest whose libraries are all of another system, and run nowhere here. Raises WrongUsageError."""
    root = _object(path)
    several = root.get("layers")
    entries = [root.get("ICD"), root.get("layer"), *(several if isinstance(several, list) else [])]
    named = [each.get("library_path") for each in entries if isinstance(each, dict)]
    for system in {System.WINDOWS, System.MACOS} - {RealHost().platform().system}:
        if named and all(str(each).lower().endswith(system.library_suffix) for each in named):
            judged = shell.line(["refloader", "lint", "--os", str(system), path])
            what = f"{visible(path)} is a manifest of {system.label}, whose library does not run here"
            raise WrongUsageError(f"{option}: {what}: {judged}")


def _refuse_other_uses(path: str, option: str) -> None:
    """Refuse a driver's manifest as a layer, or a layer's as a driver. Raises WrongUsageError.

    In a folder of its own use it is judged: a loader finds it there, and it is wrong.
    """
    root, of_driver = _object(path), option == "--driver"
    use = use_of_folder(os.path.dirname(os.path.abspath(path)))
    is_layer, is_driver = not root.keys().isdisjoint(("layer", "layers")), "ICD" in root
    if is_layer == is_driver or is_driver == of_driver:
        return
    if use is not None and (use is Use.DRIVER) == of_driver:
        return
    other = "driver" if is_driver else "layer"
    judged = shell.line(["refloader", "conform", f"--{other}", path])
    raise WrongUsageError(f"{option}: {visible(path)} is the manifest of a {other}: {judged}")


def _object(path: str) -> dict[str, JsonValue]:
    """Return the JSON object that a file has; empty if it has none."""
    answer = RealHost().read(os.path.abspath(path)) if os.path.isfile(path) else None
    root = reader.read(answer.data).value if isinstance(answer, Content) else None
    return root if isinstance(root, dict) else {}


def _below(path: str) -> str:
    """Name the manifests of layers that lie some folders further down, as those of a build do; empty if none do."""
    names = ("VkLayer*.json", "VK_LAYER*.json")
    depths = ("*/" * depth for depth in range(1, _DEEPEST + 1))
    patterns = (f"{glob.escape(path)}/{depth}{name}" for depth in depths for name in names)
    found = sorted({each for pattern in patterns for each in glob.glob(pattern)})
    return f"; {some([visible(each) for each in found], _MOST_NAMES)} may be meant" if found else ""


def _refuse_other_files(path: str, option: str) -> None:
    try:
        refuse_other_files(path)
    except WrongUsageError as error:
        raise WrongUsageError(f"{option}: {error}") from None


def _drivers(paths: Iterable[str]) -> tuple[str, ...]:
    paths = tuple(paths)
    for path in paths:
        _refuse_other_uses(path, "--driver")
        _refuse_other_systems(path, "--driver")
    try:
        return tuple(dict.fromkeys(each for path in paths for each in drivers_at(path)))
    except WrongUsageError as error:
        raise WrongUsageError(f"--driver: {error}") from None


def _installed(names: Iterable[str]) -> tuple[str, ...]:
    folders = [f"{base}/{name}" for base in STANDARD_BASES for name in names]
    return tuple(path for folder in folders if os.path.isdir(folder) for path in manifests(folder))
