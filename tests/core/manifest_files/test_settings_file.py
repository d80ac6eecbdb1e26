"""The loader settings file of 2026: where it lies, and what its text says to a program."""

import json

import pytest
from worlds import E2016, E2018, E2022, SETTINGS, World, chain, folders, listed, rules_in

from refloader.core.json.reader import JsonValue, read
from refloader.core.manifests.settings_file import Settings, read_settings
from refloader.model.driver import ListedDevice
from refloader.model.edition import Edition
from refloader.model.place import Use


def settings_for(value: JsonValue, executable: str = "/usr/bin/app") -> Settings | None:
    """What a settings file with this JSON value says to a program."""
    return read_settings(read(json.dumps(value).encode()), SETTINGS, executable)[0]


class TestWhereItLies:
    """The file is looked for under HOME, then XDG_DATA_HOME, then /etc, in vulkan/loader_settings.d."""

    @pytest.mark.rule("SETTINGS-03", "AMB-SETTINGS-ORDER")
    def test_three_folders(self) -> None:
        """The order of the text; a folder whose variable is not present is skipped."""
        world = World()
        world.variables["XDG_DATA_HOME"] = "/data"
        file = "vulkan/loader_settings.d/vk_loader_settings.json"

        full = folders(world.plan(), Use.SETTINGS)
        world.variables.clear()
        bare = folders(world.plan(), Use.SETTINGS)

        assert full[:3] == [f"/home/me/.local/share/{file}", f"/data/{file}", f"/etc/{file}"]
        assert bare[0] == f"/etc/{file}"

    @pytest.mark.rule("AMB-SETTINGS-ORDER")
    def test_the_folders_of_manifests_follow(self) -> None:
        """As loaders since 1.4.324 do, with the user's folders first; an elevated process searches only /etc."""
        world = World()
        world.variables["XDG_CONFIG_DIRS"] = "/site"

        found = [path.partition("/vulkan/")[0] for path in folders(world.plan(), Use.SETTINGS)]
        world.elevated = True
        elevated = [path.partition("/vulkan/")[0] for path in folders(world.plan(), Use.SETTINGS)]

        later = ["/home/me/.config", "/site", "/usr/local/share", "/usr/share"]
        assert found == ["/home/me/.local/share", "/etc", *later]
        assert elevated == ["/etc"]

    @pytest.mark.rule("SETTINGS-03")
    def test_the_first_file_counts(self) -> None:
        """With files in two folders the earlier one is used and the later one is not."""
        world = World()
        home = "/home/me/.local/share/vulkan/loader_settings.d/vk_loader_settings.json"
        world.settings(listed("A", world.explicit("A", folder="/a"), "on"), path=home)
        world.settings(listed("B", world.explicit("B", folder="/b"), "on"))

        assert chain(world.plan()) == ["A"]

    @pytest.mark.rule("SETTINGS-01", "SETTINGS-03")
    @pytest.mark.parametrize("edition", [E2016, E2018, E2022])
    def test_older_editions_have_none(self, edition: Edition) -> None:
        """Before 2026 the file is not looked for."""
        world = World()
        world.settings(listed("A", world.explicit("A", folder="/a"), "on"))

        plan = world.plan(edition)

        assert folders(plan, Use.SETTINGS) == []
        assert chain(plan) == []

    @pytest.mark.rule("PRIV-SETTINGS-01")
    @pytest.mark.parametrize("base", ["/home/me/.local/share", "/data"])
    def test_an_elevated_process_uses_no_file_of_the_user(self, base: str) -> None:
        """HOME and XDG_DATA_HOME are read by the secure method, so only /etc is left."""
        world = World()
        world.variables["XDG_DATA_HOME"] = "/data"
        path = f"{base}/vulkan/loader_settings.d/vk_loader_settings.json"
        world.settings(listed("A", world.explicit("A", folder="/a"), "on"), path=path)

        plain = chain(world.plan())
        world.elevated = True
        elevated = chain(world.plan())

        assert plain == ["A"]
        assert elevated == []

    @pytest.mark.rule("PRIV-SETTINGS-01")
    def test_an_elevated_process_uses_the_file_in_etc(self) -> None:
        """A place that needs privilege to write stays in use."""
        world = World()
        world.settings(listed("A", world.explicit("A", folder="/a"), "on"))
        world.elevated = True

        assert chain(world.plan()) == ["A"]


class TestContent:
    """A JSON object with file_format_version and settings; a file without a usable entry counts as none."""

    @pytest.mark.rule("SETTINGS-05", "AMB-SETTINGS-SCHEMA")
    @pytest.mark.parametrize(
        "value",
        [
            [],
            {"settings": {"layers": []}},
            {"file_format_version": "1.0.1"},
            {"file_format_version": "1.0.1", "settings": []},
            {"file_format_version": "1.0.1", "settings_array": [1]},
            {"file_format_version": 1, "settings": {"layers": []}},
        ],
    )
    def test_files_that_count_as_none(self, value: JsonValue) -> None:
        """No list, no version or no entry: discovery goes on as without the file, and a reason tells why."""
        world = World()
        world.implicit("A")
        world.files[SETTINGS] = json.dumps(value).encode()

        plan = world.plan()

        assert chain(plan) == ["A"]
        assert "SETTINGS-05" in rules_in(plan.reasons)

    @pytest.mark.rule("SETTINGS-05")
    def test_text_that_is_no_json(self) -> None:
        """A broken file counts as none and is told."""
        world = World()
        world.implicit("A")
        world.files[SETTINGS] = b'{"file_format_version": "1.0.1", '

        plan = world.plan()

        assert chain(plan) == ["A"]
        assert "SETTINGS-05" in rules_in(plan.reasons)

    @pytest.mark.rule("SETTINGS-05", "AMB-SETTINGS-SCHEMA")
    @pytest.mark.parametrize(
        ("program", "kind"),
        [("/bin/one", "one"), ("/bin/two", "two"), ("/bin/three", "general"), ("", "general")],
    )
    def test_several_entries(self, program: str, kind: str) -> None:
        """The first entry whose app_keys holds the program wins, else the first without app_keys."""
        found = settings_for(
            {
                "file_format_version": "1.0.1",
                "settings_array": [
                    {"app_keys": ["/bin/one"], "stderr_log": ["one"]},
                    {"stderr_log": ["general"]},
                    {"app_keys": ["/bin/one", "/bin/two"], "stderr_log": ["two"]},
                    {"stderr_log": ["second general"]},
                ],
            },
            program,
        )

        assert found is not None
        assert found.messages == (kind,)

    @pytest.mark.rule("SETTINGS-05", "AMB-SETTINGS-SCHEMA")
    def test_no_entry_for_this_program(self) -> None:
        """An entry for other programs alone counts as none."""
        value: JsonValue = {
            "file_format_version": "1.0.1",
            "settings": {"app_keys": ["/bin/other"], "layers": []},
        }

        assert settings_for(value) is None

    @pytest.mark.rule("SETTINGS-05", "AMB-SETTINGS-SCHEMA")
    @pytest.mark.parametrize("keys", [[], {}, None, False, ""])
    def test_app_keys_that_list_nobody(self, keys: JsonValue) -> None:
        """An entry with app_keys applies to the programs in it alone: with an empty list, to none."""
        empty: JsonValue = {"app_keys": keys, "stderr_log": ["empty"]}

        found = settings_for(
            {"file_format_version": "1.0.1", "settings_array": [empty, {"stderr_log": ["general"]}]}
        )

        assert found is not None
        assert found.messages == ("general",)
        assert settings_for({"file_format_version": "1.0.1", "settings": empty}) is None

    @pytest.mark.rule("SETTINGS-05", "AMB-SETTINGS-SCHEMA")
    @pytest.mark.parametrize(
        "odd",
        [
            1,
            {"name": "B"},
            {"name": "B", "path": "/a/B.json"},
            {"name": 1, "path": "/a/B.json", "control": "on"},
            {"name": "B", "path": [], "control": "on"},
        ],
    )
    def test_an_element_that_is_not_whole_voids_the_file(self, odd: JsonValue) -> None:
        """Then the file has no effect, as in loaders from 1.3.290 on, and a message says so."""
        world = World()
        world.explicit("B", folder="/a")
        world.settings(odd, listed("A", world.explicit("A", folder="/a"), "on"))

        plan = world.plan()

        assert chain(plan) == []
        assert "SETTINGS-05" in rules_in(plan.reasons)

    @pytest.mark.rule("SETTINGS-05", "AMB-SETTINGS-SCHEMA")
    @pytest.mark.parametrize(
        "odd",
        [
            {"name": "B", "path": "/a/B.json", "control": "maybe"},
            {"name": "B", "path": "", "control": "on"},
        ],
    )
    def test_an_odd_element_spoils_itself(self, odd: JsonValue) -> None:
        """The other elements of the list count, and the odd one is told."""
        world = World()
        world.explicit("B", folder="/a")
        world.settings(odd, listed("A", world.explicit("A", folder="/a"), "on"))

        plan = world.plan()

        assert chain(plan) == ["A"]
        assert "SETTINGS-05" in rules_in(plan.reasons)

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-SCHEMA")
    def test_messages_and_devices(self) -> None:
        """stderr_log and device_configurations are read; names are for people, and may be left out."""
        plain: JsonValue = {"deviceUUID": [1] * 16, "driverUUID": [2] * 16, "driverVersion": 7}
        named: JsonValue = {**plain, "deviceName": "gpu", "driverName": 1}

        found = settings_for(
            {
                "file_format_version": "1.0.1",
                "settings": {
                    "stderr_log": ["error", "layer"],
                    "device_configurations": [plain, named],
                },
            }
        )

        assert found is not None
        assert found.messages == ("error", "layer")
        uuids = (b"\1" * 16, b"\2" * 16)
        assert found.devices == (ListedDevice(*uuids, 7), ListedDevice(*uuids, 7))
        assert found.layers is None

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-SCHEMA")
    @pytest.mark.parametrize(
        "odd",
        [
            7,
            {"deviceUUID": [1] * 16, "driverUUID": [2] * 16},
            {"deviceUUID": [1] * 16, "driverUUID": [2] * 16, "driverVersion": "7"},
            {"deviceUUID": [1] * 15, "driverUUID": [2] * 16, "driverVersion": 7},
            {"driverUUID": [2] * 16, "driverVersion": 7},
        ],
    )
    @pytest.mark.parametrize("first", [True, False], ids=["first", "last"])
    def test_an_odd_device_costs_only_itself(self, odd: JsonValue, first: bool) -> None:
        """The whole elements count, wherever the odd one stands, and a warning names it."""
        whole: JsonValue = {"deviceUUID": [1] * 16, "driverUUID": [2] * 16, "driverVersion": 7}
        elements = [odd, whole] if first else [whole, odd]

        found = settings_for(
            {"file_format_version": "1.0.1", "settings": {"device_configurations": elements}}
        )

        assert found is not None
        assert found.devices == (ListedDevice(b"\1" * 16, b"\2" * 16, 7),)
