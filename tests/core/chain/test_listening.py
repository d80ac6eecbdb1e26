"""Which messages of the loader a callback of the application hears."""

import pytest

from refloader.core.chain.listening import hears
from refloader.core.chain.translated import as_report, as_utils, reported_object, utils_object

WARNING_AND_ERROR = 0x1100
GENERAL, VALIDATION = 1, 2


class TestMessengers:
    """Messages go to any debug utils messenger that wants their severity and their type."""

    @pytest.mark.rule("DEBUG-LOG-03")
    @pytest.mark.parametrize(
        ("level", "heard"), [("error", True), ("warn", True), ("info", False), ("debug", False)]
    )
    def test_severity(self, level: str, heard: bool) -> None:
        """Each level of the loader is one severity."""
        assert hears(True, WARNING_AND_ERROR, GENERAL, level) is heard

    @pytest.mark.rule("DEBUG-LOG-03")
    def test_type(self) -> None:
        """What the loader says is general, no validation."""
        assert not hears(True, WARNING_AND_ERROR, VALIDATION, "error")


class TestReportCallbacks:
    """The older callbacks choose by flags alone."""

    @pytest.mark.rule("DEBUG-LOG-03")
    @pytest.mark.parametrize(("level", "flag"), [("error", 8), ("warn", 2), ("info", 1), ("debug", 16)])
    def test_flags(self, level: str, flag: int) -> None:
        """One flag belongs to each level."""
        assert hears(False, flag, 0, level)
        assert not hears(False, 0x1F & ~flag, 0, level)


class TestTheOtherExtension:
    """A message of one extension reaches the callbacks of the other, as measured with 1.4.335."""

    @pytest.mark.parametrize(
        ("severity", "types", "flag"),
        [
            (0x1, 1, 0x10),
            (0x10, 4, 0x1),
            (0x100, 1, 0x2),
            (0x100, 2, 0x2),
            (0x100, 6, 0x4),
            (0x1000, 4, 0x8),
            (0x1111, 4, 0x8),
            (0x2, 1, 0),
        ],
    )
    def test_as_a_report(self, severity: int, types: int, flag: int) -> None:
        """The worst severity counts; a warning about performance has a flag of its own."""
        assert as_report(severity, types) == flag

    @pytest.mark.parametrize(
        ("flags", "severity", "types"),
        [
            (0x1, 0x10, 1),
            (0x2, 0x100, 1),
            (0x4, 0x100, 4),
            (0x5, 0x10, 5),
            (0x6, 0x100, 4),
            (0x8, 0x1000, 1),
            (0xC, 0x100, 4),
            (0x10, 0x1, 1),
            (0x18, 0x1000, 1),
            (0x1F, 0x10, 5),
            (0x20, 0, 1),
        ],
    )
    def test_as_a_message_of_debug_utils(self, flags: int, severity: int, types: int) -> None:
        """One severity stands for several flags."""
        assert as_utils(flags) == (severity, types)

    @pytest.mark.parametrize(
        ("utils", "report"),
        [
            (0, 0),
            (1, 1),
            (25, 25),
            (1000000000, 26),
            (1000011000, 28),
            (1000160000, 33),
            (1000150000, 1000150000),
        ],
    )
    def test_objects(self, utils: int, report: int) -> None:
        """The kinds of objects have numbers of their own in each extension."""
        assert (reported_object(utils), utils_object(report)) == (report, utils)

    def test_objects_of_one_extension_alone(self) -> None:
        """What the other extension has no number for is unknown there."""
        assert (reported_object(1000128000), utils_object(31)) == (0, 0)
