"""Describes the facts of a driver in a few lines, for documents. Makes no verdict.

Accepts any JSON, because a results file may come from anywhere: values of an unexpected type are left out.
"""

import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.model.text import number_of
from refloader.report.objects import number, part, text
from refloader.results.results_file import readable

Pairs = tuple[tuple[str, str], ...]
"""Pairs of a short label and a text. A label may occur more than once."""

_MOST_DEVICES = 16
_OFFER = re.compile("0|[1-9][0-9]{0,9}")


def described_driver(facts: Mapping[str, Any]) -> Pairs:
    """Describe the interface, the instance and each device, as far as they are known."""
    return tuple((name, readable(said)) for name, said in _lines(facts) if said)


def _lines(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "speaks", _interface(part(facts, "interface"), is_whole=not text(facts, "note"))
    yield "offers", _instance(part(facts, "instance"))
    devices = facts.get("devices")
    if isinstance(devices, list):
        yield "device", "" if devices else "none on this machine"
        for each in devices[:_MOST_DEVICES]:
            yield "device", _device(each if isinstance(each, Mapping) else {})
        yield "device", f"and {len(devices) - _MOST_DEVICES} more" if len(devices) > _MOST_DEVICES else ""
    counted = number(facts, "device_count")
    yield (
        "device",
        "" if counted is None else f"the driver counts {counted}; no more than these are looked at",
    )
    yield "makes", _timings(part(facts, "timings"))
    yield "note", text(facts, "note")


def _interface(interface: Mapping[str, Any], *, is_whole: bool) -> str:
    """Describe which driver interface versions were negotiated, and which offered versions the driver refused.

    Without negotiation the exports decide, unless the driver ended before a version was offered (not ``is_whole``).
    """
    negotiation = part(interface, "negotiation")
    offers = sorted(int(offer) for offer in negotiation if _OFFER.fullmatch(offer))
    answers = {offer: part(negotiation, str(offer)) for offer in offers}
    agreed = {number(said, "version") for said in answers.values() if said.get("result") == 0}
    refused = [offer for offer, said in answers.items() if said.get("result") != 0]
    if not answers:
        return _unnegotiated(interface.get("exports")) if is_whole else ""
    versions = _ranges(sorted(each for each in agreed if each is not None)) or "none"
    return f"driver interface {versions}" + (f", refuses {_ranges(refused)}" if refused else "")


def _unnegotiated(exports: object) -> str:
    """Return the interface version that the exports imply, for a driver without negotiation."""
    names = exports if isinstance(exports, list) else []
    for version, name in ((1, "vk_icdGetInstanceProcAddr"), (0, "vkGetInstanceProcAddr")):
        if name in names:
            return f"driver interface {version}, without a negotiation"
    return ""


def _ranges(numbers: Sequence[int]) -> str:
    """Format sorted numbers, with consecutive ones as ranges: ``0 to 5, 7``."""
    runs: list[tuple[int, int]] = []
    for each in numbers:
        if runs and each == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], each)
        else:
            runs.append((each, each))
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in runs)


def _instance(instance: Mapping[str, Any]) -> str:
    extensions = part(instance, "extensions")
    version = f"Vulkan {text(instance, 'version')}" if text(instance, "version") else ""
    more = " and more" if instance.get("more_extensions") is True else ""
    offered = f"{number_of(len(extensions), 'instance extension')}{more}" if "extensions" in instance else ""
    result = number(instance, "result")
    failed = f"no instance (VkResult {result})" if result else ""
    return ", ".join(filter(None, (version, offered, failed)))


def _device(device: Mapping[str, Any]) -> str:
    properties, driver = part(device, "properties"), part(device, "driver")
    vendor, product = number(properties, "vendorID"), number(properties, "deviceID")
    ids = f"{vendor:#06x}:{product:#06x}" if vendor is not None and product is not None else ""
    version = text(properties, "apiVersion")
    made_by = " ".join(filter(None, (text(driver, "driverName"), text(driver, "driverInfo"))))
    uuid = text(part(device, "id"), "deviceUUID")
    parts = (
        text(properties, "deviceName"),
        text(properties, "deviceType"),
        ids,
        f"Vulkan {version}" if version else "",
        made_by or f"driver version {number(properties, 'driverVersion')}",
        f"uuid {uuid}" if uuid else "",
    )
    return ", ".join(filter(None, parts))


def _timings(timings: Mapping[str, Any]) -> str:
    """Return the median time to create an instance and each device, if it was measured."""
    parts = [_timing(name, part(timings, name)) for name in timings]
    return f"{', '.join(filter(None, parts))} (median)" if any(parts) else ""


def _timing(name: str, timing: Mapping[str, Any]) -> str:
    samples = timing.get("samples")
    every = [*(samples if isinstance(samples, list) else ()), timing.get("cold")]
    numbers = [each for each in every if isinstance(each, int | float)]
    return f"{name.replace('.', ' ')} in {statistics.median(numbers):.2f} ms" if numbers else ""
