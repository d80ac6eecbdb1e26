"""The words that inputs are made of: keys of manifests, variables of loaders, names of extensions and functions."""

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.core.manifests.driver_manifest import DRIVER_KEYS
from refloader.core.manifests.layer_fields import FORMATS, LAYER_KEYS
from refloader.model import registry
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.windows_registry import ADAPTERS, COMPONENTS, MACHINE, USER, USERS

MANIFEST_KEYS = tuple(
    sorted(
        {
            *LAYER_KEYS,
            *DRIVER_KEYS,
            *("file_format_version", "layer", "layers", "ICD", "spec_version", "entrypoints"),
            *("vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vkNegotiateLoaderLayerInterfaceVersion"),
            *("vkEnumerateInstanceVersion", "vkEnumerateInstanceExtensionProperties"),
        }
    )
)
"""The keys of manifests of layers and drivers, and of the objects in them."""

SETTINGS_KEYS = tuple(
    sorted(
        {
            *(
                "file_format_version",
                "settings",
                "settings_array",
                "app_keys",
                "layers",
                "stderr_log",
                "log_locations",
            ),
            *(
                "name",
                "path",
                "control",
                "treat_as_implicit_manifest",
                "additional_drivers",
                "device_configurations",
            ),
            *("additional_drivers_use_exclusively", "deviceUUID", "driverUUID", "deviceName", "driverName"),
            *("auto", "on", "off", "unordered_layer_location", "all", "error", "warn", "info", "debug"),
        }
    )
)
"""The keys of settings files, and the words that stand for their values."""

VARIABLES = tuple(sorted({*LOADER_VARIABLES, *SEARCH_VARIABLES}))
"""The variables that steer loaders in some edition."""

LOADER_WORDS = (
    *VARIABLES,
    *sorted(FORMATS),
    *("VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_m", "VK_LAYER_KHRONOS_validation", OVERRIDE_NAME),
    *(
        "GLOBAL",
        "INSTANCE",
        "DEVICE",
        "64",
        "32",
        "~all~",
        "~implicit~",
        "~explicit~",
        "VK_LAYER_*",
        "*TEST*",
    ),
    *("VK_EXT_debug_utils", "VK_KHR_surface", "VK_KHR_portability_enumeration", "VK_EXT_tooling_info"),
    *(
        "/usr/share/vulkan/explicit_layer.d",
        "/etc/vulkan/icd.d",
        "/usr/share/vulkan/icd.d/base.json",
        "libbase.so",
    ),
    *(
        "./libbase.so",
        "/usr/lib/libVkLayer.so",
        "/usr/bin/app",
        "loader_settings.d",
        "vk_loader_settings.json",
    ),
)
"""Values that mean something to a loader."""

REGISTRY_WORDS = (
    *("Windows Registry Editor Version 5.00", "REGEDIT4", MACHINE, USER, USERS, ADAPTERS, COMPONENTS),
    *(
        "SOFTWARE\\Khronos\\Vulkan",
        "SOFTWARE\\WOW6432Node\\Khronos\\Vulkan",
        "SYSTEM\\CurrentControlSet\\Control\\Class",
    ),
    *(
        "ExplicitLayers",
        "ImplicitLayers",
        "Drivers",
        "LoaderSettings",
        "VulkanDriverName",
        "VulkanDriverNameWow",
    ),
    *(
        "VulkanExplicitLayers",
        "VulkanImplicitLayers",
        "SoftwareComponents",
        "ComponentIds",
        "Select",
        "Current",
    ),
    *(
        "dword:00000000",
        "dword:00000001",
        "hex:",
        "hex(7):",
        "hex(b):",
        "hex(2):",
        "0000",
        "0001",
        "ControlSet001",
    ),
)
"""What stands in an export of a registry that matters to a loader."""


def extensions() -> tuple[str, ...]:
    """The names of all extensions that the tables know."""
    return tuple(sorted(registry.extensions()))
