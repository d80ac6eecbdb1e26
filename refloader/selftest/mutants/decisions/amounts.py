"""Violators that show with many manifests, equal file names, long paths, gaps in arrays and loosely written names."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import order
from refloader.core.search import path_variables
from refloader.selftest.mutants.marks import Original, completes, replaces


@replaces(engine._Search.layers, "DISC-GEN-07")
def manifests_told_apart_by_file_name(original: Original, search: Any, wanted: Any) -> Any:
    """Of manifests with one file name in different folders only the first counts."""
    first: dict[str, str] = {}
    found = original(search, wanted)
    return tuple(
        each
        for each in found
        if first.setdefault(each.manifest.rpartition("/")[2], each.manifest) == each.manifest
    )


@replaces(engine._Search._in_folder, "DISC-GEN-01")
def at_most_32_manifests(original: Original, search: Any, place: Any) -> Any:
    """Of a folder at most 32 manifests are read."""
    return list(original(search, place))[:32]


@replaces(path_variables.entries, "ENV-DRIVERFILES-01")
def long_entries_dropped(original: Original, environment: Any, name: str, *rest: Any) -> Any:
    """An entry of VK_DRIVER_FILES or VK_ICD_FILENAMES with more than 255 characters is dropped."""
    found, reasons = original(environment, name, *rest)
    short = name not in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")
    return tuple(each for each in found if short or len(each.path) <= 255), reasons


@replaces(engine.layer_file, "EXT-ENUM-02")
def extensions_of_the_layer_before(original: Original, *arguments: Any) -> Any:
    """A layer of an array without instance extensions has those of the layer before it."""
    file = original(*arguments)
    for above, layer in zip(file.layers, file.layers[1:], strict=False):
        layer.instance_extensions = layer.instance_extensions or above.instance_extensions
    return file


def _as_known(facts: Any, names: Any) -> tuple[str, ...]:
    by_small = {name.lower(): name for name in facts.names}
    return tuple(by_small.get(name.lower(), name) for name in names)


@replaces(order.missing_request, "ACT-APP-02")
def requests_in_any_case(original: Original, facts: Any, names: Any) -> Any:
    """The letter case of a requested layer's name does not matter."""
    return original(facts, _as_known(facts, names))


@completes("requests_in_any_case", order._add_application)
def _application_in_any_case(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Add the layers under their own names."""
    request = replace(facts.request, layers=_as_known(facts, facts.request.layers))
    return original(chain, replace(facts, request=request), trail)
