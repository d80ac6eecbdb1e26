"""An installed container as a machine: which folders it is made of, and its variables, as far as files show them."""

from collections.abc import Mapping
from dataclasses import dataclass, field


class NotInstalledError(Exception):
    """A part of a container is not there; the message says which one and where it was looked for."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A container. ``root`` is the folder of its root, ``maps`` are further ones by their path in the container.

    ``links`` are folders of links, by their path in the container: each name with the path that it leads to.
    """

    root: str
    maps: Mapping[str, str]
    variables: Mapping[str, str]
    links: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
