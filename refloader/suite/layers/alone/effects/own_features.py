"""Checks on the act "own-features": the features of extensions that a layer's manifest lists.

The entity below has none of them. Source: "Feature Requirements" of the Vulkan specification (the
registry has them), and "Requirements of Well-Behaved Layers" (LLP_LAYER_1).
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from refloader.suite.sessions.answers import Answers, number, part
from refloader.suite.sessions.check_result import CheckResult

ACT = "own-features"
_CORE, _OLDER = "vkGetPhysicalDeviceFeatures2", "vkGetPhysicalDeviceFeatures2KHR"
_NO_FEATURES = "the manifest lists no extension with a feature that every device with it has"


@dataclass(frozen=True, slots=True)
class FeatureOfExtension:
    """A feature that each device with an extension has: of several members, one."""

    extension: str
    structure: str
    members: tuple[str, ...]


@cache
def _known() -> tuple[FeatureOfExtension, ...]:
    """Return the features that the registry asks of extensions: ``tools/generate.py`` writes them."""
    text = files("refloader.model").joinpath("generated/requirements.json").read_text(encoding="utf-8")
    rows = json.loads(text)["features_of_extensions"]
    return tuple(
        FeatureOfExtension(row["extension"], row["structure"], tuple(row["members"])) for row in rows
    )


def features_of(extensions: Iterable[str]) -> tuple[FeatureOfExtension, ...]:
    """Return the features of these extensions."""
    wanted = frozenset(extensions)
    return tuple(feature for feature in _known() if feature.extension in wanted)


def options_for(features: Iterable[FeatureOfExtension]) -> tuple[str, ...]:
    """Return the options of the prober that ask for features."""
    named = (f"{feature.structure}.{member}" for feature in features for member in feature.members)
    return tuple(word for name in named for word in ("--function", name))


def alike(answers: Answers, features: Iterable[FeatureOfExtension]) -> CheckResult:
    """Check that a feature is there by both names of the command, or by neither: they are one command."""
    look = CheckResult(missing=_NO_FEATURES)
    for feature in features:
        for name, values in _values(answers, feature):
            if min(values.values()) < 0:
                continue
            look.seen += 1
            if len(set(values.values())) > 1:
                gives, lacks = sorted(values, key=lambda command: -values[command])
                look.fail(f"{gives} has {name} of the layer's {feature.extension}, {lacks} has not")
    return look


def there(answers: Answers, features: Iterable[FeatureOfExtension]) -> CheckResult:
    """Check that the layer has the features that a device with its extension must have, one of several.

    "Feature Requirements": implementations "must support" a feature "if the [...] extension is supported".
    """
    look = CheckResult(missing=_NO_FEATURES)
    for feature in features:
        values_of_each = [max(values.values()) for _, values in _values(answers, feature)]
        if not values_of_each or max(values_of_each) < 0:
            continue
        look.seen += 1
        if max(values_of_each) == 0:
            which = f"{' or '.join(feature.members)} of {feature.structure}"
            look.fail(f"the manifest lists {feature.extension}, and no device has {which}")
    return look


def _values(answers: Answers, feature: FeatureOfExtension) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield each member of a feature and its value by command: -1 where there is no such command."""
    for member in feature.members:
        answer = part(answers, f"own.{feature.structure}.{member}")
        if answer:
            yield member, {_CORE: number(answer, "core"), _OLDER: number(answer, "older")}
