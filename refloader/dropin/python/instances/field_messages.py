"""The lines that loaders in the field print where the documents have no words: programs and tests search for them.

The words are those that the measured builds print (1.4.335). refloader's own messages, with the ids of the rules,
stand beside them. Decides nothing.
"""

from collections.abc import Iterator

from refloader.core.manifests.library_path import opened_as
from refloader.dropin.python import _edge
from refloader.dropin.python.messages.log import Log
from refloader.model.driver import ListedDevice
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.model.plan import AppliedSettings, DriverOutcome, LayerOutcome, Plan, VkResult
from refloader.model.reason import Reason
from refloader.model.text import quote

Row = tuple[str, str, str]
"""A message: its level ("" for a listing), its subject and its text."""

_BLOCK = "---------------------------------"
_KINDS = ("error", "warn", "info", "debug", "perf", "driver", "layer")
_SHOWN = {"warn": "WARNING"}

# ---- the settings file ---------------------------------------------------------------------------------------


def tell_settings(log: Log, plan: Plan) -> None:
    """Log the settings file that applies and what it holds, or that there is none."""
    if not log.wants("info", "debug"):
        return
    settings = plan.settings
    if settings is None:
        text = "No valid vk_loader_settings.json file found, no loader settings will be active"
        log.say("info", "", text)
    elif settings.layers or settings.drivers or plan.devices:
        log.say("info", "", f"Using layer configurations found in loader settings from {settings.path}")
        for text in _contents(settings, plan):
            log.say("debug", "", text)
    elif not plan.messages:
        text = (
            f'vk_loader_settings.json file found at "{settings.path}" but did not contain any valid settings.'
        )
        log.say("info", "", text)


def _contents(settings: AppliedSettings, plan: Plan) -> Iterator[str]:
    if plan.messages:
        wanted = _KINDS if "all" in plan.messages else [kind for kind in _KINDS if kind in plan.messages]
        kinds = " | ".join(_SHOWN.get(kind, kind.upper()) for kind in wanted)
        yield f"Loader Settings Filters for Logging to Standard Error: {kinds}"
    yield f"Layer Configurations count = {len(settings.layers or ())}"
    for index, layer in enumerate(settings.layers or ()):
        yield f"---- Layer Configuration [{index}] ----"
        if layer.name:
            yield f"Name: {layer.name}"
        if layer.path:
            yield f"Path: {layer.path}"
            yield f"Layer Type: {'Implicit' if layer.implicit else 'Explicit'}"
        yield f"Control: {layer.control}"
    if settings.drivers:
        yield "----"
        yield f"Use Additional Drivers Exclusively = {'true' if settings.drivers_only else 'false'}"
        yield f"Additional Driver Configurations count = {len(settings.drivers)}"
        for index, path in enumerate(settings.drivers):
            yield f"---- Driver Configuration [{index}] ----"
            yield f"Path: {path}"
    if plan.devices:
        yield "----"
        yield f"Device Configurations count = {len(plan.devices)}"
        for index, device in enumerate(plan.devices):
            yield f"---- Device Configuration [{index}] ----"
            yield from _device(device)
    yield _BLOCK


def _device(device: ListedDevice) -> Iterator[str]:
    yield f"deviceUUID: {_uuid(device.device_uuid)}"
    yield f"driverUUID: {_uuid(device.driver_uuid)}"
    if device.driver_version is not None:
        yield f"driverVersion: {device.driver_version}"


def _uuid(number: bytes) -> str:
    digits = "".join(f"{each:02x}" for each in number)
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


# ---- layers --------------------------------------------------------------------------------------------------


def met(layer: Layer) -> Iterator[Row]:
    """Yield the line of a meta-layer that the search meets."""
    if layer.is_meta:
        yield "info", "layer", f'Encountered meta-layer "{layer.name}"'


def override(plan: Plan) -> Iterator[Row]:
    """Yield the lines of the override layers that the search for implicit layers found."""
    for outcome in plan.layers:
        layer = outcome.layer
        if not layer.is_override:
            continue
        if not _applies(outcome):
            if layer.app_keys:
                program = _edge.executable()
                text = (
                    f"--Override layer found but not used because app '{program}' is not in 'app_keys' list!"
                )
                yield "info", "layer", text
            continue
        if layer.app_keys:
            yield "info", "layer", f"Using the override layer for app key {_edge.executable()}"
        else:
            yield "info", "layer", "Using the global override layer"
        if layer.override_paths:
            paths = ":".join(layer.override_paths)
            yield "warn", "layer", f"Override layer has override paths set to {paths}"


def _applies(outcome: LayerOutcome) -> bool:
    return any(reason.rule == "OVERRIDE-01" for reason in outcome.reasons)


def metas(plan: Plan) -> Iterator[Row]:
    """Yield, for each meta-layer, whether all its components are found."""
    found = {outcome.layer.name for outcome in plan.layers}
    for outcome in plan.layers:
        layer = outcome.layer
        if not layer.is_meta or (layer.override_paths and not _applies(outcome)):
            continue
        missing = next((at for at, name in enumerate(layer.components) if name not in found), None)
        if missing is None:
            yield from _valid(layer)
        else:
            name = layer.components[missing]
            yield (
                "warn",
                "",
                f"verify_meta_layer_component_layers: Meta-layer {layer.name} can't find component layer {name}"
                f" at index {missing}.  Skipping this layer.",
            )
            text = f"Removing meta-layer {layer.name} from instance layer list since it appears invalid."
            yield "debug", "", text


def _valid(layer: Layer) -> Iterator[Row]:
    count = len(layer.components)
    yield "info", "layer", f'Meta-layer "{layer.name}" all {count} component layers appear to be valid.'
    for index, name in enumerate(layer.components):
        yield "", "layer", f"  [{index}] {name}"


def names_of_variable(plan: Plan) -> Iterator[Row]:
    """Yield the lines of VK_INSTANCE_LAYERS: its value, and each name that is not found."""
    value = _edge.getenv("VK_INSTANCE_LAYERS")
    if not value:
        return
    yield "warn", "layer", f"env var 'VK_INSTANCE_LAYERS' defined and adding layers \"{value}\""
    found = {outcome.layer.name for outcome in plan.layers}
    for name in value.split(":"):
        if name and name not in found:
            text = f'Layer "{name}" was not found but was requested by env var VK_INSTANCE_LAYERS!'
            yield "error", "layer", text


def absent(plan: Plan, requested: tuple[str, ...]) -> Iterator[Row]:
    """Yield the line of the first layer that the application requests and that is not there."""
    lost = {reason.subject for reason in plan.reasons if reason.rule == "ACT-APP-02"}
    for index, name in enumerate(requested):
        if name in lost:
            text = f"loader_validate_layers: Layer {index} does not exist in the list of available layers"
            yield "error", "", text
            return


def blocked(plan: Plan) -> Iterator[Row]:
    """Yield the lines of the layers that the blacklist of the override layer removes."""
    listed: set[str] = set()
    for outcome in plan.layers:
        if outcome.layer.is_override and _applies(outcome):
            listed.update(outcome.layer.blacklist)
    for outcome in plan.layers:
        if outcome.layer.name in listed:
            fact = f"layer {outcome.layer.name} is in the blacklist inside of it."
            text = f"loader_remove_layers_in_blacklist: Override layer is active and {fact}"
            yield "debug", "", f"{text} Removing that layer from current layer list."


# ---- refusals ------------------------------------------------------------------------------------------------


def refusal(plan: Plan, extensions: tuple[str, ...]) -> Iterator[Row]:
    """Yield the line for a request that is refused before any library is opened."""
    if plan.result is VkResult.INCOMPATIBLE_DRIVER:
        yield from _portability(plan)
        yield "error", "driver", "vkCreateInstance: Found no drivers!"
    elif plan.result is VkResult.EXTENSION_NOT_PRESENT:
        facts = [reason.fact for reason in plan.reasons]
        for name in extensions:
            if any(quote(name) in fact for fact in facts):
                text = f"Extension {name} not found in list of known instance extensions."
                yield "error", "", f"loader_validate_instance_extensions: {text}"
                return


def _portability(plan: Plan) -> Iterator[Row]:
    if any(outcome.driver.is_portability and not outcome.used for outcome in plan.drivers):
        yield (
            "error",
            "driver",
            "vkCreateInstance: Found drivers that contain devices which support the portability subset, but the"
            " instance does not enumerate portability drivers! Applications that wish to enumerate portability"
            " drivers must set the VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR bit in the VkInstanceCreateInfo"
            " flags and enable the VK_KHR_portability_enumeration instance extension.",
        )


# ---- manifests -----------------------------------------------------------------------------------------------

_VALUES = {
    "MANIFEST-LAYER-04": "name",
    "MANIFEST-LAYER-05": "type",
    "MANIFEST-LAYER-10": "api_version",
    "MANIFEST-LAYER-11": "implementation_version",
    "MANIFEST-LAYER-12": "description",
}


def fault_of_layer(layer: Layer, reason: Reason) -> Iterator[Row]:
    """Yield the line for a reason for which an entry of a manifest is no layer."""
    if not reason.rejects:
        return
    value = _VALUES.get(reason.rule)
    if " of variant " in reason.fact:
        variant = layer.api_version.variant
        fact = f"has an 'api_version' field which contains a non-zero variant value of {variant}.  Skipping Layer."
        yield "info", "layer", f'Layer "{layer.name}" {fact}'
    elif value is not None:
        text = f'Layer located at {layer.manifest} didn\'t find required layer value "{value}"'
        yield "warn", "", f"{text} in manifest JSON file, skipping this layer"
    elif reason.rule == "LLP_LAYER_9" and layer.kind is Use.IMPLICIT:
        yield "warn", "", _switch(layer, reason)
    elif reason.rule == "MANIFEST-LAYER-07" and not layer.library_path:
        fact = "is missing both library_path and component_layers fields.  One or the other MUST be defined."
        yield "warn", "", f'Layer "{layer.name}" {fact}  Skipping this layer'


def fault_of_file(path: str, reason: Reason) -> Iterator[Row]:
    """Yield the line for a reason for which a whole file is not used."""
    if reason.rejects and reason.rule in ("LLP_LAYER_6", "LDP_DRIVER_4"):
        yield "error", "", f"loader_get_json: Invalid JSON file {path}."


def _switch(layer: Layer, reason: Reason) -> str:
    if reason.rule == "LLP_LAYER_9" and not any(each.rule == "MANIFEST-LAYER-18" for each in layer.reasons):
        fact = "doesn't contain required layer object disable_environment in the manifest JSON file"
        return f'Layer "{layer.name}" {fact}, skipping this layer'
    fact = "doesn't contain required child value in object disable_environment in the manifest JSON file"
    return f'Layer "{layer.name}" {fact}, skipping this layer (Policy #LLP_LAYER_9)'


# ---- drivers -------------------------------------------------------------------------------------------------


def searched(outcome: DriverOutcome) -> Iterator[Row]:
    """Yield the line of the library that a driver's manifest names."""
    driver = outcome.driver
    if driver.library_path:
        path = opened_as(driver.library_path, driver.manifest)
        yield "debug", "driver", f"Searching for ICD drivers named {path}"
