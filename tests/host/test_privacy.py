"""What is said of a manifest gets to others: no link that comes with a package leads to what is somebody's own."""

from pathlib import Path

import pytest

from refloader.host.machines.real import RealHost
from refloader.host.machines.root import RootHost
from refloader.host.port import Content, Failure
from refloader.host.privacy import leads_to_private
from refloader.inspect.lint.manifests import Linter
from refloader.inspect.lint.walking import manifest_at
from refloader.suite.subjects.driver import driver_at
from refloader.suite.subjects.static_facts import looked_at, manifest_text

SECRET = "ghp_0123456789"
MANIFEST = '{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_x_y"'
PUBLIC = "/etc/passwd"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of a user's own."""
    path = tmp_path / "home" / "token"
    path.parent.mkdir()
    path.write_text(SECRET)
    path.chmod(0o600)
    return path


@pytest.fixture
def packed(tmp_path: Path, secret: Path) -> Path:
    """A link to it that came with a package."""
    path = tmp_path / "package" / "layer.json"
    path.parent.mkdir()
    path.symlink_to(secret)
    return path


class TestLeading:
    """A link anywhere on the way counts, and so do the rights of all folders above what it leads to."""

    def test_the_file(self, secret: Path, packed: Path) -> None:
        """The file itself is given by who may read it."""
        assert leads_to_private(str(packed))
        assert not leads_to_private(str(secret))

    def test_a_folder_on_the_way(self, tmp_path: Path, secret: Path) -> None:
        """The link is a folder of the package."""
        (tmp_path / "package").symlink_to(secret.parent)

        assert leads_to_private(str(tmp_path / "package" / "token"))

    def test_a_relative_path(self, packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """As it is given in the folder of the package."""
        monkeypatch.chdir(packed.parent)

        assert leads_to_private("layer.json")

    def test_what_everybody_may_read(self, tmp_path: Path) -> None:
        """Distributions have links in the place of manifests, too."""
        (tmp_path / "layer.json").symlink_to(PUBLIC)

        assert not leads_to_private(str(tmp_path / "layer.json"))

    @pytest.mark.parametrize("path", ["", "/", "/nowhere", "no\0where"])
    def test_no_file(self, path: str) -> None:
        """Nothing is anybody's own."""
        assert not leads_to_private(path)

    def test_a_link_to_nothing(self, tmp_path: Path) -> None:
        """It is read as one."""
        (tmp_path / "layer.json").symlink_to("nowhere")

        assert not leads_to_private(str(tmp_path / "layer.json"))


class TestReading:
    """What such a link leads to is no manifest unless it looks like one."""

    def test_a_secret(self, packed: Path) -> None:
        """It cannot be read."""
        assert isinstance(manifest_at(RealHost(), str(packed)), Failure)

    def test_a_manifest(self, packed: Path, secret: Path) -> None:
        """Somebody at work on a layer has links to it, and is told what is wrong with it."""
        secret.write_text(MANIFEST)

        assert manifest_at(RealHost(), str(packed)) == Content(MANIFEST.encode())

    def test_a_tree(self, packed: Path) -> None:
        """In somebody's tree links lead to its own files, which are nobody's here."""
        (packed.parent / "own").write_text("{}")
        packed.unlink()
        packed.symlink_to("/own")

        assert manifest_at(RootHost(str(packed.parent)), "/layer.json") == Content(b"{}")


class TestTelling:
    """Nothing of a secret stands in what is said and kept."""

    @pytest.mark.parametrize("text", [SECRET, f'{{"auths": "{SECRET}"}}', f'["{SECRET}"]'])
    def test_of_subjects(self, packed: Path, secret: Path, text: str) -> None:
        """A judgement tells what is wrong, and has neither the text nor its digest."""
        secret.write_text(text)

        layer, driver = (looked_at(str(packed), kind, None) for kind in ("layer", "driver"))

        assert SECRET not in repr((layer, driver, driver_at(str(packed)), manifest_text(str(packed))))
        assert {layer.sha256, layer.text, layer.failure} == {""}
        assert "not everybody may read" in layer.findings[0].message
        assert not layer.parsed

    def test_by_lint(self, packed: Path) -> None:
        """Lint is run on the changes of strangers, and its words are in public logs."""
        report = Linter(RealHost()).run([str(packed)])

        assert SECRET not in repr(report.findings)
        assert "not everybody may read" in report.findings[0].message
