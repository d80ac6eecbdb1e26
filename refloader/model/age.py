"""The age of a loader: what its release does otherwise than the newest documents. Decides nothing.

``rules/ages.toml`` says of each trait in which releases it is found and how that is known.
"""

from dataclasses import dataclass
from enum import StrEnum


class Trait(StrEnum):
    """One behaviour that some releases have and the reading of the newest documents here does not."""

    __hash__ = str.__hash__

    KEY_AFTER_LAYER = "key-after-layer"
    TEXT_AFTER_THE_END = "text-after-the-end"
    LOOSE_STRINGS = "loose-strings"
    BYTE_ORDER_MARK_INVALID = "byte-order-mark-invalid"
    ANY_KEY_CASE = "any-key-case"
    INVALID_LAYER_FILE_ENDS_SCAN = "invalid-layer-file-ends-scan"
    INVALID_LAYER_FILE_FAILS = "invalid-layer-file-fails"
    INVALID_DRIVER_FILE_FAILS = "invalid-driver-file-fails"
    VALUES_CUT = "values-cut"
    VALUES_PRINTED = "values-printed"
    VARIANT_IGNORED = "variant-ignored"
    NAMELESS_ENTRIES = "nameless-entries"
    LONG_TEXT_DROPPED = "long-text-dropped"
    HALF_READ_WITHOUT_TYPE = "half-read-without-type"
    HALF_READ_WITHOUT_VERSIONS = "half-read-without-versions"
    ALL_OF_A_NAME_LISTED = "all-of-a-name-listed"
    THIRD_OF_A_NAME_LISTED = "third-of-a-name-listed"
    LAST_OF_A_NAME = "last-of-a-name"
    COMPONENTS_AGAIN = "components-again"
    IMPLICIT_NEEDS_VERSION = "implicit-needs-version"
    UNLOADABLE_LAYER_PASSED_OVER = "unloadable-layer-passed-over"
    INSTANCE_LAYERS_IN_FOUND_ORDER = "instance-layers-in-found-order"
    INSTANCE_LAYERS_ORDER_IMPLICIT = "instance-layers-order-implicit"
    CRASH_WITHOUT_OBJECT = "crash-without-object"
    CRASH_ON_EXTENSION_OF_LAYER = "crash-on-extension-of-layer"
    CRASH_ON_DRIVER_LIST = "crash-on-driver-list"
    CRASH_ON_DRIVER_LIBRARY_NUMBER = "crash-on-driver-library-number"
    CRASH_ON_VARIABLE_LIST = "crash-on-variable-list"
    CRASH_ON_VARIABLE_VALUE = "crash-on-variable-value"
    DISABLE_OF_ANY_KIND = "disable-of-any-kind"
    DRIVER_VERSION_OPTIONAL = "driver-version-optional"
    ODD_DRIVER_ANSWER_ACCEPTED = "odd-driver-answer-accepted"
    LAYER_REFUSAL_PASSED_OVER = "layer-refusal-passed-over"
    OVERRIDE_COMPONENTS_ANYWHERE = "override-components-anywhere"
    FILE_FOUND_TWICE_COUNTS_TWICE = "file-found-twice-counts-twice"
    DOUBLE_STAR_MATCHES_NOTHING = "double-star-matches-nothing"
    NO_SETTINGS_FILE = "no-settings-file"
    SETTINGS_IN_ALL_FOLDERS = "settings-in-all-folders"
    SETTINGS_WITHOUT_DRIVERS = "settings-without-drivers"
    SETTINGS_NEED_LAYERS = "settings-need-layers"
    SETTINGS_WITHOUT_LAYERS_HIDE_LAYERS = "settings-without-layers-hide-layers"
    EMPTY_SETTINGS_IGNORED = "empty-settings-ignored"
    LAST_ODD_DEVICE_VOIDS_LIST = "last-odd-device-voids-list"
    SETTINGS_IN_FIRST_OF_A_LIST = "settings-in-first-of-a-list"
    SETTINGS_MIX_UP_WORDS = "settings-mix-up-words"
    SETTINGS_PATHS_OF_ANY_NAME = "settings-paths-of-any-name"
    SETTINGS_PATHS_END_IN_JSON = "settings-paths-end-in-json"
    DISABLE_FILTER_BEATS_SETTINGS = "disable-filter-beats-settings"
    STANDARD_VALIDATION_NEEDED = "standard-validation-needed"
    LONG_LIBRARY_PATHS_CUT = "long-library-paths-cut"
    FILTERS_OF_16_ELEMENTS = "filters-of-16-elements"
    LIBRARY_ARCH_IGNORED = "library-arch-ignored"
    PORTABILITY_UNKNOWN = "portability-unknown"
    PORTABILITY_DRIVERS_USED = "portability-drivers-used"
    PORTABILITY_FLAG_PASSED_ON = "portability-flag-passed-on"
    APP_KEYS_IGNORED = "app-keys-ignored"
    DEVICES_UNSORTED = "devices-unsorted"
    USER_FOLDERS_LAST = "user-folders-last"
    REPEATED_FOLDERS_COUNT = "repeated-folders-count"
    LISTS_NAME_ONE_KIND = "lists-name-one-kind"
    ONE_FAILING_DRIVER_FAILS_DEVICES = "one-failing-driver-fails-devices"
    INSTANCE_LAYERS_NAME_EXPLICIT = "instance-layers-name-explicit"
    STANDARD_VALIDATION_LISTED = "standard-validation-listed"
    USELESS_FILE_ENDS_SCAN = "useless-file-ends-scan"
    EMPTY_FILE_ENDS_SCAN = "empty-file-ends-scan"
    NO_DRIVER_IS_INITIALIZATION_FAILED = "no-driver-is-initialization-failed"
    OFFERS_DRIVER_INTERFACE_5 = "offers-driver-interface-5"
    OFFERS_DRIVER_INTERFACE_6 = "offers-driver-interface-6"
    LAYER_FILE_FAILS_ALL_QUERIES = "layer-file-fails-all-queries"
    UNREADABLE_LAYER_FILE_FAILS = "unreadable-layer-file-fails"
    ELEVATED_IGNORES_SWITCHES = "elevated-ignores-switches"
    DIRECT_DRIVERS_UNKNOWN = "direct-drivers-unknown"
    INVALID_DRIVER_FILE_FAILS_BEFORE_OTHERS = "invalid-driver-file-fails-before-others"
    NO_DRIVER_FAILS_EXTENSIONS = "no-driver-fails-extensions"
    DRIVER_LISTING_ERROR_FAILS = "driver-listing-error-fails"
    LATE_LAYER_FAILURE_CRASHES = "late-layer-failure-crashes"
    META_OF_EQUAL_VERSIONS = "meta-of-equal-versions"
    META_COMPARES_PATCHES = "meta-compares-patches"
    DISABLE_FILTER_BEATS_INSTANCE_LAYERS = "disable-filter-beats-instance-layers"
    DISABLE_FILTER_WINS_BESIDE_SETTINGS = "disable-filter-wins-beside-settings"
    SETTINGS_ORDER_EVERYTHING = "settings-order-everything"
    SETTINGS_COUNT_LIBRARIES = "settings-count-libraries"
    META_EXTENSIONS_UNLISTED = "meta-extensions-unlisted"
    SORTING_NEEDS_1_1 = "sorting-needs-1-1"
    SORTING_NEEDS_A_DRIVER_OF_1_1 = "sorting-needs-a-driver-of-1-1"
    SORTING_UNANNOUNCED = "sorting-unannounced"
    LOOKUPS_BY_APPLICATIONS_VERSION = "lookups-by-applications-version"
    SETTINGS_LISTING_UNSTEADY = "settings-listing-unsteady"
    CRASH_WITHOUT_DEVICE_ENUMERATION = "crash-without-device-enumeration"
    DRIVER_WITHOUT_DEVICES_DROPPED = "driver-without-devices-dropped"
    EXTENSIONS_OF_UNLOADABLE_LAYERS_COUNT = "extensions-of-unloadable-layers-count"
    META_LOOP_CRASHES = "meta-loop-crashes"
    APPLICATION_MOVES_IMPLICIT = "application-moves-implicit"
    META_REMOVAL_SKIPS_NEXT = "meta-removal-skips-next"
    OVERRIDE_HIDES_OTHERS = "override-hides-others"
    FOLDER_NAMED_LIKE_MANIFEST_HANGS = "folder-named-like-manifest-hangs"
    EXTENSIONS_CHECKED_BEFORE_DRIVERS = "extensions-checked-before-drivers"
    CRASH_ON_PRE_INSTANCE_LIST = "crash-on-pre-instance-list"
    NAMELESS_EXTENSION_HAS_LAYER_NAME = "nameless-extension-has-layer-name"
    OVERRIDE_IN_FOUND_ORDER = "override-in-found-order"
    COMPONENT_NEEDS_OWN_CONDITIONS = "component-needs-own-conditions"
    SETTINGS_LIST_HIDDEN_LAYERS = "settings-list-hidden-layers"
    SETTINGS_TURN_ON_BY_PATH = "settings-turn-on-by-path"
    CRASH_ON_LISTED_FILE_WITHOUT_LAYER = "crash-on-listed-file-without-layer"
    CRASH_ON_LAYER_TURNED_OFF = "crash-on-layer-turned-off"
    CRASH_ON_LAYER_LIST = "crash-on-layer-list"
    FAULTY_OVERRIDE_BRINGS_EXTENSIONS = "faulty-override-brings-extensions"
    PASSED_OVERRIDE_LEAVES_EXTENSIONS = "passed-override-leaves-extensions"
    VERSION_INTERCEPT_ENDS_SCAN = "version-intercept-ends-scan"
    VERSION_INTERCEPT_NAMELESS = "version-intercept-nameless"
    FORMAT_1_0_1_REPEATS_LAYER = "format-1-0-1-repeats-layer"
    EXPLICIT_READ_AS_IMPLICIT = "explicit-read-as-implicit"
    OVERRIDE_HIDES_EXTENSIONS = "override-hides-extensions"
    INSTANCE_LAYERS_BEFORE_FILTER = "instance-layers-before-filter"
    NESTED_META_EXTENSIONS = "nested-meta-extensions"
    FIRST_SETTINGS_FILE_DECIDES = "first-settings-file-decides"
    SETTINGS_OF_WHOLE_ELEMENTS = "settings-of-whole-elements"
    NAMELESS_ENABLE_VARIABLE_PASSED_OVER = "nameless-enable-variable-passed-over"
    APPLICATION_VERSION_PASSED_ON = "application-version-passed-on"
    ELEVATED_NAMES_NO_LAYERS = "elevated-names-no-layers"
    UNKNOWN_EXTENSION_OF_LAYER_REFUSED = "unknown-extension-of-layer-refused"
    INVALID_SETTINGS_FILE_FAILS = "invalid-settings-file-fails"
    CRASH_ON_HALF_SETTINGS_ENTRY = "crash-on-half-settings-entry"
    CRASH_ON_SETTINGS_IN_A_LIST = "crash-on-settings-in-a-list"
    LONG_VALUE_ENDS_KEY = "long-value-ends-key"
    PRIVILEGES_IGNORED = "privileges-ignored"


@dataclass(frozen=True, slots=True)
class Age:
    """The traits of one loader, and the variables and instance extensions (``unheard``) that it does not know.

    Empty for a loader that does what the newest documents say.
    """

    release: str = ""
    traits: frozenset[Trait] = frozenset()
    unread: frozenset[str] = frozenset()
    unheard: frozenset[str] = frozenset()

    def has(self, trait: Trait) -> bool:
        """Return whether the loader has a trait."""
        return trait in self.traits

    def __bool__(self) -> bool:
        return bool(self.traits)


DOCUMENTED = Age()
"""The age of a loader that follows the newest documents."""
