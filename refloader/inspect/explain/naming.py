"""Finds the layers that a word of a person means: a name, a part of one, a manifest, or a library."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from refloader.core.json import reader
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.whatif.lists import (
    PATH_LISTS,
    PREFIX,
    expanded,
    separator_of,
    separators,
    stem_of,
)
from refloader.model.edition import LATEST
from refloader.model.layer import Layer
from refloader.model.path_rules import rules_of
from refloader.model.plan import Plan

_MOST = 6
"""The most layers that one word means; a shorter word could mean all."""

BY_LIBRARY = "a part of its library's name"
"""How a word means a layer least: a driver of that name is meant as well."""

NO_SUCH_NAME = " in it"
"""The end of the sentence that nothing is called so, and nothing nearly so."""

_FEW = 4
"""The most layers that are listed if none of them has the name."""

_PROGRAMS = (".desktop", ".exe", ".AppImage")
"""The ends of names of programs, which users take for those of layers."""

_NAME = re.compile(rb"\bVK_LAYER_[A-Za-z0-9_]+\b")
_MOST_BROKEN, _LARGEST = 60, 16 << 10
"""How many files that are no JSON are searched for names, and how many bytes of each."""

_BETWEEN = re.compile(r"[ -]+")
"""What people write between the words of a name, which has "_" there."""

_SHORTEST = 2
"""The fewest characters of a part of a name."""


@dataclass(frozen=True, slots=True)
class Meant:
    """The layers that a word means, and how it does; ``names`` is the word itself if it means no layer.

    ``more`` is how many more layers match. ``manifests`` are those of drivers, and files that give no layer, which it
    means too, or instead.
    """

    word: str
    names: tuple[str, ...]
    how: str = ""
    more: int = 0
    manifests: tuple[str, ...] = ()

    @property
    def is_exact(self) -> bool:
        """True if the word is the name of the layer, or means no layer that is known."""
        return not self.how


def meant_by(
    word: str,
    plan: Plan,
    libraries: Mapping[tuple[str, str], str],
    host: Host,
    elsewhere: Sequence[Elsewhere] = (),
) -> Meant:
    """Return what a word means among the layers of a plan, then among the manifests elsewhere."""
    layers = [outcome.layer for outcome in plan.layers]
    names = [layer.name for layer in layers if layer.name]
    if word in names or word in [name.strip() for name in names]:
        return Meant(word, (word,))
    if is_path(word):
        return _by_path(word, layers, libraries, host)
    for known, where in _known(names, plan, host, elsewhere):
        found = tuple(dict.fromkeys(matching(word, known, layers if not where else [])))
        if found:
            how = "the letter case differs" if found[0].lower() == word.lower() else f"a layer{where}"
            return Meant(word, found[:_MOST], how if found != (word,) else "", len(found[_MOST:]))
    if len(word) >= _SHORTEST:
        found = tuple(
            dict.fromkeys(each.name for each in layers if word.lower() in stem_of(each.library_path))
        ) or tuple(
            dict.fromkeys(
                name
                for each in elsewhere
                for name, library in each.libraries.items()
                if name and word.lower() in stem_of(library)
            )
        )
        if found:
            return Meant(word, found[:_MOST], BY_LIBRARY, len(found[_MOST:]))
    joined = _BETWEEN.sub("_", word.strip())
    if joined == word:
        return Meant(word, (word,))
    meant = meant_by(joined, plan, libraries, host, elsewhere)
    is_one = meant.names != (joined,) or joined in names
    return replace(meant, word=word, how=meant.how or "a layer") if is_one else Meant(word, (word,))


def _known(
    names: Sequence[str], plan: Plan, host: Host, elsewhere: Sequence[Elsewhere]
) -> Iterator[tuple[Sequence[str], str]]:
    """Yield the names that a word can mean, the likeliest first, and where their layers are."""
    yield names, ""
    yield tuple(_in_broken_files(plan, host)), " whose file gives none"
    yield [name for each in elsewhere for name in each.names], " that lies elsewhere"
    yield tuple(_behind_lists(host)), " in a folder of a list that a loader reads as another path"


def _behind_lists(host: Host) -> Iterator[str]:
    """Yield the names in the folders that variables would list if they were corrected: separators, ``~``."""
    variables, system = host.variables(), host.platform().system
    changes = [*separators(variables, LATEST, system)]
    changes += [each for name in PATH_LISTS if (each := expanded(name, variables)) is not None]
    lists = ((name, value) for change in changes for name, value in change.variables if name in PATH_LISTS)
    folders = (each for name, value in lists for each in (value or "").split(separator_of(name, system)))
    for folder in islice(dict.fromkeys(filter(None, folders)), _MOST_BROKEN):
        listing = host.list(folder) if system.paths.is_full(folder) else None
        names = listing.names if isinstance(listing, Listing) else ()
        for name in islice((each for each in names if each.endswith(".json")), _MOST_BROKEN):
            yield from _written(system.paths.join(folder, name), host)


def _in_broken_files(plan: Plan, host: Host) -> Iterator[str]:
    """Yield what looks like names of layers in the files that are no JSON, or none for a loader."""
    for file in plan.unread[:_MOST_BROKEN]:
        answer = host.read(file.path)
        if isinstance(answer, Content) and _gives_no_name(answer.data):
            text = answer.data[:_LARGEST].replace(b"\0", b"")  # in UTF-16, they stand between the characters
            yield from (found.decode() for found in _NAME.findall(text))


def _gives_no_name(data: bytes) -> bool:
    """Whether a file is no JSON, or has a list or an object where a loader wants the other."""
    value = reader.read(data).value
    if not isinstance(value, dict):
        return True
    if not any(key in value for key in ("layer", "layers", "ICD")):
        return "library_path" in value
    return isinstance(value.get("layer"), list) or isinstance(value.get("layers"), dict)


def with_known(why: str, name: str, plan: Plan) -> str:
    """Return why nothing has such a name, with what to ask for instead; any other sentence as it is."""
    if not why.endswith(NO_SUCH_NAME):
        return why
    if name.endswith(_PROGRAMS):
        return f"{why}; if that is a program: refloader explain --pid N LAYER, while it runs"
    found = sorted({outcome.layer.name for outcome in plan.layers})
    return f"{why}; the layers found: {', '.join(found)}" if 0 < len(found) <= _FEW else why


def layers_with(extension: str, plan: Plan) -> str:
    """Say which layers have an extension, by their manifests; empty if none has it."""
    layers = (outcome.layer for outcome in plan.layers)
    having = {
        layer.name: None
        for layer in layers
        if extension in [each.name for each in (*layer.instance_extensions, *layer.device_extensions)]
    }
    return f"; the manifest of {' and '.join(having)} lists it" if having else ""


def is_path(word: str) -> bool:
    """Whether a word is the path or the file name of a manifest or a library."""
    return "/" in word or "\\" in word or word.endswith((".json", ".so", ".dll", ".dylib")) or ".so." in word


def named_folders(words: Sequence[str], host: Host) -> tuple[str, ...]:
    """Return the folders of the manifests that words name by a full path."""
    files = (word for word in words if word.endswith(".json") and host.kind(word) is Kind.FILE)
    return tuple(
        dict.fromkeys(rules_of(each).split(each)[0] for each in files if rules_of(each).is_full(each))
    )


def matching(word: str, names: Sequence[str], layers: Sequence[Layer] = ()) -> Iterator[str]:
    """Yield the names that are the word in any letter case, else those with such a part, else those that hold it."""
    wanted = word.lower()
    same = [name for name in names if name.lower() == wanted]
    if same or len(wanted) < _SHORTEST:
        yield from same
        return
    short = wanted.removeprefix(PREFIX.lower())
    parts = [name for name in names if f"_{short}_" in f"_{name.lower().removeprefix(PREFIX.lower())}_"]
    inside = [name for name in names if short in name.lower().removeprefix(PREFIX.lower())]
    stems = [
        layer.name
        for layer in layers
        if short == stem_of(layer.manifest) or short == stem_of(layer.library_path)
    ]
    yield from parts or stems or inside or [each.name for each in layers if short in stem_of(each.manifest)]


def _by_path(
    word: str, layers: Sequence[Layer], libraries: Mapping[tuple[str, str], str], host: Host
) -> Meant:
    """Return the layers of a manifest or a library at a path, or with that file name."""
    rules = rules_of(word)
    real = host.real_path(word) if rules.is_full(word) else word
    bare = not rules.has_folder(word)

    def same(path: str | None) -> bool:
        if not path:
            return False
        return path == word or (
            rules_of(path).split(path)[1] == word if bare else host.real_path(path) == real
        )

    by_manifest = [layer.name for layer in layers if same(layer.manifest)]
    if by_manifest:
        return Meant(word, tuple(dict.fromkeys(by_manifest)), "its manifest")
    by_library = [
        layer.name
        for layer in layers
        if same(libraries.get((layer.manifest, layer.library_path))) or same(layer.library_path)
    ]
    if by_library:
        return Meant(word, tuple(dict.fromkeys(by_library)), "its library")
    written = tuple(_written(word, host))
    return Meant(word, written or (word,), "the layer of that manifest" if written else "")


def _written(path: str, host: Host) -> Iterator[str]:
    """Yield the names in a manifest that is at a path and that a loader does not find."""
    answer = host.read(path) if path.endswith(".json") and host.kind(path) is Kind.FILE else None
    value = reader.read(answer.data).value if isinstance(answer, Content) else None
    if not isinstance(value, dict):
        return
    several = value.get("layers")
    for each in several if isinstance(several, list) else [value.get("layer")]:
        if isinstance(each, dict) and isinstance(each.get("name"), str):
            yield str(each["name"])
