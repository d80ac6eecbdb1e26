"""What the tests of differences share: a driver, and facts of it that differ."""

from typing import Any

from refloader.results.results_file import Subject

OLD: dict[str, Any] = {
    "library": {"sha256": "aa"},
    "devices": [{"properties": {"deviceName": "GPU"}, "extensions": {"VK_KHR_a": 1, "VK_KHR_b": 1}}],
    "timings": {"busy": 1.0, "instance": {"cold": 9.0, "samples": [10.0, 10.0, 12.0]}},
}
NEW: dict[str, Any] = {
    "library": {"sha256": "bb"},
    "devices": [{"properties": {"deviceName": "GPU"}, "extensions": {"VK_KHR_b": 2, "VK_KHR_c": 1}}],
    "timings": {"busy": 1.0, "instance": {"cold": 9.0, "samples": [50.0, 50.0, 60.0]}},
}


def driver(facts: dict[str, Any], name: str = "it.json") -> Subject:
    """The driver of both runs."""
    return Subject("driver", name, f"/{name}", "1.3.0", "", facts=facts)
