"""What physical devices tell by structures in pNext, and by both forms of a command."""

from functools import partial

import pytest

from refloader.suite.drivers.checks import queries
from refloader.suite.drivers.checks.devices import formats, identities
from refloader.suite.drivers.trial import DriverTrial

BY_EXTENSION = ("--only", "khr")
"""The names of commands that end in 2KHR, where the driver offers their extension."""


@pytest.mark.rule("VULKAN-DRIVER-06")
class TestStructuresInAChain:
    """A program asks for features and properties of newer versions by structures in pNext."""

    def test_structures_are_filled(self, driver: DriverTrial) -> None:
        """A structure of a version that the device supports comes back written, with each of its features.

        So does one for a format, also for one that is not supported: all of its bits are 0 then.
        """
        driver.answers(
            queries.structures_filled, "queries", step=("queries.alone.", "queries.instance", "queries.end")
        )

    def test_each_member_is_filled(self, driver: DriverTrial) -> None:
        """A structure of properties should be written as a whole."""
        driver.answers(queries.members_filled, "queries", should=True)

    def test_nothing_else_is_written(self, driver: DriverTrial) -> None:
        """The head of a structure is the program's, and so is the memory behind it."""
        driver.answers(queries.nothing_else_written, "queries", step=("queries.together.", "queries.heads."))

    def test_a_chain_is_filled_as_one_structure(self, driver: DriverTrial) -> None:
        """A structure has the same values whatever else is in the chain."""
        driver.answers(queries.same_in_a_chain, "queries")

    def test_the_order_of_a_chain_is_the_programs(self, driver: DriverTrial) -> None:
        """A structure has the same values in whichever order the structures of a chain stand."""
        driver.answers(queries.same_in_each_order, "queries", step="queries.orders.")

    def test_the_same_each_time(self, driver: DriverTrial) -> None:
        """A value is the same when it is asked for again, or by the structure that gathers those of a version."""
        driver.answers(queries.same_again, "queries")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_names_of_the_extension_tell_the_same(driver: DriverTrial) -> None:
    """What VK_KHR_get_physical_device_properties2 brought tells by its names what it tells by those of core."""
    check = partial(queries.same_by_extension, core=driver.probe("queries"))
    driver.answers(check, "queries", *BY_EXTENSION, step="queries.")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_both_forms_of_a_command_tell_the_same(driver: DriverTrial) -> None:
    """Features, limits, memory, queue families and formats are those of the device, by whichever command."""
    driver.answers(queries.same_in_both_forms, "queries", step="queries.form")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_what_is_not_supported_is_cleared(driver: DriverTrial) -> None:
    """All members of VkImageFormatProperties are filled with zero for what images cannot be made of."""
    driver.answers(queries.unsupported_cleared, "queries")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_formats_are_as_required(driver: DriverTrial) -> None:
    """A format has the features that it has on every device that draws."""
    facts = driver.probe("facts")
    driver.answers(lambda found: formats.required_formats(found, facts), "queries", step="queries.features.")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_images_are_as_large_as_the_limits(driver: DriverTrial) -> None:
    """An image of each type can be as large, and have as many layers, as the limits of the device say."""
    facts = driver.probe("facts")
    driver.answers(
        lambda found: formats.images_are_large_enough(found, facts), "queries", step="queries.levels."
    )


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_simple_images_have_one_sample(driver: DriverTrial) -> None:
    """Images that are linear, of one or three dimensions or for cubes have one sample per texel."""
    driver.answers(queries.one_sample, "queries", step="queries.samples.")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_images_have_the_samples_of_the_limits(driver: DriverTrial) -> None:
    """Images that are attachments or sampled can have as many samples as the limits of the device say."""
    driver.answers(queries.samples_of_limits, "queries", step="queries.samples_of_limits.")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_images_may_be_large(driver: DriverTrial) -> None:
    """The most bytes of an image are at least 2^31, of each format and type."""
    driver.answers(queries.large_resources, "queries", step="queries.levels.")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_images_have_all_levels(driver: DriverTrial) -> None:
    """The most levels of an image are those of the complete chain of its mipmaps."""
    driver.answers(queries.all_levels, "queries", step="queries.levels.")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_images_have_mipmaps(driver: DriverTrial) -> None:
    """Images of some format have more levels than one."""
    driver.answers(queries.mipmaps_offered, "queries", step="queries.levels.")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_budgets_are_told(driver: DriverTrial) -> None:
    """What VK_EXT_memory_budget reports, it reports by the core command as well."""
    driver.answers(queries.budget_told, "queries", step="queries.budget.")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_budgets_are_within_heaps(driver: DriverTrial) -> None:
    """Each heap has a budget, which is no larger than the heap, and there are no budgets of other heaps."""
    driver.answers(queries.budgets_within_heaps, "queries", step="queries.budget.")


@pytest.mark.rule("VULKAN-DRIVER-06")
class TestExternalHandles:
    """Programs ask which handles memory, fences and semaphores can be exported to, before they make any."""

    def test_memory_is_compatible(self, driver: DriverTrial) -> None:
        """A type that memory can be imported from or exported to is compatible with itself."""
        driver.answers(queries.external_memory_is_compatible, "queries", step="queries.externals.")

    def test_all_is_written(self, driver: DriverTrial) -> None:
        """What can be done with a type is written, and not what the program had there; so are the other members."""
        driver.answers(queries.externals_written, "queries")

    def test_types_agree(self, driver: DriverTrial) -> None:
        """What can be imported or exported, and from what, should agree."""
        driver.answers(queries.external_types_agree, "queries", should=True)


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_identities_outlive_instances(driver: DriverTrial) -> None:
    """A program knows a device again, in another instance or process, by its deviceUUID and driverUUID."""
    driver.answers(queries.same_in_each_instance, "queries", step="queries.identities")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_identities_are_unique(driver: DriverTrial) -> None:
    """Each physical device should have a deviceUUID of its own, by which programs tell one from the other."""
    driver.answers(identities.own_ids, "facts", should=True, step="facts.")


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_a_device_is_one_node(driver: DriverTrial) -> None:
    """A device with a valid deviceLUID is one node of its adapter: deviceNodeMask has one bit."""
    driver.answers(identities.one_node, "facts", step="facts.")


@pytest.mark.rule("VULKAN-DRIVER-06")
class TestTwoProcesses:
    """What a driver says of a device in one process and in another, in which there is another instance besides."""

    def test_identities_outlive_processes(self, driver: DriverTrial) -> None:
        """A program knows a device again in the next process by its deviceUUID and driverUUID."""
        second = driver.probe("facts", "--only", "beside")
        driver.answers(lambda first: identities.same_ids(first, second), "facts", step="facts.")

    def test_facts_are_the_same(self, driver: DriverTrial) -> None:
        """Limits, features, extensions and all else should be those of the device and not of a process."""
        second = driver.probe("facts", "--only", "beside")
        driver.answers(lambda first: identities.same_facts(first, second), "facts", should=True)


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_threads_are_told_the_same(driver: DriverTrial) -> None:
    """Two threads that ask at once for the facts of physical devices get what one of them alone gets."""
    driver.answers(queries.same_at_once, "at-once", step="at-once.")
