"""Texts whose words are like those of somebody without Vulkan, and who does not miss it."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

LACKING = (
    "the text says that a program finds no driver",
    "the only device is",
    "no driver gives",
    "the text says that there is no Vulkan",
    "the program finds no device",
)


@pytest.mark.parametrize(
    "text",
    [
        "I compiled with -DVULKAN=OFF, so there is no vulkan in my build, wanted. GTX 1060.",
        "there are no vulkan errors in the log, no vulkan layers either. RX 6600, Fedora 41.",
        "my vulkan is broken since yesterday, games stutter. RX 6700 XT, Arch.",
        "XDG_DATA_DIRS=/home/lea/.nix-profile/share:/usr/local/share:/usr/share",
        "Seit dem Update laufen meine Spiele mit Vulkan langsamer (RX 580). Kein Vulkan-Fehler im Log.",
        "My father has an ICD and no pacemaker, the viewer (Windows) shows no ICD data after the update.",
        "GitLab CI: our tests pass on llvmpipe as wanted, only 3x slower since LLVM 19. normal?",
        "with wine 10 (new wow64) I have no 32-bit vulkan libs and 32-bit games run. Is that ok?",
        'EDIT: solved! "no vulkan driver found" was right after all, the package was missing.',
        "if there is no vulkan driver, the program takes OpenGL, says its manual.",
        "Vulkan hat keine Geräte Probleme mehr, alles läuft. Aber MangoHud zeigt unter Linux nichts",
        "Je ne cherche pas Vulkan; mais aucun problème de carte Vulkan, tout marche avec ma RX 580.",
        "Con RX 580 en Linux no ve Vulkan lento? Todo funciona, pregunta: vulkan es mejor que OpenGL?",
        "Does my RTX 4090 run Vulkan faster than DX12? Linux, all good",
    ],
)
def test_nothing_is_missed(text: str) -> None:
    """No driver or device is called missing."""
    assert not any(fact.text.startswith(LACKING) for fact in explained(read(text), ()).facts)


@pytest.mark.parametrize(
    "text",
    [
        "vkcube says no ICD",
        "after the upgrade there is no vulkan any more",
        'the launcher: "Could not find a 32 bit Vulkan driver"',
        "Le pilote Vulkan 32 bits est introuvable",
        "Não foi encontrado driver vulkan de 32 bits",
        "kein Vulkan seit dem Update",
        "Игра пишет: драйвер Vulkan не найден",
        "运行游戏提示 找不到vulkan驱动",
        "vulkan sürücüsü bulunamadı",
    ],
)
def test_a_driver_is_missed(text: str) -> None:
    """The words say so, and the card that they name gets its repair."""
    first = explained(read(f"{text}\nRX 6600\n"), ()).facts[0]

    assert first.text.startswith("the text says that a program finds no driver for Vulkan")
    assert "Mesa" in first.change


@pytest.mark.parametrize(
    "text",
    [
        "Vulkan hat keine Geräte. Unter Windows läuft alles",
        "everything works on Windows. On Linux vulkan reports no devices",
        "How do I get Vulkan on Debian? OpenGL is all fine",
        "aucune carte compatible Vulkan, tout marche en OpenGL",
        "vulkan reports no devices, everything works but this",
    ],
)
def test_what_works_is_something_else(text: str) -> None:
    """The words that all works exclude nothing if they are of another system or of OpenGL."""
    assert explained(read(text), ()).facts[0].text.startswith(LACKING)


@pytest.mark.parametrize("name", ["web-1", "jellyfin"])
def test_a_service_of_compose_is_a_container(name: str) -> None:
    """Its name stands before each line; one such line alone may be anything."""
    line = f"{name}  | MESA: error: Opening /dev/dri/renderD128 failed: Permission denied\n"

    assert "--group-add" in explained(read(line + f"{name}  | exit\n"), ()).facts[0].change
    assert "usermod" in explained(read(line), ()).facts[0].change


def test_the_log_of_android_is_of_android() -> None:
    """A layer is put into the APK there, whose name the text does not have."""
    text = "E/vulkan  ( 9811): failed to load layer 'VK_LAYER_KHRONOS_validation'\n"

    assert "into the APK" in explained(read(text), ()).facts[0].change


def test_the_release_that_knows_the_extension_for_portability() -> None:
    """It is the one of changes-by-release.md."""
    name = "VK_KHR_portability_enumeration"
    text = f"ERROR: loader_validate_instance_extensions: Instance extension {name} not supported\n"
    facts = explained(read(text), []).facts

    assert "1.3.212" in facts[0].change
