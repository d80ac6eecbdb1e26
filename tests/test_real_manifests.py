"""Manifests that ship today get no false error."""

from pathlib import Path

import pytest

from refloader.host.machines.real import RealHost
from refloader.inspect.lint.manifests import Linter
from refloader.model.reason import Severity

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "manifests"
INSTALLED = Path("/usr/share/vulkan")
SHIPPED = sorted(FIXTURES.rglob("*.json"))


class TestShippedManifests:
    """What loaders in the field accept must not be called an error."""

    @pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(FIXTURES)))
    def test_no_error_in_the_text(self, path: Path) -> None:
        """A shipped manifest has no error in any edition."""
        report = Linter(RealHost({}), libraries=False).run([str(path)])

        assert report.files == 1
        assert [finding for finding in report.findings if finding.severity is Severity.ERROR] == []

    @pytest.mark.skipif(not INSTALLED.is_dir(), reason="no /usr/share/vulkan on this machine")
    def test_no_error_with_the_libraries(self) -> None:
        """What is installed on this machine has no error, libraries included."""
        report = Linter(RealHost({})).run([str(INSTALLED)])

        assert [finding for finding in report.findings if finding.severity is Severity.ERROR] == []
