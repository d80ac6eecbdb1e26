"""A folder as the drives of a Windows machine: any letter case, both separators, nothing outside of it."""

from pathlib import Path

import pytest

from refloader.host.machines.trees import parse_map, tree_host
from refloader.host.machines.windows_root import WindowsRootHost
from refloader.host.port import Content, Failure, Kind, Listing, Trouble
from refloader.model.platform import Platform
from refloader.model.system import System

UNKNOWN = Failure(Trouble.UNKNOWN)
SECRET = b"not of the tree"


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Drive C: with a manifest, and a secret beside it."""
    folder = tmp_path / "image"
    (folder / "Windows" / "System32").mkdir(parents=True)
    (folder / "Program Files" / "Vendor").mkdir(parents=True)
    (folder / "Program Files" / "Vendor" / "Layer.JSON").write_bytes(b"{}")
    (tmp_path / "secret").write_bytes(SECRET)
    return folder


@pytest.fixture
def drives(tmp_path: Path) -> Path:
    """Drives C: and D: and a share as folders."""
    for name in ("c/Users", "D", "UNC/Server/Share"):
        (tmp_path / "drives" / name).mkdir(parents=True)
    (tmp_path / "drives" / "D" / "a.json").write_bytes(b"{}")
    (tmp_path / "drives" / "UNC" / "Server" / "Share" / "a.json").write_bytes(b"{}")
    return tmp_path / "drives"


class TestOneDrive:
    """A folder that looks like drive C: is that drive."""

    @pytest.mark.parametrize(
        "path",
        [
            "C:\\Program Files\\Vendor\\Layer.JSON",
            "c:/program files/vendor/layer.json",
            "\\\\?\\C:\\PROGRAM FILES\\VENDOR\\LAYER.JSON",
            "\\??\\C:\\Program Files\\Vendor\\Layer.json",
            "C:\\nothing\\..\\Program Files\\.\\\\Vendor\\Layer.json",
            "C:\\..\\..\\Program Files\\Vendor. \\Layer.json.",
            "\\Program Files/Vendor/Layer.json",
            "Program Files\\Vendor\\Layer.json",
        ],
    )
    def test_every_spelling_leads_to_the_file(self, image: Path, path: str) -> None:
        """Letter case, separators, dots and the verbatim prefix make no difference."""
        host = WindowsRootHost(str(image))

        assert host.read(path) == Content(b"{}")
        assert host.real_path(path) == "C:\\Program Files\\Vendor\\Layer.JSON"

    def test_a_verbatim_path_is_taken_as_it_is(self, image: Path) -> None:
        """Forward slashes and dots at the end are part of a name there."""
        host = WindowsRootHost(str(image))

        assert host.kind("\\\\?\\C:\\Program Files/Vendor") is Kind.MISSING
        assert host.kind("\\\\?\\C:\\Program Files.") is Kind.MISSING
        assert host.outside_path("\\\\?\\C:\\Windows\\a/../../../../secret") is None

    def test_what_is_not_there_is_missing_on_the_drive_and_unknown_elsewhere(self, image: Path) -> None:
        """Nobody told what other drives, shares and volumes hold."""
        host = WindowsRootHost(str(image))

        assert host.read("C:\\gone.json") == Failure(Trouble.MISSING)
        assert host.read("D:\\gone.json") == UNKNOWN
        assert host.kind("\\\\server\\share\\a.json") is Kind.UNKNOWN
        assert host.list("\\\\?\\Volume{1}\\") == UNKNOWN
        assert host.library("C:relative.dll") == UNKNOWN

    def test_folders_are_listed_and_written_with_backslashes(self, image: Path) -> None:
        """The root folder keeps its separator."""
        host = WindowsRootHost(str(image))

        assert host.list("c:\\program files\\VENDOR") == Listing(("Layer.JSON",))
        assert host.kind("C:\\") is Kind.FOLDER
        assert host.real_path("c:/") == "C:\\"
        assert host.drives() == ("C:\\",)

    def test_two_spellings_in_one_folder_are_one_name(self, image: Path) -> None:
        """A tree on Linux may hold what Windows cannot: one of the two is taken, always the same."""
        (image / "A.json").write_bytes(b"upper")
        (image / "a.JSON").write_bytes(b"lower")

        assert WindowsRootHost(str(image)).read("C:\\a.json") == Content(b"upper")

    def test_it_is_windows_whatever_the_platform_says(self, image: Path) -> None:
        """Other facts of the platform stay."""
        assert WindowsRootHost(str(image), platform=Platform(packages=("C:\\p",))).platform() == Platform(
            System.WINDOWS, packages=("C:\\p",)
        )


class TestLinks:
    """Junctions, as tools that unpack images write them, stay inside."""

    @pytest.mark.parametrize(
        "target",
        [
            "Program Files/Vendor",
            "/Program Files/Vendor",
            "C:\\Program Files\\Vendor",
            "/??/C:/program files/vendor",
            "{image}/Program Files/Vendor",
        ],
    )
    def test_every_way_to_write_a_target_is_known(self, image: Path, target: str) -> None:
        """Relative, from the root, with a drive, as an NT path, and as where the image was mounted."""
        (image / "link").symlink_to(target.format(image=image))

        assert WindowsRootHost(str(image)).read("C:\\LINK\\layer.json") == Content(b"{}")

    @pytest.mark.parametrize(
        "target", ["../secret", "{image}/../secret", "D:\\secret", "link", "/../../secret"]
    )
    def test_no_link_leads_out(self, image: Path, target: str) -> None:
        """What lies beside the folder is never read."""
        (image / "link").symlink_to(target.format(image=image))

        assert isinstance(WindowsRootHost(str(image)).read("C:\\link"), Failure)


class TestSeveralDrives:
    """Folders named like drives are these, and UNC holds shares."""

    def test_drives_and_shares_are_found(self, drives: Path) -> None:
        """Whatever letter case the folders have."""
        host = WindowsRootHost(str(drives))

        assert host.drives() == ("D:\\", "C:\\")
        assert host.kind("C:\\users") is Kind.FOLDER
        assert host.read("d:\\A.json") == Content(b"{}")
        assert host.read("\\\\server\\SHARE\\a.json") == Content(b"{}")
        assert host.read("\\\\?\\UNC\\server\\share\\a.json") == Content(b"{}")
        assert host.real_path("//server/share/A.JSON") == "\\\\Server\\Share\\a.json"

    def test_of_other_drives_and_shares_nothing_is_known(self, drives: Path) -> None:
        """A file that is not on a known share is missing."""
        host = WindowsRootHost(str(drives))

        assert host.kind("E:\\a.json") is Kind.UNKNOWN
        assert host.kind("\\\\server\\other\\a.json") is Kind.UNKNOWN
        assert host.kind("\\\\server\\share\\b.json") is Kind.MISSING

    def test_a_wine_prefix_has_drives(self, tmp_path: Path) -> None:
        """drive_c is drive C:."""
        (tmp_path / "drive_c" / "windows").mkdir(parents=True)

        assert WindowsRootHost(str(tmp_path)).kind("C:\\Windows") is Kind.FOLDER


class TestMaps:
    """Parts of the machine that lie elsewhere."""

    def test_a_folder_and_a_drive_can_lie_elsewhere(self, image: Path, drives: Path) -> None:
        """A prefix wins over what the tree has there."""
        maps = dict(
            [parse_map(f"C:\\Program Files\\Vendor={drives / 'D'}"), parse_map(f"E:\\={drives / 'D'}")]
        )
        host = tree_host(str(image), platform=Platform(System.WINDOWS), maps=maps)

        assert host.list("C:\\program files\\vendor") == Listing(("a.json",))
        assert host.read("E:\\a.json") == Content(b"{}")
        assert host.kind("C:\\Windows") is Kind.FOLDER
