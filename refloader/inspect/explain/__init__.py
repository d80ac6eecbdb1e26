"""The explanation that ``explain`` prints: a plan with its reasons and suggestions, as values and as JSON."""

from refloader.inspect.explain.document import SCHEMA, as_json
from refloader.inspect.explain.facts import Control, Explanation, all_reasons, unknown_reasons
from refloader.inspect.explain.gathering import controls, explain
from refloader.inspect.explain.search_places import InspectedPlace, NamedFile, PassedOver, Value

__all__ = [
    "SCHEMA",
    "Control",
    "Explanation",
    "InspectedPlace",
    "NamedFile",
    "PassedOver",
    "Value",
    "all_reasons",
    "as_json",
    "controls",
    "explain",
    "unknown_reasons",
]
