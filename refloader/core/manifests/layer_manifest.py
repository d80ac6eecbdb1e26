"""Reads the entries of a layer manifest and decides, per edition, whether each is a usable layer.

One pass checks all editions; each reason lists the editions to which it applies. The fields are in ``layer_fields``.
Does not decide whether a layer becomes active.
"""

from refloader.core.json.reader import Document, JsonValue, Keys
from refloader.core.manifests.fields import DRIVER_AMONG_LAYERS, Fields, InJson, document_reasons, shape
from refloader.core.manifests.layer_fields import LAYER_KEYS, check_format, read_entry
from refloader.model.edition import Edition, since, until
from refloader.model.layer import Layer, LayerFile
from refloader.model.path_rules import rules_of
from refloader.model.place import Place
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule

_VALID = rule("LLP_LAYER_6")
_LAYER = rule("MANIFEST-LAYER-02")
_LAYERS = rule("MANIFEST-LAYER-03")
_BOTH = rule("AMB-LAYER-AND-LAYERS")
_E2018 = since(Edition.E2018)
_ONE: Keys = ("layer",)
_TOP_KEYS = frozenset({"file_format_version", "layer", "layers"})


@decides("LLP_LAYER_6", "DISC-GEN-08", "AMB-JSON-CASE", "DISC-GEN-04", "AMB-JSON-DUPKEY", "AMB-JSON-BOM")
def read_layer_file(document: Document, path: str, place: Place, system: System = System.LINUX) -> LayerFile:
    """Read the layers of one manifest file from its text alone; no library is opened.

    The text must be valid JSON by RFC 8259.
    """
    problems = document_reasons(document, path, _VALID) if document.problems else ()
    if problems and not document.valid:
        return LayerFile(path, place, (), problems)
    root = document.value
    if type(root) is not dict:
        fact = f"the manifest is {shape(root)}, not an object"
        reason = Reason(_VALID, Severity.ERROR, path, fact, InJson(document, path, ()), rejects=True)
        return LayerFile(path, place, (), (*problems, reason))
    top = Fields(document, path, (), root, path)
    version = check_format(top)
    entries = _entries(top, version)
    whole = tuple(reason for reason in top.reasons if reason.rejects)
    layers = tuple(
        _layer(
            Fields(document, path, keys, value, _subject(value, path), system), place, version, (*whole, *own)
        )
        for keys, value, own in entries
    )
    _check_top(top, bool(entries))
    return LayerFile(path, place, layers, (*problems, *top.reasons), format_version=version)


def _subject(members: dict[str, JsonValue], path: str) -> str:
    """Return the subject of reasons: the layer's name, or the file's path if it has none."""
    name = members.get("name")
    return name if type(name) is str and name else path


def _layer(fields: Fields, place: Place, version: str, whole: tuple[Reason, ...]) -> Layer:
    """Read one entry; ``whole`` are the reasons of the file or of the enclosing key that reject it."""
    if whole:
        fields.reasons.extend(whole)
    return read_entry(fields, place, version)


Entry = tuple[Keys, dict[str, JsonValue], tuple[Reason, ...]]


@decides(
    "MANIFEST-LAYER-02",
    "MANIFEST-LAYER-03",
    "AMB-LAYERS-100",
    "MANIFEST-LAYERVER-101",
    "AMB-LAYER-AND-LAYERS",
)
def _entries(top: Fields, version: str) -> list[Entry]:
    """Return the layer objects of the file. If both keys are present, the array counts, because it is newer.

    2016 reads only the object.
    """
    value = top.members.get("layer")
    if "layers" not in top.members:
        return [(_ONE, value, ())] if type(value) is dict else _no_entry(top)
    older: list[Entry] = []
    if "layer" in top.members:
        fact = 'both "layer" and "layers" are present; readers may take either, here "layers" counts'
        top.warn(_BOTH, fact, top.at("layer", key=True), "keep one of them")
        passed_over = _passed_over(top, "layer", _BOTH, '"layers" counts instead', _E2018)
        older = [(_ONE, value, (passed_over,))] if type(value) is dict else []
    if version == "1.0.0":
        fact = '"layers" needs file_format_version 1.0.1 or later'
        top.warn(_LAYERS, fact, top.at("layers", key=True), '"file_format_version": "1.0.1"')
    return _array(top) + older


def _passed_over(top: Fields, key: str, why: RuleId, fact: str, editions: frozenset[Edition]) -> Reason:
    """Return the note that some editions ignore a key, which is not a fault of the layers in it."""
    where = top.at(key, key=True)
    return Reason(why, Severity.NOTE, top.subject, fact, where, editions=editions, rejects=True)


def _array(top: Fields) -> list[Entry]:
    value = top.members["layers"]
    if type(value) is not list:
        top.reject(_LAYERS, f'"layers" is {shape(value)}, not a list', top.at("layers"), "a list of objects")
        return []
    if not value:
        top.reject(_LAYERS, '"layers" is an empty list', top.at("layers"))
    for index, element in enumerate(value):
        if type(element) is not dict:
            fact = f'"layers" holds {shape(element)}, not an object'
            top.warn(_LAYERS, fact, top.at("layers", index), "an object")
    own = (_passed_over(top, "layers", _LAYERS, 'a 1.0 loader does not know "layers"', until(Edition.E2016)),)
    return [(("layers", i), element, own) for i, element in enumerate(value) if type(element) is dict]


def _no_entry(top: Fields) -> list[Entry]:
    if "layer" in top.members:
        fact = f'"layer" is {shape(top.members["layer"])}, not an object'
        top.reject(_LAYER, fact, top.at("layer"), "an object")
    elif "ICD" in top.members and not top.near("layer"):
        top.reject(_LAYER, DRIVER_AMONG_LAYERS, top.at("ICD", key=True), "move it to a vulkan/icd.d folder")
    else:
        top.missing("layer", _LAYER)
    return []


@decides("AMB-KEY-CASE")
def _check_top(top: Fields, found: bool) -> None:
    """Report misspelt keys beside the layer object."""
    if found and not top.members.keys() <= _TOP_KEYS:
        top.strangers(_TOP_KEYS, rule("AMB-KEY-CASE"))
        stray = sorted(top.members.keys() & LAYER_KEYS)
        for key in stray:
            fact = f'the key "{key}" stands beside the layer object and is not read there'
            top.warn(rule("AMB-KEY-CASE"), fact, top.at(key, key=True), 'move it into "layer"')


@decides("LLP_LOADER_1", "LDP_LOADER_2")
def suffix_reason(path: str) -> Reason | None:
    """Return a reason if the name of a file in a searched folder does not end in .json (AMB-JSON-CASE)."""
    if path.endswith(".json"):
        return None
    near = path.lower().endswith(".json")
    fact = f"the name {quote(rules_of(path).split(path)[1])} does not end in .json" + (
        " (case counts)" if near else ""
    )
    severity = Severity.WARNING if near else Severity.INFO
    return Reason(rule("DISC-GEN-08"), severity, path, fact, remedy="rename it to end in .json")
