"""Texts that were meant to be JSON are read as they were meant; unclear ones are left alone."""

import json
import time

import pytest

from refloader.inspect.json_repair import repaired

MEANT = {"a": {"b": "c", "d": "1.3.216"}}


@pytest.mark.parametrize(
    "text",
    [
        "{'a': {'b': 'c', 'd': '1.3.216'}}",
        '{a: {b: "c", d: "1.3.216"}}',
        '{"a": {"b": "c" "d": "1.3.216"}}',
        '{"a": {"b": "c", "d": 1.3.216}}',
        '{"a": {"b": "c", "d": "1.3.216",},} // done',
        '{"a": {"b": "c", "d": "1.3.216"',
        '{"a": {"b": "c", "d" "1.3.216"}}',
        '{"a": {"b" = "c"; "d": "1.3.216"}}',
        '{\n"a": {\n"b": "c,\n"d": "1.3.216"\n}\n}',
        "{\u201ca\u201d: {\u201cb\u201d: \u201cc\u201d, \u201cd\u201d: \u201c1.3.216\u201d}}",
    ],
)
def test_what_was_meant(text: str) -> None:
    """Each common mistake is corrected, and nothing else."""
    found = repaired(text.encode())

    assert found is not None
    assert json.loads(found.data) == MEANT
    assert found.what.startswith("be valid JSON")


def test_the_lines_that_change_are_named() -> None:
    """A repair that changes few lines says how they read then."""
    found = repaired(b'{\n"a": 1,\n"b": 2,\n}\n')

    assert found is not None
    assert found.what == 'be valid JSON: line 3 becomes "b": 2'


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{\n"a": 1\n"b": {"c": 2,}\n}\n', 'line 2 becomes "a": 1,; line 3 becomes "b": {"c": 2}'),
        ('{\n"a": 1\nb: 2\n}\n', 'line 2 becomes "a": 1,; line 3 becomes "b": 2'),
        ('{"a": [\n{"b": 1}\n{"b": 2}\n]}\n', 'line 2 becomes {"b": 1},'),
    ],
)
def test_a_comma_that_is_missing_at_the_end_of_a_line(text: str, what: str) -> None:
    """It is put there: the lines stay, so that each that changes is named."""
    found = repaired(text.encode())

    assert found is not None
    assert found.what == f"be valid JSON: {what}"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('{"a": True, "b": FALSE, "c": None}', {"a": True, "b": False, "c": None}),
        ('{"a": "two\nlines", "b": "a\ttab"}', {"a": "two\nlines", "b": "a\ttab"}),
    ],
)
def test_values_of_other_languages(text: str, meant: object) -> None:
    """Constants of Python and raw line breaks in strings are what they look like."""
    found = repaired(text.encode())

    assert found is not None
    assert json.loads(found.data) == meant


def test_an_encoding_of_the_west() -> None:
    """A letter of Latin-1 is the same letter in UTF-8."""
    found = repaired('{"a": "/home/j\u00fcrgen"}'.encode("latin-1"))

    assert found is not None
    assert json.loads(found.data) == {"a": "/home/j\u00fcrgen"}


def test_another_encoding() -> None:
    """The text is the same in UTF-8."""
    found = repaired(json.dumps(MEANT).encode("utf-16"))

    assert found is not None
    assert json.loads(found.data) == MEANT
    assert "UTF-16" in found.why


def test_single_backslashes() -> None:
    """A path of Windows keeps its backslashes."""
    found = repaired(rb'{"a": "C:\Tools\hud.dll"}')

    assert found is not None
    assert json.loads(found.data) == {"a": r"C:\Tools\hud.dll"}


@pytest.mark.parametrize(
    "data", [b"", b"{ this is no JSON", b"\xff\xfe\x00", b"<html>", json.dumps(MEANT).encode()]
)
def test_what_is_left_alone(data: bytes) -> None:
    """Nothing is made up for a text whose intent is unclear, and a valid one needs no repair."""
    assert repaired(data) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"ü": true, "b": True}', "true instead of True in column 19"),
        ('{"ü": "1" "b": 2}', ", behind column 10"),
    ],
)
def test_the_place_in_a_text_of_one_line(text: str, told: str) -> None:
    """The column is counted in bytes, as everywhere."""
    found = repaired(text.encode())

    assert found is not None
    assert told in found.what


@pytest.mark.parametrize(
    ("text", "meant", "line"),
    [
        ('{\n<<<<<<< a\n"b": 1\n=======\n"b": 2\n>>>>>>> c\n}', {"b": 1}, 2),
        ('{\n<<<<<<<\n"b": 1\n||||||| d\n"b": 3\n=======\r\n"b": 2\n>>>>>>>\n}', {"b": 1}, 2),
        (
            '{\n\n<<<<<<<\n"b": 1,\n=======\n>>>>>>>\n<<<<<<<\n"c": 2\n=======\n"c": 1\n>>>>>>>\n}',
            {"b": 1, "c": 2},
            3,
        ),
    ],
)
def test_conflicts_of_merges(text: str, meant: object, line: int) -> None:
    """The first side of each is what is meant."""
    found = repaired(text.encode())

    assert found is not None
    assert json.loads(found.data) == meant
    assert found.why.startswith(f"in line {line} a merge conflict begins")


@pytest.mark.parametrize("part", ["<<<<<<<\n|||||||\n=======\n", "<<<<<<<\n=======\n", "<<<<<<<\n"])
def test_conflicts_without_end(part: str) -> None:
    """No conflict is whole, which is found by reading the text once: 5 KB of them took minutes."""
    began = time.process_time()

    assert repaired(("{\n" + part * (12_000 // len(part))).encode()) is None

    assert time.process_time() - began < 2
