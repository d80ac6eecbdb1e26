"""The evidence of a policy test on a loader: what it ran on and what was seen, as JSON can hold it. No verdicts."""

import hashlib
import json
from dataclasses import asdict

from refloader.native.windows_target import chosen
from refloader.sandbox.wine.loader import hooked
from refloader.scenario.actions import EVERYTHING
from refloader.scenario.observation import Observation
from refloader.scenario.platform import HostPlatform, body_of
from refloader.scenario.scenario import Scenario

_LARGE = 16 << 10
"""The limit in bytes for a file in the evidence."""
_FEW_ACTIONS = 20
"""The limit on actions in the evidence of a passed case."""
_MOST_LINES = 400
"""The limit on lines of the mocks' trace in the evidence."""


def offered(scenario: Scenario, full: bool) -> dict[str, object]:
    """Return what a loader was run on; ``full`` is enough to build the case by hand."""
    files = {path: _text(data) for path, data in scenario.files.items()} if full else list(scenario.files)
    application = {key: value for key, value in asdict(scenario.application).items() if value}
    libraries = {path: asdict(each) if full else each.mock for path, each in scenario.libraries.items()}
    actions = [list(each) for each in scenario.actions[: None if full else _FEW_ACTIONS]]
    left = len(scenario.actions) - len(actions)
    return {
        "scenario": digest(scenario),
        "files": files,
        "variables": dict(scenario.variables),
        "application": application,
        **({"platform": body_of(scenario.situation)} if scenario.situation != HostPlatform() else {}),
        **({"libraries": libraries} if libraries else {}),
        **({"links": dict(scenario.links)} if scenario.links else {}),
        **({"privilege": scenario.privilege} if scenario.elevated else {}),
        **({"actions": actions} if scenario.actions != EVERYTHING else {}),
        **({"actions_left_out": left} if left else {}),
    }


def _text(data: bytes) -> str:
    """Return the content of a file; of a large one the beginning and the digest."""
    text = data[:_LARGE].decode("utf-8", "backslashreplace")
    more = f"... ({len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()})"
    return text + more if len(data) > _LARGE else text


def observed(seen: Observation, full: bool) -> dict[str, object]:
    """Return what was seen of a loader."""
    return {
        "ended": f"{seen.ended}: {seen.detail}" if seen.detail else seen.ended,
        "result": seen.result_name,
        "chain": list(seen.chain),
        "layers": list(seen.layer_names),
        "drivers": list(seen.drivers),
        **({"answered by": list(hooked(seen)) or ["Wine"]} if chosen() else {}),
        **({"violations": list(seen.violations)} if seen.violations else {}),
        **({"answers": dict(seen.answers)} if full and seen.answers else {}),
        **({"lacking": dict(seen.lacking)} if full and seen.lacking else {}),
        **({"trace": list(seen.trace[:_MOST_LINES])} if full and seen.trace else {}),
    }


def digest(scenario: Scenario) -> str:
    """Return a short name for a scenario's content, the same in every run."""
    body = asdict(scenario)
    body["situation"] = body_of(scenario.situation)
    if not body["situation"]:
        del body["situation"]  # ordinary Linux is left out: older digests were made without a platform
    body["files"] = {path: data.hex() for path, data in scenario.files.items()}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:16]
