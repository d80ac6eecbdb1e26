"""What the JSON reader says about texts, with the places as literal expectations."""

import gc
import sys
import time

import pytest

from refloader.core.json.reader import Trouble, read, repair

pytestmark = pytest.mark.slow

Found = list[tuple[Trouble, bool, int, int]]


def places(data: bytes) -> Found:
    """Every problem of a text: trouble, fatal, line, column."""
    document = read(data)
    found = [(problem, document.position(problem.offset)) for problem in document.problems]
    return [(problem.trouble, problem.fatal, place.line, place.column) for problem, place in found]


def fatal(trouble: Trouble, *where: tuple[int, int]) -> Found:
    """The trouble at these lines and columns, refused by RFC 8259."""
    return [(trouble, True, line, column) for line, column in where]


def doubt(trouble: Trouble, *where: tuple[int, int]) -> Found:
    """The trouble at these lines and columns, accepted by RFC 8259."""
    return [(trouble, False, line, column) for line, column in where]


@pytest.mark.rule("LLP_LAYER_6", "LDP_DRIVER_4")
class TestValidTexts:
    """A text that RFC 8259 accepts and that all readers read alike has a value and no problems."""

    @pytest.mark.parametrize(
        ("data", "value"),
        [
            (b"{}", {}),
            (b"[]", []),
            (b' \t\r\n{"a":1}\r\n\n', {"a": 1}),
            (b"null", None),
            (b"true", True),
            (b"false", False),
            (b"0", 0),
            (b"-0.5", -0.5),
            (b"0.0", 0.0),
            (b"0e5", 0.0),
            (b"1E+2", 100.0),
            (b"9007199254740992", 2**53),
            (b"-9007199254740992", -(2**53)),
            (b'"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'),
            (b'"\\u00e9 \\u20AC"', "\u00e9 \u20ac"),
            (b'"\\ud83d\\ude00"', "\U0001f600"),
            (b'"\\\\ud83d \\\\u0000"', "\\ud83d \\u0000"),
            ('{"é": "\u20ac\U0001f600\u007f"}'.encode(), {"\u00e9": "\u20ac\U0001f600\x7f"}),
            (b'{"":{"":[[],{}]}}', {"": {"": [[], {}]}}),
            (b'"// no /* comment, ]"', "// no /* comment, ]"),
        ],
    )
    def test_the_value_is_what_the_text_says(self, data: bytes, value: object) -> None:
        """A valid text is read to its value without a problem."""
        document = read(data)

        assert document.problems == ()
        assert document.valid
        assert repr(document.value) == repr(value)

    def test_a_document_cannot_be_changed(self) -> None:
        """The parts of a document are read-only."""
        document = read(b"{}")

        with pytest.raises(AttributeError):
            document.value = None  # type: ignore[misc]

    def test_the_text_is_kept(self) -> None:
        """A document holds the bytes that it was read from."""
        assert read(b"[1,]\n").data == b"[1,]\n"


class TestTroubles:
    """Whatever two readers could read differently is named; RFC 8259 decides what is refused."""

    @pytest.mark.parametrize(
        ("data", "expected"),
        [
            (b'\xef\xbb\xbf{"a": 1}', doubt(Trouble.BYTE_ORDER_MARK, (1, 1))),
            (b'{\r\n  "a": "\xe9"}', fatal(Trouble.NOT_UTF8, (2, 9))),
            (b'"\xed\xa0\x80"', fatal(Trouble.NOT_UTF8, (1, 2))),
            (b'{"a": 1,\n "b": 2,\n "a": 3, "a": 4}', doubt(Trouble.DUPLICATE_KEY, (3, 2), (3, 10))),
            (b'{"a": 1, "\\u0061": 2}', doubt(Trouble.DUPLICATE_KEY, (1, 10))),
            ('{"é": 1, "é": 2}'.encode(), doubt(Trouble.DUPLICATE_KEY, (1, 11))),
            (b"[NaN,\n Infinity, -Infinity]", fatal(Trouble.NOT_A_NUMBER, (1, 2), (2, 2), (2, 12))),
            (b"[nan, +inf]", fatal(Trouble.NOT_A_NUMBER, (1, 2), (1, 7))),
            (b"{}\n  {}", fatal(Trouble.TRAILING_TEXT, (2, 3))),
            (b"{}\0", fatal(Trouble.TRAILING_TEXT, (1, 3))),
            (b"1\0", fatal(Trouble.TRAILING_TEXT, (1, 2))),
            (b"{},", fatal(Trouble.TRAILING_TEXT, (1, 3))),
            (b'// one\n{ /* two\n */ "a": 1 # three\n}', fatal(Trouble.COMMENT, (1, 1), (2, 3), (3, 12))),
            (b"{} // after", fatal(Trouble.COMMENT, (1, 4))),
            (b"[1, /* open", fatal(Trouble.COMMENT, (1, 5))),
            (b'{"a": [1,\r\n2,\r\n],\r\n}', fatal(Trouble.TRAILING_COMMA, (2, 2), (3, 2))),
            (
                b'["\\ud800", "x\\udc00", "\\ud800\\ud83d\\ude00"]',
                doubt(Trouble.LONE_SURROGATE, (1, 3), (1, 14), (1, 24)),
            ),
            (b'["\\uD8FF", "\\uDcAf", "\\uDFFF"]', doubt(Trouble.LONE_SURROGATE, (1, 3), (1, 13), (1, 23))),
            (b'{"a\tb": "c\td"}', fatal(Trouble.CONTROL_CHARACTER, (1, 4), (1, 11))),
            (b'["\x1f"]', fatal(Trouble.CONTROL_CHARACTER, (1, 3))),
            (b'["a\0b"]', fatal(Trouble.NUL, (1, 4))),
            (b'["a\\u0000b"]', doubt(Trouble.NUL, (1, 4))),
            (b"[1, \0 2]", fatal(Trouble.NUL, (1, 5))),
            (
                b"[01, +1, .5, 1., 0x1F, 1.2.3, 1e]",
                fatal(Trouble.NUMBER, (1, 2), (1, 6), (1, 10), (1, 14), (1, 18), (1, 24), (1, 31)),
            ),
            (b"-", fatal(Trouble.NUMBER, (1, 1))),
            (b"[1e999, -1e999, 1e-999]", doubt(Trouble.NUMBER, (1, 2), (1, 9), (1, 17))),
            (b"[9007199254740993, -9007199254740993]", doubt(Trouble.NUMBER, (1, 2), (1, 20))),
            (b"{'a': 'b'}", fatal(Trouble.SINGLE_QUOTES, (1, 2), (1, 7))),
            (b'{\n\tlayer : "x", 1: 2}', fatal(Trouble.UNQUOTED_KEY, (2, 2), (2, 15))),
            (b"", fatal(Trouble.EMPTY, (1, 1))),
            (b" \n ", fatal(Trouble.EMPTY, (2, 2))),
            (b"// only\n", fatal(Trouble.COMMENT, (1, 1)) + fatal(Trouble.EMPTY, (2, 1))),
            (b"\xef\xbb\xbf", doubt(Trouble.BYTE_ORDER_MARK, (1, 1)) + fatal(Trouble.EMPTY, (1, 4))),
        ],
    )
    def test_each_trouble_has_its_place(self, data: bytes, expected: Found) -> None:
        """A trouble is reported where it starts, and the reading goes on where the intent is plain."""
        assert places(data) == expected

    @pytest.mark.parametrize(
        ("data", "line", "column"),
        [
            (b'{"a": 1\n "b": 2}', 2, 2),
            (b'{"a" 1}', 1, 6),
            (b'{"a":}', 1, 6),
            (b"{,}", 1, 2),
            (b"[,]", 1, 2),
            (b"[1,,2]", 1, 4),
            (b"[1}", 1, 3),
            (b"[1", 1, 3),
            (b'{"a":\n', 2, 1),
            (b'{"path": "C:\\Program Files"}', 1, 13),
            (b'["\\u12g4"]', 1, 3),
            (b'["a\\', 1, 2),
            (b'{\n  "name": "open}\n', 2, 11),
            (b"[True]", 1, 2),
            (b"{layer}", 1, 2),
            (b"['it]", 1, 2),
            (b"]", 1, 1),
            (b"/", 1, 1),
            (b'{"\xc3\xa9": \xe2\x80\x9cquoted\xe2\x80\x9d}', 1, 8),
        ],
    )
    def test_other_mistakes_stop_the_reading(self, data: bytes, line: int, column: int) -> None:
        """Anything else is one syntax problem, and nothing is said about the text behind it."""
        assert places(data) == [(Trouble.SYNTAX, True, line, column)]

    @pytest.mark.parametrize(
        ("data", "name"),
        [
            ("\ufeff{}".encode("utf-16-le"), "UTF-16"),
            ("\ufeff{}".encode("utf-16-be"), "UTF-16"),
            ("{}".encode("utf-16-le"), "UTF-16"),
            ("{}".encode("utf-16-be"), "UTF-16"),
            ("\ufeff{}".encode("utf-32-le"), "UTF-32"),
            ("{}".encode("utf-32-be"), "UTF-32"),
        ],
    )
    def test_wide_encodings_are_named(self, data: bytes, name: str) -> None:
        """A text in a wide encoding is refused once, with the name of what it looks like."""
        document = read(data)

        assert [problem.trouble for problem in document.problems] == [Trouble.NOT_UTF8]
        assert (
            document.problems[0].message == f"the text looks like {name}; RFC 8259 section 8.1 asks for UTF-8"
        )

    def test_several_problems_come_in_one_run(self) -> None:
        """All problems of a text are reported together, in its order."""
        data = b'\xef\xbb\xbf{\n  // c\n  "a": NaN,\n  "a": 01,\n  "b\t": "\\ud800",\n}\nx'

        assert places(data) == [
            (Trouble.BYTE_ORDER_MARK, False, 1, 1),
            (Trouble.COMMENT, True, 2, 3),
            (Trouble.NOT_A_NUMBER, True, 3, 8),
            (Trouble.DUPLICATE_KEY, False, 4, 3),
            (Trouble.NUMBER, True, 4, 8),
            (Trouble.CONTROL_CHARACTER, True, 5, 5),
            (Trouble.LONE_SURROGATE, False, 5, 10),
            (Trouble.TRAILING_COMMA, True, 5, 17),
            (Trouble.TRAILING_TEXT, True, 7, 1),
        ]

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (
                b'{"a\\u001b": 1, "a\\u001b": 2}',
                'the key "a\\x1b" is repeated; '
                "RFC 8259 section 4 leaves open which one counts, and here the first does",
            ),
            (
                b"[1,]",
                'there is a comma before "]"; RFC 8259 sections 4 and 5 want something after each comma',
            ),
            (
                b'["C:\\Dir"]',
                'the escape "\\D" is unknown (a backslash is written \\\\); RFC 8259 does not accept this',
            ),
            (
                b'["a\nb"]',
                "the string holds a raw line break or is not closed; "
                "RFC 8259 section 7 wants it written as an escape",
            ),
            (b"[1 \x1b]", '"\\x1b" stands where a comma or "]" should be; RFC 8259 does not accept this'),
            (
                "[“1.0.0”]".encode(),
                '"“1.0.0”" in typographic quotation marks stands where a value should be; RFC 8259 does not '
                "accept this",
            ),
            (
                b"[" + b"x" * 70 + b"]",
                f'"{"x" * 60}"... stands where a value should be; RFC 8259 does not accept this',
            ),
        ],
    )
    def test_messages_are_safe_to_print(self, data: bytes, message: str) -> None:
        """A message says what is there and what RFC 8259 says; odd characters are spelled out."""
        assert [problem.message for problem in read(data).problems] == [message]

    def test_many_problems_are_bounded(self) -> None:
        """Problems are kept up to a bound."""
        assert len(read(b"[" + b"NaN," * 1000 + b"0]").problems) == 50

    def test_a_fatal_problem_behind_many_others_is_kept(self) -> None:
        """A text is invalid however many harmless problems come before the fatal one."""
        document = read(b"{" + b'"a":0,' * 1000 + b"}")

        assert not document.valid
        assert document.problems[-1].trouble is Trouble.TRAILING_COMMA


class TestValuesOfDoubtfulTexts:
    """A text that is accepted has a value although readers differ; one that is refused has none."""

    @pytest.mark.parametrize(
        ("data", "value"),
        [
            (b'{"a": 1, "b": 2, "a": {"c": 3}}', {"a": 1, "b": 2}),
            (b"\xef\xbb\xbf[1]", [1]),
            (b'"\\ud800"', "\ud800"),
            (b'"a\\u0000b"', "a\0b"),
            (b"1e999", float("inf")),
            (b"-1e999", float("-inf")),
            (b"1e-999", 0.0),
            (b"18446744073709551616", 2**64),
            (b"-" + b"9" * 5000, float("-inf")),
        ],
    )
    def test_accepted_texts_have_a_value(self, data: bytes, value: object) -> None:
        """The first of repeated keys counts, a mark is ignored, odd escapes and numbers are kept."""
        document = read(data)

        assert document.valid
        assert len(document.problems) == 1
        assert document.value == value

    @pytest.mark.parametrize(
        "data", [b"[1,]", b"{} x", b"[NaN]", b"[01]", b"/**/{}", b"{'a':1}", b'"\xff"', b'"\t"']
    )
    def test_refused_texts_have_none(self, data: bytes) -> None:
        """A text with a fatal problem has no value, even where the intent is plain."""
        document = read(data)

        assert not document.valid
        assert document.value is None


class TestNesting:
    """Objects and arrays may stand 1000 levels deep in each other."""

    @pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
    def test_a_thousand_levels_are_read(self, opening: bytes, closing: bytes) -> None:
        """Exactly 1000 levels are no problem."""
        inner = b"0" if closing == b"}" else b""

        document = read(opening * 1000 + inner + closing * 1000)

        assert document.problems == ()
        assert document.value is not None

    @pytest.mark.parametrize(("opening", "column"), [(b"[", 1001), (b'{"a":', 5001)])
    def test_one_more_is_refused(self, opening: bytes, column: int) -> None:
        """The 1001st level is the problem, and the reading stops there."""
        assert places(opening * 1001) == [(Trouble.TOO_DEEP, True, 1, column)]

    def test_the_limit_is_not_that_of_the_interpreter(self) -> None:
        """A process that allows itself deeper recursion still reads 1000 levels."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(20_000)

        try:
            found = places(b"[" * 1001 + b"]" * 1001)
        finally:
            sys.setrecursionlimit(before)

        assert found == fatal(Trouble.TOO_DEEP, (1, 1001))

    def test_brackets_side_by_side_are_not_nesting(self) -> None:
        """The limit is on depth, not on number."""
        document = read(b"[" + b"[]," * 5000 + b'"[[[["' + b"]")

        assert document.problems == ()
        assert len(document.value) == 5001  # type: ignore[arg-type]


HOSTILE = [
    b"[",
    b'"\\',
    b"1",
    b'{"a":',
    b"[],",
    b'"',
    b"\\",
    b'\\"',
    b"/*",
    b"//\n",
    b"'",
    b"\n",
    b'"a":1,',
    b'"",',
    b"1e9",
    b"0.",
    b"\\ud800",
    b"NaN,",
    b"\xff",
    b"\0",
    b"\x01",
]


class TestHostileTexts:
    """The time to read a text grows with its size and no faster."""

    @staticmethod
    def _seconds(data: bytes) -> float:
        gc.disable()  # it would walk all that the other tests of this process have left
        try:
            start = time.process_time()
            document = read(data)
            document.where(("a", 0))
            repair(data)
            return time.process_time() - start
        finally:
            gc.enable()

    @pytest.mark.parametrize("prefix", [b"", b"[", b'["', b"{", b'{"'])
    @pytest.mark.parametrize("piece", HOSTILE)
    def test_time_is_linear(self, prefix: bytes, piece: bytes) -> None:
        """Four times the text takes about four times as long, never sixteen times."""
        size = 32 * 1024

        small = self._seconds((prefix + piece * size)[:size])
        large = self._seconds((prefix + piece * size * 4)[: size * 4])

        assert large < 10 * small + 0.2
