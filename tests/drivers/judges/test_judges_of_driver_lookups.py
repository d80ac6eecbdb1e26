"""Judges of a driver's lookups, each on answers that keep its rule and answers that break it."""

from functools import partial

import pytest
from driver_answers import Judged, Row, each

from refloader.model import registry
from refloader.model.version import ApiVersion, api_version
from refloader.suite.drivers.checks import kept_lookups, lookups, lookups_by_version, null_instance
from refloader.suite.drivers.checks.interface import GET_PHYSICAL, NEGOTIATE
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult

VULKAN_1_3 = api_version(1, 3).packed
EVERYTHING = frozenset(registry.commands())
OF_PHYSICAL_DEVICES = frozenset(
    name for name in EVERYTHING if registry.commands()[name].level == "physical device"
)
OF_1_0 = frozenset(name for name in OF_PHYSICAL_DEVICES if registry.commands()[name].core == "1.0")
PROPERTIES, CAPABILITIES = "vkGetPhysicalDeviceProperties2", "vkGetPhysicalDeviceSurfaceCapabilities2KHR"
MADE_UP = lookups.MADE_UP[0]
LATEST = "vkGetPhysicalDeviceToolProperties"
OF_1_4 = frozenset(name for name in EVERYTHING if registry.commands()[name].core == "1.4")


def passed(label: str, *lacking: str, of: frozenset[str] = EVERYTHING, more: tuple[str, ...] = ()) -> Answers:
    """A pass in which all these names are found but those that lack, and some more."""
    own = sorted(of.difference(lacking).union(more))
    return {f"lookups.{label}": {"names": len(of), "own": own, "elsewhere": {}, "no_code": []}}


def uncallable(label: str, name: str) -> Answers:
    """A pass in which one answer is no function."""
    found = passed(label)[f"lookups.{label}"]
    return {f"lookups.{label}": {**found, "no_code": [name]}}


def entered(version: int = 5, **changes: str) -> Answers:
    """How the driver was entered."""
    way = {"by": "vk_icdGetInstanceProcAddr", "version": version, "physical": "own"}
    return {"lookups.entry": way | changes}


def enabled(*extensions: str) -> Answers:
    """The extensions that the second device was made with."""
    return {"lookups.enabled": {"result": 0, "extensions": list(extensions)}}


def made(*extensions: str, version: int = VULKAN_1_3) -> Answers:
    """The instance and the device that are asked of."""
    row = {"version": version, "asked": version, "enabled": True, "extensions": list(extensions)}
    return {"lookups.made": row, "lookups.devices": {"devices": [version]}}


def exported(place: str) -> Answers:
    """Where the library exports vk_icdGetPhysicalDeviceProcAddr."""
    return {"exports.interface": {GET_PHYSICAL: place}}


def physical(*lacking: str, more: tuple[str, ...] = ()) -> Answers:
    """Answers for physical devices, with an instance that has more surface queries enabled."""
    asked = passed("physical", *lacking, of=OF_PHYSICAL_DEVICES, more=more)
    return {**made("VK_KHR_get_surface_capabilities2"), **passed("instance"), **asked}


CASES: list[Row] = [
    (
        "no vkCreateInstance",
        lookups.global_functions,
        passed("global"),
        passed("global", "vkCreateInstance"),
        "without an instance the driver gives NULL for vkCreateInstance",
    ),
    (
        "a global function that is none",
        lookups.global_functions,
        passed("global"),
        uncallable("global", "vkCreateInstance"),
        "what is no function for vkCreateInstance",
    ),
    (
        "no version",
        lookups.version_function,
        {**made(), **passed("global")},
        {**made(), **passed("global", "vkEnumerateInstanceVersion")},
        "with a device of Vulkan 1.3.0 the driver gives NULL for vkEnumerateInstanceVersion",
    ),
    (
        "a core function lacks",
        lookups.core_functions,
        {**made(), **passed("instance")},
        {**made(), **passed("instance", PROPERTIES)},
        f"NULL for {PROPERTIES} (1 in all)",
    ),
    (
        "no vkGetDeviceProcAddr",
        lookups.core_functions,
        {**made(), **passed("instance", "vkEnumerateDeviceLayerProperties")},
        {**made(), **passed("instance", "vkGetDeviceProcAddr")},
        "NULL for vkGetDeviceProcAddr",
    ),
    (
        "a function of an extension lacks",
        lookups.extension_functions,
        {**made("VK_KHR_surface"), **passed("instance", "vkDestroySurfaceKHR")},
        {**made("VK_EXT_debug_utils"), **passed("instance", "vkSubmitDebugUtilsMessageEXT")},
        "NULL for vkSubmitDebugUtilsMessageEXT",
    ),
    (
        "functions of core that another instance takes away",
        kept_lookups.core_kept_beside_another,
        {**made(), "lookups.lost": {"beside": ["vkGetPhysicalDeviceFeatures2KHR"], "after": []}},
        {**made(), "lookups.lost": {"beside": [], "after": [PROPERTIES]}},
        f"an instance finds {PROPERTIES} no more, once another without extensions was destroyed",
    ),
    (
        "what is found without an instance, and no more while instances live",
        kept_lookups.global_kept_beside_another,
        {"lookups.lost": {"global_beside": [NEGOTIATE]}},
        {"lookups.lost": {"global_beside": ["vkCreateInstance"]}},
        "while instances live the driver finds vkCreateInstance without an instance no more",
    ),
    (
        "functions of physical devices that another instance takes away",
        kept_lookups.physical_kept_beside_another,
        {**physical(), "lookups.lost": {"physical_beside": [], "physical_after": [MADE_UP, "vkQueueSubmit"]}},
        {**physical(), "lookups.lost": {"physical_after": ["vkGetPhysicalDeviceFeatures"]}},
        "for an instance, once another without extensions was destroyed, it gives NULL for"
        " vkGetPhysicalDeviceFeatures, and functions for the rest of Vulkan 1.0",
    ),
    (
        "any function of physical devices that another instance takes away",
        partial(kept_lookups.physical_kept_beside_another, strictly=True),
        {**physical(), "lookups.lost": {"physical_beside": [], "physical_after": [MADE_UP]}},
        {**physical(), "lookups.lost": {"physical_beside": [PROPERTIES]}},
        f"once another without extensions was made, it gives NULL for {PROPERTIES}, and gave functions before",
    ),
    (
        "functions that a device loses to another one",
        kept_lookups.devices_keep_what_they_find,
        {
            **made(),
            **enabled("VK_KHR_swapchain"),
            "lookups.device_lost": {
                "beside": [MADE_UP, PROPERTIES, "vkMapMemory2", "vkCmdSetLineStippleEXT"],
                "after": [],
            },
        },
        {
            **made(),
            **enabled("VK_KHR_swapchain"),
            "lookups.device_lost": {"beside": ["vkCreateSwapchainKHR"], "after": []},
        },
        "a device finds vkCreateSwapchainKHR no more, once another without extensions was made",
    ),
    (
        "functions of core that a device loses to another one",
        kept_lookups.devices_keep_what_they_find,
        {**made(), **enabled(), "lookups.device_lost": {"beside": [], "after": ["vkCreateSwapchainKHR"]}},
        {**made(), **enabled(), "lookups.device_lost": {"beside": [], "after": ["vkQueueSubmit2"]}},
        "a device finds vkQueueSubmit2 no more, once another without extensions was destroyed",
    ),
    (
        "a lookup by the address of a name",
        kept_lookups.found_by_characters,
        {"lookups.buffer": {"other": []}},
        {"lookups.buffer": {"other": ["vkDestroyInstance"]}},
        "another function for vkDestroyInstance (1 in all) where the name lies in a buffer",
    ),
    (
        "functions of extensions that another instance takes away",
        kept_lookups.extensions_kept_beside_another,
        {
            **made(),
            "lookups.lost": {
                "beside": [MADE_UP, "vkQueueSubmit"],
                "after": [PROPERTIES],
                "physical_beside": ["vkGetPhysicalDeviceFeatures2KHR"],
            },
        },
        {**made(), "lookups.lost": {"beside": ["vkGetPhysicalDeviceFeatures2KHR"], "after": []}},
        "an instance finds vkGetPhysicalDeviceFeatures2KHR no more, once another without extensions was made",
    ),
    (
        "a function for every name",
        lookups.unknown_names,
        passed("instance"),
        passed("device", more=(MADE_UP,)),
        f"vkGetDeviceProcAddr gives a function for {MADE_UP}",
    ),
    (
        "commands of instances as commands of devices",
        lookups.device_functions_alone,
        {"lookups.device": {"own": ["vkQueueSubmit", MADE_UP], "elsewhere": {}, "no_code": []}},
        {"lookups.device": {"own": ["vkQueueSubmit", "vkDestroyInstance"], "elsewhere": {}, "no_code": []}},
        "vkGetDeviceProcAddr gives functions for vkDestroyInstance (1 in all), of no device",
    ),
    (
        "functions of extensions that are not enabled",
        lookups.device_functions_enabled,
        {
            "lookups.device": {
                "own": ["vkQueueSubmit", "vkCmdDispatchBaseKHR"],
                "elsewhere": {},
                "no_code": [],
            }
        },
        {
            "lookups.device": {
                "own": ["vkQueueSubmit", "vkCreateSwapchainKHR"],
                "elsewhere": {},
                "no_code": [],
            }
        },
        "functions for vkCreateSwapchainKHR (1 in all), of extensions that the device was made without",
    ),
    (
        "a crash without an instance",
        null_instance.names_without_instance,
        passed("none", of=frozenset()),
        {"lookups.none": {"until": "vkCreateDevice", "own": [], "elsewhere": {}, "no_code": []}},
        'vk_icdGetInstanceProcAddr(NULL, "vkCreateDevice") does not come back',
    ),
    (
        "functions that need an instance, without one",
        null_instance.functions_without_instance,
        passed("none", of=frozenset({"vkCreateInstance", "vkGetInstanceProcAddr"})),
        passed("none", of=frozenset({"vkCreateInstance", "vkDestroyInstance", "vkQueueSubmit"})),
        "without an instance the driver gives functions for vkDestroyInstance, vkQueueSubmit (2 in all)",
    ),
    (
        "a driver of version 0 without a function",
        lookups.version_0_functions,
        {**entered(by="vkGetInstanceProcAddr"), **passed("instance")},
        {**entered(by="vkGetInstanceProcAddr"), **passed("instance", "vkQueueSubmit")},
        "vkGetInstanceProcAddr gives NULL for vkQueueSubmit",
    ),
    (
        "a device function lacks",
        lookups.device_functions,
        passed("device"),
        passed("device", "vkQueueSubmit"),
        "vkGetDeviceProcAddr gives NULL for vkQueueSubmit",
    ),
    (
        "a later device function lacks",
        lookups_by_version.later_device_functions,
        {**made(), **passed("device")},
        {**made(), **passed("device", "vkQueueSubmit2")},
        "for a device of Vulkan 1.3.0 vkGetDeviceProcAddr gives NULL for vkQueueSubmit2",
    ),
    (
        "functions that came after the device's version",
        lookups_by_version.functions_above,
        {**made(), **passed("device", *OF_1_4)},
        {**made(), **passed("device", *OF_1_4.difference({"vkMapMemory2"}))},
        "for a device of Vulkan 1.3.0 vkGetDeviceProcAddr gives functions for vkMapMemory2 (1 in all)",
    ),
    (
        "a function for physical devices that one version has lacks",
        lookups_by_version.physical_of_each_version,
        {**made(), **passed("instance"), **passed("physical", of=OF_PHYSICAL_DEVICES)},
        {**made(), **passed("instance"), **passed("physical", LATEST, of=OF_PHYSICAL_DEVICES)},
        "it gives NULL for vkGetPhysicalDeviceToolProperties, and ",
    ),
    (
        "a function of Vulkan 1.0 for physical devices lacks, where all of them may",
        lookups_by_version.physical_of_each_version,
        {**made(), **passed("instance"), **passed("physical", *OF_1_0, of=OF_PHYSICAL_DEVICES)},
        {
            **made(),
            **passed("instance"),
            **passed("physical", "vkGetPhysicalDeviceFeatures", of=OF_PHYSICAL_DEVICES),
        },
        "it gives NULL for vkGetPhysicalDeviceFeatures, and ",
    ),
    (
        "a function of a device extension lacks",
        lookups.device_extension_functions,
        {**enabled("VK_KHR_swapchain"), **passed("extended", "vkCmdTraceRaysKHR")},
        {**enabled("VK_KHR_swapchain"), **passed("extended", "vkAcquireNextImageKHR")},
        "for a device with all its extensions enabled vkGetDeviceProcAddr gives NULL for vkAcquireNextImageKHR",
    ),
    (
        "a function that a second extension has to bring lacks, and one of the first does",
        lookups.device_extension_functions,
        {**enabled("VK_KHR_maintenance6"), **passed("extended", "vkCmdPushDescriptorSet2KHR")},
        {**enabled("VK_KHR_maintenance6"), **passed("extended", "vkCmdBindDescriptorSets2KHR")},
        "vkGetDeviceProcAddr gives NULL for vkCmdBindDescriptorSets2KHR (1 in all)",
    ),
    (
        "no lookup for physical devices",
        lookups.physical_offered,
        entered(4),
        entered(4, physical="null"),
        "of interface version 4 and has no vk_icdGetPhysicalDeviceProcAddr",
    ),
    (
        "a supported function lacks",
        lookups.physical_answers,
        physical(PROPERTIES),
        physical(CAPABILITIES),
        f"it gives NULL for {CAPABILITIES}, and functions for the rest of VK_KHR_get_surface_capabilities2",
    ),
    (
        "a part of Vulkan 1.0",
        lookups.physical_answers,
        physical(*OF_1_0),
        physical("vkCreateDevice", "vkEnumerateDeviceExtensionProperties"),
        "vkCreateDevice, vkEnumerateDeviceExtensionProperties, and functions for the rest of Vulkan 1.0",
    ),
    (
        "none at all",
        lookups.physical_answers,
        physical(PROPERTIES),
        {**physical(), "lookups.physical": {"own": [], "elsewhere": {}, "no_code": []}},
        f"it gives NULL for {CAPABILITIES}, vkGetPhysicalDeviceSurfaceFormats2KHR, as for every function",
    ),
    (
        "none that loaders may not know",
        lookups.physical_answers,
        physical(),
        physical("vkGetPhysicalDeviceToolPropertiesEXT"),
        "it gives NULL for vkGetPhysicalDeviceToolPropertiesEXT, which loaders then take for functions",
    ),
    (
        "functions of others",
        lookups.physical_answers,
        physical(),
        physical(more=("vkQueueSubmit",)),
        "it gives vkQueueSubmit (1 in all), of no physical device",
    ),
    (
        "unknown names",
        lookups.physical_answers,
        physical(),
        physical(more=(MADE_UP,)),
        f"it gives a function for {MADE_UP}",
    ),
    (
        "not exported below version 7",
        partial(lookups.physical_published, exports=exported("null")),
        {**entered(7), **passed("global", more=(GET_PHYSICAL,))},
        {**entered(5), **passed("global", more=(GET_PHYSICAL,))},
        "of interface version 5 and gives vk_icdGetPhysicalDeviceProcAddr by vk_icdGetInstanceProcAddr",
    ),
    (
        "given with an instance only",
        partial(lookups.physical_published, exports=exported("null")),
        {**entered(7), **passed("global", more=(GET_PHYSICAL,))},
        {**entered(7), **passed("global"), **passed("instance", more=(GET_PHYSICAL,))},
        "is not exported, and given with an instance only",
    ),
    (
        "not given by lookup",
        lookups.physical_by_lookup,
        {**entered(), **passed("instance", more=(GET_PHYSICAL,))},
        {**entered(), **passed("instance")},
        "its lookup with an instance does not give it",
    ),
    (
        "version 7 with a function that only an instance gives",
        null_instance.interface_functions,
        {**entered(7, physical="null"), **passed("global", more=(NEGOTIATE,)), **passed("instance")},
        {
            **entered(7, physical="null"),
            **passed("global", more=(NEGOTIATE,)),
            **passed("instance", more=(GET_PHYSICAL,)),
        },
        f"at interface version 7 vk_icdGetInstanceProcAddr(NULL) gives no {GET_PHYSICAL}",
    ),
    (
        "version 7 without its negotiation",
        null_instance.interface_functions,
        {**entered(7), **passed("global", more=(NEGOTIATE, GET_PHYSICAL))},
        {**entered(7), **passed("global", more=(GET_PHYSICAL,))},
        f"at interface version 7 vk_icdGetInstanceProcAddr(NULL) gives no {NEGOTIATE}",
    ),
]


@each(CASES)
class TestLookups(Judged):
    """What a driver gives for the names of the registry."""


class TestWhatIsAllowed:
    """What a driver may leave out."""

    @pytest.mark.parametrize(
        ("version", "name"),
        [(api_version(1, 0), PROPERTIES), (api_version(1, 2), "vkGetPhysicalDeviceToolProperties")],
        ids=["1.0", "1.2"],
    )
    def test_functions_of_later_versions(self, version: ApiVersion, name: str) -> None:
        """An instance of an older version has no later functions."""
        answers = {**made(version=version.packed), **passed("instance", name)}

        result = lookups.core_functions(answers)

        assert result.broken == []
        assert result.seen > 0

    def test_surfaces_are_the_loaders(self) -> None:
        """A driver need not make the surfaces whose extensions it has."""
        lacking = ("vkCreateXcbSurfaceKHR", "vkDestroySurfaceKHR")
        answers = {**made("VK_KHR_surface", "VK_KHR_xcb_surface"), **passed("instance", *lacking)}

        result = lookups.extension_functions(answers)

        assert result.broken == []
        assert result.seen > 0

    def test_extensions_that_loaders_have_long_known(self) -> None:
        """A driver need not go on telling that their functions take a physical device."""
        result = lookups.physical_answers(physical(CAPABILITIES, "vkGetPhysicalDeviceSurfaceFormats2KHR"))

        assert result.broken == []
        assert result.seen > 0

    def test_extensions_that_are_not_enabled(self) -> None:
        """Their functions may lack."""
        row = {
            "version": VULKAN_1_3,
            "asked": VULKAN_1_3,
            "enabled": False,
            "extensions": ["VK_EXT_debug_utils"],
        }

        result = lookups.extension_functions({"lookups.made": row, **passed("instance", of=frozenset())})

        assert (result.seen, result.broken) == (0, [])

    def test_names_behind_a_crash(self) -> None:
        """What was not asked for says nothing; what was, does."""
        row = {"own": ["vkCreateDevice"], "elsewhere": {}, "no_code": [], "until": "vkDestroyInstance"}

        result = lookups.core_functions({**made(), "lookups.instance": row})

        assert (result.seen, result.broken) == (1, [])

    def test_a_crash_at_the_first_name(self) -> None:
        """Nothing of the interface is held against a driver that has not come to answer."""
        row = {"own": [], "elsewhere": {}, "no_code": [], "until": "vkCreateInstance"}
        answers = {**entered(7), "lookups.global": row, "lookups.instance": row}

        for judge in (
            lookups.global_functions,
            null_instance.interface_functions,
            lookups.physical_by_lookup,
        ):
            assert (judge(answers).seen, judge(answers).broken) == (0, [])

    @pytest.mark.rule("AMB-V7-EXPORTED", "IFACE-ICD-V7-01")
    @pytest.mark.parametrize(
        ("place", "enough"), [("own", True), ("null", False)], ids=["exported", "not exported"]
    )
    def test_functions_of_the_interface_that_are_exported(self, place: str, enough: bool) -> None:
        """A driver that exports what its lookup lacks is warned: two sentences have the export or the lookup."""
        answers = {**entered(7), **passed("global", more=(NEGOTIATE,)), **passed("instance")}

        assert null_instance.interface_functions(answers).broken
        assert null_instance.are_exported(answers, exported(place)) is enough

    @pytest.mark.rule("AMB-V7-EXPORTED", "IFACE-ICD-V7-01")
    def test_exports_where_the_lookup_lacks_nothing(self) -> None:
        """They excuse nothing there: neither a driver that ends at the first name, nor one that has all of them."""
        row = {"own": [], "elsewhere": {}, "no_code": [], "until": "vkCreateInstance"}
        ended = {**entered(7), "lookups.global": row, "lookups.instance": row}
        whole = {**entered(7), **passed("global", more=(NEGOTIATE, GET_PHYSICAL)), **passed("instance")}

        assert not null_instance.interface_functions(whole).broken
        assert not null_instance.are_exported(ended, exported("own"))
        assert not null_instance.are_exported(whole, exported("own"))

    def test_what_is_kept_without_a_lookup_of_physical_devices(self) -> None:
        """A driver that has no vk_icdGetPhysicalDeviceProcAddr loses nothing of it."""
        answers = {**made(), **passed("instance"), "lookups.lost": {"physical_beside": []}}

        assert kept_lookups.physical_kept_beside_another(answers) == CheckResult(missing=lookups.NO_PHYSICAL)

    def test_made_up_names_come_in_the_order_in_which_they_are_asked_for(self) -> None:
        """The sentences do not change places from run to run."""
        every = [f"gives a function for {name}, which" for name in lookups.MADE_UP]

        of_device = lookups.unknown_names(passed("device", more=lookups.MADE_UP))
        of_none = null_instance.names_without_instance(passed("none", more=lookups.MADE_UP))

        for result in (of_device, of_none):
            facts = [each.fact for each in result.broken]
            assert [name for name, fact in zip(every, facts, strict=True) if name not in fact] == []
