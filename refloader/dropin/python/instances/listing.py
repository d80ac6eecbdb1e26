"""Writes decisions to the loader's log: what was found, what is used, and the resulting chain."""

from collections.abc import Container, Iterable, Iterator

from refloader.core.manifests.fields import DRIVER_AMONG_LAYERS
from refloader.core.manifests.library_path import opened_as
from refloader.dropin.python.instances.creations import Creation
from refloader.dropin.python.loading.deciding import BUILD
from refloader.dropin.python.memory.acting import IGNORED
from refloader.dropin.python.messages.log import Log, in_words, is_refused
from refloader.model.layer import Layer
from refloader.model.place import Place, Use
from refloader.model.plan import DriverOutcome, LayerOutcome, Plan, VkResult
from refloader.model.reason import Reason, Severity
from refloader.model.text import quote
from refloader.rules import decides, rule

Row = tuple[str, str, str]
"""A message: its level ("" for a listing), its subject and its text."""

_SEARCHES = (
    (Use.IMPLICIT, "layer", "Searching for implicit layer manifest files", "locations"),
    (Use.EXPLICIT, "layer", "Searching for explicit layer manifest files", "locations"),
    (Use.DRIVER, "driver", "Searching for driver manifest files", "folders"),
)
_LISTED = rule("SETTINGS-01")
"""The rule of places that a settings file lists."""
_SETTINGS = rule("SETTINGS-05")
"""The rule of what a settings file says wrongly."""
_NO_DRIVER = rule("LDP_LOADER_1")
_UNREQUESTED = rule("PORTABILITY-01")
"""The rule by which a portability driver is left out."""
_FAULTS_OF_META_LAYERS = (
    "LLP_LAYER_7",
    "LLP_LAYER_8",
    "LLP_LOADER_10",
    "META-03",
    "OVERRIDE-06",
    "AMB-META-RECURSE",
)
"""The rules by which a meta-layer is left out because of its components."""


def tell_loader(log: Log) -> None:
    """Log the version of Vulkan that the loader supports, and why it does not act as the loader that is named."""
    if log.wants("info"):
        log.say("info", "", f"Vulkan Loader Version {BUILD.version}")
    for text in IGNORED:
        log.say("warn", "", text)


def tell_plan(log: Log, plan: Plan) -> None:
    """Log what was searched and found, then the decisions and their reasons: for layers, then for drivers.

    Drivers are of no interest if a requested layer is missing or the application uses only drivers of its own, as in
    the field. That no driver is left follows what was found of them.
    """
    _tell_layers(log, plan)
    replaced = any(reason.rule == "DIRECT-DRIVER-03" for driver in plan.drivers for reason in driver.reasons)
    if not replaced and plan.result is not VkResult.LAYER_NOT_PRESENT:
        _tell_drivers(log, plan)
    for reason in plan.reasons:
        if reason.rule == _NO_DRIVER:
            log.reason("driver", reason)


def _tell_layers(log: Log, plan: Plan) -> None:
    _tell_rows(log, _searches(plan, (Use.IMPLICIT, Use.EXPLICIT)))
    said: set[tuple[str, str]] = set()  # of whole manifests: their layers have it as a reason, too
    for reason in plan.reasons:
        if is_refused(reason) and reason.rule != _SETTINGS:
            said.add((reason.subject, reason.fact))
            log.reason("layer", reason)
        elif reason.rule != _NO_DRIVER:
            log.reason("", reason)
    without = plan.result is VkResult.INCOMPATIBLE_DRIVER
    for file in plan.unread:
        for reason in file.reasons:
            log.reason("layer", reason, fatal=without and reason.fact == DRIVER_AMONG_LAYERS)
    for outcome in plan.layers:
        title = _title(outcome.layer)
        for reason in outcome.reasons:
            if said and (reason.subject, reason.fact) in said:
                continue
            if not _tell_filtered(log, "layer", outcome.layer.name, outcome.active, reason, title):
                log.reason("layer", reason)


def _tell_drivers(log: Log, plan: Plan) -> None:
    _tell_rows(log, _searches(plan, (Use.DRIVER,)))
    without = plan.result is VkResult.INCOMPATIBLE_DRIVER
    for driver in plan.drivers:
        _tell_read(log, driver)
        for reason in driver.reasons:
            if without and reason.rule == _UNREQUESTED:  # an error, as in the field: it leaves no driver
                log.say("error", "driver", in_words(reason))
            elif not _tell_filtered(log, "driver", driver.driver.file_name, driver.used, reason, "Driver"):
                log.reason("driver", reason, fatal=without)


def tell_search(log: Log, plan: Plan, *uses: Use) -> None:
    """Log what a global command searched and found, what is left out, and the effects of the filters.

    Files that cannot be read are errors. Other decisions only concern an instance.
    """
    _tell_rows(log, _searches(plan, uses))
    places = [place for place in plan.places if place.use in uses]
    for reason in plan.reasons:
        if _is_unread(reason, places) or (reason.rule == _SETTINGS and reason.severity is Severity.ERROR):
            log.reason("", reason)
    for file in plan.unread:
        if file.place.use in uses:
            for reason in file.reasons:
                log.reason("layer", reason)
    _tell_lost_layers(log, plan, uses)
    for driver in plan.drivers if Use.DRIVER in uses else ():
        _tell_read(log, driver)
        for reason in driver.reasons:
            filtered = _tell_filtered(log, "driver", driver.driver.file_name, driver.used, reason, "Driver")
            if not filtered and reason.rejects and reason in driver.driver.reasons:
                log.reason("driver", reason)


def _is_unread(reason: Reason, places: Iterable[Place]) -> bool:
    """Return whether a search of these places came to a manifest that cannot be opened.

    A variable may name the file itself. What is named without the suffix of a manifest is a folder.
    """
    path = reason.subject
    folder = path.rpartition("/")[0]
    return (reason.unread is not None and path.endswith(".json")) and any(
        place.rule == reason.rule and (place.path == path or place.path.rstrip("/") == folder)
        for place in places
    )


def _tell_lost_layers(log: Log, plan: Plan, uses: Container[Use]) -> None:
    """Log what filters do, and by what a layer is left out; what is wrong with a whole manifest once."""
    wholes = {(each.subject, each.fact) for each in plan.reasons if is_refused(each)}
    said: set[tuple[str, str]] = set()
    listed = set(map(id, plan.enumerated))  # by a loader of an age also layers that it has read in part
    for outcome in plan.layers:
        layer = outcome.layer
        for reason in outcome.reasons if layer.kind in uses else ():
            what = reason.subject, reason.fact
            if what in said or _tell_filtered(
                log, "layer", layer.name, outcome.active, reason, _title(layer)
            ):
                continue
            if what in wholes:
                said.add(what)
            if id(layer) not in listed and _is_loss(reason):
                log.reason("layer", reason)
            elif is_refused(reason):
                log.say("warn", "layer", in_words(reason))


def _is_loss(reason: Reason) -> bool:
    """Return whether a layer is left out for this reason: its manifest is wrong, or a meta-layer's components are."""
    return is_refused(reason) or reason.rule in _FAULTS_OF_META_LAYERS


def _title(layer: Layer) -> str:
    return "Implicit layer" if layer.kind is Use.IMPLICIT else "Layer"


def _tell_rows(log: Log, rows: Iterable[Row]) -> None:
    for level, about, text in rows:
        if log.wants(level, about):
            log.say(level, about, text)


_FILTERED = {
    "FILTER-LAYER-ENABLE-01": (True, "forced enabled due to env var 'VK_LOADER_LAYERS_ENABLE'."),
    "FILTER-LAYER-DISABLE-01": (
        False,
        "forced disabled because name matches filter of env var 'VK_LOADER_LAYERS_DISABLE'.",
    ),
    "FILTER-DRIVER-SELECT-01": (
        False,
        "ignored because not selected by env var 'VK_LOADER_DRIVERS_SELECT'",
    ),
    "FILTER-DRIVER-DISABLE-01": (
        False,
        "ignored because it was disabled by env var 'VK_LOADER_DRIVERS_DISABLE'",
    ),
}
"""The effects of filter variables, by rule: whether the layer or driver is then used, and the documented words."""


@decides(
    "FILTER-LAYER-ENABLE-03", "FILTER-LAYER-DISABLE-02", "FILTER-DRIVER-SELECT-03", "FILTER-DRIVER-DISABLE-03"
)
def _tell_filtered(log: Log, about: str, name: str, used: bool, reason: Reason, title: str) -> bool:
    """Log the effect of a filter variable, and return True, for a reason that is one.

    The documents require a warning even if the user intended the effect. The element that matched follows in a
    message of its own.
    """
    result = _FILTERED.get(reason.rule)
    if result is None or result[0] is not used:
        return False
    log.say("warn", about, f"{title} {quote(name)} {result[1]}")
    log.say("debug", about, in_words(reason))
    return True


@decides("DEBUG-LOG-05", "DEBUG-LOG-07")
def _searches(plan: Plan, uses: Container[Use]) -> Iterator[Row]:
    """Yield, for each search, the folders in search order, the files found there, and the layers' manifests read."""
    for use, about, title, kind in _SEARCHES:
        if use not in uses:
            continue
        places = _searched(plan, use)
        if places:
            yield "", about, title
            yield "", about, f"   In following {kind}:"
            for place in places:
                yield "", about, f"      {place.path}"
            files = tuple(_files(plan, use, places))
            yield "", about, "   Found the following files:" if files else "   Found no files"
            for path in files:
                yield "", about, f"      {path}"
        if use is not Use.DRIVER:
            yield from _layers(plan, use)


def _searched(plan: Plan, use: Use) -> list[Place]:
    """Return the places of a search; none if there is no search, as with a variable that is empty.

    The manifests that a settings file lists are layers that nobody searches.
    """
    layers = use is not Use.DRIVER
    return [place for place in plan.places if place.use is use and not (layers and place.rule == _LISTED)]


def _files(plan: Plan, use: Use, places: list[Place]) -> Iterable[str]:
    """Return the files found, those last that a settings file lists too or that cannot be opened.

    A link in a folder is found although it points to nothing; a file that only a variable names is not.
    """
    folders = {place.path for place in places}
    unread = [each.subject for each in plan.reasons if _is_found(each, places, folders)]
    if use is Use.DRIVER:
        return dict.fromkeys((*(outcome.driver.manifest for outcome in plan.drivers), *unread))
    read = {outcome.layer.manifest for outcome in plan.layers if outcome.layer.kind is use}
    found = [
        each.path for each in plan.files if each.place in places and (each.path in read or not each.layers)
    ]
    listed = [each.path for each in plan.files if each.place.rule == _LISTED and each.path in read]
    return dict.fromkeys((*found, *(path for path in listed if path.rpartition("/")[0] in folders), *unread))


def _is_found(reason: Reason, places: list[Place], folders: Container[str]) -> bool:
    """Return whether a manifest that cannot be opened is among the files found; a settings file may list it, too."""
    if reason.rule == _LISTED and reason.subject.rpartition("/")[0] in folders:
        return reason.unread is not None and reason.unread.is_closed
    return _is_unread(reason, places) and not (reason.is_missing and reason.subject in folders)


def _layers(plan: Plan, use: Use) -> Iterator[Row]:
    """Yield the manifests of one use that were read, also those without a layer, and the layers in them."""
    outcomes = [outcome for outcome in plan.layers if outcome.layer.kind is use]
    versions = {outcome.layer.manifest: outcome.layer.format_version for outcome in outcomes}
    without = {each.path: each.format_version for each in plan.unread if each.place.use is use}
    listed = set(map(id, plan.enumerated))
    for path in dict.fromkeys(each.path for each in plan.files):
        version = versions.get(path, without.get(path, ""))
        if version:
            yield "info", "", f'Found manifest file {path} (file version "{version}")'
    for outcome in outcomes:
        layer = outcome.layer
        kind = "meta-layer" if layer.is_meta else "layer"
        name = layer.name or "without a name"
        state = _state(outcome, listed)
        yield "", "layer", f"Found {layer.kind} {kind} {name} in {layer.manifest}, {state}"
        if layer.disable is not None:
            yield "", "layer", f"   Disable Env Var:  {layer.disable.variable}"


def _state(outcome: LayerOutcome, listed: Container[int]) -> str:
    if outcome.active:
        return "active"
    lost = id(outcome.layer) not in listed and any(map(_is_loss, outcome.reasons))
    return "left out" if lost else "not active"


def _tell_read(log: Log, outcome: DriverOutcome) -> None:
    """Log that a driver's manifest was read, before what comes of it; one without a version could not be."""
    driver = outcome.driver
    if driver.format_version and log.wants("driver"):
        log.say("", "driver", f'Found ICD manifest file {driver.manifest}, version "{driver.format_version}"')


def tell_inserted(log: Log, chain: str, layer: Layer) -> None:
    """Log that a layer has a place in an "instance" or "device" chain."""
    library = opened_as(layer.library_path, layer.manifest)
    log.say("info", "layer", f"Insert {chain} layer {quote(layer.name)} ({library})")


@decides("DEBUG-LOG-06")
def tell_chain(log: Log, creation: Creation) -> None:
    """Log the layers between the application and the drivers."""
    if not log.wants("layer"):
        return
    log.say("", "layer", "vkCreateInstance layer callstack setup to:")
    for text in chain_lines((link.layer for link in creation.links), creation.plan, "<Drivers>"):
        log.say("", "layer", text)


def chain_lines(layers: Iterable[Layer], plan: Plan, bottom: str) -> Iterator[str]:
    """Yield the chain from the application down, with a few lines for each participant."""
    outcomes = {id(outcome.layer): outcome for outcome in plan.layers}
    yield "   <Application>"
    yield "     ||"
    yield "   <Loader>"
    yield "     ||"
    for layer in layers:
        yield f"   {layer.name}"
        yield f"           Type: {layer.kind.capitalize()}"
        yield f"           Enabled By: {_enabled_by(outcomes.get(id(layer)))}"
        if layer.disable is not None:
            yield f"               Disable Env Var:  {layer.disable.variable}"
        yield f"           Manifest: {layer.manifest}"
        yield f"           Library:  {opened_as(layer.library_path, layer.manifest)}"
        yield "     ||"
    yield f"   {bottom}"


def failed_layer(command: str, layers: Iterable[Layer], code: int) -> str:
    """Return the message that one of the layers of a chain fails a command."""
    first, *others = (layer.name for layer in layers)
    if others:
        return f"{command}: one of the layers {', '.join((first, *others))} gives {code}"
    return f"{command}: the layer {first} gives {code}"


_CONFIGURATOR = " (Vulkan Configurator)"
_ENABLED_BY = {
    "ACT-IMPLICIT-01": "Implicit Layer",
    "ACT-IMPLICIT-04": "Implicit Layer",
    "ACT-APP-01": "By the Application",
    "ENV-INSTLAYERS-01": "Environment Variable VK_INSTANCE_LAYERS",
    "FILTER-LAYER-ENABLE-01": "Environment Variable VK_LOADER_LAYERS_ENABLE",
    "ACT-IMPLICIT-08": f"Meta Layer{_CONFIGURATOR}",
    "ACT-EXPLICIT-01": f"Meta Layer{_CONFIGURATOR}",
    "SETTINGS-01": f"Loader Settings File{_CONFIGURATOR}",
}
"""What activates a layer, by the rule of the reason for it."""
_FORCED, _NAMED = "FILTER-LAYER-ENABLE-01", "ENV-INSTLAYERS-01"


def _enabled_by(outcome: LayerOutcome | None) -> str:
    reasons = outcome.reasons if outcome else ()
    found = [each.rule for each in reasons if each.severity is Severity.INFO and each.rule in _ENABLED_BY]
    if not found:
        return why_active(outcome)
    if _LISTED in found:
        return _ENABLED_BY[_LISTED]
    if _NAMED in found:  # VK_INSTANCE_LAYERS has the word, as in the field
        found = [each for each in found if each != _FORCED]
    forced = found[0] == _FORCED and outcome is not None and outcome.layer.kind is Use.IMPLICIT
    return _ENABLED_BY["ACT-IMPLICIT-01" if forced else found[0]]


def why_active(outcome: LayerOutcome | None) -> str:
    """Return the last of the reasons why a layer is active, or "the manifest"."""
    steps = [reason.fact for reason in outcome.reasons if reason.severity is Severity.INFO] if outcome else []
    return steps[-1] if steps else "the manifest"
