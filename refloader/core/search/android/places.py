"""Decides where an Android loader searches for layers: in folders of libraries. It searches for nothing else."""

from refloader.core.editions import Traits
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason, Severity
from refloader.model.text import quote
from refloader.rules import decides, rule

Found = tuple[tuple[Place, ...], tuple[Reason, ...]]

APPLICATION = "the application's library folder"
DEBUG = "the debug folder"
"""The sources of places."""


def standard(environment: Environment, facts: Traits, use: Use) -> Found:
    """Return the folders of libraries that are searched for one use, and why others are not."""
    if use is Use.DRIVER:
        return driver(environment)
    if use is Use.IMPLICIT:
        return implicit(environment)
    own = brought(environment)
    debug, reasons = debugging(environment, facts)
    return own + debug, reasons


@decides("DISC-ANDROID-02", "AMB-ANDROID-APPFOLDER")
def brought(environment: Environment) -> tuple[Place, ...]:
    """Return the folders of the application's own libraries, in every edition (AMB-ANDROID-APPFOLDER)."""
    why = rule("DISC-ANDROID-02")
    folders = dict.fromkeys(map(environment.paths.plain, environment.platform.native_libraries))
    return tuple(Place(each, Use.EXPLICIT, Form.LIBRARIES, APPLICATION, why) for each in folders)


@decides("DISC-ANDROID-01", "AMB-ANDROID-FOLDER")
def debugging(environment: Environment, facts: Traits) -> Found:
    """Return the fixed debug folder of the edition if the application may be debugged."""
    folder = "/data/local/vulkan/debug" if facts.edition is Edition.E2016 else "/data/local/debug/vulkan"
    why = rule("DISC-ANDROID-01")
    if environment.platform.debuggable:
        return (Place(folder, Use.EXPLICIT, Form.LIBRARIES, DEBUG, why),), ()
    fact = f"the application may not be debugged, so the layers in {quote(folder)} are not enumerated for it"
    return (), (Reason(why, Severity.INFO, folder, fact),)


@decides("DISC-ANDROID-04", "AMB-LLP9-ANDROID")
def implicit(environment: Environment) -> Found:
    """Return no place: Android has no implicit layers, so LLP_LAYER_9 does not apply (AMB-LLP9-ANDROID)."""
    fact = "Android has no implicit layers: nothing is active that the application does not ask for"
    return (), (Reason(rule("DISC-ANDROID-04"), Severity.INFO, "implicit layers", fact),)


@decides("DISC-DRIVER-ANDROID-01")
def driver(environment: Environment) -> Found:
    """Return no place: the system provides the driver, whatever variables and files say."""
    fact = (
        'the driver is the one that hw_get_module gives for "vulkan": no manifest and no variable changes it'
    )
    return (), (Reason(rule("DISC-DRIVER-ANDROID-01"), Severity.INFO, "drivers", fact),)
