"""The parameters and results of commands in the Vulkan registry. Decides nothing and does not read vk.xml.

The data are ``generated/parameters.json``, written by ``tools/generate.py``. They are separate from ``registry``
because only the harness needs them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class Signature:
    """One command or alias. ``returns`` is a C type, ``codes`` are the VkResults that it may return.

    ``wide`` are the parameters with 64 bits in every process, ``floats`` the floating-point ones.
    ``required`` are the handle parameters that must never be VK_NULL_HANDLE; ``synchronised`` are the handle
    parameters, including arrays, that are externally synchronised. Queues count as externally synchronised although
    VK_KHR_internally_synchronized_queues can lift that.
    """

    name: str
    returns: str
    parameters: tuple[str, ...]
    codes: frozenset[int]
    required: frozenset[str]
    wide: frozenset[str]
    floats: frozenset[str]
    synchronised: frozenset[str]


def signature(name: str) -> Signature | None:
    """Return the command with this name, or None if the registry does not have it."""
    return _signatures().get(name)


def handle_type(name: str) -> str:
    """Return the current name of a handle type: VkDescriptorUpdateTemplate for VkDescriptorUpdateTemplateKHR."""
    return _aliases().get(name, name)


@cache
def _data() -> dict[str, Any]:
    text = files("refloader.model").joinpath("generated/parameters.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@cache
def _aliases() -> Mapping[str, str]:
    aliases: dict[str, str] = _data()["handle_aliases"]
    return aliases


@cache
def _signatures() -> Mapping[str, Signature]:
    return MappingProxyType({name: _signature(name, row) for name, row in _data()["commands"].items()})


def _signature(name: str, row: dict[str, Any]) -> Signature:
    return Signature(
        name=name,
        returns=row["returns"],
        parameters=tuple(row["parameters"]),
        codes=frozenset(row["codes"]),
        required=frozenset(row["required"]),
        wide=frozenset(row["wide"]),
        floats=frozenset(row["floats"]),
        synchronised=frozenset(row["synchronised"]),
    )
