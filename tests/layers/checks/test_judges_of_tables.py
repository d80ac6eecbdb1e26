"""Judges of the tables of functions that layers fill, each on layers that keep its rule and layers that break it."""

import pytest
from story import (
    DEVICE,
    GDPA,
    GIPA,
    INSTANCE,
    INTO,
    OUT,
    Story,
    created,
    created_device,
    handle,
    lookup,
    make,
    shown,
)

from refloader.suite.layers.checks import creation
from refloader.suite.sessions.recording import Call

FUNCTION = 0xF000


class TestTables:
    """Tables are filled when the object is there, and before it is used."""

    @pytest.mark.parametrize(
        ("command", "function", "made"),
        [("vkCreateInstance", GIPA, "pInstance"), ("vkCreateDevice", GDPA, "pDevice")],
    )
    @pytest.mark.parametrize("early", [False, True])
    def test_after_creation(self, command: str, function: str, made: str, early: bool) -> None:
        """A lookup with the new object comes after the call that makes it."""
        story = Story()
        with story.call(INTO, command):
            if early:
                lookup(story, OUT, "vkQueueSubmit", 0, 0x1234, function)
            make(story.out(command), **{made: INSTANCE})
            lookup(story, OUT, "vkQueueSubmit", FUNCTION, INSTANCE, function)

        result = creation.tables_filled_after_creation(story.view)

        assert (result.seen, len(result.broken)) == (1 + early, int(early))

    @pytest.mark.parametrize(
        ("name", "breaches"),
        [("vkDestroyInstance", 1), ("vkCreateDevice", 0), ("vkEnumerateInstanceVersion", 0)],
    )
    def test_before_creation_with_null(self, name: str, breaches: int) -> None:
        """Without an instance only some functions can be asked for."""
        story = Story()
        with story.call(INTO, "vkCreateInstance"):
            lookup(story, OUT, name, 0, 0)
            make(story.out("vkCreateInstance"), pInstance=INSTANCE)

        assert len(creation.tables_filled_after_creation(story.view).broken) == breaches

    def test_a_device_of_the_layers_own_meanwhile(self) -> None:
        """The layer uses the device that it made for itself when the instance was made."""
        story = Story()
        with story.call(INTO, "vkCreateInstance"):
            make(story.out("vkCreateInstance"), pInstance=INSTANCE)
            make(story.out("vkCreateDevice"), pDevice=0x2100)
        with story.call(INTO, "vkCreateDevice"):
            lookup(story, OUT, "vkQueueSubmit", FUNCTION, 0x2100, GDPA)
            make(story.out("vkCreateDevice"), pDevice=DEVICE)

        assert creation.tables_filled_after_creation(story.view).broken == []

    def test_other_objects_meanwhile(self) -> None:
        """An older instance is there already; vkCreateInstance itself is asked for with none."""
        story = Story()
        created(story, INSTANCE)
        with story.call(INTO, "vkCreateInstance"):
            lookup(story, OUT, "vkCreateInstance", FUNCTION, 0)
            lookup(story, OUT, "vkCreateDevice", FUNCTION, INSTANCE)
            make(story.out("vkCreateInstance"), pInstance=0x1100)

        assert creation.tables_filled_after_creation(story.view).broken == []

    def test_at_the_time_of_the_call(self) -> None:
        """A layer that asks for the next function when it needs it has no table."""
        story = Story()
        with story.call(INTO, "vkQueueSubmit") as above:
            late = lookup(story, OUT, "vkQueueSubmit", FUNCTION, DEVICE, GDPA)
            story.out("vkQueueSubmit")

        result = creation.tables_filled_at_creation(story.view)

        assert (result.seen, shown(result)) == (1, [(above, late)])

    @pytest.mark.parametrize(
        ("command", "ends"),
        [
            ("vkDestroyInstance", False),
            ("vkEnumerateDeviceExtensionProperties", False),
            ("vkDestroyDevice", True),
            ("vkQueueSubmit", True),
        ],
    )
    def test_what_released_loaders_answer_at_the_call(self, command: str, *, ends: bool) -> None:
        """Only functions of devices come right from all of them."""
        story = Story()
        with story.call(INTO, command):
            lookup(story, OUT, command, FUNCTION, DEVICE, GDPA)

        (broken,) = creation.tables_filled_at_creation(story.view).broken

        assert ("never ends" not in broken.fact) == ends

    def test_functions_for_extra_calls(self) -> None:
        """What is asked for beside, or while answering a lookup, is no late table."""
        story = Story()
        with story.call(INTO, "vkQueueSubmit"):
            lookup(story, OUT, "vkQueueWaitIdle", FUNCTION, DEVICE, GDPA)
            story.out("vkQueueSubmit")
        with story.call(INTO, GDPA, device=DEVICE, pName="vkQueueSubmit"):
            lookup(story, OUT, "vkQueueSubmit", FUNCTION, DEVICE, GDPA)

        result = creation.tables_filled_at_creation(story.view)

        assert (result.seen, result.broken) == (1, [])


class TestTablesOfDevices:
    """Each device has its own functions."""

    def told(self, *looked_up_for: int, by: str = GDPA) -> tuple[Story, Call]:
        """Two devices; a function is looked up for some of them, and called on the second."""
        story = Story()
        for device in (DEVICE, 0x2100):
            created_device(story, device)
        for device in looked_up_for:
            lookup(story, OUT, "vkDeviceWaitIdle", FUNCTION, device, by)
        return story, story.out("vkDeviceWaitIdle", device=0x2100)

    def test_its_own(self) -> None:
        """It was looked up for the device that it is called on."""
        story, _ = self.told(DEVICE, 0x2100)

        result = creation.table_for_each_device(story.view)

        assert (result.seen, result.broken) == (1, [])

    def test_anothers(self) -> None:
        """It was looked up for the first device alone."""
        story, call = self.told(DEVICE)

        assert shown(creation.table_for_each_device(story.view)) == [(call,)]

    def test_of_the_instance(self) -> None:
        """Functions that were looked up with an instance serve all devices."""
        story, _ = self.told(INSTANCE, by=GIPA)

        assert creation.table_for_each_device(story.view).broken == []

    def test_queues(self) -> None:
        """A queue is of the device that handed it up."""
        story, _ = self.told(DEVICE, 0x2100)
        lookup(story, OUT, "vkQueueWaitIdle", FUNCTION, DEVICE, GDPA)
        got = story.out("vkGetDeviceQueue", device=0x2100)
        make(got, pQueue=handle("VkQueue", 0x3000))
        call = story.out("vkQueueWaitIdle", queue=0x3000)

        assert shown(creation.table_for_each_device(story.view)) == [(call,)]

    def test_one_device(self) -> None:
        """With one device there is nothing to mix up."""
        story = Story()
        created_device(story, DEVICE)
        lookup(story, OUT, "vkDeviceWaitIdle", FUNCTION, DEVICE, GDPA)
        story.out("vkDeviceWaitIdle", device=DEVICE)

        assert creation.table_for_each_device(story.view).seen == 0
