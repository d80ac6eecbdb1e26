"""What vkCreateInstance and vkCreateDevice of a driver take, and what they refuse."""

from functools import partial

import pytest

from refloader.suite.drivers.checks import creation
from refloader.suite.drivers.trial import DriverTrial

APART = "extensions-apart"
BOTH = pytest.mark.parametrize("kind", creation.COMMANDS)


def created(driver: DriverTrial, case: str, kind: str) -> None:
    """Judge that a case goes as well as the usual one."""
    judge = partial(creation.accepted, case=case, kind=kind)
    driver.answers(judge, "create", step=f"create.{case}.{kind}")


@pytest.mark.same_run
@pytest.mark.rule("VULKAN-DRIVER-02")
class TestTaken:
    """What an application may ask for, or a loader may pass on, is taken."""

    @pytest.mark.parametrize("case", ["no-application", "bare-application"])
    def test_applications_without_a_name(self, driver: DriverTrial, case: str) -> None:
        """An application need not say what it is, nor for which version."""
        created(driver, case, "instance")

    @BOTH
    def test_unknown_structures_are_skipped(self, driver: DriverTrial, kind: str) -> None:
        """The driver skips structures in pNext that it does not know."""
        created(driver, "unknown-structure", kind)

    @BOTH
    def test_structures_of_loaders_are_skipped(self, driver: DriverTrial, kind: str) -> None:
        """The driver skips what loaders and layers tell each other in pNext."""
        created(driver, "loader-structures", kind)

    def test_offered_extensions_can_be_had(self, driver: DriverTrial) -> None:
        """An instance can have the extensions that the driver offers, all at once."""
        judge = creation.offered_extensions_accepted
        driver.answers(judge, "create", step="create.all-extensions")

    def test_all_of_them_need_no_more_memory(self, driver: DriverTrial) -> None:
        """An instance with all of them should not lack memory, where one without any has it."""
        driver.answers(creation.enough_memory_for_all, "create", should=True)

    def test_offered_extensions_of_devices_can_be_had(self, driver: DriverTrial) -> None:
        """A device can have the extensions that it lists, but for two that Vulkan forbids beside others."""
        judge = creation.device_extensions_accepted
        driver.answers(judge, "lookups", "--only", "extended", step="lookups.enabled")

    def test_each_device_takes_what_it_lists(self, driver: DriverTrial) -> None:
        """Each physical device takes the extensions that it lists itself, in whichever order devices are asked."""
        driver.answers(creation.listed_extensions_accepted, APART, step="apart.")

    @BOTH
    def test_success_comes_with_a_handle(self, driver: DriverTrial, kind: str) -> None:
        """A driver that says VK_SUCCESS has made something."""
        judge = partial(creation.handles_given, kind=kind)
        driver.answers(judge, "create", step=f"create.usual.{kind}")


@pytest.mark.rule("VULKAN-DRIVER-02")
def test_objects_are_made_beside_strangers(driver: DriverTrial) -> None:
    """The driver skips structures in pNext that it does not know, of whatever is made of a device."""
    driver.answers(creation.strangers_skipped, "strangers", step="strangers.")


@pytest.mark.rule("VULKAN-DRIVER-02")
def test_objects_come_with_a_handle(driver: DriverTrial) -> None:
    """A driver that says VK_SUCCESS has made the object, of each kind that can be made of a device alone."""
    driver.answers(creation.objects_given, "strangers", step="strangers.")


@pytest.mark.same_run
@pytest.mark.rule("VULKAN-DRIVER-02")
class TestRefused:
    """What the driver does not offer it does not take."""

    def test_unknown_extensions_of_instances_are_refused(self, driver: DriverTrial) -> None:
        """An instance extension that the driver does not offer gives VK_ERROR_EXTENSION_NOT_PRESENT."""
        judge = partial(creation.unknown_extension_refused, kind="instance", usual=driver.probe("create"))
        only = ("--only", "unknown-extension")
        driver.answers(judge, "create", *only, step="create.unknown-extension.instance")

    def test_unknown_extensions_of_devices_are_refused(self, driver: DriverTrial) -> None:
        """A device extension that the driver does not offer gives VK_ERROR_EXTENSION_NOT_PRESENT."""
        judge = partial(creation.unknown_extension_refused, kind="device")
        driver.answers(judge, "create", step="create.unknown-extension")

    def test_extensions_of_other_devices_are_refused(self, driver: DriverTrial) -> None:
        """An extension that only another physical device lists gives VK_ERROR_EXTENSION_NOT_PRESENT."""
        driver.answers(creation.foreign_extensions_refused, APART)

    def test_unknown_features_are_refused(self, driver: DriverTrial) -> None:
        """A feature that the physical device does not have gives VK_ERROR_FEATURE_NOT_PRESENT, by any structure."""
        driver.answers(creation.unknown_features_refused, "features", step="features.")

    def test_features_of_the_device_are_taken(self, driver: DriverTrial) -> None:
        """A program can enable each feature of Vulkan 1.0 that the physical device has."""
        driver.answers(creation.features_of_device_taken, "features", step="features.")

    @BOTH
    def test_refusal_leaves_nothing_behind(self, driver: DriverTrial, kind: str) -> None:
        """What was begun before the refusal is given back."""
        judge = partial(creation.nothing_left_behind, kind=kind)
        driver.answers(judge, "create", "--only", "leftovers", step=f"create.leftovers.{kind}")


@pytest.mark.rule("VULKAN-DRIVER-02")
class TestNothingToDestroy:
    """VK_NULL_HANDLE can be destroyed."""

    def test_no_object(self, driver: DriverTrial) -> None:
        """Destroying no object of a device does nothing."""
        judge = partial(creation.null_destroyed, what="objects")
        driver.answers(
            judge, "create", step=("create.null.objects", "create.devices", "create.end"), anyway=True
        )

    @pytest.mark.parametrize("what", ["instance", "device", "of-instance"])
    def test_nothing_at_all(self, driver: DriverTrial, what: str) -> None:
        """Destroying no instance, device, surface or messenger should do nothing, if loaders let that through."""
        judge = partial(creation.null_destroyed, what=what)
        driver.answers(judge, "create", "--only", f"null-{what}", step=f"create.null.{what}", should=True)
