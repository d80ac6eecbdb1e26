"""The explanation that ``explain`` prints: a plan with its reasons and suggestions, as values."""

from refloader.inspect.explain.facts import Control, Explanation, all_reasons, unknown_reasons
from refloader.inspect.explain.gathering import controls, explain
from refloader.inspect.explain.search_places import InspectedPlace, NamedFile, PassedOver, Value

__all__ = [
    "Control",
    "Explanation",
    "InspectedPlace",
    "NamedFile",
    "PassedOver",
    "Value",
    "all_reasons",
    "controls",
    "explain",
    "unknown_reasons",
]
