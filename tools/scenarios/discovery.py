"""Where manifests are found, and where they are not."""

from scenarios.drafting import (
    ALL,
    SUCCESS,
    A,
    B,
    Expect,
    Stage,
    any_order,
    bears_on,
)

EXPLICIT = "vulkan/explicit_layer.d"
IMPLICIT = "vulkan/implicit_layer.d"


@bears_on("DISC-GEN-01", "ACT-EXPLICIT-01", "ACT-IMPLICIT-01")
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
