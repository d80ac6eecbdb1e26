"""What the prober finds of each of several things, through the mock layer as it is and with its mistakes."""

from collections.abc import Callable
from functools import partial

import pytest
from mock_fixtures import Copy
from probing import probe

from refloader.suite.layers.alone import absent, apart, create_infos, facts
from refloader.suite.layers.alone.carrying import carried, formed, varied, wrapped
from refloader.suite.layers.alone.effects import after_calls
from refloader.suite.layers.alone.older import enabling
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult

Judge = Callable[[Answers], CheckResult]
UNWRAPPED = wrapped.unwrapped("1.3.0")
CALLS: list[tuple[str, str, Judge, str]] = [
    (
        "INTERCEPT-04_part",
        "",
        after_calls.incomplete_told,
        "vkGetPipelineCacheData returns VK_SUCCESS with 63",
    ),
    ("LLP_LAYER_1_unchecked", "", after_calls.calls_live_without_memory, "vkCreateFence does not come back"),
    ("LLP_LAYER_2_fences", "", varied.fenced_once, "two of which have the same fence"),
    ("LLP_LAYER_1_in_place", "queue", formed.only_read, "vkSetDebugUtilsObjectNameEXT"),
    ("LLP_LAYER_1_unrestored", "conversion", formed.only_read, "vkCreateSampler"),
    ("LLP_LAYER_10_head", "conversion", UNWRAPPED, "VkSamplerYcbcrConversionInfo on pNext"),
]
OF_EACH: list[tuple[str, tuple[str, ...], Judge, str]] = [
    (
        "LLP_LAYER_1_first_gpu",
        (),
        apart.answers_of_each,
        "vkGetPhysicalDeviceMemoryProperties2 gives for one",
    ),
    (
        "LLP_LAYER_19_second",
        ("own_device=vkCreateDevice",),
        apart.objects_filled,
        "vkQueueWaitIdle goes down",
    ),
    ("LLP_LAYER_19_table", ("wrap=instance",), apart.first_words_of_each, "VkInstance number 2"),
    ("OBJECTS-LAYER-01_first", ("wrap=queue",), apart.callbacks_of_each, "pfnSetDeviceLoaderData"),
]


def flags(mistake: str, kinds: str) -> tuple[str, ...]:
    """The mock's manners."""
    return (f"violate={mistake}", *([f"wrap={kinds}"] if kinds else ()))


@pytest.mark.parametrize("row", CALLS, ids=[row[0] for row in CALLS])
def test_calls(copy: Copy, row: tuple[str, str, Judge, str]) -> None:
    """The mistake is found in the calls of the command, and nothing without it."""
    mistake, kinds, judge, found = row
    wrong = probe(copy("mock_layer", *flags(mistake, kinds)), carried.ACT)

    assert any(found in fact for fact in judge(wrong.answers).said)


@pytest.mark.parametrize("kinds", ["conversion", "queue"])
def test_clean_calls(copy: Copy, kinds: str) -> None:
    """A layer without mistakes breaks nothing, whatever it wraps."""
    commands = "vkGetPipelineCacheData,vkCreateFence,vkQueueSubmit,vkGetPhysicalDeviceToolProperties"
    answers = probe(copy("mock_layer", f"intercept={commands}", f"wrap={kinds}"), carried.ACT).answers

    assert not [fact for _, _, judge, _ in CALLS for fact in judge(answers).said]
    assert after_calls.incomplete_told(answers).seen > 1


@pytest.mark.parametrize("row", OF_EACH, ids=[row[0] for row in OF_EACH])
def test_of_each(copy: Copy, row: tuple[str, tuple[str, ...], Judge, str]) -> None:
    """The mistake is found where there are two, and nothing without it."""
    mistake, manners, judge, found = row
    wrong = probe(copy("mock_layer", f"violate={mistake}", *manners), apart.ACT)
    clean = probe(copy("mock_layer", "intercept=*", *manners), apart.ACT)

    assert any(found in fact for fact in judge(wrong.answers).said)
    assert (judge(clean.answers).seen, list(judge(clean.answers).said)) == (1, [])


def test_newer_devices(copy: Copy) -> None:
    """A device that is newer than the layer has one version."""
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_1_newest"), facts.ACT)

    assert any(
        "vkGetPhysicalDeviceProperties2 gives other" in fact
        for fact in facts.commands_agree(wrong.answers).said
    )


def test_queues_by_both_commands(copy: Copy) -> None:
    """The older command gives another queue than the newer one."""
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_1_older_queue"), facts.ACT)

    assert list(facts.queues_agree(wrong.answers).said) == [
        "the first queue of the first family is queue 1 of family 0 below by vkGetDeviceQueue,"
        " and queue 0 of family 0 by vkGetDeviceQueue2"
    ]


def test_priorities_of_each_queue(copy: Copy) -> None:
    """One queue more has no priority behind those of the application's queues."""
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_2_priorities"), "create")
    clean = probe(copy("mock_layer"), "create")

    [fact] = create_infos.device_infos_valid(wrong.answers).said
    assert fact.startswith(
        "the next vkCreateDevice gets a VkDeviceQueueCreateInfo with a priority that is not"
    )
    assert list(create_infos.device_infos_valid(clean.answers).said) == []


def test_slots_without_the_feature(copy: Copy) -> None:
    """A private data slot of the layer's own needs privateData, which the application does not enable."""
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_2_slot"), "create")

    [fact] = create_infos.device_infos_valid(wrong.answers).said
    assert fact.startswith("the layer makes a private data slot on a device for which the privateData")


def test_slots_of_a_device_of_its_own(copy: Copy) -> None:
    """A layer's own device has privateData, and its slot is made after the application's device, which has not."""
    right = probe(copy("mock_layer", "own_device=slotted"), "create")

    assert create_infos.device_infos_valid(right.answers).seen > 0
    assert list(create_infos.device_infos_valid(right.answers).said) == []


def test_memory_of_callbacks(copy: Copy) -> None:
    """free() does not take what the application's callbacks gave."""
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_2_given_back"), "create")

    assert not wrong.is_done
    assert wrong.during.startswith("create.callbacks")
    assert probe(copy("mock_layer"), "create").is_done


def test_unknown_extensions_behind_others(copy: Copy) -> None:
    """The mock looks at the first one alone."""
    at = copy("mock_layer", "violate=LLP_LAYER_10_unknown", "wrap=conversion")
    unknown = ("--device-extension", wrapped.UNKNOWN_EXTENSION)
    name = wrapped.OTHER_EXTENSIONS["device"][0]
    ask = partial(probe, at, carried.ACT)
    each = {
        "": ask("--only", "none", *unknown).answers,
        name: ask("--only", "none", *enabling([name])).answers,
        f"{name}+": ask("--only", "none", *enabling([name]), *unknown).answers,
    }

    assert len(wrapped.stays_unwrapped(ask().answers, each).said) == 1


def test_lookups(copy: Copy) -> None:
    """Functions that one lookup gives and the other denies, and those that the manifest does not list."""
    names = ("--function", "vkMockUnlistedREF", "--function", "vkGetPhysicalDeviceMockREF")
    own = ("--device-extension", "VK_MOCK_two", *names)
    denied = probe(copy("mock_layer", "violate=LLP_LAYER_18_denied"), "lookups", *own).answers
    listed = copy("mock_layer", "violate=MANIFEST-LAYER-16_unlisted", "device_extensions=VK_MOCK_two:1")
    unlisted = probe(listed, "lookups", *own).answers

    assert len(absent.disabled_physical_functions(denied).said) == 2
    assert not absent.disabled_physical_functions(unlisted).said
    assert len(absent.unlisted_functions(unlisted, ("vkMockUnlistedREF",)).said) == 1
