"""What a driver is as a subject: found by a path, read from a manifest or alone, and as it stands in the results."""

import json
import os
import shlex
from pathlib import Path
from typing import Any

import pytest

from refloader.host import opening
from refloader.native.mocks import mock_library
from refloader.suite.run.header import header
from refloader.suite.run.targets import first_results, repro, targets
from refloader.suite.subjects import driver, finding_drivers
from refloader.suite.subjects.driver import bare_driver, driver_at, driver_from
from refloader.suite.subjects.finding_drivers import drivers_at
from refloader.suite.subjects.request import RunRequest, WrongUsageError

CLASS, MACHINE = 4, 18
"""Bytes of an ELF file: 32 or 64 bits, and the processor."""


def manifest(path: Path, **changes: Any) -> str:
    """A driver's manifest with some fields changed; its path."""
    body = {"library_path": "./libvulkan_one.so", "api_version": "1.3.0", **changes}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": body}))
    return str(path)


@pytest.fixture
def mock() -> bytes:
    """The mock driver's library."""
    source = mock_library("mock_icd")
    if source is None:
        pytest.skip("the mock driver is not built (install with a C compiler)")
    return Path(source).read_bytes()


@pytest.fixture
def library(tmp_path: Path, mock: bytes) -> str:
    """The library that the manifests name."""
    path = tmp_path / "libvulkan_one.so"
    path.write_bytes(mock)
    return str(path)


def changed(data: bytes, place: int, value: int) -> bytes:
    """The same with one byte changed."""
    return data[:place] + bytes([value]) + data[place + 1 :]


class TestManifests:
    """A driver that can be run has a library that this machine could load."""

    def test_a_driver(self, tmp_path: Path, library: str) -> None:
        """Its library is an absolute path; what the manifest says of it is kept."""
        driver = driver_at(manifest(tmp_path / "one.json", is_portability_driver=True))

        assert (driver.name, driver.library, driver.problem) == ("one.json", library, "")
        assert (driver.api_version, driver.portability) == ("1.3.0", True)

    def test_a_manifest_that_is_gone(self, tmp_path: Path) -> None:
        """Nothing is said of what it names."""
        driver = driver_at(str(tmp_path / "gone.json"))

        assert (driver.library, driver.problem[:29]) == ("", "its manifest cannot be read: ")

    def test_one_of_another_root(self, tmp_path: Path) -> None:
        """The library of an image's manifest lies in the image: the manifest is right, and the tree is named."""
        root = tmp_path / "image"
        path = manifest(root / "usr/share/vulkan/icd.d/acme.json", library_path="/opt/acme/libdriver.so")
        library = root / "opt/acme/libdriver.so"
        library.parent.mkdir(parents=True)
        library.write_bytes(b"\x7fELF")

        driver = driver_at(path)

        assert driver.problem == (
            f'its library cannot be loaded: it is not found; "{library}" is there:'
            f" to judge it in that tree, see --target root:{root}"
        )

    @pytest.mark.parametrize(
        ("library_path", "problem"),
        [
            ("./nowhere.so", "its library cannot be loaded: it is not found"),
            ("libnowhere.so", "its library cannot be loaded: it is not found"),
            ("./text.so", "its library cannot be loaded: it is a text file, not an ELF file"),
            ("./pipe.so", "its library cannot be loaded: it cannot be read: not a regular file"),
            ("./other.so", "its library cannot be loaded: it is for another machine (AARCH64)"),
            ("./narrow.so", "its library cannot be loaded: it is for 32-bit processes (X86_64)"),
            ("$ORIGIN/one.so", 'where its library "$ORIGIN/one.so" is depends on the loader that opens it'),
        ],
    )
    def test_one_that_cannot_be_run(
        self, tmp_path: Path, mock: bytes, library_path: str, problem: str
    ) -> None:
        """It says why."""
        (tmp_path / "text.so").write_text("text")
        os.mkfifo(tmp_path / "pipe.so")
        (tmp_path / "other.so").write_bytes(changed(mock, MACHINE, 183))
        (tmp_path / "narrow.so").write_bytes(changed(mock, CLASS, 1))

        driver = driver_at(manifest(tmp_path / "one.json", library_path=library_path))

        assert driver.problem == problem

    @pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff\xfe", b"{}", b'{"ICD": 7}', b'{"layer": {}}'])
    def test_no_manifest(self, tmp_path: Path, data: bytes) -> None:
        """Where nothing can be read there is nothing to run."""
        path = tmp_path / "x.json"
        path.write_bytes(data)

        assert driver_from(str(path)).problem == "its library cannot be loaded: the manifest names none"

    def test_a_library_alone(self, library: str) -> None:
        """It is called by its file."""
        driver = bare_driver(library)

        assert (driver.name, driver.manifest, driver.library) == ("libvulkan_one.so", "", library)
        assert driver_from(library) == driver


class TestPaths:
    """A path means a manifest, a library, or the drivers in a folder."""

    def test_relative_paths(self, tmp_path: Path, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """They are kept as absolute ones."""
        monkeypatch.chdir(tmp_path)
        path = manifest(tmp_path / "one.json")

        assert [*drivers_at("one.json"), *drivers_at("./libvulkan_one.so")] == [path, library]

    def test_a_name_with_odd_bytes(self, tmp_path: Path) -> None:
        """A name need not be text."""
        path = manifest(Path(os.fsdecode(os.fsencode(tmp_path) + b"/a\xff\n.json")))

        assert drivers_at(path) == (path,)

    def test_a_folder_of_drivers(self, tmp_path: Path, library: str) -> None:
        """In a folder for drivers every manifest is one, a broken one too."""
        one = manifest(tmp_path / "icd.d/one.json")
        (tmp_path / "icd.d/broken.json").write_text("{")
        (tmp_path / "icd.d/left.json").symlink_to("nowhere")
        (tmp_path / "icd.d/notes.txt").write_text("")

        broken, left = (str(tmp_path / f"icd.d/{name}.json") for name in ("broken", "left"))
        assert drivers_at(str(tmp_path / "icd.d")) == (broken, left, one)
        assert drivers_at(left) == (left,)

    def test_a_folder_of_a_package(self, tmp_path: Path, library: str) -> None:
        """Elsewhere there are other manifests and the driver's own libraries beside."""
        one = manifest(tmp_path / "one.json")
        (tmp_path / "layer.json").write_text('{"layer": {}}')
        (tmp_path / "profile.json").write_text("[]")

        assert drivers_at(str(tmp_path)) == (one,)

    def test_a_folder_of_libraries(self, tmp_path: Path, library: str) -> None:
        """Without a manifest a library with a driver's entry is one, under the first of its names."""
        (tmp_path / "libvulkan_one.so.1").symlink_to(library)
        (tmp_path / "libmentions.so").write_bytes(b"\x7fELF vk_icdGetInstanceProcAddr")
        (tmp_path / "libtext.so").write_text("vk_icdGetInstanceProcAddr")
        os.mkfifo(tmp_path / "libpipe.so")
        layer = mock_library("mock_layer")
        assert layer is not None, "it is built with the mock driver"
        (tmp_path / "liblayer.so").write_bytes(Path(layer).read_bytes())

        assert drivers_at(str(tmp_path)) == (library,)

    def test_an_entry_across_two_pieces(
        self, tmp_path: Path, library: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Files are looked through piece by piece, and nothing falls between two."""
        monkeypatch.setattr(finding_drivers, "_CHUNK", 40)

        assert drivers_at(str(tmp_path)) == (library,)

    def test_a_folder_of_ten_thousand_files(self, tmp_path: Path, library: str) -> None:
        """Those that are no drivers' are passed over."""
        one = manifest(tmp_path / "one.json")
        for number in range(10_000):
            (tmp_path / f"{number}.json").touch()

        assert drivers_at(str(tmp_path)) == (one,)

    def test_too_many_drivers(self, tmp_path: Path) -> None:
        """A folder of more than anybody has was not meant."""
        for number in range(finding_drivers.MOST + 1):
            manifest(tmp_path / f"{number}.json")

        with pytest.raises(WrongUsageError, match=r"there are 101 drivers in .*, and 100 are the most"):
            drivers_at(str(tmp_path))

    @pytest.mark.parametrize(
        ("name", "why"),
        [
            ("nowhere.json", "does not exist"),
            ("link.so", "is a link that leads nowhere"),
            ("pipe.so", "is no file"),
            ("pipe.json", "is no file"),
            ("text.so", "is called like a library, and it is not an ELF file"),
            ("driver", "is an ELF file: a library's name has .so in it"),
            (
                "driver.dll",
                "is a Windows library or program, and nothing here runs it: refloader lint judges",
            ),
            ("empty", "there is no manifest and no library of a driver in"),
        ],
    )
    def test_what_cannot_be_meant(self, tmp_path: Path, mock: bytes, name: str, why: str) -> None:
        """It is wrong usage, told in one sentence."""
        (tmp_path / "link.so").symlink_to("nowhere")
        for pipe in ("pipe.so", "pipe.json"):
            os.mkfifo(tmp_path / pipe)
        (tmp_path / "text.so").write_text("text")
        (tmp_path / "driver").write_bytes(mock)
        (tmp_path / "driver.dll").write_bytes(b"MZ")
        (tmp_path / "empty").mkdir()

        with pytest.raises(WrongUsageError, match=why):
            drivers_at(str(tmp_path / name))


class TestResults:
    """Drivers stand in the results under the name of their manifest or library."""

    def test_one_driver(self, tmp_path: Path, library: str) -> None:
        """It is one subject, for what was read and for what was run, and says by which edition it is judged."""
        wanted = RunRequest(drivers=(manifest(tmp_path / "one.json"),))

        [target] = targets(wanted)
        [row], results = first_results(wanted, (target,))

        assert (target.kind, target.name, target.path) == ("driver", "one.json", library)
        assert (row.kind, row.name) == ("driver", "one.json")
        assert (row.edition, row.edition_reason) == ("2026", "drivers are judged by the newest")
        assert {each.subject for each in results} == {"one.json"}

    def test_both_digests(self, tmp_path: Path, library: str) -> None:
        """The manifest's is the row's own, the library's stands among the facts."""
        wanted = RunRequest(drivers=(manifest(tmp_path / "one.json"), library))

        [one, alone], _ = first_results(wanted, targets(wanted))

        assert one.sha256 != alone.sha256
        assert one.facts["library"]["sha256"] == alone.sha256  # type: ignore[index]

    def test_a_library_alone(self, library: str) -> None:
        """Its results are replayed by its path."""
        wanted = RunRequest(drivers=(library,))

        [target] = targets(wanted)
        [row], results = first_results(wanted, (target,))

        assert (row.kind, row.name, row.path) == ("driver", "libvulkan_one.so", library)
        assert {each.subject for each in results} == {"libvulkan_one.so"}
        line = repro(wanted, target, "LDP_DRIVER_3", "")
        assert line == f"refloader conform --driver {shlex.quote(str(library))} --rule LDP_DRIVER_3"

    def test_equal_names_are_told_apart(self, tmp_path: Path, library: str) -> None:
        """Two of one file name are called by their paths, what is read and what is run alike."""
        paths = tuple(manifest(tmp_path / name / "one.json", library_path=library) for name in ("a", "b"))
        wanted = RunRequest(drivers=paths)

        made = targets(wanted)
        rows, _ = first_results(wanted, made)

        assert tuple(each.name for each in made) == paths
        assert tuple(each.name for each in rows) == paths

    def test_the_header_says_what_drivers_run_in(self, library: str) -> None:
        """What kept them from harming anything stands among the facts of the machine."""
        made = targets(RunRequest(drivers=(library,)))

        assert header(RunRequest(drivers=(library,)), made, (), "").machine["isolation of drivers"]

    def test_what_is_only_read_has_a_note(self, tmp_path: Path) -> None:
        """No failure means little where nothing was run."""
        wanted = RunRequest(drivers=(manifest(tmp_path / "one.json"),))

        notes = header(wanted, targets(wanted), (), "").notes

        assert notes == ("one.json is read and not run: its library cannot be loaded: it is not found",)


def test_what_a_library_needs_is_followed_once(
    tmp_path: Path, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each case of a run asks for its driver: of files that stay as they are, what they need is not followed anew."""
    monkeypatch.setattr(opening, "_SETTLED", -(10**12))  # also of a file that was written just now
    path = manifest(tmp_path / "one.json", library_path=library)
    asked: list[str] = []
    monkeypatch.setattr(
        driver.Libraries, "obstacle", lambda _self, path, _manifest: asked.append(path) or "none"
    )

    problems = {driver_from(each).problem for each in (path, path, library, path)}

    assert {problem.rpartition(": ")[2] for problem in problems} == {"none"}
    assert len(asked) == 1
