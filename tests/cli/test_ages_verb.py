"""``refloader ages`` and ``explain --as-loader``: what a given loader does."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from verbs import manifest

from refloader.cli.main import main
from refloader.cli.options import loader_age
from refloader.core.ages import age_of
from refloader.model.edition import Edition
from refloader.sandbox.loader import system_loader
from refloader.suite.loaders import probing


def run(*words: str, **variables: str) -> Result:
    """What a verb prints, with the variables set."""
    return CliRunner().invoke(main, list(words), env=variables, catch_exceptions=False)


def tree(place: Path, **fields: object) -> str:
    """A folder of data with one explicit layer, VK_LAYER_TEST_a; ``behind`` is a key that follows the layer."""
    behind = fields.pop("behind", None)
    path = Path(manifest(place / "vulkan/explicit_layer.d", layer_name="VK_LAYER_TEST_a", **fields))
    body = json.loads(path.read_text(encoding="utf-8"))
    layer = body.pop("layer")
    body |= {"layer": layer} | ({} if behind is None else {"note": behind})
    path.write_text(json.dumps(body), encoding="utf-8")
    return str(place)


class TestAges:
    """The table."""

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("1.3",), "LOADER: 1.3 is no release (such as 1.3.290), path or 'here'"),
            (("--probe", "1.3.239"), "--probe: 1.3.239 is no path"),
            (("--probe",), "--probe needs a LOADER"),
        ],
    )
    def test_wrong_usage(self, words: tuple[str, ...], said: str) -> None:
        """The message names what was typed, not an option of another verb."""
        result = run("ages", *words)

        assert result.exit_code == 2
        assert said in result.stderr

    def test_a_file_of_this_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It needs no "./" in front, as for conform --loader."""
        monkeypatch.chdir(tmp_path)
        Path("loader.so").write_bytes(b"text")

        result = run("ages", "loader.so")

        assert result.exit_code == 2
        assert "LOADER: ./loader.so: it is not an ELF file" in result.stderr

    @pytest.mark.parametrize(
        ("release", "taken"),
        [
            ("1.4.999", "newer than all that are known, taken to do what"),
            ("1.0.3", "older than all that are known, taken to do what 1.1.97 does"),
            ("1.3.290", ""),
        ],
    )
    def test_a_release_that_the_table_does_not_describe(self, release: str, taken: str) -> None:
        """The first line says what it is taken for, and so does the JSON."""
        text = run("ages", release)
        written = json.loads(run("ages", "--format", "json", release).stdout)

        first = text.stdout.splitlines()[0]
        assert first.startswith(f"{release}: release {release} ({taken}" if taken else f"{release}: release")
        assert ("(" in first) is bool(taken)
        assert written["loaders"][0]["assumption"].startswith(taken)

    def test_the_whole_table(self) -> None:
        """Each trait with its sentence, its releases and its rules."""
        result = run("ages")

        assert result.exit_code == 0
        assert "key-after-layer (every release)" in result.stdout
        assert "half-read-without-type (from 1.4.303, before 1.4.333)" in result.stdout
        assert "VK_LOADER_LAYERS_ALLOW (read from 1.3.262 on)" in result.stdout

    def test_an_inferred_release(self) -> None:
        """Is called so where it stands, in the text and in the document, and no other is."""
        text = run("ages", "1.4.335", "1.4.363").stdout
        traits = json.loads(run("ages", "--format", "json").stdout)["traits"]

        assert "third-of-a-name-listed (1.4.340 (inferred) and later): 1.4.363" in text
        assert {each["id"] for each in traits if each["inferred"]} == {
            "third-of-a-name-listed",
            "crash-on-settings-in-a-list",
            "extensions-of-settings-listed",
            "extensions-listed-without-control",
            "settings-repeat-meta-layers",
            "shared-meta-is-a-loop",
        }

    def test_extensions(self) -> None:
        """Those that a release does not know, in the text and in the document."""
        text = run("ages", "1.3.290").stdout
        document = json.loads(run("ages", "1.3.290", "--format", "json").stdout)

        assert "VK_KHR_surface_maintenance1 (known from 1.4.321 on)" in text
        assert "VK_EXT_layer_settings" not in text
        assert {each["name"]: each["inferred"] for each in document["extensions"]} == {
            "VK_KHR_surface_maintenance1": False,
            "VK_NV_display_stereo": True,
        }

    def test_of_one_release(self) -> None:
        """Only what it does."""
        result = run("ages", "1.3.290")

        first, counted, *_ = result.stdout.splitlines()
        assert first == "1.3.290: release 1.3.290"
        assert re.fullmatch(r"\d+ traits, \d+ variables?, \d+ extensions?", counted)
        assert "settings-without-drivers" in result.stdout
        assert "half-read-without-type" not in result.stdout

    def test_between_two_releases(self) -> None:
        """Only what one of them does and the other does not."""
        result = run("ages", "1.4.321", "1.4.335")

        assert "key-after-layer" not in result.stdout
        assert "instance-layers-order-implicit (1.4.326 and later): 1.4.335" in result.stdout

    @pytest.mark.skipif(system_loader() is None, reason="this machine has no loader (Debian: libvulkan1)")
    def test_of_a_loader_that_descends_from_no_release(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The edition of the documents that it follows is told, and no trait of a release is its own."""
        found = probing.Found(age_of("1.3.290"), "1.3.253", "1.3.302", 40, 1, Edition.E2022, 35)
        monkeypatch.setattr(probing, "probed", lambda path: found)

        lines = run("ages", "--probe", "here").stdout.splitlines()

        assert (
            "no known release behaves like it, and in 35 of 40 probes it does what the documents of 2022 say"
            in lines[0]
        )
        assert lines[1:] == ["0 traits, 0 variables, 0 extensions"]

    @pytest.mark.parametrize("loader", ["1.3", "newest", "/etc/passwd", "/nowhere.so"])
    def test_what_is_no_loader(self, loader: str) -> None:
        """Is wrong usage, with the reason."""
        result = run("ages", loader)

        assert result.exit_code == 2
        assert "LOADER: " in result.output


class TestAsLoader:
    """``explain --as-loader``."""

    def test_a_key_behind_the_layer(self, tmp_path: Path) -> None:
        """The layer that the documents allow is not found, and the reason names the key and its place."""
        own = tree(tmp_path, behind=1)

        documents = run("explain", "-v", "VK_LAYER_TEST_a", "--request", "VK_LAYER_TEST_a", XDG_DATA_HOME=own)
        loader = run("explain", "-v", "VK_LAYER_TEST_a", "--as-loader", "1.3.290", XDG_DATA_HOME=own)

        assert "VK_LAYER_TEST_a: active" in documents.stdout
        assert loader.exit_code == 1
        assert 'MANIFEST-LAYER-02: "note" follows "layer"' in " ".join(loader.stdout.split())
        assert "the loader is release 1.3.290" in loader.stdout

    @pytest.mark.skipif(system_loader() is None, reason="this machine has no loader (Debian: libvulkan1)")
    def test_a_loader_that_descends_from_no_release(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The documents that it follows say what it does."""
        found = probing.Found(age_of("1.3.290"), "1.3.253", "1.3.302", 40, 1, Edition.E2018, 33)
        monkeypatch.setattr(probing, "probed", lambda path: found)
        monkeypatch.setattr(loader_age, "_version", lambda path: ("1.4.999", "as it reports"))

        explained = run("explain", "--as-loader", "here", "--format", "json")

        assert json.loads(explained.stdout)["edition"] == "2018"
        assert (
            "in 33 of 40 probes it does what the documents of 2018 say, by which it is predicted"
            in explained.stdout
        )

    def test_a_key_that_is_a_layer_to_the_loader_alone(self, tmp_path: Path) -> None:
        """Half of a character in a key is nothing to some releases: there is an answer for each of them."""
        folder = tmp_path / "vulkan/implicit_layer.d"
        folder.mkdir(parents=True)
        text = (
            b'{"file_format_version": "1.2.0", "laye\\ud83dr": {"name": "VK_LAYER_TEST_a", "type": "GLOBAL"}}'
        )
        (folder / "a.json").write_bytes(text)

        results = [
            run("explain", "--as-loader", release, XDG_DATA_HOME=str(tmp_path))
            for release in ("1.1.97", "1.3.239", "1.3.290", "1.4.335")
        ]

        assert [each.exit_code for each in results] == [0, 0, 0, 0]

    @pytest.mark.parametrize(("release", "crashes"), [("1.3.266", True), ("1.3.290", False)])
    def test_a_crash_comes_first(self, tmp_path: Path, release: str, crashes: bool) -> None:
        """Where the loader crashes on a file, no program works: that is the first line and the exit code."""
        folder = tmp_path / "data/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        half = json.dumps({"file_format_version": "1.0.0", "settings": {"layers": [{}]}})
        (folder / "vk_loader_settings.json").write_text(half, encoding="utf-8")

        result = run("explain", "--as-loader", release, XDG_DATA_HOME=str(tmp_path / "data"))

        first = result.stdout.partition("\n")[0]
        line = f"the loader crashes on {folder}/vk_loader_settings.json: no program gets an instance"
        assert (first == line) is crashes
        assert result.exit_code == crashes

    def test_every_release(self, tmp_path: Path) -> None:
        """One line for each span of releases that agree."""
        own = tree(tmp_path, implementation_version=1)

        result = run(
            "explain",
            "VK_LAYER_TEST_a",
            "--as-loader",
            "all",
            XDG_DATA_HOME=own,
            VK_LOADER_LAYERS_ENABLE="VK_LAYER_TEST_a",
        )

        lines = result.stdout.splitlines()
        end = next(at for at, line in enumerate(lines) if line.startswith("releases from"))
        assert " ".join(lines[end:]) == (
            "releases from 1.1.97 on are known; predicted from manifests and libraries' files: no library is run"
        )
        lines = lines[:end]
        assert [line.split("  ")[1] for line in lines[1:]] == [
            "before 1.3.234",
            "from 1.3.234, before 1.4.303",
            "from 1.4.303, before 1.4.357",
            "1.4.357 and later",
        ]
        assert ["not active" in line for line in lines[1:]] == [True] * 4
        assert ["cannot be loaded" in line for line in lines[1:]] == [False, True, False, False]
        assert "this loader does not read it yet" in lines[1]

    def test_a_layer_that_nobody_has(self) -> None:
        """Is found by no release."""
        result = run("explain", "VK_LAYER_TEST_nobody", "--as-loader", "all")

        assert "every release  not active: it is not found" in result.stdout

    def test_this_machines_own(self) -> None:
        """Its release is told, and how it is known."""
        if system_loader() is None:
            pytest.skip("this machine has no loader (Debian: libvulkan1)")

        result = run("explain", "--as-loader", "here")

        assert "note: the loader is /" in result.stdout

    @pytest.mark.parametrize("other", [("--edition", "2018"), ("--profile", "x.toml")])
    def test_one_yardstick_at_a_time(self, other: tuple[str, str]) -> None:
        """A release has its edition with it."""
        result = run("explain", "--as-loader", "1.3.290", *other)

        assert result.exit_code == 2
        assert "--as-loader goes without" in result.output


class TestOwnLoader:
    """``explain`` by the documents says where the machine's own loader does otherwise."""

    def machine(self, place: Path, release: str) -> str:
        """A tree with a loader of a release, and a layer that is written so that no loader finds it."""
        library = place / "usr/lib/x86_64-linux-gnu" / f"libvulkan.so.{release}"
        library.parent.mkdir(parents=True)
        library.write_bytes(Path("/proc/self/exe").read_bytes())
        if library.name != "libvulkan.so.1":
            (library.parent / "libvulkan.so.1").symlink_to(library.name)
        tree(place / "usr/share", behind=1)
        return str(place)

    def test_it_is_the_headline(self, tmp_path: Path) -> None:
        """And the exit code is that of the loader that programs get."""
        words = ("explain", "VK_LAYER_TEST_a", "--root", self.machine(tmp_path, "1.3.239"))
        words += ("--request", "VK_LAYER_TEST_a")

        text, document = run(*words), json.loads(run(*words, "--format", "json").stdout)

        own = document["own_loader"]
        assert own["release"] == "1.3.239"
        assert [(each["name"], each["active"]) for each in own["otherwise"]] == [("VK_LAYER_TEST_a", False)]
        assert text.exit_code == 1
        headline = text.stdout.splitlines()[0]
        assert headline.startswith(f"VK_LAYER_TEST_a is not active with {own['path']}, release 1.3.239: ")
        assert '"note" follows "layer"' in headline

    def test_where_it_agrees_nothing_is_said(self, tmp_path: Path) -> None:
        """The usual case."""
        root = self.machine(tmp_path, "1.3.239")
        path = tmp_path / "usr/share/vulkan/explicit_layer.d/good.json"
        body = json.loads(path.read_text(encoding="utf-8"))
        del body["note"]
        path.write_text(json.dumps(body), encoding="utf-8")

        result = run("explain", "VK_LAYER_TEST_a", "--root", root, "--request", "VK_LAYER_TEST_a")

        assert "does otherwise" not in result.stdout

    def test_a_library_without_a_release_is_not_guessed(self, tmp_path: Path) -> None:
        """Nothing is run to find out."""
        result = run("explain", "--root", self.machine(tmp_path, "1"), "--format", "json")

        assert "own_loader" not in json.loads(result.stdout)
