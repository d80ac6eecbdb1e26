"""Where a program of a text runs, and which program it is: rows of tables, each shown by words of its own."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.surroundings.places import place_of, places
from refloader.inspect.logs.surroundings.programs import program_of, programs
from refloader.inspect.logs.surroundings.sign import Sign

DRIVERLESS = "vkCreateInstance failed with ERROR_INCOMPATIBLE_DRIVER\n"
SMI = "| NVIDIA-SMI 550.54.15              Driver Version: 550.54.15      CUDA Version: 12.4     |\n"
BSD = "FreeBSD 14.1-RELEASE\n"
GUEST = "00:08.0 VGA compatible controller: Microsoft Corporation Hyper-V virtual VGA\n"
PARALLELS = "00:05.0 VGA compatible controller: Parallels, Inc. Accelerated Virtual Video Adapter (rev 01)\n"
NO_NODE = "ls: cannot access '/dev/dri': No such file or directory\n"
BASIC = "Device Manager: Microsoft Basic Display Adapter\n"
SHOWN = {
    "Windows in VirtualBox": "Windows 11 in VirtualBox 7\n",
    "Windows in VMware": "Windows 10 in VMware Player 17\n",
    "Windows in Parallels": "Windows 11 in Parallels Desktop 19\n",
    "Windows in QEMU": "a Windows 10 VM in QEMU\n",
    "Android's emulator": "an AVD of API 34\n",
    "a pod with NVIDIA's card, by kubectl": f"$ kubectl logs render-0\n{SMI}",
    "a pod, by kubectl": "$ kubectl -n ai logs render-0\n",
    "Windows in a cloud, without the driver of its card": f"EC2 g4dn.xlarge, Windows Server 2022\n{BASIC}",
    "a machine of a cloud with NVIDIA's card": f"a VM of GCE\n{SMI}",
    "Crostini": "user@penguin:~$ vulkaninfo\n",
    "Incus with NVIDIA's toolkit": "incus launch images:debian/12 c -c nvidia.runtime=true\n",
    "nixGL for NVIDIA": "$ nixGLNvidia-550.120 vkcube\n",
    "Colab": f"Google Colab, T4\n{SMI}",
    "Colab without a card": "Google Colab\n",
    "Kaggle": f"a Kaggle notebook\n{SMI}",
    "a rented container": "RunPod, template pytorch\n",
    "a hosted workspace": "in a GitHub Codespace\n",
    "TrueNAS": "TrueNAS SCALE 24.10\n",
    "Unraid": "Unraid 7\n",
    "a NAS": "Synology DS920+\n",
    "Home Assistant": "Home Assistant add-on\n",
    "rocker": "$ rocker --x11 osrf/ros:humble-desktop\n",
    "a development container": "vscode ➜ /workspaces/a $ vulkaninfo\n",
    "an image of NVIDIA's for computing": "FROM nvidia/cuda:12.4.1-runtime-ubuntu22.04\n",
    "bhyve": "a guest of bhyve\n",
    "Steam on ChromeOS": "Steam on ChromeOS\n",
    "the simulator of iOS": "iPhone 15 simulator\n",
    "Waydroid on NVIDIA": "waydroid on an RTX 3050\n",
    "Waydroid or Anbox": "waydroid session\n",
    "Bazel's sandbox": "$ bazel test //gpu:all\n",
    "Unity's editor without a card": "unityci/editor:2022.3.20f1\n",
    "proot in Termux": "Debian in proot-distro\n",
    "a Quadlet": "~/.config/containers/systemd/llama.container\n",
    "a job of Nomad": "a Nomad job\n",
    "a pod of Kubernetes": "the pod log, with the helm chart\n",
    "a pod of Kubernetes with NVIDIA's card": "the pod log, with the helm chart; nvidia-smi ok\n",
    "a stack of Portainer": "a Portainer stack\n",
    "Kasm Workspaces": "Kasm Workspaces 1.16\n",
    "a Cloud PC": "Windows 365 Cloud PC\n",
    "a service of Swarm": "$ docker stack deploy -c stack.yml render\n",
    "an image of Buildroot": "Buildroot 2024.02\n",
    "an image of Yocto": "a Yocto image\n",
    "Box64": "[BOX64] Running on Cortex-A76\n",
    "Distrobox or Toolbx": "$ distrobox enter ubuntu\n",
    "a self-hosted runner": "a self-hosted runner of GitHub\n",
    "a CI job on Windows": "runs-on: windows-latest\n",
    "a CI job on macOS": "runs-on: macos-14\n",
    "a CI job on Linux": "runs-on: ubuntu-latest\n",
    "Qubes": "Qubes OS 4.2\n",
    "systemd-nspawn": "# systemd-nspawn -D /srv/arch\n",
    "a jail of FreeBSD": f'{BSD}jail "media"\n',
    "Linux programs of FreeBSD": f"{BSD}/compat/linux/usr/bin/game\n",
    "OpenBSD": "OpenBSD 7.5\n",
    "Haiku or illumos": "Haiku R1 beta5\n",
    "NetBSD": "NetBSD 10\n",
    "a board with Tegra": "L4T Ubuntu on a Tegra X1\n",
    "FEX": "FEXBash-5.2> vulkaninfo\n",
    "QEMU's emulation of a processor": "$ docker run --platform linux/amd64 a vulkaninfo\n",
    "a container on macOS": "Docker on my Mac\n",
    "Docker Desktop on Windows": "Docker Desktop 4.30\n",
    "UTM": "a VM in UTM\n",
    "Parallels with Linux": f"in Parallels\n{PARALLELS}",
    "Linux with VMware's card": "00:0f.0 VGA compatible controller: VMware SVGA II Adapter\n",
    "a guest of VMware Workstation": "VMware Workstation 17, guest Kubuntu 24.04\n",
    "Linux in VMware or VirtualBox": "Ubuntu in VirtualBox\n",
    "Xen": "XCP-ng 8.3, Ubuntu VM\n",
    "a cluster": "$ srun -p short ./render\n",
    "the card of a server's board": "03:00.0 VGA compatible controller: ASPEED Technology, Inc. Graphics\n",
    "a virtual machine of a cloud": "00:02.0 VGA compatible controller: Cirrus Logic GD 5446\n",
    "a guest of Hyper-V with a part of a card": f"Add-VMGpuPartitionAdapter is done\n{GUEST}",
    "Windows on ARM": "Snapdragon X Elite, Windows 11\n",
    "a snap": "Ubuntu 24.04 steam snap, RX 7600\n",
    "Guix": "$ guix shell vulkan-tools -- vulkaninfo\n",
    "chroot": f"# arch-chroot /mnt\n{NO_NODE}",
    "a virtual desktop": "in NoMachine\n",
}
PROGRAMS = {
    "wlroots": "[wlr] [render/vulkan/vulkan.c:210] vulkan: x",
    "GTK": "Gsk-WARNING: Failed to realize renderer",
    "Qt": "qt.vulkan: failed",
    "llama.cpp": "ggml_vulkan: No devices found.",
    "ncnn": "[0 AMD Radeon RX 6700 XT]  queueC=1[4]",
    "RetroArch": "RetroArch 1.19",
    "Dolphin": "dolphin-emu -b",
    "PCSX2": "PCSX2 2.0",
    "DuckStation": "DuckStation 0.1",
    "RPCS3": "RPCS3 0.0.32",
    "Cemu": "Cemu 2.0",
    "PPSSPP": "PPSSPP 1.17",
    "xemu": "xemu_version: 0.8.5",
    "Godot": "Godot Engine v4.3",
    "Unreal Engine": "LogVulkanRHI: Error",
    "Unity": "[UnityEngine] Vulkan",
    "Flutter": "Break on 'ImpellerValidationBreak' in flutter/impeller",
    "Vita3K": "Vita3K v0.2",
    "Ryujinx": "Ryujinx 1.1",
    "Blender": "Blender 4.5",
    "Chromium": "ERROR:gpu_init.cc(523)] x",
    "Zed": "zed: no gpu found with vulkan",
    "Bevy or another program of wgpu": "wgpu_hal::vulkan",
    "mpv": "mpv 0.39",
    "ffmpeg": "ffmpeg -hwaccel vulkan",
    "OBS Studio": "OBS Studio 31",
    "vkQuake": "vkQuake 1.31.1",
    "Minecraft with VulkanMod": "VulkanMod 0.4",
    "CrossOver": "CrossOver 24",
    "Houdini": "Houdini 20.5",
    "DXVK": "info:  DXVK: v2.3",
}


def place(text: str) -> str:
    """The name of the place that a text shows; empty if it shows none."""
    log = read(text)
    found = place_of(log.places.found, log.signs)
    return found.name if found is not None else ""


def first(text: str) -> tuple[str, str]:
    """The first fact of a text, and what changes it."""
    fact = explained(read(text), ()).facts[0]
    return fact.text, fact.change


def test_each_place_has_a_text_here() -> None:
    """So that no row is without one."""
    assert list(SHOWN) == [row.name for row in places()]


@pytest.mark.parametrize(("name", "text"), SHOWN.items())
def test_a_text_shows_its_place(name: str, text: str) -> None:
    """And no other one."""
    assert place(text) == name


@pytest.mark.parametrize("row", [row for row in places() if row.driverless], ids=lambda row: row.name)
def test_a_missing_driver_is_mended_by_the_place(row: object) -> None:
    """Its own words say what helps, with the version of NVIDIA's driver where it has that."""
    shown = next(each for each in places() if each is row)

    text, change = first(SHOWN[shown.name] + DRIVERLESS)

    assert shown.says in text or "there is no /dev/dri" in text or "Parallels" in text
    assert change.startswith(shown.driverless.partition("{")[0])
    assert "{" not in change.replace("{1 if", "") or "file_format_version" in change


@pytest.mark.parametrize(
    "line",
    [
        "My other laptop is a Chromebook, there Linux works.",
        "I came from OpenBSD.",
        "I am not using the steam snap.",
        "It works in Qubes OS.",
        "I used to have TrueNAS.",
        "[    7.512] lima 1c40000.gpu: mod rate = 300000000",
        'The game "Jail Break 2" does not start.',
        "make -j8 (in parallel)",
        "image: ghcr.io/acme/app:ubuntu-24.04-arm",
        "runs-on: [self-hosted, linux, gpu]",
        "I ssh from my Mac into the server.",
        "docker, and an M2 SSD in the machine",
        "OS: ubuntu-24.04.1-desktop-amd64.iso",
        "the chrome of the window is gone",
        "a penguin in the game",
    ],
)
def test_what_only_looks_like_a_place_is_none(line: str) -> None:
    """Other machines, other times, other things of that name."""
    assert place(f"{line}\n{DRIVERLESS}") == ""


def test_a_variable_that_leaves_drivers_out_is_worth_more_than_the_place() -> None:
    """In any place, the variable is what has to go."""
    text, change = first(f"Unraid 7\n$ export VK_DRIVER_FILES=/opt/a.json\n{DRIVERLESS}")

    assert "VK_DRIVER_FILES" in text
    assert change == "unset VK_DRIVER_FILES"


def test_a_ci_job_that_wants_the_processor_has_no_problem() -> None:
    """Where there is no card to be had, the processor alone is what everybody expects."""
    told = first("runs-on: ubuntu-latest\n\tdeviceName = llvmpipe (LLVM 17.0.6, 256 bits)\n")[0]

    assert "no line that refloader knows shows a problem" in told


def test_the_places_repair_takes_nvidias_version() -> None:
    """The package of its branch."""
    assert "libnvidia-gl-550" in first(f"Google Colab, T4\n{SMI}{DRIVERLESS}")[1]


def test_each_program_has_a_line_here() -> None:
    """So that no row is without one."""
    assert list(PROGRAMS) == [row.name for row in programs()]


@pytest.mark.parametrize(("name", "line"), PROGRAMS.items())
def test_a_line_shows_its_program(name: str, line: str) -> None:
    """And no other one before it."""
    found = program_of(read(line).programs.found)

    assert found is not None
    assert found.name == name


def test_a_program_does_without_vulkan_where_the_card_lacks_something() -> None:
    """Its own switch is added to what helps, once."""
    line = "required device extension VK_EXT_image_drm_format_modifier not found\n"

    change = first(f"[wlr] [render/vulkan/vulkan.c:1] vulkan: {line}")[1]

    assert change.count("WLR_RENDERER=gles2") == 1
    assert "WLR_RENDERER" not in first(line)[1]


def test_a_missing_driver_is_none_of_a_switch() -> None:
    """A program that finds no driver is not to do without one."""
    assert "WLR_RENDERER" not in first(f"[wlr] [render/vulkan/vulkan.c:1] x\n{DRIVERLESS}")[1]


ABSENT = (
    "ERROR: loader_get_json: Failed to open JSON file /home/eva/.local/share/vulkan/explicit_layer.d/a.json\n"
)


@pytest.mark.parametrize(
    "line",
    [
        "ls: cannot access '/home/eva/.local/share/vulkan/explicit_layer.d/': No such file or directory",
        "ls: ~/.local/share/vulkan: No such file or directory",
        "bash: cd: /home/eva/.local/share/vulkan/explicit_layer.d: No such file or directory",
        "cat: /home/eva/.local/share/vulkan/explicit_layer.d/a.json: No such file or directory",
        "ls: Zugriff auf '/home/eva/.local/share/vulkan' nicht möglich: Datei oder Verzeichnis nicht gefunden",
    ],
)
def test_a_manifest_is_not_there_by_the_text(line: str) -> None:
    """A command says so, of it or of a folder above it."""
    assert "is not there, by the text" in first(f"{ABSENT}{line}\n")[0]


@pytest.mark.parametrize(
    "line",
    [
        "ls: cannot access '/home/eva/.local/share/fonts': No such file or directory",
        "ls: cannot access '/home/eva/.local/share/vulkan/explicit_layer.d/b.json': No such file or directory",
        "/home/eva/.local/share/vulkan/explicit_layer.d/a.json",
    ],
)
def test_another_file_that_is_not_there_says_nothing(line: str) -> None:
    """Nor does a name alone."""
    assert "by the text" not in first(f"{ABSENT}{line}\n")[0]


def test_a_variable_is_not_to_be_unset_where_no_folder_has_a_manifest() -> None:
    """A driver has to be installed; with another manifest there, unsetting helps."""
    text = "$ export VK_DRIVER_FILES=/opt/nvidia_icd.json\nFound no drivers!\n$ ls /etc/vulkan/icd.d\n{}"
    empty = text.format("$ ls /usr/share/vulkan/icd.d\n")
    other = text.format("$ ls /usr/share/vulkan/icd.d\nradeon_icd.x86_64.json\n")

    assert "alone is in vain" in first(empty)[1]
    assert first(other)[1].startswith("unset VK_DRIVER_FILES")


def test_a_solved_text_is_called_so() -> None:
    """By words that say it of the whole; of nothing else."""
    denied = "MESA: error: Opening /dev/dri/renderD128 failed: Permission denied\n"

    assert "the text says that its problem is solved" in first(f"[SOLVED] no Vulkan\n{denied}")[0]
    assert "solved" not in first(f"not solved yet\n{denied}")[0]
    assert "is solved" not in first(f"Is this problem solved in newer releases?\n{denied}")[0]


def test_who_wants_the_processor_is_told_how() -> None:
    """And who complains of it is not."""
    wish = first("How can I force vulkaninfo to use lavapipe instead of my RX 580?\n")

    assert "lvp_icd.json" in wish[1]
    assert "lvp_icd" not in first("I want to use my RX 580 and not llvmpipe\n")[1]
    assert "lvp_icd" not in first("Why does it only use llvmpipe? RX 580\n")[1]


def test_services_of_a_journal_name_the_user() -> None:
    """The group is for the user of the service."""
    denied = "MESA: error: Opening /dev/dri/renderD128 failed: Permission denied\n"

    assert " jellyfin, and restart" in first(f"Jan 05 11:22:33 nas jellyfin[1201]: {denied}")[1]
    assert ' "$USER", and log in again' in first(f"Jan 05 11:22:33 nas vkcube[1201]: {denied}")[1]


@pytest.mark.parametrize("sign", [Sign.MACOS, Sign.WSL])
def test_eastern_letters_end_an_english_word(sign: Sign) -> None:
    """Where no blank stands between them."""
    assert sign in read("macOSで microsoft-standard-WSL2で").signs


@pytest.mark.parametrize(
    "line", ["vulkan-radeon 24.3.1-1 was removed", "error: vulkan-radeon 24.3.1-1 not found"]
)
def test_a_package_of_a_sentence_that_is_gone_is_not_there(line: str) -> None:
    """A sentence that lists packages with their releases shows them to be there; others do not."""
    assert "vulkan-radeon" not in read(line).installed
    assert "vulkan-radeon" in read("I have vulkan-radeon 24.3.1-1, vulkan-icd-loader 1.3.303-1").installed
