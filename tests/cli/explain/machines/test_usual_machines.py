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


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("etc/profile.d/n.sh", "if [ -f {gone} ]; then\n    export VK_ICD_FILENAMES={gone}\nfi\n"),
        ("etc/profile.d/n.sh", "case $X in\nnvidia)\nexport VK_ICD_FILENAMES={gone}\nesac\n"),
        ("etc/profile.d/n.sh", "[ -f {gone} ] || return\nexport VK_ICD_FILENAMES={gone}\n"),
        ("etc/profile.d/n.sh", "export VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/${{N}}_icd.json\n"),
        ("etc/environment", "VK_ICD_FILENAMES={gone}\nVK_DRIVER_FILES={there}\n"),
        ("etc/profile.d/n.sh", "VK_ICD_FILENAMES={gone}\nexport VK_ICD_FILENAMES={there}\n"),
        ("home/u/.local/share/applications/game.desktop", "Exec=env VK_ICD_FILENAMES={there} game %U\n"),
        ("home/u/.xprofile", "VK_ICD_FILENAMES={gone} game &\n"),
    ],
    ids=["if", "case", "return", "$", "the other variable", "set again", "a starter", "a command"],
)
def test_what_a_session_need_not_have(run: Run, tmp_path: Path, file: str, text: str) -> None:
    """A branch may not be taken, and what one program gets, or a variable that is passed over, loses no driver."""
    root = with_a_driver(tmp_path)
    folder = "/usr/share/vulkan/icd.d"
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(text.format(gone=f"{folder}/nvidia_icd.json", there=f"{folder}/radeon_icd.json"))

    told = run("explain", "--root", str(root)).stdout

    assert "worth a look" not in told
    assert f"/{file}:" in told or NOTHING_WRONG in told


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("usr/lib/environment.d/90-nvidia.conf", "VK_ICD_FILENAMES=/gone.json\n"),
        ("home/u/.config/fish/config.fish", "set -gx VK_ICD_FILENAMES /gone.json\n"),
        (
            "etc/profile.d/n.sh",
            "if true; then :; fi\nVK_ICD_FILENAMES='/gone.json'; export VK_ICD_FILENAMES\n",
        ),
    ],
    ids=["systemd", "fish", "two commands"],
)
def test_other_ways_to_set_a_variable(run: Run, tmp_path: Path, file: str, text: str) -> None:
    """Folders of systemd, the shell fish, and the way of old shells."""
    root = with_a_driver(tmp_path)
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(text)

    told = run("explain", "--root", str(root)).stdout

    assert f'/{file}:{text.count(chr(10))} sets VK_ICD_FILENAMES="/gone.json", which is not there' in told


@pytest.mark.parametrize(
    "path", [".local/share/vulkan/implicit_layer.d/x.json", ".config/vulkan/loader_settings.d/s.json"]
)
def test_a_users_folders_in_a_tree(run: Run, tmp_path: Path, path: str) -> None:
    """A tree has no HOME: what programs of a user get besides is not known to be sound."""
    root = with_a_driver(tmp_path)
    file = root / "home/u" / path
    file.parent.mkdir(parents=True)
    file.write_text('{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_TEST_x"}}')

    told = " ".join(run("explain", "--root", str(root)).stdout.split())

    assert NOTHING_WRONG not in told
    assert f'programs of a user also read "/home/u/{"/".join(path.split("/")[:-2])}"' in told
    assert "--env HOME=/home/u includes it" in told
    assert "also read" not in run("explain", "--root", str(root), "--env", "HOME=/home/u").stdout


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


def test_doctor_names_a_manifest_in_a_folder_of_older_documents(run: Run, tmp_path: Path) -> None:
    """The documents of 2018 have /usr/local/etc searched, those since 2022 only where a loader was built for it."""
    root = with_a_driver(tmp_path)
    (root / "usr/local/etc/vulkan/icd.d").mkdir(parents=True)
    (root / "usr/local/etc/vulkan/icd.d/own_icd.json").write_text(RADV % "libvulkan_own.so")

    text = " ".join(run("doctor", "--root", str(root)).stdout.split())

    where = "/usr/local/etc/vulkan/icd.d"
    assert f'"{where}/own_icd.json" is read by loaders that were built for "{where}" (SYSCONFDIR)' in text
    assert 'move it to "/etc/vulkan/icd.d"' in text


def test_doctor_on_a_32_bit_library_behind_a_manifest_of_64_bits(run: Run, tmp_path: Path) -> None:
    """What is missing is the 64-bit library, and no loader for 32-bit programs that nobody has."""
    root = with_a_driver(tmp_path)
    (root / LIB / "libvulkan_intel.so").write_bytes(
        elf([Symbol(name) for name in EXPORTS["driver"]], wide=False, machine=3)
    )
    manifest = root / "usr/share/vulkan/icd.d/intel_icd.x86_64.json"
    manifest.write_text(RADV % f"/{LIB}/libvulkan_intel.so")

    text = " ".join(run("doctor", "--root", str(root)).stdout.split())

    assert 'intel_icd.x86_64.json" is called as one for 64-bit programs, and its library' in text
    assert "apt install --reinstall mesa-vulkan-drivers" in text
    assert "32-bit loader" not in text
    assert text.count("intel_icd.x86_64.json") == 1
    assert NOTHING_WRONG not in run("explain", "--root", str(root)).stdout
    assert "warning MANIFEST-ICD-05: the library is 32-bit" in run("lint", "--root", str(root)).stdout
    manifest.rename(manifest.with_name("intel_icd.i686.json"))
    assert "and no 32-bit loader" in " ".join(run("doctor", "--root", str(root)).stdout.split())
    assert run("explain", "--root", str(root)).stdout.startswith(NOTHING_WRONG)


def test_doctor_on_a_layer_for_32_bits_behind_a_manifest_of_64_bits(run: Run, tmp_path: Path) -> None:
    """The same is said of layers, as MangoHud.x86_64.json."""
    root = with_a_driver(tmp_path)
    (root / LIB / "libtest.so").write_bytes(elf([Symbol(EXPORTS["layer"][0])], wide=False, machine=3))
    folder = root / "usr/share/vulkan/implicit_layer.d"
    folder.mkdir(parents=True)
    (folder / "test.x86_64.json").write_text(
        '{"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_TEST_x", "type": "GLOBAL", "description": "d", '
        f'"api_version": "1.3.0", "implementation_version": "1", "library_path": "/{LIB}/libtest.so", '
        '"enable_environment": {"TEST": "1"}, "disable_environment": {"NO_TEST": "1"}}}'
    )

    text = " ".join(run("doctor", "--root", str(root)).stdout.split())

    assert 'test.x86_64.json" is called as one for 64-bit programs, and its library' in text
    assert "64-bit programs have no layer by it" in text


def test_a_loader_that_is_cut_off(run: Run, tmp_path: Path) -> None:
    """It is named, with what installs it anew, and not compared with the documents."""
    root = machine(tmp_path, target="libvulkan.so.1.3.239", has_target=True)
    whole = elf([Symbol(name) for name in EXPORTS["loader"]])
    (root / LIB / "libvulkan.so.1.3.239").write_bytes(whole[: len(whole) // 2])

    text = " ".join(run("explain", "--root", str(root)).stdout.split())

    assert f'the loader "/{LIB}/libvulkan.so.1" cannot be loaded' in text
    assert "apt install --reinstall libvulkan1" in text
    assert "as the documents say" not in text
