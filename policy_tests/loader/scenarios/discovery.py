"""Where manifests are found, and where they are not."""

from refloader.scenario.drafting import (
    ALL,
    SINCE_2018,
    SINCE_2022,
    SUCCESS,
    A,
    B,
    C,
    D,
    Expect,
    Stage,
    any_order,
    bears_on,
    including,
    layer,
    one_of,
    tolerated,
)

EXPLICIT = "vulkan/explicit_layer.d"
IMPLICIT = "vulkan/implicit_layer.d"


@bears_on("DISC-GEN-01", "ACT-EXPLICIT-01", "ACT-IMPLICIT-01", "MANIFEST-ICD-08", "LDP_LOADER_2")
def plain_machine(world: Stage) -> Expect:
    """One driver, one implicit layer and one explicit layer, everything as a package would install it."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    return {
        ALL: {
            "result": SUCCESS,
            "layers": any_order(A, B),
            "chain": [A],
            "drivers": ["plain"],
            "devices": ["mock driver"],
            "violations": [],
        }
    }


@bears_on("DISC-GEN-06", "DISC-GEN-01")
def location_decides_the_kind(world: Stage) -> Expect:
    """The same manifest, with both variables of an implicit layer, is implicit or explicit by its folder alone."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B, folder=f"/usr/share/{EXPLICIT}")
    return {ALL: {"layers": any_order(A, B), "chain": [A]}}


@bears_on(
    *("DISC-LINUX-01", "DISC-LINUX-02", "DISC-LINUX-03", "DISC-LINUX-04", "DISC-LINUX-05"),
    *("DISC-LINUX-07", "DISC-LINUX-08"),
)
def one_layer_in_every_folder(world: Stage) -> Expect:
    """A layer in each folder that any edition searches; the four editions search different ones."""
    for name, base in {
        "VK_LAYER_TEST_config_home": "/home/user/.config",
        "VK_LAYER_TEST_config_dirs": "/etc/xdg",
        "VK_LAYER_TEST_local_etc": "/usr/local/etc",
        "VK_LAYER_TEST_etc": "/etc",
        "VK_LAYER_TEST_data_home": "/home/user/.local/share",
        "VK_LAYER_TEST_local_share": "/usr/local/share",
        "VK_LAYER_TEST_share": "/usr/share",
    }.items():
        world.explicit_layer(name, folder=f"{base}/{EXPLICIT}")
    xdg = including(
        "VK_LAYER_TEST_config_home",
        "VK_LAYER_TEST_config_dirs",
        "VK_LAYER_TEST_etc",
        "VK_LAYER_TEST_data_home",
        "VK_LAYER_TEST_local_share",
        "VK_LAYER_TEST_share",
    )
    more = tolerated(
        "AMB-MORE-FOLDERS",
        layers=including("VK_LAYER_TEST_etc", "VK_LAYER_TEST_share", "VK_LAYER_TEST_data_home"),
    )
    return {
        "2016": {
            "layers": any_order("VK_LAYER_TEST_share", "VK_LAYER_TEST_etc", "VK_LAYER_TEST_data_home"),
            "tolerated": [more],
        },
        "2018": {
            "layers": any_order(
                "VK_LAYER_TEST_local_etc",
                "VK_LAYER_TEST_local_share",
                "VK_LAYER_TEST_etc",
                "VK_LAYER_TEST_share",
                "VK_LAYER_TEST_data_home",
            ),
            "tolerated": [
                tolerated(
                    "AMB-BUILD-FOLDERS",
                    layers=any_order(
                        *moved, "VK_LAYER_TEST_etc", "VK_LAYER_TEST_share", "VK_LAYER_TEST_data_home"
                    ),
                )
                for moved in ((), ("VK_LAYER_TEST_local_share",), ("VK_LAYER_TEST_local_etc",))
            ]
            + [more],
        },
        "2022": {"layers": xdg},
        "2026": {"layers": xdg},
    }


@bears_on("DISC-LINUX-09", "DISC-LINUX-10", "ORDER-CHAIN-03", "ACT-IMPLICIT-01")
def folders_in_order(world: Stage) -> Expect:
    """Implicit layers stand in the chain in the order of the folders in which they were found."""
    world.driver()
    for name, base in {
        "VK_LAYER_TEST_5": "/usr/local/share",
        "VK_LAYER_TEST_1": "/home/user/.config",
        "VK_LAYER_TEST_4": "/home/user/.local/share",
        "VK_LAYER_TEST_6": "/usr/share",
        "VK_LAYER_TEST_2": "/etc/xdg",
        "VK_LAYER_TEST_3": "/etc",
    }.items():
        world.implicit_layer(name, folder=f"{base}/{IMPLICIT}")
    first, second, *rest = (f"VK_LAYER_TEST_{number}" for number in range(1, 7))
    return {
        SINCE_2022: {
            "chain": [first, second, *rest],
            "tolerated": [tolerated("AMB-RANK-1-TWICE", chain=[second, first, *rest])],
        }
    }


@bears_on("DISC-GEN-02", "DISC-LINUX-07", "DISC-LINUX-08")
def user_before_distribution(world: Stage) -> Expect:
    """Of one layer in the user's data folder and in the distribution's the user's is the one that is used."""
    world.driver()
    world.explicit_layer(A, folder=f"/usr/share/{EXPLICIT}", flags={"name": "distribution"})
    world.explicit_layer(A, folder=f"/home/user/.local/share/{EXPLICIT}", flags={"name": "user"})
    world.application(layers=[A])
    return {SINCE_2022: {"result": SUCCESS, "chain": ["user"]}}


@bears_on("DISC-LINUX-02", "ACT-APP-01")
def user_after_distribution_in_2018(world: Stage) -> Expect:
    """The list of 2018 has the user's folder last; it never says that a list is an order."""
    world.driver()
    world.explicit_layer(A, folder=f"/home/user/.local/share/{EXPLICIT}", flags={"name": "user"})
    world.explicit_layer(A, folder=f"/etc/{EXPLICIT}", flags={"name": "administrator"})
    world.application(layers=[A])
    return {
        "2018": {
            "chain": ["administrator"],
            "tolerated": [tolerated("AMB-ORDER-2018", chain=["user"])],
        }
    }


@bears_on("DISC-GEN-02", "DISC-LINUX-03", "DISC-LINUX-04")
def config_home_before_config_dirs(world: Stage) -> Expect:
    """The table gives both bases the rank 1; the worked example has the user's folder first."""
    world.driver()
    world.explicit_layer(A, folder=f"/etc/xdg/{EXPLICIT}", flags={"name": "dirs"})
    world.explicit_layer(A, folder=f"/home/user/.config/{EXPLICIT}", flags={"name": "home"})
    world.application(layers=[A])
    return {SINCE_2022: {"chain": ["home"], "tolerated": [tolerated("AMB-RANK-1-TWICE", chain=["dirs"])]}}


@bears_on(
    "DISC-LINUX-03", "DISC-LINUX-04", "DISC-LINUX-07", "DISC-LINUX-08", "DISC-LINUX-01", "DISC-LINUX-02"
)
def every_xdg_variable_moves_its_base(world: Stage) -> Expect:
    """All four XDG variables set: their folders are searched and the fallbacks are not; old editions know none."""
    world.explicit_layer("VK_LAYER_TEST_config_home", folder=f"/world/config/{EXPLICIT}")
    world.explicit_layer("VK_LAYER_TEST_config_dir_1", folder=f"/world/etc1/{EXPLICIT}")
    world.explicit_layer("VK_LAYER_TEST_config_dir_2", folder=f"/world/etc2/{EXPLICIT}")
    world.explicit_layer("VK_LAYER_TEST_data_home", folder=f"/world/data/{EXPLICIT}")
    world.explicit_layer("VK_LAYER_TEST_data_dir", folder=f"/world/share/{EXPLICIT}")
    world.explicit_layer("VK_LAYER_TEST_fallback_config", folder=f"/home/user/.config/{EXPLICIT}")
    world.explicit_layer("VK_LAYER_TEST_fallback_dirs", folder=f"/etc/xdg/{EXPLICIT}")
    world.explicit_layer("VK_LAYER_TEST_fallback_data", folder=f"/home/user/.local/share/{EXPLICIT}")
    world.explicit_layer("VK_LAYER_TEST_fallback_share", folder=f"/usr/share/{EXPLICIT}")
    world.variable("XDG_CONFIG_HOME", "/world/config")
    world.variable("XDG_CONFIG_DIRS", "/world/etc1:/world/etc2")
    world.variable("XDG_DATA_HOME", "/world/data")
    world.variable("XDG_DATA_DIRS", "/world/share")
    return {
        "2016 2018": {"layers": any_order("VK_LAYER_TEST_fallback_data", "VK_LAYER_TEST_fallback_share")},
        SINCE_2022: {
            "layers": any_order(
                "VK_LAYER_TEST_config_home",
                "VK_LAYER_TEST_config_dir_1",
                "VK_LAYER_TEST_config_dir_2",
                "VK_LAYER_TEST_data_home",
                "VK_LAYER_TEST_data_dir",
            ),
        },
    }


@bears_on("DISC-GEN-02")
def data_dirs_keep_their_order(world: Stage) -> Expect:
    """XDG_DATA_DIRS is searched from left to right: for one name, and for the order of implicit layers."""
    world.driver(folder="/world/one/vulkan/icd.d")
    world.implicit_layer(B, folder=f"/world/one/{IMPLICIT}")
    world.implicit_layer(A, folder=f"/world/two/{IMPLICIT}", flags={"name": "two"})
    world.implicit_layer(C, folder=f"/world/two/{IMPLICIT}")
    world.implicit_layer(A, folder=f"/world/three/{IMPLICIT}", flags={"name": "three"})
    world.implicit_layer(D, folder=f"/world/three/{IMPLICIT}")
    world.variable("XDG_DATA_DIRS", "/world/one:/world/two:/world/three")
    return {SINCE_2022: {"chain": [B, {"any_order": ["two", C]}, D]}}


@bears_on("DISC-LINUX-04", "DISC-LINUX-08")
def empty_xdg_lists(world: Stage) -> Expect:
    """An empty XDG list counts as unset, as the specification of these variables says."""
    world.explicit_layer(A, folder=f"/etc/xdg/{EXPLICIT}")
    world.explicit_layer(B, folder=f"/usr/share/{EXPLICIT}")
    world.variable("XDG_CONFIG_DIRS", "")
    world.variable("XDG_DATA_DIRS", "")
    return {SINCE_2022: {"layers": any_order(A, B), "tolerated": [tolerated("AMB-XDG-EMPTY", layers=[])]}}


@bears_on("DISC-LINUX-03", "DISC-LINUX-07")
def empty_xdg_homes(world: Stage) -> Expect:
    """An empty XDG_CONFIG_HOME and XDG_DATA_HOME count as unset, so the folders in HOME are searched."""
    world.explicit_layer(A, folder=f"/home/user/.config/{EXPLICIT}")
    world.explicit_layer(B, folder=f"/home/user/.local/share/{EXPLICIT}")
    world.explicit_layer(C)
    world.variable("XDG_CONFIG_HOME", "")
    world.variable("XDG_DATA_HOME", "")
    return {SINCE_2022: {"layers": any_order(A, B, C), "tolerated": [tolerated("AMB-XDG-EMPTY", layers=[C])]}}


@bears_on("DISC-LINUX-03", "DISC-LINUX-07", "DISC-LINUX-11", "ACT-IMPLICIT-01")
def no_home(world: Stage) -> Expect:
    """Without HOME and without the XDG variables there are no folders of the user; the others stay."""
    world.driver()
    world.implicit_layer(A, folder=f"/home/user/.local/share/{IMPLICIT}")
    world.implicit_layer(B)
    world.variable("HOME", None)
    return {ALL: {"result": SUCCESS, "layers": [B], "chain": [B]}}


@bears_on("DISC-LINUX-03", "DISC-LINUX-07")
def xdg_homes_without_home(world: Stage) -> Expect:
    """The XDG variables alone give the user's folders: HOME is needed for their fallbacks only."""
    world.explicit_layer(A, folder=f"/world/config/{EXPLICIT}")
    world.explicit_layer(B, folder=f"/world/data/{EXPLICIT}")
    world.variable("HOME", None)
    world.variable("XDG_CONFIG_HOME", "/world/config")
    world.variable("XDG_DATA_HOME", "/world/data")
    return {SINCE_2022: {"layers": any_order(A, B)}}


@bears_on("DISC-LINUX-09")
def only_the_folder_itself(world: Stage) -> Expect:
    """Manifests in the parent and in a subfolder of a searched folder are not found."""
    world.explicit_layer(A)
    world.explicit_layer(B, folder="/usr/share/vulkan")
    world.explicit_layer(C, folder=f"/usr/share/{EXPLICIT}/more")
    world.implicit_layer(D, folder="/usr/share/vulkan/implicit_layer.d.off")
    return {SINCE_2022: {"layers": [A]}}


@bears_on("DISC-GEN-08", "DISC-GEN-01")
def suffixes(world: Stage) -> Expect:
    """Any name that ends in .json is a manifest's; copies that editors and package managers leave are none."""
    world.explicit_layer(A, file="any name at all.json")
    world.explicit_layer(B, file="b.json.json")
    for number, name in enumerate(
        ["b.json~", "b.json.bak", "b.json.dpkg-new", "b.json.disabled", "b.txt", "b", "json"]
    ):
        world.explicit_layer(f"VK_LAYER_TEST_left_{number}", file=name)
    return {ALL: {"layers": any_order(A, B)}}


@bears_on("DISC-GEN-08", "DISC-GEN-01")
def suffix_in_capitals(world: Stage) -> Expect:
    """Whether .JSON is the suffix is not said; file names are case-sensitive where manifests are files."""
    world.explicit_layer(A)
    world.explicit_layer(B, file="b.JSON")
    return {ALL: {"layers": [A], "tolerated": [tolerated("AMB-JSON-CASE", layers=any_order(A, B))]}}


@bears_on("DISC-GEN-08", "DISC-GEN-01")
def unusual_file_names(world: Stage) -> Expect:
    """A dot at the end, many dots, spaces and letters beyond ASCII change nothing."""
    world.explicit_layer(A, file="a..json")
    world.explicit_layer(B, file="1.2.3.json")
    world.explicit_layer(C, file=" spaces .json")
    world.explicit_layer(D, file="\u00fcber.json")
    return {ALL: {"layers": any_order(A, B, C, D)}}


@bears_on("DISC-GEN-07")
def one_folder_listed_twice(world: Stage) -> Expect:
    """The very same manifest, met twice through XDG_DATA_DIRS, counts once."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.variable("XDG_DATA_DIRS", "/usr/share:/usr/local/share:/usr/share")
    return {SINCE_2022: {"layers": any_order(A, B), "chain": [A]}}


@bears_on("DISC-GEN-07", "ORDER-DUP-01")
def one_folder_written_in_two_ways(world: Stage) -> Expect:
    """A slash at the end does not make another folder; in any case the layer is loaded once."""
    world.driver()
    world.implicit_layer(A)
    world.variable("XDG_DATA_DIRS", "/usr/share/:/usr/share")
    return {
        SINCE_2022: {
            "layers": [A],
            "chain": [A],
            "tolerated": [
                tolerated("AMB-DISC-SLASH", layers=[A, A]),
            ],
        }
    }


@bears_on("ORDER-DUP-01", "DISC-GEN-02")
def a_folder_behind_a_link(world: Stage) -> Expect:
    """A link from one searched folder to another shows the same files twice; the layer is loaded once."""
    world.driver()
    world.implicit_layer(A)
    world.link(f"/usr/local/share/{IMPLICIT}", f"/usr/share/{IMPLICIT}")
    return {
        SINCE_2022: {
            "layers": [A],
            "chain": [A],
            "tolerated": [tolerated("AMB-DUP-ENUM", layers=[A, A])],
        }
    }


@bears_on("DISC-GEN-01", "ACT-IMPLICIT-01", "ACT-EXPLICIT-01")
def a_manifest_behind_a_link(world: Stage) -> Expect:
    """A link in a searched folder is as good as the file, as in stores that link packages into place."""
    world.driver()
    path = world.implicit_layer(A, folder="/world/store/a1b2c3")
    world.link(f"/usr/share/{IMPLICIT}/a.json", path)
    return {ALL: {"layers": [A], "chain": [A]}}


@bears_on("DISC-GEN-01", "ACT-IMPLICIT-01", "MANIFEST-ICD-08", "LDP_LOADER_2")
def links_that_lead_nowhere(world: Stage) -> Expect:
    """A dangling link and one that points at itself cost nothing but themselves."""
    world.driver()
    world.implicit_layer(A)
    world.link(f"/usr/share/{IMPLICIT}/gone.json", "/world/gone.json")
    world.link(f"/usr/share/{IMPLICIT}/loop.json", f"/usr/share/{IMPLICIT}/loop.json")
    world.link("/usr/share/vulkan/icd.d/gone.json", "/world/gone_icd.json")
    return {ALL: {"result": SUCCESS, "layers": [A], "chain": [A], "drivers": ["plain"]}}


@bears_on("DISC-GEN-01", "ACT-IMPLICIT-01", "MANIFEST-ICD-08", "LDP_LOADER_2")
def folders_called_like_manifests(world: Stage) -> Expect:
    """A folder whose name ends in .json is no manifest and does not keep others from being found."""
    world.driver()
    world.implicit_layer(A)
    world.file(f"/usr/share/{IMPLICIT}/aaa.json/note.txt", "a folder")
    world.file("/usr/share/vulkan/icd.d/aaa.json/note.txt", "a folder")
    return {ALL: {"result": SUCCESS, "layers": [A], "chain": [A], "drivers": ["plain"]}}


@bears_on("DISC-GEN-04", "ACT-EXPLICIT-01", "ACT-APP-01")
def a_layer_without_its_library(world: Stage) -> Expect:
    """Layers are enumerated from their manifests, so one whose library is missing is enumerated as well."""
    world.driver()
    world.explicit_layer(A, mock=None)
    world.explicit_layer(B)
    world.application(layers=[B])
    return {ALL: {"result": SUCCESS, "layers": any_order(A, B), "chain": [B]}}


@bears_on("DISC-GEN-03", "ORDER-DUP-01")
def two_of_one_name_in_one_folder(world: Stage) -> Expect:
    """Inside a folder the order is that of readdir: either of two layers of one name may be the one."""
    world.driver()
    world.implicit_layer(A, file="a.json", flags={"name": "a.json"})
    world.library("/world/libother.so", "layer", {"name": "b.json"})
    world.file(
        f"/usr/share/{IMPLICIT}/b.json",
        {
            "file_format_version": "1.1.2",
            "layer": layer(A, "/world/libother.so", disable_environment={"DISABLE_B": "1"}),
        },
    )
    return {
        SINCE_2022: {
            "layers": [A],
            "chain": one_of("a.json", "b.json"),
            "tolerated": [tolerated("AMB-DUP-ENUM", layers=[A, A])],
        }
    }


@bears_on("MANIFEST-LAYER-03", "DISC-GEN-01", "ACT-APP-01")
def one_manifest_with_three_layers(world: Stage) -> Expect:
    """From format 1.0.1 on the array holds several layers; each is a layer of its own."""
    world.driver()
    for name in (A, B, C):
        world.library(f"/world/lib{name}.so", "layer", {"name": name})
    world.file(
        f"/usr/share/{EXPLICIT}/three.json",
        {"file_format_version": "1.0.1", "layers": [layer(n, f"/world/lib{n}.so") for n in (A, B, C)]},
    )
    world.application(layers=[C, A])
    return {SINCE_2018: {"result": SUCCESS, "layers": any_order(A, B, C), "chain": [C, A]}}


@bears_on("DISC-GEN-01", "ACT-IMPLICIT-01", "MANIFEST-ICD-08", "LDP_LOADER_2")
def folders_of_other_purposes(world: Stage) -> Expect:
    """Neighbours of the searched folders, with manifests that would be valid, are of no interest."""
    world.driver()
    world.driver("other", folder="/usr/share/vulkan/icd")
    world.implicit_layer(A, folder="/usr/share/vulkan/implicit_layers.d")
    world.explicit_layer(B, folder="/usr/share/vulkan/layers")
    world.explicit_layer(C, folder="/usr/share/Vulkan/explicit_layer.d")
    return {ALL: {"result": SUCCESS, "layers": [], "drivers": ["plain"], "chain": []}}
