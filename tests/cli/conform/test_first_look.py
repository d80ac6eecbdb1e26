"""What a request needs installed, and the verdict on the model that comes while the native parts are built."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from refloader.cli.terminal import first_look
from refloader.cli.terminal.console import Loudness
from refloader.suite.conform import locked
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import RunRequest

pytestmark = pytest.mark.slow


@dataclass
class Asked:
    """What was asked to be installed."""

    native: bool = False
    meanwhile: Callable[[], None] | None = None
    calls: list[str] = field(default_factory=list)

    def __call__(
        self, verb: str, *, native: bool, level: Loudness, meanwhile: Callable[[], None] | None
    ) -> None:
        """Take the place of ``needed``."""
        self.calls.append(verb)
        self.native, self.meanwhile = native, meanwhile


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Nothing is installed."""
    asked = Asked()
    monkeypatch.setattr(first_look, "needed", asked)
    return asked


class TestWhatIsNeeded:
    """The model is Python; everything else is opened by native parts."""

    @pytest.mark.parametrize(
        ("request_", "native"),
        [
            (RunRequest(loaders=("reference-2026",)), False),
            (RunRequest(loaders=("reference-2016", "reference-2022")), False),
            (RunRequest(loaders=("reference",)), True),
            (RunRequest(loaders=("reference-library",)), True),
            (RunRequest(loaders=("/lib/libvulkan.so.1",)), True),
            (RunRequest(loaders=("reference-2026",), layers=("/l.json",)), True),
            (RunRequest(drivers=("/d.json",)), True),
        ],
        ids=["one edition", "editions", "reference", "library", "loader", "layer", "driver"],
    )
    def test_native_parts(self, asked: Asked, tmp_path: Path, request_: RunRequest, native: bool) -> None:
        """Only the model does without."""
        first_look.needed_for(request_, str(tmp_path / "new"), Loudness.NORMAL)

        assert asked.calls == ["conform"]
        assert asked.native is native

    @pytest.mark.parametrize(
        ("request_", "looks"),
        [
            (RunRequest(loaders=("reference",)), True),
            (RunRequest(loaders=("reference", "/lib/libvulkan.so.1")), True),
            (RunRequest(loaders=("/lib/libvulkan.so.1",)), False),
            (RunRequest(loaders=("reference",), rules=("META-04",)), False),
            (RunRequest(loaders=("reference",), profile="quick"), False),
        ],
        ids=["reference", "and another", "another alone", "one rule", "quick"],
    )
    def test_the_first_look(self, asked: Asked, tmp_path: Path, request_: RunRequest, looks: bool) -> None:
        """It is of no use where the model is not asked for, or the run itself is short."""
        first_look.needed_for(request_, str(tmp_path / "new"), Loudness.NORMAL)

        assert (asked.meanwhile is not None) is looks


class TestABusyFolder:
    """It is refused before anything is installed."""

    def test_another_run(self, asked: Asked, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Not after minutes of building."""
        with locked(str(tmp_path)), pytest.raises(SystemExit) as ended:
            first_look.needed_for(RunRequest(loaders=("reference",)), str(tmp_path), Loudness.NORMAL)

        assert ended.value.code == 3
        assert asked.calls == []
        assert capsys.readouterr().err == f"refloader: {tmp_path} is in use by another run\n"


class TestTheLook:
    """One line on standard error; nothing of it stays."""

    def test_the_harness_fails(
        self,
        asked: Asked,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
    ) -> None:
        """The run that follows says why."""

        def fails(*_: Any, **__: Any) -> None:
            raise HarnessError("no pytest")

        monkeypatch.setattr(first_look, "run", fails)
        first_look.needed_for(RunRequest(loaders=("reference",)), str(tmp_path), Loudness.NORMAL)
        assert asked.meanwhile is not None

        asked.meanwhile()

        assert capsys.readouterr() == ("", "")

    def test_it_leaves_the_other_cores_to_the_compilers(
        self, asked: Asked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """No workers, each of which would collect all cases before the first one runs."""
        workers: list[int] = []

        def runs(*_: Any, **options: Any) -> Any:
            workers.append(options["workers"])
            raise HarnessError("enough")

        monkeypatch.setattr(first_look, "run", runs)
        first_look.needed_for(RunRequest(loaders=("reference",)), str(tmp_path), Loudness.NORMAL)
        assert asked.meanwhile is not None

        asked.meanwhile()

        assert workers == [0]

    def test_stopped(
        self,
        asked: Asked,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
    ) -> None:
        """The cases so far are no verdict, and the installation is stopped, too."""
        real = first_look.run

        def some(request: RunRequest, folder: str, *, whole: bool = False, **options: Any) -> Any:
            if whole:
                raise KeyboardInterrupt
            return real(RunRequest(loaders=request.loaders, rules=("META-04",)), folder, workers=0)

        monkeypatch.setattr(first_look, "run", some)
        first_look.needed_for(RunRequest(loaders=("reference",)), str(tmp_path), Loudness.NORMAL)
        assert asked.meanwhile is not None

        with pytest.raises(KeyboardInterrupt):
            asked.meanwhile()

        assert capsys.readouterr() == ("", "")

    @pytest.mark.parametrize("level", [Loudness.NORMAL, Loudness.QUIET], ids=lambda each: str(each.name))
    def test_the_verdict(
        self,
        asked: Asked,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
        level: Loudness,
    ) -> None:
        """Of the newest edition, by a few real cases."""
        real, requests = first_look.run, list[RunRequest]()

        def few(request: RunRequest, folder: str, **options: Any) -> Any:
            requests.append(request)
            return real(
                RunRequest(loaders=request.loaders, rules=("META-04",)), folder, **{**options, "workers": 0}
            )

        monkeypatch.setattr(first_look, "run", few)
        first_look.needed_for(RunRequest(loaders=("reference",)), str(tmp_path), level)
        assert asked.meanwhile is not None

        asked.meanwhile()

        out, err = capsys.readouterr()
        assert requests == [RunRequest(loaders=("reference-2026",), profile="quick")]
        assert out == ""
        said = [line for line in err.splitlines() if "verdict" in line]
        if level is Loudness.QUIET:
            assert err == ""
        else:
            (line,) = said
            assert line.startswith(
                "refloader: first verdict (the model, quick profile): ok loader reference-2026 "
            )
            assert " pass" in line


class TestWhatCannotBeRun:
    """Whose library cannot be loaded is said before the run, not at its end."""

    @pytest.fixture
    def request_(self, tmp_path: Path) -> RunRequest:
        """A layer and a driver without a library."""
        layer, driver = tmp_path / "layer.json", tmp_path / "driver.json"
        layer.write_text(
            '{"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_ACME_gone", "type": "GLOBAL", '
            '"library_path": "./libgone.so", "api_version": "1.3.0", '
            '"implementation_version": "1", "description": "gone"}}'
        )
        driver.write_text(
            '{"file_format_version": "1.0.0", "ICD": {"library_path": "./libgone.so", "api_version": "1.3.0"}}'
        )
        return RunRequest(layers=(str(layer),), drivers=(str(driver),))

    def test_each_is_named_with_the_reason(
        self, request_: RunRequest, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """One line for each, on standard error."""
        first_look.say_not_run(request_, Loudness.NORMAL)

        why = "is read and not run: its library cannot be loaded: it is not found"
        assert capsys.readouterr().err == (
            f"refloader: {request_.layers[0]} {why}\nrefloader: {request_.drivers[0]} {why}\n"
        )

    def test_quiet_runs_say_it_at_their_end_alone(
        self, request_: RunRequest, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """With -q there is no line before the result."""
        first_look.say_not_run(request_, Loudness.QUIET)

        assert capsys.readouterr().err == ""
