"""The check on the messages of a validation layer below another layer. Never runs anything.

Source: "Layer Conventions and Rules" of all editions: no invalid calls to lower layers. Only valid usage of the
Vulkan specification counts, by its number; warnings and advice do not.
"""

import re
from collections.abc import Iterator

from refloader.suite.layers.checks.results import has_begun
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

NAME = "VK_LAYER_KHRONOS_validation"
_ERROR, _TEXT = (
    re.compile(r"Validation Error: \[ (VUID-[\w-]+) \]"),
    re.compile(r"\| MessageID = \w+ \| (.*)"),
)
"""The beginning of an error, and what follows on it in the line: apart, as a layer may write the first very often."""

_UNREAD = re.compile(r"exceeds device (?=\w*UpdateAfterBind)\w*+ limit \(0\)")
"""A comparison with a limit that the validation layer has not read from the driver.

Releases of 2020 compare every pipeline layout with these limits, and read them only for some instances. No driver of
these runs has one that is 0, so such a message says nothing of the layer above.
"""

_MOST = 300


def valid(plain: Session, layered: Session) -> CheckResult:
    """Check that the layer causes no validation error. In both runs the validation layer is below all others."""
    result = CheckResult(missing="the application was to come to its end above the validation layer")
    result.seen = int(plain.ended == "ok" and bool(layered.answers) and has_begun(layered))
    known = {number for number, _ in _errors(plain)}
    for number, text in dict(_errors(layered)).items():
        if number not in known and not _UNREAD.search(text):
            result.fail(f"the validation layer below says {number}: {text[:_MOST]}")
    return result


def _errors(session: Session) -> Iterator[tuple[str, str]]:
    for line in (*session.stdout.splitlines(), *session.stderr.splitlines()):
        found = _ERROR.search(line)
        text = _TEXT.search(line, found.end()) if found else None
        if found and text:
            yield found[1], text[1].partition(" The Vulkan spec states")[0]
