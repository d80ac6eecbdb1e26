"""Violators of the loader's messages that leave out or change a part of what is told, and of what is kept loaded."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import messages
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_facts
from refloader.dropin.python.instances import instance, listing
from refloader.dropin.python.loading import libraries
from refloader.dropin.python.messages import log
from refloader.dropin.python.messages import messengers as heard
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, completes, replaces

# ---- which messages -----------------------------------------------------------------------------------------------


@replaces(messages.message_kinds, "DEBUG-LOG-02")
def all_leaves_out_the_drivers(original: Original, value: str | None, edition: Any) -> Any:
    """The option all does not include driver."""
    return original(value, edition) - ({"driver"} if "driver" not in (value or "").split(",") else set())


@replaces(messages.message_kinds, "DEBUG-LOG-02")
def all_counts_only_if_alone(original: Original, value: str | None, edition: Any) -> Any:
    """The option all has no effect beside other ones."""
    words = (value or "").split(",")
    return original(",".join(word for word in words if word != "all" or len(words) == 1), edition)


@replaces(messages.message_kinds, "DEBUG-LOG-02")
def a_third_option_does_not_count(original: Original, value: str | None, edition: Any) -> Any:
    """Of the options in VK_LOADER_DEBUG only two count."""
    return original(",".join((value or "").split(",")[:2]), edition)


@replaces(messages.message_kinds, "DEBUG-LOG-01", "DEBUG-LOG-02")
def options_include_the_ones_above(original: Original, value: str | None, edition: Any) -> Any:
    """The option warn prints errors too, as it did in 2018."""
    kinds = original(value, edition)
    above = ("error", "warn", "info", "debug")
    last = max((above.index(each) for each in kinds if each in above), default=-1)
    return kinds | set(above[: last + 1])


@replaces(log.for_creation, "DEBUG-LOG-03")
def only_the_first_messenger_hears(original: Original, chain: int, listed: Any) -> Any:
    """Of two messengers in the pNext chain of a VkInstanceCreateInfo only the first hears the loader."""
    made = original(chain, listed)
    made._listeners = made._listeners[:1]
    return made


@replaces(log.for_creation, "DEBUG-LOG-03")
def messengers_hear_only_what_is_printed(original: Original, chain: int, listed: Any) -> Any:
    """Messengers hear nothing unless VK_LOADER_DEBUG is set."""
    made = original(chain, listed)
    if not made._kinds:
        made._listeners = ()
    return made


@replaces(heard.of_instance, "DEBUG-LOG-03")
def messengers_made_later_hear_nothing(original: Original, made: Any) -> Any:
    """Messengers that an application makes with an instance hear nothing of the loader."""
    return ()


@replaces(log.for_creation, "DEBUG-LOG-03")
def nothing_printed_where_a_messenger_hears(original: Original, chain: int, listed: Any) -> Any:
    """Nothing is printed where the application has a messenger."""
    made = original(chain, listed)
    if made._listeners:
        made._kinds = frozenset()
    return made


# ---- their form ---------------------------------------------------------------------------------------------------


@replaces(log.line, "DEBUG-LOG-04")
def warnings_are_called_warn(original: Original, level: str, about: str, text: str) -> Any:
    """The lines of warnings begin with WARN."""
    said = original(level, about, text)
    return said.replace("WARNING", "WARN", 1) if level == "warn" else said


@replaces(log.line, "DEBUG-LOG-04")
def words_of_levels_joined_by_commas(original: Original, level: str, about: str, text: str) -> Any:
    """The words of a line for two levels have a comma between them."""
    return original(level, about, text).replace(" | ", ", ", 1)


@replaces(log.line, "DEBUG-LOG-04")
def subjects_not_named(original: Original, level: str, about: str, text: str) -> Any:
    """The line of an error of a layer or a driver does not say LAYER or DRIVER."""
    return original(level, "" if level else about, text)


# ---- what is found ------------------------------------------------------------------------------------------------


def _changed(original: Original, log_: Any, plan: Any, keeps: Any) -> Any:
    class Sieve(log.Log):
        """A log that passes on only the lines which ``keeps`` wants."""

        def say(self, level: str, about: str, text: str) -> None:
            if keeps(about, text):
                super().say(level, about, text)

    return original(Sieve(log_._kinds, log_._listeners), plan)


@replaces(listing.tell_plan, "DEBUG-LOG-05")
def disable_variables_not_told(original: Original, log_: Any, plan: Any) -> Any:
    """The loader does not tell the disable variables of implicit layers, neither of those found nor of a chain's."""
    return _changed(original, log_, plan, lambda about, text: "Disable Env Var" not in text)


@completes("disable_variables_not_told", listing.chain_lines)
def _nor_in_a_chain(original: Original, *arguments: Any) -> Any:
    return _without(original, "Disable Env Var:", arguments)


@replaces(listing._searches, "DEBUG-LOG-05")
def searched_folders_not_told(original: Original, plan: Any, uses: Any) -> Any:
    """The loader tells the manifests of layers but not the folders where it looks for them."""
    folders = {place.path for place in plan.places if place.use is not Use.DRIVER}
    return (row for row in original(plan, uses) if row[2].strip() not in folders)


@replaces(listing._searches, "DEBUG-LOG-05")
def searched_folders_told_backwards(original: Original, plan: Any, uses: Any) -> Any:
    """The loader tells the folders of layers in the opposite order."""
    rows = list(original(plan, uses))
    for use in (Use.IMPLICIT, Use.EXPLICIT):
        lines = [f"      {place.path}" for place in plan.places if place.use is use]
        for at in range(len(rows)):
            if lines and [text for _, _, text in rows[at : at + len(lines)]] == lines:
                rows[at : at + len(lines)] = rows[at : at + len(lines)][::-1]
                break
    return iter(rows)


@replaces(listing._files, "DEBUG-LOG-05")
def unusable_files_not_told(original: Original, plan: Any, use: Any, places: Any) -> Any:
    """A manifest that is found but not usable is not in the list of the files found."""
    unread = {file.path for file in plan.unread}
    return tuple(path for path in original(plan, use, places) if path not in unread)


@replaces(libraries._say_unloadable, "DEBUG-LOG-05", "DEBUG-LOG-07")
def nothing_told_of_missing_libraries(original: Original, trouble: str, *arguments: Any) -> Any:
    """The loader does not tell that a library is missing."""
    return None if libraries._WRONG_SIZE not in trouble else original(trouble, *arguments)


@replaces(libraries._say_unloadable, "DEBUG-WRONGARCH-01", "DEBUG-LOG-05", "DEBUG-LOG-07")
def nothing_told_of_a_wrong_word_size(original: Original, trouble: str, *arguments: Any) -> Any:
    """The loader does not tell that a library is for processes of another word size."""
    return None if libraries._WRONG_SIZE in trouble else original(trouble, *arguments)


@replaces(listing.tell_plan, "DEBUG-LOG-07")
def nothing_told_of_drivers(original: Original, log_: Any, plan: Any) -> Any:
    """The loader does not tell which drivers it finds and where, only the layers."""
    return _changed(original, log_, plan, lambda about, text: about != "driver")


# ---- chains -------------------------------------------------------------------------------------------------------


@replaces(listing.chain_lines, "DEBUG-LOG-06")
def chains_told_from_below(original: Original, layers: Any, plan: Any, bottom: str) -> Any:
    """The chain of an instance is told with the layer next to the drivers first."""
    return original(tuple(layers)[::-1], plan, bottom)


def _without(original: Original, word: str, arguments: Any) -> Any:
    return (text for text in original(*arguments) if word not in text)


@replaces(listing.chain_lines, "DEBUG-LOG-06")
def chains_told_without_manifests(original: Original, *arguments: Any) -> Any:
    """The chain of an instance is told without the manifests of the layers."""
    return _without(original, "Manifest:", arguments)


@replaces(listing.chain_lines, "DEBUG-LOG-06")
def chains_told_without_libraries(original: Original, *arguments: Any) -> Any:
    """The chain of an instance is told without the libraries of the layers."""
    return _without(original, "Library:", arguments)


@replaces(listing.chain_lines, "DEBUG-LOG-06")
def chains_told_without_what_enabled(original: Original, *arguments: Any) -> Any:
    """The chain of an instance is told without what has enabled the layers."""
    return _without(original, "Enabled By:", arguments)


@replaces(listing.chain_lines, "DEBUG-LOG-06")
def chains_told_without_types(original: Original, *arguments: Any) -> Any:
    """The chain of an instance is told without saying which layers are implicit."""
    return _without(original, "Type:", arguments)


@replaces(listing.chain_lines, "DEBUG-LOG-06")
def chains_told_without_disable_variables(original: Original, *arguments: Any) -> Any:
    """The chain of an instance is told without the disable variables of the implicit layers."""
    return _without(original, "Disable Env Var:", arguments)


@replaces(device_facts.facts_of, "DEBUG-LOG-07")
def devices_told_without_their_names(original: Original, device: Any, **more: Any) -> Any:
    """The chain of a device is told without the name of the device."""
    return replace(original(device, **more), name="")


# ---- what stays loaded --------------------------------------------------------------------------------------------


@replaces(instance._release, "DEBUG-UNLOAD-01")
def only_libraries_of_drivers_stay(original: Original, made: Any, allocator: int) -> Any:
    """VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING keeps the libraries of drivers but not those of layers."""
    kept = [link.library for link in made.layers]
    result = original(made, allocator)
    if _edge.getenv(libraries._STAY) == "1":
        for library in kept:
            _edge.close_library(library)
    return result


@replaces(instance._release, "DEBUG-UNLOAD-01")
def only_libraries_of_layers_stay(original: Original, made: Any, allocator: int) -> Any:
    """VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING keeps the libraries of layers but not those of drivers."""
    kept = [shared.library for shared in made.borrowed if shared.users == 1]
    result = original(made, allocator)
    if _edge.getenv(libraries._STAY) == "1":
        for library in kept:
            if library:
                _edge.close_library(library)
    return result


# ---- options that are no levels, and what messengers are told -----------------------------------------------------


@replaces(messages.message_kinds, "DEBUG-LOG-02")
def a_lone_subject_is_no_option(original: Original, value: Any, edition: Any) -> Any:
    """The options layer and driver have no effect without an option that is a level."""
    kinds = original(value, edition)
    return kinds if kinds - {"layer", "driver"} else frozenset()


@replaces(messages.message_kinds, "DEBUG-LOG-02")
def info_includes_debug(original: Original, value: Any, edition: Any) -> Any:
    """The option info prints what debug prints as well."""
    kinds = original(value, edition)
    return kinds | {"debug"} if "info" in kinds else kinds


@replaces(messages.message_kinds, "DEBUG-LOG-02")
def driver_includes_layer(original: Original, value: Any, edition: Any) -> Any:
    """The option driver prints what layer prints as well."""
    kinds = original(value, edition)
    return kinds | {"layer"} if "driver" in kinds else kinds


@replaces(messages.message_kinds, "DEBUG-LOG-02")
def error_is_always_an_option(original: Original, value: Any, edition: Any) -> Any:
    """Errors are printed whatever the options are."""
    kinds = original(value, edition)
    return kinds | {"error"} if kinds else kinds


@replaces(heard.tell, "DEBUG-LOG-03")
def messages_of_messengers_are_empty(
    original: Original, listeners: Any, level: str, about: str, text: str
) -> None:
    """What a messenger hears of the loader has no text."""
    original(listeners, level, about, "")


@replaces(instance._release, "DEBUG-LOG-03")
def messengers_of_the_creation_hear_no_end(original: Original, made: Any, allocator: int) -> None:
    """A messenger in the pNext chain of vkCreateInstance hears nothing of vkDestroyInstance."""
    made.created_with = ()
    original(made, allocator)


@replaces(instance._finish, "DEBUG-LOG-03")
def messengers_of_the_creation_share_the_first(original: Original, creation: Any, made: Any) -> None:
    """Of the messengers in the pNext chain of vkCreateInstance only the first hears of vkDestroyInstance."""
    original(creation, made)
    made.created_with = made.created_with[:1]


# ---- what the hearing of a messenger does not depend on -----------------------------------------------------------


@replaces(heard.tell, "DEBUG-LOG-03")
def messages_about_layers_reach_no_messenger(
    original: Original, listeners: Any, level: str, about: str, text: str
) -> Any:
    """Messengers hear nothing that the loader tells of layers."""
    of_layers = about == "layer" or "layer" in text.lower()
    original(() if of_layers else listeners, level, about, text)


@replaces(heard.tell, "DEBUG-LOG-03")
def messages_about_drivers_reach_no_messenger(
    original: Original, listeners: Any, level: str, about: str, text: str
) -> Any:
    """Messengers hear nothing that the loader tells of drivers."""
    original(() if about == "driver" else listeners, level, about, text)


@replaces(heard.tell, "DEBUG-LOG-03")
def only_errors_reach_messengers(
    original: Original, listeners: Any, level: str, about: str, text: str
) -> Any:
    """Messengers hear the loader's errors alone, whichever messages they want."""
    original(listeners if level == "error" else (), level, about, text)


@replaces(heard.tell, "DEBUG-LOG-03")
def messengers_hear_one_line_of_each_level(
    original: Original, listeners: Any, level: str, about: str, text: str
) -> Any:
    """Of the loader's messages of one level messengers hear the first of a process."""
    original(() if level in _HEARD else listeners, level, about, text)
    _HEARD.add(level)


_HEARD: set[str] = set()
"""The levels of which a message has been sent."""


@replaces(log.for_creation, "DEBUG-LOG-03")
def printed_messages_reach_no_messenger(original: Original, chain: int, listed: Any) -> Any:
    """Where VK_LOADER_DEBUG is set, messengers in the pNext chain of vkCreateInstance hear nothing."""
    made = original(chain, listed)
    if made._kinds:
        made._listeners = ()
    return made


@replaces(log.for_creation, "DEBUG-LOG-03")
def only_the_last_messenger_hears(original: Original, chain: int, listed: Any) -> Any:
    """Of the messengers in the pNext chain of vkCreateInstance only the last hears the loader."""
    made = original(chain, listed)
    made._listeners = made._listeners[-1:]
    return made


@replaces(heard.of_instance, "DEBUG-LOG-03")
def messengers_above_layers_hear_nothing(original: Original, made: Any) -> Any:
    """Messengers that an application makes with an instance hear nothing if the instance has layers."""
    return () if made.layers else original(made)


@replaces(heard.of_instance, "DEBUG-LOG-03")
def messengers_hear_nothing_once_a_device_lives(original: Original, made: Any) -> Any:
    """Messengers that an application makes with an instance hear nothing while the instance has a device."""
    return () if made.devices else original(made)


# ---- which kinds of messages are heard ----------------------------------------------------------------------------


@replaces(heard.of_instance, "VULKAN-LOADER-05")
def messengers_hear_every_severity(original: Original, made: Any) -> Any:
    """The messageSeverity of a messenger does not count."""
    return tuple(replace(each, kinds=0x1111) if each.utils else each for each in original(made))


@replaces(heard.of_instance, "VULKAN-LOADER-05")
def messengers_hear_every_type(original: Original, made: Any) -> Any:
    """The messageType of a messenger does not count."""
    return tuple(replace(each, types=0x7) if each.utils else each for each in original(made))


@replaces(heard.in_chain, "VULKAN-LOADER-05")
def chained_messengers_hear_every_severity(original: Original, *given: Any) -> Any:
    """The messageSeverity of a messenger in the pNext chain of vkCreateInstance does not count."""
    return tuple(replace(each, kinds=0x1111) if each.utils else each for each in original(*given))


@replaces(heard.of_instance, "VULKAN-LOADER-05")
def report_callbacks_hear_every_flag(original: Original, made: Any) -> Any:
    """The flags of a debug report callback do not count."""
    return tuple(each if each.utils else replace(each, kinds=0x1F) for each in original(made))
