"""What of a layer's entry the full reader takes without a remark, for those that read clean manifests fast.

Each function returns None for a value that only ``layer_fields`` and ``layer_extras`` can read. Makes no decisions of
its own.
"""

from collections.abc import Mapping, Sequence

from refloader.core.manifests.layer_extras import NEGOTIATE, OLD_FORMATS
from refloader.model import registry
from refloader.model.layer import Extension, Switch
from refloader.model.place import Use
from refloader.model.version import ApiVersion, parse_strict

Names = Mapping[str, str]
Switches = tuple[Switch | None, Switch | None]

_OLD_FUNCTIONS = frozenset({"vkGetInstanceProcAddr", "vkGetDeviceProcAddr"})


def version(text: str) -> ApiVersion | None:
    """Return an api_version that every loader speaks."""
    api = parse_strict(text)
    return api if api is not None and api.major == 1 and api.fits else None


def functions(names: Names, format_version: str) -> tuple[tuple[str, str], ...] | None:
    """Return the renamed functions, if they are those that a layer of this format renames."""
    expected = _OLD_FUNCTIONS if format_version in OLD_FORMATS else {NEGOTIATE}
    return tuple(names.items()) if names.keys() <= expected else None


def switches(enable: Names | None, disable: Names | None, use: Use) -> Switches | None:
    """Return the enable and disable variables, each None that is not there; an implicit layer has the second."""
    if use is not Use.IMPLICIT:
        return (None, None) if enable is None and disable is None else None
    off = _switch(disable) if disable is not None else None
    if off is None or enable is None:
        return None if off is None else (None, off)
    on = _switch(enable)
    return None if on is None or on.variable == off.variable else (on, off)


def _switch(names: Names) -> Switch | None:
    if len(names) != 1:
        return None
    name, value = next(iter(names.items()))
    plain = name and "=" not in name and "\0" not in name and not any(map(str.isspace, name))
    return Switch(name, value) if plain else None


def extension(name: str, spec: str, entries: Sequence[str] | None, *, plain: bool) -> Extension | None:
    """Return one listed extension, ``plain`` if it is one of the instance, which has no entrypoints."""
    if not (0 < len(name) < 64 and spec.isascii() and spec.isdigit() and len(spec) < 10):
        return None
    if plain:
        return Extension(name, int(spec)) if entries is None else None
    known = registry.extension(name)
    if known is None or entries is None or known.commands != tuple(entries):
        return None
    return Extension(name, int(spec), known.commands)
