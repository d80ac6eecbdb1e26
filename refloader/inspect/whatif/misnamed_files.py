"""Finds manifests that loaders pass over for what they are: compressed, or files in the place of a folder."""

import re
import zlib
from collections.abc import Container, Iterator
from dataclasses import replace

from refloader.core.json import reader
from refloader.host import shell
from refloader.host.port import SIZE_LIMIT, Content, Host, Kind, Listing
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.lists import is_library
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.place import Form, Use
from refloader.model.system import System
from refloader.model.text import quote

_PACKED = re.compile(r"\.json\.(?P<kind>gz|zst|xz|bz2|lz4|lzma|br|Z|zip)", re.IGNORECASE)
_UNPACKING = {
    "gz": ["gunzip"],
    "z": ["gunzip"],
    "zst": ["zstd", "-d", "--rm"],
    "xz": ["unxz"],
    "lzma": ["unlzma"],
    "bz2": ["bunzip2"],
    "lz4": ["lz4", "-d", "--rm"],
    "br": ["brotli", "-d", "--rm"],
}
_MOST_NAMES = 5000


def packed(what_if: WhatIf, uses: Container[Use], name: str = "") -> Iterator[Change]:
    """Yield the unpacking of each compressed manifest in the folders that are searched.

    With ``name``, of those alone that define this layer, or whose content is not known. What gzip has packed is read
    here, and the change tried; what other programs have packed is not.
    """
    host = what_if.host
    for place in what_if.plan.places:
        listing = host.list(place.path) if place.use in uses and place.form is Form.FOLDER else None
        for each in sorted(listing.names[:_MOST_NAMES]) if isinstance(listing, Listing) else ():
            found = _PACKED.search(each)
            if found is not None and found.end() == len(each):
                change = _unpacked(what_if, f"{place.path}/{each}", found["kind"], name, place.use)
                yield from [change] if change is not None else []


def _unpacked(what_if: WhatIf, path: str, kind: str, name: str, use: Use) -> Change | None:
    to = path[: -len(kind) - 1]
    if what_if.host.kind(to) is Kind.FILE:
        return None
    because = f"{quote(path)} is compressed, and loaders read only files whose names end in .json"
    what = f"unpack {path}: loaders want {to}"
    line = shell.line([*_UNPACKING[kind.lower()], path]) if kind.lower() in _UNPACKING else ""
    change = Change(
        ChangeKind.OUTSIDE, what, because=because, rule="DISC-LINUX-09", install=line, tried=False
    )
    data = _text(what_if.host, path) if kind.lower() == "gz" else None
    if data is None:
        like = name and _plain(name) not in _plain(to) and _plain(to.rpartition("/")[2]) not in _plain(name)
        return None if like else replace(change, because=f"{because}; what is in it was not read")
    if name and name.encode("utf-8", "surrogateescape") not in data:
        return None
    is_driver = b'"ICD"' in data
    if is_driver is not (use is Use.DRIVER):
        return None
    return replace(change, files=((path, None), (to, data)), tried=True)


def _plain(name: str) -> str:
    """Return a name of a layer or of its manifest as it can be compared: without what they begin and end with."""
    folded = name.lower().rpartition("/")[2].removesuffix(".json")
    for beginning in ("vk_layer_", "vklayer_", "libvklayer_"):
        folded = folded.removeprefix(beginning)
    return re.sub(r"[^a-z0-9]", "", folded)


def _text(host: Host, path: str) -> bytes | None:
    """Return what gzip has packed in a file, if it is no larger than a manifest may be."""
    answer = host.read(path)
    if not isinstance(answer, Content):
        return None
    reading = zlib.decompressobj(wbits=31)
    try:
        data = reading.decompress(answer.data, SIZE_LIMIT)
    except zlib.error:
        return None
    return data if reading.eof else None


def in_a_folders_place(what_if: WhatIf, uses: Container[Use]) -> Iterator[Change]:
    """Yield the move of each manifest that bears the name of the folder which it was to be put into."""
    host = what_if.host
    if host.platform().system is System.WINDOWS:
        return
    for place in what_if.plan.places:
        folder = place.path
        if place.use not in uses or place.form is not Form.FOLDER or host.kind(folder) is not Kind.FILE:
            continue
        answer = host.read(folder)
        name = _manifest_name(answer.data) if isinstance(answer, Content) else ""
        if isinstance(answer, Content) and name and place.source.startswith("VK_"):
            stem = folder.removesuffix(".JSON")
            names = (f"{stem}.json", f"{stem}_2.json")
            to = next((each for each in names if host.kind(each) is Kind.MISSING), "")
            if not to:
                continue  # a move would overwrite what is there
            because = (
                f"{quote(folder)} (from {place.source}) is a manifest, and the names of such end in .json"
            )
            entries = host.variables().get(place.source, "").split(":")
            value = ":".join(to if entry == folder else entry for entry in entries)
            files: tuple[tuple[str, bytes | None], ...] = ((folder, None), (to, answer.data))
            variables = ((place.source, value),)
            line = f"{shell.line(['mv', folder, to])} && export {place.source}={shell.line([value])}"
            yield Change(
                ChangeKind.MOVE,
                folder,
                to,
                files=files,
                variables=variables,
                because=because,
                rule=str(place.rule),
                install=line,
            )
            continue
        if is_library(folder):
            because = (
                f"{quote(folder)} (from {place.source}) is a library; loaders want the folder of its manifest"
            )
            what = f"name the folder of the layer's manifest (.json) in {place.source}"
            yield Change(ChangeKind.OUTSIDE, what, because=because, rule=str(place.rule), tried=False)
            continue
        told = "is a file and no folder"
        if isinstance(answer, Content) and name:
            told += ": a manifest bears its name, as if it had been copied there before there was a folder"
        because = f"{quote(folder)} {told}; nothing is found in it"
        if not isinstance(answer, Content) or not name:
            what = f"make a folder of {folder}, after a look at what that file is"
            yield Change(
                ChangeKind.OUTSIDE, what, because=because, rule=str(place.rule), install="", tried=False
            )
            continue
        to = f"{folder}/{name}"
        aside = f"{folder}.json" if host.kind(f"{folder}.json") is Kind.MISSING else f"{folder}.aside"
        first, last = shell.line(["mv", folder, aside]), shell.line(["mv", aside, to])
        yield Change(
            ChangeKind.MOVE,
            folder,
            to,
            files=((folder, None), (to, answer.data)),
            because=because,
            rule=str(place.rule),
            install=f"{first} && {shell.line(['mkdir', folder])} && {last}",
        )


def _manifest_name(data: bytes) -> str:
    """Return how the file of a manifest may be called; empty if it is none."""
    value = reader.read(data).value
    entry = value.get("ICD") if isinstance(value, dict) else None
    if isinstance(entry, dict):
        library = str(entry.get("library_path", "")).rpartition("/")[2].partition(".")[0]
        plain = re.sub(r"\W", "", library.removeprefix("libvulkan_").removeprefix("lib")) or "driver"
        return f"{plain}_icd.json"
    layer = value.get("layer") if isinstance(value, dict) else None
    name = layer.get("name") if isinstance(layer, dict) else None
    plain = re.sub(r"\W", "", name.removeprefix("VK_LAYER_")) if isinstance(name, str) else ""
    return f"{plain}.json" if plain else ""


def misnamed_for(what_if: WhatIf, name: str, uses: Container[Use]) -> Change | None:
    """Return what to do about such a file that defines a layer; None if there is none."""
    found = (*packed(what_if, uses, name), *in_a_folders_place(what_if, uses))
    helping = (each for each in found if each.tried and what_if.activates(name, each))
    untried = (each for each in found if not each.tried)
    return next(helping, None) or next(untried, None) or next(_libraries(what_if, name, uses), None)


def _libraries(what_if: WhatIf, name: str, uses: Container[Use]) -> Iterator[Change]:
    """Yield what to do about a library that is called like a layer, lies among the manifests, and has none."""
    named = {outcome.layer.library_path.rpartition("/")[2] for outcome in what_if.plan.layers}
    wanted = _plain(name)
    for place in what_if.plan.places:
        listing = what_if.host.list(place.path) if place.use in uses and place.form is Form.FOLDER else None
        for each in sorted(listing.names[:_MOST_NAMES]) if isinstance(listing, Listing) else ():
            like = wanted and wanted in _plain(each.partition(".so")[0])
            if ".so" in each and each not in named and like:
                path = quote(f"{place.path}/{each}")
                because = f"{path} is a library among manifests (.json), and no manifest names it"
                what = f"put a manifest into {place.path} that has {quote(f'./{each}')} as its library_path"
                yield Change(ChangeKind.OUTSIDE, what, because=because, rule=str(place.rule), tried=False)
