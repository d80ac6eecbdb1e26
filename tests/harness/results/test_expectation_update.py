"""Expectation files are brought up to a run: what was found comes in, what is gone goes, words stay."""

import os
import stat
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from refloader.results.expectations.expectation_file import read
from refloader.results.expectations.expectation_update import Change, update
from refloader.results.results_file import Expected, Result, Subject, Verdict

SYSTEM = Subject("loader", "system", "/usr/lib/libvulkan.so.1.3.239", "1.3.239", "", "2026", "")
HEAD = """\
# Ours.
schema = "refloader.expectations/1"

[subject]
file = "libvulkan.so*"
"""
ENTRY = """\
# Seen on Debian.
[[expected]]
rule = "META-06"
case = "a/b"
verdict = "fail"
reason = "it sorts"  # says the author
"""


def result(case: str = "a/b", verdict: Verdict = Verdict.FAIL, rule: str = "META-06") -> Result:
    """What the system's loader came to in a case."""
    return Result(rule, "system", case, verdict, "why" if verdict is Verdict.SKIP else "")


def replace_reason(of: Result, reason: str) -> Result:
    """The same result with a reason."""
    return Result(of.rule, of.subject, of.case, of.verdict, reason)


def entries(path: Path) -> list[tuple[str, str, str, str]]:
    """Rule, case, verdict and reason of each entry."""
    return [(each.rule, each.case, each.verdict, each.reason) for each in read(str(path)).entries]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with one entry."""
    path = tmp_path / "x.toml"
    path.write_text(f"{HEAD}\n{ENTRY}")
    return path


class TestNewFile:
    """Where there is no file one is made, about this build of the loader."""

    def test_the_whole_text(self, tmp_path: Path) -> None:
        """The condition is the file's name, the version and the edition; reasons are empty."""
        path = tmp_path / "new" / "x.toml"

        change = update(str(path), SYSTEM, [result(), result("a/c", Verdict.PASS)], complete=True)

        assert change == Change(str(path), added=1, removed=0, without_reason=1)
        assert path.read_text() == (
            "# What is known to be wrong with this loader. "
            "reports/README.md says how to read and keep this file.\n"
            'schema = "refloader.expectations/1"\n'
            "\n"
            "[subject]\n"
            'file = "libvulkan.so.1.3.239"\n'
            'version = "==1.3.239"\n'
            'edition = "2026"\n'
            "\n"
            "[[expected]]\n"
            'rule = "META-06"\n'
            'case = "a/b"\n'
            'verdict = "fail"\n'
            'reason = ""\n'
        )
        assert read(str(path)).fits(SYSTEM)

    def test_what_differs(self, tmp_path: Path) -> None:
        """It is that of the finding, without addresses; that of several variants, each once."""
        path = tmp_path / "x.toml"
        reasons = {
            "a/b": "It is sorted. Not so: actual: 0x7f00aa10, -3; expected: 0",
            "a/c[x]": "Of each. Not so: actual: x; expected: y",
            "a/c[y]": "Of each. Not so: actual: y; expected: x",
        }
        found = [replace_reason(result(case), reason) for case, reason in reasons.items()]
        found.append(replace_reason(result("a/d", Verdict.CRASH), "SIGSEGV in vkCreateInstance"))

        update(str(path), SYSTEM, found, complete=True)

        assert {each.case: each.differs for each in read(str(path)).entries} == {
            "a/b": ("actual: *, -3; expected: 0",),
            "a/c[*]": ("actual: x; expected: y", "actual: y; expected: x"),
            "a/d": (),
        }

    def test_another_failure_replaces_the_entry(self, tmp_path: Path) -> None:
        """Somebody has to give the reason of the new one."""
        path = tmp_path / "x.toml"
        path.write_text(f'{HEAD}\n{ENTRY}differs = "actual: -3; expected: 0"\n')
        new = replace_reason(result(), "It is sorted. Not so: actual: -1; expected: 0")

        change = update(str(path), SYSTEM, [new], complete=True)

        assert (change.added, change.removed, change.without_reason) == (1, 1, 1)
        assert [each.differs for each in read(str(path)).entries] == [("actual: -1; expected: 0",)]

    def test_a_loader_without_a_version(self, tmp_path: Path) -> None:
        """It is known by its file alone."""
        path = tmp_path / "x.toml"
        silent = Subject("loader", "system", "/lib/libvulkan.so", "", "", "2026", "")

        update(str(path), silent, [result()], complete=True)

        assert (read(str(path)).file, read(str(path)).version) == ("libvulkan.so", "")

    def test_a_layer(self, tmp_path: Path) -> None:
        """Its file fits when the layer goes on to a newer api_version, and fits no loader."""
        path = tmp_path / "x.toml"
        old = Subject("layer", "system", "/a/VkLayer_mine.json", "1.3.239", "", "2026", "")

        update(str(path), old, [result(rule="LLP_LAYER_12")], complete=True)

        assert (read(str(path)).file, read(str(path)).version) == ("VkLayer_mine.json", "")
        assert read(str(path)).fits(replace(old, version="1.4.300"))
        assert not read(str(path)).fits(replace(old, kind="loader"))

    @pytest.mark.parametrize(
        ("devices", "condition"),
        [
            ([(0x10DE, 0x2335)], 'driver = "my [[]x] driver"\ndevice = "10de:2335"\n'),
            ([(0x10DE, 1), (0x1002, 2)], 'driver = "my [[]x] driver"\ndevice = ["10de:0001", "1002:0002"]\n'),
            ([], 'device = "none"\n'),
            (None, ""),
        ],
        ids=["one device", "two devices", "no device", "not looked at"],
    )
    def test_a_driver(self, tmp_path: Path, devices: list[tuple[int, int]] | None, condition: str) -> None:
        """Its file fits the next build of it on the same devices, and no driver that tells otherwise."""
        path = tmp_path / "x.toml"
        told = [
            {
                "properties": {"vendorID": vendor, "deviceID": device},
                "driver": {"driverName": "my [x] driver"},
            }
            for vendor, device in devices or ()
        ]
        facts = {} if devices is None else {"devices": told}
        driver = Subject("driver", "system", "/a/icd.json", "1.3.239", "", "2026", "", facts)

        update(str(path), driver, [result(rule="LDP_DRIVER_3")], complete=True)

        assert f'file = "icd.json"\nedition = "2026"\nkind = "driver"\n{condition}\n[[' in path.read_text()
        assert read(str(path)).fits(replace(driver, version="1.4.300"))
        assert read(str(path)).fits(replace(driver, facts={"devices": [{}]})) is (devices is None)

    def test_odd_names(self, tmp_path: Path) -> None:
        """A case with quotes, a backslash and letters of any script comes back."""
        path = tmp_path / "x.toml"
        case = 'a/b["\\\\xff"-\u00e9-\U0001f600-*]'

        update(str(path), SYSTEM, [result(case)], complete=False)

        assert entries(path) == [("META-06", case, "fail", "")]


class TestWhatComesAndGoes:
    """Findings come in, entries that are no longer true go; what was not judged says nothing."""

    @pytest.mark.parametrize(
        ("seen", "complete", "after"),
        [
            ([result()], True, [("META-06", "a/b", "fail", "it sorts")]),
            ([result("a/b", Verdict.PASS)], False, []),
            ([result("a/b", Verdict.CRASH)], False, [("META-06", "a/b", "crash", "")]),
            ([result("a/b", Verdict.WARN)], False, []),
            ([result("a/b", Verdict.SKIP)], True, [("META-06", "a/b", "fail", "it sorts")]),
            ([result("a/b", Verdict.ERROR)], True, [("META-06", "a/b", "fail", "it sorts")]),
            ([], True, []),
            ([], False, [("META-06", "a/b", "fail", "it sorts")]),
            ([result("a/b", rule="META-04")], True, [("META-04", "a/b", "fail", "")]),
        ],
        ids=[
            *("as before", "passes", "crashes", "warns", "skipped", "error"),
            *("no such case", "not run", "another rule"),
        ],
    )
    def test_an_entry(
        self, file: Path, seen: list[Result], complete: bool, after: list[tuple[str, str, str, str]]
    ) -> None:
        """One entry and one result."""
        update(str(file), SYSTEM, seen, complete=complete)

        assert entries(file) == after

    def test_other_versions_keep_their_entries(self, file: Path) -> None:
        """A run of one version says nothing of another."""
        file.write_text(file.read_text() + 'versions = "<1.3"\n')

        update(str(file), SYSTEM, [result("a/b", Verdict.PASS)], complete=True)

        assert len(entries(file)) == 1

    def test_chance_is_no_reason_to_go(self, file: Path) -> None:
        """An entry that allows for a pass stays when it passes."""
        file.write_text(file.read_text() + 'also = ["pass"]\n')

        update(str(file), SYSTEM, [result("a/b", Verdict.PASS)], complete=True)

        assert len(entries(file)) == 1

    def test_other_subjects_are_not_looked_at(self, file: Path) -> None:
        """Results of another subject of the run neither add nor remove."""
        others = [Result("META-06", "other", case, Verdict.PASS) for case in ("a/b", "a/c")]

        change = update(str(file), SYSTEM, others, complete=False)

        assert (change.added, change.removed) == (0, 0)

    def test_what_another_file_expects_is_not_repeated(self, file: Path) -> None:
        """A finding that came out as another file says has its entry there."""
        known = Expected(Verdict.FAIL, "known", "", "other.toml", 3)
        seen = [result(), Result("META-06", "system", "a/c", Verdict.FAIL, expected=known)]

        assert update(str(file), SYSTEM, seen, complete=False).added == 0


class TestVariants:
    """Entries about all variants of a case are made and kept where all came out the same."""

    def test_all_alike_are_one_entry(self, tmp_path: Path) -> None:
        """A skipped variant does not count; a case without variants is none of them."""
        path = tmp_path / "x.toml"
        seen = [result("a/b[1]"), result("a/b[2]"), result("a/b[3]", Verdict.SKIP), result("a/b")]

        update(str(path), SYSTEM, seen, complete=True)

        assert entries(path) == [("META-06", "a/b", "fail", ""), ("META-06", "a/b[*]", "fail", "")]

    def test_where_one_passes_each_is_named(self, tmp_path: Path) -> None:
        """One variant that holds leaves an entry for each of the others."""
        path = tmp_path / "x.toml"
        seen = [result("a/b[1]"), result("a/b[2]"), result("a/b[3]", Verdict.PASS)]

        update(str(path), SYSTEM, seen, complete=True)

        assert [case for _, case, _, _ in entries(path)] == ["a/b[1]", "a/b[2]"]

    def test_a_family_of_variants_is_one_entry(self, tmp_path: Path) -> None:
        """Those that begin alike and came out alike are taken together, the others are named."""
        path = tmp_path / "x.toml"
        failing = [result(f"a/b[{name}]") for name in ("no-x-1", "no-x-2", "no-y-1", "yes-x-1", "yes-y-1")]

        update(str(path), SYSTEM, [*failing, result("a/b[yes-x-2]", Verdict.PASS)], complete=True)

        assert [case for _, case, _, _ in entries(path)] == ["a/b[no-*]", "a/b[yes-x-1]", "a/b[yes-y-1]"]

    def test_a_part_of_the_variants_is_not_taken_for_all(self, tmp_path: Path) -> None:
        """A run that was not whole names each."""
        path = tmp_path / "x.toml"

        update(str(path), SYSTEM, [result("a/b[1]"), result("a/b[2]")], complete=False)

        assert [case for _, case, _, _ in entries(path)] == ["a/b[1]", "a/b[2]"]

    def test_one_that_is_mended_leaves_the_reason_to_the_others(self, file: Path) -> None:
        """An entry about all variants that one keeps no more becomes one for each of the others."""
        file.write_text(file.read_text().replace('"a/b"', '"a/b[*]"'))
        seen = [result("a/b[1]"), result("a/b[2]", Verdict.PASS), result("a/b[3]", Verdict.CRASH)]

        update(str(file), SYSTEM, seen, complete=True)

        assert entries(file) == [
            ("META-06", "a/b[1]", "fail", "it sorts"),
            ("META-06", "a/b[3]", "crash", ""),
        ]


class TestText:
    """What people wrote stays where it belongs, and the order does not depend on the run."""

    def test_words_of_people_stay(self, file: Path) -> None:
        """Comments in and right above an entry, and the head, are as they were; so is a file that is right."""
        before = file.read_text()

        update(str(file), SYSTEM, [result(), result("a/a")], complete=True)

        assert file.read_text().startswith(HEAD)
        assert ENTRY in file.read_text()
        update(str(file), SYSTEM, [result()], complete=True)
        assert file.read_text() == before

    def test_comments_go_with_their_entry(self, file: Path) -> None:
        """What was said about an entry that goes is not left to the next one."""
        update(str(file), SYSTEM, [result("a/b", Verdict.PASS)], complete=True)

        assert file.read_text() == HEAD

    def test_entries_are_in_order(self, file: Path) -> None:
        """By rule as in the catalogue, then by case, however the results came in."""
        seen = [result("a/c"), result(), result("a/a"), result("z/z", rule="META-04")]

        update(str(file), SYSTEM, seen, complete=True)
        first = file.read_text()
        update(str(file), SYSTEM, seen[::-1], complete=True)

        assert file.read_text() == first
        assert [case for _, case, _, _ in entries(file)] == ["z/z", "a/a", "a/b", "a/c"]

    def test_lines_of_windows(self, file: Path) -> None:
        """A file with other line ends is taken."""
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))

        update(str(file), SYSTEM, [result(), result("a/a")], complete=True)

        assert [case for _, case, _, _ in entries(file)] == ["a/a", "a/b"]

    def test_a_link_stays_a_link(self, file: Path, tmp_path: Path) -> None:
        """Where the path is a link, the file that it leads to is written."""
        link = tmp_path / "link.toml"
        link.symlink_to(file)

        update(str(link), SYSTEM, [], complete=True)

        assert link.is_symlink()
        assert entries(file) == []

    def test_what_cannot_be_written_is_left(self, tmp_path: Path) -> None:
        """A file in the place of the folder is an OSError, and nothing else is left behind."""
        (tmp_path / "file").write_text("")

        with pytest.raises(OSError, match="file"):
            update(str(tmp_path / "file" / "x.toml"), SYSTEM, [result()], complete=True)

        assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_link_at_the_temporary_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mode of what it leads to stays: whoever owns the folder could otherwise read any file of root's."""
    canary = tmp_path / "canary"
    canary.write_text("canary")
    canary.chmod(0o600)
    file = tmp_path / "folder" / "ours.toml"
    made = tempfile.mkstemp

    def planted(*, dir: str, prefix: str) -> tuple[int, str]:
        descriptor, path = made(dir=dir, prefix=prefix)
        os.unlink(path)
        os.symlink(canary, path)
        return descriptor, path

    monkeypatch.setattr(tempfile, "mkstemp", planted)

    update(str(file), SYSTEM, [result()], complete=True)

    assert stat.S_IMODE(canary.stat().st_mode) == 0o600
