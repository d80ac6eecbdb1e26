"""The small changes that tools/mutate_reference.py makes of the reference's sources."""

import ast
import json
import random
from pathlib import Path

import pytest
from mutate_reference import changes_of, left_by, left_out, spread
from mutation.change import Change
from mutation.of_c import changes_of_c
from mutation.of_python import changes_of_python, in_function, statement_at

PYTHON = '''
@decides("LLP_LOADER_1")
def first(found: list[str], wanted: int = 0) -> str:
    """Return found[0], or not."""
    for each in found:
        if each != "" and not each.startswith("VK_"):
            return each
        trail.tell(each, rule("LLP_LOADER_1"), "not found"[0])
    return found[-1]
'''

C = """
#define FIRST 0
static int first(const struct link *link, int at) {
    // if (at == 0) return 1;
    if (link == NULL || VIOLATES("nothing") || at == 0) return VK_INCOMPLETE;
    link = link->next;
    if (at > 1 && VIOLATES("something")) link = NULL;
    return say("at == 0", link->places[at]);
}
"""


def python_changes(kind: str) -> set[tuple[str, str]]:
    """What is replaced by what in the changes of this kind."""
    return {(each.old, each.new) for each in changes_of_python("a.py", PYTHON) if each.kind == kind}


def c_changes(kind: str) -> set[tuple[str, str]]:
    """As above."""
    return {(each.old, each.new) for each in changes_of_c("a.c", C) if each.kind == kind}


def test_comparisons_and_conditions_of_python_are_turned() -> None:
    """Comparisons, and/or and not."""
    assert python_changes("comparison") == {(" != ", " == ")}
    assert python_changes("and_or") == {(" and ", " or ")}
    assert python_changes("not_dropped") == {('not each.startswith("VK_")', 'bool(each.startswith("VK_"))')}


def test_loops_and_ends_of_lists_of_python_are_changed() -> None:
    """The first and last of a list, the order of a loop, a return."""
    assert python_changes("first_last") == {("-1", "0")}
    assert ("found", "tuple(found)[::-1]") in python_changes("reversed")
    assert python_changes("return_dropped") == {("return each", "pass")}


def test_texts_annotations_and_what_records_a_reason_stay() -> None:
    """No line changes that only types or tells something."""
    lines = PYTHON.splitlines()

    changed = {lines[each.line - 1].strip() for each in changes_of_python("a.py", PYTHON)}

    assert changed == {"for each in found:", lines[5].strip(), "return each", "return found[-1]"}


def test_checks_results_indices_and_links_of_c_are_changed() -> None:
    """Checks for NULL, results, indices and the next structure."""
    assert ("link == NULL", "0") in c_changes("null_check_dropped")
    assert c_changes("result") == {("VK_INCOMPLETE", "VK_SUCCESS")}
    assert c_changes("index") == {("at", "at + 1")}
    assert c_changes("next_dropped") == {("link->next", "NULL")}


def test_what_is_done_only_in_an_age_stays() -> None:
    """No document speaks of it."""
    text = """
def first(age, found):
    if age.has(Trait.LAST):
        return found[-1]
    if not age.has(Trait.NONE):
        return found[0]
    return found[-1] if age else 1 + len(found)
"""

    found = {(each.line, each.old) for each in changes_of_python("a.py", text)}

    assert {line for line, _ in found} == {5, 6, 7}
    assert {old for line, old in found if line == 7} == {"1"}


def test_comments_texts_and_the_questions_of_the_selftest_stay() -> None:
    """What looks like code in a text or comment is none."""
    changed = {(each.line, each.old) for each in changes_of_c("a.c", C)}

    assert not {line for line, _ in changed} & {2, 4, 7}
    assert c_changes("comparison") == {("==", "!=")}
    assert not {old for _, old in changed if "VIOLATES" in old}


def test_a_change_is_made_only_of_the_text_that_it_was_found_in() -> None:
    """A file that was edited since is refused."""
    change = changes_of_python("a.py", PYTHON)[0]

    assert change.applied(PYTHON) != PYTHON
    with pytest.raises(ValueError, match=r"a\.py is not the file"):
        change.applied("\n" + PYTHON)


def test_the_same_seed_draws_the_same_changes_from_every_file() -> None:
    """A sample can be repeated, and no file is left out."""
    root = Path(__file__).resolve().parents[2] / "refloader"
    files = [root / "core/drivers/surfaces.py", root / "dropin/c/calls/queues.c", root / "core/json/plain.py"]

    drawn = spread(files, 6, random.Random(3))

    assert drawn == spread(files, 6, random.Random(3))
    assert drawn != spread(files, 6, random.Random(4))
    assert {each.file.rpartition("/")[2] for each in drawn} == {"surfaces.py", "queues.c", "plain.py"}


def test_each_change_has_its_own_name() -> None:
    """The name is that of the file with the changed source."""
    root = Path(__file__).resolve().parents[2] / "refloader"
    files = [
        root / "core/activation/order.py",
        root / "core/manifests/version.py",
        root / "dropin/c/calls/queues.c",
    ]

    names = [each.name for path in files if path.exists() for each in changes_of(path)]

    assert len(set(names)) == len(names) > 100


def test_what_an_earlier_run_left_is_taken_up_again(tmp_path: Path) -> None:
    """Every change that no case failed, and nothing else."""
    ended = ("caught", "survived", "same", "not reached", "error")
    rows = [json.dumps({"name": each, "ended": each}) for each in ended]
    (tmp_path / "changes.ndjson").write_text("\n".join(rows) + "\n", encoding="utf-8")

    assert left_by(tmp_path) == ["survived", "not reached", "error"]


def test_nearly_every_change_of_a_module_is_python() -> None:
    """Few changes are lost because they do not parse."""
    path = Path(__file__).resolve().parents[2] / "refloader/core/chain/groups.py"
    text = path.read_text(encoding="utf-8")

    broken = [each for each in changes_of(path) if not parses(each, text)]

    assert len(broken) * 10 <= len(changes_of(path))


def parses(change: Change, text: str) -> bool:
    """Whether the module with the change is Python."""
    try:
        ast.parse(change.applied(text))
    except SyntaxError:
        return False
    return True


def test_what_no_application_observes_is_left_out_with_a_reason() -> None:
    """Other systems and observers, and not the lookups."""
    assert left_out("refloader/core/search/windows/keys.py") == "other systems"
    assert left_out("refloader/dropin/c/observers/observe_calls.c") == "observers on request"
    assert left_out("refloader/dropin/c/calls/procaddr.c") == ""


NESTED = """LIMIT = 1
def first(found, wanted=1):
    for each in found:
        if each == wanted and (
            each > LIMIT
        ):
            return (
                each
            )
    return None
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [(1, (1, 1)), (3, (3, 3)), (4, (4, 6)), (5, (4, 6)), (8, (7, 9)), (10, (10, 10))],
)
def test_the_statement_that_a_change_belongs_to(line: int, expected: tuple[int, int]) -> None:
    """The innermost one; of a loop or condition what comes before its body."""
    assert statement_at(NESTED, line) == expected


def test_the_body_of_a_function_can_be_replaced_and_nothing_else() -> None:
    """Neither a constant of the module nor the default of a parameter."""
    assert [in_function(NESTED, NESTED.index(part)) for part in ("1\n", "wanted=1", "each >")] == [
        False,
        False,
        True,
    ]
