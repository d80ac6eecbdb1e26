"""Judges of how instances and devices are made, each on layers that keep its rule and layers that break it."""

from collections.abc import Callable

import pytest
from story import (
    DEVICE,
    INSTANCE,
    INTO,
    OUT,
    Story,
    created,
    created_device,
    forwarded,
    handle,
    lookup,
    make,
    shown,
)

from refloader.suite.layers.checks import creation
from refloader.suite.sessions.check_result import CheckResult

FAILED, NO_EXTENSION = -3, -7
INSTANCE_NODE, DEVICE_NODE = (47, 0), (48, 0)
FUNCTION = 0xF000


def linked(command: str, link: int, following: int) -> dict[str, int | tuple[int, int]]:
    """What a creation is given where the layer finds a link."""
    node = INSTANCE_NODE if command == "vkCreateInstance" else DEVICE_NODE
    return {"node[0]": (1, 5), "node[1]": node, "link": link, "link.next": following}


OF_BOTH = pytest.mark.parametrize(
    ("command", "judge"),
    [
        ("vkCreateInstance", creation.instance_link_advanced),
        ("vkCreateDevice", creation.device_link_advanced),
    ],
)


@OF_BOTH
class TestLinks:
    """The next layer finds its own link."""

    def test_advanced(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """The link behind the layer's own goes down."""
        story = Story()
        with story.call(INTO, command, **linked(command, 0x10, 0x20)):
            story.out(command, **linked(command, 0x20, 0))

        result = judge(story.view)

        assert (result.seen, result.broken) == (1, [])

    def test_the_last_link(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """Behind the last link is none, and nothing in its place is right; a layer may take its node out."""
        story = Story()
        with story.call(INTO, command, **linked(command, 0x10, 0)):
            story.out(command, link=0)

        result = judge(story.view)

        assert (result.seen, result.broken) == (1, [])

    def test_not_advanced(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """The layer's own link goes down: the next layer calls itself."""
        story = Story()
        with story.call(INTO, command, **linked(command, 0x10, 0x20)) as above:
            below = story.out(command, **linked(command, 0x10, 0x20))

        assert shown(judge(story.view)) == [(above, below)]

    def test_the_last_link_not_advanced(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """The same before the end of the chain, where nobody is harmed."""
        story = Story()
        with story.call(INTO, command, **linked(command, 0x10, 0)):
            story.out(command, **linked(command, 0x10, 0))

        assert len(judge(story.view).broken) == 1

    def test_too_far(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """A link further on leaves a layer out."""
        story = Story()
        with story.call(INTO, command, **linked(command, 0x10, 0x20)):
            story.out(command, **linked(command, 0x30, 0))

        assert len(judge(story.view).broken) == 1

    def test_without_a_link(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """The structure is taken away from those below."""
        story = Story()
        with story.call(INTO, command, **linked(command, 0x10, 0x20)):
            story.out(command, link=0)

        assert len(judge(story.view).broken) == 1

    def test_objects_of_the_layers_own(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """A layer may make another object beside, without any link."""
        story = Story()
        with story.call(INTO, command, **linked(command, 0x10, 0x20)):
            story.out(command, link=0)
            story.out(command, **linked(command, 0x20, 0))

        assert judge(story.view).broken == []

    def test_a_crash_below(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """What never came back is judged all the same."""
        story = Story()
        above = story.crash(INTO, command, **linked(command, 0x10, 0x20))
        below = story.crash(OUT, command, **linked(command, 0x10, 0x20))

        assert shown(judge(story.view)) == [(above, below)]

    def test_nothing_seen(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """A layer that finds no link, or calls nobody, is not judged."""
        story = Story()
        story.into(command, **linked(command, 0x10, 0x20))
        with story.call(INTO, command, link=0):
            story.out(command, link=0)

        result = judge(story.view)

        assert (result.seen, result.broken, bool(result.missing)) == (0, [], True)

    def test_a_function_of_those_below(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """A layer that leaves the command to the next entity has no part in what is called through its link."""
        story = Story()
        forwarded(story, command, FUNCTION, INSTANCE)
        with story.call(INTO, command, **linked(command, 0x10, 0x20)):
            story.out(command, **linked(command, 0x10, 0x20))

        assert (judge(story.view).seen, judge(story.view).broken) == (0, [])

    def test_one_of_several(self, command: str, judge: Callable[..., CheckResult]) -> None:
        """Each object is judged by its own links."""
        story = Story()
        with story.call(INTO, command, **linked(command, 0x10, 0x20)):
            story.out(command, **linked(command, 0x20, 0))
        with story.call(INTO, command, **linked(command, 0x50, 0x60)) as above:
            below = story.out(command, **linked(command, 0x20, 0))

        result = judge(story.view)

        assert (result.seen, shown(result)) == (2, [(above, below)])


class TestPointers:
    """What pInstance and pDevice point to is the loader's until the call down came back."""

    @pytest.mark.parametrize(
        ("command", "judge"),
        [
            ("vkCreateInstance", creation.instance_pointer_untouched),
            ("vkCreateDevice", creation.device_pointer_untouched),
        ],
    )
    @pytest.mark.parametrize(("went", "breaches"), [(0x99, 0), (0, 1), (0x77, 1)])
    def test_content(self, command: str, judge: Callable[..., CheckResult], went: int, breaches: int) -> None:
        """It goes down as it came."""
        story = Story()
        with story.call(INTO, command, out=0x99):
            story.out(command, out=went)

        result = judge(story.view)

        assert (result.seen, len(result.broken)) == (1, breaches)

    def test_again_after_a_failure(self) -> None:
        """What those below left there is no matter of the layer's."""
        story = Story()
        with story.call(INTO, "vkCreateInstance", out=0x99):
            story.out("vkCreateInstance", FAILED, out=0x99)
            story.out("vkCreateInstance", out=0)

        assert creation.instance_pointer_untouched(story.view).broken == []

    def test_an_own_device_before(self) -> None:
        """A device that the layer makes first, by the same link, has a handle parameter of its own."""
        story = Story()
        with story.call(INTO, "vkCreateDevice", out=0x99, **{"link.next": 0x110}) as above:
            make(story.out("vkCreateDevice", link=0x110, out=0), pDevice=0x3000)
            make(story.out("vkCreateDevice", link=0x110, out=0x99), pDevice=DEVICE)
            make(above, pDevice=DEVICE)

        assert creation.device_pointer_untouched(story.view).broken == []

    def test_nothing_seen(self) -> None:
        """A layer that never calls down is not judged."""
        story = Story()
        story.into("vkCreateInstance", out=0x99)

        assert creation.instance_pointer_untouched(story.view).seen == 0

    def test_a_crash_below(self) -> None:
        """The loader's end crashes because of it."""
        story = Story()
        above = story.crash(INTO, "vkCreateInstance", out=0x99)
        below = story.crash(OUT, "vkCreateInstance", out=0)

        assert shown(creation.instance_pointer_untouched(story.view)) == [(above, below)]


class TestNextFunctions:
    """The next creating function is asked for as the documents have it."""

    def test_instance_creation_with_null(self) -> None:
        """vkCreateInstance with NULL is right."""
        story = Story()
        with story.call(INTO, "vkCreateInstance"):
            lookup(story, OUT, "vkCreateInstance", FUNCTION, 0)
            story.out("vkCreateInstance")

        result = creation.next_creation_asked_without_instance(story.view)

        assert (result.seen, result.broken) == (1, [])

    def test_instance_creation_with_something(self) -> None:
        """Whatever else is there is not an instance yet."""
        story = Story()
        with story.call(INTO, "vkCreateInstance"):
            call = lookup(story, OUT, "vkCreateInstance", FUNCTION, 0x55)
            story.out("vkCreateInstance")

        assert shown(creation.next_creation_asked_without_instance(story.view)) == [(call,)]

    def test_a_table_filled_afterwards(self) -> None:
        """A table may have a place for vkCreateInstance, and be filled with the new instance."""
        story = Story()
        with story.call(INTO, "vkCreateInstance"):
            lookup(story, OUT, "vkCreateInstance", FUNCTION, 0)
            story.out("vkCreateInstance")
            lookup(story, OUT, "vkCreateInstance", FUNCTION, INSTANCE)

        assert creation.next_creation_asked_without_instance(story.view).broken == []

    def test_nothing_seen(self) -> None:
        """Where no lookup was made there is nothing to judge."""
        story = Story()
        created(story, INSTANCE)
        created_device(story, DEVICE)

        assert creation.next_creation_asked_without_instance(story.view).seen == 0
        assert creation.next_device_creation_asked_with_instance(story.view).seen == 0
        assert creation.next_device_creation_asked_without_instance(story.view).seen == 0

    @pytest.mark.parametrize(
        ("asked", "with_instance", "without"),
        [(0xB000, 0, 1), (0, 1, 0), (INSTANCE, 1, 1), (0x1234, 1, 1)],
        ids=["lower handle", "NULL", "upper handle", "anything"],
    )
    def test_device_creation(self, asked: int, with_instance: int, without: int) -> None:
        """The editions differ; the instance is the one that is known below."""
        story = Story()
        created(story, INSTANCE, 0xB000)
        with story.call(INTO, "vkCreateDevice"):
            lookup(story, OUT, "vkCreateDevice", FUNCTION, asked)
            story.out("vkCreateDevice")

        result = creation.next_device_creation_asked_with_instance(story.view)
        old = creation.next_device_creation_asked_without_instance(story.view)

        assert (result.seen, len(result.broken)) == (1, with_instance)
        assert (old.seen, len(old.broken)) == (1, without)

    @pytest.mark.parametrize(("asked", "breaches"), [(0xB000, 1), (0xC000, 0)])
    def test_one_of_two_instances(self, asked: int, breaches: int) -> None:
        """Of several instances it is the one whose physical device is used."""
        story = Story()
        created(story, INSTANCE, 0xB000)
        created(story, 0x1100, 0xC000)
        listed = story.out("vkEnumeratePhysicalDevices", instance=0xC000)
        make(listed, **{"pPhysicalDevices[0]": handle("VkPhysicalDevice", 0xD000)})
        with story.call(INTO, "vkCreateDevice"):
            lookup(story, OUT, "vkCreateDevice", FUNCTION, asked)
            story.out("vkCreateDevice", physicalDevice=0xD000)

        result = creation.next_device_creation_asked_with_instance(story.view)

        assert (result.seen, len(result.broken)) == (1, breaches)

    def test_a_physical_device_of_an_older_instance(self) -> None:
        """A handle that is used again belongs to the instance that listed it last before the device was made."""
        story = Story()
        created(story, INSTANCE)
        created(story, 0x1100)
        for instance in (INSTANCE, 0x1100, INSTANCE):
            listed = story.out("vkEnumeratePhysicalDevices", instance=instance)
            make(listed, **{"pPhysicalDevices[0]": handle("VkPhysicalDevice", 0xD000)})
            with story.call(INTO, "vkCreateDevice"):
                lookup(story, OUT, "vkCreateDevice", FUNCTION, instance)
                story.out("vkCreateDevice", physicalDevice=0xD000)

        result = creation.next_device_creation_asked_with_instance(story.view)

        assert (result.seen, result.broken) == (3, [])


class TestFailures:
    """What fails below fails above in the same way."""

    @pytest.mark.parametrize("command", ["vkCreateInstance", "vkCreateDevice"])
    @pytest.mark.parametrize(("result", "hidden", "changed"), [(FAILED, 0, 0), (0, 1, 1), (-1, 0, 1)])
    def test_results(self, command: str, result: int, hidden: int, changed: int) -> None:
        """The result is handed up, or another one that tells of the failure too."""
        story = Story()
        with story.call(INTO, command, result):
            story.out(command, FAILED)

        told, kept = creation.failure_passed_up(story.view), creation.failure_unchanged(story.view)

        assert (told.seen, len(told.broken)) == (1, hidden)
        assert (kept.seen, len(kept.broken)) == (1, changed)

    def test_tried_again(self) -> None:
        """A layer may try again in another way: the last result counts."""
        story = Story()
        with story.call(INTO, "vkCreateInstance", 0):
            story.out("vkCreateInstance", NO_EXTENSION)
            story.out("vkCreateInstance", 0)

        assert creation.failure_passed_up(story.view).seen == 0

    def test_an_own_device_that_fails(self) -> None:
        """With the application's device made, a layer that can do without its own succeeds."""
        story = Story()
        with story.call(INTO, "vkCreateDevice"):
            make(story.out("vkCreateDevice"), pDevice=DEVICE)
            story.out("vkCreateDevice", FAILED)

        assert creation.failure_passed_up(story.view).seen == 0

    def test_a_crash_after_a_failure(self) -> None:
        """A layer that never came back returned nothing."""
        story = Story()
        story.crash(INTO, "vkCreateInstance")
        story.out("vkCreateInstance", FAILED)

        assert creation.failure_passed_up(story.view).seen == 0


class TestUnknownNames:
    """Names that the layer cannot know are the business of somebody else."""

    def judged(self, result: int, below: int | None, name: str = "VK_TEST_nobody_knows") -> tuple[int, int]:
        """What is seen of a creation with a name, and how much of it is wrong; ``below`` is None for no call."""
        story = Story()
        with story.call(INTO, "vkCreateInstance", result, **{"extensions[0]": name}):
            if below is not None:
                story.out("vkCreateInstance", below)
        look = creation.unknown_names_of_instances_tolerated(story.view)
        return look.seen, len(look.broken)

    def test_passed_on(self) -> None:
        """Nobody minds."""
        assert self.judged(0, 0) == (1, 0)

    def test_refused_below(self) -> None:
        """It is not the layer that refuses."""
        assert self.judged(NO_EXTENSION, NO_EXTENSION) == (1, 0)

    def test_refused_by_the_layer(self) -> None:
        """The layer says that there is no such extension, without asking or after it."""
        assert self.judged(NO_EXTENSION, None) == (1, 1)
        assert self.judged(NO_EXTENSION, 0) == (1, 1)

    def test_another_failure_of_the_layer(self) -> None:
        """What else can go wrong in a layer need not be because of the name."""
        assert self.judged(FAILED, None) == (1, 0)

    def test_names_that_are_registered(self) -> None:
        """Known names are not what the rule is about."""
        assert self.judged(NO_EXTENSION, None, "VK_KHR_surface") == (0, 0)

    def test_a_failure_only_with_the_name(self) -> None:
        """Where the same layer makes another instance, the name is what it cannot bear."""
        story = Story()
        created(story, INSTANCE)
        refused = story.into("vkCreateInstance", FAILED, **{"extensions[0]": "VK_TEST_nobody_knows"})

        assert shown(creation.unknown_names_of_instances_tolerated(story.view)) == [(refused,)]

    def test_layers(self) -> None:
        """Names of other layers are unknown, the layer's own is not."""
        story = Story()
        story.into("vkCreateInstance", -6, **{"layers[0]": "VK_LAYER_TEST_judged"})
        refused = story.into("vkCreateInstance", -6, **{"layers[0]": "VK_LAYER_TEST_other"})

        result = creation.unknown_names_of_instances_tolerated(story.view)

        assert (result.seen, shown(result)) == (1, [(refused,)])

    def test_devices(self) -> None:
        """In 2016 devices have the same rule."""
        story = Story()
        refused = story.into("vkCreateDevice", NO_EXTENSION, **{"extensions[0]": "VK_TEST_nobody_knows"})

        assert shown(creation.unknown_names_of_devices_tolerated(story.view)) == [(refused,)]
