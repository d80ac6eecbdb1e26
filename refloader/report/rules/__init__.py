"""The page of each rule and ambiguity: everything known about it, as one value with several renderings.

``page("LLP_LAYER_9")`` is the value; ``text``, ``markdown``, ``data`` and ``fragment`` render it, ``matrix`` puts all
rules into one table. The content comes from the catalogue, the code and the corpus; no verdict is made here.
"""

from refloader.report.rules.pages import page
from refloader.report.rules.value import (
    CheckMethod,
    Example,
    Finding,
    KnownOffender,
    Reading,
    Related,
    RulePage,
    Source,
)

__all__ = [
    "CheckMethod",
    "Example",
    "Finding",
    "KnownOffender",
    "Reading",
    "Related",
    "RulePage",
    "Source",
    "page",
]
