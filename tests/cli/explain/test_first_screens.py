"""What the first screen of ``refloader explain`` says and does not say: the chain, commands, and the exit code."""

import json
import re
from pathlib import Path

import pytest
from field_problems import Problem
from verbs import Run

LIBRARY = "/home/u/clone/libv.so"
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 12345\n"
VALIDATION = {
    "at": "/usr/share/vulkan/explicit_layer.d/v.json",
    "name": "VK_LAYER_KHRONOS_validation",
    "library": LIBRARY,
}


def screen(run: Run, root: Path, **told: object) -> str:
    """What is printed on a machine."""
    problem = Problem({"ask": ["validation"], "env": {"VK_INSTANCE_LAYERS": VALIDATION["name"]}, **told})
    problem.build(root)
    result = run(*problem.words(root), *problem.asked)
    return f"{result.stdout}exit {result.exit_code}"


class TestChain:
    """The chain is that of the machine's own loader, and says so if the documents have another one."""

    def test_the_loader_leaves_a_layer_out(self, run: Run, tmp_path: Path) -> None:
        """VK_LOADER_LAYERS_DISABLE wins with loaders, and not by the documents."""
        variables = {"VK_INSTANCE_LAYERS": VALIDATION["name"], "VK_LOADER_LAYERS_DISABLE": "~all~"}

        text = screen(
            run,
            tmp_path / "root",
            loader="1.4.335",
            env=variables,
            layers=[VALIDATION],
            libraries={LIBRARY: "layer"},
        )

        assert "is not active with" in text
        assert "\nno layer is active\n  by the documents: VK_LAYER_KHRONOS_validation\n" in text

    def test_the_loader_keeps_another_layer(self, run: Run, tmp_path: Path) -> None:
        """The chain is the loader's, and is not called that of the documents, which has its own line."""
        variables = {"VK_INSTANCE_LAYERS": VALIDATION["name"], "VK_LOADER_LAYERS_DISABLE": "~explicit~"}
        overlay = {
            "at": "/usr/share/vulkan/implicit_layer.d/o.json",
            "name": "VK_LAYER_TEST_overlay",
            "library": LIBRARY,
            "disable": "NO_OVERLAY",
        }

        text = screen(
            run,
            tmp_path / "root",
            loader="1.4.335",
            env=variables,
            layers=[VALIDATION, overlay],
            libraries={LIBRARY: "layer"},
        )

        assert "\nchain, from the application down\n  0. VK_LAYER_TEST_overlay (implicit)\n" in text
        assert "\n  by the documents: VK_LAYER_TEST_overlay, VK_LAYER_KHRONOS_validation\n" in text

    def test_the_loader_agrees(self, run: Run, tmp_path: Path) -> None:
        """There is only one chain."""
        text = screen(
            run, tmp_path / "root", loader="1.4.335", layers=[VALIDATION], libraries={LIBRARY: "layer"}
        )

        assert "\nchain, from the application down" in text

    def test_the_application_asks_for_a_layer_that_is_missing(self, run: Run, tmp_path: Path) -> None:
        """Nothing is entered then: there is no chain."""
        text = screen(
            run,
            tmp_path / "root",
            layers=[VALIDATION],
            libraries={LIBRARY: "layer"},
            options=["--request", "VK_LAYER_TEST_missing"],
        )

        assert "\nno layer is active\nvkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT\n" in text

    def test_a_layer_that_a_release_reads_half_of(self, run: Run, tmp_path: Path) -> None:
        """It has no library there, and is in no chain: a manifest with a number as api_version."""
        layer = {**VALIDATION, "api": 1.3}

        text = screen(run, tmp_path / "root", loader="1.4.335", layers=[layer], libraries={LIBRARY: "layer"})

        assert "no layer is active\n1 driver" in text


class TestPointers:
    """A pointer of Git LFS is fetched where it lies in a clone."""

    def test_in_a_clone(self, run: Run, tmp_path: Path) -> None:
        """The command names the clone."""
        files = {LIBRARY: POINTER, "/home/u/clone/.git/HEAD": "ref: refs/heads/main\n"}

        text = screen(run, tmp_path / "root", layers=[VALIDATION], files=files)

        assert f"git -C {tmp_path}/root/home/u/clone lfs pull" in text

    def test_outside_of_one(self, run: Run, tmp_path: Path) -> None:
        """No command is given that would fail."""
        text = screen(run, tmp_path / "root", layers=[VALIDATION], files={LIBRARY: POINTER})

        assert "a pointer of Git LFS" in text
        assert "lfs pull" not in text


class TestExitCode:
    """No program gets an instance where loaders crash or do not return."""

    def test_the_loader_is_its_own_driver(self, run: Run, tmp_path: Path) -> None:
        """That is a finding, although the documents let vkCreateInstance succeed."""
        driver = {"at": "/usr/share/vulkan/icd.d/n.json", "library": "libvulkan.so.1"}

        text = screen(run, tmp_path / "root", ask=[], env={}, loader="1.3.275", drivers=[driver])

        assert text.startswith("vkCreateInstance is not possible: ")
        assert text.endswith("exit 1")

    def test_a_correction_mends_what_a_removal_mends(self, run: Run, tmp_path: Path) -> None:
        """A manifest that is no JSON keeps its layer off, and makes this release fail."""
        files = {
            "/usr/share/vulkan/implicit_layer.d/hud.json": '{"layer": {"name" "VK_LAYER_ACME_hud" :: [}}'
        }

        text = screen(run, tmp_path / "root", ask=["hud"], env={}, loader="1.3.239", files=files)

        assert "to make it active: correct /usr/share/vulkan/implicit_layer.d/hud.json by hand" in text
        assert "to mend it: remove /usr/share/vulkan/implicit_layer.d/hud.json" in text
        assert "to correct it, as above, mends this too" in text


class TestNestedTexts:
    """A manifest whose parts are nested almost as deeply as a text may be is answered for like any other."""

    @pytest.mark.parametrize("part", ['"x": {}', '"enable_environment": {}', '"instance_extensions": {}'])
    @pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
    def test_no_edit_of_it_is_tried(
        self, run: Run, tmp_path: Path, part: str, opening: str, closing: str
    ) -> None:
        """What would mend it beside that part is not computed, as the text could not be written again."""
        deep = f"{opening * 990}1{closing * 990}"
        entry = json.dumps({"name": VALIDATION["name"], "type": "GLOBAL", "api_version": 1.3})
        text = f'{{"file_format_version": 1.0, "layer": {entry[:-1]}, {part}}}}}'
        files = {VALIDATION["at"]: text.replace("{}", deep)}

        screened = screen(run, tmp_path / "root", files=files)

        assert screened.startswith(f"{VALIDATION['name']} is not ")
        assert screened.endswith("exit 1")


class TestLongPaths:
    """No loader known here reads a driver's manifest whose path has more than 2,047 bytes."""

    def test_only_a_longer_one_is_remarked_on(self, run: Run, tmp_path: Path) -> None:
        """The remark stands beside the driver that the documents use."""
        folder = "/".join("d" * 200 for _ in range(9))
        texts = []

        for name in ("short", "longer"):
            path = f"/opt/{folder}/{'e' * 200}/{'f' * (200 if name == 'longer' else 20)}/icd.json"
            driver = {"at": path, "library": "/usr/lib/libacme.so"}
            more = {"drivers": [driver], "libraries": {"/usr/lib/libacme.so": "driver"}}
            texts.append(screen(run, tmp_path / name, ask=[], env={"VK_DRIVER_FILES": path}, **more))

        assert ["path has more than 2047 bytes" in text for text in texts] == [False, True]
        assert "loaders up to 1.4.335 (not refloader's own) read no manifest" in texts[1]


class TestLoaderBesideTheProgram:
    """A program may bring a loader that the dynamic linker does not give it, and open it by its path."""

    def test_it_is_named(self, run: Run, tmp_path: Path) -> None:
        """If it is asked about the program, and not if that gets it anyway."""
        links = {"/usr/bin/app": "/opt/app/app"}
        told = {"layers": [VALIDATION], "files": {"/opt/app/app": "no program"}, "links": links}
        beside, narrow = {"of": "loader"}, {"of": "loader", "bits": 32}
        machines = {
            "beside": ("/opt/app/app", "/opt/app/libvulkan.so.1", beside, {}),
            "behind a link": ("/usr/bin/app", "/opt/app/libvulkan.so.1", beside, {}),
            "given": ("/opt/app/app", "/opt/app/libvulkan.so.1", beside, {"LD_LIBRARY_PATH": "/opt/app"}),
            "elsewhere": ("/opt/app/app", "/opt/other/libvulkan.so.1", beside, {}),
            "for 32-bit programs": ("/opt/app/app", "/opt/app/libvulkan.so.1", narrow, {}),
        }

        texts = {
            name: screen(
                run,
                tmp_path / name,
                loader="1.3.275",
                options=["--app", app],
                libraries={LIBRARY: "layer", path: library},
                env={"VK_INSTANCE_LAYERS": VALIDATION["name"], **env},
                **told,
            )
            for name, (app, path, library, env) in machines.items()
        }

        named = "/opt/app/libvulkan.so.1 lies beside the program"
        assert [name for name, text in texts.items() if named in text] == ["beside", "behind a link"]
        assert "--as-loader" not in texts["beside"]  # the file is of another machine


class TestWhatIsNotSaid:
    """An installation is proposed only where the machine shows that it is what is lacking."""

    HUD = "MANGOHUD is set, and the layer that reads it is not found"
    SETTINGS = '{"file_format_version": "1.0.0", "settings": {"layers": []}}'

    def test_a_layer_that_is_not_looked_for_is_not_said_to_be_lacking(self, run: Run, tmp_path: Path) -> None:
        """A variable or a settings file narrows the search, or no HOME is known: it may be installed."""
        home = {"MANGOHUD": "1", "HOME": "/home/u"}
        narrowed: list[dict[str, object]] = [
            {"env": {**home, "VK_IMPLICIT_LAYER_PATH": "/opt/layers"}},
            {"env": {**home, "XDG_DATA_DIRS": "/opt/share"}},
            {"env": {"MANGOHUD": "1"}},
            {"env": home, "files": {"/etc/vulkan/loader_settings.d/vk_loader_settings.json": self.SETTINGS}},
        ]
        texts = [
            screen(run, tmp_path / str(number), ask=[], **told)
            for number, told in enumerate([{"env": home}, *narrowed])
        ]

        assert [self.HUD in text for text in texts] == [True, False, False, False, False]

    def test_a_library_for_computing_alone_tells_nothing_of_the_card(self, run: Run, tmp_path: Path) -> None:
        """Images have it without a card; NVIDIA's part for graphics is proposed if its module runs."""
        cuda, graphics = (
            f"/usr/lib/x86_64-linux-gnu/{each}" for each in ("libcuda.so.1", "libGLX_nvidia.so.1")
        )
        files = {"/etc/os-release": 'ID=ubuntu\nVERSION_ID="24.04"\n'}
        runs = {**files, "/dev/nvidiactl": ""}
        told = [({cuda: "libc"}, files), ({cuda: "libc", graphics: "libc"}, runs), ({cuda: "libc"}, runs)]

        texts = [
            screen(run, tmp_path / str(number), ask=[], env={}, machine="empty", files=each, libraries=there)
            for number, (there, each) in enumerate(told)
        ]

        assert ["NVIDIA's part for graphics" in text for text in texts] == [False, False, True]
        assert "mesa-vulkan-drivers" in texts[0]


HUD = {"name": "VK_LAYER_ACME_hud", "library": LIBRARY, "disable": "NOHUD"}


class TestWhatDecides:
    """The sentence behind an answer says only what makes a difference."""

    def test_files_that_a_variable_names_have_their_order(self, run: Run, tmp_path: Path) -> None:
        """The file system orders those of a folder that is searched, and no others."""
        paths = [f"/opt/layers/{each}.json" for each in "ab"]
        layers = [{"at": path, **HUD} for path in paths]
        values = ("/opt/layers", ":".join(paths))

        texts = [
            screen(
                run,
                tmp_path / str(number),
                ask=["hud"],
                env={"VK_IMPLICIT_LAYER_PATH": value},
                layers=layers,
                libraries={LIBRARY: "layer"},
            )
            for number, value in enumerate(values)
        ]

        assert all("is passed over" in text for text in texts)
        assert ["the file system decides" in text for text in texts] == [True, False]

    def test_a_file_with_which_no_program_starts(self, run: Run, tmp_path: Path) -> None:
        """It is never left out for want of room: the variable of the layer does not help while it is there."""
        long = f"/etc/vulkan/implicit_layer.d/{'of-a-long-name-' * 14}.json"
        layers = [{"at": "/usr/share/vulkan/implicit_layer.d/hud.json", **HUD, "enable": "HUD"}]
        told: dict[str, object] = {"layers": layers, "libraries": {LIBRARY: "layer"}, "env": {}}

        text = screen(
            run,
            tmp_path / "r",
            ask=["hud"],
            loader="1.3.239",
            files={long: '{"layer": {"name": "x",},}'},
            **told,
        )

        assert "\n\nvkCreateInstance is not possible with " in text
        assert "further answer" not in text

    def test_a_copy_with_a_mistake(self, run: Run, tmp_path: Path) -> None:
        """Of a copy that no loader uses, the mistake is named: its own folder may be searched first."""
        own = {
            "name": "VK_LAYER_TEST_hud",
            "type": "GLOBAL",
            "library_path": LIBRARY,
            "api_version": "1.3.250",
            "implementation_version": "1",
            "description": "",
        }
        off = {"disable_environment": {"NO_HUD": "1"}}
        names = ("/etc/vulkan/implicit_layer.d/own.json", "/usr/share/vulkan/implicit_layer.d/hud.json")
        files = {
            path: json.dumps({"file_format_version": "1.2.0", "layer": {**own, **more}})
            for path, more in zip(names, ({}, off), strict=True)
        }

        text = screen(run, tmp_path / "r", ask=["hud"], env={}, files=files, libraries={LIBRARY: "layer"})

        told = (
            'own.json" defines it too, and is not used: the implicit layer names no variable that disables it'
        )
        assert told in " ".join(text.split())

    def test_a_second_variable_beside_the_first(self, run: Run, tmp_path: Path) -> None:
        """If the first one is set as the manifest says, the second one makes no difference."""
        path = "/usr/share/vulkan/implicit_layer.d/hud.json"
        body = {
            "name": "VK_LAYER_ACME_hud",
            "type": "GLOBAL",
            "library_path": LIBRARY,
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": "",
            "enable_environment": {"HUD_A": "1", "HUD_B": "1"},
            "disable_environment": {"NO_A": "1", "NO_B": "1"},
        }
        text = json.dumps({"file_format_version": "1.0.0", "layer": body})
        variables: list[dict[str, str]] = [
            {"HUD_B": "1"},
            {"HUD_A": "1", "HUD_B": "1"},
            {"HUD_A": "1", "NO_B": "1"},
            {"HUD_A": "1", "NO_A": "1", "NO_B": "1"},
        ]

        texts = [
            screen(
                run,
                tmp_path / str(number),
                ask=["hud"],
                env=each,
                files={path: text},
                libraries={LIBRARY: "layer"},
            )
            for number, each in enumerate(variables)
        ]

        assert ["reads the first alone" in each for each in texts] == [True, False, True, False]

    def test_a_settings_file_that_lists_the_layer_elsewhere(self, run: Run, tmp_path: Path) -> None:
        """Only the list of a settings object turns layers on."""
        path = "/etc/vulkan/loader_settings.d/vk_loader_settings.json"
        entry = {"name": VALIDATION["name"], "path": VALIDATION["at"], "control": "on"}
        roots: list[object] = [
            {"settings": {"layers": [entry]}},
            {"settings_array": [{"layers": [entry]}]},
            {"settings": {"old_layers": [entry]}},
        ]

        texts = [
            screen(
                run,
                tmp_path / str(number),
                env={},
                files={path: json.dumps(each)},
                layers=[VALIDATION],
                libraries={LIBRARY: "layer"},
            )
            for number, each in enumerate(roots)
        ]

        assert ["would turn it on, and is not used" in each for each in texts] == [True, True, False]


class TestOneScreen:
    """What is printed without -v fits 80 columns and 24 rows, together with the command and the next prompt."""

    @pytest.mark.parametrize("count", [3, 12])
    def test_one_word_that_matches_many(self, run: Run, tmp_path: Path, count: int) -> None:
        """The first ones are answered in full, and it is said how many are not."""
        layers = [
            {
                "at": f"/usr/share/vulkan/implicit_layer.d/a_layer_of_the_word_that_is_asked_for_{number}.json",
                "name": f"VK_LAYER_ACME_{'with_a_long_name_' * 3}{number}",
                "library": LIBRARY,
                "enable": f"ENABLE_{number}",
                "disable": f"DISABLE_{number}",
            }
            for number in range(count)
        ]

        text = screen(run, tmp_path / "root", ask=["acme"], layers=layers, libraries={LIBRARY: "layer"})

        assert sum(-(-max(1, len(line)) // 80) for line in text.splitlines()[:-1]) <= 22
        assert text.count("  to make it active: ") >= 1
        assert ": -v prints all\n" in text

    def test_drivers_with_one_cause_are_one_answer(self, run: Run, tmp_path: Path) -> None:
        """The change is said once."""
        drivers = [
            {"at": f"/usr/share/vulkan/icd.d/acme_{name}.json", "library": f"/usr/lib/{name}.so"}
            for name in "abc"
        ]
        libraries = {f"/usr/lib/{name}.so": "driver" for name in "abc"}

        text = screen(
            run,
            tmp_path / "root",
            ask=["acme"],
            env={"VK_DRIVER_FILES": "/nowhere.json"},
            layers=[],
            drivers=drivers,
            libraries=libraries,
        )

        assert text.count("  to have it used: unset VK_DRIVER_FILES\n") == 1
        (others,) = [line for line in text.splitlines() if line.startswith("  the same holds for ")]
        assert len({"acme_a.json", "acme_b.json", "acme_c.json"}.intersection(re.split("[ ,]+", others))) == 2


class TestOtherReasons:
    """Where the machine's loader and the documents both leave a layer out, the first line is that loader's reason."""

    TEXT = r"""{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_TEST_hud", "type": "GLOBAL",
    "api_version": "1.2.135", "library_path": "/home/u/clone/libv.so", "implementation_version": "1",
    "description": "A \$ hud", "enable_environment": {"HUD": "1"}, "disable_environment": {"NO_HUD": "1"}}}"""

    def hud(self, run: Run, root: Path, **told: object) -> str:
        """What is printed on a machine with a manifest that JSON forbids and older loaders take."""
        files = {"/usr/share/vulkan/implicit_layer.d/hud.json": self.TEXT}
        return screen(run, root, ask=["hud"], env={}, files=files, libraries={LIBRARY: "layer"}, **told)

    def test_the_loader_takes_what_the_documents_forbid(self, run: Run, tmp_path: Path) -> None:
        """Its variable is what is missing there; that the text is not JSON is the documents' reason."""
        text = " ".join(self.hud(run, tmp_path / "root", loader="1.2.162").split())

        assert text.startswith("VK_LAYER_TEST_hud is not active with ")
        assert (
            'release 1.2.162: HUD is not set; the layer wants "1" by the documents it is not found: ' in text
        )
        assert "to make it active: set HUD=1 " in text
        assert "does as the documents say" not in text

    def test_the_loader_forbids_it_too(self, run: Run, tmp_path: Path) -> None:
        """There is one reason, and nothing is said of the loader in its line."""
        text = self.hud(run, tmp_path / "root", loader="1.4.335")

        assert text.startswith('VK_LAYER_TEST_hud is not found: "/usr/share/')
        assert "by the documents" not in text
