"""What the page of an explanation shows of a registry."""

from typing import Any

import pytest
from hypothesis import given
from picture_texts import DOCUMENTS

from refloader.report.page import registry
from refloader.report.page.explanation import render
from refloader.report.pictures.search_drawing import drawn
from refloader.report.pictures.search_path import of_explanation

KEY = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers"
UNKNOWN = "not part of what is known of the machine"
REASON = {
    "rule": "DISC-WINDOWS-03",
    "severity": "note",
    "fact": "it is switched off",
    "subject": "C:\\a.json",
}


def value(name: str = "C:\\a.json", **more: object) -> dict[str, Any]:
    """A value that is followed and whose manifest is read."""
    return {
        "name": name,
        "type": "REG_DWORD",
        "data": "dword:00000000",
        "followed": True,
        "manifests": [{"path": name, "state": "read"}],
        "reasons": [],
        "command": "",
        "at": {"path": "x.reg", "line": 4, "column": 1},
        **more,
    }


def document(*values: dict[str, Any], **more: object) -> dict[str, Any]:
    """An explanation with one key of these values."""
    place = {"path": KEY, "use": "implicit", "form": "registry key", "source": "the registry", "rule": "R"}
    return {"places": [{**place, "state": "read", "values": list(values)}], "system": "windows", **more}


@pytest.mark.parametrize(
    ("changed", "state", "standing"),
    [
        ({}, "read", "pass"),
        ({"followed": False, "manifests": [], "reasons": [REASON]}, "not followed", "skip"),
        (
            {"followed": False, "manifests": [], "reasons": [{**REASON, "severity": "error"}]},
            "not followed",
            "fail",
        ),
        ({"manifests": [{"path": "C:\\a.json", "state": UNKNOWN}]}, "not known", "warn"),
        ({"manifests": [{"path": "C:\\a.json", "state": "missing"}]}, "missing", "fail"),
    ],
)
def test_what_came_of_a_value(changed: dict[str, Any], state: str, standing: str) -> None:
    """Whether it is followed, and whether its manifest could be read."""
    [key] = registry.keys(document(value(**changed)))

    [row] = key.rows
    assert (row.state, row.standing, row.where) == (state, standing, "x.reg:4:1")


def test_the_page() -> None:
    """Keys in their order, the command that helps, keys of other loaders, and what nobody told."""
    off = value(followed=False, manifests=[], reasons=[REASON], command="reg add X")
    page = render(
        document(
            off,
            elevated=True,
            passed_over=[{"path": "HKCU\\x", "values": 2, "why": "only 32-bit processes read it"}],
            unknown=[{"path": "C:\\b.json", "use": "driver", "named_by": KEY}],
            reasons=[REASON],
            notes=["made from a log"],
        ),
        lambda _: b"",
        {},
        (),
    )

    for told in ("reg add X", "HKCU\\x (2 values)", "C:\\b.json", "made from a log", "run as administrator"):
        assert told in page
    assert "Remarks" not in page  # what is said at the value is not said twice


def test_the_picture() -> None:
    """Values that name nothing and manifests that nobody told stand below their key, which is shortened."""
    [search] = of_explanation(
        document(
            value(followed=False, manifests=[], reasons=[REASON]),
            value("C:\\b\\c.json", manifests=[{"path": "C:\\b\\c.json", "state": UNKNOWN}]),
        )
    )

    [place] = search.places
    assert [(each.file, each.standing) for each in place.found] == [
        ("a.json", "not used"),
        ("c.json", "not known"),
    ]
    assert "HKLM\\SOFTWARE" in drawn(search)


@given(DOCUMENTS)
def test_anybody_may_send_a_document(sent: dict[str, Any]) -> None:
    """What is not of the right shape is left out."""
    registry.keys(sent)
    list(registry.passed_over(sent))
    list(registry.unknown(sent))
    registry.remarks_on_values(sent)
