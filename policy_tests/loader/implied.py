"""The sentences that imply more than they say, as the warnings of several modules quote them. Holds no test."""

from collections.abc import Iterator
from contextlib import contextmanager

from refloader.results.results_file import Verdict
from refloader.scenario.observation import Observation
from refloader.suite.loaders.trial import Trial
from refloader.suite.subjects.ended import EndedError

GENERALLY = 'NEGOTIATE-ICD-09, which says "generally"'
"""The loader "generally does not modify" what a call carries: nothing forbids it to change a part."""

WRONG_USE = f"{GENERALLY}, of what Vulkan does not allow an application"

NOT_VALID = (
    "of a structure or a flag whose extension is not enabled, which Vulkan does not allow an application"
)
"""A loader that refuses such a call breaks no rule; one that accepts it has to do the right thing."""

PATCH_IGNORED = f"{GENERALLY}: Vulkan ignores the patch version of an application"

HIDDEN = (
    'the sentence "There are no rules about the name" (2016), which binds authors of manifests: that a loader reads '
    "files which are hidden from listings is not said"
)

GOAL = "DISC-DRIVER-GEN-01: that drivers do not interfere with one another is a goal of loaders"

CALLBACKS = (
    'VULKAN-LOADER-05, where Vulkan says what an implementation does with callbacks ("will make callbacks to the '
    'application using the most specific allocator and scope available"), and not who of it has them'
)
"""No sentence obliges a loader to hand the application's VkAllocationCallbacks to drivers."""

NEXT_LOOKUP = (
    "CHAIN-INIT-04, which has the next vk_layerGetPhysicalDeviceProcAddr passed to a layer: how the way goes on "
    "where the next layer has none is not said"
)
"""That a layer without the function is skipped, as a loader would have to do for this, no sentence says."""

OLDER_LAYERS = (
    'CONV-LAYER-11, by which "older layer libraries may expect that vkGetInstanceProcAddr ignore instance when pName '
    'is vkCreateDevice": it speaks of layers, and loaders are not named'
)

OF_NAMES = "FILTER-GEN-08, which speaks of comparison with the name of a layer or a driver"
"""That the special words of a filter are compared without regard to letter case, no sentence says."""

OF_COMPONENTS = (
    "EXT-ENUM-01, which has the extensions of implicit layers: that a meta-layer's are its components' is said of "
    "queries with its name"
)
"""META-07 speaks of a query for the meta-layer; that one without a name has them too, no sentence says."""

OF_EMPTY = "the sentences on lists, which do not say what an empty entry means"
"""Whether such a list is well formed, and what becomes of its other entries, no sentence says."""

OF_NUMBERS = "GPA-ORDER-01, which requires that unknown commands are served and states no number"
"""How many commands that it does not know a loader serves, no sentence says."""

FEW = 40
"""As many commands of which it does not know as a loader serves at least (unknown_commands/many_of_each_kind)."""

FILLED = "a short list that is filled to its end"
"""Vulkan says of too little room that "at most" as many elements are written."""

OF_OTHERS = f"{GOAL}, and this component breaks a rule of its own"


@contextmanager
def survived(by: str, *, breaks_a_rule: bool = True) -> Iterator[None]:
    """Make a crash or a timeout of the loader a warning where a component breaks a rule, or where all is implied.

    What follows is undefined then: no sentence says that a loader survives it, which at most ``by`` implies. Where
    all components keep their rules, a loader that ends has failed.
    """
    try:
        yield
    except EndedError as ending:
        if not breaks_a_rule or ending.verdict not in (Verdict.CRASH, Verdict.TIMEOUT):
            raise
        raise EndedError(Verdict.WARN, f"only implied by {by}: {ending}") from ending


def refused(subject: Trial, seen: Observation) -> None:
    """Expect that there is no instance; which error says so is a matter of reading."""
    error = seen.result_name if seen.result_name.startswith("VK_ERROR_") else "another error"
    subject.reading(
        "AMB-UNKNOWN-EXT-CODE",
        seen.result_name,
        chosen="VK_ERROR_EXTENSION_NOT_PRESENT",
        tolerated=error,
    )
