"""Which folders packages of a system may put manifests into, as lint says it of a package."""

import pytest

from refloader.model.place import Use
from refloader.suite.loaders.trial import Trial


@pytest.mark.editions("2018", "2022", "2026")
@pytest.mark.rule("DISC-LINUX-12")
class TestLayers:
    """/usr/share is for the distribution's packages, /etc for other ones, /usr/local for what is built locally."""

    @pytest.mark.parametrize("base", ["/usr/share", "/etc"])
    def test_folders_of_packages(self, subject: Trial, base: str) -> None:
        """A package that puts layer manifests into /usr/share or /etc gets no finding."""
        assert subject.packaged(f"{base}/vulkan/explicit_layer.d/a.json", Use.EXPLICIT) == ""

    @pytest.mark.parametrize("base", ["/usr/local/share", "/usr/local/etc"])
    def test_folders_of_builders(self, subject: Trial, base: str) -> None:
        """A package that puts layer manifests below /usr/local gets a finding: that is for local builds."""
        assert subject.packaged(f"{base}/vulkan/explicit_layer.d/a.json", Use.EXPLICIT) == "DISC-LINUX-12"


@pytest.mark.editions("2018", "2026")
@pytest.mark.rule("DISC-DRIVER-LINUX-06")
class TestDrivers:
    """/usr/share is for distribution packages, /etc for other packages, /usr/local for locally built drivers."""

    @pytest.mark.parametrize("base", ["/usr/share", "/etc"])
    def test_folders_of_packages_with_drivers(self, subject: Trial, base: str) -> None:
        """A package that puts driver manifests into /usr/share or /etc gets no finding."""
        assert subject.packaged(f"{base}/vulkan/icd.d/a.json", Use.DRIVER) == ""

    @pytest.mark.parametrize("base", ["/usr/local/share", "/usr/local/etc"])
    def test_folders_of_builders_of_drivers(self, subject: Trial, base: str) -> None:
        """A package that puts driver manifests below /usr/local gets a finding: that is for local builds."""
        assert subject.packaged(f"{base}/vulkan/icd.d/a.json", Use.DRIVER) == "DISC-DRIVER-LINUX-06"
