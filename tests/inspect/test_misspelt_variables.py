"""Of a variable that no loader reads, only the name that it is likest to is proposed."""

import pytest

from refloader.inspect.whatif.names import unread
from refloader.model.edition import LATEST


class TestUnread:
    """One correction of each variable."""

    @pytest.mark.parametrize(
        ("name", "meant"),
        [
            ("VK_LOADER_DRIVER_SELECT", "VK_LOADER_DRIVERS_SELECT"),
            ("VK_LOADER_DEVICES_SELECT", "VK_LOADER_DEVICE_SELECT"),
            ("VK_ADD_DRIVERS_FILES", "VK_ADD_DRIVER_FILES"),
            ("vk_driver_files", "VK_DRIVER_FILES"),
            ("VK_IMPLICIT_LAYERS_PATH", "VK_IMPLICIT_LAYER_PATH"),
            ("VK_LOADER_DRIVER_ID_FILTERS", "VK_LOADER_DRIVER_ID_FILTER"),
            ("VK_LOADER_LAYERS_ALLOWED", "VK_LOADER_LAYERS_ALLOW"),
        ],
    )
    def test_the_likest_name_alone(self, name: str, meant: str) -> None:
        """A variable that is like several gets one proposal."""
        assert [change.what for change in unread({name: "x"}, LATEST)] == [meant]

    @pytest.mark.parametrize(
        ("name", "meant"),
        [
            ("VK_LOADER_DISABLE_LAYERS", "VK_LOADER_LAYERS_DISABLE"),
            ("VK_LOADER_DISABLE_DRIVER", "VK_LOADER_DRIVERS_DISABLE"),
            ("VK_FILES_DRIVER", "VK_DRIVER_FILES"),
            ("VK_DRIVER_ADD_FILES", "VK_ADD_DRIVER_FILES"),
            ("VK_LAYER_PATH_ADD", "VK_ADD_LAYER_PATH"),
            ("VK_ADDLAYER_PATH", "VK_ADD_LAYER_PATH"),
            ("VK_LOADER_ENABLE_DRIVERS", "VK_LOADER_DRIVERS_SELECT"),
        ],
    )
    def test_the_same_words_in_another_order(self, name: str, meant: str) -> None:
        """The order of the words and a plural make no other name."""
        assert [change.what for change in unread({name: "x"}, LATEST)] == [meant]

    @pytest.mark.parametrize(
        ("name", "meant"),
        [
            ("VK_EXPLICIT_LAYER_PATH", "VK_LAYER_PATH"),
            ("VK_ADD_EXPLICIT_LAYER_PATH", "VK_ADD_LAYER_PATH"),
            ("VK_EXPLICIT_LAYERS_PATH", "VK_LAYER_PATH"),
            ("VK_ADD_EXPLICIT_LAYERS_PATH", "VK_ADD_LAYER_PATH"),
            ("VK_LOADER_DRIVERS_FILTER", "VK_LOADER_DRIVERS_SELECT"),
            ("VK_LOADER_DRIVER_FILE", "VK_DRIVER_FILES"),
            ("VK_LOADER_DRIVERS_FILES", "VK_DRIVER_FILES"),
            ("VK_ADD_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"),
            ("VK_LOADER_LAYERS_DENY", "VK_LOADER_LAYERS_DISABLE"),
        ],
    )
    def test_what_is_like_another_name_and_not_meant_so(self, name: str, meant: str) -> None:
        """The folders of explicit layers are not those of implicit ones."""
        assert [change.what for change in unread({name: "x"}, LATEST)] == [meant]

    def test_what_is_read_is_not_misspelt(self) -> None:
        """Variables of Mesa and of the loader itself are no misspelling."""
        read = {"MESA_VK_DEVICE_SELECT": "x", "VK_LOADER_DISABLE_SELECT": "1", "VK_DRIVER_FILES": "/a.json"}
        assert not list(unread(read, LATEST))

    @pytest.mark.parametrize(
        ("right", "wrong"),
        [
            ("VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVER_SELECT"),
            ("VK_DRIVER_FILES", "vk_driver_files"),
            ("VK_ADD_LAYER_PATH", "VK_LAYER_ADD_PATH"),
            ("VK_DRIVER_FILES", "VK_LOADER_DRIVER_FILES"),
        ],
    )
    def test_where_the_right_name_is_set_too(self, right: str, wrong: str) -> None:
        """No other name is proposed then."""
        assert not list(unread({right: "a", wrong: "b"}, LATEST))

    @pytest.mark.parametrize(
        "name",
        [
            "OLD_VK_DRIVER_FILES",
            "VK_DRIVER_FILES_BAK",
            "XVK_ICD_FILENAMES",
            "_VK_DRIVER_FILES",
            "VK_LAYER_PATH_",
        ],
    )
    def test_a_variable_that_is_kept_aside(self, name: str) -> None:
        """Somebody who renames a variable does not want it in force."""
        assert not list(unread({name: "/a.json"}, LATEST))

    @pytest.mark.parametrize("name", ["VK_LOADER_DEVICES_DISABLE", "VK_LOADER_DISABLE_DEVICE"])
    def test_devices_are_no_drivers(self, name: str) -> None:
        """No variable of loaders keeps devices off."""
        assert not list(unread({name: "*"}, LATEST))
