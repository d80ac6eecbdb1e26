// Which drivers there are, and at which interface version each is used.
#define _GNU_SOURCE
#include <dlfcn.h>

#include "plain.h"

#define NEWEST_INTERFACE 7U

const void *find_in_chain(const void *chain, VkStructureType type) {
    const VkBaseInStructure *at = chain;
    while (at != NULL && at->sType != type) {
        at = at->pNext;
    }
    return at;
}

// Disable is looked at first; select switches on again, and alone it leaves out all that it does not match.
static bool filtered_out(const char *manifest) {
    const char *select = safe_variable("VK_LOADER_DRIVERS_SELECT");
    const char *name = strrchr(manifest, '/');
    name = name == NULL || FAULT("driver_filter_takes_path") ? manifest : name + 1;
    if (FAULT("driver_disable_wins") && matches(safe_variable("VK_LOADER_DRIVERS_DISABLE"), name)) {
        return true;
    }
    if (select != NULL && FAULT("select_only_switches_on")) {
        return !matches(select, name) && matches(safe_variable("VK_LOADER_DRIVERS_DISABLE"), name);
    }
    if (select != NULL) {
        return !matches(select, name);
    }
    return matches(safe_variable("VK_LOADER_DRIVERS_DISABLE"), name);
}

static Names driver_places(Arena *arena) {
    const char *variable = safe_variable("VK_DRIVER_FILES") != NULL ? "VK_DRIVER_FILES" : "VK_ICD_FILENAMES";
    if (FAULT("old_variable_first") && safe_variable("VK_ICD_FILENAMES") != NULL) {
        variable = "VK_ICD_FILENAMES";
    }
    if (safe_variable(variable) != NULL && FAULT("added_drivers_beside_the_only_ones")) {
        return places_of(arena, safe_variable("VK_ADD_DRIVER_FILES") != NULL ? "VK_ADD_DRIVER_FILES" : variable);
    }
    if (safe_variable(variable) != NULL && !FAULT("driver_files_beside_standard")) {
        return places_of(arena, variable);
    }
    Names places = places_of(arena, "VK_ADD_DRIVER_FILES");
    Names standard = standard_folders(arena, "icd.d");
    if (FAULT("added_drivers_last")) {
        Names front = standard;
        standard = places;
        places = front;
    }
    for (size_t i = 0; i < standard.count; i++) {
        add_name(arena, &places, standard.at[i]);
    }
    return places;
}

// The driver that a manifest describes, or NULL.
static Driver *read_driver(Arena *arena, const char *manifest) {
    const Json *file = read_json(arena, manifest);
    const Json *icd = member(file, "ICD");
    const Json *portability = member(icd, "is_portability_driver");
    const char *library = text_of(icd, "library_path");
    uint32_t format, api;
    if (!read_version(text_of(file, "file_format_version"), &format) || library == NULL ||
        !read_version(text_of(icd, "api_version"), &api) ||
        (wrong_word_size(icd) && !FAULT("word_size_of_drivers_ignored")) ||
        (VK_API_VERSION_VARIANT(api) != 0 && !FAULT("variant_driver_loaded"))) {
        return NULL;
    }
    Driver *driver = take(arena, sizeof *driver);
    driver->manifest = (char *)manifest;
    driver->library_path = library_of(arena, manifest, library);
    driver->api = api;
    driver->portability = portability != NULL && portability->kind == JSON_BOOL && portability->truth;
    return driver;
}

static PFN_vkVoidFunction find_interface(const Driver *driver, const char *name) {
    PFN_vkVoidFunction found = driver->library == NULL ? NULL : (PFN_vkVoidFunction)dlsym(driver->library, name);
    if (FAULT("interface_by_export_only") && driver->library != NULL) {
        return found;
    }
    return found != NULL ? found : driver->lookup == NULL ? NULL : driver->lookup(NULL, name);
}

// Negotiation is the first call into the driver that has it. A driver without it has version 0 or 1.
static bool negotiate(Driver *driver, PFN_vkGetInstanceProcAddr direct) {
    void *library = driver->library;
    driver->lookup = direct != NULL ? direct : (PFN_vkGetInstanceProcAddr)dlsym(library, "vk_icdGetInstanceProcAddr");
    PFN_vk_icdNegotiateLoaderICDInterfaceVersion ask = (PFN_vk_icdNegotiateLoaderICDInterfaceVersion)find_interface(
        driver, "vk_icdNegotiateLoaderICDInterfaceVersion");
    uint32_t version = FAULT("offers_old_driver_interface") ? 4 : NEWEST_INTERFACE;
    if (ask != NULL) {
        VkResult result = ask(&version);
        if ((result != VK_SUCCESS && !FAULT("driver_refusal_ignored")) ||
            (version > NEWEST_INTERFACE && !FAULT("newer_driver_answer_accepted"))) {
            return false;
        }
    } else {
        version = driver->lookup != NULL ? 1 : 0;
    }
    if (driver->lookup == NULL) {
        driver->lookup = (PFN_vkGetInstanceProcAddr)dlsym(library, "vkGetInstanceProcAddr");
        driver->create = (PFN_vkCreateInstance)dlsym(library, "vkCreateInstance");
        driver->enumerate =
            (PFN_vkEnumerateInstanceExtensionProperties)dlsym(library, "vkEnumerateInstanceExtensionProperties");
    } else {
        driver->create = (PFN_vkCreateInstance)driver->lookup(NULL, "vkCreateInstance");
        driver->enumerate = (PFN_vkEnumerateInstanceExtensionProperties)driver->lookup(
            NULL, "vkEnumerateInstanceExtensionProperties");
    }
    driver->version = version;
    bool complete = driver->lookup != NULL && driver->create != NULL && driver->enumerate != NULL;
    if (complete && version >= (FAULT("physical_lookup_from_5") ? 5U : 4U)) {
        driver->physical_lookup = (PFN_vk_icdGetPhysicalDeviceProcAddr)(
            version >= 7 && !FAULT("physical_lookup_by_export_only") ? find_interface(driver, "vk_icdGetPhysicalDeviceProcAddr")
                         : (PFN_vkVoidFunction)dlsym(library, "vk_icdGetPhysicalDeviceProcAddr"));
    }
    return complete && (direct == NULL || version >= 7 || FAULT("old_direct_drivers"));
}

// Four ways to count as a driver of Vulkan 1.0.
static bool is_1_0(const Driver *driver) {
    uint32_t version = 0;
    if (driver->api < VK_API_VERSION_1_1 && !driver->direct) {
        return !FAULT("manifest_version_ignored");
    }
    PFN_vkEnumerateInstanceVersion ask =
        (PFN_vkEnumerateInstanceVersion)driver->lookup(NULL, "vkEnumerateInstanceVersion");
    if (FAULT("failed_version_query_ignored")) {
        return ask == NULL || (ask(&version) == VK_SUCCESS && version < VK_API_VERSION_1_1);
    }
    return ask == NULL || ask(&version) != VK_SUCCESS || version < VK_API_VERSION_1_1;
}

static bool prepare(Arena *arena, Driver *driver, PFN_vkGetInstanceProcAddr direct) {
    if (!negotiate(driver, direct)) {
        return false;
    }
    uint32_t count = 0;
    driver->is_1_0 = is_1_0(driver);
    const char *layer = FAULT("driver_asked_for_layer") ? "VK_LAYER_x" : NULL;
    if (driver->enumerate(layer, &count, NULL) == VK_SUCCESS && count != 0) {
        driver->extensions.at = take(arena, count * sizeof *driver->extensions.at);
        if (driver->enumerate(layer, &count, driver->extensions.at) >= VK_SUCCESS) {
            driver->extensions.count = count;
        }
    }
    return true;
}

static void load_found(Arena *arena, Driver **last, bool portability) {
    Names places = {0, NULL};
    if (!add_settings_drivers(arena, &places)) {
        Names others = driver_places(arena);
        for (size_t i = 0; i < others.count; i++) {
            add_name(arena, &places, others.at[i]);
        }
    }
    Names found = manifests_in(arena, &places);
    for (size_t i = 0; i < found.count; i++) {
        Driver *driver = filtered_out(found.at[i]) ? NULL : read_driver(arena, found.at[i]);
        if (driver == NULL || (driver->portability && !portability && !FAULT("portability_always"))) {
            continue;
        }
        driver->library = dlopen(driver->library_path, RTLD_NOW | RTLD_LOCAL);
        if (driver->library != NULL && prepare(arena, driver, NULL)) {
            *last = driver;
            last = &driver->next;
        } else {
            close_library(driver->library);
        }
    }
}

// The drivers of the machine, and behind them those that the application brings; or these alone.
Driver *load_drivers(Arena *arena, const VkInstanceCreateInfo *info, bool portability) {
    Driver *first = NULL;
    const VkDirectDriverLoadingListLUNARG *direct =
        info == NULL || (!enables(info, "VK_LUNARG_direct_driver_loading") && !FAULT("direct_without_extension"))
            ? NULL
            : find_in_chain(info->pNext, VK_STRUCTURE_TYPE_DIRECT_DRIVER_LOADING_LIST_LUNARG);
    if (direct == NULL || direct->mode != (VkDirectDriverLoadingModeLUNARG)EXCLUSIVE_DRIVERS ||
        FAULT("exclusive_mode_ignored")) {
        load_found(arena, &first, portability);
    }
    Driver **last = &first;
    uint32_t index = 0;
    for (; *last != NULL; last = &(*last)->next) {
        (*last)->index = index++;
    }
    for (uint32_t i = 0; direct != NULL && i < (FAULT("first_direct_driver_only") ? 1 : direct->driverCount); i++) {
        Driver *driver = take(arena, sizeof *driver);
        driver->direct = true;
        if (prepare(arena, driver, (PFN_vkGetInstanceProcAddr)direct->pDrivers[i].pfnGetInstanceProcAddr)) {
            driver->index = index++;
            *last = driver;
            last = &driver->next;
        }
    }
    return first;
}

void unload_drivers(Driver *drivers) {
    for (Driver *driver = drivers; driver != NULL; driver = driver->next) {
        close_library(driver->library);
    }
}
