"""Which messages of the loader a callback of the application hears."""

import pytest

from refloader.core.chain.listening import hears

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
