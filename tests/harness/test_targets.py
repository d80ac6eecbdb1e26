"""The loaders of a run: which files are taken, by which name and edition they go, how they are replayed."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from loaders import answering

from refloader.harness.results import Verdict
from refloader.harness.targets import Target, first_results, repro, resolved, targets
from refloader.harness.wanted import Wanted, WrongUsageError
from refloader.model.edition import Edition


class TestEditions:
    """Each subject says by which edition it is judged, and why."""

    def test_the_reference_is_judged_in_every_edition(self) -> None:
        """Each edition of the reference is a target of its own."""
        names = [target.name for target in targets(Wanted(loaders=("reference",)))]

        assert names == ["reference-2016", "reference-2018", "reference-2022", "reference-2026"]

    def test_an_edition_leaves_one(self) -> None:
        """With an edition given there is one reference."""
        [target] = targets(Wanted(loaders=("reference",), edition=Edition.E2018))

        assert (target.name, target.edition, target.why) == ("reference-2018", "2018", "--edition")

    def test_a_version_chooses_the_edition(self, compile_loader: Callable[[str], str]) -> None:
        """A loader that says 1.3.0 is judged by the edition of 2022, and the subject says so."""
        wanted = Wanted(loaders=(compile_loader(answering()),))

        [row], _ = first_results(wanted, targets(wanted))

        assert (row.edition, row.edition_reason) == ("2022", "its version is 1.3.0")

    def test_a_version_that_cannot_be_told_is_the_newest(self, compile_loader: Callable[[str], str]) -> None:
        """A vkEnumerateInstanceVersion that fails does not make an old loader of it."""
        [target] = targets(Wanted(loaders=(compile_loader(answering(version="-1")),)))

        assert (target.edition, target.version) == ("2026", "")
        assert target.why == "vkEnumerateInstanceVersion fails, so it is the newest"


class TestFiles:
    """What cannot be a library of this process is refused before anything is done with it."""

    def test_a_missing_file_is_refused(self) -> None:
        """A path and a name that lead nowhere are mistakes."""
        for name in ("/nowhere/libvulkan.so", "libnowhere.so.77"):
            with pytest.raises(WrongUsageError, match="does not exist"):
                resolved(name)

    @pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/tmp"])
    def test_what_is_no_file_is_refused(self, path: str) -> None:
        """A device without an end and a folder are not read."""
        with pytest.raises(WrongUsageError, match="no library that this process can load"):
            resolved(path)

    def test_a_pipe_is_refused(self, tmp_path: Path) -> None:
        """A pipe that nobody writes to is not waited for."""
        os.mkfifo(tmp_path / "libvulkan.so")

        with pytest.raises(WrongUsageError, match="it is no regular file"):
            resolved(str(tmp_path / "libvulkan.so"))

    @pytest.mark.parametrize(
        ("offset", "value", "reason"),
        [
            (0, b"text", "not an ELF file"),
            (4, b"\x01", "another kind of processor or word size"),
            (18, b"\xf3\x00", "another kind of processor or word size"),
            (16, b"\x02\x00", "not a shared library"),
        ],
        ids=["text", "32 bits", "RISC-V", "program"],
    )
    def test_another_kind_of_file_is_refused(
        self, compile_loader: Callable[[str], str], tmp_path: Path, offset: int, value: bytes, reason: str
    ) -> None:
        """A text, and a library for another machine, are told apart from a loader that fails."""
        data = bytearray(Path(compile_loader(answering())).read_bytes())
        data[offset : offset + len(value)] = value
        path = tmp_path / "libvulkan.so"
        path.write_bytes(data)

        with pytest.raises(WrongUsageError, match=reason):
            resolved(str(path))

    def test_a_library_is_taken(self, compile_loader: Callable[[str], str]) -> None:
        """A loader comes back as an absolute path."""
        path = compile_loader(answering())

        assert resolved(os.path.relpath(path)) == path


class TestNames:
    """Names are unique, and none holds what cannot be printed."""

    def test_two_links_to_one_library_are_two_subjects(
        self, compile_loader: Callable[[str], str], tmp_path: Path
    ) -> None:
        """Where the file's name does not tell them apart, the paths that were asked for do."""
        links = [tmp_path / "a.so", tmp_path / "b.so"]
        path = compile_loader(answering())
        for link in links:
            link.symlink_to(path)

        names = [each.name for each in targets(Wanted(loaders=tuple(map(str, links))))]

        assert names == [str(link) for link in links]

    def test_odd_bytes_are_spelled_out(self, compile_loader: Callable[[str], str], tmp_path: Path) -> None:
        """A line break and a byte that is no text are visible in the name."""
        path = os.fsdecode(os.fsencode(tmp_path) + b"/new\nline\xff.so")
        Path(path).write_bytes(Path(compile_loader(answering())).read_bytes())

        [target] = targets(Wanted(loaders=(path,)))

        assert target.name == r"new\x0aline\xff.so"


class TestBlame:
    """A loader that cannot be used at the first look is blamed for it; the harness only for its own failures."""

    @pytest.mark.parametrize(
        ("text", "verdict", "reason"),
        [
            ("int other;", Verdict.FAIL, "vkGetInstanceProcAddr"),
            (
                "#include <stdlib.h>\n__attribute__((constructor)) void f() { abort(); }",
                Verdict.CRASH,
                "SIGABRT during dlopen",
            ),
            ("extern void missing(); void vkGetInstanceProcAddr() { missing(); }", Verdict.FAIL, "missing"),
        ],
        ids=["no export", "dies", "undefined symbol"],
    )
    def test_its_faults_are_its_own(
        self, compile_loader: Callable[[str], str], text: str, verdict: Verdict, reason: str
    ) -> None:
        """A library without the export, one that dies and one that cannot be linked are findings."""
        wanted = Wanted(loaders=(compile_loader(text),))

        _, [result] = first_results(wanted, targets(wanted))

        assert (result.rule, result.case, result.verdict) == ("APP-EXPORT-01", "opening", verdict)
        assert reason in result.reason


class TestReplay:
    """A case can be replayed with a command that a shell takes."""

    def test_the_command_is_quoted_for_a_shell(self) -> None:
        """A path with a space and a case with brackets survive a shell."""
        target = Target("/a b/libvulkan.so", "libvulkan.so", "2026")

        line = repro(Wanted(), target, "META-04", "metalayers/x[abc]")

        assert line == (
            "refloader conform --loader '/a b/libvulkan.so' --rule META-04 --case 'metalayers/x[abc]'"
        )

    def test_bytes_that_are_no_text_survive(self) -> None:
        """A path that is not UTF-8 is spelled so that the shell gives its bytes back."""
        line = repro(Wanted(), Target("/a\udcff.so", "a", "2026"), "META-04", "")

        assert line == "refloader conform --loader $'/a\\377.so' --rule META-04"
