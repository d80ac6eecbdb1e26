"""Writes refloader/model/generated/requirements.json: what the registry asks of the devices of each version.

Features that a device of a version must have, with what they depend on as the registry writes it, and the limits that
are powers of two. Only members that the prober tells (``tables.facts``) are here. And features that a device must
have that supports an extension, whatever else it supports: of several members, one.
"""

import json
from typing import Any

from tables.facts import CHAINED_FEATURES, CHAINED_LIMITS, PLAIN


def build_requirements(vk: Any) -> str:
    """The JSON text: an object of two members, one line for each row."""
    features = [
        {"version": version.name.removeprefix("VK_VERSION_").replace("_", "."), **_feature(each)}
        for version in vk.versions.values()
        for each in version.featureRequirement or ()
        if each.struct in (*PLAIN, *CHAINED_FEATURES)
    ]
    powers = [
        {"structure": name, "member": member.name}
        for name in (*PLAIN, *CHAINED_LIMITS)
        for member in vk.structs[name].members
        if "pot" in (member.limitType or "").split(",")
    ]
    extensions = [
        {
            "extension": extension.name,
            "structure": _structure(vk, each.struct),
            "members": each.field.split(","),
        }
        for extension in vk.extensions.values()
        if extension.device
        for each in extension.featureRequirement or ()
        if not each.depends
    ]
    return (
        f'{{"features":{_rows(features)},\n"powers_of_two":{_rows(powers)},\n'
        f'"features_of_extensions":{_rows(extensions)}}}\n'
    )


def _structure(vk: Any, name: str) -> str:
    """The name of a structure that may be called by an alias."""
    return (
        name
        if name in vk.structs
        else next(each.name for each in vk.structs.values() if name in each.aliases)
    )


def _feature(each: Any) -> dict[str, Any]:
    return {"structure": each.struct, "member": each.field, "depends": each.depends or ""}


def _rows(rows: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]"
