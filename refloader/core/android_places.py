"""Decides where an Android loader looks for layers, and which: it asks libraries and reads no manifest."""

from refloader.core.editions import Traits
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason
from refloader.rules import decides, rule


@decides("DISC-ANDROID-01", "AMB-ANDROID-FOLDER")
def standard(
    environment: Environment, facts: Traits, use: Use
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """The folders of libraries that are searched for one use, and what there is to say about them."""
    folder = "/data/local/vulkan/debug" if facts.edition is Edition.E2016 else "/data/local/debug/vulkan"
    place = Place(folder, use, Form.LIBRARIES, "the fixed folder", rule("DISC-ANDROID-01"))
    return ((place,) if use is Use.EXPLICIT else ()), ()
