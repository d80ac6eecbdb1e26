"""When a layer is on: by itself, by its variables, because somebody asks for it."""

from refloader.scenario.drafting import (
    ALL,
    NO_LAYER,
    NOW,
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
    tolerated,
)


@bears_on("ACT-IMPLICIT-04", "LLP_LOADER_6")
def enable_variables(world: Stage) -> Expect:
    """Three implicit layers: the enable variable set as written, not set, and not asked for."""
    world.driver()
    world.implicit_layer(A, enable_environment={"ENABLE_A": "1"})
    world.implicit_layer(B, enable_environment={"ENABLE_B": "1"})
    world.implicit_layer(C)
    world.variable("ENABLE_A", "1")
    return {ALL: {"chain": any_order(A, C)}}


@bears_on("ACT-IMPLICIT-04")
def another_value_of_the_enable_variable(world: Stage) -> Expect:
    """The layer is loaded if the variable has the value written in the manifest; three sentences say three things."""
    world.driver()
    world.implicit_layer(A, enable_environment={"ENABLE_A": "yes"})
    world.variable("ENABLE_A", "1")
    return {
        "2016": {"chain": []},
        SINCE_2018: {"chain": [], "tolerated": [tolerated("AMB-ENABLE-VALUE", chain=[A])]},
    }


@bears_on("ACT-IMPLICIT-04")
def an_empty_enable_variable(world: Stage) -> Expect:
    """An empty value is neither the value 1 nor a text; since 2022 one sentence asks for neither."""
    world.driver()
    world.implicit_layer(A, enable_environment={"ENABLE_A": "1"})
    world.variable("ENABLE_A", "")
    return {
        "2016": {"chain": []},
        "2018": {"chain": []},
        SINCE_2022: {"chain": [], "tolerated": [tolerated("AMB-ENABLE-VALUE", chain=[A])]},
    }


@bears_on("ACT-IMPLICIT-05", "LLP_LOADER_7", "ACT-IMPLICIT-01")
def disable_variables_have_no_value(world: Stage) -> Expect:
    """Whatever is written in the manifest and in the variable: set is off."""
    world.driver()
    world.implicit_layer(A, disable_environment={"OFF_A": "1"})
    world.implicit_layer(B, disable_environment={"OFF_B": "1"})
    world.implicit_layer(C, disable_environment={"OFF_C": ""})
    world.implicit_layer(D, disable_environment={"OFF_D": "1"})
    world.variable("OFF_A", "1")
    world.variable("OFF_B", "0")
    world.variable("OFF_C", "whatever")
    return {ALL: {"chain": [D]}}


@bears_on("ACT-IMPLICIT-05")
def an_empty_disable_variable(world: Stage) -> Expect:
    """The variable need not have a particular value; whether it may be empty is written in two ways."""
    world.driver()
    world.implicit_layer(A)
    world.variable(f"DISABLE_{A}", "")
    return {
        "2016": {"chain": []},
        SINCE_2018: {"chain": [], "tolerated": [tolerated("AMB-DISABLE-EMPTY", chain=[A])]},
    }


@bears_on("ACT-IMPLICIT-03")
def both_variables_set(world: Stage) -> Expect:
    """With its enable and its disable variable set, the layer is off."""
    world.driver()
    world.implicit_layer(A, enable_environment={"A_ON": "1"}, disable_environment={"A_OFF": "1"})
    world.variable("A_ON", "1")
    world.variable("A_OFF", "1")
    return {ALL: {"chain": []}}


@bears_on("LLP_LAYER_9", "MANIFEST-LAYER-18", "ACT-IMPLICIT-01")
def no_way_to_switch_it_off(world: Stage) -> Expect:
    """An implicit layer without a disable variable is not loaded; the next one is."""
    world.driver()
    world.implicit_layer(A, disable_environment=None)
    world.implicit_layer(B)
    return {SINCE_2022: {"result": SUCCESS, "chain": [B]}}


@bears_on("LLP_LAYER_9", "ACT-IMPLICIT-01")
def a_string_for_the_disable_variable(world: Stage) -> Expect:
    """A string in the place of the object names no variable."""
    world.driver()
    world.implicit_layer(A, disable_environment="DISABLE_A")
    world.implicit_layer(B)
    return {SINCE_2022: {"result": SUCCESS, "chain": [B]}}


@bears_on("LLP_LAYER_9", "ACT-IMPLICIT-01")
def an_array_for_the_disable_variable(world: Stage) -> Expect:
    """An array in the place of the object names no variable."""
    world.driver()
    world.implicit_layer(A, disable_environment=["DISABLE_A"])
    world.implicit_layer(B)
    return {SINCE_2022: {"result": SUCCESS, "chain": [B]}}


@bears_on("LLP_LAYER_9", "ACT-IMPLICIT-01")
def an_empty_disable_object(world: Stage) -> Expect:
    """An object without members names no variable."""
    world.driver()
    world.implicit_layer(A, disable_environment={})
    world.implicit_layer(B)
    return {SINCE_2022: {"result": SUCCESS, "chain": [B]}}


@bears_on("ACT-IMPLICIT-05", "ACT-IMPLICIT-04")
def layers_that_share_a_variable(world: Stage) -> Expect:
    """One variable may be the switch of several layers, on for one and off for another."""
    world.driver()
    world.implicit_layer(A, enable_environment={"TOOL": "1"}, disable_environment={"NO_TOOL": "1"})
    world.implicit_layer(B, disable_environment={"TOOL": "1"})
    world.implicit_layer(C, enable_environment={"TOOL": "1"}, disable_environment={"NO_TOOL": "1"})
    world.variable("TOOL", "1")
    return {ALL: {"chain": any_order(A, C)}}


@bears_on("ACT-APP-02", "ACT-APP-01")
def an_unknown_layer_is_requested(world: Stage) -> Expect:
    """A name that nobody has makes vkCreateInstance fail; no driver is entered."""
    world.driver()
    world.explicit_layer(A)
    world.application(layers=[A, B])
    return {NOW: {"result": NO_LAYER, "chain": [], "drivers": []}}


@bears_on("ACT-APP-01", "ENV-INSTLAYERS-01")
def an_unknown_layer_in_the_variable(world: Stage) -> Expect:
    """A user's variable has a name that nobody has: it is passed over, or the instance is not made."""
    world.driver()
    world.explicit_layer(A)
    world.variable("VK_INSTANCE_LAYERS", f"{B}:{A}")
    return {SINCE_2018: {"result": [{"one_of": [SUCCESS, NO_LAYER]}], "chain": [{"maybe": [A]}]}}


@bears_on("ACT-APP-01", "ACT-EXPLICIT-01")
def names_are_compared_exactly(world: Stage) -> Expect:
    """A name in another case is another name to ppEnabledLayerNames."""
    world.driver()
    world.explicit_layer(A)
    world.application(layers=[A.lower()])
    return {NOW: {"result": NO_LAYER, "chain": []}}


@bears_on("ACT-IMPLICIT-07")
def an_older_implicit_layer(world: Stage) -> Expect:
    """In 2022 an implicit layer older than the application's apiVersion is left out; in 2026 it is not."""
    world.driver()
    world.implicit_layer(A, api_version="1.1.0")
    world.implicit_layer(B, api_version="1.3.0")
    world.application(api="1.3.0")
    return {"2022": {"chain": [B]}, NOW: {"chain": any_order(A, B)}}


@bears_on("ACT-IMPLICIT-07", "ACT-APP-01")
def an_older_explicit_layer(world: Stage) -> Expect:
    """The version rule of 2022 is about implicit layers: an older explicit one can be asked for."""
    world.driver()
    world.explicit_layer(A, api_version="1.0.0")
    world.application(api="1.3.0", layers=[A])
    return {SINCE_2022: {"result": SUCCESS, "chain": [A]}}


@bears_on("ACT-IMPLICIT-07", "ACT-IMPLICIT-01")
def no_application_info(world: Stage) -> Expect:
    """Without VkApplicationInfo the version is 1.0, which every layer reaches."""
    world.driver()
    world.implicit_layer(A, api_version="1.0.0")
    world.application(api="")
    return {ALL: {"result": SUCCESS, "chain": [A]}}


@bears_on("LLP_LOADER_7", "ACT-IMPLICIT-05", "ACT-APP-01")
def a_switched_off_layer_is_requested(world: Stage) -> Expect:
    """The application asks for an implicit layer that the user has switched off."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.variable(f"DISABLE_{A}", "1")
    world.application(layers=[A, B])
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": [B],
            "tolerated": [tolerated("AMB-REQUEST-DISABLED", chain=any_order(A, B))],
        }
    }


@bears_on("LLP_LOADER_6", "ENV-INSTLAYERS-01")
def the_variable_names_a_waiting_layer(world: Stage) -> Expect:
    """VK_INSTANCE_LAYERS names an implicit layer whose enable variable is not set."""
    world.driver()
    world.implicit_layer(A, enable_environment={"ENABLE_A": "1"})
    world.variable("VK_INSTANCE_LAYERS", A)
    return {SINCE_2022: {"chain": [A], "tolerated": [tolerated("AMB-INSTLAYERS-IMPLICIT", chain=[])]}}


@bears_on("ACT-IMPLICIT-04", "MANIFEST-LAYER-17")
def several_enable_variables(world: Stage) -> Expect:
    """From 2018 on the text speaks of one variable: of several members only the first counts."""
    world.driver()
    world.implicit_layer(A, enable_environment={"FIRST": "1", "SECOND": "1"})
    world.implicit_layer(B, enable_environment={"SECOND": "1", "FIRST": "1"})
    world.variable("FIRST", "1")
    return {
        SINCE_2018: {
            "chain": [A],
            "tolerated": [
                tolerated("AMB-MULTI-ENVKEYS", chain=[]),
                tolerated("AMB-MULTI-ENVKEYS", chain=any_order(A, B)),
            ],
        }
    }


@bears_on("ACT-IMPLICIT-05", "DISC-GEN-06")
def an_explicit_layer_has_no_switch(world: Stage) -> Expect:
    """The variables belong to implicit layers: an explicit layer is loaded although its would be off."""
    world.driver()
    world.explicit_layer(A, disable_environment={"DISABLE_A": "1"}, enable_environment={"ENABLE_A": "1"})
    world.variable("DISABLE_A", "1")
    world.application(layers=[A])
    return {ALL: {"result": SUCCESS, "chain": [A]}}
