"""Judges of what a library lists, each on answers that keep its rule and answers that break it."""

from functools import partial

import pytest
from answered import Judged, Row, each, rows

from refloader.suite.layers.alone import enumerated, introspected

INSTANCES, EXTENSIONS, OF_DEVICE = (
    "enumerate.vkEnumerateInstanceLayerProperties",
    "enumerate.vkEnumerateInstanceExtensionProperties",
    "enumerate.vkEnumerateDeviceExtensionProperties",
)
BELOW = tuple(sorted(enumerated.BELOW))
KNOWN = {"enumerate.known": {"names": ["VK_A", "VK_B"]}}
V0 = {"introspect.exports": dict.fromkeys(enumerated.COMMANDS, "own")}

ENUMERATIONS: list[Row] = [
    (
        "more than itself",
        partial(enumerated.only_itself_listed, name="A"),
        rows(f"{INSTANCES}.all", "A"),
        rows(f"{INSTANCES}.all", "A", "B"),
        "lists A, B, not A alone",
    ),
    (
        "extensions from below",
        enumerated.own_instance_extensions,
        rows(f"{EXTENSIONS}.own", "VK_A"),
        rows(f"{EXTENSIONS}.own", "VK_A", BELOW[0]),
        "VK_PROBER_below_one of the entity below",
    ),
    (
        "not for itself",
        enumerated.own_device_extensions,
        rows(f"{OF_DEVICE}.own"),
        rows(f"{OF_DEVICE}.own", result=-6),
        "VK_ERROR_LAYER_NOT_PRESENT for the layer's own name",
    ),
    (
        "NULL is nobody",
        enumerated.other_instance_layers_refused,
        rows(f"{EXTENSIONS}.null", result=-6),
        rows(f"{EXTENSIONS}.null"),
        "gives VK_SUCCESS for NULL",
    ),
    (
        "added extensions",
        enumerated.other_device_extensions_passed_down,
        rows(f"{OF_DEVICE}.null", *BELOW, down=[None]),
        rows(f"{OF_DEVICE}.null", *BELOW, "VK_A", down=[None]),
        "gives VK_SUCCESS and the next entity's extensions with VK_A in addition",
    ),
    (
        "a hidden extension",
        enumerated.other_device_extensions_passed_down,
        KNOWN | rows(f"{OF_DEVICE}.known", *BELOW, "VK_A", "VK_B", down=[None]),
        KNOWN | rows(f"{OF_DEVICE}.known", *BELOW, "VK_B", down=[None]),
        "gives VK_SUCCESS and the next entity's extensions without VK_A",
    ),
    (
        "an error for others",
        enumerated.other_device_extensions_passed_down,
        rows(f"{OF_DEVICE}.foreign", *BELOW, down=["VK_LAYER_PROBER_foreign"]),
        rows(f"{OF_DEVICE}.foreign", result=-6, down=["VK_LAYER_PROBER_foreign"]),
        "gives VK_ERROR_LAYER_NOT_PRESENT and no extensions, and not the next entity's answer",
    ),
    (
        "not passed down",
        enumerated.other_device_extensions_passed_down,
        rows(f"{OF_DEVICE}.empty", *BELOW, down=[""]),
        rows(f"{OF_DEVICE}.empty", *BELOW),
        "for an empty name does not reach the next entity",
    ),
    (
        "another name",
        enumerated.other_names_kept,
        rows(f"{OF_DEVICE}.foreign", down=["VK_LAYER_PROBER_foreign"]),
        rows(f"{OF_DEVICE}.foreign", down=[None]),
        "reaches the next entity with None",
    ),
    (
        "rows without room",
        partial(enumerated.arrays_respected, command="vkEnumerateInstanceLayerProperties"),
        rows(f"{INSTANCES}.all", "A", short={"result": 5, "count": 0}),
        rows(f"{INSTANCES}.all", "A", short={"result": 0, "count": 1}, overrun=True),
        "more rows than its array has room for",
    ),
    (
        "not incomplete",
        partial(enumerated.arrays_respected, command="vkEnumerateInstanceLayerProperties"),
        rows(f"{INSTANCES}.all", "A", short={"result": 5, "count": 0}),
        rows(f"{INSTANCES}.all", "A", short={"result": 0, "count": 0}),
        "gives VK_SUCCESS and 0 rows where there is room for 0 of 1",
    ),
    (
        "fewer rows than there is room for, and a count above it",
        partial(enumerated.arrays_respected, command="vkEnumerateInstanceLayerProperties"),
        rows(f"{INSTANCES}.all", "A", "B", "C", short={"result": 5, "count": 1}),
        rows(f"{INSTANCES}.all", "A", "B", "C", short={"result": 5, "count": 3}),
        "gives VK_INCOMPLETE and 3 rows where there is room for 2 of 3",
    ),
    (
        "a count that stays at the room there is",
        partial(enumerated.arrays_respected, command="vkEnumerateInstanceLayerProperties"),
        rows(f"{INSTANCES}.all", "A", roomy={"result": 0, "count": 1, "written": 1}),
        rows(f"{INSTANCES}.all", "A", roomy={"result": 0, "count": 5, "written": 1}),
        "writes 1 rows where there is room for more, and leaves the count at 5",
    ),
]

INTROSPECTION: list[Row] = [
    (
        "half of version 0",
        introspected.functions_exported,
        V0,
        {"introspect.exports": {enumerated.COMMANDS[0]: "own"}},
        "exports vkEnumerateInstanceLayerProperties, but not vkEnumerateInstanceExtensionProperties",
    ),
    (
        "layers of the library",
        partial(introspected.layers_listed, name="A"),
        {**V0, **rows("introspect.vkEnumerateInstanceLayerProperties", "B", "A")},
        {**V0, **rows("introspect.vkEnumerateInstanceLayerProperties", "B")},
        "lists B, but not A",
    ),
    (
        "a function that fails",
        introspected.instance_extensions_listed,
        {**V0, **rows("introspect.vkEnumerateInstanceExtensionProperties.A", "VK_A")},
        {**V0, **rows("introspect.vkEnumerateInstanceExtensionProperties.A", result=-6)},
        "vkEnumerateInstanceExtensionProperties.A fails with VK_ERROR_LAYER_NOT_PRESENT",
    ),
    (
        "a layer of devices alone",
        introspected.device_layers_listed,
        {
            **V0,
            **rows("introspect.vkEnumerateInstanceLayerProperties", "A"),
            **rows("introspect.vkEnumerateDeviceLayerProperties"),
        },
        {
            **V0,
            **rows("introspect.vkEnumerateInstanceLayerProperties", "A"),
            **rows("introspect.vkEnumerateDeviceLayerProperties", "B"),
        },
        "lists B, no layer of the library",
    ),
    (
        "no lookup of a layer",
        partial(introspected.lookup_exported, kind="device", function="GetDeviceProcAddr", renamed=False),
        {**V0, "introspect.lookups.A": {"device": {"prefixed": "null", "plain": "own"}}},
        {
            **V0,
            "introspect.lookups.A": {"device": {"prefixed": "null", "plain": "own"}},
            "introspect.lookups.B": {"device": {"prefixed": "own", "plain": "own"}},
        },
        "exports no AGetDeviceProcAddr",
    ),
    (
        "a lookup of nothing",
        partial(introspected.lookup_exported, kind="instance", function="GetInstanceProcAddr", renamed=False),
        {**V0, "introspect.lookups.A": {"instance": {"prefixed": "own", "plain": "null"}, "creates": "own"}},
        {**V0, "introspect.lookups.A": {"instance": {"prefixed": "own", "plain": "null"}, "creates": "null"}},
        "AGetInstanceProcAddr gives no vkCreateInstance",
    ),
    (
        "out of step",
        partial(introspected.in_step_with_the_manifest, extensions=("VK_A",), command="vkX", name="A"),
        rows("introspect.vkX.A", "VK_A"),
        rows("enumerate.vkX.own", "VK_A", "VK_B"),
        "gives VK_A, VK_B, the manifest VK_A",
    ),
    (
        "extensions of the entity below, which no manifest lists",
        partial(introspected.in_step_with_the_manifest, extensions=("VK_A",), command="vkX", name="A"),
        rows("enumerate.vkX.own", "VK_A", "VK_PROBER_below_one"),
        rows("enumerate.vkX.own", "VK_B", "VK_PROBER_below_one"),
        "gives VK_B, the manifest VK_A",
    ),
]


@each(ENUMERATIONS)
class TestEnumerations(Judged):
    """What the layer lists of itself, and of others."""


@each(INTROSPECTION)
class TestIntrospection(Judged):
    """What a library of version 0 says of its layers."""


class TestVersionsOfLibraries:
    """Nothing of version 0 is asked of libraries that negotiate."""

    @pytest.mark.parametrize("exported", [enumerated.COMMANDS[:2], enumerated.COMMANDS], ids=["some", "all"])
    def test_a_library_that_negotiates(self, exported: tuple[str, ...]) -> None:
        """What it exports under the names of version 0 may be its commands, which no loader asks for by export."""
        places = dict.fromkeys((*exported, "vkNegotiateLoaderLayerInterfaceVersion"), "own")
        answers = {
            "introspect.exports": places,
            "introspect.lookups.A": {"device": {"prefixed": "null", "plain": "null"}},
        }

        looks = (
            introspected.functions_exported(answers),
            introspected.lookup_exported(answers, "device", "GetDeviceProcAddr", renamed=False),
        )

        assert [(result.seen, result.broken) for result in looks] == [(0, []), (0, [])]


def test_an_addition_is_said_once() -> None:
    """A layer that adds an extension of its own does so to each list, of which the long one is not written out."""
    added = rows(f"{OF_DEVICE}.null", *BELOW, "VK_OWN", down=[None])
    known = KNOWN | rows(f"{OF_DEVICE}.known", *BELOW, "VK_A", "VK_B", "VK_OWN", down=[None])

    look = enumerated.other_device_extensions_passed_down(added | known)

    assert [each.fact for each in look.broken] == [
        "vkEnumerateDeviceExtensionProperties for NULL gives VK_SUCCESS and the next entity's extensions"
        " with VK_OWN in addition"
    ]
