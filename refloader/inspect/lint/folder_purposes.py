"""Checks whether manifests lie in the folders that the documents intend for them. No I/O."""

from collections.abc import Iterator

from refloader.core.json.reader import JsonValue
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.text import quote
from refloader.rules import decides, rule

LOCAL_BASES = ("/usr/local/etc", "/usr/local/share")
"""The base folders for locally built software (2018: ICD Discovery on Linux)."""

_WHERE_LOCAL = frozenset({Edition.E2018, Edition.E2022, Edition.E2026})


@decides("DISC-LINUX-12", "DISC-DRIVER-LINUX-06")
def local_folder(path: str, use: Use, package: str) -> Reason | None:
    """Return the note on a manifest that a package puts into a folder for locally built software, else None.

    Loaders find it there nevertheless. /usr/share is for packages of the distribution, /etc for others; a package
    does not show which of the two it is.
    """
    if not path.startswith(tuple(f"{base}/" for base in LOCAL_BASES)):
        return None
    what = "a driver" if use is Use.DRIVER else "a layer"
    fact = f"{quote(package)} puts {what} into {quote(path.rpartition('/')[0])}, which is for what is built locally"
    why = rule("DISC-DRIVER-LINUX-06" if use is Use.DRIVER else "DISC-LINUX-12")
    suggestion = "use /usr/share for a package of the distribution, /etc for another one"
    return Reason(why, Severity.NOTE, path, fact, InFile(path), suggestion, _WHERE_LOCAL)


_LAYERS = ("layer", "layers")


def without_driver(value: JsonValue) -> JsonValue:
    """Return a manifest without its driver; None if it has no layer beside one."""
    if not isinstance(value, dict) or "ICD" not in value or not any(key in value for key in _LAYERS):
        return None
    return {key: each for key, each in value.items() if key != "ICD"}


def beside_the_other(value: JsonValue, path: str, use: Use) -> Iterator[Reason]:
    """Yield the note on a manifest of a driver and a layer, of which loaders read one in the folder that it lies in.

    Vendors install such a file in both folders.
    """
    key = _other(value, use)
    if not key:
        return
    what, folders, why = "the layer", "icd.d", rule("DISC-DRIVER-LINUX-03")
    if use is Use.DRIVER:
        what, folders, why = "the driver", "implicit_layer.d or explicit_layer.d", rule("DISC-LINUX-09")
    fact = f'loaders read only {what} of this file, as "{key}" counts in {folders} alone'
    yield Reason(why, Severity.NOTE, path, fact, InFile(path), f"a copy in {folders}, if both are wanted")


def twins_of(path: str, use: Use) -> tuple[str, ...]:
    """Return the files of the same name in the folders beside this one that are for the other kind of manifest."""
    folder, _, name = path.rpartition("/")
    base = folder.rpartition("/")[0]
    others = ("implicit_layer.d", "explicit_layer.d") if use is Use.DRIVER else ("icd.d",)
    return tuple(f"{base}/{other}/{name}" for other in others)


def _other(value: JsonValue, use: Use) -> str:
    """Return the key of what counts in other folders, if it has what a loader needs first of it; else empty."""
    if without_driver(value) is None or not isinstance(value, dict):
        return ""
    if use is not Use.DRIVER:
        driver = value["ICD"]
        path = driver.get("library_path") if isinstance(driver, dict) else None
        return "ICD" if use is not Use.SETTINGS and isinstance(path, str) else ""
    for key in _LAYERS:
        each = value.get(key)
        listed = each[:1] if isinstance(each, list) else [each]
        if any(isinstance(layer, dict) and isinstance(layer.get("name"), str) for layer in listed):
            return key
    return ""
