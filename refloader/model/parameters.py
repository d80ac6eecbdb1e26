"""Answers what the Vulkan registry says of commands' parameters and results. Never decides, never reads vk.xml.

The data are ``generated/parameters.json``, written by ``tools/generate.py``. It is apart from ``registry``, because
only the harness wants it.
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
    """One command, aliases included. ``returns`` is a C type, ``codes`` are the VkResults that it may give.

    Of its handles, ``required`` are those that may not be VK_NULL_HANDLE, whatever else holds; ``synchronised`` those
    that no other thread may use meanwhile, arrays of handles too. A queue is among them although a device of
    VK_KHR_internally_synchronized_queues may take that on itself.
    """

    name: str
    returns: str
    parameters: tuple[str, ...]
    codes: frozenset[int]
    required: frozenset[str]
    synchronised: frozenset[str]


def signature(name: str) -> Signature | None:
    """The command of that name, or None when the registry does not know it."""
    return _signatures().get(name)


def handle_type(name: str) -> str:
    """The name that a handle type has today: VkDescriptorUpdateTemplate for VkDescriptorUpdateTemplateKHR."""
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
        synchronised=frozenset(row["synchronised"]),
    )
