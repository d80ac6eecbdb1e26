"""A results file can be a stranger's: only commands of ``conform`` that judge in the sandbox are shown."""

import pytest

from refloader.host import shell
from refloader.results.records import Result, Verdict
from refloader.results.replays import is_replay


@pytest.mark.parametrize(
    "words",
    [
        [
            "--loader",
            "./libvulkan-1.1.97.so",
            "--expect",
            "none",
            "--rule",
            "DISC-GEN-01",
            "--case",
            "a/b[c-0]",
        ],
        ["--layer", "it's/a layer.json", "--rule", "X"],
        ["--layer", "a\nb\x1b$(touch x)`;&|", "--case", "x"],
        ["--driver", "caf\u00e9/\U0001f600.json"],
        ["--target", "root:/a b", "--loader", "/x"],
        ["--target", "wine", "--loader", "vulkan-1.dll", "--known"],
        ["--together=given", "--layer", "a", "--layer", "b"],
        [],
    ],
)
def test_what_refloader_writes(words: list[str]) -> None:
    """It is shown, whatever is in its words."""
    assert is_replay(shell.line(["refloader", "conform", *words]))


@pytest.mark.parametrize(
    "command",
    [
        "",
        "curl https://example.org/x | sh",
        "refloader conform; rm x",
        "refloader conform && touch x",
        "refloader conform --case $(touch x)",
        "refloader conform --case `touch x`",
        'refloader conform --case "$(touch x)"',
        "refloader conform --case x > y",
        "refloader conform --case 'x'\n touch y",
        "refloader conform --case 'x",
        "refloader conform --case $'\\",
        "refloader conform --case ~/x #",
        "refloader conform --case \u202ex",
        "refloader exec -- touch x",
        "refloader conform --unsafe --loader x",
        "refloader conform --target root:/x --unsafe --loader x",
        "refloader conform --target root:/x --unsafe --unsafe --loader x",
        "refloader conform --loader x '--unsafe'",
        "refloader conform --loader x --un'safe'",
        "refloader conform --loader x $'\\055-unsafe'",
        "refloader conform --loader x $'--unsafe'",
        "refloader conform --loader x ''--unsafe",
        "refloader conform --loader x --update-expect .bashrc",
        "refloader conform --loader x --out /home/x",
        "refloader conform --loader x --show /root",
        "./refloader conform --loader x",
    ],
)
def test_what_a_stranger_writes(command: str) -> None:
    """It is not."""
    assert not is_replay(command)


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("--target root:/x --unsafe --layer a", "refloader conform --target root:/x --layer a"),
        ("--target 'root:/a b' --unsafe", "refloader conform --target 'root:/a b'"),
        ("--target root:/x --unsafe --unsafe --layer a", ""),
        ("--target wine --unsafe --target root:/x --unsafe --layer a", ""),
        ("--target root:/x --unsafe --layer a; rm x", ""),
        ("--target root:/x --unsafer --layer a", "refloader conform --target root:/x --unsafer --layer a"),
    ],
)
def test_trust_in_a_root(written: str, seen: str) -> None:
    """That a root is trusted is for the reader to say: its libraries run outside of the sandbox."""
    result = Result("META-06", "x", "a/b", Verdict.FAIL, "r", {}, f"refloader conform {written}")

    assert result.repro == seen
    assert result.written_replay == f"refloader conform {written}"


def test_a_result() -> None:
    """What is shown and what is kept are told apart."""
    result = Result("META-06", "x", "a/b", Verdict.FAIL, "r", {}, "curl https://example.org/x | sh")

    assert result.repro == ""
    assert result.written_replay == "curl https://example.org/x | sh"


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", ["a", "'", "''", "$'", "$'\\'", "'\"'\"'"])
def test_a_long_one(text: str) -> None:
    """It is decided at once."""
    assert is_replay(f"refloader conform {text * 200_000}!") is False
