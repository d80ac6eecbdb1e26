"""The check on the messages of a validation layer below another layer. Never runs anything.

Source: "Layer Conventions and Rules" of all editions: no invalid calls to lower layers. Only valid usage of the
Vulkan specification counts, by its number; warnings and advice do not.
"""

import re
from collections.abc import Iterator

from refloader.suite.layers.judges.results import has_begun
from refloader.suite.running.look import Look
from refloader.suite.running.session import Session

NAME = "VK_LAYER_KHRONOS_validation"
_ERROR = re.compile(r"Validation Error: \[ (VUID-[\w-]+) \].*?\| MessageID = \w+ \| (.*)")
_MOST = 300


def valid(plain: Session, layered: Session) -> Look:
    """Check that the layer causes no validation error. In both runs the validation layer is below all others."""
    look = Look(missing="the application was to come to its end above the validation layer")
    look.seen = int(plain.ended == "ok" and bool(layered.answers) and has_begun(layered))
    known = {number for number, _ in _errors(plain)}
    for number, text in dict(_errors(layered)).items():
        if number not in known:
            look.fail(f"the validation layer below says {number}: {text[:_MOST]}")
    return look


def _errors(session: Session) -> Iterator[tuple[str, str]]:
    for line in (*session.stdout.splitlines(), *session.stderr.splitlines()):
        found = _ERROR.search(line)
        if found:
            yield found[1], found[2].partition(" The Vulkan spec states")[0]
