"""The answers of several drivers made one: groups of devices, and what happens when drivers fail."""

import pytest

from refloader.core.chain.groups import Group, grouped, joint_failure, selected_first


class TestGroups:
    """Groups come in the order of the physical-device enumeration."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    def test_the_foremost_member_counts(self) -> None:
        """The members inside a group have the order of the devices too."""
        groups = [Group((1,), False), Group((4, 3), True), Group((2,), False)]

        assert grouped(groups, order=[3, 2, 1, 4]) == (Group((3, 4), True), groups[2], groups[0])

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    def test_all_groups_with_a_selected_device_go_first(self) -> None:
        """As in loaders from 1.3.290 on, where of the devices only the first match does."""
        groups = [Group((1,), False), Group((2, 3), True), Group((4,), False)]

        assert selected_first(groups, {3, 4}) == (groups[1], groups[2], groups[0])

    @pytest.mark.rule("FILTER-ID-MULTI-01")
    def test_a_hidden_device_is_in_no_group(self) -> None:
        """A group loses its hidden members, and is gone without any."""
        groups = [Group((1, 2), True), Group((3,), False)]

        assert grouped(groups, order=[2]) == (Group((2,), True),)


class TestFailingDrivers:
    """A driver that fails loses its own devices and no other's."""

    @pytest.mark.rule("LDP_DRIVER_1")
    @pytest.mark.parametrize("codes", [[0, -3], [-1, 0], [0, 0], []])
    def test_one_answer_is_enough(self, codes: list[int]) -> None:
        """The enumeration succeeds with what there is, also without any device."""
        assert joint_failure(codes) is None

    @pytest.mark.rule("LDP_DRIVER_1")
    @pytest.mark.parametrize(
        ("codes", "told"), [([-3], -3), ([-9, -1], -1), ([-2, -13], -2), ([-4, -13], -3)]
    )
    def test_all_fail(self, codes: list[int], told: int) -> None:
        """Memory that ran out is told; any other error is VK_ERROR_INITIALIZATION_FAILED."""
        assert joint_failure(codes) == told
