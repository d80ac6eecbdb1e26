"""A profile of a fork is read as written; everything wrong in one is told at once, with its line."""

import time
from pathlib import Path

import pytest

from refloader.inspect.profiles.reader import ProfileError, read_profile
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.profile import Feature
from refloader.model.system import System

EXAMPLE = Path(__file__).parents[2] / "fixtures/profiles/vendor-partition.toml"
HEAD = 'schema = "refloader.profile/1"\nname = "x"\n'


class TestReading:
    """What a profile declares."""

    def test_the_example(self) -> None:
        """The example that comes with the project says what its comments say."""
        profile = read_profile(EXAMPLE.read_bytes(), str(EXAMPLE))

        assert profile.edition is Edition.E2026
        assert profile.column is System.LINUX
        assert profile.folders_of(Use.DRIVER) == (
            "/vendor/etc/vulkan/icd.d",
            "/system/etc/vulkan/icd.d",
            "${VULKAN_DATA}/etc/vulkan/icd.d",
        )
        assert profile.folders_of(Use.SETTINGS) == ("/system/etc/vulkan/loader_settings.d",)
        assert profile.renamed == (("VK_LAYER_PATH", "DEBUG_LAYER_PATH"),)
        assert profile.disabled == {Feature.OVERRIDE_LAYER, Feature.DEVICE_SORTING}
        assert profile.why("DEBUG-LOG-02").startswith("messages go")

    def test_what_is_not_declared(self) -> None:
        """A profile with a name alone declares no deviation."""
        profile = read_profile(HEAD.encode(), "p.toml")

        assert profile.folders_of(Use.EXPLICIT) is None
        assert (profile.ignored, profile.disabled, profile.rules) == (frozenset(), frozenset(), ())

    def test_a_use_of_its_own_beats_the_bases(self) -> None:
        """Drivers that are named by themselves are looked for there alone."""
        text = HEAD + '[search]\nbases = ["/a"]\ndrivers = ["/b"]\n'

        assert read_profile(text.encode(), "p.toml").folders_of(Use.DRIVER) == ("/b",)

    def test_lines_of_declarations(self) -> None:
        """Each declaration has its line."""
        text = HEAD + '\n[search]\nbases = ["/a"]\n[deviations]\n"ABI-03" = "why"\n'

        profile = read_profile(text.encode(), "p.toml")

        assert (profile.line("search.bases"), profile.line("deviations.ABI-03"), profile.line("no")) == (
            5,
            7,
            0,
        )


class TestProblems:
    """What is wrong is told with its place."""

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", 'p.toml:1:1: "schema" is to be "refloader.profile/1"'),
            ('schema = "refloader.profile/2"\nname = "x"', "p.toml:1:1:"),
            ("schema = ", "p.toml:1:10: it is not TOML"),
            (HEAD + "colour = 1", 'p.toml:3:1: "colour" is no key that belongs here'),
            (HEAD + "[search]\nbases = 7", 'p.toml:4:1: "search.bases" is no array of texts'),
            (HEAD + '[search]\nbases = ["etc"]', 'p.toml:4:1: "etc" is no full path'),
            (HEAD + '[search]\nbasis = ["/etc"]', 'p.toml:4:1: "search.basis" is no key'),
            (HEAD + '[variables]\nignored = ["PATH"]', 'p.toml:4:1: "PATH" is no variable of the documents'),
            (HEAD + "[variables.renamed]\nVK_LAYER_PATH = 3", "p.toml:4:1:"),
            (
                HEAD + '[variables]\nignored = ["VK_LAYER_PATH"]\n[variables.renamed]\nVK_LAYER_PATH = "A"',
                'p.toml:6:1: "VK_LAYER_PATH" is renamed and ignored',
            ),
            (
                HEAD + '[variables.renamed]\nVK_LAYER_PATH = "A"\nVK_ADD_LAYER_PATH = "A"',
                'p.toml:5:1: "VK_LAYER_PATH" is called "A" as well',
            ),
            (HEAD + '[features]\ndisabled = ["layers"]', 'p.toml:4:1: "layers" is none of'),
            (HEAD + '[deviations]\n"NO-SUCH-01" = "x"', 'p.toml:4:1: there is no rule "NO-SUCH-01"'),
            (HEAD + '[deviations]\n"ABI-03" = ""', "p.toml:4:1: say why ABI-03 is not kept"),
            (HEAD + '[deviations]\n"\\u009b31m" = 1', "p.toml:1:1: say why \\x9b31m is not kept"),
            (HEAD + "search = " + "9" * 6000, "p.toml:1:1: a number in it has more digits than are read"),
            (HEAD + 'edition = "2020"', 'p.toml:3:1: "2020" is none of 2016'),
            (HEAD + "search = 1", 'p.toml:3:1: "search" is no table'),
        ],
    )
    def test_places(self, text: str, message: str) -> None:
        """The first problem names its line."""
        with pytest.raises(ProfileError) as caught:
            read_profile(text.encode(), "p.toml")

        assert any(line.startswith(message) for line in str(caught.value).splitlines())

    @pytest.mark.parametrize("data", [b"\xff\xfe", b"name = " + b"[" * 9000, b"\0", b'name = "\x1b[31m"'])
    def test_hostile_bytes(self, data: bytes) -> None:
        """Bytes that are no profile end in problems."""
        with pytest.raises(ProfileError):
            read_profile(data, "p.toml")

    def test_many_blanks(self) -> None:
        """A line that looks like a header and ends otherwise is read once."""
        text = HEAD + 'x = """\n[' + " " * 3000 + '"""\n'
        began = time.process_time()

        with pytest.raises(ProfileError):
            read_profile(text.encode(), "p.toml")

        assert time.process_time() - began < 2
