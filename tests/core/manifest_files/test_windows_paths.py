"""What Windows makes of the text of a path, and which rules a path is written by."""

import pytest

from refloader.core.manifests.library_path import LibraryForm, candidates, library_form
from refloader.core.manifests.manifest_kind import kind_of, use_of_folder
from refloader.model.path_rules import rules_of
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Use
from refloader.model.windows_paths import WINDOWS_PATHS


class TestForms:
    """Full, relative and bare paths."""

    @pytest.mark.parametrize(
        ("path", "form"),
        [
            ("x.dll", LibraryForm.BARE),
            (".\\x.dll", LibraryForm.RELATIVE),
            ("./x.dll", LibraryForm.RELATIVE),
            ("bin\\x.dll", LibraryForm.RELATIVE),
            ("C:\\x.dll", LibraryForm.FULL),
            ("c:/x.dll", LibraryForm.FULL),
            ("C:x.dll", LibraryForm.FULL),
            ("\\x\\x.dll", LibraryForm.FULL),
            ("\\\\server\\share\\x.dll", LibraryForm.FULL),
            ("\\\\?\\C:\\x.dll", LibraryForm.FULL),
        ],
    )
    def test_library_paths(self, path: str, form: LibraryForm) -> None:
        """What begins with a drive or a separator is not relative (2016)."""
        assert library_form(path, WINDOWS_PATHS) is form

    @pytest.mark.parametrize(
        "path", ["x.json", "a\\x.json", "\\x.json", "\\\\x.json", "//x", "C:x.json", "", ":", "1:\\x.json"]
    )
    def test_paths_that_are_not_full(self, path: str) -> None:
        """A full path has a drive and a root, or a server and a share."""
        assert not WINDOWS_PATHS.is_full(path)

    @pytest.mark.parametrize(
        ("path", "found"),
        [
            (".\\x.dll", "C:\\a\\x.dll"),
            ("./x.dll", "C:\\a\\x.dll"),
            ("..\\b\\x.dll", "C:\\a\\..\\b\\x.dll"),
            ("D:\\x.dll", "D:\\x.dll"),
        ],
    )
    def test_where_libraries_lie(self, path: str, found: str) -> None:
        """A relative path starts at the folder of the manifest."""
        assert candidates(path, "C:\\a\\m.json", ("C:\\s",), WINDOWS_PATHS) == (found,)

    def test_bare_names_are_looked_for_in_the_folders_of_the_system(self) -> None:
        """Not beside the manifest."""
        assert candidates("x.dll", "C:\\a\\m.json", ("C:\\s",), WINDOWS_PATHS) == ("C:\\s\\x.dll",)


class TestIdentity:
    """Spellings of one file."""

    @pytest.mark.parametrize(
        "path",
        [
            "C:\\a\\x.json",
            "c:\\A\\X.JSON",
            "C:/a/x.json",
            "C:\\\\a\\\\x.json",
            "C:\\a\\.\\x.json",
            "C:\\b\\..\\a\\x.json",
            "C:\\..\\a\\x.json",
            "\\\\?\\C:\\a\\x.json",
        ],
    )
    def test_one_file(self, path: str) -> None:
        """They have one identity."""
        assert WINDOWS_PATHS.identity(path) == "c:\\a\\x.json"

    def test_a_share_may_be_written_verbatim(self) -> None:
        """The long form of a share is the share."""
        assert WINDOWS_PATHS.identity("\\\\?\\UNC\\Server\\d\\x") == WINDOWS_PATHS.identity("//server/d/x")

    @pytest.mark.parametrize(
        ("path", "identity"),
        [
            ("\\\\s\\d\\..\\x", "\\\\s\\d\\x"),
            ("\\\\s\\d\\a\\..\\..\\x", "\\\\s\\d\\x"),
            ("..\\.\\x", "..\\x"),
            ("a\\..\\..\\x", "..\\x"),
            (".\\x", "x"),
            ("C:..\\.\\x", "c:..\\x"),
            ("\\..\\.\\x", "\\x"),
        ],
    )
    def test_dots_lead_out_of_no_share_and_out_of_a_working_folder(self, path: str, identity: str) -> None:
        """A share is where the way up ends; what lies above a working folder is another file than what is in it."""
        assert WINDOWS_PATHS.identity(path) == identity

    @pytest.mark.parametrize("path", ["C:\\a\\.x.json", "C:\\a\\x..json", "C:\\a.b\\x.json"])
    def test_dots_in_names_stay(self, path: str) -> None:
        """Only whole parts are folders of this kind."""
        assert WINDOWS_PATHS.identity(path) == path.casefold()


class TestRules:
    """By which rules a path is written, where nobody says so."""

    @pytest.mark.parametrize("path", ["C:\\a\\x.json", "\\\\server\\d\\x.json", "C:/a\\x.json"])
    def test_windows(self, path: str) -> None:
        """A drive or a share with a backslash."""
        assert rules_of(path) is WINDOWS_PATHS
        assert rules_of(path).split(path)[1] == "x.json"

    @pytest.mark.parametrize("path", ["/a/x.json", "/a\\b/x.json", "a/x.json", "x.json", "a\\x.json", ""])
    def test_others(self, path: str) -> None:
        """A backslash alone is a letter of a name elsewhere."""
        assert rules_of(path) is POSIX_PATHS

    def test_kinds_of_manifests(self) -> None:
        """Folders and names are told apart by the separators of Windows."""
        assert use_of_folder("C:\\x\\icd.d") is Use.DRIVER
        assert kind_of({}, "C:\\x\\implicit_layer.d\\a.json") is Use.IMPLICIT
        assert kind_of({}, "C:\\x\\vk_loader_settings.json") is Use.SETTINGS
