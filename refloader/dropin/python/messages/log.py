"""Says what the loader has to say: on standard error as VK_LOADER_DEBUG asks, and to messengers.

Nothing is put into words here; who has something to say asks ``wants`` first where the words cost time.
"""

from refloader.core.chain.messages import listed_kinds, message_kinds
from refloader.dropin.python import _edge
from refloader.dropin.python.memory.state import EDITION, Listener
from refloader.dropin.python.messages import messengers
from refloader.model.reason import Reason, Severity
from refloader.rules import decides

_WORDS = {
    "error": "ERROR",
    "warn": "WARNING",
    "info": "INFO",
    "debug": "DEBUG",
    "layer": "LAYER",
    "driver": "DRIVER",
    "": "",
}
_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warn",
    Severity.NOTE: "info",
    Severity.INFO: "debug",
}
_WIDTH = 34


class Log:
    """Who listens during one call: the kinds that are printed, and messengers by the address of their info."""

    __slots__ = ("_kinds", "_listeners")

    def __init__(self, kinds: frozenset[str], listeners: tuple[Listener, ...] = ()) -> None:
        self._kinds = kinds
        self._listeners = listeners

    def __bool__(self) -> bool:
        """Whether anybody listens at all."""
        return bool(self._kinds or self._listeners)

    def wants(self, *kinds: str) -> bool:
        """Whether somebody would hear a message of one of these kinds."""
        return bool(self._listeners) or not self._kinds.isdisjoint(kinds)

    def say(self, level: str, about: str, text: str) -> None:
        """One message: its level (empty for a listing) and what it is about: layer, driver or nothing."""
        if level in self._kinds or about in self._kinds:
            _edge.stderr(line(level, about, text))
        if self._listeners:
            messengers.tell(self._listeners, level or "info", about, text)

    def reason(self, about: str, reason: Reason) -> None:
        """A reason of a decision as a message."""
        if self.wants(_LEVELS[reason.severity], about):
            self.say(_LEVELS[reason.severity], about, in_words(reason))


@decides("DEBUG-LOG-04")
def line(level: str, about: str, text: str) -> str:
    """A message as it is printed: the prefix, the words of its kinds, the text."""
    words = " | ".join(word for word in (_WORDS[level], _WORDS[about]) if word)
    visible = text.replace("\0", "\\0")
    return f"[Vulkan Loader] {words + ':':<{_WIDTH - 16}}{visible}\n"


def in_words(reason: Reason) -> str:
    """A reason as a sentence with its rule and place."""
    span = reason.span
    place = f" ({span.path}:{span.line}:{span.column})" if span and span.line else ""
    return f"{reason.subject}: {reason.fact}{place} [{reason.rule}]"


def for_call() -> Log:
    """The log of a call that no messenger can listen to."""
    return Log(_kinds())


@decides("DEBUG-LOG-03", "AMB-LOG-STREAM")
def for_creation(chain: int, listed: tuple[str, ...]) -> Log:
    """The log of a vkCreateInstance; ``chain`` is the pNext of its create info, which may hold messengers.

    ``listed`` are the kinds that a settings file asks for.
    """
    return Log(_kinds(listed), messengers.in_chain(chain) if chain else ())


def for_instance(listeners: tuple[Listener, ...], listed: tuple[str, ...]) -> Log:
    """The log of what happens in a living instance."""
    return Log(_kinds(listed), listeners)


def _kinds(listed: tuple[str, ...] = ()) -> frozenset[str]:
    value = _edge.getenv("VK_LOADER_DEBUG")
    kinds = message_kinds(value, EDITION) if value else frozenset()
    return kinds | listed_kinds(listed) if listed else kinds


def traced() -> str:
    """The file in which trace.py writes down what happens, empty where nobody wants it or the process is elevated."""
    path = _edge.getenv("REFLOADER_TRACE")
    return path if path and not _edge.elevated() else ""
