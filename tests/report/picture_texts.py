"""Any JSON, and texts that would do harm in a page, for tests of pictures; and a check that markup is sound."""

from xml.etree import ElementTree

from hypothesis import strategies as st
from markupsafe import Markup

HOSTILE = (
    '<script>alert("1")</script>',
    "\"'><img src=x onerror=alert(1)>",
    "a\x1b[2J\x00b",
    "\u202egnp.exe\u202c",
    "]]>&lt;&amp;",
    "\udcff\ud800",
    "x" * 5000,
    "\u0301" * 50 + "層" * 50,
)

_FOLDER = "/usr/share/vulkan/implicit_layer.d"
_KNOWN = "active used implicit driver layer application missing read info VK_LAYER_a vkCreateInstance"
WORDS = st.sampled_from((*HOSTILE, *_KNOWN.split(), _FOLDER, f"{_FOLDER}/a.json"))

_NAMES = (
    "chain device_chain layers drivers places unread reasons controls result name manifest kind active used position "
    "library obstacle components path use fact source state severity rule subject who why interface event events "
    "decided run_in libraries flags in_force value timings samples cold devices properties device.0 deviceName "
    "device.9999999999 instance findings line column message remedy asked smallest_change files"
)
KEYS = st.sampled_from(_NAMES.split())

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | WORDS

JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=8),
    max_leaves=40,
)

_ROWS = st.dictionaries(
    KEYS, LEAVES | st.lists(LEAVES | st.dictionaries(KEYS, LEAVES, max_size=5), max_size=2)
)
_LISTS = st.lists(_ROWS | WORDS, max_size=3) | st.lists(WORDS, max_size=3)
_FLAT = dict.fromkeys(
    ("layers", "drivers", "places", "unread", "reasons", "controls", "chain"), _LISTS | JSON
)
_FLAT |= {
    "device_chain": _LISTS,
    "result": LEAVES,
    "run_in": _LISTS,
    "libraries": st.dictionaries(WORDS, JSON),
}
_EXPLANATIONS = st.fixed_dictionaries({}, optional=_FLAT)

DOCUMENTS = st.fixed_dictionaries(
    {}, optional={**_FLAT, "decided": _EXPLANATIONS, "events": st.lists(_EXPLANATIONS | _ROWS, max_size=2)}
)
"""What resembles an explanation, a trace or evidence, and is none."""


def parsed(markup: Markup) -> ElementTree.Element:
    """The markup as a tree. Raises ElementTree.ParseError where it is not well formed."""
    return ElementTree.fromstring(f"<div>{markup}</div>")


def texts_of(markup: Markup) -> str:
    """All text of the markup."""
    return "".join(parsed(markup).itertext())


_ELEMENTS = (
    "div figure figcaption details summary ol ul li p code mark svg title desc g rect path text circle"
)
_ATTRIBUTES = (
    "class role viewBox style x y width height rx d cx cy r overflow font-size start value aria-label aria-hidden "
    "tabindex"
)


def is_sound(markup: Markup) -> bool:
    """Whether nothing is in the markup but what we draw with, and every picture can be told without being seen."""
    elements = list(parsed(markup).iter())
    pictures = [each for each in elements if each.get("role") == "img"]
    return (
        {each.tag for each in elements} <= {*_ELEMENTS.split()}
        and {name for each in elements for name in each.attrib} <= {*_ATTRIBUTES.split()}
        and all(each.findtext("title", "").strip() for each in pictures)
        and all(text.isprintable() or text.isspace() for each in elements for text in (each.text or "",))
    )
