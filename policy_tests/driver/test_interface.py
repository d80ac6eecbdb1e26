"""What a driver shows of its interface: exports, and the negotiation with every version."""

import pytest

from refloader.suite.drivers.checks import interface
from refloader.suite.drivers.trial import DriverTrial

NEGOTIATE, EXPORTS = "negotiate", "exports"


class TestExports:
    """What the library exports, and what becomes of it beside a loader."""

    @pytest.mark.rule("IFACE-ICD-V0-01")
    def test_those_of_version_0(self, driver: DriverTrial) -> None:
        """A driver without vk_icdGetInstanceProcAddr exports the three functions that it is entered by."""
        driver.answers(interface.version_0_exports, EXPORTS)

    @pytest.mark.rule("GPA-ICD-04")
    def test_official_names_do_not_clash(self, driver: DriverTrial) -> None:
        """Where a loader's exports come first, the driver's own references still lead to the driver."""
        driver.answers(interface.references_stay, EXPORTS)

    @pytest.mark.rule("GPA-ICD-04")
    def test_official_names_are_the_loaders(self, driver: DriverTrial) -> None:
        """A program that has the library before a loader should find no function of Vulkan in it."""
        driver.answers(interface.no_official_names, EXPORTS, should=True)


class TestNegotiation:
    """vk_icdNegotiateLoaderICDInterfaceVersion, offered 0 to 8 and the largest number, each as the first call."""

    @pytest.mark.rule("NEGOTIATE-ICD-01")
    def test_is_exported(self, driver: DriverTrial) -> None:
        """A driver of version 2 to 6 that does not export it is used at version 1."""
        driver.answers(interface.offered, NEGOTIATE, step="negotiate.symbol")

    @pytest.mark.rule("LDP_DRIVER_3")
    def test_the_newest_loader_agrees(self, driver: DriverTrial) -> None:
        """The offer of version 7 ends in a version that loaders know; otherwise the driver is not loaded."""
        driver.need_start()
        driver.answers(interface.negotiable, NEGOTIATE, step=f"negotiate.{interface.NEWEST}", anyway=True)

    @pytest.mark.rule("NEGOTIATE-ICD-04")
    def test_the_common_version_is_answered(self, driver: DriverTrial) -> None:
        """Older and newer loaders hear the newest version that both sides have."""
        driver.answers(interface.common_version, NEGOTIATE, step="negotiate")

    @pytest.mark.rule("NEGOTIATE-ICD-04")
    def test_no_version_is_left_out(self, driver: DriverTrial) -> None:
        """A loader that is older than the driver gets its own version, not an even older one."""
        driver.answers(interface.none_left_out, NEGOTIATE, should=True)

    @pytest.mark.rule("NEGOTIATE-ICD-04")
    def test_newer_loaders_are_not_refused(self, driver: DriverTrial) -> None:
        """Whether a newer loader can do with the driver's version is the loader's to say."""
        driver.answers(interface.newer_accepted, NEGOTIATE, should=True)

    @pytest.mark.rule("NEGOTIATE-ICD-04")
    def test_later_offers_are_answered(self, driver: DriverTrial) -> None:
        """The same offer again has the same answer, and no offer one above it, whatever was offered before."""
        driver.answers(interface.same_at_once, NEGOTIATE, step="negotiate")

    @pytest.mark.rule("NEGOTIATE-ICD-04")
    def test_the_answer_stays_the_same(self, driver: DriverTrial) -> None:
        """A second loader in the process should hear what it would hear alone."""
        driver.answers(interface.same_again, NEGOTIATE, should=True)

    @pytest.mark.rule("NEGOTIATE-ICD-05")
    @pytest.mark.editions("2018", "2026")
    def test_refusals_have_their_code(self, driver: DriverTrial) -> None:
        """Of a version that is dropped the driver should say VK_ERROR_INCOMPATIBLE_DRIVER; in 2016 it can."""
        driver.answers(interface.refusal_code, NEGOTIATE, should=True)
