"""Valid programs that are generated from seeds: what they send arrives, and what drivers answer comes back.

Each makes up to two instances with random layers over one to four drivers of random versions, devices, messengers,
surfaces and swapchains, calls commands with all that they can take, and ends what it has made; some go on with
several threads. It compares everything deep, with random results and contents. What no document and no sentence of
the Vulkan specification decides is not compared (``probes/loader_prober/generated.h``).
"""

import pytest

from refloader.suite.loaders.generated import failures
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.editions("2018", "2022", "2026")]

SIZE = 40
BLOCKS = pytest.mark.parametrize("first", range(1, 1 + 10 * SIZE, SIZE))
"""The seed of the first of so many programs that one run plays; every test reads the same runs."""


@BLOCKS
class TestGeneratedPrograms:
    """Generated programs find nothing that breaks a rule."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_what_is_passed_on(self, subject: Trial, first: int) -> None:
        """Arguments, structures, results, outputs and messages reach whom they are for, with the right handles."""
        assert failures(subject, first, SIZE, "VULKAN-LOADER-05") == []

    @pytest.mark.rule("VULKAN-LOADER-01")
    def test_room(self, subject: Trial, first: int) -> None:
        """An enumeration counts without an array, and writes no more than fits, with VK_INCOMPLETE if it is short."""
        assert failures(subject, first, SIZE, "VULKAN-LOADER-01") == []

    @pytest.mark.rule("VULKAN-LOADER-02")
    def test_callbacks(self, subject: Trial, first: int) -> None:
        """What callbacks allocate for a command is freed when it returns, for an object before the object is gone."""
        assert failures(subject, first, SIZE, "VULKAN-LOADER-02") == []

    @pytest.mark.rule("VULKAN-LOADER-03")
    def test_nothing_is_destroyed(self, subject: Trial, first: int) -> None:
        """A command that destroys an object does nothing with VK_NULL_HANDLE."""
        assert failures(subject, first, SIZE, "VULKAN-LOADER-03") == []

    @pytest.mark.rule("VULKAN-LOADER-04")
    def test_groups(self, subject: Trial, first: int) -> None:
        """Each physical device is in exactly one of the enumerated groups, which is its driver's."""
        assert failures(subject, first, SIZE, "VULKAN-LOADER-04") == []

    @pytest.mark.rule("VULKAN-LOADER-06")
    def test_threads(self, subject: Trial, first: int) -> None:
        """Instances and devices that threads create and destroy at once reach their drivers, once each."""
        assert failures(subject, first, SIZE, "VULKAN-LOADER-06") == []

    @pytest.mark.rule("OBJECTS-LAYER-02")
    def test_loader_data(self, subject: Trial, first: int) -> None:
        """A layer's own object gets, by the loader's callback, the first word of the parent that the layer names."""
        assert failures(subject, first, SIZE, "OBJECTS-LAYER-02") == []
