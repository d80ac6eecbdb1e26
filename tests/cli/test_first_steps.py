"""What a newcomer meets first: the command alone, its help, and mistakes in the words after it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from verbs import Run, manifest

from refloader.cli.main import main
from refloader.cli.options.help_pages import TOPICS as OPTION_TOPICS
from refloader.cli.words.verbs import FIRST_PAGE, TOPICS, VERBS
from refloader.sandbox.loader import system_loader


class TestPages:
    """The page with which people begin, and the list of all verbs."""

    def test_nothing_to_do_shows_where_to_begin(self, run: Run) -> None:
        """It is wrong usage, so the page goes to standard error."""
        result = run()

        assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"{FIRST_PAGE}\n")

    def test_the_short_help_is_the_same_page(self, run: Run) -> None:
        """It was asked for, so it goes to standard output."""
        result = run("-h")

        assert (result.exit_code, result.stdout) == (0, f"{FIRST_PAGE}\n")

    def test_the_page_shows_five_verbs_that_exist(self) -> None:
        """Each command on it has a verb, and the options that it mentions."""
        shown = re.findall(r"  refloader ([a-z-]+) (.*)", FIRST_PAGE)

        assert [verb for verb, _ in shown] == ["lint", "explain", "conform", "rules", "init-layer"]
        conform = main.get_command(click.Context(main), "conform")  # type: ignore[attr-defined]
        known = {option for parameter in conform.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z]+", dict(shown)["conform"])) <= known

    def test_the_help_has_every_verb_below_its_topic(self, run: Run) -> None:
        """No verb is missing, and none stands in two topics."""
        lines = run("--help").stdout.splitlines()

        for topic, rows in TOPICS.items():
            below = lines[lines.index(f"{topic}:") + 1 :]
            section = below[: below.index("") if "" in below else None]
            assert [line.split()[0] for line in section if line.startswith("  ") and line[2] != " "] == [
                *rows
            ]
        assert sum(map(len, TOPICS.values())) == len(VERBS)

    def test_two_ways_to_the_help_of_a_verb(self, run: Run) -> None:
        """They print the same."""
        result = run("help", "lint")

        assert result.exit_code == 0
        assert result.stdout == run("lint", "--help").stdout

    @pytest.mark.parametrize("verb", VERBS)
    def test_the_short_page_of_a_verb_fits_a_screen(self, run: Run, verb: str) -> None:
        """It has the options that people use first, and says where the others are."""
        result = run(verb, "-h")

        assert result.exit_code == 0
        assert len(result.stdout.splitlines()) <= 23
        assert max(map(len, result.stdout.splitlines())) <= 80
        assert result.stdout.splitlines()[-1].endswith(f" {verb} --help")

    def test_the_long_page_has_the_options_by_topic(self, run: Run) -> None:
        """Each option stands once, below a heading."""
        lines = run("explain", "--help").stdout.splitlines()

        headings = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
        assert headings == [
            "Used first:",
            "The machine:",
            "The program:",
            "The loader and the documents:",
            "Output:",
            "Help:",
        ]
        assert sum(line.startswith("  --root DIR") for line in lines) == 1

    @pytest.mark.parametrize("verb", VERBS)
    def test_the_table_of_options_has_those_of_the_verb(self, verb: str) -> None:
        """No option is without a topic, and none is in two."""
        command = main.get_command(click.Context(main), verb)  # type: ignore[attr-defined]
        named = [name for each in command.params for name in (*each.opts, *each.secondary_opts)]
        options = sorted(name for name in named if name.startswith("-") and name != "-h")

        assert sorted(" ".join(OPTION_TOPICS[verb].values()).split()) == options


class TestMistakes:
    """The message says what to type instead."""

    @pytest.mark.parametrize(
        ("words", "meant"),
        [
            (("explian", "x"), "explain"),
            (("Lint",), "lint"),
            (("validate", "x"), "lint"),
            (("verify", "x"), "verify-claim"),
            (("test",), "conform"),
            (("init",), "init-layer"),
            (("merge", "a", "b"), "report RESULTS..."),
            (("settings", "show"), "lint vk_loader_settings.json"),
            (("VK_LAYER_ACME_x",), "explain VK_LAYER_ACME_x"),
            (("layer", "x.json"), "conform --layer MANIFEST"),
            (("conf",), "conform"),
            (("a b.json",), "lint 'a b.json'"),
        ],
    )
    def test_a_wrong_verb(self, run: Run, words: tuple[str, ...], meant: str) -> None:
        """A misspelt verb, a word that others use for it, or none before a subject."""
        result = run(*words)

        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1] == (
            f"Error: there is no command {words[0]}; did you mean: refloader {meant}"
        )

    def test_a_word_that_is_like_no_verb(self, run: Run) -> None:
        """Nothing is suggested at random."""
        assert run("qqqq").stderr.splitlines()[-1] == (
            "Error: there is no command qqqq; refloader alone says where to begin"
        )

    @pytest.mark.parametrize(
        ("words", "advice"),
        [
            (
                ("conform", "x.json"),
                "say what it is: conform --layer MANIFEST, --driver MANIFEST or --loader PATH",
            ),
            (
                ("doctor", "x"),
                "it looks at the whole machine; for one layer or driver: refloader explain NAME; for a snapshot: "
                "--snapshot FILE",
            ),
            (
                ("conform", "--format", "deqp"),
                "refloader report RESULTS --format NAME writes the other formats",
            ),
            (("lint", "--layer", "x.json"), "name it without an option: refloader lint PATH"),
            (("explain", "--layer", "x"), "name it without an option: refloader explain LAYER"),
            (("explain", "--driver", "x"), "name it without an option: refloader explain LAYER"),
            (("lint", "VK_LAYER_ACME_x"), "refloader explain VK_LAYER_ACME_x asks by name"),
            (("lint", "--verbose", "x"), "it is an option of doctor, explain, conform, report, rules"),
            (("report", "--driver", "x"), "it is an option of conform, ctest"),
            (("init-layer", "VK_LAYER_ACME_x", "--out", "x"), "here it is --dir DIR"),
            (
                ("lint", "--loader", "1.3.239", "x"),
                "here it is --loaders RANGE, as in --loaders 1.3.239..; a library is named without an option",
            ),
        ],
    )
    def test_a_word_in_the_wrong_place(self, run: Run, words: tuple[str, ...], advice: str) -> None:
        """A subject without its option, an option where none is needed, and options of other verbs."""
        result = run(*words)

        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1].endswith(f"; {advice}")

    def test_the_owner_of_an_option_is_known_without_the_other_verbs(self) -> None:
        """To import them all took half a second, and a mistake is to be answered at once."""
        script = (
            "import sys; from refloader.cli.main import main; sys.argv = ['refloader', 'explain', '--survives']\n"
            "try: main()\n"
            "except SystemExit: print([name for name in sys.modules if name == 'refloader.cli.bisect'])"
        )

        result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

        assert result.stderr.splitlines()[-1].endswith("; it is an option of bisect")
        assert result.stdout == "[]\n"

    def test_the_folder_of_a_build_that_has_the_manifest_further_down(self, run: Run, tmp_path: Path) -> None:
        """It is named, and the user does not have to look for it."""
        (tmp_path / "build").mkdir()
        (tmp_path / "build/VkLayer_mine.json").write_text("{}", encoding="utf-8")

        result = run("conform", "--layer", str(tmp_path))

        assert result.exit_code == 2
        assert result.stderr.endswith(
            f"there is no manifest in {tmp_path}; {tmp_path}/build/VkLayer_mine.json may be meant\n"
        )

    def test_the_working_folder_is_gone(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """That is what is said, and not that some file is missing."""
        (tmp_path / "gone").mkdir()
        monkeypatch.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()

        result = run("lint", "x.json")

        assert result.exit_code == 3
        assert "the folder that this runs in does not exist any more" in result.stderr

    def test_a_misspelt_option_stays_with_its_verb(self, run: Run) -> None:
        """click knows a near one."""
        last = run("lint", "--outputs", "x", "y").stderr.splitlines()[-1]

        assert "--output" in last
        assert "option of" not in last

    def test_a_file_that_is_no_manifest(self, run: Run, tmp_path: Path) -> None:
        """One sentence, and not a finding for each line of it."""
        source = tmp_path / "layer.c"
        source.write_text("// a layer\n#include <stdio.h>\n", encoding="utf-8")

        result = run("lint", str(source))

        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1] == (
            f'Error: {source} is no manifest: it has no "layer", "layers" or "ICD"'
        )

    def test_a_file_about_packages(self, run: Run, tmp_path: Path) -> None:
        """What dpkg-buildpackage writes beside the packages has none in it."""
        changes = tmp_path / "acme_1.0_amd64.changes"
        changes.write_text("Format: 1.8\n", encoding="utf-8")

        result = run("lint", str(changes))

        assert result.exit_code == 2
        assert result.stderr.endswith("; name the packages (.deb) that belong to it\n")

    def test_a_manifest_of_another_name_is_judged(self, run: Run, tmp_path: Path) -> None:
        """What it holds counts, and its name is a finding."""
        assert "DISC-GEN-08" in run("lint", manifest(tmp_path, "good.txt")).stdout

    def test_a_path_of_this_machine_with_a_root(self, run: Run, tmp_path: Path) -> None:
        """A path lies inside the tree."""
        result = run("lint", "--root", str(tmp_path), "nowhere/usr")

        assert result.stderr.splitlines()[-1] == (
            f"Error: nowhere/usr does not exist in {tmp_path}: with --root, a PATH lies inside the tree"
        )

    def test_a_profile_that_is_misspelt(self, run: Run, tmp_path: Path) -> None:
        """The message has the words that the option takes."""
        result = run(
            "conform", "--loader", "reference-2026", "--profile", "quik", "--out", str(tmp_path / "out")
        )

        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1] == (
            'Error: --profile: "quik" is neither quick nor full, and there is no such file'
        )

    @pytest.mark.parametrize("option", ["--layer", "--driver"])
    def test_a_package_is_no_subject(self, run: Run, tmp_path: Path, option: str) -> None:
        """It is wrong usage: a verdict on a file that is no manifest would blame the package for nothing."""
        package = tmp_path / "some.deb"
        package.write_bytes(b"!<arch>\n")

        result = run("conform", option, str(package), "--out", str(tmp_path / "out"))

        assert result.exit_code == 2
        assert f"{option}: {package} is a package: refloader lint judges it" in result.stderr
        assert not (tmp_path / "out").exists()

    @pytest.mark.parametrize("option", ["--layer", "--driver"])
    def test_a_static_library_is_no_subject(self, run: Run, tmp_path: Path, option: str) -> None:
        """It begins as packages of Debian do, and is none."""
        library = tmp_path / "libVkLayer_mine.a"
        library.write_bytes(b"!<arch>\nlayer.o/        0           0     0     644     0         `\n")

        result = run("conform", option, str(library), "--out", str(tmp_path / "out"))

        assert result.exit_code == 2
        assert f"{option}: {library} is a static library: build a shared one" in result.stderr


@pytest.mark.parametrize("words", [["rules", "LLP_LAYER_9"], ["diff", "/nowhere", "/nowhere"]])
def test_text_needs_no_templates(words: list[str]) -> None:
    """Only a page is made of templates; what reads them is not loaded for text."""
    script = (
        "import atexit, sys; from refloader.cli.main import main; "
        "atexit.register(lambda: print('jinja2' in sys.modules, file=sys.stderr)); main()"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, timeout=120, check=False
    )

    assert done.stderr.splitlines()[-1] == "False"


def loaded(*words: str) -> set[str]:
    """The modules that a run has imported at its end."""
    script = (
        "import atexit, sys; from refloader.cli.main import main; "
        "atexit.register(lambda: print(*sys.modules)); main()"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, timeout=120, check=False
    )
    return set(done.stdout.splitlines()[-1].split())


def test_no_layer_is_asked_that_is_not_active() -> None:
    """What asks libraries to negotiate is loaded only where a requested layer is active."""
    if system_loader() is None:
        pytest.skip("this machine has no loader (Debian: libvulkan1)")

    modules = loaded("explain", "VK_LAYER_TEST_none")

    assert "refloader.doctor.tried_change" in modules
    assert "refloader.doctor.negotiated" not in modules


def test_what_few_runs_need_is_not_loaded() -> None:
    """An answer on a layer of this machine needs no archives, processes, containers or graphics cards, and without a
    run no sandbox."""
    modules = loaded("explain", "VK_LAYER_TEST_none", "--no-run")

    assert "refloader.inspect.explain.answers" in modules
    assert not modules & {
        "ctypes",
        "refloader.host.archives.faults",
        "refloader.host.machines.trees",
        "refloader.host.temporary",
        "refloader.inspect.confinement",
        "refloader.inspect.explain.devices",
        "refloader.inspect.explain.document",
        "refloader.inspect.running.flatpak",
        "refloader.inspect.running.in_use",
        "refloader.inspect.running.process",
        "refloader.inspect.running.snap",
        "refloader.inspect.json_repair",
        "refloader.model.profile",
    }


@pytest.mark.parametrize(
    "words", [["--version"], ["--help"], ["schema", "explain"], ["rules"], ["lint", "--help"], ["ages"]]
)
def test_a_reader_that_goes_away_ends_it_quietly(words: list[str]) -> None:
    """As of ``refloader rules | head -1``: the exit code is that of a SIGPIPE, and no code of a result."""
    reader, writer = os.pipe()
    os.close(reader)

    done = subprocess.run(
        [sys.executable, "-m", "refloader", *words],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )

    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")
