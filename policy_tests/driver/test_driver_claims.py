"""What a driver claims: versions, conformance, extensions."""

from functools import partial

import pytest

from refloader.suite.drivers.checks import claims, dependencies
from refloader.suite.drivers.trial import DriverTrial


class TestClaims:
    """What a driver says of itself has to be true."""

    @pytest.mark.rule("VULKAN-DRIVER-04")
    def test_versions_are_vulkans(self, driver: DriverTrial) -> None:
        """Instances and physical devices have versions of Vulkan."""
        driver.answers(
            claims.versions_of_vulkan,
            "enumerate",
            step=("enumerate.version", "enumerate.instance", "enumerate.end"),
        )

    @pytest.mark.rule("VULKAN-DRIVER-04")
    def test_the_version_fits_the_devices(self, driver: DriverTrial) -> None:
        """A driver that has newer devices should not have loaders take it for one of Vulkan 1.0."""
        driver.answers(claims.version_fits_the_devices, "enumerate", should=True)

    @pytest.mark.rule("VULKAN-DRIVER-04")
    def test_both_forms_tell_one_version(self, driver: DriverTrial) -> None:
        """A physical device has one version, by whichever command it is asked for its properties."""
        driver.answers(claims.version_in_both_forms, "claims", step="claims.")

    @pytest.mark.rule("VULKAN-DRIVER-06")
    def test_names_of_the_driver_are_texts(self, driver: DriverTrial) -> None:
        """The name of the driver, and what it says of itself, are UTF-8 texts with an end."""
        driver.answers(claims.driver_names_are_texts, "claims", step="claims.")

    @pytest.mark.rule("LDP_DRIVER_5")
    def test_conformance_is_credible(self, driver: DriverTrial) -> None:
        """A driver reports 0.0.0.0, or a conformance version that it can have."""
        said = driver.probed("claims").stderr
        driver.answers(partial(claims.conformance_credible, said=said), "claims")

    @pytest.mark.rule("LDP_DRIVER_12")
    def test_platform_extensions_are_published(self, driver: DriverTrial) -> None:
        """Extensions that make surfaces of a platform are in the registry, unless the driver is newer than ours."""
        should = claims.newer_than_registry(driver.probe("enumerate"))
        driver.answers(claims.platform_extensions_published, "enumerate", should=should)


@pytest.mark.same_run
@pytest.mark.rule("VULKAN-DRIVER-02")
class TestDependencies:
    """What extensions depend on has to be offered with them: without it a program must not enable them."""

    def test_of_instance_extensions(self, driver: DriverTrial) -> None:
        """An instance extension is offered with those that it requires, unless the driver is newer than ours."""
        should = claims.newer_than_registry(driver.probe("enumerate"))
        driver.answers(dependencies.instance_extensions_complete, "enumerate", should=should)

    def test_of_device_extensions(self, driver: DriverTrial) -> None:
        """A device extension is offered together with those of the device, the instance or core that it requires."""
        should = claims.newer_than_registry(driver.probe("enumerate"))
        driver.answers(dependencies.device_extensions_complete, "enumerate", should=should)
