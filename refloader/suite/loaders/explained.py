"""Explanations of machines and scenarios as results keep them: no longer than they may be. Decides nothing."""

import json
import struct
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from refloader.host.port import Host
from refloader.inspect.explain import as_json, explain
from refloader.model.edition import Edition
from refloader.model.request import Build, Request
from refloader.predict.prediction import machine_of, request_of
from refloader.scenario.scenario import Scenario

Document = dict[str, Any]
"""What ``refloader explain --format json`` prints; ``left_out`` counts what is not kept of each list."""

_LIMIT_OF_SCENARIOS = 64 << 10
"""Bytes of JSON that the evidence of a case keeps."""

_FEWER = (2000, 500, 100, 20)
"""How many entries of each list are kept, tried in this order until it is short enough."""

_SHARED, _X86_64 = 3, 62
_LIBRARY = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", _SHARED, _X86_64)
"""How a library begins that nothing keeps from being loaded: scenarios have mocks of this machine."""


def explained(host: Host, request: Request, edition: Edition) -> Document:
    """The explanation of a machine, without a search for changes that would help."""
    return as_json(explain(host, request, edition, Build(word_size=host.word_size()), (), advise=False))


def decided(scenario: Scenario, edition: Edition) -> Document:
    """What the reference's core decides in a scenario, and why; empty where that is too much to keep."""
    machine = machine_of(scenario)
    libraries = dict.fromkeys(scenario.libraries, _LIBRARY)
    host = replace(machine, files={**machine.files, **libraries, **scenario.files})
    return fitting(explained(host, request_of(scenario.application), edition), _LIMIT_OF_SCENARIOS)


def fitting(document: Document, limit: int) -> Document:
    """The document, shortened until it is no longer than so many bytes of JSON; empty where nothing makes it so."""
    for most in _FEWER:
        if _size(document) <= limit:
            return document
        document = _shortened(document, most)
    return document if _size(document) <= limit else {}


def _size(document: Document) -> int:
    return len(json.dumps(document))


def _shortened(document: Document, most: int) -> Document:
    """The document with the first entries of each list, and all layers in the chain that is kept."""
    lists = {name: each for name, each in document.items() if isinstance(each, list)}
    kept = {name: [_few_reasons(each) for each in _first(rows, most)] for name, rows in lists.items()}
    before: Mapping[str, int] = document.get("left_out", {})
    left = {name: len(rows) - len(kept[name]) + before.get(name, 0) for name, rows in lists.items()}
    return {**document, **kept, "left_out": {name: number for name, number in left.items() if number}}


def _first(rows: list[Any], most: int) -> list[Any]:
    return [row for index, row in enumerate(rows) if index < most or _has_place(row, most)]


def _has_place(row: Any, most: int) -> bool:
    """Whether it is a layer with a place in what is kept of the chain."""
    return isinstance(row, dict) and isinstance(row.get("position"), int) and row["position"] < most


def _few_reasons(row: Any) -> Any:
    """The last reasons of a layer or driver, where the step that settled it is."""
    return {**row, "reasons": row["reasons"][-4:]} if isinstance(row, dict) and "reasons" in row else row
