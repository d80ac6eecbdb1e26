"""Trees of other systems inside of a package or a staging tree: SDKs, sysroots, containers, test data."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "host"))

from elf_files import elf
from packages_made import NEGOTIATES, deb, manifest, tar

from refloader.cli.main import main

SDK = "opt/sdk/sysroot"
EXPLICIT = "usr/share/vulkan/explicit_layer.d"
LIBRARY = "usr/lib/libVkLayer_good.so"
OTHER = manifest(name="VK_LAYER_TEST_other")
Files = dict[str, bytes]


def lint(*words: str) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["lint", *words])


def found(*words: str) -> list[tuple[str, str, str]]:
    """The severities, files and messages of its findings."""
    document = json.loads(lint("--format", "json", *words).stdout)
    return [(each["severity"], each["path"], each["message"]) for each in document["findings"]]


@pytest.fixture(params=["deb", "root"])
def words(request: pytest.FixtureRequest, tmp_path: Path) -> "Words":
    """The words by which files are judged: in a package, and in a staging tree."""
    return Words(tmp_path, package=request.param == "deb")


class Words:
    """Writes files, and returns the words by which they are judged."""

    def __init__(self, folder: Path, *, package: bool) -> None:
        self.folder, self.package = folder, package

    def of(self, files: Files) -> tuple[str, ...]:
        """The words for these files."""
        if self.package:
            (self.folder / "a.deb").write_bytes(deb(tar(files)))
            return ("--root", str(self.folder / "a.deb"))
        root = self.folder / "stage"
        for name, data in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(data)
        return ("--root", str(root))


@pytest.mark.rule("DISC-LINUX-08", "DISC-LINUX-04")
class TestNobodyLooksThere:
    """Loaders search the data folders of their own root, and those that variables name."""

    def test_one_note_for_a_nested_root(self, words: Words) -> None:
        """Not one for each file, and no error of a library that another system has."""
        files = {f"{SDK}/{EXPLICIT}/{name}.json": manifest("/usr/lib/away.so") for name in "abc"}

        ((severity, path, message),) = found(*words.of(files))

        assert (severity, path.endswith(f"/{SDK}") or path == f"/{SDK}") == ("note", True)
        assert message.startswith(f'"/{SDK}" is laid out like the root of another system')
        assert message.endswith("it has 3 manifests")

    def test_what_is_wrong_there_too_is_counted(self, words: Words) -> None:
        """A manifest that no loader takes, in whatever root it lies."""
        files = {f"{SDK}/{EXPLICIT}/a.json": manifest(type="SOMETHING"), f"{SDK}/{EXPLICIT}/b.json": OTHER}

        ((severity, _, message),) = found(*words.of(files))

        assert severity == "note"
        assert f'it has 2 manifests, 1 of which would be wrong there too: "{EXPLICIT}/a.json": ' in message

    def test_the_same_layer_inside_and_outside_is_no_clash(self, words: Words) -> None:
        """Each system has its own."""
        own = {f"{EXPLICIT}/a.json": manifest(), LIBRARY: elf(NEGOTIATES)}
        inner = {
            f"{SDK}/{EXPLICIT}/a.json": manifest("/usr/lib/other.so"),
            f"{SDK}/usr/lib/other.so": elf(NEGOTIATES),
        }

        assert [each[0] for each in found(*words.of({**own, **inner}))] == ["note"]

    @pytest.mark.parametrize(
        "base", [f"{SDK}/usr/local/share", f"{SDK}/etc", f"{SDK}/etc/xdg", f"{SDK}/home/me/.local/share"]
    )
    def test_the_bases_of_a_root(self, words: Words, base: str) -> None:
        """All that a system has."""
        files = {f"{base}/vulkan/explicit_layer.d/a.json": manifest(), f"{SDK}/usr/bin/a": b""}

        ((severity, _, message),) = found(*words.of(files))

        assert (severity, f'"/{SDK}" is laid out' in message) == ("note", True)

    def test_a_program_with_manifests_as_data(self, words: Words) -> None:
        """Deep below /usr/lib, none is there by mistake."""
        path = "usr/lib/program/lib/python3/site-packages/program/data/icd.d/a.json"

        assert [each[0] for each in found(*words.of({path: manifest()}))] == ["note"]


class TestNamed:
    """What the user names is judged as strictly as ever; full paths start at the nested root."""

    def test_a_library_that_is_not_there(self, words: Words) -> None:
        """An error."""
        files = {f"{SDK}/{EXPLICIT}/a.json": manifest()}

        assert [each[0] for each in found(*words.of(files), f"/{SDK}")] == ["error"]

    def test_a_library_inside_is_looked_at(self, words: Words) -> None:
        """What it lacks is said."""
        right = {f"{SDK}/{EXPLICIT}/a.json": manifest(), f"{SDK}/{LIBRARY}": elf(NEGOTIATES)}

        assert found(*words.of(right), f"/{SDK}") == []
        assert (
            "is no shared library"
            in found(*words.of({**right, f"{SDK}/{LIBRARY}": b"text"}), f"/{SDK}")[0][2]
        )

    def test_a_folder_without_root(self, tmp_path: Path) -> None:
        """The staging tree itself is an error without its library, trees of tests below it a warning."""
        for root in (tmp_path, tmp_path / "tests/tree"):
            (root / EXPLICIT).mkdir(parents=True)
        (tmp_path / EXPLICIT / "a.json").write_bytes(manifest())
        (tmp_path / "tests/tree" / EXPLICIT / "b.json").write_bytes(OTHER)

        before = sorted((each[0], Path(each[1]).name) for each in found(str(tmp_path)))
        (tmp_path / "usr/lib").mkdir()
        (tmp_path / LIBRARY).write_bytes(elf(NEGOTIATES))
        after = [(each[0], Path(each[1]).name) for each in found(str(tmp_path))]

        assert before == [("error", "a.json"), ("warning", "b.json")]
        assert after == [("warning", "b.json")]


class TestStrict:
    """Where loaders of this system do look, or were meant to, a missing library stays an error."""

    @pytest.mark.parametrize(
        ("where", "also"),
        [
            (EXPLICIT, {}),
            ("etc/vulkan/explicit_layer.d", {}),
            ("usr/local/etc/vulkan/explicit_layer.d", {}),
            ("usr/etc/vulkan/explicit_layer.d", {}),
            ("usr/usr/share/vulkan/explicit_layer.d", {}),
            ("usr/local/usr/share/vulkan/explicit_layer.d", {}),
            ("opt/x/share/vulkan/explicit_layer.d", {}),
            ("opt/x/etc/vulkan/explicit_layer.d", {}),
            ("home/me/.local/share/vulkan/explicit_layer.d", {}),
            (
                f"opt/x/{EXPLICIT}",
                {"etc/profile.d/x.sh": b"export XDG_DATA_DIRS=/opt/x/usr/share:$XDG_DATA_DIRS"},
            ),
            (f"opt/x/{EXPLICIT}", {"usr/lib/environment.d/x.conf": b"XDG_DATA_DIRS=/opt/x/usr/share"}),
            (f"opt/x/{EXPLICIT}", {"etc/environment": b'A="${A:-/usr/share}:${B:-/opt/x/usr/share/}"'}),
            (f"opt/x/{EXPLICIT}", {"etc/profile.d/x.sh": b"export A=/usr B=/opt/x/usr/share C=/x\n"}),
            (f"opt/x y/{EXPLICIT}", {"etc/profile.d/x.sh": b"export A='/opt/x y/usr/share/vulkan'"}),
        ],
    )
    def test_places(self, words: Words, where: str, also: Files) -> None:
        """Those of the system, those beside them by a doubled prefix, and those that the package itself announces."""
        files = {f"{where}/a.json": manifest("/usr/lib/away.so"), **also}

        assert "error" in [each[0] for each in found(*words.of(files))]

    def test_a_longer_name_in_a_file_of_sessions(self, words: Words) -> None:
        """It names another folder."""
        other = {"etc/profile.d/x.sh": b"XDG_DATA_DIRS=/opt/x/usr/share-extra:/y/opt/x/usr/share"}
        files = {f"opt/x/{EXPLICIT}/a.json": manifest("/usr/lib/away.so"), **other}

        assert "error" not in [each[0] for each in found(*words.of(files))]

    def test_a_full_path_with_the_nested_root_in_it(self, words: Words) -> None:
        """It is written for this system."""
        files = {f"opt/x/{EXPLICIT}/a.json": manifest("/opt/x/usr/lib/away.so")}

        assert "error" in [each[0] for each in found(*words.of(files))]

    @pytest.mark.parametrize("folder", ["build/x", "home/me/x", "tmp/x", "builddir/build/BUILDROOT/x"])
    def test_a_staging_folder_that_was_packed(self, tmp_path: Path, folder: str) -> None:
        """No package installs there: DESTDIR was applied twice."""
        files = {f"{folder}/{EXPLICIT}/a.json": manifest("/usr/lib/away.so")}

        assert "error" in [each[0] for each in found(*Words(tmp_path, package=True).of(files))]

    def test_a_staging_tree_in_itself(self, tmp_path: Path) -> None:
        """The same in a folder."""
        inside = str(tmp_path / "stage").lstrip("/")
        files = {f"{inside}/{EXPLICIT}/a.json": manifest("/usr/lib/away.so")}

        assert "error" in [each[0] for each in found(*Words(tmp_path, package=False).of(files))]


DEPLOYED = "var/lib/flatpak/runtime/org.freedesktop.Platform.GL.default/x86_64/23.08/0a1b/files"


@pytest.mark.rule("DISC-LINUX-08")
class TestInstallationsOfFlatpak:
    """What Flatpak installs is read in its sandbox, where the files lie under other paths."""

    def test_its_manifests_are_counted_and_not_judged(self, tmp_path: Path) -> None:
        """Their libraries are at no path of this system."""
        folder = tmp_path / DEPLOYED / "share/vulkan/icd.d"
        folder.mkdir(parents=True)
        path = "/usr/lib/x86_64-linux-gnu/GL/default/lib/libvulkan_acme.so"
        icd = {"file_format_version": "1.0.0", "ICD": {"library_path": path, "api_version": "1.3.0"}}
        (folder / "acme_icd.json").write_text(json.dumps(icd))
        (tmp_path / EXPLICIT).mkdir(parents=True)
        (tmp_path / EXPLICIT / "other.json").write_bytes(OTHER)

        of_flatpak = [each for each in found("--root", str(tmp_path)) if "flatpak" in each[1]]
        assert of_flatpak == [
            (
                "note",
                "/var/lib/flatpak",
                '"/var/lib/flatpak" is an installation of Flatpak with 1 manifest: loaders read them in its sandbox, '
                "under other paths, and here they are not judged",
            )
        ]
        doctor = CliRunner().invoke(main, ["doctor", "--root", str(tmp_path), "-v"])
        assert "acme_icd.json" not in doctor.output

    @pytest.mark.parametrize("named", ["/", "/var/lib/flatpak"])
    def test_they_are_not_judged_below_a_folder_that_is_named(self, tmp_path: Path, named: str) -> None:
        """Only their text is, where somebody names Flatpak's own folders."""
        folder = tmp_path / DEPLOYED / "share/vulkan/explicit_layer.d"
        folder.mkdir(parents=True)
        (folder / "other.json").write_bytes(manifest("/usr/lib/extensions/vulkan/other/lib/libother.so"))
        (folder / "broken.json").write_text('{"layer": {}, "layers"')

        severities = [(kind, path) for kind, path, _ in found("--root", str(tmp_path), named)]

        assert ("note", "/var/lib/flatpak") in severities
        assert not any(path.endswith("/other.json") for kind, path in severities if kind == "error")
        is_judged = any(path.endswith("/broken.json") for _, path in severities)
        assert is_judged is (named != "/")

    def test_a_folder_of_that_name_alone(self, tmp_path: Path) -> None:
        """What is not in a deployment is judged as anywhere else."""
        folder = tmp_path / "opt/flatpak/share/vulkan/explicit_layer.d"
        folder.mkdir(parents=True)
        (folder / "other.json").write_bytes(OTHER)

        assert [path for _, path, _ in found("--root", str(tmp_path))] != ["/opt/flatpak"]


class TestFoldersOfTheKernel:
    """Of a container or chroot whose /proc is mounted below the tree, with folders of each process."""

    @pytest.mark.parametrize(
        ("names", "is_walked"),
        [
            (("self", "thread-self", "kmsg", "mounts", "version"), False),
            (("bus", "class", "devices", "kernel", "module"), False),
            (("bus", "class", "devices", "kernel", "module", "share"), True),
            (("self", "version"), True),
        ],
    )
    def test_only_these_are_passed_over(
        self, tmp_path: Path, names: tuple[str, ...], *, is_walked: bool
    ) -> None:
        """A folder that has only some of their names, or more, is an ordinary one."""
        for name in names:
            (tmp_path / "srv/mounted" / name).mkdir(parents=True)
        (tmp_path / EXPLICIT).mkdir(parents=True)
        (tmp_path / EXPLICIT / "sound.json").write_bytes(OTHER)
        folder = tmp_path / "srv/mounted" / names[0] / "share/vulkan/explicit_layer.d"
        folder.mkdir(parents=True)
        (folder / "other.json").write_bytes(OTHER)

        assert any("other.json" in path for _, path, _ in found("--root", str(tmp_path))) is is_walked
