"""Extensions that a loader reports, hides, accepts and refuses."""

from refloader.scenario.drafting import (
    DRIVERS_TOLD,
    META,
    NO_EXTENSION,
    NOW,
    SUCCESS,
    A,
    B,
    C,
    Expect,
    Stage,
    bears_on,
    including,
    tolerated,
)

SURFACE = "VK_KHR_surface"
DISPLAY = "VK_KHR_display"
UTILS = "VK_EXT_validation_features"
FLAGS = "VK_EXT_validation_flags"
UNKNOWN = "VK_ACME_secret"
NOBODYS = "VK_TEST_of_a_layer"
"""An extension of a layer that no loader has of its own, as it may have any other."""
OTHER_ERRORS = [
    "VK_ERROR_INITIALIZATION_FAILED",
    "VK_ERROR_FEATURE_NOT_PRESENT",
    "VK_ERROR_INCOMPATIBLE_DRIVER",
    "VK_ERROR_UNKNOWN",
]
"""Of vkCreateInstance, for an extension that nobody has."""


def offers(name: str, version: str = "1") -> list[dict[str, str]]:
    """A list of one extension in a manifest."""
    return [{"name": name, "spec_version": version}]


@bears_on("EXT-ENUM-01")
def from_everybody(world: Stage) -> Expect:
    """Without a layer's name: two drivers and the implicit layer that is on, but no layer that is off."""
    world.driver("one", flags={"extensions": f"{SURFACE}:25"})
    world.driver("two", flags={"extensions": f"{SURFACE}:25,{DISPLAY}:23"})
    world.implicit_layer(A, instance_extensions=offers(UTILS))
    world.implicit_layer(B, instance_extensions=offers(NOBODYS))
    world.variable(f"DISABLE_{B}", "1")
    return {DRIVERS_TOLD: {"extensions": {"": including(SURFACE, DISPLAY, UTILS, without=(NOBODYS,))}}}


@bears_on("EXT-ENUM-01")
def of_explicit_layers(world: Stage) -> Expect:
    """An explicit layer's extensions are not those of the instance, though one sentence adds them up."""
    world.driver()
    world.explicit_layer(A, instance_extensions=offers(NOBODYS))
    return {
        DRIVERS_TOLD: {
            "extensions": {"": including(without=(NOBODYS,)), A: [NOBODYS]},
            "tolerated": [tolerated("AMB-ENUM-EXPLICIT", extensions={"": including(NOBODYS)})],
        }
    }


@bears_on("EXT-ENUM-02")
def of_one_layer(world: Stage) -> Expect:
    """With a layer's name: that layer's alone, whether it is on, off, implicit or explicit."""
    world.driver(flags={"extensions": f"{SURFACE}:25"})
    world.implicit_layer(A, instance_extensions=offers(UTILS, "7"))
    world.explicit_layer(B, instance_extensions=offers(FLAGS, "2"))
    world.explicit_layer(C)
    return {
        DRIVERS_TOLD: {
            "extensions": {A: [UTILS], B: [FLAGS], C: []},
            "versions": {A: {UTILS: 7}, B: {FLAGS: 2}},
        }
    }


@bears_on("EXT-ENUM-03")
def of_a_layer_and_a_driver(world: Stage) -> Expect:
    """An extension of both is reported once, with the driver's version; older and newer layers alike."""
    world.driver(flags={"extensions": f"{SURFACE}:25,{DISPLAY}:23"})
    world.implicit_layer(A, instance_extensions=offers(SURFACE, "1"))
    world.implicit_layer(B, instance_extensions=offers(DISPLAY, "99"))
    return {DRIVERS_TOLD: {"versions": {"": {SURFACE: 25, DISPLAY: 23}}}}


@bears_on("EXT-FILTER-03")
def a_drivers_unknown_extension(world: Stage) -> Expect:
    """A driver's instance extension that the loader does not know is left out."""
    world.driver(flags={"extensions": f"{UNKNOWN}:1,{SURFACE}:25"})
    return {"2018 2026": {"extensions": {"": including(SURFACE, without=(UNKNOWN,))}}}


@bears_on("EXT-FILTER-03")
def an_unknown_extension_is_enabled(world: Stage) -> Expect:
    """Enabling it nevertheless makes vkCreateInstance fail, though the driver has it."""
    world.driver(flags={"extensions": f"{UNKNOWN}:1"})
    world.application(extensions=[UNKNOWN])
    return {
        NOW: {
            "result": NO_EXTENSION,
            "tolerated": [
                tolerated("AMB-UNKNOWN-EXT-CODE", result=[{"one_of": OTHER_ERRORS}]),
            ],
        }
    }


@bears_on("EXT-FILTER-04")
def the_unknown_filter_is_off(world: Stage) -> Expect:
    """VK_LOADER_DISABLE_INST_EXT_FILTER shows the unknown extension and lets it be enabled."""
    world.driver(flags={"extensions": f"{UNKNOWN}:1"})
    world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", "1")
    world.application(extensions=[UNKNOWN])
    return {"2018 2026": {"result": SUCCESS, "extensions": {"": including(UNKNOWN)}}}


@bears_on("EXT-ENUM-01")
def an_unknown_extension_of_a_layer(world: Stage) -> Expect:
    """The filter is about drivers: an implicit layer may offer whatever it likes."""
    world.driver()
    world.implicit_layer(A, instance_extensions=offers(UNKNOWN))
    return {NOW: {"extensions": {"": including(UNKNOWN)}}}


@bears_on("EXT-ENUM-02")
def an_extension_of_a_requested_layer(world: Stage) -> Expect:
    """An explicit layer's extension can be enabled together with the layer."""
    world.driver()
    world.explicit_layer(A, instance_extensions=offers(UTILS))
    world.application(layers=[A], extensions=[UTILS])
    return {NOW: {"result": SUCCESS, "chain": [A]}}


@bears_on("META-07", "EXT-ENUM-01")
def of_an_implicit_meta_layer(world: Stage) -> Expect:
    """Components of an active implicit meta-layer are on, so the meta-layer tells of their extensions."""
    world.driver()
    world.explicit_layer(A, instance_extensions=offers(UTILS))
    world.explicit_layer(B, instance_extensions=offers(FLAGS))
    world.meta_layer(META, components=[A, B], implicit=True)
    return {NOW: {"extensions": {META: [{"any_order": [UTILS, FLAGS]}]}}}


@bears_on("EXT-ENUM-01", "LDP_LOADER_9")
def each_driver_gets_its_own(world: Stage) -> Expect:
    """The application enables what one of two drivers has: the instance is made with both."""
    world.driver("one", flags={"extensions": f"{SURFACE}:25"})
    world.driver("two")
    world.application(extensions=[SURFACE])
    return {NOW: {"result": SUCCESS, "drivers": [{"any_order": ["one", "two"]}], "violations": []}}


@bears_on("EXT-ENUM-01", "PORTABILITY-01")
def of_a_portability_driver(world: Stage) -> Expect:
    """A program looks for extensions before it can set the flag, so those of a portability driver are told."""
    world.driver(
        file_format_version="1.0.1",
        is_portability_driver=True,
        flags={"extensions": f"{DISPLAY}:23"},
    )
    return {
        NOW: {
            "extensions": {"": including(DISPLAY, "VK_KHR_portability_enumeration")},
            "tolerated": [
                tolerated(
                    "AMB-PORTABILITY-ENUM",
                    extensions={"": including("VK_KHR_portability_enumeration", without=(DISPLAY,))},
                ),
            ],
        }
    }


@bears_on("EXT-ENUM-01", "ACT-IMPLICIT-05")
def a_switched_off_layer_takes_its_extension_along(world: Stage) -> Expect:
    """The user switches an implicit layer off: its extension is not told."""
    world.driver()
    world.implicit_layer(A, instance_extensions=offers(NOBODYS))
    world.variable(f"DISABLE_{A}", "1")
    return {NOW: {"extensions": {"": including(without=(NOBODYS,))}}}
