"""An installed container as a machine: which folders it is made of, and its variables, as far as files show them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.whatif.change import Change, ChangeKind


class NotInstalledError(Exception):
    """A part of a container is not there; the message says which one and where it was looked for."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """A part that a container does not get: its name, why, and what brings the right one, with the command."""

    name: str
    why: str
    what: str
    command: str

    def answer(self) -> Answer:
        """Return it as an answer."""
        change = Change(ChangeKind.INSTALL, self.what, install=self.command, tried=False)
        return Answer("container", State.DOUBTFUL, self.why, changes=(change,))


def answers_on(lacking: Sequence[Lacking], words: Sequence[str]) -> Iterator[Answer]:
    """Yield the answers on the parts that a container lacks; if words ask for something, those that are called so."""
    for each in lacking:
        name = each.name.lower()
        if not words or any(word.lower() in name or name in word.lower() for word in words):
            yield each.answer()


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
    lacking: tuple[Lacking, ...] = ()
