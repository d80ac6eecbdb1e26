"""Checks on the acts "states" and "featured": what objects of a device are like after each call.

Source: the Vulkan specification, on which the documents' requirements come on top. For each question it leaves one
answer besides errors. The application asks alone, on two threads at once, of a second device beside the first, and of
the first when that has gone.
"""

from collections.abc import Iterator

from refloader.suite.drivers.checks.stack.expected_answer import SUCCESS, Expected
from refloader.suite.drivers.checks.stack.expected_extensions import NEEDED
from refloader.suite.drivers.checks.stack.expected_states import KINDS
from refloader.suite.drivers.checks.stack.expected_waiting import SHOULD
from refloader.suite.sessions.answers import result
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

MAY_FAIL = (-1, -2, -4)
"""VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY and VK_ERROR_DEVICE_LOST."""

_UNEXPLAINED = (-13, -1000011001)
"""VK_ERROR_UNKNOWN and VK_ERROR_VALIDATION_FAILED, which may come from any command ("Return Codes"). The commands
that tell a state (VK_NOT_READY, VK_TIMEOUT, VK_EVENT_SET, the value of a semaphore) have no errors besides."""

_FEATURED = "featured"
_PREFIXES = {"memory": "mapping"}
_WHEN = {
    "alone": "",
    "first_thread": ", while another thread does the same",
    "second_thread": ", while another thread does the same",
    "beside": ", on a second device",
    _FEATURED: "",
    "afterwards": ", when a second device has gone",
    "both": ", while another device fills one as well",
}

WORK = "work"
_OF_EACH_DEVICE = ("alone", "beside")
_OF_A_THIRD_DEVICE = "states.anew.work.done"
_TOO_SLOW = "the driver is too slow for all questions to be asked in the time that a run has: not judged"
_NEEDED = {
    **{kind: f", of {device}" for kind, device in NEEDED.items()},
    "extended": ", of a device of Vulkan 1.1 that draws and has a feature of VK_EXT_multi_draw,"
    " VK_EXT_vertex_attribute_divisor or VK_EXT_vertex_input_dynamic_state",
    "planes": ", of a device of Vulkan 1.2 with samplerYcbcrConversion that computes",
    "host_images": ", of a device of Vulkan 1.3 with hostImageCopy (VK_EXT_host_image_copy)",
    "pages": ", of a device with sparseBinding, of a queue that can bind such memory",
    "synchronized": ", of a device of Vulkan 1.3 that draws or computes",
    "linear": " images, with several layers or slices, in memory that the host can map",
}
"""Which devices are asked for a kind, where many are not."""

_ADVICE = {
    "alignment_of_1_0",
    "assembled_primitives",
    "assembled_vertices",
    "behind_unknown",
    "by_alpha_all_or_none",
    "foreseen_alike",
    "later_on_device",
    "unmade_alike",
    "waits_long",
    "waits_long_for_value",
}
"""What is a warning alone. A driver must skip structures that it does not know ("Valid Usage for Structure Pointer
Chains"), but no valid program gives it one in the chain of VkMemoryRequirements2. What is told of objects that are
not made has to be enough for the same ones when made; that it is no more is what programs count on. Pipeline
statistics "measure relative statistics on one implementation", and devices count them in different ways. No sentence
says that the time of VK_TIME_DOMAIN_DEVICE goes on while the device has no work. The timeout of a wait is "adjusted
to the closest value allowed by the implementation-dependent timeout accuracy", which has no bound. Of the samples
that alpha covers, all for 1 and none for 0 are intended, and no algorithm is required."""


def states(session: Session, kind: str) -> CheckResult:
    """Check each answer about one kind of object, whenever it was asked, or that any work is done at all."""
    if kind == WORK:
        return _works(session)
    asks = f"the application was to ask for the states of {kind}{_NEEDED.get(kind, '')}"
    look = CheckResult(missing=_TOO_SLOW if _is_late(session) else asks)
    for _, sentence in _asked(session, kind):
        look.seen += 1
        if sentence:
            look.fail(sentence)
    return look


def should(session: Session, kind: str) -> bool:
    """Return whether a breach of the kind is a warning alone."""
    if kind == WORK:
        return session.answers.get(_OF_A_THIRD_DEVICE) != 0
    return kind in SHOULD or {name for name, sentence in _asked(session, kind) if sentence} <= _ADVICE


def answers_of(session: Session, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the label of each answer about one kind of object and, where it is wrong, a sentence."""
    for when, words in _WHEN.items():
        for name, expected in KINDS[kind].items():
            label = f"{_found(when)}.{_PREFIXES.get(kind, kind)}.{name}"
            value = session.answers.get(label)
            if isinstance(value, int):
                is_wrong = value != expected.value and not _is_failure(value, expected)
                yield label, _sentence(expected, value, words) if is_wrong else ""


def _asked(session: Session, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each answer and, where it is wrong, a sentence."""
    for label, sentence in answers_of(session, kind):
        yield label.rpartition(".")[2], sentence


def _is_late(session: Session) -> bool:
    """Return whether the driver was so slow that the application left questions out to end in time."""
    return any(f"{_found(when)}.late" in session.answers for when in _WHEN)


def _found(when: str) -> str:
    """Return how the labels of what was found then begin: a device with all that it offers has an act of its own."""
    return f"featured.{when}" if when == _FEATURED else f"states.{when}"


def _works(session: Session) -> CheckResult:
    """Check that a device does some of its work, the first one or the one that is made beside it.

    A device may be lost for reasons of the implementation's own ("Lost Device"): one that is has broken no rule, but
    each one anew, by the first work that is submitted to it, is a device that does none. It fails where a third one,
    that is made when both have ended, is lost as well.
    """
    look = CheckResult(missing=_TOO_SLOW if _is_late(session) else "two devices were to be given work")
    done = [session.answers.get(f"{_found(when)}.work.done") for when in _OF_EACH_DEVICE]
    if all(isinstance(value, int) for value in done):
        look.seen = len(done)
        if not any(done):
            number = "three" if session.answers.get(_OF_A_THIRD_DEVICE) == 0 else "two"
            look.fail(f"each of {number} devices is lost by the first work that is submitted to it")
    return look


def _is_failure(value: int, expected: Expected) -> bool:
    """Return whether a command failed, as it may: for want of memory, for a lost device, or for no known reason."""
    is_of_any_call = value in MAY_FAIL or (value in _UNEXPLAINED and expected.value != SUCCESS)
    return expected.words in ("result", "value") and is_of_any_call


def _sentence(expected: Expected, value: int, when: str) -> str:
    match expected.words:
        case "statement":
            return f"this does not hold{when.replace(',', '', 1)}: {expected.asked}"
        case "word":
            return f"{expected.asked}{when}: {value:#x}, not {expected.value:#x}"
        case "texels":
            return f"{expected.asked}{when}: {value} of {expected.value} texels are as they have to be"
        case "words":
            return f"{expected.asked}{when}: {value} of {expected.value} words are as they have to be"
        case "read":
            return f"{expected.asked}{when}: {value} of {expected.value} places are as they have to be"
        case "value":
            return f"{expected.asked}{when}: {value}, not {expected.value}"
        case _:
            return f"{expected.asked}{when}, gives {result(value)}, not {result(expected.value)}"
