"""What the command does when this package itself goes wrong."""

import pytest

from refloader.cli import main as commands


def test_a_fault_of_ours_is_no_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is exit code 3 with one line that names the place, and no traceback."""

    def fail(*_: object) -> None:
        raise RecursionError("Deep\nhole")

    monkeypatch.setattr(commands._Verbs, "get_command", fail)

    with pytest.raises(SystemExit) as ended:
        commands.main(["rules"])

    said = capsys.readouterr().err
    assert ended.value.code == 3
    assert said.startswith(
        "refloader: could not run: this is a fault of refloader itself, please report it: "
    )
    assert "RecursionError: Deep" in said
    assert "test_faults.py:" in said
    assert said.count("\n") == 1
