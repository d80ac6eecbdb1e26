"""The page of ``refloader explain``."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from picture_texts import DOCUMENTS, HOSTILE, WORDS

from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.reason import Span
from refloader.report.page.explanation import render, render_trace

TEXT = b'{\n  "layer": {"name": 5}\n}\n'
REASON = {
    "rule": "ACT-IMPLICIT-04",
    "severity": "note",
    "fact": "MANGOHUD is not set",
    "path": "/d/a.json",
    "line": 2,
    "column": 13,
    "remedy": "set MANGOHUD=1",
}
LAYER: dict[str, Any] = {
    "name": "VK_LAYER_a",
    "manifest": "/d/a.json",
    "kind": "implicit",
    "active": False,
    "position": None,
    "found_through": "HOME",
    "reasons": [REASON],
    "smallest_change": {"kind": "set-env", "what": "MANGOHUD", "value": "1"},
}
DOCUMENT: dict[str, Any] = {
    "schema": "refloader.explain/1",
    "edition": "2026",
    "system": "linux",
    "elevated": False,
    "result": "VK_SUCCESS",
    "asked": ["VK_LAYER_a"],
    "layers": [LAYER],
    "drivers": [{"manifest": "/d/x.json", "used": True, "obstacle": "", "reasons": []}],
    "chain": [],
    "device_chain": [],
    "controls": [{"name": "VK_LAYER_PATH", "value": "/d", "in_force": True, "why": ""}],
    "places": [{"path": "/d", "use": "implicit", "source": "HOME", "rule": "R", "state": "read"}],
    "unread": [],
    "reasons": [],
}


SWITCH = Change(ChangeKind.SET, "MANGOHUD", "1")


def page(*answers: Answer, **changes: object) -> str:
    """The page of the document with some members changed."""
    return render({**DOCUMENT, **changes}, lambda _: TEXT, {"VK_LAYER_a": "set MANGOHUD=1"}, answers)


def on_layer(state: State, why: str = "", **more: Any) -> Answer:
    """The answer on the layer that is asked for."""
    return Answer("VK_LAYER_a", state, why, **more)


class TestAnswer:
    """The page opens with what somebody wants to know who asks."""

    def test_a_layer_that_is_not_active(self) -> None:
        """It says so and why, where that is decided, and what would help, in words and as a command."""
        answer = on_layer(
            State.INACTIVE, "MANGOHUD is not set", rule="R-1", where=Span("/d/a.json", 2), changes=(SWITCH,)
        )

        made = page(answer)

        assert '<p class="answer">VK_LAYER_a is not active: MANGOHUD is not set</p>' in made
        assert '<p class="note">R-1 /d/a.json:2</p>' in made
        assert "<b>To make it active:</b> set MANGOHUD=1<br><code>export MANGOHUD=1</code></p>" in made

    @pytest.mark.parametrize(
        ("tried", "helps", "said"),
        [
            (True, None, ""),
            (True, True, " (tried: works on this loader)"),
            (True, False, " (tried: does not work on this loader)"),
            (False, None, " (not tried)"),
        ],
    )
    def test_whether_the_change_helps(self, tried: bool, helps: bool | None, said: str) -> None:
        """As far as it is known."""
        answer = on_layer(State.INACTIVE, changes=(replace(SWITCH, tried=tried),), helps_here=helps)

        assert f"<b>To make it active:</b> set MANGOHUD=1{said}<br>" in page(answer)

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ("no layer has that name", "<b>No change is known that helps:</b> no layer has that name</p>"),
            (
                "correct a.json by hand: a is 5",
                "<b>To make it active:</b> correct a.json by hand: a is 5</p>",
            ),
            (
                "correct a.json by hand: it ends",
                "<b>To make it active:</b> correct a.json by hand</p>",
            ),
        ],
    )
    def test_what_no_change_mends(self, change: str, said: str) -> None:
        """What is to be corrected by hand is a change, and what the sentence says already is not said again."""
        none = Change(ChangeKind.NONE, "", change)

        assert said in page(on_layer(State.INACTIVE, "/d/a.json: it ends", changes=(none,)))

    def test_what_keeps_a_layer_off(self) -> None:
        """All ways."""
        answer = on_layer(State.ACTIVE, off=(SWITCH, Change(ChangeKind.REMOVE, "/d/a.json")))

        assert '<p class="note">to keep it off: set MANGOHUD=1 or remove /d/a.json</p>' in page(answer)

    def test_an_active_layer(self) -> None:
        """Nothing needs to be done."""
        made = page(on_layer(State.ACTIVE), layers=[{**LAYER, "active": True, "smallest_change": None}])

        assert '<p class="answer">VK_LAYER_a is active</p>' in made
        assert 'class="change"' not in made

    def test_an_active_layer_without_its_library(self) -> None:
        """That it is active is of no use then."""
        layer = {**LAYER, "active": True, "obstacle": "it is not found"}

        made = page(on_layer(State.UNLOADABLE, "it is not found"), layers=[layer])

        assert "VK_LAYER_a is switched on, but its library cannot be loaded: it is not found</p>" in made

    def test_a_layer_that_nobody_has(self) -> None:
        """It is not found, and similar names may help."""
        layer = {**LAYER, "manifest": None, "similar": ["VK_LAYER_b"]}

        made = page(on_layer(State.MISSING, changes=(SWITCH,)), layers=[layer])

        assert '<p class="answer">VK_LAYER_a is not found</p>' in made
        assert "<b>To make it active:</b>" in made
        assert "VK_LAYER_b" in made

    def test_the_instance(self) -> None:
        """How many are in the chain, and what comes of it."""
        assert "0 layers and 1 driver in the call chain; vkCreateInstance returns VK_SUCCESS.</p>" in page()


class TestParts:
    """What the page shows besides."""

    def test_the_place_in_the_manifest(self) -> None:
        """A layer asked for has its reasons with the lines that they are about."""
        assert "<mark>&#34;name&#34;</mark>" in page()

    def test_other_layers(self) -> None:
        """They are told without their lines: nobody asked."""
        assert "<mark>" not in page(asked=[])
        assert "<h2" in page(asked=[])

    def test_pictures(self) -> None:
        """The call chain, and each search."""
        assert page().count('role="img"') == 2

    def test_what_steers(self) -> None:
        """Variables with their values."""
        assert "<dt>VK_LAYER_PATH</dt><dd><code>/d: in force</code></dd>" in page()


class TestTrace:
    """The same page on what a program was given."""

    EVENT = (
        ("event", "vkCreateInstance"),
        ("decided", "VK_SUCCESS"),
        ("result", 0),
        ("edition", "2026"),
        ("request", {"layers": ["VK_LAYER_a"]}),
        ("chain", [{"who": "application"}, {"who": "layer", "name": "VK_LAYER_a", "interface": 2}]),
        ("layers", [{**LAYER, "active": True}]),
    )

    def test_what_was_linked(self) -> None:
        """The program, its instances and devices, and their chains."""
        events = [dict(self.EVENT), {"event": "vkCreateDevice", "chain": [{"who": "application"}]}]

        made = render_trace({"command": ["a b", "c"], "events": events}, lambda _: TEXT)

        assert "&#39;a b&#39; c asked for 1 instance and 1 device.</p>" in made
        assert made.count('role="img"') == 2
        assert "interface version 2" in made

    def test_why(self) -> None:
        """The layers that it asked for come first, with their reasons."""
        made = render_trace({"command": ["x"], "events": [dict(self.EVENT)]}, lambda _: TEXT)

        assert "Layers asked for" in made
        assert "<mark>&#34;name&#34;</mark>" in made

    def test_nothing_was_made(self) -> None:
        """A program without an instance has a page that says so."""
        made = render_trace({"command": ["x"], "events": []}, lambda _: TEXT)

        assert "x asked for 0 instances and 0 devices.</p>" in made

    @settings(max_examples=30)
    @given(DOCUMENTS)
    def test_any_json(self, document: dict[str, Any]) -> None:
        """Whatever is in it, a page comes out."""
        assert render_trace(document, lambda _: TEXT).rstrip().endswith("</html>")


class TestHostile:
    """Names and texts come from manifests of anybody."""

    @pytest.mark.parametrize("text", HOSTILE[:5])
    def test_texts(self, text: str) -> None:
        """They are escaped, and control characters are spelled out."""
        reason = {**REASON, "fact": text, "remedy": text, "path": text, "rule": text}
        layer = {**LAYER, "name": text, "manifest": text, "reasons": [reason], "components": [text]}

        made = render(
            {**DOCUMENT, "asked": [text], "layers": [layer], "unread": [layer]},
            lambda _: TEXT,
            {text: text},
            (),
        )

        assert text not in made
        assert made.count("<script>") == 1
        assert "\x1b" not in made

    @pytest.mark.parametrize("text", HOSTILE[:5])
    def test_answers(self, text: str) -> None:
        """So are the answers and their changes."""
        change = Change(ChangeKind.SET, text, text)
        answer = Answer(text, State.INACTIVE, text, text, Span(text, 3), (change,), (change,), loader=text)

        made = render(DOCUMENT, lambda _: TEXT, {}, (answer,))

        assert text not in made
        assert made.count("<script>") == 1
        assert "\x1b" not in made

    @settings(max_examples=30)
    @given(DOCUMENTS, st.lists(WORDS, max_size=2))
    def test_any_json(self, document: dict[str, Any], asked: list[str]) -> None:
        """Whatever is in it, a page comes out."""
        made = render({**document, "asked": asked}, lambda _: TEXT, {}, ())

        assert made.rstrip().endswith("</html>")
