"""Finds layers that are installed once for each word size, under a name for each, as MangoHud is."""

import re

from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.layer import Layer
from refloader.model.path_rules import rules_of
from refloader.model.text import quote

_SIZE = re.compile(
    r"[-_.]?(?:x86_64|x86-64|amd64|aarch64|win64|win32|i[36]86|x86|64|32)(?![0-9])", re.IGNORECASE
)


def other_size(explanation: Explanation, layer: Layer, what_if: WhatIf) -> Answer | None:
    """Return the answer on an active layer whose library is for the other word size, and whose twin is for this one.

    The twin is active, can be loaded, and is called like the layer but for the word size. None if there is none.
    """
    if "it is for" not in explanation.obstacle(layer):
        return None
    wanted = _plain(layer)
    for outcome in explanation.plan.layers:
        twin = outcome.layer
        if outcome.active and twin.name != layer.name and twin.library_path and _plain(twin) == wanted:
            if explanation.obstacle(twin):
                continue
            bits = 96 - what_if.host.word_size()
            why = f"its library is for {bits}-bit programs; {quote(twin.name)} is active in this one"
            return Answer(layer.name, State.OTHER_SIZE, why, "", layer.where.span)
    return None


def _plain(layer: Layer) -> tuple[str, str]:
    """Return the name of a layer and the file name of its library, without what tells the word size."""
    library = rules_of(layer.library_path).split(layer.library_path)[1]
    return _SIZE.sub("", layer.name).lower(), _SIZE.sub("", library).lower()
