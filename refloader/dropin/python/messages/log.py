"""Delivers the loader's messages: to standard error as VK_LOADER_DEBUG requests, and to messengers.

Does not compose messages. A caller for which composing one is expensive checks ``wants`` first.
"""

from dataclasses import replace

from refloader.core.chain.messages import listed_kinds, message_kinds
from refloader.core.manifests.fields import InJson, is_of_other_kind
from refloader.dropin.python import _edge
from refloader.dropin.python.memory.acting import EDITION
from refloader.dropin.python.memory.state import Listener
from refloader.dropin.python.messages import messengers
from refloader.model.reason import Reason, Severity
from refloader.model.text import quote
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
_ABOUT_NAMES = ("NAMING-LAYER-01", "NAMING-LAYER-02", "NAMING-LAYER-03")
"""Advice to whoever writes a manifest. The layer works, so that its user is not warned."""
_NO_PROBLEM = (
    "MANIFEST-LAYER-01",
    "MANIFEST-ICD-01",
    "AMB-FFV-UNKNOWN",
    "DISC-GEN-02",
    "ENV-ADDLAYERPATH-02",
    "ENV-ADDIMPLPATH-02",
    "ENV-DRIVERFILES-04",
    "ENV-DRIVERFILES-06",
)
"""What ``explain`` warns of and loaders in the field do not: unknown formats, a second layer with a name, and a
variable that another one replaces. A program that counts the warnings of its messenger hears none."""
_OTHER_API = ("LLP_LOADER_4", "LDP_LOADER_4")
"""The rules by which a layer or driver of another API than Vulkan is left out: its manifest may be right."""
_ABSENT = "ENV-INSTLAYERS-01"
"""A layer that VK_INSTANCE_LAYERS names and that is not there is reported as an error, as in the field."""
_WIDTH = 16
"""The columns of the words of a message's kinds; one blank follows longer ones."""


class Log:
    """The receivers of messages during one call: the kinds that are printed, and the messengers."""

    __slots__ = ("_kinds", "_listeners")

    def __init__(self, kinds: frozenset[str], listeners: tuple[Listener, ...] = ()) -> None:
        self._kinds = kinds
        self._listeners = listeners

    def __bool__(self) -> bool:
        """True if any message has a receiver."""
        return bool(self._kinds or self._listeners)

    @property
    def listened(self) -> bool:
        """True if messengers receive messages."""
        return bool(self._listeners)

    def concern(self, instance: int) -> None:
        """Name the VkInstance that messages are about, which messengers hear with each, as in the field."""
        self._listeners = tuple(replace(each, instance=instance) for each in self._listeners)

    def wants(self, *kinds: str) -> bool:
        """True if a message of one of these kinds may have a receiver."""
        return bool(self._listeners) or not self._kinds.isdisjoint(kinds)

    def say(self, level: str, about: str, text: str) -> None:
        """Deliver a message with its level ("" for a listing) and its subject ("layer", "driver" or "")."""
        if level in self._kinds or about in self._kinds:
            _edge.stderr(line(level, about, text))
        if self._listeners:
            messengers.tell(self._listeners, level or "info", about, text)

    def show(self, about: str, other: str, text: str) -> None:
        """Deliver a line of a listing that belongs to two subjects and has the word of the first."""
        if about in self._kinds or other in self._kinds:
            _edge.stderr(line("", about, text))
        if self._listeners:
            messengers.tell(self._listeners, "info", about, text)

    def always(self, text: str) -> None:
        """Deliver an error, and print it even if no errors are requested."""
        _edge.stderr(line("error", "", text))
        if self._listeners:
            messengers.tell(self._listeners, "error", "", text)

    def reason(self, about: str, reason: Reason, *, fatal: bool = False) -> None:
        """Deliver the reason of a decision as a message; ``fatal`` if what an error costs fails the call."""
        if about and not fatal and is_refused(reason):
            no_problem = is_of_other_kind(reason) or reason.rule in _OTHER_API
            level, outcome = "info" if no_problem else "warn", f"; the {about} is left out"
        else:
            level, outcome = _level(reason), ""
        if self.wants(level, about):
            self.say(level, about, in_words(reason, outcome))


def is_refused(reason: Reason) -> bool:
    """Return whether a reason is that a manifest is JSON and says something by which its layer or driver is left out.

    The loss of one is no error of the program, which may not know it.
    """
    return reason.rejects and reason.severity is Severity.ERROR and isinstance(reason.where, InJson)


def _level(reason: Reason) -> str:
    """Return the level of a reason's message, which for some warnings of ``explain`` is another one in the field.

    There, a manifest that is named or found and cannot be opened is an error, and a folder that is not there none.
    """
    if reason.rule in _ABOUT_NAMES:
        return "info"
    if reason.severity is not Severity.WARNING:
        return _LEVELS[reason.severity]
    if reason.rule == _ABSENT or (reason.unread is not None and reason.subject.endswith(".json")):
        return "error"
    return "info" if reason.rule in _NO_PROBLEM or reason.is_missing else "warn"


@decides("DEBUG-LOG-04")
def line(level: str, about: str, text: str) -> str:
    """Return a message as it is printed: the prefix, the words of its kinds, the text."""
    words = " | ".join(word for word in (_WORDS[level], _WORDS[about]) if word)
    visible = text.replace("\0", "\\0")
    return f"[Vulkan Loader] {words + ': ':<{_WIDTH}}{visible}\n"


def in_words(reason: Reason, outcome: str = "") -> str:
    """Return a reason as a sentence with its subject, which it may begin with, its place in a file and its rule.

    ``outcome`` is appended to what it says.
    """
    span = reason.span
    place = f" ({span.path}:{span.line}:{span.column})" if span and span.line else ""
    is_named = reason.fact.startswith((f"{reason.subject} ", f"{quote(reason.subject)} "))
    fact = reason.fact if is_named else f"{reason.subject}: {reason.fact}"
    return f"{fact}{outcome}{place} [{reason.rule}]"


def for_call(listed: tuple[str, ...] = ()) -> Log:
    """Return the log of a call whose messages no messenger can receive.

    ``listed`` are the kinds that a settings file requests.
    """
    return Log(_kinds(listed))


@decides("DEBUG-LOG-03", "AMB-LOG-STREAM")
def for_creation(chain: int, listed: tuple[str, ...]) -> Log:
    """Return the log of a vkCreateInstance; ``chain`` is its pNext chain, which may contain messengers.

    ``listed`` are the kinds that a settings file requests.
    """
    return Log(_kinds(listed), messengers.in_chain(chain) if chain else ())


def for_instance(listeners: tuple[Listener, ...], listed: tuple[str, ...]) -> Log:
    """Return the log of an existing instance."""
    return Log(_kinds(listed), listeners)


def _kinds(listed: tuple[str, ...] = ()) -> frozenset[str]:
    value = _edge.getenv("VK_LOADER_DEBUG")
    kinds = message_kinds(value, EDITION) if value else frozenset()
    return kinds | listed_kinds(listed) if listed else kinds


def traced() -> str:
    """Return the file that trace.py writes to, or "" if none is requested or the process is elevated."""
    path = _edge.getenv("REFLOADER_TRACE")
    return path if path and not _edge.elevated() else ""
