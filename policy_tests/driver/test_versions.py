"""What a driver makes of the apiVersion of vkCreateInstance, by the interface version that it has agreed on."""

from functools import partial

import pytest

from refloader.model.edition import Edition
from refloader.suite.drivers.checks import versions
from refloader.suite.drivers.trial import DriverTrial

ACT = "versions"
UNNEGOTIATED, OLD, NEWEST = (("--interface", str(age)) for age in (1, 4, 7))


def is_contradicted(driver: DriverTrial) -> bool:
    """Whether the edition forbids drivers of Vulkan 1.1 what its table demands of them (AMB-V4-APIVERSION).

    It does not of a driver that agrees on version 4 or less with every loader: by LDP_DRIVER_7 it is none of 1.1.
    Of drivers that are older than that policy it does, whatever they agree on.
    """
    answers, newest = driver.probe(ACT, *OLD), driver.probe(ACT, *NEWEST)
    is_of_1_1 = versions.supports_1_1(answers, driver.driver.api_version)
    is_one = versions.is_of_version_5(newest) or is_older_than_policies(driver)
    return driver.edition is Edition.E2026 and is_of_1_1 and is_one


def is_older_than_policies(driver: DriverTrial) -> bool:
    """Whether no document had policies for drivers when the driver was built."""
    return versions.is_before_policies(driver.probe(ACT, *NEWEST), driver.driver.api_version)


@pytest.mark.rule("LDP_DRIVER_7")
class TestVulkan11:
    """A driver of Vulkan 1.1 or newer."""

    def test_has_interface_version_5(self, driver: DriverTrial) -> None:
        """Below that, loaders take it for one of Vulkan 1.0; of a driver older than the policies it is a warning."""
        judge = partial(versions.new_enough, manifest=driver.driver.api_version)
        driver.answers(judge, ACT, *NEWEST, should=is_older_than_policies(driver))


class TestOldLoaders:
    """A loader of version 4 or less does not look at apiVersion: the driver has to."""

    @pytest.mark.rule("IFACE-ICD-V5-02")
    @pytest.mark.parametrize("age", [UNNEGOTIATED, OLD], ids=["not negotiated", "version 4"])
    def test_versions_above_1_0_are_refused(self, driver: DriverTrial, age: tuple[str, str]) -> None:
        """A version above 1.0 gets VK_ERROR_INCOMPATIBLE_DRIVER; 2026 forbids that too, to drivers of Vulkan 1.1."""
        driver.need_start()
        driver.answers(versions.old_loader_protected, ACT, *age, should=is_contradicted(driver))

    @pytest.mark.same_run
    @pytest.mark.rule("IFACE-ICD-V5-02")
    @pytest.mark.parametrize("age", [UNNEGOTIATED, OLD], ids=["not negotiated", "version 4"])
    def test_patches_of_1_0_are_taken(self, driver: DriverTrial, age: tuple[str, str]) -> None:
        """Whatever the patch number, a version 1.0 is none above 1.0: only major and minor number count."""
        driver.answers(versions.patches_taken, ACT, *age)

    @pytest.mark.same_run
    @pytest.mark.rule("VULKAN-DRIVER-02")
    @pytest.mark.parametrize("age", [UNNEGOTIATED, OLD], ids=["not negotiated", "version 4"])
    def test_no_version_is_1_0(self, driver: DriverTrial, age: tuple[str, str]) -> None:
        """Without a VkApplicationInfo, or with apiVersion 0, an instance is one of Vulkan 1.0."""
        driver.answers(versions.unsaid_taken, ACT, *age)

    @pytest.mark.rule("LDP_DRIVER_9")
    @pytest.mark.parametrize("age", [OLD, NEWEST], ids=["version 4", "version 7"])
    def test_unsupported_versions_are_refused(self, driver: DriverTrial, age: tuple[str, str]) -> None:
        """At version 4 or less a driver refuses what it cannot support; 2026 forbids that as well, to one of 1.1."""
        judge = partial(versions.unsupported_refused, manifest=driver.driver.api_version)
        driver.answers(judge, ACT, *age, should=is_contradicted(driver))


class TestNewLoaders:
    """A loader of version 5 or newer judges apiVersion itself."""

    @pytest.mark.rule("IFACE-ICD-V5-03")
    def test_old_drivers_refuse(self, driver: DriverTrial) -> None:
        """A driver of version 4 or less had best refuse everything above 1.0."""
        driver.answers(versions.later_refused, ACT, *NEWEST, should=True)

    @pytest.mark.rule("IFACE-ICD-V5-04")
    def test_supported_versions_are_accepted(self, driver: DriverTrial) -> None:
        """A driver of version 5 or newer should not refuse what it supports."""
        judge = partial(versions.supported_accepted, manifest=driver.driver.api_version)
        driver.answers(judge, ACT, *NEWEST, should=True)

    @pytest.mark.rule("LDP_DRIVER_10", "APIVER-05")
    def test_nothing_is_refused(self, driver: DriverTrial) -> None:
        """A driver of version 5 or newer leaves it to the loader, and one of Vulkan 1.1 or newer refuses none."""
        judge = partial(versions.any_accepted, of_1_0=False, manifest=driver.driver.api_version)
        driver.answers(judge, ACT, *NEWEST, step=ACT)

    @pytest.mark.rule("LDP_DRIVER_10")
    @pytest.mark.parametrize("interface", ["5", "6"])
    def test_nothing_is_refused_at(self, driver: DriverTrial, interface: str) -> None:
        """A driver of Vulkan 1.1 or newer refuses no version at interface 5, and none at interface 6."""
        judge = partial(versions.any_accepted, of_1_0=False, manifest=driver.driver.api_version)
        driver.answers(judge, ACT, "--interface", interface)

    @pytest.mark.rule("LDP_DRIVER_10")
    def test_nothing_is_refused_on_another_thread(self, driver: DriverTrial) -> None:
        """A driver refuses no version on another thread than the one on which the interface was negotiated."""
        judge = partial(versions.accepted_on_threads, manifest=driver.driver.api_version)
        driver.answers(judge, ACT, *NEWEST, step="versions.thread")

    @pytest.mark.rule("LDP_DRIVER_10")
    def test_nothing_is_refused_after_an_older_loader(self, driver: DriverTrial) -> None:
        """A driver should go by what it agreed on last, where a process has several loaders."""
        judge = partial(versions.accepted_for_the_next_loader, manifest=driver.driver.api_version)
        driver.answers(judge, ACT, *NEWEST, should=True)

    @pytest.mark.rule("NEGOTIATE-ICD-04")
    def test_an_older_loader_is_answered_beside_a_newer(self, driver: DriverTrial) -> None:
        """The answer is no higher than the offer, also while an instance lives for which more was agreed on."""
        driver.answers(versions.lower_for_the_next_loader, ACT, *NEWEST)

    @pytest.mark.rule("LDP_DRIVER_10")
    def test_nothing_is_refused_by_one_of_1_0(self, driver: DriverTrial) -> None:
        """A driver of Vulkan 1.0 and version 5 leaves it to the loader, too; but APIVER-05 has it refuse."""
        judge = partial(versions.any_accepted, of_1_0=True, manifest=driver.driver.api_version)
        driver.answers(judge, ACT, *NEWEST, should=True)

    @pytest.mark.rule("LDP_DRIVER_10")
    def test_nothing_is_refused_otherwise(self, driver: DriverTrial) -> None:
        """No other error should refuse a version, where instances of Vulkan 1.0 can be had."""
        driver.answers(versions.not_refused_otherwise, ACT, *NEWEST, should=True)

    @pytest.mark.rule("APIVER-05")
    def test_refusals_fit_the_driver(self, driver: DriverTrial) -> None:
        """A driver of Vulkan 1.0 refuses later versions, if it is not of version 5 or newer."""
        judge = partial(versions.fits_the_driver, manifest=driver.driver.api_version)
        driver.answers(judge, ACT, *NEWEST, step=ACT)
