"""Judges of lookups in a layer that stands alone, each on answers that keep its rule and answers that break it."""

from functools import partial

import pytest
from answered import Judged, Row, each, entered, passed

from refloader.model import registry
from refloader.suite.layers.alone import absent, enumerated, found, older
from refloader.suite.subjects.layer import Promises

MADE_UP, MADE_UP_DEVICE, MADE_UP_PHYSICAL = absent.MADE_UP
LOOKUP = "vk_layerGetPhysicalDeviceProcAddr"
ALWAYS = [
    name for name, command in registry.commands().items() if command.core == "1.0" and name != "vkCmdDraw"
]
OLDER = [name for name in registry.commands() if name.endswith(("KHR", "EXT"))]
FOO = (("VK_A_foo", ("vkFoo",)),)
DEVICE_LAYER = {"own": ["vkQueueSubmit", "vkGetDeviceProcAddr"]}

CASES: list[Row] = [
    (
        "functions that another device enables",
        partial(absent.functions_apart, names=["vkFoo"], kind="device"),
        {**passed("closed.device"), **passed("beside.device"), **passed("older.device")},
        {**passed("closed.device"), **passed("beside.device", own=["vkFoo"])},
        "gives a function of its own for vkFoo of another device",
    ),
    (
        "functions that a newer device enables",
        partial(absent.functions_apart, names=["vkCmdDebugMarkerBeginEXT", "vkFoo"], kind="device"),
        {
            **passed("closed.device", own=["vkCmdDebugMarkerBeginEXT"]),
            **passed("older.device", own=["vkCmdDebugMarkerBeginEXT"]),
        },
        {**passed("closed.device"), **passed("older.device", own=["vkCmdDebugMarkerBeginEXT"])},
        "for vkCmdDebugMarkerBeginEXT of an older device",
    ),
    (
        "functions that another instance enables",
        partial(
            absent.functions_apart,
            names=["vkCreateDebugUtilsMessengerEXT", "vkCmdDebugMarkerBeginEXT"],
            kind="instance",
        ),
        {**passed("closed.instance"), **passed("older.instance", own=["vkCmdDebugMarkerBeginEXT"])},
        {**passed("closed.instance"), **passed("older.instance", own=["vkCreateDebugUtilsMessengerEXT"])},
        "for vkCreateDebugUtilsMessengerEXT of an older instance",
    ),
    (
        "functions of devices that nobody knows",
        partial(found.physical_lookup_of_devices, names=["vkFoo", "vkGetPhysicalDeviceFoo"]),
        {
            **passed("promised.physical", own=["vkGetPhysicalDeviceFoo"]),
            **passed("promised.device", own=["vkFoo"]),
        },
        {
            **passed("promised.physical", own=["vkFoo", "vkGetPhysicalDeviceFoo"]),
            **passed("promised.device", own=["vkFoo"]),
        },
        "gives vkFoo, which vkGetDeviceProcAddr gives as well",
    ),
    (
        "no vkCreateInstance",
        found.instance_chain,
        passed("first", own=["vkCreateInstance"]),
        passed("first"),
        "no vkCreateInstance of the layer",
    ),
    (
        "no way in",
        found.instance_chain,
        passed("first", own=["vkCreateInstance"]),
        {"lookups.entry": {"refused": "there is no vkGetInstanceProcAddr"}},
        "there is no vkGetInstanceProcAddr",
    ),
    (
        "others' lookups",
        found.instance_chain,
        passed("open.instance", own=["vkGetInstanceProcAddr"]),
        passed("open.instance", next=["vkGetInstanceProcAddr"]),
        "no vkGetInstanceProcAddr of the layer",
    ),
    (
        "no vkCreateDevice",
        found.device_chain,
        {**passed("open.instance", own=["vkCreateDevice"]), **passed("open.device", **DEVICE_LAYER)},
        {**passed("open.instance"), **passed("open.device", **DEVICE_LAYER)},
        "vkQueueSubmit, but not vkCreateDevice",
    ),
    (
        "vkCreateInstance with an instance",
        found.create_instance_with_any_instance,
        passed("open.instance", next=["vkCreateInstance"]),
        passed("open.instance"),
        "NULL for vkCreateInstance",
    ),
    (
        "names of instances",
        found.instance_names_forwarded,
        passed("open.instance", own=["vkCmdDraw"], next=[*ALWAYS, *absent.MADE_UP]),
        passed("open.instance", own=["vkCmdDraw"], next=[*ALWAYS, MADE_UP, MADE_UP_DEVICE]),
        f"NULL for {MADE_UP_PHYSICAL} and does not ask below",
    ),
    (
        "names of devices",
        found.device_names_forwarded,
        passed("open.device", own=["vkCmdDraw"], next=[*ALWAYS, MADE_UP_DEVICE]),
        passed("open.device", next=[*ALWAYS, MADE_UP_DEVICE], asked=["vkCmdDraw"]),
        "NULL for vkCmdDraw though the next entity has it",
    ),
    (
        "commands of instances as commands of devices",
        found.device_names_from_the_same_lookup,
        passed("open.device", own=["vkCreateDevice"], next=["vkCmdDraw", MADE_UP_DEVICE]),
        passed("open.device", next=["vkCmdDraw", "vkDestroyInstance", MADE_UP]),
        f"gives the next entity's vkDestroyInstance, {MADE_UP}, for which",
    ),
    (
        "names of physical devices",
        found.physical_names_forwarded,
        passed("open.physical", next=[MADE_UP_PHYSICAL]),
        passed("open.physical"),
        f"{LOOKUP} answers NULL",
    ),
    (
        "names of physical devices once another instance is gone",
        found.physical_names_forwarded,
        {
            **passed("open.physical", next=[MADE_UP_PHYSICAL]),
            **passed("left.physical", next=[MADE_UP_PHYSICAL]),
        },
        {**passed("open.physical", next=[MADE_UP_PHYSICAL]), **passed("left.physical")},
        "and does not ask below once another instance is gone",
    ),
    (
        "names of an extension",
        older.found_by_older_names,
        {
            **passed("offered.instance", own=["vkCreateDevice"]),
            **passed("offered.device", own=["vkQueueSubmit2KHR"], next=OLDER),
        },
        {
            **passed("offered.instance", own=["vkCreateDevice"]),
            **passed("offered.device", next=[name for name in OLDER if name != "vkQueueSubmit2KHR"]),
        },
        "vkGetDeviceProcAddr answers NULL for vkQueueSubmit2KHR, whose extension the device enables",
    ),
    (
        "asking for one's own",
        found.own_names_stay,
        passed("open.device", own=["vkCmdDraw", "vkCmdDispatchBase"], asked=["vkCmdDispatchBase"]),
        passed("open.device", own=["vkCmdDraw"], asked=["vkCmdDraw"]),
        "vkGetDeviceProcAddr asks below for vkCmdDraw",
    ),
    (
        "the wrong entity",
        found.own_next_asked,
        passed("again.instance", asked=["vkCmdDraw"]),
        passed("again.instance", asked=["vkCmdDraw"], asked_others=["vkCmdDraw"]),
        "another instance than this one",
    ),
    (
        "a wrapper passed down",
        found.own_handles_unwrapped,
        {"lookups.open": {"made": {"handle": "upper"}}, **passed("open.instance", asked=["vkCmdDraw"])},
        {
            "lookups.open": {"made": {"handle": "upper"}},
            **passed("open.instance", asked=["vkCmdDraw"], asked_with={"vkCmdDraw": "upper"}),
        },
        "passes its own handle",
    ),
    (
        "disabled of instances",
        absent.disabled_instance_functions,
        passed("closed.instance", own=["vkCreateSwapchainKHR", "vkGetPhysicalDevicePresentRectanglesKHR"]),
        passed("closed.instance", own=["vkCreateDebugUtilsMessengerEXT"]),
        "of its own for vkCreateDebugUtilsMessengerEXT",
    ),
    (
        "disabled of devices",
        absent.disabled_device_functions,
        passed("closed.device", own=["vkCmdDraw", "vkCreateDebugUtilsMessengerEXT"]),
        passed("closed.device", own=["vkCreateSwapchainKHR"]),
        "(1 in all)",
    ),
    (
        "no instance",
        absent.lookups_without_instance,
        passed("none"),
        passed("none", until="vkCmdDraw"),
        'vkGetInstanceProcAddr(NULL, "vkCmdDraw") crashes or hangs',
    ),
    (
        "no instance and no command",
        absent.unknown_names,
        passed("none", own=["vkCreateInstance"]),
        passed("none", own=["vkCreateInstance", absent.MADE_UP[0]]),
        "the lookup without an instance gives a function of the layer for vkMadeUpOfTheProberEXT",
    ),
    (
        "names of nobody",
        absent.unknown_names,
        passed("closed.device", own=["vkCmdDraw"]),
        passed("closed.device", own=["vkCmdDraw", "vkCmdNobodysEXT"]),
        "the lookup of vkGetDeviceProcAddr gives a function of the layer for vkCmdNobodysEXT: no command",
    ),
    (
        "no lookup of physical devices",
        found.physical_lookup_offered,
        {**entered(physical="own"), **passed("open.instance", own=["vkGetPhysicalDeviceProperties"])},
        {**entered(), **passed("open.instance", own=["vkGetPhysicalDeviceProperties"])},
        "has no vk_layerGetPhysicalDeviceProcAddr",
    ),
    (
        "functions of other kinds",
        found.physical_lookup_answers,
        {
            **passed("open.instance", own=["vkCreateDevice", "vkDestroyInstance"]),
            **passed("open.physical", own=["vkCreateDevice"]),
        },
        {
            **passed("open.instance", own=["vkCreateDevice", "vkDestroyInstance"]),
            **passed("open.physical", own=["vkCreateDevice", "vkDestroyInstance"]),
        },
        "it gives vkDestroyInstance, of no physical device",
    ),
    (
        "none of the layer's",
        found.physical_lookup_answers,
        {
            **passed("open.instance", own=["vkCreateDevice"]),
            **passed("open.physical", own=["vkCreateDevice"]),
        },
        {
            **passed("open.instance", own=["vkCreateDevice"]),
            **passed("open.physical", next=["vkCreateDevice"]),
        },
        "does not give the layer's own vkCreateDevice",
    ),
    (
        "not to be reached",
        found.physical_lookup_reached,
        passed("open.instance", next=[LOOKUP]),
        passed("open.instance"),
        "NULL for vk_layerGetPhysicalDeviceProcAddr",
    ),
    (
        "not published",
        found.physical_lookup_published,
        {**entered(physical="own"), **passed("open.instance", own=[LOOKUP])},
        {**entered(physical="own"), **passed("open.instance", next=[LOOKUP])},
        "but vkGetInstanceProcAddr does not",
    ),
    (
        "wrapping without",
        found.physical_lookup_of_wrappers,
        {"lookups.open": {"made": {"handle": "upper"}}, **entered(physical="own")},
        {"lookups.open": {"made": {"handle": "upper"}}, **entered()},
        "wraps VkInstance, but has no",
    ),
    (
        "functions of the manifest",
        partial(found.promised_functions, names=["vkFoo"]),
        {**passed("promised.instance"), **passed("promised.device", own=["vkFoo"])},
        {**passed("promised.instance"), **passed("promised.device", next=["vkBar"])},
        "vkFoo is NULL with the layer's extensions enabled, above an entity that lacks them",
    ),
    (
        "functions of extensions that the layer reports",
        partial(found.reported_functions, promises=FOO, are_reported=True),
        {
            **passed("promised.instance"),
            **passed("promised.device", own=["vkFoo"]),
            "lookups.promised.reported": {"names": ["VK_A_foo"]},
        },
        {
            **passed("promised.instance"),
            **passed("promised.device", next=["vkBar"]),
            "lookups.promised.reported": {"names": ["VK_A_foo"]},
        },
        "vkFoo is NULL with the layer's extensions enabled, above an entity that lacks them",
    ),
    (
        "functions of the manifest that are found",
        partial(found.manifest_entrypoints, names=["vkFoo"]),
        passed("enabled.device", own=["vkFoo"]),
        passed("enabled.device", own=["vkBar"]),
        "the manifest lists vkFoo",
    ),
    (
        "functions of the manifest that take a physical device",
        partial(found.manifest_entrypoints, names=["vkGetPhysicalDeviceFoo"]),
        {**passed("enabled.instance", own=["vkGetPhysicalDeviceFoo"]), **passed("enabled.device")},
        {**passed("enabled.instance"), **passed("enabled.device")},
        "the manifest lists vkGetPhysicalDeviceFoo",
    ),
    (
        "intercepted for instances alone",
        found.own_names_stay,
        {**passed("open.instance", own=["vkQueueSubmit"]), **passed("open.device", own=["vkQueueSubmit"])},
        {**passed("open.instance", own=["vkQueueSubmit"]), **passed("open.device", next=["vkQueueSubmit"])},
        "gives the next entity's vkQueueSubmit, for which vkGetInstanceProcAddr gives the layer's",
    ),
    (
        "functions of the manifest that are not enabled",
        partial(absent.disabled_entrypoints, names=["vkFoo"]),
        passed("closed.device", next=["vkFoo"]),
        passed("closed.device", own=["vkFoo"]),
        "gives a function of its own for vkFoo, whose extension is not enabled",
    ),
]


@each(CASES)
class TestLookups(Judged):
    """What the layer gives for names, and whom it asks."""


class TestDevicesOfOthers:
    """A device that was not made through the layer."""

    def test_is_not_known_to_it(self) -> None:
        """Its vkGetDeviceProcAddr need not know whom to ask."""
        answers = {**passed("open.instance", next=["vkCreateDevice"]), **passed("open.device")}

        result = found.device_names_forwarded(answers)

        assert (result.seen, result.broken) == (0, [])


class TestGlobalCommands:
    """Commands that need no instance, asked for with one."""

    def test_null_is_an_answer(self) -> None:
        """Vulkan has NULL for them; whether a layer should know them all the same is another rule."""
        wanted = [name for name in ALWAYS if name not in ("vkCreateInstance", *enumerated.COMMANDS[:2])]
        answers = passed("open.instance", own=["vkCmdDraw"], next=[*wanted, *absent.MADE_UP])

        assert found.instance_names_forwarded(answers).broken == []


class TestPromisedFunctions:
    """Functions of the extensions in the manifest, above an entity that has none of them."""

    @staticmethod
    def _said(
        promises: Promises, listed: str, names: list[str], *, are_reported: bool, own: str = "vkBar"
    ) -> int:
        answers = {
            **passed("promised.instance"),
            **passed("promised.device", own=[own]),
            f"lookups.promised.{listed}": {"names": names},
        }
        return len(found.reported_functions(answers, promises, are_reported=are_reported).said)

    def test_of_one_that_is_not_reported(self) -> None:
        """What a device cannot have is not promised for it; library and manifest should agree all the same."""
        assert self._said(FOO, "reported", [], are_reported=True) == 0
        assert self._said(FOO, "reported", [], are_reported=False) == 1

    def test_of_one_beside_others(self) -> None:
        """Each extension is judged for itself."""
        promises = (*FOO, ("VK_A_other", ("vkOther",)))

        assert self._said(promises, "reported", ["VK_A_foo"], are_reported=True) == 1

    @pytest.mark.parametrize(
        ("name", "red", "warned"),
        [("vkCmdSetViewportWScalingEnableNV", 0, 1), ("vkCreateShadersEXT", 1, 0), ("vkFoo", 1, 0)],
    )
    def test_of_two_extensions_together(self, name: str, red: int, warned: int) -> None:
        """What is only there with another one is not promised; what the registry does not know may be."""
        promises = (("VK_EXT_shader_object", (name,)),)
        names = ["VK_EXT_shader_object"]

        assert self._said(promises, "reported", names, are_reported=True) == red
        assert self._said(promises, "reported", names, are_reported=False) == warned

    def test_of_one_that_the_layer_has_in_part(self) -> None:
        """A layer lists its own extensions for its own name: one that it implements here is promised."""
        promises = (("VK_A_foo", ("vkFoo", "vkFoo2")),)

        assert self._said(promises, "own", ["VK_A_foo"], are_reported=True, own="vkFoo2") == 1

    def test_of_one_that_the_layer_leaves_alone_here(self) -> None:
        """The list for its own name may be the same for all devices, also for one that lacks what it takes."""
        assert self._said(FOO, "own", ["VK_A_foo"], are_reported=True) == 0
        assert self._said(FOO, "own", ["VK_A_foo"], are_reported=False) == 1

    def test_left_to_the_entity_below(self) -> None:
        """A layer need not have a function itself where the entity below has it."""
        answers = passed("enabled.device", next=["vkFoo"])

        assert found.manifest_entrypoints(answers, ["vkFoo"]).broken == []
