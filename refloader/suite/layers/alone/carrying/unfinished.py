"""Checks on the act "carry": what a layer does not come back from, though it comes back from a plain call.

Each part has a process of its own, and a second one where that ends early (unfinished.COMMAND).
Source: "Requirements of Well-Behaved Layers", LLP_LAYER_2.
"""

import re
from collections.abc import Mapping

from refloader.model.text import some
from refloader.suite.layers.alone.answers import left_out, unfinished
from refloader.suite.sessions.answers import Answers, texts, under
from refloader.suite.sessions.check_result import CheckResult

_NONE = "the layer has no function of its own that could be called"
_JUDGED: Mapping[str, str] = {
    "successes": "where the entity below returns another success",
    "room": "where a list has room for one element",
    "tools": "where tools are listed",
    "crowd": "when hundreds of its objects live",
    "callbacks": "with allocation callbacks that give all memory",
    "failed": "where the entity below has no memory",
    "again": "when it is called three times on end",
    "freed_alone": "for one object",
    "recorded": "in a command buffer that is begun anew, or behind secondary command buffers",
    "waits": "with a timeout of centuries",
    "polls": "with a timeout of 0, for what is over",
    "halves": "for 71 objects, of which the entity below makes a part",
    "one_by_one": "where the first of several is not made below",
    "handed": "when it is called a second time",
    "parts": "where a part of the queries is not there",
}
"""The parts that are valid calls if the plain one is, as sentences name them."""
_BY_OTHERS = frozenset({"partly", "freed", "gone"})
"""Those that other checks are about: failures_survived, freed_behind_none and memory_released."""
_MAY_TAKE_LONG = frozenset({"waits", "parts", "successes", "failed", "halves", "one_by_one", "crowd"})
"""Those in which a layer may wait for what nobody submits, may try again what fails below, or makes hundreds."""
_SAYS_MORE = re.compile(r"vkQueuePresentKHR|vkCreate\w+")
"""Commands of which another success is about images that are not here, or about a flag that was not given."""
_NAMES = frozenset({"vkSetDebugUtilsObjectNameEXT", "vkSetDebugUtilsObjectTagEXT"})
"""Commands that take any object; others about one may not take those of instances."""
_VIDEO = re.compile(r"[Vv]ideo")
"""Commands with structures that must be on pNext."""
_WORDS = {"crash": "crashes", "hang": "does not come back", "exit": "ends the process"}


def calls_come_back(answers: Answers) -> CheckResult:
    """Check that a layer which comes back from a plain call comes back from others that are as valid.

    Not judged is a plain call whose objects need not exist, what may have invalid values, and a call that may take
    long. Calls are made in a fork, which has none of the layer's threads: a layer with some is not judged by hangs.
    """
    look = CheckResult(missing=_NONE, seen=sum(1 for _ in under(answers, "carry.vk")))
    others: dict[str, None] = {}
    for command, act, how in unfinished(answers):
        if is_judged(command, act, how):
            look.fail(f"{command} {_WORDS[how]} {_JUDGED[act]}; it comes back from a plain call")
        elif act not in _BY_OTHERS:
            others[command] = None
    for command, answer in under(answers, "ended."):
        types = some(texts(answer, "types"), 3)
        if command in _NAMES:
            look.fail(f"{command} does not come back about {types}, as an object that the layer wraps")
        else:
            others[command] = None
    which = f"calls of {some(list(others), 3)} that need not be valid end early" if others else ""
    look.left_out = left_out(answers) or which
    return look


def is_judged(command: str, act: str, how: str) -> bool:
    """Return whether a part that a command does not come back from is a valid call, which a layer has to bear."""
    if how not in _WORDS or act not in _JUDGED or _VIDEO.search(command):
        return False
    if act == "successes" and _SAYS_MORE.fullmatch(command):
        return False
    return not (how == "hang" and act in _MAY_TAKE_LONG)
