"""Variables that choose among the layers and drivers that were found."""

from refloader.scenario.drafting import (
    NO_DRIVER,
    NO_LAYER,
    NOW,
    SUCCESS,
    A,
    B,
    C,
    D,
    Expect,
    Stage,
    any_order,
    bears_on,
    tolerated,
)

OLDER = "2016 2018 2022"
ENABLE = "VK_LOADER_LAYERS_ENABLE"
DISABLE = "VK_LOADER_LAYERS_DISABLE"
ALLOW = "VK_LOADER_LAYERS_ALLOW"
SELECT = "VK_LOADER_DRIVERS_SELECT"
DRIVERS_DISABLE = "VK_LOADER_DRIVERS_DISABLE"
ACME = "VK_LAYER_ACME_overlay"
ACME_2 = "VK_LAYER_ACME_capture"
OTHER = "VK_LAYER_other_overlay"


@bears_on("FILTER-LAYER-ENABLE-01", "ACT-EXPLICIT-01")
def enable_an_explicit_layer(world: Stage) -> Expect:
    """VK_LOADER_LAYERS_ENABLE switches an explicit layer on; editions before 2026 do not know it."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.variable(ENABLE, A)
    return {OLDER: {"chain": []}, NOW: {"chain": [A]}}


@bears_on("FILTER-GEN-04", "FILTER-GEN-05", "FILTER-GEN-06", "FILTER-GEN-07", "FILTER-GEN-03")
def every_form_of_glob(world: Stage) -> Expect:
    """A prefix, a suffix, a part and a whole name in one list, each matching a layer of its own."""
    world.driver()
    for name in ("prefix_one", "two_suffix", "a_middle_b", "whole", "whole_2", "not_prefix", "suffix_not"):
        world.explicit_layer(f"VK_LAYER_{name}")
    world.variable(ENABLE, "VK_LAYER_prefix*,*_suffix,*_middle_*,VK_LAYER_whole")
    return {
        NOW: {
            "chain": any_order(
                "VK_LAYER_prefix_one", "VK_LAYER_two_suffix", "VK_LAYER_a_middle_b", "VK_LAYER_whole"
            )
        }
    }


@bears_on("FILTER-GEN-08")
def case_does_not_matter(world: Stage) -> Expect:
    """Names and globs are compared without regard to case."""
    world.driver()
    world.explicit_layer(ACME)
    world.explicit_layer(ACME_2)
    world.explicit_layer(OTHER)
    world.variable(ENABLE, "vk_layer_acme_OVERLAY,*Capture")
    return {NOW: {"chain": any_order(ACME, ACME_2)}}


@bears_on("FILTER-GEN-07")
def a_star_in_the_middle(world: Stage) -> Expect:
    """A star elsewhere than at the ends is not among the accepted forms and matches nothing here."""
    world.driver()
    world.explicit_layer(ACME)
    world.explicit_layer(OTHER)
    world.variable(ENABLE, "VK_LAYER_*_overlay")
    return {NOW: {"chain": []}}


@bears_on("FILTER-GEN-03")
def spaces_around_a_comma(world: Stage) -> Expect:
    """Nothing says that spaces are trimmed, so the second element begins with one and matches nothing."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.variable(ENABLE, f"{A}, {B}")
    return {NOW: {"chain": [A], "tolerated": [tolerated("AMB-FILTER-SPACES", chain=any_order(A, B))]}}


@bears_on("FILTER-GEN-03", "FILTER-GEN-07")
def colons_do_not_separate(world: Stage) -> Expect:
    """The path separator has no role in a filter: the whole value is one element that matches nothing."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.variable(ENABLE, f"{A}:{B}")
    return {NOW: {"chain": []}}


@bears_on(
    "FILTER-LAYER-ENABLE-02", "ORDER-CHAIN-01", "ACT-IMPLICIT-01", "FILTER-LAYER-ENABLE-01", "ACT-APP-01"
)
def place_of_an_enabled_layer(world: Stage) -> Expect:
    """Layers of the filter stand behind the implicit ones and before those that the application asks for."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.explicit_layer(C)
    world.application(layers=[B])
    world.variable(ENABLE, C)
    return {NOW: {"chain": [A, C, B]}}


@bears_on("FILTER-LAYER-ENABLE-01", "LLP_LOADER_6")
def enable_despite_an_enable_variable(world: Stage) -> Expect:
    """An implicit layer whose own enable variable is not set is forced on."""
    world.driver()
    world.implicit_layer(A, enable_environment={"ENABLE_A": "1"})
    world.variable(ENABLE, A)
    return {"2022": {"chain": []}, NOW: {"chain": [A]}}


@bears_on("ACT-IMPLICIT-05", "FILTER-LAYER-ENABLE-01")
def enable_against_a_disable_variable(world: Stage) -> Expect:
    """The layer's own disable variable is the user's promised way out, and wins against the filter."""
    world.driver()
    world.implicit_layer(A, disable_environment={"DISABLE_A": "1"})
    world.variable("DISABLE_A", "1")
    world.variable(ENABLE, A)
    return {
        NOW: {
            "chain": [],
            "tolerated": [tolerated("AMB-ENABLE-FILTER-VS-DISABLEVAR", chain=[A])],
        }
    }


@bears_on("FILTER-LAYER-DISABLE-01", "ACT-IMPLICIT-01")
def disable_both_kinds_by_name(world: Stage) -> Expect:
    """A disabled implicit layer is off, and a disabled explicit one as well where a variable asks for it."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B)
    world.explicit_layer(C)
    world.variable(DISABLE, f"{A},{C}")
    return {OLDER: {"chain": any_order(A, B)}, NOW: {"chain": [B]}}


@bears_on("FILTER-LAYER-DISABLE-01")
def a_disabled_layer_is_requested(world: Stage) -> Expect:
    """The application asks for a layer that the filter disables: it must not be enabled."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.application(layers=[A, B])
    world.variable(DISABLE, A)
    return {
        NOW: {
            "result": NO_LAYER,
            "chain": [],
            "tolerated": [tolerated("AMB-DISABLE-REQUESTED", result=SUCCESS, chain=[B])],
        }
    }


@bears_on("FILTER-LAYER-DISABLE-03", "LDP_LOADER_2")
def disable_all(world: Stage) -> Expect:
    """~all~ leaves no layer of either kind, and the instance is made all the same."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.variable(DISABLE, "~all~")
    return {NOW: {"result": SUCCESS, "chain": [], "drivers": ["plain"]}}


@bears_on("FILTER-LAYER-DISABLE-04")
def disable_implicit(world: Stage) -> Expect:
    """~implicit~ leaves the explicit layers alone."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.application(layers=[B])
    world.variable(DISABLE, "~implicit~")
    return {NOW: {"result": SUCCESS, "chain": [B]}}


@bears_on("FILTER-LAYER-DISABLE-05")
def disable_explicit(world: Stage) -> Expect:
    """~explicit~ leaves the implicit layers alone."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.variable(ENABLE, "VK_LAYER_nobody")
    world.variable(DISABLE, "~explicit~")
    return {NOW: {"result": SUCCESS, "chain": [A]}}


@bears_on("FILTER-LAYER-DISABLE-06", "FILTER-LAYER-DISABLE-04")
def special_values_among_globs(world: Stage) -> Expect:
    """A glob for one explicit layer and ~implicit~ in one list."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(ACME)
    world.explicit_layer(B)
    world.variable(ENABLE, B)
    world.variable(DISABLE, "*ACME*,~implicit~")
    return {NOW: {"chain": [B]}}


@bears_on("FILTER-GEN-09")
def everything_off_but_one(world: Stage) -> Expect:
    """The disable variable is looked at first, so one layer of many can be left on."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B)
    world.explicit_layer(C)
    world.explicit_layer(D)
    world.variable(DISABLE, "~all~")
    world.variable(ENABLE, f"{B},{C}")
    return {NOW: {"chain": [B, C], "tolerated": [tolerated("AMB-ENABLE-VS-INSTLAYERS", chain=[C, B])]}}


@bears_on("FILTER-GEN-09", "FILTER-GEN-04")
def a_lone_star(world: Stage) -> Expect:
    """A star with no text is a prefix of nothing, which every name has."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.variable(DISABLE, "*")
    world.variable(ENABLE, B)
    return {NOW: {"chain": [B], "tolerated": [tolerated("AMB-ALLSTAR", chain=[A, B])]}}


@bears_on("FILTER-LAYER-ALLOW-01", "FILTER-LAYER-ALLOW-02")
def allow_keeps_and_enables_nothing(world: Stage) -> Expect:
    """Of allowed layers the plain implicit one stays; a conditional and an explicit one are not switched on."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B, enable_environment={"ENABLE_B": "1"})
    world.explicit_layer(C)
    world.implicit_layer(D)
    world.variable(DISABLE, "~all~")
    world.variable(ALLOW, f"{A},{B},{C}")
    return {NOW: {"chain": [A]}}


@bears_on("FILTER-LAYER-ALLOW-01")
def allow_lets_a_request_through(world: Stage) -> Expect:
    """An allowed explicit layer can be asked for although ~explicit~ is disabled."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.application(layers=[A])
    world.variable(DISABLE, "~explicit~")
    world.variable(ALLOW, A)
    return {NOW: {"result": SUCCESS, "chain": [A]}}


@bears_on("ENV-INSTLAYERS-05")
def instance_layers_against_disable(world: Stage) -> Expect:
    """Layers named in VK_INSTANCE_LAYERS stay enabled despite the disable filter."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.explicit_layer(C)
    world.variable(DISABLE, "~all~")
    world.variable("VK_INSTANCE_LAYERS", B)
    return {NOW: {"chain": [B]}}


@bears_on("FILTER-LAYER-DISABLE-01", "FILTER-LAYER-ENABLE-01", "ORDER-DUP-01")
def all_layer_variables_at_once(world: Stage) -> Expect:
    """Disable, enable, allow, VK_INSTANCE_LAYERS and a request, each with a layer of its own, and one in all."""
    world.driver()
    for name in ("disabled", "allowed"):
        world.implicit_layer(f"VK_LAYER_TEST_{name}")
    for name in ("enabled", "variable", "requested", "everywhere"):
        world.explicit_layer(f"VK_LAYER_TEST_{name}")
    world.application(layers=["VK_LAYER_TEST_requested", "VK_LAYER_TEST_everywhere"])
    world.variable(DISABLE, "~implicit~,*everywhere")
    world.variable(ALLOW, "*allowed")
    world.variable(ENABLE, "*enabled,*everywhere")
    world.variable("VK_INSTANCE_LAYERS", "VK_LAYER_TEST_variable:VK_LAYER_TEST_everywhere")
    enabled = {"any_order": ["VK_LAYER_TEST_enabled", "VK_LAYER_TEST_everywhere"]}
    first, rest = "VK_LAYER_TEST_allowed", "VK_LAYER_TEST_requested"
    return {
        NOW: {
            "result": SUCCESS,
            "chain": [
                first,
                "VK_LAYER_TEST_variable",
                "VK_LAYER_TEST_everywhere",
                "VK_LAYER_TEST_enabled",
                rest,
            ],
            "tolerated": [
                tolerated("AMB-ENABLE-VS-INSTLAYERS", chain=[first, enabled, "VK_LAYER_TEST_variable", rest]),
            ],
        }
    }


@bears_on("FILTER-GEN-02", "FILTER-DRIVER-SELECT-01", "DISC-DRIVER-GEN-01")
def select_a_driver_by_file_name(world: Stage) -> Expect:
    """Driver globs are compared with the manifest's file name, not with its folder or the library's name."""
    world.driver("one", file="radeon_icd.x86_64.json")
    world.driver("two", file="intel_icd.x86_64.json")
    world.driver("radeon", folder="/etc/vulkan/icd.d", file="lvp_icd.x86_64.json")
    world.variable(SELECT, "radeon*")
    return {
        "2016 2018": {"drivers": any_order("one", "two", "radeon")},
        NOW: {"result": SUCCESS, "drivers": ["one"]},
    }


@bears_on("FILTER-DRIVER-SELECT-02", "LDP_LOADER_1")
def select_no_driver(world: Stage) -> Expect:
    """Where no file name matches, no driver is used and no instance can be made."""
    world.driver("one")
    world.driver("two")
    world.variable(SELECT, "three*")
    return {NOW: {"result": NO_DRIVER, "drivers": []}}


@bears_on("FILTER-DRIVER-SELECT-01")
def select_set_to_nothing(world: Stage) -> Expect:
    """An empty list of globs is no filter."""
    world.driver("one")
    world.variable(SELECT, "")
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": ["one"],
            "tolerated": [tolerated("AMB-SELECT-EMPTY", result=NO_DRIVER, drivers=[])],
        }
    }


@bears_on("FILTER-DRIVER-DISABLE-01", "FILTER-GEN-09")
def disable_and_select_drivers(world: Stage) -> Expect:
    """All drivers disabled and one selected leave that one."""
    world.driver("one", file="one_icd.json")
    world.driver("two", file="two_icd.json")
    world.driver("three", file="three_icd.json")
    world.variable(DRIVERS_DISABLE, "*")
    world.variable(SELECT, "TWO_*,*nothing*")
    return {NOW: {"result": SUCCESS, "drivers": ["two"]}}


@bears_on("FILTER-DRIVER-DISABLE-01", "FILTER-DRIVER-DISABLE-02", "FILTER-GEN-03")
def disable_drivers(world: Stage) -> Expect:
    """Two globs, one of which matches a driver; the other drivers stay."""
    world.driver("one", file="one_icd.json")
    world.driver("two", file="two_icd.json")
    world.driver("three", file="three_icd.json")
    world.variable(DRIVERS_DISABLE, "one*,four*")
    return {NOW: {"result": SUCCESS, "drivers": any_order("two", "three")}}


@bears_on("FILTER-DRIVER-DISABLE-02", "LDP_LOADER_1")
def disable_every_driver(world: Stage) -> Expect:
    """Where all drivers are disabled none is left, and no instance can be made."""
    world.driver("one", file="one_icd.json")
    world.driver("two", file="two_icd.json")
    world.variable(DRIVERS_DISABLE, "*_icd.json")
    return {NOW: {"result": NO_DRIVER, "drivers": []}}


@bears_on("FILTER-GEN-01", "FILTER-GEN-02", "ENV-DRIVERFILES-05")
def filters_do_not_widen_the_search(world: Stage) -> Expect:
    """A driver in a folder that is not searched is not selected; one that a variable adds can be."""
    world.driver("installed", file="installed_icd.json")
    world.driver("lost", folder="/world/lost", file="wanted_icd.json")
    world.variable(
        "VK_ADD_DRIVER_FILES", world.driver("added", folder="/world/added", file="wanted_too_icd.json")
    )
    world.explicit_layer(A, folder="/world/lost")
    world.variable(SELECT, "wanted*")
    world.variable(ENABLE, "*")
    return {NOW: {"result": SUCCESS, "drivers": ["added"], "chain": []}}


@bears_on("DISC-GEN-01")
def a_disabled_layer_in_the_enumeration(world: Stage) -> Expect:
    """A layer that cannot be enabled is of no use to an application; whether it is listed is not stated."""
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.explicit_layer(C)
    world.variable(DISABLE, f"{A},{B}")
    return {
        NOW: {
            "layers": [C],
            "tolerated": [tolerated("AMB-DISABLE-ENUM", layers=any_order(A, B, C))],
        }
    }
