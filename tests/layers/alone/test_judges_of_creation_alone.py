"""Judges of a layer alone at creation and before, each on answers that keep its rule and answers that break it."""

from functools import partial

from answered import Judged, Row, each, intercept, made

from refloader.suite.layers.alone import before, create_infos, created
from refloader.suite.layers.alone.effects import queues

VERSION = "vkEnumerateInstanceVersion"

CREATIONS: list[Row] = [
    (
        "the link of instances",
        created.instance_link_advanced,
        {**made("usual"), **made("none-below", times=0, link_seen="null")},
        {**made("usual", link_seen="same"), **made("reversed", link_seen="same")},
        "finds the layer's own link (in the cases usual, reversed)",
    ),
    (
        "the link of devices",
        created.device_link_advanced,
        made("usual", "device"),
        made("usual", "device", link_seen="null"),
        "the next vkCreateDevice finds no link at all",
    ),
    (
        "features that are asked for in two places",
        create_infos.device_infos_valid,
        made("application-first", "device", invalid=""),
        made(
            "application-first",
            "device",
            invalid="pEnabledFeatures beside a VkPhysicalDeviceFeatures2 on pNext",
        ),
        "gets pEnabledFeatures beside a VkPhysicalDeviceFeatures2 on pNext (in the case application-first)",
    ),
    (
        "private data without the feature for it",
        create_infos.device_infos_valid,
        made("application-first", "device", has_slots_without=False),
        made("application-first", "device", has_slots_without=True),
        "makes a private data slot on a device for which the privateData feature is not enabled",
    ),
    (
        "a link that is put back before a second try",
        created.device_link_advanced,
        made("error-3", "device", times=2),
        made("error-3", "device", times=2, link_seen="null"),
        "the next vkCreateDevice, called once more after it failed, finds no link at all (in the case error-3)",
    ),
    (
        "a link that is found in some orders alone",
        created.device_link_advanced,
        {**made("usual", "device"), **made("error-4", "device", times=0, result=-3)},
        {**made("usual", "device"), **made("application-between", "device", times=0, result=-3)},
        "gives VK_ERROR_INITIALIZATION_FAILED and never calls the next (in the case application-between)",
    ),
    (
        "a link behind another structure",
        partial(created.link_advanced_behind_another, kind="device"),
        {**made("application-first", "device"), **made("reversed", "device", link_seen="same")},
        {**made("usual", "device"), **made("application-first", "device", times=0, result=-3)},
        "gives VK_ERROR_INITIALIZATION_FAILED and never calls the next (in the case application-first)",
    ),
    (
        "a link that is found where the head node is the loader's",
        created.instance_link_advanced,
        {**made("usual"), **made("application-first", times=0, result=-3)},
        {**made("usual", times=0, result=-3), **made("reversed")},
        "gives VK_ERROR_INITIALIZATION_FAILED and never calls the next (in the case usual)",
    ),
    (
        "a structure that stays with the layer",
        partial(created.structures_kept, kind="instance"),
        made("application-first", structures="1000247000,47,47"),
        made("application-first", structures="47,47"),
        "does not get the structure of the application (in the case application-first)",
    ),
    (
        "an application without a name that is refused",
        partial(created.nameless_application_accepted, usual=made("usual", "instance")),
        made("no-name", "instance"),
        made("no-name", "instance", result=-3),
        "vkCreateInstance gives VK_ERROR_INITIALIZATION_FAILED (no-name), which nothing below does",
    ),
    (
        "a feature that is enabled unasked",
        created.features_had,
        {**made("few-features", "device"), **made("few-features-in-a-structure", "device", result=-3)},
        {**made("few-features", "device", result=-8), **made("features", "device", result=-8)},
        "where the application enables by pEnabledFeatures what the device has",
    ),
    (
        "an extension that is enabled unasked",
        create_infos.extensions_had,
        {
            **made("few-features", "device", result=-7, extensions="VK_A", lacked=""),
            **made("usual", "device", result=-7),
        },
        {**made("few-features", "device", result=-7, extensions="VK_A,VK_B,VK_C", lacked="VK_B,VK_C")},
        "where the application enables none: the layer asks for VK_B, VK_C, which the device does not have",
    ),
    (
        "a feature that is enabled unasked behind a structure",
        created.features_had,
        {**made("few-features", "device")},
        {**made("few-features-in-a-structure", "device", result=-8)},
        "where the application enables by VkPhysicalDeviceFeatures2 what the device has",
    ),
    (
        "a feature that is enabled in one form alone",
        created.features_kept,
        {
            **made("features", "device", is_robust=1),
            **made("application-first", "device", is_robust=1),
            **made("usual", "device", is_robust=0),
        },
        {
            **made("features", "device", is_robust=1),
            **made("application-first", "device", is_robust=0),
        },
        "by pEnabledFeatures it is (in the case application-first)",
    ),
    (
        "a feature that is enabled in the other form alone",
        created.features_kept,
        {
            **made("features", "device", is_robust=1),
            **made("application-first", "device", is_robust=1),
        },
        {
            **made("features", "device", is_robust=0),
            **made("application-first", "device", is_robust=1),
        },
        "by VkPhysicalDeviceFeatures2 it is (in the case features)",
    ),
    (
        "queues that are not made",
        queues.queues_kept,
        {"create.two-queues.device": {"made": {"times": 1, "queues": 3}, "queues_offered": 2}},
        {"create.two-queues.device": {"made": {"times": 1, "queues": 1}, "queues_offered": 2}},
        "asks for 2 queues of a family that has 2, and the next vkCreateDevice is asked for 1",
    ),
    (
        "queues of a second family that are not made",
        queues.queues_kept,
        {
            "create.two-queues.device": {
                "made": {"times": 1, "queues": 2, "copy_queues": 1},
                "queues_offered": 2,
                "families_offered": 2,
            }
        },
        {
            "create.two-queues.device": {
                "made": {"times": 1, "queues": 2, "copy_queues": 0},
                "queues_offered": 2,
                "families_offered": 2,
            }
        },
        "asks for queues of two families, and the next vkCreateDevice is asked for none of the second",
    ),
    (
        "what pInstance holds",
        partial(created.out_kept, kind="instance"),
        made("usual"),
        made("usual", out="changed"),
        "what pInstance holds is changed",
    ),
    (
        "asking with an instance",
        created.next_create_instance_asked,
        made("usual", asked=("null", "other")),
        made("usual", asked=("other",)),
        "with a handle that nobody below knows, not with NULL",
    ),
    (
        "asking with NULL",
        partial(created.next_create_device_asked, instance="lower"),
        made("usual", "device"),
        made("usual", "device", asked=("null",)),
        "with NULL, as the documents of 2016 and 2018 say, not with the instance",
    ),
    (
        "asking with a wrapper",
        created.strange_instances,
        made("usual", "device", asked=("null", "lower")),
        made("usual", "device", asked=("lower", "upper")),
        "nobody below knows",
    ),
    (
        "a failure that succeeds",
        partial(created.failures_passed_up, kind="device"),
        made("error-4", "device", result=-3),
        made("error-4", "device", result=0),
        "gives VK_SUCCESS though below it failed with VK_ERROR_DEVICE_LOST",
    ),
    (
        "another failure",
        partial(created.failures_unchanged, kind="instance"),
        made("error-9", result=-9),
        made("error-9", result=-3),
        "gives VK_ERROR_INITIALIZATION_FAILED where below it failed with VK_ERROR_INCOMPATIBLE_DRIVER",
    ),
    (
        "nothing to call",
        partial(created.missing_function_refused, kind="device"),
        made("no-device-below", "device", result=-3),
        made("no-device-below", "device", result=-1),
        "though the next entity has no such function",
    ),
    (
        "a strange extension",
        created.made_up_extension_accepted,
        {**made("usual"), **made("made-up-extension")},
        {**made("usual"), **made("made-up-extension", result=-7)},
        "VK_ERROR_EXTENSION_NOT_PRESENT (made-up-extension)",
    ),
    (
        "an extension of the entity below",
        partial(created.names_kept, kind="instance"),
        made("extension-of-below", extensions="VK_PROBER_below_one,VK_ONE_of_the_layer"),
        made("extension-of-below", extensions="VK_ONE_of_the_layer"),
        "the next vkCreateInstance does not get VK_PROBER_below_one",
    ),
    (
        "a first word",
        created.first_words_copied,
        {"create.old-loader.objects": {"VkQueue": {"handle": "upper", "first_word": "parent's"}}},
        {"create.old-loader.objects": {"VkQueue": {"handle": "upper", "first_word": "other"}}},
        "the VkQueue that the layer hands up",
    ),
]

INTERCEPTS: list[Row] = [
    (
        "no symbol",
        partial(before.symbols_exported, commands=[VERSION]),
        {f"pre-instance.{VERSION}": {"symbol": "odd", "place": "own"}},
        {f"pre-instance.{VERSION}": {"symbol": "odd", "place": "null"}},
        "does not export odd",
    ),
    (
        "a symbol of a dependency, and a loader's",
        partial(before.symbols_exported, commands=[VERSION]),
        {f"pre-instance.{VERSION}": {"symbol": "odd", "place": "/lib/libcore.so"}},
        {f"pre-instance.{VERSION}": {"symbol": VERSION, "place": "/lib/libvulkan.so.1"}},
        f"does not export {VERSION}",
    ),
    (
        "not called down",
        before.called_down,
        intercept(VERSION, "plain"),
        intercept(VERSION, "plain", times=0),
        "does not call pfnNextLayer",
    ),
    (
        "another link",
        before.called_down,
        intercept(VERSION, "plain"),
        intercept(VERSION, "plain", link="other"),
        "another link than pNextLink",
    ),
    (
        "another layer",
        before.arguments_passed_on,
        intercept(before.KEYS[0], "named", layer=before.NAMED),
        intercept(before.KEYS[0], "named", layer=None),
        "passes down None",
    ),
    (
        "something kept",
        before.nothing_kept,
        {**intercept(VERSION, "plain"), **intercept(VERSION, "again")},
        {**intercept(VERSION, "plain"), **intercept(VERSION, "again", value=6)},
        "answers differently",
    ),
]


@each(CREATIONS)
class TestCreations(Judged):
    """How the layer makes instances and devices."""


@each(INTERCEPTS)
class TestIntercepts(Judged):
    """How the layer passes on what is called before there is an instance."""
