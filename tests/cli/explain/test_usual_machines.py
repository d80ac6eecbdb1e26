"""What machines of distributions have: the loader's name as a link, manifests of EGL, folders by two paths."""

from pathlib import Path

import pytest
from elf_files import Symbol, elf
from field_problems import EXPORTS
from verbs import Run

LIB = "usr/lib/x86_64-linux-gnu"
NOTHING = "programs find no loader"


def machine(root: Path, *, target: str, has_target: bool) -> Path:
    """A machine whose libvulkan.so.1 is a link."""
    folder = root / LIB
    folder.mkdir(parents=True)
    (root / "etc/ld.so.conf.d").mkdir(parents=True)
    (root / "etc/ld.so.conf").write_text("include /etc/ld.so.conf.d/*.conf\n")
    (root / "etc/ld.so.conf.d/x86_64-linux-gnu.conf").write_text(f"/{LIB}\n")
    (root / "etc/os-release").write_text("ID=debian\n")
    (folder / "libvulkan.so.1").symlink_to(target)
    if has_target:
        (folder / target).write_bytes(b"not asked for its content")
    return root


def test_a_link_that_leads_nowhere(run: Run, tmp_path: Path) -> None:
    """As after an upgrade that was broken off: the link is of the old release."""
    root = machine(tmp_path, target="libvulkan.so.1.3.239", has_target=False)

    lines = run("explain", "--root", str(root)).stdout

    assert (
        f'"/{LIB}/libvulkan.so.1" is a link to "/{LIB}/libvulkan.so.1.3.239", which does not exist' in lines
    )
    assert "apt install --reinstall libvulkan1" in lines
    assert NOTHING not in run("doctor", "--root", str(root)).stdout  # it has a sentence of its own


def test_a_link_that_leads_to_the_loader(run: Run, tmp_path: Path) -> None:
    """As on each machine."""
    root = machine(tmp_path, target="libvulkan.so.1.3.239", has_target=True)

    assert NOTHING not in run("explain", "--root", str(root)).stdout


def test_no_loader_at_all(run: Run, tmp_path: Path) -> None:
    """A tree without one is as one that is still to be installed."""
    root = machine(tmp_path, target="libvulkan.so.1.3.239", has_target=False)
    (root / LIB / "libvulkan.so.1").unlink()

    assert NOTHING not in run("explain", "--root", str(root)).stdout


EGL = '{"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_mesa.so.0"}}'
RADV = '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "1.3.0"}}'


@pytest.mark.parametrize("command", ["doctor", "lint"])
def test_the_manifests_of_egl_are_none_of_vulkans(run: Run, tmp_path: Path, command: str) -> None:
    """Each desktop has them in a folder that no loader of Vulkan searches; a driver of Vulkan there is astray."""
    root = machine(tmp_path, target="libvulkan.so.1.3.239", has_target=True)
    folder = root / "usr/share/glvnd/egl_vendor.d"
    folder.mkdir(parents=True)
    (folder / "50_mesa.json").write_text(EGL)
    words = [command, "--root", str(root), *(["--notes"] if command == "lint" else ["-v"])]

    assert "50_mesa.json" not in run(*words).stdout

    (folder / "50_mesa.json").write_text(RADV % "libvulkan_radeon.so")

    assert "50_mesa.json" in run(*words).stdout


def test_two_manifests_of_one_library_by_two_paths(run: Run, tmp_path: Path) -> None:
    """On Debian /lib is a link: the name alone is found there. The manifest beside that of the package goes."""
    root = machine(tmp_path, target="libvulkan.so.1.3.239", has_target=True)
    (root / "lib").symlink_to("usr/lib")
    (root / "etc/ld.so.conf.d/x86_64-linux-gnu.conf").write_text("/lib/x86_64-linux-gnu\n")
    (root / LIB / "libvulkan_radeon.so").write_bytes(elf([Symbol(name) for name in EXPORTS["driver"]]))
    for folder, library in (("etc", f"/{LIB}/libvulkan_radeon.so"), ("usr/share", "libvulkan_radeon.so")):
        (root / folder / "vulkan/icd.d").mkdir(parents=True)
        (root / folder / "vulkan/icd.d/radeon_icd.json").write_text(RADV % library)

    text = run("explain", "--root", str(root)).stdout

    assert "lead to the same library" in text
    assert "two builds" not in text
    assert "to mend it: remove /etc/vulkan/icd.d/radeon_icd.json" in text


def with_a_driver(root: Path) -> Path:
    """A machine with a driver that programs can load."""
    machine(root, target="libvulkan.so.1.3.239", has_target=True)
    (root / LIB / "libvulkan_radeon.so").write_bytes(elf([Symbol(name) for name in EXPORTS["driver"]]))
    (root / "usr/share/vulkan/icd.d").mkdir(parents=True)
    (root / "usr/share/vulkan/icd.d/radeon_icd.json").write_text(RADV % f"/{LIB}/libvulkan_radeon.so")
    return root


NOTHING_WRONG = "nothing is wrong with what programs get here, as far as files show"


def test_a_machine_on_which_nothing_is_wrong(run: Run, tmp_path: Path) -> None:
    """The first line says so, the next ones what that rests on, and what it says nothing of."""
    lines = run("explain", "--root", str(with_a_driver(tmp_path))).stdout.splitlines()

    assert lines[0] == NOTHING_WRONG
    assert lines[1].startswith("  looked at: 1 manifest, ")
    assert ", 0 variables; not at the devices, which refloader doctor asks for" in lines[1]


@pytest.mark.parametrize(
    ("path", "text", "env"),
    [
        ("etc/vulkan/implicit_layer.d/bad.json", "{", ()),
        ("etc/vulkan/implicit_layer.d/old.json", '{"layer": {"name": "VK_LAYER_TEST_old"}}', ()),
        ("etc/nothing", "", ("--env", "VK_ADD_LAYER_PATH=/srv", "--env", "VK_LAYER_PATH=/srv")),
    ],
    ids=["no JSON", "no layer", "a variable without effect"],
)
def test_a_fault_beside_what_programs_get(
    run: Run, tmp_path: Path, path: str, text: str, env: tuple[str, ...]
) -> None:
    """Then the answer does not say that nothing is wrong."""
    root = with_a_driver(tmp_path)
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)

    assert NOTHING_WRONG not in run("explain", "--root", str(root), *env).stdout


def test_a_question_about_a_layer_is_not_answered_so(run: Run, tmp_path: Path) -> None:
    """The answer on a name is about that name alone."""
    root = with_a_driver(tmp_path)

    assert NOTHING_WRONG not in run("explain", "--root", str(root), "radeon").stdout


SETS = "export VK_ICD_FILENAMES={}\n"


@pytest.mark.parametrize("file", ["etc/environment", "etc/profile.d/vulkan.sh", "home/u/.profile"])
def test_a_session_that_names_a_driver_which_is_gone(run: Run, tmp_path: Path, file: str) -> None:
    """A tree has no variables of its own, and files in it that set some for each session."""
    root = with_a_driver(tmp_path)
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text("# of 2021\n" + SETS.format("/usr/share/vulkan/icd.d/nvidia_icd.json"))

    text = run("explain", "--root", str(root)).stdout

    assert (
        f'/{file}:2 sets VK_ICD_FILENAMES="/usr/share/vulkan/icd.d/nvidia_icd.json", which is not there'
        in text
    )
    assert f"take line 2 out of /{file}" in text


@pytest.mark.parametrize("value", ["/usr/share/vulkan/icd.d/radeon_icd.json", "$HOME/icd.json", "~/icd.json"])
def test_a_session_that_names_what_may_be_there(run: Run, tmp_path: Path, value: str) -> None:
    """Then a note says that the answer is without that variable; with it, the variable counts as any other."""
    root = with_a_driver(tmp_path)
    (root / "etc/environment").write_text(SETS.format(value))

    text = " ".join(run("explain", "--root", str(root)).stdout.split())

    assert "/etc/environment:1 sets VK_ICD_FILENAMES for programs of a session" in text
    assert "which is not there" not in text
    assert NOTHING_WRONG not in text
    with_it = run("explain", "--root", str(root), "--env", f"VK_ICD_FILENAMES={value}").stdout
    assert "for programs of a session" not in with_it


def test_doctor_names_a_manifest_that_is_a_link_to_nowhere(run: Run, tmp_path: Path) -> None:
    """As an installer leaves it that is gone: with where it leads, and what sets it aside."""
    root = with_a_driver(tmp_path)
    (root / "etc/vulkan/icd.d").mkdir(parents=True)
    (root / "etc/vulkan/icd.d/amd_icd64.json").symlink_to("/opt/amdgpu-pro/amd_icd64.json")

    text = " ".join(run("doctor", "--root", str(root)).stdout.split())

    where = '"/etc/vulkan/icd.d/amd_icd64.json"'
    assert f'{where} is a link to "/opt/amdgpu-pro/amd_icd64.json", which does not exist' in text
    assert "amd_icd64.json.off" in text
    (root / "etc/vulkan/icd.d/amd_icd64.json").unlink()
    assert "amd_icd64.json" not in run("doctor", "--root", str(root)).stdout
