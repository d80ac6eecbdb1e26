"""Reads a driver manifest and decides, per edition, whether it is usable, but not whether the driver is used."""

from refloader.core.json.reader import Document
from refloader.core.manifests.fields import LAYER_AMONG_DRIVERS, Fields, InJson, document_reasons, shape
from refloader.core.manifests.layer_extras import format_text, library_arch
from refloader.core.manifests.layer_fields import checked_version
from refloader.core.manifests.manifest_library import check_library_form, is_plain
from refloader.model.driver import Driver
from refloader.model.edition import ALL, Edition, since
from refloader.model.place import Place
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote
from refloader.model.version import ApiVersion, parse_strict
from refloader.rules import decides, rule

_VALID = rule("LDP_DRIVER_4")
_FORMAT = rule("MANIFEST-ICD-01")
_TOP_KEYS = frozenset({"file_format_version", "ICD"})
DRIVER_KEYS = frozenset({"library_path", "api_version", "library_arch", "is_portability_driver"})
_E2026 = since(Edition.E2026)


@decides("LDP_DRIVER_4", "MANIFEST-ICD-02", "MANIFEST-ICD-08", "LDP_LOADER_2")
def read_driver_file(document: Document, path: str, place: Place, system: System = System.LINUX) -> Driver:
    """Read the driver in one manifest file. If it is no driver manifest, the result is rejected, with reasons."""
    problems = document_reasons(document, path, _VALID) if document.problems else ()
    root = document.value
    if not document.valid:
        return Driver(path, place, reasons=problems, rejected=ALL)
    if type(root) is not dict:
        fact = f"the manifest is {shape(root)}, not an object"
        reason = Reason(_VALID, Severity.ERROR, path, fact, InJson(document, path, ()), rejects=True)
        return Driver(path, place, reasons=(*problems, reason), rejected=ALL)
    top = Fields(document, path, (), root, path)
    version = _format(top)
    members = root.get("ICD")
    if type(members) is not dict:
        _no_driver(top)
        return Driver(path, place, version, reasons=(*problems, *top.reasons), rejected=ALL)
    if not root.keys() <= _TOP_KEYS:
        top.strangers(_TOP_KEYS, rule("AMB-KEY-CASE"))
    fields = Fields(document, path, ("ICD",), members, path, system)
    return _driver(fields, place, version, (*problems, *top.reasons))


def _driver(fields: Fields, place: Place, version: str, before: tuple[Reason, ...]) -> Driver:
    fields.reasons.extend(before)
    library = fields.required_text("library_path", rule("MANIFEST-ICD-03"))
    if library and not is_plain(library, fields.system):
        check_library_form(fields, library, rule("MANIFEST-ICD-03"))
    api = _api_version(fields)
    arch, portability = "", False
    if not fields.members.keys() <= DRIVER_KEYS:
        fields.strangers(DRIVER_KEYS, rule("AMB-KEY-CASE"))
    if "library_arch" in fields.members:
        arch = library_arch(fields, rule("MANIFEST-ICD-05"), _E2026)
    if "is_portability_driver" in fields.members:
        portability = _portability(fields)
    _newer_fields(fields, version)
    reasons = tuple(fields.reasons)
    return Driver(fields.path, place, version, library, arch, api, portability, reasons, fields.rejected())


@decides("MANIFEST-ICD-04", "LDP_LOADER_4")
def _api_version(fields: Fields) -> ApiVersion:
    return checked_version(fields, rule("MANIFEST-ICD-04"), rule("LDP_LOADER_4"), any_kind=True)


@decides("MANIFEST-ICD-01", "MANIFEST-ICD-07")
def _format(top: Fields) -> str:
    value = top.members.get("file_format_version")
    if value in ("1.0.0", "1.0.1"):
        return str(value)
    text = format_text(top, _FORMAT)
    if text and parse_strict(text) is None:
        fact = f'"file_format_version" is {quote(text)}, not major.minor.patch'
        top.warn(_FORMAT, fact, top.at("file_format_version"), '"1.0.0" or "1.0.1"')
    elif text:
        fact = f'"file_format_version" {text} is not a known driver format'
        top.warn(rule("AMB-FFV-UNKNOWN"), fact, top.at("file_format_version"), '"1.0.0" or "1.0.1"')
    return text


def _no_driver(top: Fields) -> None:
    why = rule("MANIFEST-ICD-02")
    layer = next((each for each in ("layer", "layers") if each in top.members), "")
    if "ICD" in top.members:
        top.reject(why, f'"ICD" is {shape(top.members["ICD"])}, not an object', top.at("ICD"), "an object")
    elif layer and not top.near("ICD"):
        top.reject(why, LAYER_AMONG_DRIVERS, top.at(layer, key=True), "move it to a layer folder")
    else:
        top.missing("ICD", why)


@decides("MANIFEST-ICD-06")
def _portability(fields: Fields) -> bool:
    """Return the boolean is_portability_driver; report and ignore a value of another type."""
    value = fields.members["is_portability_driver"]
    if isinstance(value, bool):
        return value
    fact = f'"is_portability_driver" is {shape(value)}, not true or false; it is ignored'
    fields.warn(rule("MANIFEST-ICD-06"), fact, fields.at("is_portability_driver"), "true or false", _E2026)
    return False


def _newer_fields(fields: Fields, version: str) -> None:
    for key, why in (("library_arch", "MANIFEST-ICD-05"), ("is_portability_driver", "MANIFEST-ICD-06")):
        if key in fields.members and version == "1.0.0":
            fact = f'"{key}" belongs to format 1.0.1; the file claims {version}'
            fields.note(rule(why), fact, fields.at(key, key=True), '"file_format_version": "1.0.1"', _E2026)
