"""``refloader lint`` on packages: what they would install is judged as if it were installed."""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from verbs import Run, checked_json

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "host"))

from elf_files import elf
from packages_made import FOLDER, NEGOTIATES, deb, every_kind, files, manifest, tar, zipped

from refloader.cli.main import main

KINDS = every_kind()


def package(folder: Path, name: str, data: bytes) -> str:
    """A package in a folder."""
    path = folder / name
    path.write_bytes(data)
    return str(path)


def findings(run: Run, *arguments: str) -> list[dict[str, Any]]:
    """What lint finds, as its JSON has it."""
    found: list[dict[str, Any]] = checked_json(run("lint", "--format", "json", *arguments), "lint-1")[
        "findings"
    ]
    return found


class TestPackages:
    """A package among the PATHs is judged by what it installs; no file of it is written anywhere."""

    @pytest.mark.parametrize("name", KINDS)
    def test_a_good_one(self, run: Run, tmp_path: Path, name: str) -> None:
        """A layer that keeps the rules has no finding, whatever it is packed as."""
        result = run("lint", package(tmp_path, name, KINDS[name]))

        assert (result.exit_code, result.stdout) == (0, "1 manifest: 0 errors, 0 warnings, 0 notes\n")

    def test_one_without_manifests(self, run: Run, tmp_path: Path) -> None:
        """It is said that the package has none; another path would be of no use."""
        path = package(tmp_path, "libvulkan1.deb", deb(tar({"usr/lib/libvulkan.so.1.3.239": elf([])})))

        result = run("lint", path)

        assert result.exit_code == 2
        assert (
            "no file in it is the manifest of a layer or a driver, so nothing can be checked" in result.stderr
        )
        assert "Usage" not in result.stderr

    def test_the_place_of_a_finding(self, run: Run, tmp_path: Path) -> None:
        """A finding has the member with its line and column, and the line can be shown."""
        path = package(tmp_path, "bad.deb", deb(tar(files(type="SOMETHING"))))

        (found,) = [each for each in findings(run, path) if each["severity"] == "error"]
        shown = run("lint", "--context", path)

        assert found["path"] == f"{path}!/{FOLDER}/good.json"
        assert (found["line"], found["column"]) == (5, 11)
        assert '"type": "SOMETHING"' in shown.stdout
        assert shown.exit_code == 1

    @pytest.mark.parametrize("drop", ["usr/lib/libVkLayer_good.so", ""])
    def test_as_the_extracted_tree(self, run: Run, tmp_path: Path, drop: str) -> None:
        """The findings are those of lint --root on the same files."""
        members = {name: data for name, data in files(api_version="1.x").items() if name != drop}
        for name, data in members.items():
            place = tmp_path / "tree" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        path = package(tmp_path, "bad.deb", deb(tar(members)))

        packed = findings(run, path)
        extracted = findings(run, "--root", str(tmp_path / "tree"))

        assert [{**each, "path": f"{path}!{each['path']}"} for each in extracted] == packed
        assert packed

    def test_as_the_root(self, run: Run, tmp_path: Path) -> None:
        """--root may name a package, and a PATH then lies in it."""
        path = package(tmp_path, "good.deb", KINDS["xz.deb"])

        whole = run("lint", "--root", path)
        one = run("lint", "--root", path, f"/{FOLDER}/good.json")
        none = run("lint", "--root", path, "/none")

        assert (whole.exit_code, one.exit_code, none.exit_code) == (0, 0, 2)
        assert f"/none does not exist in {path}" in none.stderr

    @pytest.mark.parametrize(
        ("library", "severity"), [({}, "note"), ({"usr/lib/libother.so": elf(NEGOTIATES)}, "warning")]
    )
    def test_a_bare_name_that_another_package_may_bring(
        self, run: Run, tmp_path: Path, library: dict[str, bytes], severity: str
    ) -> None:
        """A package without any library depends on another; one that brings libraries may have forgotten this one."""
        data = deb(tar({f"{FOLDER}/good.json": manifest("libVkLayer_good.so"), **library}))

        [found] = [
            each for each in findings(run, package(tmp_path, "b.deb", data)) if each["rule"] == "LLP_LAYER_20"
        ]

        assert found["severity"] == severity
        assert ("another brings it" in found["message"]) is (severity == "note")

    def test_several_are_one_machine(self, run: Run, tmp_path: Path) -> None:
        """A library in one package is found by a manifest in another, and packages go with other paths."""
        only_library = package(tmp_path, "a.deb", deb(tar({"usr/lib/libVkLayer_good.so": elf(NEGOTIATES)})))
        only_manifest = package(tmp_path, "b.deb", deb(tar({f"{FOLDER}/good.json": manifest()})))
        beside = package(tmp_path, "beside.json", manifest("x.so", name="VK_LAYER_TEST_beside"))

        alone = run("lint", only_manifest)
        together = run("lint", only_library, only_manifest, beside)

        assert alone.exit_code == 1
        assert together.exit_code == 0
        assert together.stdout.startswith("2 manifests: ")

    def test_what_is_wrong_with_a_package(self, run: Run, tmp_path: Path) -> None:
        """A package that cannot be read is an error with its path, and others are judged nevertheless."""
        broken = package(tmp_path, "broken.deb", KINDS["xz.deb"][:700])
        good = package(tmp_path, "good.deb", KINDS["xz.deb"])

        (found,) = findings(run, broken, good)

        assert (found["path"], found["rule"], found["severity"]) == (broken, "LLP_LAYER_6", "error")
        assert found["message"] == "it is cut short"

    def test_a_package_as_the_machine(self, run: Run, tmp_path: Path) -> None:
        """The message names the file that cannot be read, as a machine of it is none."""
        broken = package(tmp_path, "broken.deb", KINDS["xz.deb"][:700])

        result = run("explain", "--root", broken, "acme")

        assert result.exit_code == 2
        assert f"--root: {broken}: it is cut short" in result.output

    def test_what_is_not_json_is_checked_no_further(self, run: Run, tmp_path: Path) -> None:
        """That is said of a package, too."""
        data = deb(tar({f"{FOLDER}/odd.json": manifest().replace(b'"type"', b'"type" "')}))

        result = run("lint", package(tmp_path, "odd.deb", data))

        assert "the rest of the manifest was not checked, as it is not JSON" in result.stdout

    def test_a_broken_member(self, run: Run, tmp_path: Path) -> None:
        """A manifest that cannot be had from its package is an error at its place."""
        data = bytearray(zipped({f"{FOLDER}/good.json": manifest()}))
        data[6] |= 1
        data[data.index(b"PK\x01\x02") + 8] |= 1
        path = package(tmp_path, "locked.zip", bytes(data))

        (found,) = findings(run, path)

        assert found["path"] == f"{path}!/{FOLDER}/good.json"
        assert "it is encrypted" in found["message"]

    @pytest.mark.parametrize("path", ["/opt/x/libx.so", "libx.so"])
    def test_a_package_that_goes_anywhere(self, run: Run, tmp_path: Path, path: str) -> None:
        """What else is on the machine is not known, so nothing there is missed."""
        name = package(tmp_path, "any.zip", zipped({"share/vulkan/explicit_layer.d/x.json": manifest(path)}))

        result = run("lint", "--notes", name)

        assert result.exit_code == 0
        assert "0 errors, 0 warnings, 1 note" in result.stdout
        assert "is installed is not known" in result.stdout

    def test_nothing_in_it(self, run: Run, tmp_path: Path) -> None:
        """A package without a manifest is wrong usage, as a folder without one is."""
        name = package(tmp_path, "other.tar.gz", gzip.compress(tar({"usr/bin/x": b""})))

        result = run("lint", name)

        assert result.exit_code == 2
        assert f"no manifest is found in {name}; no file in it is the manifest" in " ".join(
            result.stderr.split()
        )

    def test_a_folder_with_packages_alone(self, run: Run, tmp_path: Path) -> None:
        """They are not opened unasked, so one of them is named as what to ask for."""
        name = package(tmp_path, "layer.deb", deb(tar(files())))

        result = run("lint", str(tmp_path))

        assert result.exit_code == 2
        assert f"not opened: name them, such as {name}" in " ".join(result.stderr.split())

    def test_formats_for_tools(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """SARIF has the member as a relative reference."""
        monkeypatch.chdir(tmp_path)
        package(tmp_path, "bad.deb", deb(tar(files(type="SOMETHING"))))

        document = json.loads(run("lint", "--format", "sarif", "bad.deb").stdout)
        (result,) = document["runs"][0]["results"]

        place = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert (place["uri"], place["uriBaseId"]) == (f"bad.deb!/{FOLDER}/good.json", "%SRCROOT%")


class TestOtherSystems:
    """A package is judged by the rules of the system that it is for."""

    def test_a_package_for_windows(self, run: Run, tmp_path: Path) -> None:
        """A manifest in a package that loaders do not know is judged, and a note says who would find it."""
        data = {
            "AppxManifest.xml": b'<Package><Identity Name="Vendor.Tool"/></Package>',
            "layer.json": manifest(".\\layer.dll"),
        }
        path = package(tmp_path, "tool.msix", zipped(data))

        found = {(each["rule"], each["path"]): each["severity"] for each in findings(run, path)}

        assert found == {
            ("DISC-WINDOWS-12", path): "note",
            ("LLP_LAYER_20", f"{path}!/layer.json"): "error",
        }

    def test_an_android_application(self, run: Run, tmp_path: Path) -> None:
        """A library of layers that a loader cannot ask is an error; manifests count for nothing."""
        data = {
            "AndroidManifest.xml": b"",
            "assets/layer.json": b"{",
            "lib/arm64-v8a/libVkLayer_x.so": elf(NEGOTIATES, machine=183),
        }
        path = package(tmp_path, "app.apk", zipped(data))

        found = findings(run, path)

        assert {(each["rule"], each["path"]) for each in found} == {
            ("DISC-ANDROID-03", f"{path}!/lib/arm64-v8a/libVkLayer_x.so")
        }
        assert "vkEnumerateInstanceLayerProperties" in found[0]["message"]

    def test_explaining_one(self, run: Run, tmp_path: Path) -> None:
        """explain takes a package for the machine as well."""
        path = package(tmp_path, "good.rpm", KINDS["xz.rpm"])

        result = run("explain", "--root", path, "--request", "VK_LAYER_TEST_good", "VK_LAYER_TEST_good")

        assert f"/{FOLDER}/good.json" in result.stdout
        assert "VK_LAYER_TEST_good is active" in result.stdout

    @pytest.mark.parametrize("option", ["--map", "--reg", "--hive", "--package", "--snapshot", "--bundle"])
    def test_options_of_another_machine(self, run: Run, tmp_path: Path, option: str) -> None:
        """What would be left out of account is wrong usage."""
        path = package(tmp_path, "good.deb", KINDS["plain.deb"])

        assert run("lint", path, option, "x=y").exit_code == 2


class TestStandardInput:
    """A package is read from a file, which can be gone back in."""

    def test_a_package_on_standard_input(self) -> None:
        """It is told what to do instead of what is no JSON."""
        result = CliRunner().invoke(main, ["lint", "-"], input=deb(tar(files())))

        assert result.exit_code == 2
        assert "standard input holds a package" in result.output


class TestFoldersOfPackages:
    """A package of a system leaves the folders alone that are for what is built locally."""

    def test_a_package_in_usr_local_is_told(self, run: Run, tmp_path: Path) -> None:
        """The layer is found there, and the note says which rule of the documents it leaves."""
        members = {
            path.replace("usr/share/vulkan", "usr/local/share/vulkan"): data for path, data in files().items()
        }
        path = package(tmp_path, "p.deb", deb(tar(members)))

        told = [each for each in findings(run, path) if each["rule"] == "DISC-LINUX-12"]

        assert [(each["severity"], each["path"].partition("!")[2]) for each in told] == [
            ("note", f"/usr/local/share/vulkan/{told[0]['path'].split('/vulkan/')[1]}")
        ]


def test_a_package_that_nothing_here_can_unpack(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is no fault of the package: 3, with the command that helps, and no finding."""
    zstandard = pytest.importorskip("zstandard")
    path = package(tmp_path, "a.deb", deb(zstandard.ZstdCompressor().compress(tar(files())), ".zst"))

    def refuse(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("refloader.host.archives.streams.import_module", refuse)
    done = run("lint", path)

    assert (done.exit_code, done.stdout) == (3, "")
    assert f"{path} cannot be judged: it is packed with zstd" in done.stderr
    assert "pip install zstandard" in done.stderr


@pytest.mark.parametrize(("facts", "errors"), [({}, 0), ({"type": "SOMETHING"}, 1)])
def test_one_of_several_that_is_not_read(
    run: Run, tmp_path: Path, facts: dict[str, Any], errors: int
) -> None:
    """The others are judged, but not their libraries, which it may bring; the exit code says that one was not."""
    members = {path: data for path, data in files(**facts).items() if not path.endswith(".so")}
    readable = package(tmp_path, "a.deb", deb(tar({**members, "usr/lib/libother.so": elf([])})))
    unread = package(tmp_path, "b.msi", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))

    done = run("lint", readable, unread)

    assert done.exit_code == 3
    assert done.stdout.endswith(f"1 manifest: {errors} error{'s' * (errors != 1)}, 0 warnings, 0 notes\n")
    assert f"{unread} cannot be judged" in done.stderr
