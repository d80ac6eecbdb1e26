"""What a text of somebody else's says is no command in the lines that ``explain --log`` proposes."""

import tomllib
from pathlib import Path

import pytest

from refloader.inspect.logs.from_log import log_at
from refloader.inspect.logs.log_answers import explained

POSTED = Path(__file__).resolve().parents[2] / "fixtures" / "logs" / "posted"
RUN = "$(>x)"

PLACES = (
    ("vk-layers-path", "=/opt/mylayers", f"=/opt/{RUN}mylayers", "set VK_LAYER_PATH in its place"),
    (
        "a-layer-whose-function-has-a-mangled-name",
        "build/libVkLayer_first.so",
        "build/l;>x;ibVkLayer_first.so",
        "(nm -D '/home/me/build/l;>x;ibVkLayer_first.so' | grep",
    ),
    ("llama-takes-both-cards", "RX 7800 XT", f"{RUN}RX 7800 XT", f"'AMD Radeon {RUN}RX 7800 XT' alone"),
    (
        "quotation-marks-in-an-env-file-belong-to-the-path",
        "nvidia_icd.json",
        "nvidia_icd;>x;.json",
        "(set in cmd and docker --env-file keep them)\n",
    ),
    (
        "an-implicit-layer-whose-enabling-variable-is-not-set",
        '"1"',
        f'"{RUN}"',
        "set ENABLE_GTI_STAT=VALUE for the program",
    ),
    (
        "the-library-that-a-pasted-manifest-names-is-elsewhere",
        '"1"',
        f'"{RUN}"',
        "launch options: MANGOHUD=VALUE %command%",
    ),
    ("a-card-that-no-module-drives", "nvidiafb", "n;>x;vidiafb", "(sudo modprobe 'n;>x;vidiafb')"),
    (
        "termux-a-library-that-the-wrapper-driver-needs-is-missing",
        "libadrenotools.so",
        "l;>x;ibadrenotools.so",
        "(apt-file search 'l;>x;ibadrenotools.so', or",
    ),
    (
        "root-alone-may-open-the-node",
        "renderD128",
        f"renderD128{RUN}",
        f"chmod 660 '/dev/dri/renderD128{RUN}' until",
    ),
    (
        "the-linker-finds-the-nvidia-library-of-an-old-bundle-first",
        "drv/lib64",
        "drv/l;>x;ib64",
        "(grep -r '/opt/vizsuite/drv/l;>x;ib64' /etc/",
    ),
    ("a-tilde-that-no-shell-replaces", "=~/", f"=~/{RUN}", f"""VK_DRIVER_FILES="$HOME"'/{RUN}builds"""),
)


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The posted texts by name."""
    rows = (
        row
        for file in sorted(POSTED.glob("*.toml"))
        for row in tomllib.loads(file.read_text(encoding="utf-8"))["text"]
    )
    return {row["name"]: row["text"] for row in rows}


@pytest.mark.parametrize(("name", "old", "new", "line"), PLACES)
def test_a_value_of_the_text_is_quoted(
    tmp_path: Path, texts: dict[str, str], name: str, old: str, new: str, line: str
) -> None:
    """A value that a shell would run something of is one word of the line."""
    assert line in changes(tmp_path, texts[name].replace(old, new))


def test_a_path_of_windows_is_proposed_as_cmd_wants_it(tmp_path: Path, texts: dict[str, str]) -> None:
    """Single quotation marks would be a part of the value."""
    text = texts["quotation-marks-in-an-env-file-belong-to-the-path"].replace(
        "/usr/share/vulkan/icd.d/nvidia_icd.json", "C:\\Program Files\\Vulkan\\nvidia_icd.json"
    )

    assert "keep them): set NAME=C:\\Program Files\\Vulkan\\nvidia_icd.json\n" in changes(tmp_path, text)


@pytest.mark.parametrize(
    ("command", "proposed"),
    [("./app", "./app"), ("./app --wsi x 2>&1 | head", "./app --wsi x"), (f"./app{RUN}", "PROGRAM")],
)
def test_of_a_command_only_the_program_is_proposed(
    tmp_path: Path, texts: dict[str, str], command: str, proposed: str
) -> None:
    """What a poster has run beside it is not run again by whoever copies the line."""
    text = texts["sudo-drops-the-variable-that-asks-for-a-layer"].replace("./app", command)

    assert f"sudo env VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation {proposed}\n" in changes(tmp_path, text)


@pytest.mark.parametrize(
    ("value", "is_proposed"),
    [("C:\\\\layers", True), ("$env:A\\\\b", True), ("C:\\\\$(calc)", False), ("(calc)", False)],
)
def test_no_value_is_proposed_that_powershell_runs_something_of(
    tmp_path: Path, value: str, is_proposed: bool
) -> None:
    """Between double quotes PowerShell runs what is in $( )."""
    found = changes(tmp_path, f"PS C:\\Users\\me> set VK_LAYER_PATH={value}\n")

    assert (f'$env:VK_LAYER_PATH = "{value}"' in found) == is_proposed
    assert "calc" not in found
    assert "in the same window" in found


@pytest.mark.parametrize(
    ("name", "folder", "command"),
    [
        (
            "windows-the-registry-still-names-the-manifest-of-obs-which-is-uninstalled",
            "obs-studio-hook",
            "reg delete",
        ),
        ("an-old-loader-beside-a-program", "Games", "(ren "),
    ],
)
def test_no_path_is_proposed_that_powershell_runs_something_of(
    tmp_path: Path, texts: dict[str, str], name: str, folder: str, command: str
) -> None:
    """Paths stand in double quotes, for cmd.exe."""
    assert command in changes(tmp_path, texts[name])
    assert command not in changes(tmp_path, texts[name].replace(folder, "$(calc)"))


def changes(folder: Path, text: str) -> str:
    """What mends what a text shows, a line for each."""
    log = folder / "log.txt"
    log.write_text(text, encoding="utf-8")
    return "".join(f"{fact.change}\n" for fact in explained(log_at(str(log)), ()).facts)
