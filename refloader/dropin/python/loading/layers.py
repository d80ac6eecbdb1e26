"""Opens layers and determines their interface, by negotiation or by exports. ``protocol`` decides each step.

A layer's library is opened again for each instance: the dynamic linker counts the references.
"""

from refloader.core.chain.aged import step_after_answer
from refloader.dropin.python import _edge
from refloader.dropin.python.generated.layouts import VkNegotiateLayerInterface
from refloader.dropin.python.loading import observing
from refloader.dropin.python.loading.libraries import kept_if_agreed, open_library, own_symbol
from refloader.dropin.python.memory.acting import AGE
from refloader.dropin.python.memory.objects import LOW
from refloader.dropin.python.memory.state import LayerLink
from refloader.dropin.python.messages.log import Log
from refloader.model.age import Trait
from refloader.model.layer import Layer
from refloader.protocol import (
    NEWEST_LAYER,
    LayerEvent,
    LayerStep,
    exported_interface,
    layer_answer,
    layer_step,
)
from refloader.rules import decides

_NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
_INSTANCE_LOOKUP = "vkGetInstanceProcAddr"
_DEVICE_LOOKUP = "vkGetDeviceProcAddr"


def open_layer(layer: Layer, log: Log) -> LayerLink | None:
    """Open the layer's library and negotiate with it; log a failure and return None."""
    library = open_library(layer.library_path, layer.manifest, "layer", layer.name, log)
    if not library:
        return None
    return kept_if_agreed(library, lambda: _negotiate(layer, library, log))


def _negotiate(layer: Layer, library: int, log: Log) -> LayerLink | None:
    names = dict(layer.functions)
    ask = _edge.symbol(library, names.get(_NEGOTIATE, _NEGOTIATE))
    step = layer_step(LayerStep.OPENED, LayerEvent.NEGOTIATES if ask else LayerEvent.SILENT)
    event = LayerEvent.SILENT
    if step is LayerStep.ASK:
        struct = _edge.Memory(VkNegotiateLayerInterface.SIZE)
        _edge.put_words(struct.address, (VkNegotiateLayerInterface.TYPE, 0, NEWEST_LAYER))
        result = observing.negotiated(layer.name, ask, struct.address)
        _, _, word, gipa, gdpa, gpdpa = _edge.words(struct.address, 6)
        version = word & LOW
        event = layer_answer(result, version, gipa)
        step = step_after_answer(event, version, AGE, lookup=bool(gipa)) if AGE else layer_step(step, event)
        if step is LayerStep.ANSWERED:
            if not gdpa and AGE.has(Trait.ODD_LAYER_ANSWER_USED):
                gdpa, _ = _export(layer, library, names, _DEVICE_LOOKUP)
            return LayerLink(layer, library, version, gipa, gdpa, gpdpa)
    if step is LayerStep.LOOK:
        return _by_exports(layer, library, names, log)
    log.say("error", "layer", f"{layer.name}: {_NEGOTIATE}: {event.value}; the layer is not used")
    return None


@decides(
    "IFACE-LAYER-V0-06", "IFACE-LAYER-V0-07", "IFACE-LAYER-V0-09", "MANIFEST-LAYER-13", "AMB-FUNCTIONS-110"
)
def _by_exports(layer: Layer, library: int, names: dict[str, str], log: Log) -> LayerLink | None:
    """Return a layer of interface 0 or 1 by its exports, which may be renamed or have the layer's name as prefix."""
    gipa, plain = _export(layer, library, names, _INSTANCE_LOOKUP)
    event = LayerEvent.LOOKUP if gipa else LayerEvent.NO_LOOKUP
    if layer_step(LayerStep.LOOK, event) is LayerStep.REFUSED:
        log.say("error", "layer", f"{layer.name}: {event.value}; the layer is not used")
        return None
    gdpa, _ = _export(layer, library, names, _DEVICE_LOOKUP)
    return LayerLink(layer, library, exported_interface(prefixed=not plain), gipa, gdpa, 0)


def _export(layer: Layer, library: int, names: dict[str, str], function: str) -> tuple[int, bool]:
    """Return the function, and whether it has its plain name or the manifest's rather than a prefixed one."""
    plain = own_symbol(library, names.get(function, function), function)
    if plain:
        return plain, True
    return _edge.symbol(library, layer.name + function.removeprefix("vk")), False
