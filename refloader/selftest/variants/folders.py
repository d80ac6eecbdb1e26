"""Liberties in searching: the order inside a folder, and how often files are read."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import plan as plans
from refloader.dropin.python.loading import deciding
from refloader.dropin.python.loading.edge_host import EdgeHost
from refloader.host.port import Listing
from refloader.selftest.variants.marks import Original, allows

_RANDOM = (
    "the order contents are read by the loader in each directory is random due to the behavior of readdir"
)


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_backwards(original: Original, host: Any, path: str) -> Any:
    """The files of one folder are read in the opposite order of the listing."""
    found = original(host, path)
    return replace(found, names=tuple(reversed(found.names))) if isinstance(found, Listing) else found


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_by_name(original: Original, host: Any, path: str) -> Any:
    """The files of one folder are read in the order of their names."""
    found = original(host, path)
    return replace(found, names=tuple(sorted(found.names))) if isinstance(found, Listing) else found


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_from_the_middle(original: Original, host: Any, path: str) -> Any:
    """The files of one folder are read from the middle of the listing to its end, and then from its beginning."""
    found = original(host, path)
    if not isinstance(found, Listing):
        return found
    middle = len(found.names) // 2
    return replace(found, names=(*found.names[middle:], *found.names[:middle]))


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_by_the_length_of_names(original: Original, host: Any, path: str) -> Any:
    """The files of one folder are read in the order of the length of their names, and of these from the last."""
    found = original(host, path)
    if not isinstance(found, Listing):
        return found
    return replace(found, names=tuple(sorted(sorted(found.names, reverse=True), key=len)))


_LISTED: dict[str, int] = {}
"""By folder: how often it was listed."""


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_in_turn_from_either_end(original: Original, host: Any, path: str) -> Any:
    """Each time that a folder is read, its files are read in the opposite order of the time before."""
    found = original(host, path)
    _LISTED[path] = _LISTED.get(path, 0) + 1
    if not isinstance(found, Listing) or _LISTED[path] % 2:
        return found
    return replace(found, names=tuple(reversed(found.names)))


@allows(EdgeHost.read, "", "no document says how often a file is read")
def files_are_read_twice(original: Original, host: Any, path: str, *limit: Any) -> Any:
    """Each file is read a second time."""
    original(EdgeHost(), path, *limit)
    return original(host, path, *limit)


@allows(deciding._as_before, "", "no document says whether a decision is kept between two calls")
def everything_is_read_at_each_call(original: Original, asked: Any) -> Any:
    """Nothing is kept from one call to the next."""
    return False


@allows(deciding._as_before, "", "no document says when a loader looks at its folders again")
def everything_is_kept_for_the_process(original: Original, asked: Any) -> Any:
    """What was found at the first call holds for the life of the process."""
    return True


@allows(plans._offered, "DISC-GEN-03", _RANDOM)
def the_last_of_a_folder_counts(original: Original, discovery: Any, *others: Any) -> Any:
    """Of two layers of one name in one folder, the one that is read last is used; override layers are not of them."""
    first: dict[tuple[str, Any], int] = {}
    found = list(discovery.found)
    for place, layer in enumerate(found):
        key = (layer.name, layer.place)
        if key in first and layer.place.form.name == "FOLDER" and not layer.is_override:
            earlier = first[key]
            found[earlier], found[place] = found[place], found[earlier]
        first.setdefault(key, place)
    return original(replace(discovery, found=tuple(found)), *others)
