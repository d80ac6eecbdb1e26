"""A command line that is printed is the one that a shell runs."""

import os
import shutil
import subprocess

import pytest

from refloader.host.shell import (
    assigned,
    first_command,
    inert,
    is_path_on_windows,
    is_whole_on_windows,
    line,
    plain,
    setting,
    unsetting,
)

WORDS = [
    "refloader",
    "",
    "a b",
    "q'uo\"te$x",
    "back\\slash",
    "new\nline",
    "tab\tand\x1b[31mescape",
    "not-utf8-\udcff8.so",
    "both 'quotes'\n\udc80",
    "gr\u00f6\u00dfe",
    "\u202eturned",
    "*?[a]~",
]


class TestRoundTrip:
    """Whatever the words hold, the line can be printed and gives them back."""

    @pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash (Debian: bash)")
    def test_a_shell_gives_the_same_bytes(self) -> None:
        """Spaces, quotes, control characters and bytes that are no text come back unchanged."""
        script = f"printf '%s\\0' {line(WORDS)}"

        ran = subprocess.run(["bash", "-c", script], capture_output=True, check=True)

        assert ran.stdout.split(b"\0")[:-1] == [os.fsencode(word) for word in WORDS]

    def test_the_line_can_be_printed(self) -> None:
        """No character drives a terminal or is no text."""
        assert line(WORDS).isprintable()

    def test_plain_words_stay_plain(self) -> None:
        """Quotes are put only where they are needed."""
        assert line(["--case", "a/b", "x[y]"]) == "--case a/b 'x[y]'"

    def test_half_a_character_is_written_as_bytes(self) -> None:
        """A manifest can have one in a name, which a proposed command repeats."""
        assert line(["\ud800"]) == "$'\\355\\240\\200'"


class TestInert:
    """A text of somebody else's in a command line has a shell do nothing of its own."""

    @pytest.mark.parametrize(
        "text", ["/opt/a/b.json", "$HOME/layers", "${HOME}/a", "A B", "C:\\a", "~/x", ""]
    )
    def test_what_does_nothing_stays_as_it_is(self, text: str) -> None:
        """Variables may be meant: their values are not run."""
        assert inert(text) == text

    @pytest.mark.parametrize(
        "text",
        [
            "a;b",
            "a&b",
            "a|b",
            "a>b",
            "a<b",
            "`a`",
            "$(a)",
            "${a:=b}",
            "$'a'",
            "$[1]",
            "a!b",
            "a(b)",
            "it's",
            'a"b',
            "a\nb",
        ],
    )
    def test_what_does_something_is_one_word(self, text: str) -> None:
        """The word is the text."""
        assert inert(text) == line([text]) != text


class TestValues:
    """What stands behind a blank in ``NAME=VALUE`` is a command."""

    @pytest.mark.parametrize(
        ("value", "shown"), [("/a/b", "/a/b"), ("$HOME/a", "$HOME/a"), ("a b", "'a b'"), ("a;b", "'a;b'")]
    )
    def test_a_value_is_one_word(self, value: str, shown: str) -> None:
        """Quoted if it would be more."""
        assert assigned(value) == shown

    @pytest.mark.parametrize("value", ["1", "C:\\a", "~all~", "*"])
    def test_a_plain_value_is_shown(self, value: str) -> None:
        """No shell does more with it."""
        assert plain(value) == value

    @pytest.mark.parametrize("value", ["", "a b", "a&b", "%A%", "a^b", "$(a)", "it's", 'a"b'])
    def test_a_value_that_any_shell_does_something_with_is_not_shown(self, value: str) -> None:
        """Quotes of one shell are none of another."""
        assert plain(value) == "VALUE"


class TestSettings:
    """``set NAME=VALUE`` is for readers of each system."""

    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            ("1", "set A=1"),
            ("", "set A="),
            ("a b", "set A=a b"),
            ("VK_LAYER_A_b;VK_LAYER_C_d", "set A=VK_LAYER_A_b;VK_LAYER_C_d"),
            ("C:\\Program Files (x86)\\a.json", "set A=C:\\Program Files (x86)\\a.json"),
            ("C:\\a b;D:\\c", "set A=C:\\a b;D:\\c"),
            ("C:\\a;b", "set A='C:\\a;b'"),
            ("C:\\$(b)", "set A='C:\\$(b)'"),
            ("/a;b\\c", "set A='/a;b\\c'"),
        ],
    )
    def test_a_path_of_windows_is_shown_as_cmd_wants_it(self, value: str, shown: str) -> None:
        """There, quotation marks would be a part of it."""
        assert setting("A", value) == shown

    def test_what_is_no_name_of_a_variable_is_one_word(self) -> None:
        """A manifest can name anything."""
        assert setting("A;b", "1") == "set the variable 'A;b' to 1"
        assert unsetting("A;b") == "unset the variable 'A;b'"
        assert unsetting("A") == "unset A"

    @pytest.mark.parametrize("text", ["C:\\a (b)", "C:\\a`b", "C:\\a;b", "C:\\a\u201db", "C:\\%a%", "a", ""])
    def test_what_a_shell_of_windows_does_more_with_is_no_plain_path(self, text: str) -> None:
        """PowerShell runs what is in parentheses and behind a semicolon."""
        assert not is_path_on_windows(text)

    def test_typographical_quotation_marks_end_a_text_of_powershell(self) -> None:
        """It takes them for straight ones."""
        assert is_whole_on_windows("C:\\a (b)\\c;d")
        assert not any(is_whole_on_windows(f"C:\\a{mark};b") for mark in '"\u201c\u201d\u201e')


class TestFirstCommand:
    """Of a command line, what it starts first."""

    @pytest.mark.parametrize(
        ("text", "first"),
        [
            ("vkcube --c 10", "vkcube --c 10"),
            ("./app 2>&1 | tee log", "./app"),
            ("./app 'a b' > x", "./app 'a b'"),
            ("./app; rm x", "./app"),
            ("$(rm x)vkcube", ""),
            ("./app 'a;b", ""),
            (">x vkcube", ""),
            ("./a\x1bpp", ""),
            ("./app 'a;b' --c", "./app 'a;b' --c"),
            ('python -c "import x; print(1)"', 'python -c "import x; print(1)"'),
            ("./app --name Hello!", "./app --name Hello!"),
            ("./Hello!/app", ""),
            ("./app (rm x)", ""),
            ('./app "$(rm x)"', ""),
            ("./app # it's broken", "./app"),
            ("./app 10>log", "./app"),
        ],
    )
    def test_the_rest_is_left_out(self, text: str, first: str) -> None:
        """What it reads or writes, what follows, and all that a shell would run before."""
        assert first_command(text) == first
