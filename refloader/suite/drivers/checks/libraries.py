"""Checks on a driver's library in the dynamic linker, and on whether it contains a layer.

Source: "Additional Settings For Driver Debugging" and "Additional Interface Notes".
"""

from dataclasses import replace

from refloader.host.binaries.elf import read_library
from refloader.model.library import Library
from refloader.suite.sessions.answers import Answers, part
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.layer import NEGOTIATE, LayerSubject, bare_library

_ENDING = NEGOTIATE.removeprefix("vk")
NO_LAYER = f"the library holds no layer: it exports no {NEGOTIATE}"


def opened(answers: Answers) -> CheckResult:
    """Check that the dynamic linker opens the library, with its dependencies and all references bound on loading."""
    result = CheckResult(missing="the library was to be opened")
    load = part(answers, "load")
    result.seen = 1 if load else 0
    if "refused" in load:
        result.fail(f"the library cannot be opened: {load['refused']}")
    return result


def whole(usual: Answers, at_once: Answers) -> CheckResult:
    """Check that a library that can be opened can also be opened with all symbols bound at once."""
    result = CheckResult(missing="the library was to be opened")
    if part(usual, "load").get("path"):
        result.seen = 1
        refused = part(at_once, "load").get("refused")
        if refused:
            result.fail(f"with LD_BIND_NOW the library cannot be opened: {refused}")
    return result


def layer_in(library: str) -> LayerSubject | None:
    """Return the layer that a driver's library contains beside the driver, as a layer's manifest would name it.

    A manifest can rename the negotiation function: an export that ends with its name is taken for it.
    """
    found = read_library(library)
    exports = sorted(found.exports) if isinstance(found, Library) else ()
    named = next((name for name in exports if name.endswith(_ENDING)), "")
    return replace(bare_library(library), functions=((NEGOTIATE, named),)) if named else None
