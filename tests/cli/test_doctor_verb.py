"""``refloader doctor``: what is wrong comes first, with the command that mends it; what is fine takes a line."""

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from verbs import checked_json, manifest

from refloader.cli.main import main
from refloader.doctor import drivers as drivers_of
from refloader.doctor import opening
from refloader.doctor.values import Device, DriverFound, DriverState
from refloader.host.forked import run_forked
from refloader.host.machines.real import RealHost
from refloader.native.mocks import mock_library
from refloader.sandbox import world
from refloader.sandbox.layouts import Way

pytestmark = pytest.mark.slow

LIBRARIES = "usr/lib/x86_64-linux-gnu"
EXPLICIT, IMPLICIT, DRIVERS = (
    f"usr/share/vulkan/{each}.d" for each in ("explicit_layer", "implicit_layer", "icd")
)
MACHINE = bytes.fromhex("7f454c4602010100000000000000000003003e0001000000") + bytes(40)
"""The beginning of a shared library for 64-bit x86."""

MACHINE_32 = bytes.fromhex("7f454c460101010000000000000000000300030001000000") + bytes(40)


def doctor(*words: str, **variables: str | None) -> Result:
    """What the verb prints, with variables set or, with None, unset."""
    return CliRunner().invoke(main, ["doctor", *words], env=variables, catch_exceptions=False)


def plain(result: Result) -> str:
    """What was printed, as one line."""
    return " ".join(result.stdout.split())


def library(place: Path, name: str, data: bytes = MACHINE, folder: str = LIBRARIES) -> Path:
    """A file that looks like a library."""
    path = place / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def driver(place: Path, name: str = "one", folder: str = DRIVERS, **fields: Any) -> Path:
    """A driver's manifest."""
    path = place / folder / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    body = {"library_path": f"lib{name}.so", "api_version": "1.3.0", **fields}
    path.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": body}))
    return path


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A machine with a loader and a driver, in which nothing is wrong."""
    place = tmp_path / "machine"
    library(place, "libvulkan.so.1.4.360")
    (place / LIBRARIES / "libvulkan.so.1").symlink_to("libvulkan.so.1.4.360")
    library(place, "libone.so")
    driver(place)
    return place


def found(place: Path, *words: str, weight: str = "wrong", **variables: str) -> list[dict[str, Any]]:
    """The findings of a weight on a tree."""
    given = [word for name, value in variables.items() for word in ("--env", f"{name}={value}")]
    document = checked_json(doctor("--root", str(place), "--format", "json", *given, *words), "doctor-1")
    return [each for each in document["findings"] if each["weight"] == weight]


class TestTrees:
    """The files of a machine: nothing is run."""

    def test_a_healthy_one(self, tree: Path) -> None:
        """Is told so in one screen, and the exit code is 0."""
        result = doctor("--root", str(tree))

        assert result.exit_code == 0, result.output
        assert result.stdout.splitlines()[0] == "Nothing is wrong with Vulkan here, as far as files show"
        assert "drivers  1 driver, not opened" in result.stdout
        assert "release 1.4.360" in result.stdout

    def test_an_empty_one(self, tmp_path: Path) -> None:
        """Has no loader and no driver, and the distribution says what to install."""
        (tmp_path / "etc").mkdir()
        (tmp_path / "etc/os-release").write_text('ID=acme\nID_LIKE="ubuntu debian"\n')

        wrong = found(tmp_path)

        assert [(each["topic"], each["command"]) for each in wrong] == [
            ("loader", "apt install libvulkan1"),
            ("drivers", "apt install mesa-vulkan-drivers"),
        ]
        assert doctor("--root", str(tmp_path)).exit_code == 1

    def test_a_broken_manifest(self, tree: Path) -> None:
        """Is named with its line, its rule and what looks at it more closely."""
        path = tree / EXPLICIT / "bad.json"
        path.parent.mkdir(parents=True)
        path.write_text('{"file_format_version": "1.2.0",\n')

        (wrong,) = found(tree)

        assert wrong["fact"].startswith(f'"/{EXPLICIT}/bad.json" gives no layer: not JSON: ')
        assert (wrong["rule"], wrong["path"]) == ("LLP_LAYER_6", f"/{EXPLICIT}/bad.json:2")
        assert wrong["command"] == f"refloader lint --root {tree} /{EXPLICIT}/bad.json"

    def test_one_driver_of_two_without_its_library(self, tree: Path) -> None:
        """Is wrong although another one works; the copy that lies elsewhere is found."""
        driver(tree, "two", library_path="/opt/two/libtwo.so")
        library(tree, "libtwo.so", folder="opt/other")

        (wrong,) = found(tree)

        assert "is not found for 64-bit processes" in wrong["fact"]
        assert "/opt/other/libtwo.so" in wrong["advice"]

    def test_two_manifests_for_one_name(self, tree: Path) -> None:
        """In one folder it is undefined which one counts; in two it is worth knowing."""
        for name in ("a", "b"):
            manifest(tree / EXPLICIT, f"{name}.json", library_path=f"lib{name}.so")
        manifest(tree / "etc/vulkan/explicit_layer.d", "c.json", library_path="libc.so")

        (wrong,) = found(tree)
        (note,) = (each for each in found(tree, weight="note") if "cannot have" not in each["fact"])

        assert wrong["rule"] == "DISC-GEN-03"
        assert "which one is used is undefined" in wrong["fact"]
        assert note["rule"] == "DISC-GEN-02"

    def test_an_explicit_layer_without_its_library(self, tree: Path) -> None:
        """A path names one file; a bare name is looked for by each program, whose variables may add folders."""
        manifest(tree / EXPLICIT, "a.json", layer_name="VK_LAYER_TEST_a", library_path="libgone.so")
        manifest(tree / EXPLICIT, "b.json", layer_name="VK_LAYER_TEST_b", library_path="/opt/libgone.so")

        bare, full = (each for each in found(tree, weight="note") if "libgone" in each["fact"])

        assert (
            'is not found here, so programs that are started like this cannot have "VK_LAYER_TEST_a"'
            in bare["fact"]
        )
        assert not bare["command"]
        assert 'is not found: no program can have "VK_LAYER_TEST_b"' in full["fact"]
        assert full["command"]

    def test_a_manifest_beside_the_folder_that_was_meant(self, tree: Path) -> None:
        """Nobody reads it, and it can be moved; one in /opt may lie there on purpose."""
        manifest(tree / "usr/lib/vulkan/implicit_layer.d", "far.json", disable_environment={"NO": "1"})
        manifest(tree / "opt/sdk", "sdk.json", layer_name="VK_LAYER_TEST_sdk")

        (wrong,) = found(tree)
        notes = found(tree, weight="note")

        assert wrong["fact"].startswith('no loader reads "/usr/lib/vulkan/implicit_layer.d/far.json"')
        assert wrong["topic"] == "files"
        assert [each["path"] for each in notes] == ["/opt/sdk/sdk.json"]

    def test_a_folder_with_a_slip_in_its_name(self, tree: Path) -> None:
        """What lies in it was meant for the folder of the right name."""
        folder = "etc/vulkan/implicit_layers.d"
        manifest(tree / folder, "far.json", disable_environment={"NO": "1"})

        (wrong,) = found(tree)

        right = "/etc/vulkan/implicit_layer.d"
        assert wrong["fact"].endswith(f'loaders search "{right}", not "/{folder}"')
        assert wrong["command"] == f"mkdir -p {tree}{right} && mv {tree}/{folder}/far.json {tree}{right}"

    def test_an_override_layer(self, tree: Path) -> None:
        """Is worth knowing, with what programs get without it."""
        manifest(tree / EXPLICIT, layer_name="VK_LAYER_TEST_one")
        manifest(tree / "opt/layers", layer_name="VK_LAYER_TEST_two")
        library(tree, "libVkLayer_good.so", folder="opt/layers")
        body = {
            "component_layers": ["VK_LAYER_TEST_two"],
            "override_paths": ["/opt/layers"],
            "disable_environment": {"NO": "1"},
        }
        name = "VK_LAYER_LUNARG_override"
        manifest(tree / IMPLICIT, "override.json", drop="library_path", layer_name=name, **body)

        notes = [each for each in found(tree, weight="note") if "override layer" in each["fact"]]

        assert [each["command"] for each in notes] == [
            f"mv {tree}/{IMPLICIT}/override.json {tree}/{IMPLICIT}/override.json.off"
        ]
        assert notes[0]["fact"].endswith("without it, programs also get VK_LAYER_TEST_one")

    def test_variables(self, tree: Path) -> None:
        """What has no effect is wrong; what hides something is worth knowing."""
        manifest(tree / EXPLICIT, layer_name="VK_LAYER_TEST_one")
        (tree / "opt/layers").mkdir(parents=True)
        given = {"VK_LAYER_PATH": "/opt/layers", "VK_ADD_LAYER_PATH": "/opt/layers"}

        wrong, notes = found(tree, **given), found(tree, weight="note", **given)

        assert [each["command"] for each in wrong] == ["unset VK_ADD_LAYER_PATH"]
        assert wrong[0]["fact"] == "VK_ADD_LAYER_PATH is ignored because VK_LAYER_PATH is set"
        assert [each["command"] for each in notes] == ["unset VK_LAYER_PATH"]
        assert notes[0]["fact"].endswith("without it, programs also get VK_LAYER_TEST_one")

    def test_a_layer_that_a_variable_asks_for(self, tree: Path) -> None:
        """Has the answer and the change of explain, once."""
        manifest(tree / EXPLICIT, layer_name="VK_LAYER_TEST_one")
        library(tree, "libVkLayer_good.so", folder=EXPLICIT)

        (wrong,) = found(tree, VK_INSTANCE_LAYERS="VK_LAYER_TEST_onee")

        assert wrong["fact"].startswith("VK_LAYER_TEST_onee is not found")
        assert wrong["command"] == "export VK_INSTANCE_LAYERS=VK_LAYER_TEST_one"


class TestLoaders:
    """The loader that programs get, and what its release does here."""

    def test_an_older_one_in_front(self, tree: Path) -> None:
        """Is wrong; a newer one in front is worth knowing."""
        library(tree, "libvulkan.so.1.3.204", folder="opt/old")
        (tree / "opt/old/libvulkan.so.1").symlink_to("libvulkan.so.1.3.204")

        (wrong,) = found(tree, LD_LIBRARY_PATH="/opt/old")

        assert wrong["fact"] == (
            "programs get /opt/old/libvulkan.so.1.3.204 (release 1.3.204) and not "
            f"/{LIBRARIES}/libvulkan.so.1.4.360 (release 1.4.360)"
        )

    def test_sdl_opens_another_one(self, tree: Path) -> None:
        """What its variable names is not the loader of other programs; if it is gone, there is no Vulkan with SDL."""
        library(tree, "libvulkan.so.1.3.204", folder="opt/old")

        other = doctor("--root", str(tree), "--env", "SDL_VULKAN_LIBRARY=/opt/old/libvulkan.so.1.3.204")
        gone = doctor("--root", str(tree), "--env", "SDL_VULKAN_LIBRARY=/opt/gone/libvulkan.so.1")
        same = doctor("--root", str(tree), "--env", "SDL_VULKAN_LIBRARY=libvulkan.so.1")

        assert '64-bit programs that use SDL open "/opt/old/libvulkan.so.1.3.204", not' in plain(other)
        assert "unset SDL_VULKAN_LIBRARY if that is not meant" in plain(other)
        assert "it is not found, so that 64-bit programs that use SDL get no Vulkan" in plain(gone)
        assert "unset SDL_VULKAN_LIBRARY" in plain(gone)
        assert "SDL" not in plain(same)
        assert [each.exit_code for each in (other, gone, same)] == [0, 0, 0]

    def test_sdl_opens_a_relative_path(self, tree: Path) -> None:
        """It leads each program from its own working directory: nothing is known of it."""
        found = doctor("--root", str(tree), "--env", "SDL_VULKAN_LIBRARY=./libvulkan.so.1")

        assert "SDL" not in plain(found)

    def test_a_layer_that_no_loader_can_enter(self, tree: Path) -> None:
        """Its library is there and is no layer: a loader itself, as explain says when it is asked for the layer."""
        manifest(tree / IMPLICIT, disable_environment={"NO": "1"}, library_path="libvulkan.so.1")

        (wrong,) = found(tree)

        assert "is called like a loader and is no layer" in wrong["fact"]

    def test_a_trait_counts_where_it_changes_something(self, tree: Path) -> None:
        """A release that finds no layer in this manifest is named with the trait; without the manifest it is not."""
        (tree / LIBRARIES / "libvulkan.so.1").unlink()
        (tree / LIBRARIES / "libvulkan.so.1.4.360").unlink()
        library(tree, "libvulkan.so.1.3.239")
        (tree / LIBRARIES / "libvulkan.so.1").symlink_to("libvulkan.so.1.3.239")
        before = checked_json(doctor("--root", str(tree), "--format", "json"), "doctor-1")
        path = Path(manifest(tree / IMPLICIT, disable_environment={"NO": "1"}))
        library(tree, "libVkLayer_good.so", folder=LIBRARIES)
        path.write_text(json.dumps({**json.loads(path.read_text()), "note": 1}))

        after = checked_json(doctor("--root", str(tree), "--format", "json"), "doctor-1")

        assert (before["verdict"], before["loader"]["traits"]) == ("healthy", [])
        assert [each["id"] for each in after["loader"]["traits"]] == ["key-after-layer"]
        assert after["verdict"] == "wrong"
        assert any('"note" follows "layer"' in each["fact"] for each in after["findings"])
        assert after["loader"]["known_failures"] > 0

    def test_two_files_that_fail_every_instance(self, tree: Path) -> None:
        """Removing one of them changes nothing in a release that refuses every instance beside either."""
        (tree / LIBRARIES / "libvulkan.so.1").unlink()
        (tree / LIBRARIES / "libvulkan.so.1.4.360").unlink()
        library(tree, "libvulkan.so.1.3.239")
        (tree / LIBRARIES / "libvulkan.so.1").symlink_to("libvulkan.so.1.3.239")
        (tree / IMPLICIT).mkdir(parents=True, exist_ok=True)
        for name in ("one.json", "two.json"):
            (tree / IMPLICIT / name).write_text('{"layer": {},}')

        wrong = found(tree)

        files = [f"{tree}/{IMPLICIT}/{name}" for name in ("one.json", "two.json")]
        assert {f"mv {path} {path}.off" for path in files} == set(wrong[0]["command"].split(" && "))

    def test_a_variable_that_the_release_does_not_read(self, tree: Path) -> None:
        """Is said, with the release that does."""
        (tree / LIBRARIES / "libvulkan.so.1").unlink()
        (tree / LIBRARIES / "libvulkan.so.1.4.360").unlink()
        library(tree, "libvulkan.so.1.3.204")
        (tree / LIBRARIES / "libvulkan.so.1").symlink_to("libvulkan.so.1.3.204")

        wrong = found(tree, VK_LOADER_LAYERS_DISABLE="~implicit~")

        assert [each["command"] for each in wrong] == ["unset VK_LOADER_LAYERS_DISABLE"]
        assert "loaders from 1.3.234 on do" in wrong[0]["fact"]

    def test_a_snapshot_has_the_same_findings(self, tree: Path, tmp_path: Path) -> None:
        """It holds the machine's loader, and what its layers and drivers are."""
        driver(tree, "two", library_path="/opt/two/libtwo.so")
        manifest(tree / EXPLICIT, "good.json", drop="name")
        snapshot = str(tmp_path / "machine.json")
        words = ["snapshot", "--root", str(tree), "-o", snapshot]
        assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0

        there = checked_json(doctor("--root", str(tree), "--format", "json"), "doctor-1")
        again = checked_json(doctor("--snapshot", snapshot, "--format", "json"), "doctor-1")

        assert len(there["findings"]) == 2
        for each in there["findings"]:  # a snapshot is no tree, whose files lint could read
            each["command"] = each["command"].replace(f" --root {tree}", "").replace(f"{tree}/", "/")
        assert again["findings"] == there["findings"]
        assert again["loader"] == there["loader"]

    def test_of_what_nothing_is_known(self, tmp_path: Path) -> None:
        """A snapshot of a log does not say whether there is a loader: that is not known, and not wrong."""
        log = Path(__file__).parents[2] / "fixtures/logs/debian-12-loader.log"
        snapshot = str(tmp_path / "machine.json")
        CliRunner().invoke(main, ["snapshot", "--from-log", str(log), "-o", snapshot], catch_exceptions=False)

        result = doctor("--snapshot", snapshot)

        assert result.exit_code == 3
        assert "whether there is a loader is not known" in result.stdout


class TestWordSizes:
    """A stack for 32-bit programs that is half there."""

    def test_a_loader_without_a_driver(self, tree: Path) -> None:
        """32-bit programs find no device."""
        library(tree, "libvulkan.so.1", MACHINE_32, "usr/lib/i386-linux-gnu")
        (tree / "etc").mkdir(exist_ok=True)
        (tree / "etc/ld.so.conf").write_text("/usr/lib/i386-linux-gnu\n/usr/lib/x86_64-linux-gnu\n")

        (wrong,) = found(tree)

        assert wrong["topic"] == "32-bit"
        assert wrong["fact"].endswith("and no driver")

    def test_drivers_without_a_loader(self, tree: Path) -> None:
        """And the driver of the other word size is not wrong by itself."""
        driver(tree, "two", library_path="/usr/lib32/libtwo.so")
        library(tree, "libtwo.so", MACHINE_32, "usr/lib32")

        (wrong,) = found(tree)

        assert wrong["topic"] == "32-bit"
        assert wrong["fact"].endswith("and no 32-bit loader")


@pytest.fixture
def drivers(tmp_path: Path) -> Path:
    """A folder for mock drivers that the sandbox can read; skips where there are none."""
    if mock_library("mock_icd") is None:
        pytest.skip("the mock driver is not built (install with a C compiler)")
    if world.capabilities().way is Way.VARIABLES:
        pytest.skip("this machine has no namespaces")
    return tmp_path


def flagged(place: Path, name: str, **flags: str) -> str:
    """The manifest of a mock driver with these flags."""
    source = mock_library("mock_icd")
    assert source is not None
    path = place / f"lib{name}.so"
    shutil.copy(source, path)
    Path(f"{path}.flags").write_text("".join(f"{key}={value}\n" for key, value in flags.items()))
    return str(driver(place, name, "", library_path=str(path)))


class TestOpening:
    """Drivers are opened in the sandbox, each for a limited time."""

    def test_what_becomes_of_them(self, drivers: Path) -> None:
        """A crash and a hang are said plainly, and the others are not held up."""
        words = {"crash": "vkEnumeratePhysicalDevices", "hang": "vkCreateInstance"}
        paths = [flagged(drivers, name, **{name: command}) for name, command in words.items()]
        paths.append(flagged(drivers, "well", device_name="a mock device", whole="1"))

        document = checked_json(doctor("--format", "json", VK_DRIVER_FILES=":".join(paths)), "doctor-1")

        by_name = {Path(each["manifest"]).stem: each for each in document["drivers"]}
        assert by_name["crash"]["state"] == "crashes"
        assert by_name["crash"]["detail"] == "SIGSEGV while its devices are asked for"
        assert by_name["hang"]["state"] == "does not answer"
        assert by_name["well"]["state"] == "gives devices"
        assert [device["name"] for device in by_name["well"]["devices"]] == ["a mock device"]
        facts = [each["fact"] for each in document["findings"] if each["weight"] == "wrong"]
        assert any('crash.json" crashes: SIGSEGV while its devices are asked for' in fact for fact in facts)

    def test_no_device(self, drivers: Path) -> None:
        """Is wrong, unless nothing is run."""
        path = flagged(drivers, "none", devices="0")

        opened = doctor(VK_DRIVER_FILES=path)
        read = doctor("--no-run", VK_DRIVER_FILES=path)

        assert opened.exit_code == 1
        assert "no driver gives a device" in opened.stdout
        assert "no driver gives a device" not in read.stdout
        assert "1 driver, not opened" in read.stdout

    def test_a_driver_that_could_not_be_opened(self, drivers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nothing wrong was found, and that is not the same as that nothing is wrong: exit code 3."""
        answer = (DriverState.NOT_RUN, (), "no sandbox", 0.0)
        monkeypatch.setattr(opening, "_driver", lambda _: answer)

        result = doctor(VK_DRIVER_FILES=flagged(drivers, "one"))

        if "wrong with Vulkan" in result.stdout:
            pytest.skip("something is wrong with this machine")
        assert result.exit_code == 3
        assert "could not be opened" in result.stdout

    def test_only_so_many(self, drivers: Path) -> None:
        """More drivers than anybody has are counted, and not run."""
        one = opening.Opening([f"/nowhere/{number}.so" for number in range(opening.MOST + 2)])

        answers, _ = one.ended()

        assert len(answers) == opening.MOST + 2
        assert answers[f"/nowhere/{opening.MOST}.so"][2] == f"only {opening.MOST} drivers are opened"


class TestDevices:
    """A GPU that no program gets."""

    CPU = DriverFound("/a.json", "/a.so", DriverState.DEVICES, (Device("llvmpipe", "cpu"),))
    NONE = DriverFound("/b.json", "/b.so", DriverState.NO_DEVICE)

    @pytest.fixture(autouse=True)
    def gpu(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A machine with a GPU that everybody may open."""
        monkeypatch.setattr(drivers_of, "gpu_nodes", lambda: ("/dev/dri/renderD128",))
        monkeypatch.setattr(drivers_of.os, "access", lambda *_: True)

    def test_only_the_processor(self) -> None:
        """Is wrong, unless variables choose the drivers."""
        (wrong,) = drivers_of.of_devices(RealHost(), [self.CPU, self.NONE])

        assert wrong.fact.startswith(
            "the only device is the processor (no GPU), and the machine has /dev/dri/"
        )
        assert [*drivers_of.of_devices(RealHost(), [self.CPU], steered=True)] == []

    def test_a_gpu_that_this_user_may_not_open(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The group that may is named in the command."""
        monkeypatch.setattr(drivers_of.os, "access", lambda *_: False)
        monkeypatch.setattr(drivers_of, "_group", lambda _: "render")

        (wrong,) = drivers_of.of_devices(RealHost(), [self.NONE])

        assert wrong.fact == "no driver gives a device: this user may not open /dev/dri/renderD128"
        assert wrong.command == 'sudo usermod -aG render "$USER"'

    def test_a_gpu_in_use(self) -> None:
        """Is not wrong, whatever other drivers find."""
        gpu = DriverFound("/c.json", "/c.so", DriverState.DEVICES, (Device("a GPU", "discrete"),))

        assert [*drivers_of.of_devices(RealHost(), [self.CPU, self.NONE, gpu])] == []


class TestThisMachine:
    """The real machine."""

    def test_one_screen(self) -> None:
        """80 columns and 24 lines, and what is fine has a line for each part."""
        result = doctor()

        lines = result.stdout.splitlines()
        assert result.exit_code in (0, 1), result.output
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
        assert [line.split()[0] for line in lines if line[:1].islower() and line[8:9] == " "] == [
            "loader",
            "drivers",
            "layers",
            "conform",
        ]

    def test_with_much_that_is_wrong(self, tmp_path: Path) -> None:
        """Is one screen too, and says how much is left out."""
        for number in range(40):
            (tmp_path / f"{number}.json").write_text("{")

        result = doctor("--no-run", VK_ADD_LAYER_PATH=str(tmp_path))

        assert result.exit_code == 1
        assert len(result.stdout.splitlines()) <= 24
        wrong = int(result.stdout.split()[0])
        shown = re.findall(r"^\d+\.", result.stdout, re.MULTILINE)
        rest = re.search(r"^and (\d+) more(, and \d+ not wrong)?: -v$", result.stdout, re.MULTILINE)
        assert wrong > 40
        assert rest is not None
        assert len(shown) + int(rest[1]) == wrong
        assert len(doctor("--no-run", "-v", VK_ADD_LAYER_PATH=str(tmp_path)).stdout.splitlines()) > 40

    @pytest.mark.parametrize(
        "variables",
        [{"HOME": None}, {"HOME": ""}, {"HOME": "/dev/null"}, {"PATH": ""}, {"VK_DRIVER_FILES": "\x1b[2J"}],
        ids=str,
    )
    def test_odd_surroundings(self, variables: dict[str, str | None]) -> None:
        """Whatever is set or not, there is an answer, and no control character."""
        result = doctor("--no-run", **variables)

        assert result.exit_code in (0, 1)
        assert "\x1b" not in result.stdout

    def test_a_folder_that_cannot_be_read(self, tmp_path: Path) -> None:
        """As a user without rights: it is said, and there is no traceback."""
        if os.geteuid() != 0:
            pytest.skip("only root can become somebody else")
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o700)
        doctor("--no-run")  # so that everything is imported: others may not read this installation

        def as_nobody() -> tuple[int, str]:
            os.setuid(65534)
            result = doctor("--no-run", VK_LAYER_PATH=str(closed))
            return result.exit_code, result.output

        (ended,) = run_forked([("nobody", as_nobody)], workers=1, limit=60)

        assert ended.problem == ""
        assert ended.answer[0] == 1
        assert f'"{closed}" (from VK_LAYER_PATH) cannot be read' in " ".join(ended.answer[1].split())

    def test_wrong_usage(self) -> None:
        """A file for the text."""
        assert doctor("-o", "x").exit_code == 2


class TestManifestsAsTheLoaderHereTakesThem:
    """What the machine's release takes and the documents have refused is no fault of that machine."""

    @staticmethod
    def found(tmp_path: Path, text: str) -> dict[str, Any]:
        """The finding on a manifest of this text, on a machine with 1.3.204."""
        library(tmp_path, "libvulkan.so.1.3.204")
        (tmp_path / LIBRARIES / "libvulkan.so.1").symlink_to("libvulkan.so.1.3.204")
        Path(manifest(tmp_path / EXPLICIT, "odd.json")).write_text(text)
        document = checked_json(doctor("--root", str(tmp_path), "--format", "json"), "doctor-1")
        finding: dict[str, Any] = next(each for each in document["findings"] if "odd.json" in each["fact"])
        return finding

    def test_text_behind_the_value(self, tmp_path: Path) -> None:
        """1.3.204 reads such a manifest: that is worth knowing."""
        text = Path(manifest(tmp_path / "model")).read_text()

        found = self.found(tmp_path, f"{text} trailing")

        assert found["fact"].startswith(
            'the loader here, release 1.3.204, takes "/usr/share/vulkan/explicit_layer.d/odd.json", '
            "which by the documents is refused: text after the end"
        )
        assert found["weight"] == "note"

    def test_a_key_that_is_missing(self, tmp_path: Path) -> None:
        """1.3.204 leaves such a layer out as well: that is wrong."""
        text = Path(manifest(tmp_path / "model", drop="implementation_version")).read_text()

        found = self.found(tmp_path, text)

        assert 'odd.json" is not used: the required key "implementation_version"' in found["fact"]
        assert found["weight"] == "wrong"

    def test_a_manifest_that_it_reads_in_part(self, tmp_path: Path) -> None:
        """1.4.335 lists such a layer without a library, which is no layer that it takes."""
        library(tmp_path, "libvulkan.so.1.4.335")
        (tmp_path / LIBRARIES / "libvulkan.so.1").symlink_to("libvulkan.so.1.4.335")
        manifest(tmp_path / EXPLICIT, "odd.json", implementation_version=True)

        document = checked_json(doctor("--root", str(tmp_path), "--format", "json"), "doctor-1")

        (found,) = [each for each in document["findings"] if "odd.json" in each["fact"]]
        assert (found["weight"], "takes" in found["fact"]) == ("wrong", False)

    def test_files_without_a_loader(self, tmp_path: Path) -> None:
        """What the newest release takes is not said to give no layer."""
        text = Path(manifest(tmp_path / "model")).read_text()
        Path(manifest(tmp_path / EXPLICIT, "odd.json")).write_text(f"{text} trailing")

        document = checked_json(doctor("--root", str(tmp_path), "--format", "json"), "doctor-1")

        (found,) = [each for each in document["findings"] if "odd.json" in each["fact"]]
        assert found["fact"].startswith("the newest loaders take")
        assert found["weight"] == "note"


class TestCommandsAndSentences:
    """A command works where it is read, and a sentence is not cut where there is room for it."""

    def test_lint_names_the_tree(self, tmp_path: Path) -> None:
        """The path is one in the tree."""
        Path(manifest(tmp_path / EXPLICIT, "odd.json")).write_text('{"layer": []}')

        text = doctor("--root", str(tmp_path)).stdout
        answer = CliRunner().invoke(main, ["explain", "--root", str(tmp_path), "odd.json"]).stdout

        command = f"refloader lint --root {tmp_path} /{EXPLICIT}/odd.json"
        assert command in text
        assert command in answer

    def test_the_reason_at_the_end_of_a_long_sentence(self, tmp_path: Path) -> None:
        """Paths of several lines stand before it."""
        file = Path(manifest(tmp_path / EXPLICIT, f"{'long ' * 30}end.json", type="odd"))
        file.write_text(file.read_text().replace("VK_LAYER_TEST_", "VK_LAYER_TEST_" + "long " * 30))

        text = " ".join(doctor("--root", str(tmp_path)).stdout.split())

        assert 'is not used: "type" is "odd"' in text
