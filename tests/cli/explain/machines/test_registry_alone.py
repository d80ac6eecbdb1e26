"""``explain NAME`` with an export of the registry alone: the manifest's content is not known, its file's name is."""

from pathlib import Path

import pytest
from verbs import Run

KHRONOS = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan"
USERS = "HKEY_CURRENT_USER\\SOFTWARE\\Khronos\\Vulkan"
WOW = "HKEY_LOCAL_MACHINE\\SOFTWARE\\WOW6432Node\\Khronos\\Vulkan"
OBS = "C:\\ProgramData\\obs-studio-hook\\obs-vulkan64.json"
VALIDATION = "C:\\VulkanSDK\\1.3.280.0\\Bin\\VkLayer_khronos_validation.json"
NAME = "VK_LAYER_KHRONOS_validation"


def answer(run: Run, folder: Path, word: str, *, key: str, value: str, data: str) -> list[str]:
    """The lines of the answer about a word, for an export with one value."""
    text = f'Windows Registry Editor Version 5.00\r\n\r\n[{key}]\r\n"{value}"={data}\r\n'
    export = folder / "machine.reg"
    export.write_text(text.replace(value, value.replace("\\", "\\\\")))
    words = [word] if word else []
    return run("explain", "--os", "windows", "--reg", str(export), *words).stdout.splitlines()[:6]


def test_a_value_that_is_not_0(run: Run, tmp_path: Path) -> None:
    """The layer is switched off, and the change sets the value to 0."""
    lines = answer(run, tmp_path, "obs", key=f"{KHRONOS}\\ImplicitLayers", value=OBS, data="dword:00000001")

    assert "has the value 1 in the registry, not 0" in lines[0]
    assert "(not tried)" in lines[2]
    assert (
        lines[3].strip()
        == f'reg add "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers" /v "{OBS}" /t REG_DWORD /d 0 /f'
    )


def test_an_explicit_layer_has_to_be_asked_for_too(run: Run, tmp_path: Path) -> None:
    """With its value corrected it is found, and not active yet."""
    lines = answer(run, tmp_path, NAME, key=f"{KHRONOS}\\ExplicitLayers", value=VALIDATION, data='"0"')

    assert "is a REG_SZ, not a REG_DWORD" in lines[0]
    assert lines[4].strip() == f"set VK_INSTANCE_LAYERS={NAME}"


def test_a_key_for_32_bit_programs(run: Run, tmp_path: Path) -> None:
    """A 64-bit program does not read it."""
    lines = answer(
        run, tmp_path, "validation", key=f"{WOW}\\ExplicitLayers", value=VALIDATION, data="dword:00000000"
    )

    assert "is not read: only 32-bit processes read it" in lines[0]
    assert "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers" in lines[2]


def test_a_misspelt_key(run: Run, tmp_path: Path) -> None:
    """The key that is meant is read."""
    lines = answer(run, tmp_path, "obs", key=f"{USERS}\\ImplicitLayer", value=OBS, data="dword:00000000")

    assert f'ImplicitLayer names "{OBS}"' in lines[0]
    assert "Khronos\\Vulkan\\ImplicitLayers: " in lines[2]


@pytest.mark.parametrize("word", ["mangohud", "ob", "VK_LAYER_ACME_hud"])
def test_a_file_that_is_called_otherwise(run: Run, tmp_path: Path, word: str) -> None:
    """Nothing is proposed: another layer may be in it."""
    lines = answer(run, tmp_path, word, key=f"{KHRONOS}\\ImplicitLayers", value=OBS, data="dword:00000001")

    assert "reg add" not in "".join(lines)
    assert "obs-vulkan64" not in lines[0]


@pytest.mark.parametrize("data", ['"0"', "dword:00000001"])
def test_a_file_by_its_own_name_has_its_value_corrected(run: Run, tmp_path: Path, data: str) -> None:
    """The value is what is wrong with it: nothing has to be installed."""
    path = "C:\\layers\\glow_layer.json"
    lines = answer(run, tmp_path, "glow_layer", key=f"{USERS}\\ExplicitLayers", value=path, data=data)

    command = f'reg add "HKCU\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers" /v "{path}" /t REG_DWORD /d 0 /f'
    assert command in [each.strip() for each in lines]
    assert "install" not in "".join(lines)


def test_without_a_name_a_value_of_a_wrong_type_is_explained(run: Run, tmp_path: Path) -> None:
    """A value that is switched off may be meant so; one that is no DWORD is not."""
    lines = answer(run, tmp_path, "", key=f"{KHRONOS}\\ExplicitLayers", value=VALIDATION, data='"0"')
    off = answer(run, tmp_path, "", key=f"{KHRONOS}\\ExplicitLayers", value=VALIDATION, data="dword:00000001")

    assert any("is a REG_SZ, not a REG_DWORD" in each for each in lines)
    assert not any("switched off" in each for each in off)
