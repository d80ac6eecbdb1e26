"""Reading what a loader said: lines of both streams, names in them, and how they begin."""

from refloader.sandbox.messages import in_turn, kinds, lines, named_in, naming, without_prefix
from refloader.scenario.observation import Observation

SEEN = Observation(
    "ok",
    stdout='[Vulkan Loader] WARNING | LAYER:  Layer "one" and layer "two"\n\n',
    stderr="ERROR:            a.json of one\nsomething else\n",
)


def test_lines_of_both_streams() -> None:
    """Empty lines do not count."""
    assert lines(SEEN) == (
        '[Vulkan Loader] WARNING | LAYER:  Layer "one" and layer "two"',
        "ERROR:            a.json of one",
        "something else",
    )
    assert lines(Observation("ok")) == ()


def test_streams_are_not_joined() -> None:
    """A line that nothing ends on standard output does not go on on standard error."""
    seen = Observation("ok", stdout="the application", stderr="ERROR: a.json\n")

    assert kinds(lines(seen)) == [{"ERROR"}]


def test_doubled_separators() -> None:
    """A folder and a suffix that are put together as they are written name the same path; a scheme is none."""
    seen = Observation("ok", stdout="/usr/share//vulkan/icd.d/a.json of https://example.org\n")

    assert lines(seen) == ("/usr/share/vulkan/icd.d/a.json of https://example.org",)


def test_names_in_one_line() -> None:
    """Names are told together where one line holds all of them."""
    assert len(naming(SEEN, "one")) == 2
    assert named_in(SEEN, "one", "two") == ("one", "two")
    assert named_in(SEEN, "two", "a.json") == ()


def test_how_lines_begin() -> None:
    """The words for the kind of message are found with and without the mark that belongs before them."""
    assert kinds(lines(SEEN)) == [{"WARNING", "LAYER"}, {"ERROR"}]
    assert without_prefix(SEEN) == ("ERROR:            a.json of one", "something else")


def test_widths_are_open() -> None:
    """How many spaces stand around the words is the loader's own affair."""
    seen = Observation("ok", stdout="[Vulkan Loader]  ERROR|DRIVER  : a.json\n")

    assert kinds(lines(seen)) == [{"ERROR", "DRIVER"}]
    assert without_prefix(seen) == ()


def test_names_in_turn() -> None:
    """Each name counts where it was first written, in one line or in several."""
    said = ["x: /b, then /a", "/a/more", "/b", "/c"]

    assert in_turn(said, ["/a", "/b", "/c", "/d"]) == ["/b", "/a", "/c"]
