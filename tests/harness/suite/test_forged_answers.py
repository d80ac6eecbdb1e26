"""A library can write answers of its own: none may occupy the harness, which has other subjects to judge."""

import time
from types import SimpleNamespace
from typing import Any

import pytest

from refloader.sandbox.said import Said
from refloader.suite.drivers.trial import DriverTrial
from refloader.suite.layers.alone.applied import answers_keep
from refloader.suite.layers.alone.carrying import carried
from refloader.suite.loaders import generated
from refloader.suite.sessions import time_limit
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.outcome import session
from refloader.suite.sessions.session import Session


@pytest.fixture
def short_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the checks of each run to a tenth of a second."""
    monkeypatch.setattr(time_limit, "allowed", lambda seconds: 0.1)
    monkeypatch.setattr(time_limit, "_spent", {})


def endless(_: Any) -> CheckResult:
    """A check that a forged answer occupies."""
    while True:
        pass


class TestTime:
    """Checks on answers have a limit of processor time, as those on recordings do."""

    def test_of_a_layer(self, short_limit: None) -> None:
        """A check that takes too long is skipped."""
        layer: Any = SimpleNamespace(layer="liblayer.so", probed=lambda *_: Session())

        with pytest.raises(pytest.skip.Exception, match="cannot be judged within"):
            answers_keep(layer, endless, "carry")

    def test_of_a_driver(self, short_limit: None, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same of a driver."""
        driver: Any = SimpleNamespace(
            driver="libdriver.so", probed=lambda *_, **__: Session(), need_commands=lambda *_: None
        )

        with pytest.raises(pytest.skip.Exception, match="cannot be judged within"):
            DriverTrial.answers(driver, endless, "queries")

    def test_a_path_of_many_words(self) -> None:
        """A pattern is not interrupted: those for paths take time in proportion to the length."""
        answers = {"carry.vkCmdDraw": {"times": 1, "changed": [["offset" * 20_000 + "!", 1, 2, False]]}}
        began = time.process_time()

        carried.places_kept(answers)

        assert time.process_time() - began < 2


class TestTexts:
    """No program of refloader writes a long text in an answer."""

    def test_cut(self) -> None:
        """Of a long one the beginning is read, wherever it is, and other values as they are."""
        long, short = "x" * 1_000_000, "x" * 4096
        answer = {"lost": [[long], 1, None, "y"], "detail": {"way": long}}
        said = Said(events=({"event": "answer", "label": "carry." + long, "answer": answer},))

        [(label, seen)] = session(said, (), (), 1.0, 1.0).answers.items()

        assert len(label) == 4096
        assert seen == {"lost": [[short], 1, None, "y"], "detail": {"way": short}}

    def test_a_text_alone(self) -> None:
        """An answer can be nothing but a text."""
        said = Said(events=({"event": "answer", "label": "a", "answer": "x" * 5000},))

        assert session(said, (), (), 1.0, 1.0).answers == {"a": "x" * 4096}


class TestGeneratedProgramsOnLoaders:
    """What a loader writes into the prober's answers is told as a finding, whatever it is."""

    @pytest.mark.parametrize("odd", [None, 5, True, "driver 0", [5, None, ["x"]], {"driver": 1}, 10**30])
    @pytest.mark.parametrize("member", ["calls", "text", "kind", "signal"])
    def test_told(self, monkeypatch: pytest.MonkeyPatch, member: str, odd: object) -> None:
        """Values of other types are no fault of the harness."""
        forged = {"kind": "crash", "text": "x", "calls": ["vkCreateDevice"], "signal": 11, member: odd}
        said = Said(
            events=(
                {"event": "answer", "label": "program.1", "answer": forged},
                {"event": "answer", "label": "generated", "answer": {"run": 1}},
            )
        )
        monkeypatch.setattr(generated, "_program", lambda *_: SimpleNamespace())
        monkeypatch.setattr(generated.programs, "run", lambda *_: SimpleNamespace(said=said))
        generated.answers_of.cache_clear()
        loader = SimpleNamespace(path="/libvulkan.so.1", version="1.3.0", identity=SimpleNamespace(sha256=""))
        monkeypatch.setattr(generated, "Foreign", SimpleNamespace)
        subject: Any = SimpleNamespace(loader=loader, never=lambda *_: "")

        found = [
            sentence
            for rule in sorted({*generated.RULES.values()})
            for sentence in generated.failures(subject, 1, 1, rule)
        ]
        generated.answers_of.cache_clear()

        assert len(found) == 1
        assert "program 1" in found[0]
