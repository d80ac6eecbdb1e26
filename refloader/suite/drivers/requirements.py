"""What the Vulkan registry asks of the devices of each version. Decides nothing and does not read vk.xml.

The data are ``generated/requirements.json``, written by ``tools/generate.py``. They are separate from ``registry``
because only the harness needs them.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class RequiredFeature:
    """A feature that each device of a version has. ``depends``: where one of these extensions or features is there.

    Extensions are names, features "Structure::member"; a feature that depends on nothing is always required.
    """

    version: tuple[int, int]
    structure: str
    member: str
    depends: tuple[str, ...]


@cache
def required_features() -> tuple[RequiredFeature, ...]:
    """Return the features that devices have to have, the oldest version's first."""
    return tuple(
        RequiredFeature(
            version=_version(row["version"]),
            structure=row["structure"],
            member=row["member"],
            depends=tuple(row["depends"].split(",")) if row["depends"] else (),
        )
        for row in _data()["features"]
    )


def powers_of_two() -> Iterator[tuple[str, str]]:
    """Yield structure and member of each limit that is a power of two."""
    for row in _data()["powers_of_two"]:
        yield row["structure"], row["member"]


def _version(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return int(major), int(minor)


@cache
def _data() -> dict[str, Any]:
    text = files("refloader.model").joinpath("generated/requirements.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data
