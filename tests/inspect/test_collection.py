"""Manifests judged against each other: one name for one or two architectures."""

import pytest

from refloader.inspect.lint.collection import Entry, clashes, missing_twins
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.version import ApiVersion

FOLDER = "/usr/share/vulkan/implicit_layer.d"


def entry(
    file: str,
    library: str,
    sizes: tuple[int, ...] = (),
    *,
    arch: str = "",
    name: str = "VK_LAYER_a",
    kind: Use = Use.IMPLICIT,
) -> Entry:
    """A layer of that manifest and library."""
    manifest = file if file.startswith("/") else f"{FOLDER}/{file}"
    return Entry(
        name,
        kind,
        manifest,
        InFile(manifest),
        library,
        arch,
        ApiVersion(0, 1, 3, 0),
        (),
        (),
        frozenset(sizes),
    )


def told(reasons: list[Reason]) -> list[tuple[str, Severity]]:
    """The rules and weights."""
    return [(str(each.rule), each.severity) for each in reasons]


class TestClashes:
    """Of two files in one folder that one process takes, nobody can tell which is used."""

    def test_two_libraries_of_one_class_clash(self) -> None:
        """The finding says for whom both are."""
        found = clashes([entry("a.json", "/a.so", (64,)), entry("b.json", "/b.so", (64,))])

        assert told(found) == [("DISC-GEN-03", Severity.WARNING)]
        assert "both libraries are for 64-bit programs" in found[0].fact

    def test_a_pair_that_says_so_is_no_clash(self) -> None:
        """Each process takes its own."""
        assert (
            clashes([entry("a.json", "/a.so", (64,), arch="64"), entry("b.json", "/b.so", (32,), arch="32")])
            == []
        )

    @pytest.mark.parametrize(("first", "second"), [("", ""), ("64", ""), ("", "32")])
    def test_a_pair_that_does_not_say_so_is_taken_by_chance(self, first: str, second: str) -> None:
        """A manifest without library_arch is taken by processes of both word sizes."""
        found = clashes(
            [entry("a.json", "/a.so", (64,), arch=first), entry("b.json", "/b.so", (32,), arch=second)]
        )

        assert told(found) == [("MANIFEST-LAYER-09", Severity.WARNING)]
        assert found[0].remedy.startswith(f'"library_arch": "{"64" if second else "32"}"')

    def test_one_name_and_architecture_twice_is_a_clash_whether_said_or_not(self) -> None:
        """A 64-bit process takes both."""
        found = clashes([entry("a.json", "/a.so", (64,), arch="64"), entry("b.json", "/b.so", (64,))])

        assert told(found) == [("DISC-GEN-03", Severity.WARNING)]

    def test_in_two_places_the_first_wins(self) -> None:
        """That is defined, and worth a note."""
        found = clashes(
            [entry("a.json", "/a.so", (64,)), entry("/etc/vulkan/implicit_layer.d/a.json", "/b.so", (64,))]
        )

        assert told(found) == [("DISC-GEN-02", Severity.NOTE)]

    def test_two_manifests_of_one_library_are_no_clash(self) -> None:
        """Whichever is taken, the same is loaded."""
        assert clashes([entry("a.json", "/a.so", (64,)), entry("b.json", "/a.so", (64,))]) == []


class TestTwins:
    """An implicit layer for 64-bit programs alone, on a machine that has 32-bit ones."""

    def test_a_missing_twin_is_told_where_others_have_theirs(self) -> None:
        """Another layer or a driver tells that 32-bit programs are run."""
        alone = entry("a.json", "/a.so", (64,))
        pair = [entry("b64.json", "/b.so", (64,), name="b"), entry("b32.json", "/c.so", (32,), name="b")]

        assert told(missing_twins([alone, *pair], [])) == [("DEBUG-WRONGARCH-01", Severity.NOTE)]
        assert told(missing_twins([alone], [frozenset({32})])) == [("DEBUG-WRONGARCH-01", Severity.NOTE)]

    def test_nothing_is_missed_where_there_is_no_32_bit_program(self) -> None:
        """Nor of explicit layers, of layers for both, and of those that nobody looked at."""
        both = entry("a.json", "$LIB/a.so", (32, 64))

        assert missing_twins([entry("a.json", "/a.so", (64,))], [frozenset({64})]) == []
        assert missing_twins([both], [frozenset({32})]) == []
        assert missing_twins([entry("a.json", "/a.so", (64,), kind=Use.EXPLICIT)], [frozenset({32})]) == []
        assert missing_twins([entry("a.json", "/a.so")], [frozenset({32, 64})]) == []
