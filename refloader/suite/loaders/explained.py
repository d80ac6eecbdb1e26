"""Explanations of machines and scenarios for results, shortened to a size limit. Decides nothing."""

import json
import struct
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from refloader.host.port import Host
from refloader.inspect.explain import explain
from refloader.inspect.explain.document import as_json
from refloader.model.edition import Edition
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.predict.scenario_machine import machine_of, request_of
from refloader.scenario.scenario import Scenario

Document = dict[str, Any]
"""The output of ``refloader explain --format json``; ``left_out`` counts the entries that each list lost."""

_LIMIT_OF_SCENARIOS = 64 << 10
"""The limit in bytes of JSON for the evidence of a case."""

_FEWER = (2000, 500, 100, 20)
"""How many entries of each list remain, tried in this order until the document is short enough."""

_SHARED, _X86_64 = 3, 62
_LIBRARY = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", _SHARED, _X86_64)
"""The first bytes of a library that can be loaded: scenarios have mocks for this machine."""

_PE_AT, _AMD64, _IS_DLL, _PE32_PLUS = 0x40, 0x8664, 0x2000, 0x20B
_DLL = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I4sH16xHH", _PE_AT, b"PE", _AMD64, _IS_DLL, _PE32_PLUS)
"""The same on Windows, whose loaders run with mocks that are DLLs."""


def explained(host: Host, request: Request, edition: Edition) -> Document:
    """Return the explanation of a machine, without a search for changes that would help."""
    return as_json(explain(host, request, edition, Build(word_size=host.word_size()), (), advise=False))


def decided(scenario: Scenario, edition: Edition) -> Document:
    """Return what the reference's core decides in a scenario, and why; empty if that is too long."""
    machine = machine_of(scenario)
    is_windows = scenario.situation.system is System.WINDOWS
    libraries = dict.fromkeys(scenario.libraries, _DLL if is_windows else _LIBRARY)
    host = replace(machine, files={**machine.files, **libraries, **scenario.files})
    return fitting(explained(host, request_of(scenario.application), edition), _LIMIT_OF_SCENARIOS)


def fitting(document: Document, limit: int) -> Document:
    """Return the document, shortened to so many bytes of JSON; empty if it cannot be shortened enough."""
    for most in _FEWER:
        if _size(document) <= limit:
            return document
        document = _shortened(document, most)
    return document if _size(document) <= limit else {}


def _size(document: Document) -> int:
    return len(json.dumps(document))


def _shortened(document: Document, most: int) -> Document:
    """Return the document with the first entries of each list, and all layers of the chain that remains."""
    lists = {name: each for name, each in document.items() if isinstance(each, list)}
    kept = {name: [_few_reasons(each) for each in _first(rows, most)] for name, rows in lists.items()}
    before: Mapping[str, int] = document.get("left_out", {})
    left = {name: len(rows) - len(kept[name]) + before.get(name, 0) for name, rows in lists.items()}
    return {**document, **kept, "left_out": {name: number for name, number in left.items() if number}}


def _first(rows: list[Any], most: int) -> list[Any]:
    return [row for index, row in enumerate(rows) if index < most or _has_place(row, most)]


def _has_place(row: Any, most: int) -> bool:
    """Return whether a row is a layer in the part of the chain that remains."""
    return isinstance(row, dict) and isinstance(row.get("position"), int) and row["position"] < most


def _few_reasons(row: Any) -> Any:
    """Return a layer or driver with its last reasons only: the decisive step is among them."""
    return {**row, "reasons": row["reasons"][-4:]} if isinstance(row, dict) and "reasons" in row else row
