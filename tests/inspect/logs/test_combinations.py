"""Causes that several lines of a text show together, and texts that are like them and show none."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.messages.combinations import Combined, combinations
from refloader.inspect.logs.reading.log_reader import read


def test_each_row_says_what_mends_it() -> None:
    """A cause without a repair is of no use to who reads it."""
    assert all(row.says and (row.change or row.is_remark) for row in combinations())


@pytest.mark.parametrize(
    "text",
    [
        "no_display",
        "I installed MangoHud and vkBasalt, both work.",
        "ENABLE_VKBASALT=1 %command%\nvkbasalt has no effect",
        "ollama uses the GPU (RX 6800), fine",
        "I am in the groups video and render, vulkaninfo lists only llvmpipe",
        "NVIDIA driver 550 is installed, RTX 3060, all is fine",
        'Option "DRI" "3"\nvkcube works',
        "vncserver runs, and vkcube works fine in the VNC",
        "game capture in OBS Studio is black on Windows",
        'Option "DRI" "2" is in my old xorg.conf.bak. vkcube fails to present',
        "I removed VkLayer_override.json with vkconfig; validation is still slow",
        "I'm not in need of a video group change, I am in render and video. only llvmpipe",
        "user is in render and video, not in the group of admins. The group video is there, llvmpipe only",
        "Secure Boot is on, nvidia driver is installed and works, the Intel card has no Vulkan",
        "Secure Boot is on, nvidia driver is installed\nvulkan does not go on: VK_ERROR_DEVICE_LOST",
        "I ran envycontrol -s integrated last year and since went back to nvidia. Now no RTX",
        "envycontrol -s integrated\nenvycontrol -s hybrid\nno RTX",
        "needs NVIDIA driver 535 or newer. My friend has 470.223; RTX 3060",
        "NVIDIA driver 535 or newer is needed, RTX 3060, other machine has 470.223 and mine is 550.120",
        "I normally use TigerVNC but now I sit at the local screen. vkcube: failed to create surface",
        "no longer in a VNC session, VNC server is off: surface fails",
        "ollama on my laptop with Ryzen 780M: library=cpu, that one is fine. The desktop's crashes",
        "ollama, RX 7900 XTX: library=cpu\nROCm: HSA_STATUS_ERROR",
        "$ envycontrol -s integrated\nNVIDIA is gone now\nThis is on purpose.",
        "vulkan shows llvmpipe. Some say I'm not in the render group. Wrong:\nalready in both of them",
    ],
)
def test_a_part_alone_is_no_cause(text: str) -> None:
    """Each part has to be there, and nothing of what excludes the row."""
    combined = Combined()
    for number, line in enumerate(text.splitlines(), 1):
        combined.line(line, number)

    assert not list(combined.shown())


def test_the_line_of_the_first_part_is_named() -> None:
    """The answer leads to where the text says so."""
    combined = Combined()
    combined.line("~/.config/MangoHud/MangoHud.conf:", 3)
    combined.line("no_display", 4)

    assert [each.line for each in combined.shown()] == [3]


@pytest.mark.parametrize(
    "text",
    [
        "user is in video but not in the group render, vulkaninfo lists only llvmpipe",
        "I am not in render and video, vulkaninfo lists only llvmpipe",
        "Secure Boot is on, nvidia driver is installed, nothing works, only llvmpipe",
        "I ran envycontrol -s integrated last week. Now no RTX. How do I go back to hybrid?",
        "needs NVIDIA driver 535 or newer, I have 470.223 on my laptop, RTX 3060",
        "At the local screen it works, in the TigerVNC session vkcube fails to create a surface",
        "ollama on my laptop with Ryzen 780M: library=cpu, ROCm does not know it",
    ],
)
def test_causes_that_look_like_what_excludes_them(text: str) -> None:
    """What excludes a row is no wider than that."""
    combined = Combined()
    combined.line(text, 1)

    assert len(list(combined.shown())) == 1


@pytest.mark.parametrize(
    ("pinned", "said", "is_cause"),
    [
        ("nvidia_icd", "vkcube still runs on the Intel card instead of nvidia", False),
        ("nvidia_icd", "the game never uses the RTX", False),
        ("intel_icd.x86_64", "vkcube still runs on the Intel card instead of nvidia", True),
        ("radeon_icd.x86_64", "the game runs on the iGPU only", True),
    ],
)
def test_a_pinned_driver_is_the_cause_where_another_card_is_missed(
    pinned: str, said: str, is_cause: bool
) -> None:
    """Not where the program takes another card than the pinned one, or misses that one."""
    text = f"export VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/{pinned}.json\n{said}\nArch, RTX 3060\n"

    assert (
        any("has the loader take that driver alone" in f.text for f in explained(read(text), ()).facts)
        is is_cause
    )


def test_a_card_of_another_maker_is_not_selected_instead() -> None:
    """The card that is wanted has no driver here; the other one is what the person does not want."""
    listed = '  GPU 0: 1002:67df "AMD Radeon RX 580 Series (RADV POLARIS10)" discrete GPU 0000:03:00.0\n'
    facts = explained(read(f"$ MESA_VK_DEVICE_SELECT=10de:1d01 vkcube\n{listed}"), ()).facts
    fix = next(fact.change for fact in facts if "names no card" in fact.text)

    assert fix.startswith("see why no driver gives that card")


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (
            "Kernel 6.1.0-18 is what the server has. The desktop has an RX 9070 XT: only llvmpipe",
            "older than the card",
        ),
        ("Quadro 4000 RTX, Debian 12: vulkan: no vulkan driver found", "before Kepler"),
    ],
)
def test_what_is_of_another_machine_or_card_is_no_cause(text: str, cause: str) -> None:
    """The words are like those of the cause."""
    assert not any(cause in fact.text for fact in explained(read(text), ()).facts)


@pytest.mark.parametrize("value", ["10de:2503", "10de:2503!"])
def test_a_card_that_is_there_is_selected(value: str) -> None:
    """Only numbers that no listed card has are called wrong."""
    listed = '  GPU 1: 10de:2503 "NVIDIA GeForce RTX 3060" discrete GPU 0000:01:00.0\n'
    text = f"$ MESA_VK_DEVICE_SELECT={value} vkcube\n{listed}"

    assert not any("names no card" in fact.text for fact in explained(read(text), ()).facts)


@pytest.mark.parametrize(
    "text",
    [
        "With DRI_PRIME=1 %command% it still runs on the Intel.",
        "with RADV_DEBUG=nodcc nothing works either",
        "with FOO_BAR=1 it works",
        "with VK_LOADER_DEBUG=all it runs and prints this",
        "With VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/radeon_icd.json it never works, the game crashes",
        "with RADV_DEBUG=nodcc it doesn't work, the game crashes",
        "Has anyone seen whether with RADV_DEBUG=nodcc it works? Mine crashes",
        "does the game start if with RADV_DEBUG=nodcc it works",
    ],
)
def test_a_variable_does_not_help(text: str) -> None:
    """It helps only if somebody says so, and if it is one that changes what fails."""
    facts = explained(read(text), ()).facts

    assert not any("by the text it works with" in fact.text for fact in facts)


@pytest.mark.parametrize(
    "text",
    [
        "vkcube: this program needs Vulkan 1.3. RX 6600, Mesa 23.1.2",
        "the game does not support Vulkan 1.3 cards well, NVIDIA RTX 3060, Mesa 21.2",
        "RX 580, Mesa 21.2.6, everything works",
    ],
)
def test_a_mesa_that_is_new_enough(text: str) -> None:
    """Mesa's drivers for AMD and Intel have Vulkan 1.3 from 22.0 on; others are no matter of Mesa."""
    assert not any("is too old for the program" in fact.text for fact in explained(read(text), ()).facts)


def test_a_text_that_shows_nothing_names_the_driver_of_its_card() -> None:
    """As a condition, as nothing shows that it is missing."""
    fact = explained(read("Debian 12, GT 1030. pcsx2: vulkan is greyed out"), ()).facts[0]

    assert fact.text.startswith("nothing in it is of a loader")
    assert fact.change.startswith("if vulkaninfo --summary does not list the card: install NVIDIA's driver")


@pytest.mark.parametrize("text", ["RX 6600, my keyboard is broken", "vulkaninfo lists my RX 6600, all fine"])
def test_no_driver_is_proposed_for_what_is_no_matter_of_it(text: str) -> None:
    """Neither for a text that is not on Vulkan nor for one that says that it works."""
    assert not any(fact.change for fact in explained(read(text), ()).facts)
