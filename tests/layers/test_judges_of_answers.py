"""Tests of what is made of the prober's answers: clean ones pass, each fault is named, and nothing is no verdict."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from refloader.harness.layers.alone import before, created, enumerated, found, introspected, negotiation
from refloader.harness.layers.alone.answers import Answers
from refloader.harness.layers.view import Look
from refloader.model import registry

Judge = Callable[[Answers], Look]
MADE_UP, MADE_UP_DEVICE, MADE_UP_PHYSICAL = found.MADE_UP
LOOKUP = "vk_layerGetPhysicalDeviceProcAddr"
ALWAYS = [
    name for name, command in registry.commands().items() if command.core == "1.0" and name != "vkCmdDraw"
]


def offer(offered: int, **changes: object) -> Answers:
    """The clean answer to an offer, changed."""
    row: dict[str, object] = {
        "offered": offered,
        "result": 0,
        "version": 2,
        "instance": "own",
        "device": "own",
        "physical": "null",
    }
    return {f"negotiate.{offered}": {**row, **changes}}


def exports(**places: str) -> Answers:
    """Where exports lie, by the function of the interface that they are."""
    rows = {name: {"name": name, "place": place} for name, place in places.items()}
    return {"names.exports": rows}


def passed(label: str, **lists: object) -> Answers:
    """One pass of lookups."""
    empty: dict[str, object] = {"own": [], "next": [], "elsewhere": {}, "asked": [], "asked_others": []}
    return {f"lookups.{label}": {**empty, "asked_with": {}, **lists}}


def entered(**places: str) -> Answers:
    """How the layer was entered for lookups."""
    return {"lookups.entry": {"by": "negotiation", "version": 2, "physical": "null", **places}}


def made(case: str, kind: str = "instance", *, asked: tuple[str, ...] = (), **changes: object) -> Answers:
    """A clean creation, changed."""
    row: dict[str, object] = {"result": 0, "times": 1, "link_seen": "next", "out": "kept", "handle": "lower"}
    asked_with = list(asked or ("null" if kind == "instance" else "lower",))
    return {f"create.{case}.{kind}": {"made": {**row, **changes}, "asked_with": asked_with}}


def rows(label: str, *names: str, result: int = 0, **changes: object) -> Answers:
    """The answer of an enumeration."""
    step = {"result": result, "count": len(names)}
    row: dict[str, object] = {
        "counted": step,
        "filled": step,
        "overrun": False,
        "names": list(names),
        "down": [],
    }
    return {label: {**row, **changes}}


def intercept(command: str, case: str, **changes: object) -> Answers:
    """What one call of a pre-instance intercept came to."""
    row: dict[str, object] = {"link": "next", "result": 0, "times": 1, "value": 5}
    return {f"pre-instance.{command}.{case}": {**row, **changes}}


V0 = {"introspect.exports": dict.fromkeys(enumerated.COMMANDS, "own")}
INSTANCES, EXTENSIONS, OF_DEVICE = (
    "enumerate.vkEnumerateInstanceLayerProperties",
    "enumerate.vkEnumerateInstanceExtensionProperties",
    "enumerate.vkEnumerateDeviceExtensionProperties",
)
BELOW = tuple(sorted(enumerated.BELOW))
VERSION = "vkEnumerateInstanceVersion"
DEVICE_LAYER = {"own": ["vkQueueSubmit", "vkGetDeviceProcAddr"]}

# Each: the judge, clean answers, wrong ones, and a part of what is said of these.
ROWS: list[tuple[str, Judge, Answers, Answers, str]] = [
    (
        "no export",
        negotiation.negotiation_exported,
        exports(vkNegotiateLoaderLayerInterfaceVersion="own"),
        exports(vkNegotiateLoaderLayerInterfaceVersion="null"),
        "exports no vkNegotiate",
    ),
    (
        "an export of others",
        negotiation.negotiation_exported,
        exports(vkNegotiateLoaderLayerInterfaceVersion="own"),
        exports(vkNegotiateLoaderLayerInterfaceVersion="/lib/libother.so"),
        "not in the library, but in /lib/libother.so",
    ),
    (
        "refusing 2",
        negotiation.version_2_agreed,
        offer(2, version=1),
        offer(2, result=-3),
        "refuses interface version 2 with VK_ERROR_INITIALIZATION_FAILED",
    ),
    (
        "more than 2",
        negotiation.version_2_agreed,
        offer(2),
        offer(2, version=3),
        "the offer of version 2 with version 3",
    ),
    (
        "beyond the offer",
        negotiation.common_version,
        offer(3),
        offer(3, version=4),
        "the offer of version 3 with the higher version 4",
    ),
    ("versions of nobody", negotiation.common_version, offer(7), offer(7, version=7), "agrees to version 7"),
    (
        "refusing newer",
        negotiation.common_version,
        offer(7),
        offer(7, result=-9),
        "VK_ERROR_INCOMPATIBLE_DRIVER",
    ),
    (
        "the wrong refusal",
        negotiation.refusal_code,
        offer(0, result=-3),
        offer(0, result=-9),
        "version 0 with",
    ),
    (
        "no device lookup",
        negotiation.pointers_filled,
        offer(2),
        offer(2, device="null"),
        "pfnGetDeviceProcAddr is NULL",
    ),
    (
        "untouched members",
        negotiation.pointers_filled,
        offer(2),
        offer(2, physical="untouched"),
        "pfnGetPhysicalDeviceProcAddr is left untouched",
    ),
    (
        "calling the loader",
        negotiation.nothing_called,
        {"call-down.negotiation": {"called": []}},
        {"call-down.negotiation": {"called": ["vkEnumerateInstanceVersion"]}},
        "calls vkEnumerateInstanceVersion",
    ),
    (
        "no lookups to export",
        partial(negotiation.lookups_exported, negotiated={}),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="null",
            vkGetInstanceProcAddr="own",
            VK_LAYER_AGetDeviceProcAddr="own",
        ),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="null",
            vkGetInstanceProcAddr="own",
            vkGetDeviceProcAddr="null",
        ),
        "exports none of vkGetDeviceProcAddr",
    ),
    (
        "version 1 with nothing exported",
        partial(negotiation.lookups_exported, negotiated=offer(2, version=1)),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="own",
            vkGetInstanceProcAddr="own",
            vkGetDeviceProcAddr="own",
        ),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="own",
            vkGetInstanceProcAddr="null",
            vkGetDeviceProcAddr="null",
        ),
        "exports none of vkGetInstanceProcAddr",
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
        passed("open.instance", own=["vkCmdDraw"], next=[*ALWAYS, *found.MADE_UP]),
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
        "names of physical devices",
        found.physical_names_forwarded,
        passed("open.physical", next=[MADE_UP_PHYSICAL]),
        passed("open.physical"),
        f"{LOOKUP} answers NULL",
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
        found.disabled_instance_functions,
        passed("closed.instance", own=["vkCreateSwapchainKHR", "vkGetPhysicalDevicePresentRectanglesKHR"]),
        passed("closed.instance", own=["vkCreateDebugUtilsMessengerEXT"]),
        "of its own for vkCreateDebugUtilsMessengerEXT",
    ),
    (
        "disabled of devices",
        found.disabled_device_functions,
        passed("closed.device", own=["vkCmdDraw", "vkCreateDebugUtilsMessengerEXT"]),
        passed("closed.device", own=["vkCreateSwapchainKHR"]),
        "(1 in all)",
    ),
    (
        "no instance",
        found.unknown_names_without_instance,
        passed("none"),
        passed("none", until="vkCmdDraw"),
        'vkGetInstanceProcAddr(NULL, "vkCmdDraw") crashes or hangs',
    ),
    (
        "no instance and no command",
        found.unknown_names_without_instance,
        passed("none", own=["vkCreateInstance"]),
        passed("none", own=["vkCreateInstance", found.MADE_UP[0]]),
        "gives a function of the layer for vkMadeUpOfTheProberEXT",
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
        partial(found.manifest_entrypoints, names=["vkFoo"]),
        passed("enabled.device", own=["vkFoo"]),
        passed("enabled.device", next=["vkFoo"]),
        "the manifest lists vkFoo",
    ),
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
        "a first word",
        created.first_words_copied,
        {"create.old-loader.objects": {"VkQueue": {"handle": "upper", "first_word": "parent's"}}},
        {"create.old-loader.objects": {"VkQueue": {"handle": "upper", "first_word": "other"}}},
        "the VkQueue that the layer hands up",
    ),
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
        "not the next entity's answer",
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
        "no symbol",
        partial(before.symbols_exported, commands=[VERSION]),
        {f"pre-instance.{VERSION}": {"symbol": "odd", "place": "own"}},
        {f"pre-instance.{VERSION}": {"symbol": "odd", "place": "null"}},
        "does not export odd",
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
EACH: Any = pytest.mark.parametrize(
    ("judge", "clean", "wrong", "fact"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)


@EACH
class TestJudges:
    """A judge sees what its rule is about, and nothing else."""

    def test_clean_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """They are seen, and break nothing."""
        look = judge(clean)

        assert look.broken == []
        assert look.seen > 0

    def test_wrong_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """The fault is told with the values."""
        look = judge(wrong)

        assert any(fact in each.fact for each in look.broken), look.broken

    def test_no_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """There is nothing to judge, and a reason for that."""
        look = judge({})

        assert (look.seen, look.broken) == (0, [])
        assert look.missing


class TestDevicesOfOthers:
    """A device that was not made through the layer."""

    def test_is_not_known_to_it(self) -> None:
        """Its vkGetDeviceProcAddr need not know whom to ask."""
        answers = {**passed("open.instance", next=["vkCreateDevice"]), **passed("open.device")}

        look = found.device_names_forwarded(answers)

        assert (look.seen, look.broken) == (0, [])


class TestGlobalCommands:
    """Commands that need no instance, asked for with one."""

    def test_null_is_an_answer(self) -> None:
        """Vulkan has NULL for them; whether a layer should know them all the same is another rule."""
        wanted = [name for name in ALWAYS if name not in ("vkCreateInstance", *enumerated.COMMANDS[:2])]
        answers = passed("open.instance", own=["vkCmdDraw"], next=[*wanted, *found.MADE_UP])

        assert found.instance_names_forwarded(answers).broken == []


class TestNewerOffers:
    """An offer that is newer than the layer."""

    @pytest.mark.parametrize(("may", "broken"), [(True, 0), (False, 1)], ids=["2018", "later"])
    def test_an_error_was_an_answer_once(self, may: bool, broken: int) -> None:
        """In 2018 the layer may refuse it."""
        look = negotiation.common_version(offer(3, result=-3), may_refuse_newer=may)

        assert (look.seen, len(look.broken)) == (1, broken)


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

        assert [(look.seen, look.broken) for look in looks] == [(0, []), (0, [])]
