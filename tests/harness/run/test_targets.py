"""The loaders of a run: which files are taken, by which name and edition they go, how they are replayed."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from elf_files import Symbol, elf
from loaders import answering

from refloader.model.edition import Edition
from refloader.native.structures import LoaderError
from refloader.results.results_file import Verdict
from refloader.sandbox.timeouts import AdaptiveTimeout
from refloader.suite.loaders.subjects import Foreign
from refloader.suite.run.header import header
from refloader.suite.run.targets import Target, first_results, repro, resolved, targets
from refloader.suite.subjects.loader_files import like_another_kind
from refloader.suite.subjects.request import RunRequest, WrongUsageError
from refloader.suite.subjects.static_facts import manifest_texts

pytestmark = pytest.mark.slow


def manifest(*names: str) -> str:
    """A manifest of layers with these names."""
    usual = {
        "type": "GLOBAL",
        "library_path": "./libnone.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "d",
    }
    layers = [{"name": name, **usual} for name in names]
    return json.dumps({"file_format_version": "1.1.2", "layers": layers})


class TestEditions:
    """Each subject says by which edition it is judged, and why."""

    def test_a_version_chooses_the_edition(self, compile_loader: Callable[[str], str]) -> None:
        """A loader that says 1.3.204 is judged by the edition of 2022, and the subject says so."""
        wanted = RunRequest(loaders=(compile_loader(answering()),))

        [row], _ = first_results(wanted, targets(wanted))

        assert (row.edition, row.edition_reason) == ("2022", "its version is 1.3.204")

    def test_a_version_that_no_release_has(self, compile_loader: Callable[[str], str]) -> None:
        """A loader that says 1.3.0 is judged by the release that probes find, and its version stays what it says."""
        text = answering().replace("0x4030CC", "0x403000")

        [target] = targets(RunRequest(loaders=(compile_loader(text),)))

        assert target.version == "1.3.0"
        assert "by 40 probes" in target.why
        assert target.subject(AdaptiveTimeout()).version == target.release != "1.3.0"

    def test_a_version_that_cannot_be_told_is_the_newest(self, compile_loader: Callable[[str], str]) -> None:
        """A vkEnumerateInstanceVersion that fails does not make an old loader of it."""
        [target] = targets(RunRequest(loaders=(compile_loader(answering(version="-1")),)))

        assert (target.edition, target.version) == ("2026", "")
        assert target.why == "vkEnumerateInstanceVersion fails, so it is the newest"

    def test_a_version_without_the_question_is_the_newest(self, compile_loader: Callable[[str], str]) -> None:
        """A loader that answers 1.0 has a command that is not in 1.0, so the answer says nothing of its age."""
        text = answering().replace("0x4030CC", "0x400000")

        [target] = targets(RunRequest(loaders=(compile_loader(text),)))

        assert target.version == "1.0.0"
        assert target.why.startswith("it reports 1.0.0, which no loader's release is: it is a release ")


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, compile_loader: Callable[[str], str]) -> str:
    """A loader of version 1.3.204 in the place of this installation's library; gives its path."""
    path = compile_loader(answering())
    monkeypatch.setattr("refloader.suite.run.targets.dropin_library", lambda: path)
    return path


@pytest.fixture
def not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without the library."""

    def refuse() -> str:
        raise LoaderError("there was no compiler")

    monkeypatch.setattr("refloader.suite.run.targets.dropin_library", refuse)


class TestTheReference:
    """The reference is its core in each edition and the library, each a subject with a name of its own."""

    @pytest.mark.usefixtures("built")
    def test_its_parts_are_subjects(self) -> None:
        """Each edition of the core is a target, and the library after them."""
        names = [target.name for target in targets(RunRequest(loaders=("reference",)))]

        assert names == [
            *("reference-2016", "reference-2018", "reference-2022", "reference-2026"),
            "reference-library",
        ]

    def test_the_library_is_run_as_any_loader(self, built: str) -> None:
        """It goes by its file, version and digest, and what cases are run on is a foreign loader."""
        target = targets(RunRequest(loaders=("reference-library",)))[0]

        subject = target.subject(AdaptiveTimeout())

        assert (target.path, target.version, len(target.sha256)) == (built, "1.3.204", 64)
        assert isinstance(subject, Foreign)
        assert (subject.name, subject.loader.path) == ("reference-library", built)

    @pytest.mark.usefixtures("built")
    @pytest.mark.parametrize(
        ("edition", "names"),
        [
            (Edition.E2018, ["reference-2018"]),
            (Edition.E2026, ["reference-2026", "reference-library"]),
        ],
        ids=lambda value: value.value if isinstance(value, Edition) else "",
    )
    def test_an_edition_leaves_its_parts(self, edition: Edition, names: list[str]) -> None:
        """The library is there for the newest edition alone."""
        found = targets(RunRequest(loaders=("reference",), edition=edition))

        assert [target.name for target in found] == names
        assert {(target.edition, target.why) for target in found} == {(edition.value, "--edition")}

    @pytest.mark.usefixtures("built")
    def test_a_part_is_judged_once(self) -> None:
        """A part that is named beside the whole is no second subject."""
        found = targets(RunRequest(loaders=("reference-library", "reference", "reference-2016")))

        assert len(found) == 5

    def test_its_names_are_its_own(self, built: str, tmp_path: Path) -> None:
        """A file that is called like a part of the reference goes by its path."""
        path = tmp_path / "reference-library"
        path.write_bytes(Path(built).read_bytes())

        names = [each.name for each in targets(RunRequest(loaders=(str(path), "reference-library")))]

        assert names == [str(path), "reference-library"]

    @pytest.mark.usefixtures("not_built")
    def test_a_library_that_was_not_built_is_missed_aloud(self) -> None:
        """The whole is judged without it, and the header says so and why."""
        wanted = RunRequest(loaders=("reference",))

        found = targets(wanted)

        assert [target.name for target in found] == [f"reference-{edition.value}" for edition in Edition]
        assert header(wanted, found, (), "").notes == (
            "reference-library is not judged: there was no compiler",
        )

    @pytest.mark.usefixtures("not_built")
    def test_where_it_is_not_wanted_it_is_not_missed(self) -> None:
        """An older edition and a part by name have no note."""
        older = RunRequest(loaders=("reference",), edition=Edition.E2018)
        part = RunRequest(loaders=("reference-2026",))

        assert [header(each, (), (), "").notes for each in (older, part)] == [(), ()]

    @pytest.mark.usefixtures("not_built")
    def test_asked_for_by_name_it_has_to_be_there(self) -> None:
        """The library alone cannot be judged where it was not built."""
        with pytest.raises(WrongUsageError, match="reference-library: there was no compiler"):
            resolved("reference-library")

    def test_a_core_has_one_edition(self) -> None:
        """The core of one edition cannot be judged by another."""
        with pytest.raises(WrongUsageError, match="reference-2016 is of another edition than 2026"):
            RunRequest(loaders=("reference-2016",), edition=Edition.E2026).check()


class TestFiles:
    """What cannot be a library of this process is refused before anything is done with it."""

    def test_a_missing_file_is_refused(self) -> None:
        """A path and a name that lead nowhere are mistakes."""
        for name in ("/nowhere/libvulkan.so", "libnowhere.so.77"):
            with pytest.raises(WrongUsageError, match="does not exist"):
                resolved(name)

    @pytest.mark.parametrize("path", ["/dev/zero", "/dev/null"])
    def test_what_is_no_file_is_refused(self, path: str) -> None:
        """A device without an end is not read."""
        with pytest.raises(WrongUsageError, match="no library that this process can load"):
            resolved(path)

    @pytest.mark.parametrize(
        ("exports", "option"),
        [
            (("vkNegotiateLoaderLayerInterfaceVersion",), "--layer"),
            (("vkGetInstanceProcAddr", "vkGetDeviceProcAddr"), "--layer"),
            (("vk_icdGetInstanceProcAddr", "vkGetInstanceProcAddr"), "--driver"),
            (("vkGetInstanceProcAddr", "vkCreateInstance"), ""),
            ((), ""),
        ],
    )
    def test_a_library_of_another_kind(self, tmp_path: Path, exports: tuple[str, ...], option: str) -> None:
        """Its exports tell, if it cannot be used as a loader, which option is meant."""
        path = tmp_path / "libmine.so"
        path.write_bytes(elf(symbols=[Symbol(name) for name in exports]))

        said = like_another_kind(str(path))

        assert (f" {option} {path}" in said) if option else said == ""

    @pytest.mark.parametrize("mark", [b"!<arch>\n", b"!<thin>\n"])
    def test_a_static_library_is_refused(self, tmp_path: Path, mark: bytes) -> None:
        """It is no package, although packages of Debian begin alike."""
        path = tmp_path / "libvulkan.a"
        path.write_bytes(mark + b"/               0           0     0     0       4         `\n")

        with pytest.raises(WrongUsageError, match="it is a static library: build a shared one"):
            resolved(str(path))

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


class TestFolders:
    """A folder stands for the only loader in it, as one does for layers and drivers."""

    def test_one_loader(self, compile_loader: Callable[[str], str], tmp_path: Path) -> None:
        """Links to it are the same one."""
        folder = tmp_path / "built"
        folder.mkdir()
        (folder / "libvulkan.so.1.4.335").write_bytes(Path(compile_loader(answering())).read_bytes())
        (folder / "libvulkan.so.1").symlink_to("libvulkan.so.1.4.335")

        assert resolved(str(folder)) == str(folder / "libvulkan.so.1.4.335")

    @pytest.mark.parametrize(
        ("names", "why"),
        [
            ((), "has no libvulkan.so.1"),
            (("libvulkan.so.1", "libvulkan-2.so"), "libvulkan-2.so, .*: name one"),
        ],
    )
    def test_none_or_several(self, tmp_path: Path, names: tuple[str, ...], why: str) -> None:
        """The message names what there is."""
        for name in names:
            (tmp_path / name).write_bytes(b"")

        with pytest.raises(WrongUsageError, match=why):
            resolved(str(tmp_path))


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

        names = [each.name for each in targets(RunRequest(loaders=tuple(map(str, links))))]

        assert names == [str(link) for link in links]

    def test_odd_bytes_are_spelled_out(self, compile_loader: Callable[[str], str], tmp_path: Path) -> None:
        """A line break and a byte that is no text are visible in the name."""
        path = os.fsdecode(os.fsencode(tmp_path) + b"/new\nline\xff.so")
        Path(path).write_bytes(Path(compile_loader(answering())).read_bytes())

        [target] = targets(RunRequest(loaders=(path,)))

        assert target.name == r"new\x0aline\xff.so"

    def test_layers_that_look_alike(self, tmp_path: Path) -> None:
        """Nobody ends a run, or gets into another subject's results, by what a layer or file is called."""
        victim, other = tmp_path / "victim.json", tmp_path / "victim.json VK_LAYER_a"
        victim.write_text(manifest("VK_LAYER_a", "VK_LAYER_b\x1b", "VK_LAYER_b\\x1b", "VK_LAYER_b\\x1b (2)"))
        other.write_text(manifest("VK_LAYER_c"))
        wanted = RunRequest(layers=(str(other), str(victim)))

        made = targets(wanted)
        rows, _ = first_results(wanted, made)

        assert [each.name for each in made] == [
            "victim.json VK_LAYER_a",
            "victim.json VK_LAYER_a (2)",
            r"victim.json VK_LAYER_b\x1b",
            r"victim.json VK_LAYER_b\x1b (2)",
            r"victim.json VK_LAYER_b\x1b (2) (2)",
        ]
        assert len({each.name for each in rows}) == len(rows) == 6
        assert header(wanted, made, rows, "").subjects == rows

    @pytest.mark.parametrize("kind", ["layers", "drivers"])
    def test_files_that_look_alike(self, tmp_path: Path, kind: str) -> None:
        """One has in its name what stands for a character in the other's."""
        files = [tmp_path / name for name in ("a\x1b.json", "a\\x1b.json")]
        for each in files:
            each.write_text(manifest("VK_LAYER_a"))
        wanted = RunRequest(**{kind: tuple(map(str, files))})  # type: ignore[arg-type] # one of two names

        made = targets(wanted)
        rows, results = first_results(wanted, made)

        names = [rf"{tmp_path}/a\x1b.json", rf"{tmp_path}/a\x1b.json (2)"]
        assert [each.name for each in made] == [each.name for each in rows] == names
        assert {each.subject for each in results} == {*names}


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
        wanted = RunRequest(loaders=(compile_loader(text),))

        _, [result] = first_results(wanted, targets(wanted))

        assert (result.rule, result.case, result.verdict) == ("APP-EXPORT-01", "opening", verdict)
        assert reason in result.reason


class TestReplay:
    """A case can be replayed with a command that a shell takes."""

    def test_the_command_is_quoted_for_a_shell(self) -> None:
        """A path with a space and a case with brackets survive a shell."""
        target = Target("/a b/libvulkan.so", "libvulkan.so", "2026")

        line = repro(RunRequest(), target, "META-04", "metalayers/x[abc]")

        assert line == (
            "refloader conform --loader '/a b/libvulkan.so' --rule META-04 --case 'metalayers/x[abc]'"
        )

    @pytest.mark.usefixtures("built")
    def test_a_part_of_the_reference_is_replayed_alone(self) -> None:
        """The command names the part, and leads to that one target again."""
        found = targets(RunRequest(loaders=("reference",)))

        lines = [repro(RunRequest(), each, "META-04", "x/y") for each in (found[0], found[-1])]

        assert lines == [
            "refloader conform --loader reference-2016 --rule META-04 --case x/y",
            "refloader conform --loader reference-library --rule META-04 --case x/y",
        ]
        assert targets(RunRequest(loaders=("reference-2016",))) == (found[0],)

    def test_bytes_that_are_no_text_survive(self) -> None:
        """A path that is not UTF-8 is spelled so that the shell gives its bytes back."""
        line = repro(RunRequest(), Target("/a\udcff.so", "a", "2026"), "META-04", "")

        assert line == "refloader conform --loader $'/a\\377.so' --rule META-04"


class TestLayersThatCannotBeRun:
    """A layer without its library passes next to nothing, and the run says so."""

    def test_it_is_told(self, tmp_path: Path) -> None:
        """One note, with what is in the way; nothing of a layer that has its library."""
        entry = '"type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1", "description": "d"'
        manifest = tmp_path / "mine.json"
        manifest.write_text(
            '{"file_format_version": "1.1.2", "layer": '
            f'{{"name": "VK_LAYER_TEST_mine", "library_path": "./libmine.so", {entry}}}}}'
        )
        wanted = RunRequest(layers=(str(manifest),))

        [note] = header(wanted, targets(wanted), (), "").notes

        assert note.startswith("mine.json is read and not run: its library cannot be loaded: ")


class TestTextsOfManifests:
    """Each subject has its manifest's text, as far as all of them are no burden to the results."""

    def test_thousands_of_layers_of_one_manifest(self, tmp_path: Path) -> None:
        """The first ones have it, and all together no more than some megabytes."""
        manifest = tmp_path / "many.json"
        manifest.write_text("x" * 60_000)

        texts = [*manifest_texts(["", *[str(manifest)] * 3000])]

        assert (len(texts), texts[:3], texts[-1]) == (3001, ["", "x" * 60_000, "x" * 60_000], "")
        assert sum(map(len, texts)) < 9 << 20


def test_the_c_library_is_a_fact_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a wrong loader may depend on it; it is left out where it has no version."""

    def unknown(_: str) -> str:
        raise ValueError("unrecognized configuration name")

    known = header(RunRequest(), (), (), "").machine["libc"]
    monkeypatch.setattr("os.confstr", unknown)

    assert re.fullmatch(r"glibc 2\.[0-9]+", str(known))
    assert "libc" not in header(RunRequest(), (), (), "").machine
