"""Expectation files are read strictly: each mistake is told with its place, and nothing else is taken."""

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest

from refloader.results.expectations.conditions import driver_version, within
from refloader.results.expectations.expectation_file import Entry, ExpectationsError, parse, read
from refloader.results.results_file import Subject, Verdict

HEAD = """\
schema = "refloader.expectations/1"

[subject]
file = "libvulkan.so*"
version = ">=1.3.239,<1.3.240"
"""
ENTRY = """
[[expected]]
rule = "META-06"
case = "duplicates/x"
verdict = "fail"
reason = "it sorts"
"""
SYSTEM = Subject("loader", "system", "/usr/lib/libvulkan.so.1.3.239", "1.3.239", "", "2026", "")


def problems(text: str | bytes) -> list[str]:
    """What is said about a file of this content."""
    with pytest.raises(ExpectationsError) as caught:
        parse(text if isinstance(text, bytes) else text.encode(), "x.toml")
    return str(caught.value).splitlines()


class TestReading:
    """A file has a condition and entries; each entry knows the line that it begins in."""

    def test_all_that_an_entry_can_hold(self) -> None:
        """Rule, case, verdict, reason, link and versions come back, with the line of the header."""
        more = 'link = "../divergences.md#x"\nversions = "==1.3.239"\nalso = ["pass", "crash"]\n'

        [entry] = parse((HEAD + "# sorted\n" + ENTRY + more).encode(), "x.toml").entries

        assert entry == Entry(
            rule="META-06",
            case="duplicates/x",
            verdict=Verdict.FAIL,
            reason="it sorts",
            link="../divergences.md#x",
            versions="==1.3.239",
            line=8,
            also=(Verdict.PASS, Verdict.CRASH),
        )

    @pytest.mark.parametrize("header", ["[[expected]]", "  [[ expected ]]  # one", "[[expected]]\r"])
    def test_lines_are_counted_whatever_the_header_looks_like(self, header: str) -> None:
        """Spaces, comments and line ends of Windows make no difference."""
        text = HEAD + ENTRY.replace("[[expected]]", header) + ENTRY.replace("/x", "/y")

        assert [each.line for each in parse(text.encode(), "x.toml").entries] == [7, 13]

    def test_a_reason_may_be_empty(self) -> None:
        """It is filled in later."""
        [entry] = parse((HEAD + ENTRY.replace("it sorts", "")).encode(), "x.toml").entries

        assert entry.reason == ""


class TestConditions:
    """A file is about loaders of some file name, version and edition, and an entry about some of its versions."""

    @pytest.mark.parametrize(
        ("subject", "fits"),
        [
            (SYSTEM, True),
            (Subject("loader", "s", "/libvulkan.so.1.3.240", "1.3.240", ""), False),
            (Subject("loader", "s", "/libvulkan.so.1", "", ""), False),
            (Subject("loader", "s", "/other.so", "1.3.239", ""), False),
            (Subject("layer", "s", "/libvulkan.so.1", "1.3.239", ""), False),
        ],
        ids=["fits", "newer", "of no version", "another file", "a layer"],
    )
    def test_the_subject(self, subject: Subject, fits: bool) -> None:
        """The last part of the path and the version have to fit."""
        assert parse((HEAD + ENTRY).encode(), "x.toml").fits(subject) is fits

    @pytest.mark.parametrize(("edition", "fits"), [("2026", True), ("2018", False)])
    def test_the_edition(self, edition: str, fits: bool) -> None:
        """A file for one yardstick says nothing of a run with another."""
        assert parse(f'{HEAD}edition = "{edition}"\n'.encode(), "x.toml").fits(SYSTEM) is fits

    def test_the_core_goes_by_its_name(self) -> None:
        """A subject that is no file is known by what results call it."""
        text = HEAD.replace("libvulkan.so*", "reference-2018").replace('version = ">=1.3.239,<1.3.240"', "")

        assert parse(text.encode(), "x.toml").fits(Subject("loader", "reference-2018", "", "0.1.0", ""))

    @pytest.mark.parametrize(
        ("versions", "held"),
        [("", True), ("<1.3.239", False), (">= 1.3 , <=1.3.239", True), ("==1.3", False)],
    )
    def test_versions_of_an_entry(self, versions: str, held: bool) -> None:
        """An entry that is about other versions does not hold."""
        found = parse((HEAD + ENTRY + f'versions = "{versions}"\n').encode(), "x.toml")

        assert bool(list(found.of(SYSTEM))) is held

    def test_a_layer(self) -> None:
        """A file about a layer is about its manifest, and no loader of that name."""
        text = 'schema = "refloader.expectations/1"\n[subject]\nkind = "layer"\nfile = "mine.json"\n'
        found = parse((text + ENTRY.replace("META-06", "LLP_LAYER_3")).encode(), "x.toml")

        assert found.fits(Subject("layer", "mine", "/etc/mine.json", "1.3.0", ""))
        assert not found.fits(Subject("loader", "mine", "/etc/mine.json", "1.3.0", ""))

    @pytest.mark.parametrize(("wanted", "held"), [(">1.3.238", True), (">1.3.239", False), ("<1.4", True)])
    def test_comparisons(self, wanted: str, held: bool) -> None:
        """Versions compare by number."""
        assert within("1.3.239", wanted) is held

    @pytest.mark.parametrize(
        ("case", "seen", "fits"),
        [
            ("a/b", "a/b", True),
            ("a/b", "a/b[x]", False),
            ("a/b[x]", "a/b[x]", True),
            ("a/b[*]", "a/b[x]", True),
            ("a/b[*]", "a/b", False),
            ("a/b[*]", "a/b[x[y]]", True),
            ("a/b[x-*]", "a/b[x-y]", True),
            ("a/b[x-*]", "a/b[xy]", False),
            ("a/b[*-y]", "a/b[x-y]", True),
            ("a/b[x.]", "a/b[xy]", False),
            ("a/*[x]", "a/b[x]", False),
            ("a/*", "a/b", False),
            ("a/b[*]", "a/bc[x]", False),
            ("a/b[*-*]", "a/b[x-y]", True),
            ("a/b[x*x]", "a/b[x]", False),
            ("a/b[*y*x*]", "a/b[xyx]", True),
            ("a/b[*xy*yx*]", "a/b[xyx]", False),
            ("a/b[**]", "a/b[]", True),
        ],
    )
    def test_cases(self, case: str, seen: str, fits: bool) -> None:
        """A name is that one case; a star in its brackets is any letters."""
        [entry] = parse((HEAD + ENTRY.replace("duplicates/x", case)).encode(), "x.toml").entries

        assert entry.fits("META-06", seen) is fits
        assert not entry.fits("META-04", seen)

    def test_a_pattern_of_many_parts(self) -> None:
        """It is decided at once: files come from anywhere, claims hold them, and a case has the name that it has."""
        pattern = f"a/b[{'*a' * 4}b]"
        [entry] = parse((HEAD + ENTRY.replace("duplicates/x", pattern)).encode(), "x.toml").entries
        began = time.process_time()

        fits = entry.fits("META-06", f"a/b[{'a' * 300}]")

        assert (fits, time.process_time() - began < 1) == (False, True)


class TestMistakes:
    """What cannot be meant is told with path, line and column."""

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("[[expected]\n", "x.toml:1:11: it is not TOML: Expected"),
            (HEAD + 'x = "é" y', "x.toml:6:10: it is not TOML: Expected newline or end of document after a"),
            ("a =", "x.toml:1:4: it is not TOML: Invalid value"),
            ("a = " + "[" * 9999, "x.toml:1:1: it is nested too deeply"),
            (HEAD + ".".join(["a"] * 300_000) + " = 1", "x.toml:6:1: a key has more than 64 parts"),
            ("[" + "'a' . " * 99 + "a]", "x.toml:1:1: a key has more than 64 parts"),
            ("a = 1" + "0" * 9999, "x.toml:1:1: a number in it has more digits than are read"),
            ("", 'x.toml:1:1: "schema" is missing'),
            (HEAD.replace("/1", "/2"), 'x.toml:1:1: "refloader.expectations/2" is not "refloader.exp'),
            (HEAD.replace("1.3.240", "1.x"), 'x.toml:5:1: "<1.x" is no part of a range such as'),
            (HEAD + 'edition = "2017"', 'x.toml:6:1: there is no edition "2017"'),
            (HEAD + 'kind = "screen"', 'x.toml:6:1: "screen" is none of loader, layer'),
            (HEAD + 'kind = "layer"\n' + ENTRY, "x.toml:9:1: META-06 binds no layer"),
            (HEAD + "  machine = 1", 'x.toml:6:3: "machine" is no key that belongs here'),
            (HEAD.replace('"libvulkan.so*"', "7"), 'x.toml:4:1: "file" is not a text'),
            (HEAD.replace("[subject]", "[loader]"), 'x.toml:3:1: "loader" is no key that belongs here'),
            ("subject = 1\n" + HEAD.partition("[")[0], 'x.toml:1:1: "subject" is not a table'),
            (HEAD + ENTRY.replace("META-06", "META-0"), 'x.toml:8:1: there is no rule "META-0"'),
            (HEAD + ENTRY.replace("META-06", "AMB-XDG-EMPTY"), "x.toml:8:1: there is no rule"),
            (HEAD + ENTRY.replace("META-06", "LLP_LAYER_3"), "x.toml:8:1: LLP_LAYER_3 binds no loader"),
            (
                HEAD + ENTRY.replace('"fail"', '"pass"'),
                'x.toml:10:1: "pass" is none of crash, fail, timeout, warn',
            ),
            (HEAD + ENTRY.replace("reason", "because"), 'x.toml:11:1: "because" is no key that belongs here'),
            (HEAD + ENTRY.replace("reason", "because"), 'x.toml:7:1: "reason" is missing'),
            (HEAD + ENTRY.replace("duplicates/x", ""), "x.toml:9:1: the case is empty"),
            (HEAD + ENTRY.replace('"it sorts"', "7"), 'x.toml:11:1: "reason" is not a text'),
            (HEAD + ENTRY + 'versions = "1.3"', 'x.toml:12:1: "1.3" is no part of a range'),
            (
                HEAD + ENTRY + ENTRY,
                "x.toml:15:1: the entry in line 7 is about this case of this rule already",
            ),
            (
                HEAD + ENTRY + 'also = ["skip"]',
                'x.toml:12:1: "skip" is none of crash, fail, pass, timeout, warn',
            ),
            (HEAD + ENTRY + 'also = "pass"', 'x.toml:12:1: "also" is not an array'),
            ("expected = [1]\n" + HEAD, "x.toml:1:1: each entry has to begin with the line [[expected]]"),
            (
                HEAD + ENTRY.replace('"it sorts"', '"""\n[[expected]]\n"""'),
                "x.toml:1:1: each entry has to begin",
            ),
        ],
    )
    def test_each_has_its_place(self, text: str, said: str) -> None:
        """The line is the one to look at, and the column is counted in bytes."""
        assert any(each.startswith(said) for each in problems(text)), problems(text)

    def test_all_are_told_at_once(self) -> None:
        """Two mistakes in two entries are two lines, in their order."""
        text = HEAD + ENTRY.replace("META-06", "NO-1") + ENTRY.replace("META-06", "NO-2")

        assert [each.partition(": ")[0] for each in problems(text)] == ["x.toml:8:1", "x.toml:14:1"]

    def test_a_subject_that_would_be_any_loader(self) -> None:
        """A condition without a file and a version is none."""
        text = 'schema = "refloader.expectations/1"\n\n[subject]\nedition = "2026"\n'

        assert problems(text) == [
            "x.toml:3:1: the subject has neither a file nor a version nor a build, so it would be any"
        ]

    def test_bytes_that_are_no_text(self) -> None:
        """The place of the first of them is told."""
        assert problems(b"a = 1\nbc\xff") == ["x.toml:2:3: it is not UTF-8"]


class TestFiles:
    """What cannot be read is told, and nothing is waited for."""

    @pytest.mark.parametrize("kind", ["missing", "folder", "pipe"])
    def test_what_cannot_be_read(self, tmp_path: Path, kind: str) -> None:
        """Each is one line with the path."""
        path = tmp_path / "x.toml"
        {"missing": lambda p: None, "folder": os.mkdir, "pipe": os.mkfifo}[kind](path)

        with pytest.raises(ExpectationsError) as caught:
            read(str(path))

        assert str(caught.value).startswith(f"{path}:1:1: ")

    def test_it_is_called_by_another_name(self, tmp_path: Path) -> None:
        """Results may call a file otherwise than by its path."""
        path = tmp_path / "x.toml"
        path.write_text(HEAD + ENTRY)

        assert read(str(path), "reports/expectations/x.toml").name == "reports/expectations/x.toml"


class TestDrivers:
    """A file about a driver names what it tells of itself, besides its manifest; each condition has to be met."""

    DRIVER = """\
schema = "refloader.expectations/1"

[subject]
kind = "driver"
file = "nvidia_icd.json"
"""
    DEVICE: ClassVar[Mapping[str, object]] = {
        "properties": {
            "vendorID": 0x10DE,
            "deviceID": 0x2335,
            "driverVersion": 580 << 22 | 95 << 14 | 5 << 6,
        },
        "driver": {"driverName": "NVIDIA", "driverInfo": "580.95.05"},
    }

    def fits(self, condition: str, facts: Mapping[str, object], system: str = "linux 6.1.0") -> bool:
        """Whether the file with this condition more is about the driver that tells this."""
        subject = Subject("driver", "d", "/etc/nvidia_icd.json", "1.4.312", "", "2026", "", facts)
        return parse(f"{self.DRIVER}{condition}\n".encode(), "x.toml").fits(subject, system)

    @pytest.mark.parametrize(
        ("condition", "fits"),
        [
            ("", True),
            ('driver = "NVIDIA"', True),
            ('driver = "NV*"', True),
            ('driver = "nvidia"', False),
            ('driver_version = ">=580,<581"', True),
            ('driver_version = "==580.95.5"', True),
            ('driver_version = "<580.95.5"', False),
            ('version = "<1.4.313"', True),
            ('version = "<1.4"', False),
            ('device = "10de:2335"', True),
            ('device = "0x10DE:0x2335"', True),
            ('device = "0x10de:0x*"', True),
            ('device = "10de:335"', False),
            ('device = ["10de:1*", "10de:23??"]', True),
            ('device = "1002:*"', False),
            ('device = "none"', False),
            ('os = "Linux"', True),
            ('os = "linux 6.*"', True),
            ('os = "linux 5.*"', False),
            ('os = "windows"', False),
            ('driver = "NVIDIA"\ndevice = "none"', False),
        ],
    )
    def test_conditions(self, condition: str, fits: bool) -> None:
        """Name and device by patterns, versions by ranges, the system by its name or with its release."""
        assert self.fits(condition, {"devices": [self.DEVICE]}) is fits

    @pytest.mark.parametrize("condition", ['driver = "*"', 'driver_version = ">0"', 'device = "*:*"'])
    @pytest.mark.parametrize("facts", [{}, {"devices": []}, {"devices": "some"}, {"devices": [7]}])
    def test_nothing_told(self, condition: str, facts: Mapping[str, object]) -> None:
        """Nothing is taken to be met where the driver has no device, or was not looked at."""
        assert not self.fits(condition, facts)

    def test_no_device(self) -> None:
        """That can be the condition; of a driver that could not be run it is not known."""
        assert self.fits('device = "none"', {"devices": []})
        assert self.fits('device = "none"', {"instance": {"result": -3}})
        assert not self.fits('device = "none"', {"instance": {}, "note": "SIGSEGV during facts.devices"})
        assert not self.fits('device = "none"', {})

    @pytest.mark.parametrize(
        ("vendor", "number", "info", "version"),
        [
            (0x10DE, 580 << 22 | 95 << 14 | 5 << 6, "", "580.95.5.0"),
            (0x10005, 1, "Mesa 22.3.6 (LLVM 15.0.6)", "22.3.6"),
            (0x1002, 22 << 22 | 3 << 12 | 6, "no numbers", "22.3.6"),
        ],
    )
    def test_the_version_of_a_driver(self, vendor: int, number: int, info: str, version: str) -> None:
        """Its text says it best; the number is packed in the vendor's own way."""
        properties = {"vendorID": vendor, "driverVersion": number}

        assert driver_version({"properties": properties, "driver": {"driverInfo": info}}) == version

    @pytest.mark.parametrize(
        ("condition", "problem"),
        [
            ('device = "2335"', '"2335" is no device such as "10de:2335", "10de:*" or "none"'),
            ("device = []", "no device is named, so it would be any; leave the line out for that"),
            ("device = [7]", '"7" is no device such as "10de:2335", "10de:*" or "none"'),
            ("device = 7", '"device" is not a text or an array of texts'),
            ('driver_version = "580"', '"580" is no part of a range such as ">=1.3.239,<1.3.240"'),
        ],
    )
    def test_mistakes(self, condition: str, problem: str) -> None:
        """They are told with their place."""
        assert problems(f"{self.DRIVER}{condition}\n") == [f"x.toml:6:1: {problem}"]

    @pytest.mark.parametrize("key", ["driver", "driver_version", "device"])
    def test_other_subjects(self, key: str) -> None:
        """A loader or layer tells nothing of a driver."""
        said = problems(f'{HEAD}{key} = "10de:2335"\n')

        assert f'x.toml:6:1: "{key}" is a condition for drivers alone' in said


class TestManyMistakes:
    """A file that is wrong in every line takes a time that grows as its lines do."""

    @pytest.mark.parametrize("line", ["[[expected]]\n", "[[expected]]\nx = 1\n"])
    def test_ten_thousand_entries(self, line: str) -> None:
        """Each is told, the first ones with the place of their keys."""
        begun = time.process_time()

        told = problems(HEAD + line * 10_000)

        assert len(told) >= 9_999
        assert time.process_time() - begun < 5

    def test_ten_thousand_unknown_keys_in_one_entry(self) -> None:
        """Those beyond the first two hundred have the place of their entry."""
        begun = time.process_time()

        told = problems(HEAD + ENTRY + "".join(f"key{number} = 1\n" for number in range(10_000)))

        assert told[0].startswith("x.toml:7:1: ")
        assert sum(each.startswith("x.toml:7:1: ") for each in told) == 9_800
        assert time.process_time() - begun < 5
