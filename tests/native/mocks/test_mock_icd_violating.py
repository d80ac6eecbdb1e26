"""Tests of what the mock driver has for judges of drivers: ways to be wrong, loaders dropped, flags of one mock."""

import pytest
from mock_fixtures import DRIVER, LOOK_UP, OPEN, Answer, Copy

CREATE = """
negotiated = negotiate_driver(library, 4)
create_instance = look_up(None, b"vkCreateInstance")
print(json.dumps([negotiated[0], create(create_instance, create_info(minor=1))[0]]))
"""


class TestOldLoaders:
    """A driver may drop old interface versions, and judges apiVersion for the old loaders that it keeps."""

    @pytest.mark.parametrize(("offered", "answer_to_it"), [(4, [-9, 4]), (5, [0, 5]), (8, [0, 7])])
    def test_what_is_dropped_is_refused(
        self, copy: Copy, answer: Answer, offered: int, answer_to_it: list[int]
    ) -> None:
        """With VK_ERROR_INCOMPATIBLE_DRIVER, and the loader's number stays as it was."""
        path = copy("mock_icd", "oldest=5")

        assert answer(OPEN + f"print(json.dumps(negotiate_driver(library, {offered})))", path) == answer_to_it

    def test_a_loader_that_does_not_negotiate_gets_nothing(self, copy: Copy, answer: Answer) -> None:
        """Not even vkCreateInstance."""
        path = copy("mock_icd", "oldest=5")

        assert answer(LOOK_UP + 'print(json.dumps(look_up(None, b"vkCreateInstance")))', path) is None

    def test_major_versions_count(self, copy: Copy, answer: Answer) -> None:
        """3.0 is above 1.0 although its minor version is not."""
        path = copy("mock_icd")
        code = CREATE.replace("minor=1", "minor=2 << 10")  # carries into the major version, which is 1

        assert answer(LOOK_UP + code, path) == [0, -9]


class TestViolations:
    """One flag turns one right thing wrong, and leaves the rest."""

    @pytest.mark.parametrize(
        ("way", "results"),
        [("", [0, -9]), ("LDP_DRIVER_9", [0, 0]), ("APIVER-05", [0, -3]), ("LDP_DRIVER_3", [-9, -9])],
    )
    def test_an_old_loader_asks_for_vulkan_1_1(
        self, copy: Copy, answer: Answer, way: str, results: list[int]
    ) -> None:
        """It is refused by the right code, but by a driver that is wrong in that."""
        path = copy("mock_icd", f"violate={way}")

        assert answer(LOOK_UP + CREATE, path) == results

    @pytest.mark.parametrize(("way", "is_there"), [("", True), ("GPA-ICD-02", False)])
    def test_a_function_is_left_out(self, copy: Copy, answer: Answer, way: str, is_there: bool) -> None:
        """The name has no pointer then."""
        path = copy("mock_icd", f"violate={way}")
        code = 'print(json.dumps(driver.has("vkGetPhysicalDeviceFormatProperties")))'

        assert answer(DRIVER + code, path) == is_there


class TestFlagsOfOneMock:
    """In a library with a mock of each kind a flag can be for one of them."""

    @pytest.mark.parametrize(("prefix", "result"), [("", -4), ("driver.", -4), ("layer.", 0)])
    def test_the_drivers_own(self, copy: Copy, answer: Answer, prefix: str, result: int) -> None:
        """A flag of the layer is none of the driver's."""
        path = copy("mock_icd", f"{prefix}fail=vkEnumeratePhysicalDevices:-4")
        code = 'print(driver.call("vkEnumeratePhysicalDevices", driver.instance, ctypes.c_uint32(), None))'

        assert answer(DRIVER + code, path) == result
