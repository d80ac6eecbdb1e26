"""What ``explain`` tells: a plan with what a person asks next, as values and as a JSON document."""

from refloader.explanation.document import SCHEMA, as_json
from refloader.explanation.facts import Control, Explanation, all_reasons, unknown_reasons
from refloader.explanation.gathering import controls, explain
from refloader.explanation.looking import Looked, NamedFile, PassedOver, Value

__all__ = [
    "SCHEMA",
    "Control",
    "Explanation",
    "Looked",
    "NamedFile",
    "PassedOver",
    "Value",
    "all_reasons",
    "as_json",
    "controls",
    "explain",
    "unknown_reasons",
]
