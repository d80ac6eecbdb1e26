"""Checks on the act "effects": which messengers hear a message of the application, and what they get of it.

The entity below calls back those that it got. A layer may do that itself as well. Source:
vkSubmitDebugUtilsMessageEXT, VkDebugUtilsMessengerCreateInfoEXT and vkDebugReportMessageEXT of the Vulkan
specification, and "Requirements of Well-Behaved Layers" (LLP_LAYER_1).
"""

from collections.abc import Iterator, Mapping

from refloader.model.text import number_of, some
from refloader.suite.layers.alone.rows import Heard
from refloader.suite.sessions.answers import Answers, number, part, records, texts
from refloader.suite.sessions.check_result import CheckResult

ACT = "effects"
_MASKS: Mapping[str, tuple[str, ...]] = {
    "utils": (
        "for all messages",
        "for warnings and errors",
        "for messages about performance",
        "that is destroyed",
    ),
    "report": (
        "for all messages",
        "for warnings and errors",
        "for performance warnings",
        "that is destroyed",
    ),
}
"""What each listener of the prober's is for; the last one is for all messages until the last message."""
_SAID: Mapping[str, tuple[str, ...]] = {
    "utils": (
        "information (GENERAL)",
        "an error (VALIDATION)",
        "a warning (PERFORMANCE)",
        "a verbose message (GENERAL)",
    ),
    "report": ("information", "an error", "a performance warning", "a debug message"),
}
_COMMANDS: Mapping[str, str] = {
    "utils": "vkSubmitDebugUtilsMessageEXT",
    "report": "vkDebugReportMessageEXT",
}
_LISTENERS: Mapping[str, str] = {"utils": "messenger", "report": "callback"}
_STRUCTURES: Mapping[str, str] = {
    "utils": "VkDebugUtilsMessengerCreateInfoEXT",
    "report": "VkDebugReportCallbackCreateInfoEXT",
}
_NONE = "the layer has no function of its own for messengers"
_DESTROYED, _LAST_MESSAGE = 3, 3


def heard(answers: Answers) -> CheckResult:
    """Check that a message is heard by the messengers whose masks it matches, and by no others.

    vkSubmitDebugUtilsMessageEXT: "The call will propagate through the layers and generate callback(s) as indicated by
    the message's flags". "messageSeverity is a bitmask [...] specifying which severity of event(s) will cause this
    callback to be called".
    """
    look = CheckResult(missing=_NONE)
    for kind, answer in _messengers(answers):
        for listener, message, is_expected, times in records(answer, "heard", Heard):
            look.seen += 1
            if is_expected is (times > 0):
                continue
            who = _who(kind, listener, message)
            heard_it = "does not hear" if is_expected else "hears"
            look.fail(f"{who} {heard_it} {_SAID[kind][message]}, which {_COMMANDS[kind]} came with")
    return look


def heard_once(answers: Answers) -> CheckResult:
    """Check that a messenger hears a message once. No sentence says how often it is called back."""
    look = CheckResult(missing=_NONE)
    for kind, answer in _messengers(answers):
        for listener, message, is_expected, times in records(answer, "heard", Heard):
            look.seen += 1
            if is_expected and times > 1:
                often = number_of(times, "time")
                look.fail(f"{_who(kind, listener, message)} hears {_SAID[kind][message]} {often}")
    return look


def passed_on(answers: Answers) -> CheckResult:
    """Check that a message comes to the messengers as it was given.

    vkSubmitDebugUtilsMessageEXT and vkDebugReportMessageEXT: "The parameters are passed on to the callback in
    addition to the pUserData value that was defined at the time the messenger was registered."
    """
    look = CheckResult(missing=_NONE)
    for kind, answer in _messengers(answers):
        look.seen += 1
        if changed := texts(answer, "changed"):
            others = f"another {some(changed, 5)} than it was given"
            look.fail(f"a message of {_COMMANDS[kind]} comes to a {_LISTENERS[kind]} with {others}")
    return look


def heard_in_creation(answers: Answers) -> CheckResult:
    """Check that a messenger on pNext of VkInstanceCreateInfo hears what is reported below in creation and end.

    "To capture events that occur while creating or destroying an instance, an application can link a
    VkDebugUtilsMessengerCreateInfoEXT structure [...] to the pNext chain of the VkInstanceCreateInfo structure."
    """
    look = CheckResult(missing="the layer made no instance with messengers on pNext")
    for kind, structure in _STRUCTURES.items():
        answer = part(answers, f"creation.{kind}")
        for key, command in (("made", "vkCreateInstance"), ("ended", "vkDestroyInstance")) if answer else ():
            look.seen += 1
            if number(answer, key) == 0:
                fact = f"the callback of {structure} on pNext of VkInstanceCreateInfo does not hear"
                look.fail(f"{fact} what the next entity reports in {command}")
    return look


def _messengers(answers: Answers) -> Iterator[tuple[str, Answers]]:
    """Yield the kinds of messengers that could be made, and what came of them."""
    for kind in _MASKS:
        answer = part(answers, f"messengers.{kind}")
        if answer and number(answer, "missing") == 0:
            yield kind, answer


def _who(kind: str, listener: int, message: int) -> str:
    is_for_all = listener == _DESTROYED and message != _LAST_MESSAGE
    return f"a {_LISTENERS[kind]} {_MASKS[kind][0 if is_for_all else listener]}"
