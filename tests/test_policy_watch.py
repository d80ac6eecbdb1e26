"""tools/policy_watch.py compares two versions of the documents and names the rows whose sentences changed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "tools"))

from policy import passages  # noqa: E402
from policy.comparison import Citations, compare  # noqa: E402
from policy.documents import Sentence, sentences  # noqa: E402

pytestmark = pytest.mark.slow

DOCUMENTS = Path(passages.DOCUMENTS)
EDITIONS = ("edition-2016.txt", "edition-2018.md", "edition-2022.txt")

POLICY = """# Layers

## Conventions

A layer must *unwrap* its handles. It may log, e.g. to
`stderr`. See [the guide](guide.md).

## Requirements

<table><tr><td><b>LLP_LAYER_1</b></td><td>A layer must be kind.</td><td>Users are sad.</td><td>Yes</td>
<td>No<br/>It is hard.</td></tr></table>
"""
ROWS = [
    {"id": "WRAP", "sources": ["1: Conventions"]},
    {"id": "LLP_LAYER_1", "sources": ["1: Requirements"]},
    {"id": "LATER", "sources": ["2: Conventions (the second part)"]},
]


def parsed(text: str) -> list[Sentence]:
    """The sentences of a document."""
    return list(sentences("layers.md", text))


def citations(text: str = POLICY) -> Citations:
    """Made-up rows: one rests on a sentence, one on a number, one on a section without a sentence."""
    known = passages.Passages(
        documents={"1": "layers.md"},
        editions={"2": "not here"},
        reasons={},
        passages={"WRAP": {"1": ["A layer must unwrap"]}},
    )
    return Citations(ROWS, passages.sources(ROWS, known, {"1": parsed(text)}))


def watched(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What the program prints."""
    command = [sys.executable, str(TOP / "tools" / "policy_watch.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


class TestDocuments:
    """A document is a list of sentences, each under its nearest heading."""

    def test_marks_and_line_breaks_do_not_count(self) -> None:
        """Emphasis, code, links and wrapping leave the sentence as it is read."""
        texts = [each.text for each in parsed(POLICY) if each.heading == "Conventions"]

        assert texts == ["A layer must unwrap its handles.", "It may log, e.g. to stderr.", "See the guide."]

    def test_the_sentences_of_a_policy_have_its_number(self) -> None:
        """All cells of a row belong to the number in its first cell."""
        numbered = [each.text for each in parsed(POLICY) if each.number == "LLP_LAYER_1"]

        assert numbered == ["A layer must be kind.", "Users are sad.", "Yes", "No", "It is hard."]

    def test_wrapping_and_quotation_marks_do_not_change_the_hash(self) -> None:
        """The same sentence typed in another way has the same hash."""
        (typed,) = parsed("# A\n“Layers”\nmust **load**.")
        (again,) = parsed('# A\n"Layers" must load.')

        assert typed.digest == again.digest

    def test_a_short_line_on_its_own_is_a_heading_of_a_plain_text(self) -> None:
        """Copies without Markdown have no other mark for headings."""
        found = list(
            sentences("a.txt", "Layer Discovery\n\nThe loader looks for layers. It must find them.\n")
        )

        assert [(each.heading, each.text) for each in found] == [
            ("Layer Discovery", "The loader looks for layers."),
            ("Layer Discovery", "It must find them."),
        ]

    def test_code_is_read_line_by_line(self) -> None:
        """Commas and dots in code end no sentence."""
        found = parsed("# A\n```\nint a; // A. B.\n```\n")

        assert [(each.text, each.code) for each in found] == [("int a; // A. B.", True)]


class TestChanges:
    """Two versions differ in sentences that changed, that are gone and that are new."""

    def test_a_document_is_the_same_as_itself(self) -> None:
        """Nothing is found."""
        assert compare(parsed(POLICY), parsed(POLICY), citations()).same

    def test_a_reworded_sentence_names_its_rows(self) -> None:
        """The new wording is the new sentence that is most like the old one."""
        new = parsed(POLICY.replace("its handles", "all of its handles"))

        (change,) = compare(parsed(POLICY), new, citations()).changed

        assert change.rows == ("WRAP",)
        assert change.new is not None
        assert change.new.text == "A layer must unwrap all of its handles."

    def test_a_sentence_that_is_gone_names_its_rows(self) -> None:
        """Without a sentence like it there is no new wording."""
        new = parsed(POLICY.replace("A layer must *unwrap* its handles.", ""))

        found = compare(parsed(POLICY), new, citations())

        assert [each.rows for each in found.gone] == [("WRAP",)]
        assert found.changed == ()

    def test_a_numbered_policy_is_found_by_its_number(self) -> None:
        """The row needs no hash, and what its table says of enforcement is no part of it."""
        new = parsed(
            POLICY.replace("must be kind", "must always be kind").replace("It is hard", "It is easy")
        )

        assert [each.rows for each in compare(parsed(POLICY), new, citations()).changed] == [("LLP_LAYER_1",)]

    def test_new_normative_sentences_are_listed(self) -> None:
        """Sentences without a verb of obligation are not."""
        new = parsed(POLICY.replace("## Requirements", "A layer shall sing. Birds sing.\n\n## Requirements"))

        added = compare(parsed(POLICY), new, citations()).added

        assert [(each.heading, each.text) for each in added] == [("Conventions", "A layer shall sing.")]

    def test_a_moved_sentence_has_not_changed(self) -> None:
        """Another section or document is no other sentence."""
        new = parsed(
            POLICY.replace("A layer must *unwrap* its handles.", "") + "\n\nA layer must unwrap its handles."
        )

        found = compare(parsed(POLICY), new, citations())

        assert (found.changed, found.gone, found.added) == ((), (), ())

    def test_a_row_without_a_sentence_is_named_by_its_section(self) -> None:
        """The section is all that is known of it."""
        new = parsed(POLICY.replace("its handles", "all of its handles"))

        (section,) = compare(parsed(POLICY), new, citations()).sections

        assert (section.heading, section.rows, section.missing, section.added) == (
            "conventions",
            ("LATER",),
            1,
            1,
        )

    def test_twice_the_text_takes_twice_the_work(self) -> None:
        """Comparing is linear, even if every sentence changed and all are alike."""
        small, large = calls_of(400), calls_of(800)

        assert large <= 2.6 * small


def calls_of(number: int) -> int:
    """How many calls it takes to compare as many changed sentences."""
    old = parsed("# A\n\n" + "".join(f"A layer must unwrap handle {n} now.\n\n" for n in range(number)))
    new = parsed("# A\n\n" + "".join(f"A layer must unwrap handle {n} later.\n\n" for n in range(number)))
    rows = [{"id": f"R{n}", "sources": ["1: A"]} for n in range(number)]
    table = {f"R{n}": {"1": {"sentences": {old[n].digest: "A"}}} for n in range(number)}
    known, count = Citations(rows, table), 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        found = compare(old, new, known)
    finally:
        sys.setprofile(None)
    assert len(found.changed) == number
    return count


class TestPassages:
    """Each row names its sentences, or says why it has none."""

    def test_an_unknown_sentence_is_refused(self) -> None:
        """There is no hash without a sentence."""
        with pytest.raises(passages.PassageError, match="no sentence begins with “A layer must unwrap”"):
            citations(POLICY.replace("must *unwrap*", "may unwrap"))

    def test_words_that_begin_several_sentences_are_refused(self) -> None:
        """An excerpt names one sentence."""
        with pytest.raises(passages.PassageError, match="several sentences begin"):
            citations(POLICY + "\n\nA layer must unwrap everything.")

    def test_a_row_without_sentence_and_reason_is_refused(self) -> None:
        """Nobody forgets a row."""
        known = passages.Passages({"1": "layers.md"}, {}, {}, {})

        with pytest.raises(passages.PassageError, match="neither a sentence nor a reason"):
            passages.sources(ROWS[:1], known, {"1": parsed(POLICY)})

    def test_the_middle_of_a_long_sentence_may_be_left_out(self) -> None:
        """Beginning and end name it."""
        assert passages.names("A layer ... handles.", "A layer must unwrap its handles.")
        assert not passages.names("A layer ... objects.", "A layer must unwrap its handles.")

    @pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not in ../shared/spec")
    def test_each_hash_agrees_with_the_documents(self) -> None:
        """The generated file is what the documents give."""
        command = [sys.executable, str(TOP / "tools" / "generate_sources.py"), "--check"]

        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

        assert done.returncode == 0, done.stdout + done.stderr

    def test_each_row_and_edition_has_sentences_or_a_reason(self) -> None:
        """This holds without the documents too."""
        table = json.loads((TOP / "refloader/rules/generated/sources.json").read_text(encoding="utf-8"))

        expected = {row["id"]: passages.editions_of(row) for row in passages.catalogue()}

        assert {row: list(by_edition) for row, by_edition in table.items()} == expected
        assert all(
            source.get("sentences") or source.get("reason")
            for by_edition in table.values()
            for source in by_edition.values()
        )


class TestProgram:
    """The program compares files and folders and says by its exit code what it found."""

    def test_bad_input_is_one_clear_sentence(self, tmp_path: Path) -> None:
        """Exit code 2, and the path in the message."""
        done = watched(str(tmp_path), str(tmp_path / "none"))

        assert done.returncode == 2
        assert done.stderr == f"policy_watch.py: {tmp_path}: the folder has no document (*.md, *.txt)\n"

    def test_a_binary_file_is_no_document(self, tmp_path: Path) -> None:
        """It is refused, not read as text."""
        (tmp_path / "a.md").write_bytes(b"\xff\xfe\x00")

        done = watched(str(tmp_path / "a.md"), str(tmp_path / "a.md"))

        assert (done.returncode, done.stderr) == (
            2,
            f"policy_watch.py: {tmp_path}/a.md: not a text in UTF-8\n",
        )

    def test_new_sentences_in_a_folder_as_json(self, tmp_path: Path) -> None:
        """Exit code 1 if something is found."""
        for name, text in (("old", POLICY), ("new", POLICY + "\n\nA layer must dance.")):
            (tmp_path / name).mkdir()
            (tmp_path / name / "layers.md").write_text(text, encoding="utf-8")

        done = watched(str(tmp_path / "old"), str(tmp_path / "new"), "--format", "json")

        document = json.loads(done.stdout)
        assert done.returncode == 1
        assert [each["text"] for each in document["added"]] == ["A layer must dance."]

    @pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not in ../shared/spec")
    @pytest.mark.parametrize("edition", EDITIONS)
    def test_an_edition_is_the_same_as_itself(self, edition: str) -> None:
        """Exit code 0."""
        done = watched(str(DOCUMENTS / edition), str(DOCUMENTS / edition))

        assert done.returncode == 0, done.stdout
        assert "nothing changed" in done.stdout

    @pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not in ../shared/spec")
    def test_what_changed_from_2018_to_2022(self) -> None:
        """Negotiation must no longer call down, and the policies have numbers."""
        done = watched(str(DOCUMENTS / EDITIONS[1]), str(DOCUMENTS / EDITIONS[2]))

        assert done.returncode == 1
        assert "    new: This function MUST NOT call down the layer chain to the next layer." in done.stdout


class TestHostileDocuments:
    """Documents that nobody has written for people."""

    @pytest.mark.parametrize(
        "line",
        [
            "[" * 49_000,
            "# a" + " " * 9000 + "b",
            "e.g. A " * 6000,
            "<p " * 16_000,
            "LLP_LOADER_1: " + "a " * 10_000 + "must.",
        ],
        ids=["brackets", "spaces", "shortened", "tags", "words"],
    )
    def test_a_long_line_takes_no_time(self, tmp_path: Path, line: str) -> None:
        """It takes time in proportion to its length."""
        old, new = tmp_path / "old.md", tmp_path / "new.md"
        old.write_text(f"# A\n\nIt must be.\n\n{line.replace('must', 'may')}\n")
        new.write_text(f"# A\n\nIt must be.\n\n{line}\n")

        begun = os.times().children_user
        done = watched(str(old), str(new))

        assert done.returncode in (0, 1), done.stderr
        assert os.times().children_user - begun < 20

    @pytest.mark.parametrize("shape", ["text", "json"])
    def test_control_characters_are_told(self, tmp_path: Path, shape: str) -> None:
        """And not sent to the terminal."""
        old, new = tmp_path / "old.md", tmp_path / "new.md"
        old.write_text("# A\n\nIt may be.\n")
        new.write_text("# A\n\nIt must \x1b[31mbe\x9b\u202e.\n")

        done = watched(str(old), str(new), "--format", shape)

        assert "must" in done.stdout
        assert not set("\x1b\x9b\u202e") & set(done.stdout)

    def test_what_is_no_file_is_refused(self, tmp_path: Path) -> None:
        """A pipe that nobody writes to, a device that never ends, a line without end."""
        os.mkfifo(tmp_path / "pipe.md")
        (tmp_path / "line.md").write_text("# A\n" + "a" * 60_000)

        for path in (tmp_path / "pipe.md", Path("/dev/zero"), tmp_path / "line.md"):
            assert watched(str(path), str(path)).returncode == 2
