"""Which files a library_path may mean, and where the dynamic linker looks for a bare name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.core.manifests.library_path import (
    LibraryForm,
    candidates,
    has_origin,
    library_form,
    linker_search,
    parse_linker_configuration,
)

MANIFEST = "/usr/share/vulkan/explicit_layer.d/layer.json"
LINKER = ("/opt/lib", "/usr/lib/")


@pytest.mark.rule("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
class TestForms:
    """A library_path is a bare file name, a relative path or a full path."""

    @pytest.mark.parametrize(
        ("path", "form"),
        [
            ("liblayer.so", LibraryForm.BARE),
            ("..", LibraryForm.BARE),
            ("C:\\layer.dll", LibraryForm.BARE),
            ("./liblayer.so", LibraryForm.RELATIVE),
            ("lib/", LibraryForm.RELATIVE),
            ("../lib/liblayer.so", LibraryForm.RELATIVE),
            ("/usr/lib/liblayer.so", LibraryForm.FULL),
            ("/liblayer.so", LibraryForm.FULL),
        ],
    )
    def test_the_separator_tells_the_form(self, path: str, form: LibraryForm) -> None:
        """A full path starts with a separator, a relative one contains one, a bare name has none."""
        assert library_form(path) is form


@pytest.mark.rule("DISC-GEN-10", "MANIFEST-LAYER-07", "MANIFEST-ICD-03")
class TestCandidates:
    """Full and relative paths are located without asking the linker, a bare name by the linker alone."""

    def test_a_full_path_is_taken_as_it_is(self) -> None:
        """Neither the manifest nor the linker has a say."""
        assert candidates("/usr/lib//liblayer.so", MANIFEST, LINKER) == ("/usr/lib//liblayer.so",)

    @pytest.mark.parametrize(
        ("path", "file"),
        [
            ("./liblayer.so", "/usr/share/vulkan/explicit_layer.d/liblayer.so"),
            ("lib/liblayer.so", "/usr/share/vulkan/explicit_layer.d/lib/liblayer.so"),
            ("lib/./liblayer.so", "/usr/share/vulkan/explicit_layer.d/lib/liblayer.so"),
        ],
    )
    def test_a_relative_path_lies_against_the_manifest(self, path: str, file: str) -> None:
        """The folder of the manifest counts, never the working directory or the linker's folders."""
        assert candidates(path, MANIFEST, LINKER) == (file,)

    def test_parent_folders_are_left_to_the_system(self) -> None:
        """Where ".." leads depends on symbolic links, which only the machine knows."""
        assert candidates("../../../lib/liblayer.so", MANIFEST, LINKER) == (
            "/usr/share/vulkan/explicit_layer.d/../../../lib/liblayer.so",
        )

    def test_a_manifest_named_without_a_folder_has_the_working_directory(self) -> None:
        """A relative manifest keeps its libraries relative."""
        assert candidates("./liblayer.so", "layer.json", LINKER) == ("liblayer.so",)

    def test_a_bare_name_is_looked_for_by_the_linker(self) -> None:
        """The linker's folders in their order; the manifest's own folder is not among them."""
        assert candidates("liblayer.so", MANIFEST, LINKER) == ("/opt/lib/liblayer.so", "/usr/lib/liblayer.so")

    def test_a_bare_name_may_not_be_found_at_all(self) -> None:
        """Without folders there is nowhere to look."""
        assert candidates("liblayer.so", MANIFEST, ()) == ()


@pytest.mark.rule("AMB-LIBRARY-TOKENS")
class TestTokens:
    """The dynamic linker's tokens in a library_path are expanded, as dlopen does."""

    @pytest.mark.parametrize("path", ["/opt/$LIB/liblayer.so", "/opt/${LIB}/liblayer.so"])
    def test_lib_stands_for_the_folders_of_both_word_sizes(self, path: str) -> None:
        """Which of them it is only the process knows, so all are candidates."""
        found = candidates(path, MANIFEST, LINKER)

        assert "/opt/lib/x86_64-linux-gnu/liblayer.so" in found
        assert "/opt/lib64/liblayer.so" in found
        assert "/opt/lib32/liblayer.so" in found
        assert len(set(found)) == len(found) == 8

    def test_a_braced_token_ends_at_its_brace(self) -> None:
        """What follows the brace is text."""
        assert "/opt/x86_64_v3/liblayer.so" in candidates("/opt/${PLATFORM}_v3/liblayer.so", MANIFEST, LINKER)

    @pytest.mark.parametrize(
        "path", ["/opt/$LIBS/liblayer.so", "/opt/$lib/liblayer.so", "/opt/${LIB/liblayer.so"]
    )
    def test_other_words_are_text(self, path: str) -> None:
        """A token is a whole word in capitals."""
        assert candidates(path, MANIFEST, LINKER) == (path,)

    def test_one_process_has_one_value_for_a_token(self) -> None:
        """A token that stands twice means the same both times, so the candidates stay few."""
        found = candidates("/$LIB/" * 40 + "$PLATFORM/liblayer.so", MANIFEST, LINKER)

        assert len(found) == 32
        assert "/lib64/" * 40 + "haswell/liblayer.so" in found

    def test_tokens_work_in_relative_paths_too(self) -> None:
        """The manifest's folder comes first."""
        found = candidates("./$LIB/liblayer.so", MANIFEST, LINKER)

        assert "/usr/share/vulkan/explicit_layer.d/lib64/liblayer.so" in found

    @pytest.mark.parametrize(
        ("path", "origin"), [("$ORIGIN/a.so", True), ("${ORIGIN}/a.so", True), ("/usr/lib/ORIGIN.so", False)]
    )
    def test_origin_depends_on_the_calling_library(self, path: str, origin: bool) -> None:
        """Nobody can know beforehand where that lies."""
        assert has_origin(path) is origin


@pytest.mark.rule("DISC-GEN-10")
class TestLinkerFolders:
    """A bare name is the dynamic linker's affair: LD_LIBRARY_PATH, its configuration, its own folders."""

    def test_the_variable_comes_first_and_the_fixed_folders_last(self) -> None:
        """LD_LIBRARY_PATH is the remedy for a library that is not found."""
        assert linker_search("/a:/b", ["/c"]) == (
            "/a",
            "/b",
            "/c",
            "/lib64",
            "/usr/lib64",
            "/lib",
            "/usr/lib",
        )

    @pytest.mark.parametrize("variable", [None, ""])
    def test_without_entries_the_variable_adds_nothing(self, variable: str | None) -> None:
        """The linker's own folders are left."""
        assert linker_search(variable, ()) == ("/lib64", "/usr/lib64", "/lib", "/usr/lib")

    def test_semicolons_separate_as_well(self) -> None:
        """The linker takes both."""
        assert linker_search("/a;/b", ())[:2] == ("/a", "/b")

    def test_each_folder_is_looked_through_once(self) -> None:
        """The first place of a folder counts."""
        assert linker_search("/usr/lib:/a", ["/a", "/lib"])[:3] == ("/usr/lib", "/a", "/lib")

    def test_the_configuration_is_read_line_by_line(self) -> None:
        """Comments end lines, include lines name patterns, hwcap lines are no folders."""
        text = "# fixed\n/usr/local/lib # own\ninclude ld.so.conf.d/*.conf\nhwcap 1 nosegneg\n\n/a /b\n"

        assert parse_linker_configuration(text) == (("/usr/local/lib", "/a", "/b"), ("ld.so.conf.d/*.conf",))

    @given(
        path=st.text(max_size=30), manifest=st.text(max_size=30), variable=st.none() | st.text(max_size=20)
    )
    def test_any_texts_give_a_bounded_number_of_files(
        self, path: str, manifest: str, variable: str | None
    ) -> None:
        """No text makes the search raise or grow."""
        folders = linker_search(variable, parse_linker_configuration(path)[0])

        assert len(candidates(path, manifest, folders)) <= 32 * len(folders)
