"""What is said of a manifest gets to others: no link that comes with a package leads to what is somebody's own."""

import os
from pathlib import Path

import pytest

from refloader.host.machines.real import RealHost
from refloader.host.machines.root import RootHost
from refloader.host.port import Content, Failure
from refloader.host.privacy import leads_to_private, privilege_of
from refloader.inspect.lint.manifests import Linter
from refloader.inspect.lint.walking import manifest_at
from refloader.suite.subjects.driver import driver_at
from refloader.suite.subjects.static_facts import manifest_text, static_facts_of

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

        layer, driver = (static_facts_of(str(packed), kind, None) for kind in ("layer", "driver"))

        assert SECRET not in repr((layer, driver, driver_at(str(packed)), manifest_text(str(packed))))
        assert {layer.sha256, layer.text, layer.failure} == {""}
        assert "not everybody may read" in layer.findings[0].message
        assert not layer.parsed

    def test_by_lint(self, packed: Path) -> None:
        """Lint is run on the changes of strangers, and its words are in public logs."""
        report = Linter(RealHost()).run([str(packed)])

        assert SECRET not in repr(report.findings)
        assert "not everybody may read" in report.findings[0].message


class TestPrivilege:
    """A program's file says whether its processes have elevated privileges."""

    @pytest.mark.parametrize(
        ("mode", "said"),
        [
            pytest.param(0o755, "", id="plain"),
            pytest.param(0o4755, "the set-user-ID bit", id="set-user-ID"),
            pytest.param(0o2755, "the set-group-ID bit", id="set-group-ID"),
            pytest.param(0o2645, "", id="locking"),
        ],
    )
    def test_by_the_mode(self, tmp_path: Path, mode: int, said: str) -> None:
        """Without the right to execute for the group, the bit for the group asks for locks."""
        program = tmp_path / "game"
        program.touch()
        program.chmod(mode)

        assert privilege_of(str(program), own=False) == said

    @pytest.mark.parametrize("mode", [0o4755, 0o2755])
    def test_not_for_its_owner(self, tmp_path: Path, mode: int) -> None:
        """Whoever has that user and group already gets nothing by it."""
        program = tmp_path / "game"
        program.touch()
        os.chown(program, os.getuid(), os.getgid())
        program.chmod(mode)

        assert privilege_of(str(program), own=True) == ""

    def test_by_capabilities(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """As setcap gives them; the attribute is not written, as that takes the right to."""
        program = tmp_path / "game"
        program.touch()
        monkeypatch.setattr(os, "listxattr", lambda path: ["security.capability"])

        assert privilege_of(str(program), own=False) == "capabilities (setcap)"

    def test_of_no_program(self, tmp_path: Path) -> None:
        """A folder with the bit for groups is none, and neither is what is not there."""
        tmp_path.chmod(0o2755)

        assert privilege_of(str(tmp_path), own=False) == ""
        assert privilege_of(str(tmp_path / "none"), own=False) == ""
