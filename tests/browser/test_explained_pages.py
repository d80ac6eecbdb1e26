"""The page of ``refloader explain`` in a browser: nothing runs that a manifest says, and all of it can be read."""

from typing import Any

import pytest

from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.reason import Span
from refloader.report.page.explanation import render

from .opening import OpenPage

pytestmark = pytest.mark.slow(daily=True)

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)></svg></title>\u202e\x1b[2J"
MANIFEST = b'{"name": "<script>alert(2)</script>\x1b[2J", ' + b'"x": 1, ' * 40 + b"}"


def registry_key(evil: str) -> dict[str, Any]:
    """A place that is a key of a registry."""
    return {"path": f"HKLM\\x{evil}", "use": "implicit", "form": "registry key", "rule": "R", "state": "read"}


def registry_value(evil: str, reason: dict[str, Any]) -> dict[str, Any]:
    """A value that is not followed."""
    return {
        "name": f"C:\\a{evil}.json",
        "type": f"REG_SZ{evil}",
        "data": evil or "0",
        "followed": False,
        "manifests": [],
        "reasons": [reason],
        "command": f"reg add{evil}",
        "at": {"path": f"x{evil}.reg", "line": 4, "column": 1},
    }


def document(evil: str = "", layers: int = 3) -> dict[str, Any]:
    """An explanation in which every text may do harm."""
    reason = {"rule": "LLP_LAYER_9", "severity": "error", "fact": f"not so{evil}", "line": 1, "column": 10}
    reason |= {"path": f"/d{evil}/a.json", "remedy": f"right{evil}", "subject": f"/d{evil}"}
    rows = [
        {
            "name": f"VK_LAYER_{number}{evil}",
            "manifest": f"/d{evil}/{number}.json",
            "kind": "implicit",
            "active": number % 2 == 0,
            "position": number // 2 if number % 2 == 0 else None,
            "reasons": [reason, {**reason, "severity": "info"}],
            "smallest_change": None,
        }
        for number in range(layers)
    ]
    return {
        "edition": "2026",
        "system": "linux",
        "elevated": False,
        "result": "VK_SUCCESS",
        "asked": [rows[1]["name"]],
        "layers": rows,
        "drivers": [{"manifest": f"/d{evil}/x.json", "used": True, "obstacle": evil, "reasons": [reason]}],
        "chain": [row["name"] for row in rows if row["active"]],
        "device_chain": [row["name"] for row in rows if row["active"]],
        "controls": [{"name": f"VK{evil}", "value": evil or "1", "in_force": True, "why": evil}],
        "places": [
            {"path": f"/d{evil}", "use": "implicit", "source": f"HOME{evil}", "rule": "R", "state": "read"},
            {**registry_key(evil), "values": [registry_value(evil, reason)]},
        ],
        "passed_over": [{"path": f"HKCU{evil}", "values": 2, "why": f"nobody{evil}"}],
        "unknown": [{"path": f"C:\\{evil}", "use": "driver", "named_by": f"HKLM{evil}"}],
        "notes": [f"made from a log{evil}"],
        "unread": [{"path": f"/d{evil}/bad.json", "reasons": [reason]}],
        "reasons": [reason],
    }


def page(evil: str = "", layers: int = 3) -> str:
    """The page on it."""
    made = document(evil, layers)
    change = Change(ChangeKind.SET, f"X{evil}", "1")
    answer = Answer(
        made["asked"][0], State.INACTIVE, f"not so{evil}", "R", Span(f"/d{evil}/1.json", 1), (change,)
    )
    return render(made, lambda _: MANIFEST, {answer.subject: f"set X{evil}"}, (answer,))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
class TestEverybody:
    """Who cannot see colours, or anything, can use the page."""

    @pytest.mark.parametrize("evil", ["", EVIL], ids=["plain", "hostile"])
    def test_no_barriers(self, page_of: OpenPage, dark: bool, evil: str) -> None:
        """axe-core finds nothing serious, and nothing of a manifest's runs (the fixture sees to that)."""
        opened = page_of(page(evil), dark=dark)
        opened.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

        assert opened.barriers() == []


class TestPhone:
    """A narrow screen is enough."""

    @pytest.mark.parametrize("evil", ["", EVIL], ids=["plain", "hostile"])
    def test_nothing_sticks_out(self, page_of: OpenPage, evil: str) -> None:
        """Nobody has to scroll sideways."""
        opened = page_of(page(evil), phone=True)
        opened.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

        assert opened.page.evaluate("document.documentElement.scrollWidth") <= 390


class TestPictures:
    """What is drawn stays where it belongs."""

    @pytest.mark.parametrize("layers", [3, 100])
    def test_texts_stay_in_their_pictures(self, page_of: OpenPage, layers: int) -> None:
        """Every text has a width of its own at which it is cut off, and none leaves the picture."""
        opened = page_of(page("W" * 300, layers))

        lines = opened.page.evaluate(
            """() => [...document.querySelectorAll('svg.picture svg')].map((line) => [
                getComputedStyle(line).overflow,
                line.x.baseVal.value + line.width.baseVal.value
                    - line.closest('svg.picture').viewBox.baseVal.width < 0.1,
            ])"""
        )

        assert {tuple(line) for line in lines} == {("hidden", True)}

    def test_what_readers_of_screens_hear(self, page_of: OpenPage) -> None:
        """A picture is an image with a name, and the list beside it has the same facts."""
        opened = page_of(page())

        chain = opened.page.get_by_role("img", name="call chain of an instance: VK_SUCCESS")

        assert chain.count() == 1
        assert "VK_LAYER_2" in opened.page.locator("ol.chain").text_content()
