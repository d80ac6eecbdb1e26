"""A driver's lookups over every command of the registry."""

from functools import partial

import pytest

from refloader.model.edition import Edition
from refloader.suite.drivers.checks import (
    creation,
    kept_lookups,
    lookups,
    lookups_by_version,
    null_instance,
    versions,
)
from refloader.suite.drivers.checks.dependencies import offered_by_devices
from refloader.suite.drivers.trial import DriverTrial

ACT = "lookups"


class TestInstanceLookup:
    """vk_icdGetInstanceProcAddr, through which loaders find everything else."""

    @pytest.mark.rule("GPA-ICD-03")
    def test_global_functions(self, driver: DriverTrial) -> None:
        """vk_icdGetInstanceProcAddr finds the commands that make instances without an instance."""
        driver.answers(lookups.global_functions, ACT, step="lookups.global", anyway=True)

    @pytest.mark.rule("GPA-ICD-02", "GPA-ICD-03")
    def test_the_version_function(self, driver: DriverTrial) -> None:
        """A driver with devices of Vulkan 1.1 or newer has vkEnumerateInstanceVersion."""
        driver.answers(lookups.version_function, ACT)

    @pytest.mark.rule("GPA-ICD-02")
    def test_core_functions(self, driver: DriverTrial) -> None:
        """All instance-level functions of core are there, and can be called."""
        driver.answers(lookups.core_functions, ACT, step="lookups.instance", anyway=True)

    @pytest.mark.rule("GPA-ICD-02")
    def test_functions_of_extensions(self, driver: DriverTrial) -> None:
        """The functions of the driver's instance extensions should be there once these are enabled."""
        driver.answers(lookups.extension_functions, ACT, should=True)

    @pytest.mark.rule("GPA-ICD-02")
    def test_functions_stay_found(self, driver: DriverTrial) -> None:
        """The functions of core that an instance has found it finds again beside another one that is made later."""
        driver.answers(kept_lookups.core_kept_beside_another, ACT, step="lookups.lost")

    @pytest.mark.rule("GPA-ICD-02")
    def test_functions_of_extensions_stay_found(self, driver: DriverTrial) -> None:
        """The functions of extensions that an instance has found it should find again beside another one."""
        driver.answers(kept_lookups.extensions_kept_beside_another, ACT, should=True)

    @pytest.mark.rule("GPA-ICD-03")
    def test_global_functions_stay_found(self, driver: DriverTrial) -> None:
        """What is found without an instance is found so while instances live, too."""
        driver.answers(kept_lookups.global_kept_beside_another, ACT, step="lookups.lost")

    @pytest.mark.rule("GPA-ICD-02")
    def test_names_are_what_they_say(self, driver: DriverTrial) -> None:
        """Which function is found is a matter of the name's characters, and not of where they lie."""
        driver.answers(kept_lookups.found_by_characters, ACT, step="lookups.buffer")

    @pytest.mark.rule("GPA-ICD-02")
    def test_unknown_names(self, driver: DriverTrial) -> None:
        """A loader hands on what a driver gives: for names of no command that should be NULL."""
        driver.answers(lookups.unknown_names, ACT, should=True)

    @pytest.mark.rule("GPA-ICD-03")
    def test_every_name_without_an_instance(self, driver: DriverTrial) -> None:
        """Asked for what needs an instance without one, the driver should come back."""
        driver.answers(
            null_instance.names_without_instance, ACT, "--only", "none", step="lookups.none", should=True
        )

    @pytest.mark.rule("GPA-ICD-03")
    def test_no_others_without_an_instance(self, driver: DriverTrial) -> None:
        """As with vkGetInstanceProcAddr, what is not global should be NULL without an instance."""
        driver.answers(null_instance.functions_without_instance, ACT, "--only", "none", should=True)

    @pytest.mark.rule("IFACE-ICD-V0-01")
    def test_version_0(self, driver: DriverTrial) -> None:
        """The exported vkGetInstanceProcAddr of a driver of version 0 has all functions."""
        driver.answers(lookups.version_0_functions, ACT, step="lookups.instance")


@pytest.mark.rule("GPA-ICD-02")
class TestDeviceLookup:
    """The vkGetDeviceProcAddr that a driver gives is what loaders fill their tables by."""

    def test_functions_of_devices(self, driver: DriverTrial) -> None:
        """The driver's vkGetDeviceProcAddr has all functions of Vulkan 1.0 for devices."""
        driver.answers(lookups.device_functions, ACT, step="lookups.device")


@pytest.mark.rule("VULKAN-DRIVER-05")
def test_functions_of_devices_alone(driver: DriverTrial) -> None:
    """A loader hands on what a driver gives: for commands of instances and physical devices that is NULL.

    Of a driver of Vulkan 1.2 or older, others are a warning.
    """
    should = versions.has_older_table(driver.probe(ACT))
    driver.answers(lookups.device_functions_alone, ACT, step="lookups.device", should=should)


@pytest.mark.rule("VULKAN-DRIVER-05")
def test_functions_of_later_versions(driver: DriverTrial) -> None:
    """vkGetDeviceProcAddr has the functions of the later versions that instance and device support."""
    driver.answers(lookups_by_version.later_device_functions, ACT)


@pytest.mark.rule("VULKAN-DRIVER-05")
def test_functions_of_versions_above(driver: DriverTrial) -> None:
    """What came to core after the version of the device should not be found: it cannot be supported."""
    driver.answers(lookups_by_version.functions_above, ACT, should=True)


@pytest.mark.rule("VULKAN-DRIVER-05")
def test_functions_of_extensions_of_devices(driver: DriverTrial) -> None:
    """vkGetDeviceProcAddr has the functions of the extensions that a device was made with."""
    driver.answers(lookups.device_extension_functions, ACT, "--only", "extended", step="lookups.extended")


@pytest.mark.rule("VULKAN-DRIVER-05")
def test_functions_of_disabled_extensions(driver: DriverTrial) -> None:
    """A loader hands on what a driver gives: for extensions that the device was made without that is NULL."""
    driver.answers(lookups.device_functions_enabled, ACT, step="lookups.device")


@pytest.mark.rule("VULKAN-DRIVER-05")
def test_devices_have_extensions_of_their_own(driver: DriverTrial) -> None:
    """What one device was made with is not found for another one that was made without."""
    driver.answers(creation.extensions_of_their_own, ACT, "--only", "extended", step="lookups.beside")


@pytest.mark.rule("VULKAN-DRIVER-05")
def test_devices_keep_what_they_find(driver: DriverTrial) -> None:
    """What a device was made with is found for it, whichever others are made without and end."""
    driver.answers(
        kept_lookups.devices_keep_what_they_find, ACT, "--only", "extended", step="lookups.device_lost"
    )


class TestPhysicalDeviceLookup:
    """vk_icdGetPhysicalDeviceProcAddr tells loaders which unknown functions take a physical device."""

    @pytest.mark.rule("IFACE-ICD-V4-01")
    def test_is_there_for_extensions(self, driver: DriverTrial) -> None:
        """A driver with physical-device functions that loaders may not know must have it."""
        driver.answers(lookups.physical_needed, ACT)

    @pytest.mark.rule("PHYSDEV-ICD-01")
    @pytest.mark.editions("2026")
    def test_is_there(self, driver: DriverTrial) -> None:
        """From version 4 on a driver should have it: others' functions are taken for those of devices."""
        driver.answers(lookups.physical_offered, ACT, should=True)

    @pytest.mark.rule("PHYSDEV-ICD-02")
    def test_answers(self, driver: DriverTrial) -> None:
        """vk_icdGetPhysicalDeviceProcAddr gives the functions of physical devices, and NULL for all other names."""
        should = driver.edition is Edition.E2018
        offered = offered_by_devices(driver.probe("enumerate"))
        check = partial(lookups.physical_answers, offered=offered)
        driver.answers(check, ACT, step="lookups.physical", should=should, anyway=True)

    @pytest.mark.rule("PHYSDEV-ICD-02")
    def test_answers_for_each_version(self, driver: DriverTrial) -> None:
        """If vk_icdGetPhysicalDeviceProcAddr gives functions of core, it should give those of each version."""
        driver.answers(lookups_by_version.physical_of_each_version, ACT, should=True)

    @pytest.mark.rule("PHYSDEV-ICD-02")
    def test_answers_stay(self, driver: DriverTrial) -> None:
        """vk_icdGetPhysicalDeviceProcAddr gives for an instance what it gave, whichever others are made and end."""
        should = driver.edition is Edition.E2018
        offered = offered_by_devices(driver.probe("enumerate"))
        check = partial(kept_lookups.physical_kept_beside_another, offered=offered)
        driver.answers(check, ACT, step="lookups.lost", should=should)

    @pytest.mark.rule("PHYSDEV-ICD-02")
    def test_each_answer_stays(self, driver: DriverTrial) -> None:
        """Another instance should take no function away that vk_icdGetPhysicalDeviceProcAddr has given for one."""
        driver.answers(partial(kept_lookups.physical_kept_beside_another, strictly=True), ACT, should=True)

    @pytest.mark.rule("PHYSDEV-ICD-02")
    def test_answers_to_a_loader_of_version_4(self, driver: DriverTrial) -> None:
        """vk_icdGetPhysicalDeviceProcAddr answers a loader of version 4, the first that has it, as it does others."""
        should = driver.edition is Edition.E2018
        offered = offered_by_devices(driver.probe("enumerate"))
        check = partial(lookups.physical_answers, offered=offered)
        driver.answers(check, ACT, "--interface", "4", step="lookups.physical", should=should)

    @pytest.mark.rule("PHYSDEV-ICD-03")
    @pytest.mark.editions("2026")
    def test_is_exported(self, driver: DriverTrial) -> None:
        """Loaders find the export, or from version 7 on ask for it."""
        driver.answers(partial(lookups.physical_published, exports=driver.probe("exports")), ACT)

    @pytest.mark.rule("PHYSDEV-ICD-03")
    @pytest.mark.editions("2018")
    def test_is_given_by_lookup(self, driver: DriverTrial) -> None:
        """In 2018 the driver's vkGetInstanceProcAddr should give it."""
        driver.answers(lookups.physical_by_lookup, ACT, should=True)


@pytest.mark.rule("IFACE-ICD-V7-01")
class TestVersion7:
    """No export besides vk_icdGetInstanceProcAddr is needed."""

    def test_the_interface_is_given_by_lookup(self, driver: DriverTrial) -> None:
        """What a driver of version 7 has of the interface, vk_icdGetInstanceProcAddr gives without an instance.

        Of functions that the library exports as well, that is a warning.
        """
        should = null_instance.are_exported(driver.probe(ACT), driver.probe("exports"))
        driver.answers(null_instance.interface_functions, ACT, step="lookups.global", should=should)
