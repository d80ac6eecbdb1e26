"""``refloader doctor`` on files that are not there: each is said once, by what names it."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from verbs import checked_json

from refloader.cli.main import main

pytestmark = pytest.mark.slow

DRIVERS = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\Drivers"
CLASSES = "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Class"
ADAPTER = f"{CLASSES}\\{{4d36e968-e325-11ce-bfc1-08002be10318}}\\0000"


def facts(place: Path, registry: str) -> list[tuple[str, str]]:
    """What is wrong on a machine of Windows with this registry, each with its advice."""
    export = place / "export.reg"
    export.write_text(f"Windows Registry Editor Version 5.00\n\n{registry}")
    root = place / "root"
    (root / "Windows/System32").mkdir(parents=True, exist_ok=True)
    words = ["doctor", "--root", str(root), "--os", "windows", "--reg", str(export), "--format", "json"]
    found = checked_json(CliRunner().invoke(main, words, catch_exceptions=False), "doctor-1")["findings"]
    return [(each["fact"], each["advice"]) for each in found if each["weight"] == "wrong"]


def test_a_manifest_that_two_findings_concern_is_said_to_be_missing_once(tmp_path: Path) -> None:
    """Of the driver's value and of the leftover alike: the sentence of the place adds nothing to it."""
    found = facts(
        tmp_path,
        f'[{DRIVERS}]\n"C:\\\\Windows\\\\System32\\\\gone.json"=dword:00000000\n\n'
        f'[{ADAPTER}]\n"VulkanDriverName"="C:\\\\Windows\\\\System32\\\\card.json"\n',
    )

    assert [sum(name in fact for fact, _ in found) for name in ("gone.json", "card.json")] == [1, 1]


def test_a_value_of_a_device_that_names_nothing_is_one_of_its_driver(tmp_path: Path) -> None:
    """Beside a driver that is there; the key decides that, not the words of the sentence."""
    there = tmp_path / "root/Windows/System32/there.json"
    there.parent.mkdir(parents=True)
    there.write_text(
        '{"file_format_version": "1.0.0", "ICD": {"library_path": ".\\\\a.dll", "api_version": "1.3.0"}}'
    )

    found = facts(
        tmp_path,
        f'[{DRIVERS}]\n"C:\\\\Windows\\\\System32\\\\there.json"=dword:00000000\n\n'
        f'[{ADAPTER}]\n"VulkanDriverName"="C:\\\\Windows\\\\System32\\\\card.json"\n',
    )

    assert [advice for fact, advice in found if "card.json" in fact] == [
        "install the graphics driver again: it writes that value"
    ]
