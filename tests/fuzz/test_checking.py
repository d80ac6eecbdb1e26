"""What the fuzzer takes for wrong in an output, and what it does not."""

import pytest
from fuzzing.checking import Wrong, check, check_for_runners

GOOD = {
    "text": "a line\n\tand another \u00e4\n",
    "json": '{"a": "\\u001b[2J"}\n',
    "json:lint-1": '{"schema": "refloader.lint/1", "findings": [], "files": 0}',
    "ndjson": '{"a": 1}\n[]\n',
    "junit": "<testsuites><testsuite/></testsuites>",
    "html": "<!doctype html><p>a<br>b</p><svg><path d='x'/></svg>",
    "csv": 'a,b\r\n"x\ny",-2\r\n',
    "markdown": "<details><summary>a</summary>\n\n```\n<script>\n```\n`<b>` [x](https://x.org/)\n</details>",
    "github": "::error file=a,line=1::text%0A\n",
    "gitlab": '[{"description": "", "check_name": "", "fingerprint": "1", "severity": "", "location": {}}]',
    "badge": '{"schemaVersion": 1}',
}
BAD = [
    ("text", "a\x1b[2J"),
    ("text", "a\rb"),
    ("text", "\x9b31m"),
    ("text", "a\u202eb"),
    ("text", "\ud800"),
    ("text", "\x7f"),
    ("markdown", "\x00"),
    ("json", '{"a": "\u2066"}'),
    ("json", "{"),
    ("json", "NaN"),
    ("json:lint-1", '{"schema": "refloader.lint/1"}'),
    ("ndjson", '{"a": 1}\n{\n'),
    ("sarif", "{}"),
    ("junit", "<a><b></a>"),
    ("junit", "<a>&#0;</a>"),
    ("html", "<p>a</div>"),
    ("html", "<p>"),
    ("html", "<p onclick='x'>a</p>"),
    ("html", "<script></script>" * 9),
    ("csv", "a,b\r\nc\r\n"),
    ("github", "::error\n"),
    ("text", "a\u200bb"),
    ("text", "\ufeffa"),
    ("text", "\U000e0041"),
    ("markdown", "a <script>x</script>"),
    ("markdown", "a <video src=x>"),
    ("markdown", "[x](javascript:x)"),
    ("csv", "a,b\r\n=1+1,c\r\n"),
    ("csv", 'a,b\r\n"x;=1+1",c\r\n'),
    ("junit", "<a>[[ATTACHMENT|/etc/passwd]]</a>"),
    ("html", "<a href='javascript:x'>a</a>"),
    ("html", "<img src='//example.org/x'>"),
    ("gitlab", "[{}]"),
    ("badge", "{}"),
]


class TestOutputs:
    """A text in a form is right, or says what is wrong."""

    @pytest.mark.parametrize("form", GOOD)
    def test_what_is_right_is_taken(self, form: str) -> None:
        """Nothing is raised."""
        assert check(GOOD[form], form) is None

    @pytest.mark.parametrize(("form", "text"), BAD)
    def test_what_is_wrong_is_not(self, form: str, text: str) -> None:
        """It is a finding."""
        with pytest.raises(Wrong):
            check(text, form)

    @pytest.mark.parametrize(
        "text", ["a\n ::error::x", "a ##vso[task.complete]", "##[error]x", "##TeamCity[x]"]
    )
    def test_commands_to_runners(self, text: str) -> None:
        """The log of a job holds none of them."""
        with pytest.raises(Wrong):
            check_for_runners(text)
