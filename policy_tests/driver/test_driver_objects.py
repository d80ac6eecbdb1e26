"""The dispatchable objects that a driver makes, by their first word."""

from functools import partial

import pytest

from refloader.suite.drivers.checks import objects
from refloader.suite.drivers.trial import DriverTrial

OTHERWISE = "objects-otherwise"
KINDS = pytest.mark.parametrize("kind", objects.KINDS)


@pytest.mark.same_run
class TestFirstWords:
    """Loaders dispatch by the first word of an object."""

    @pytest.mark.rule("OBJECTS-ICD-01")
    @KINDS
    def test_handles_are_pointers(self, driver: DriverTrial, kind: str) -> None:
        """A handle points to a structure whose first word a loader can read and replace."""
        driver.answers(partial(objects.are_pointers, kind=kind), "objects")

    @pytest.mark.rule("OBJECTS-ICD-02")
    @KINDS
    def test_objects_begin_with_the_magic_value(self, driver: DriverTrial, kind: str) -> None:
        """An object comes from the driver with ICD_LOADER_MAGIC in its first word, each time anew."""
        driver.answers(partial(objects.begin_with_magic, kind=kind), "objects")

    @pytest.mark.rule("OBJECTS-ICD-02")
    @pytest.mark.parametrize("kind", objects.OF_DEVICES)
    def test_objects_made_otherwise_begin_with_it(self, driver: DriverTrial, kind: str) -> None:
        """Objects begin with ICD_LOADER_MAGIC also if many are made together, by newer commands or in other pools."""
        driver.answers(partial(objects.begin_with_magic, kind=kind), OTHERWISE)

    @pytest.mark.rule("OBJECTS-ICD-02")
    def test_devices_of_groups_begin_with_it(self, driver: DriverTrial) -> None:
        """A device of several physical devices begins with ICD_LOADER_MAGIC."""
        check = partial(objects.begin_with_magic, kind="VkDevice", missing=objects.NO_GROUP)
        driver.answers(check, OTHERWISE, step="objects.otherwise")

    @pytest.mark.rule("OBJECTS-ICD-01")
    @pytest.mark.parametrize("kind", objects.OF_DEVICES)
    def test_handles_are_not_shared(self, driver: DriverTrial, kind: str) -> None:
        """Of two objects with one handle a loader and a program know one."""
        driver.answers(partial(objects.have_handles_of_their_own, kind=kind), "objects")

    @pytest.mark.rule("OBJECTS-ICD-01")
    def test_the_first_word_is_the_loaders(self, driver: DriverTrial) -> None:
        """The driver works with objects that have a loader's table in their first word, and leaves it there."""
        driver.answers(objects.stay_the_loaders, "objects", step="objects.")


class TestObjectsOfExtensions:
    """A loader knows nothing of objects that come with extensions which it does not know."""

    @pytest.mark.rule("OBJECTS-ICD-04")
    def test_unknown_objects_are_set_up(self, driver: DriverTrial) -> None:
        """The driver itself puts its device's dispatch pointer into an object that loaders do not know."""
        driver.answers(objects.unknown_objects_set_up, "external", step="external.")
