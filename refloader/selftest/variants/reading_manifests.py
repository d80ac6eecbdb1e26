"""The other readings of ambiguities about the fields of a manifest, and what a field leaves a loader free to do."""

from typing import Any

from refloader.core.activation import known
from refloader.core.drivers import choice
from refloader.core.manifests import layer_extras, layer_fields, layer_manifest, library_path
from refloader.dropin.python import _edge
from refloader.dropin.python.loading import layers
from refloader.model.version import parse_strict
from refloader.selftest.variants.marks import Original, allows, likewise


@allows(layer_fields.checked_version, "AMB-API-LOOSE", "what a reader makes of another form is not stated")
def loose_versions_are_refused(original: Original, fields: Any, why: Any, *others: Any) -> Any:
    """A layer or driver whose api_version is not of three numbers is not used."""
    version = original(fields, why, *others)
    value = fields.members.get("api_version")
    if type(value) is str and parse_strict(value) is None:
        fields.reject(why, "the version is not of three numbers", fields.at("api_version"))
    return version


@allows(layer_extras.library_arch, "AMB-ARCH-OTHER", "the effect of another value is not stated")
def other_word_sizes_are_refused(original: Original, fields: Any, why: Any, editions: Any) -> Any:
    """A layer or driver whose library_arch is neither 32 nor 64 is not used."""
    size = original(fields, why, editions)
    if not size and "library_arch" in fields.members:
        fields.reject(why, "no such word size", fields.at("library_arch"), editions=editions)
    return size


@allows(known._wrong_size, "MANIFEST-LAYER-09", "the loader can drop a layer of the wrong size")
def libraries_alone_tell_their_word_size(original: Original, *arguments: Any) -> Any:
    """The field library_arch is not read: a library is of the wrong word size if it cannot be opened."""
    return False


@likewise("libraries_alone_tell_their_word_size", choice._wrong_size)
def _of_drivers(original: Original, *arguments: Any) -> Any:
    return None


@allows(layers._by_exports, "AMB-LLP4-NOEXPORT", "LLP_LAYER_4: the layer will not be loaded")
def layers_without_negotiation_are_refused(
    original: Original, layer: Any, library: int, names: Any, *others: Any
) -> Any:
    """A layer that does not export vkNegotiateLoaderLayerInterfaceVersion is not used."""
    exported = _edge.symbol(library, names.get(layers._NEGOTIATE, layers._NEGOTIATE))
    return original(layer, library, names, *others) if exported else None


@allows(layer_manifest._entries, "AMB-LAYER-AND-LAYERS", "both keys in one file are not covered")
def the_object_counts_beside_the_array(original: Original, top: Any, version: str) -> Any:
    """Of the keys layer and layers in one file, layer counts."""
    value = top.members.get("layer")
    if type(value) is dict and "layers" in top.members:
        return [(("layer",), value, ())]
    return original(top, version)


@allows(layer_manifest._entries, "AMB-LAYER-AND-LAYERS", "both keys in one file are not covered")
def the_object_counts_as_well_as_the_array(original: Original, top: Any, version: str) -> Any:
    """The keys layer and layers in one file count both."""
    entries = original(top, version)
    both = "layer" in top.members and "layers" in top.members
    return [(keys, value, () if both and keys == ("layer",) else own) for keys, value, own in entries]


@allows(library_path.opened_as, "AMB-LIBRARY-TOKENS", "the documents do not mention tokens of the linker")
def tokens_are_no_tokens(original: Original, path: str, manifest: str) -> Any:
    """The signs $LIB, $PLATFORM and $ORIGIN in library_path are parts of names."""
    return f"/nowhere/{path}" if "$" in path else original(path, manifest)
