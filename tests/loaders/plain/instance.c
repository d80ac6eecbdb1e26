// Instances: the chain of layers, and the drivers behind it.
#include "plain.h"

// What the loader hangs before the application's structures; the node of links comes first.
typedef struct Creation {
    VkLayerInstanceCreateInfo links;
    VkLayerInstanceCreateInfo callback;
    Instance *instance;
    VkLayerInstanceLink nodes[MOST_LAYERS];
} Creation;

static Table *last_table;

VkResult set_instance_word(VkInstance instance, void *object) {
    *(void **)object = FAULT("instance_word_of_last") && last_table != NULL ? last_table : *(void **)instance;
    return VK_SUCCESS;
}

static VkResult check_extensions(Instance *instance, const VkInstanceCreateInfo *info) {
    Extensions all = offered_extensions(&instance->arena, instance->drivers);
    for (uint32_t i = 0; i < instance->active.count; i++) {
        add_layer_extensions(&instance->arena, &instance->layers, instance->active.at[i], false, &all);
    }
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (!has_extension(&all, info->ppEnabledExtensionNames[i]) && !FAULT("unknown_extension_accepted")) {
            return VK_ERROR_EXTENSION_NOT_PRESENT;
        }
        add_name(&instance->arena, &instance->enabled, info->ppEnabledExtensionNames[i]);
    }
    return VK_SUCCESS;
}

bool enables(const VkInstanceCreateInfo *info, const char *extension) {
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (strcmp(info->ppEnabledExtensionNames[i], extension) == 0) {
            return true;
        }
    }
    return false;
}

static bool wants_portability(const VkInstanceCreateInfo *info) {
    return (info->flags & ENUMERATE_PORTABILITY) != 0 &&
           (FAULT("portability_flag_alone") || enables(info, "VK_KHR_portability_enumeration"));
}

static bool is_requested(const VkInstanceCreateInfo *info, const Layer *layer) {
    for (uint32_t i = 0; i < info->enabledLayerCount; i++) {
        if (strcmp(info->ppEnabledLayerNames[i], layer->name) == 0) {
            return true;
        }
    }
    return false;
}

// A layer that cannot be used is left out, unless the application asks for it.
static VkResult open_links(Instance *instance, const VkInstanceCreateInfo *info) {
    for (uint32_t i = 0; i < instance->active.count; i++) {
        Link *link = instance->links + instance->link_count;
        if (instance->active.at[i]->library == NULL) {
            continue;
        }
        if (open_layer(instance->active.at[i], link)) {
            instance->link_count++;
        } else if ((is_requested(info, instance->active.at[i]) && !FAULT("requested_broken_layer_left_out")) ||
                   FAULT("broken_layer_fails")) {
            return VK_ERROR_LAYER_NOT_PRESENT;
        }
    }
    for (uint32_t i = 0; FAULT("chain_reversed") && i < instance->link_count / 2; i++) {
        Link other = instance->links[i];
        instance->links[i] = instance->links[instance->link_count - 1 - i];
        instance->links[instance->link_count - 1 - i] = other;
    }
    return VK_SUCCESS;
}

static void chain_links(Instance *instance, Creation *creation, const VkInstanceCreateInfo *info) {
    PFN_vkGetInstanceProcAddr next = end_lookup;
    PFN_GetPhysicalDeviceProcAddr physical = end_physical_lookup;
    for (uint32_t i = instance->link_count; i-- > 0;) {
        VkLayerInstanceLink *below = i + 1 < instance->link_count ? creation->nodes + i + 1 : NULL;
        creation->nodes[i] = (VkLayerInstanceLink){below, next, physical};
        if (FAULT("no_physical_lookup_in_links")) {
            creation->nodes[i].pfnNextGetPhysicalDeviceProcAddr = NULL;
        }
        next = instance->links[i].instance_lookup;
        physical = instance->links[i].physical_lookup != NULL ? instance->links[i].physical_lookup : physical;
    }
    creation->instance = instance;
    creation->callback = (VkLayerInstanceCreateInfo){VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO, info->pNext,
                                                     VK_LOADER_DATA_CALLBACK, {NULL}};
    creation->callback.u.pfnSetInstanceLoaderData = set_instance_word;
    creation->links = (VkLayerInstanceCreateInfo){VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO,
                                                  &creation->callback, VK_LAYER_LINK_INFO, {NULL}};
    if (FAULT("no_loader_data_callback")) {
        creation->links.pNext = info->pNext;
    }
    creation->links.u.pLayerInfo = instance->link_count != 0 ? creation->nodes : NULL;
}

static void destroy_drivers(Instance *instance, const VkAllocationCallbacks *allocator) {
    for (Driver *driver = instance->drivers; driver != NULL; driver = driver->next) {
        if (driver->handle != NULL) {
            PFN_vkDestroyInstance destroy = (PFN_vkDestroyInstance)driver->lookup(driver->handle, "vkDestroyInstance");
            if (destroy != NULL) {
                destroy(driver->handle, FAULT("allocator_of_first_driver") && driver->index != 0 ? NULL : allocator);
            }
            driver->handle = NULL;
            if (FAULT("destroys_first_driver_only")) {
                return;
            }
        }
    }
}

static void end_instance(Instance *instance, const VkAllocationCallbacks *allocator) {
    if (!FAULT("drivers_left_behind")) {
        destroy_drivers(instance, allocator);
    }
    drop_messengers(instance);
    for (uint32_t i = 0; i < instance->link_count; i++) {
        close_library(instance->links[i].library);
    }
    unload_drivers(instance->drivers);
    drop(&instance->arena);
    free(instance->table);
    free(instance);
}

EXPORT VkResult vkCreateInstance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                 VkInstance *made) {
    Instance *instance = calloc(1, sizeof *instance);
    Creation creation;
    instance->table = calloc(1, sizeof *instance->table + slot_count() * sizeof *instance->table->slots);
    instance->table->owner = instance;
    instance->thread = pthread_self();
    instance->layers = find_layers(&instance->arena);
    VkResult result = activate(&instance->layers, info, &instance->active);
    if (result == VK_SUCCESS) {
        instance->drivers = load_drivers(&instance->arena, info, wants_portability(info));
        result = instance->drivers == NULL ? VK_ERROR_INCOMPATIBLE_DRIVER : check_extensions(instance, info);
    }
    if (result == VK_SUCCESS) {
        VkInstanceCreateInfo chained = *info;
        instance->api = info->pApplicationInfo == NULL ? 0 : info->pApplicationInfo->apiVersion;
        result = open_links(instance, info);
        chain_links(instance, &creation, info);
        chained.pNext = &creation.links;
        PFN_vkCreateInstance create =
            instance->link_count == 0
                ? end_create_instance
                : (PFN_vkCreateInstance)instance->links[0].instance_lookup(NULL, "vkCreateInstance");
        if (result == VK_SUCCESS) {
            result = create == NULL ? VK_ERROR_INITIALIZATION_FAILED : create(&chained, allocator, made);
        }
    }
    if (result != VK_SUCCESS) {
        end_instance(instance, allocator);
        return result;
    }
    instance->top = *made;
    if (FAULT("tables_of_instances_mixed") && last_table != NULL) {
        memcpy(last_table->slots, instance->table->slots, 0);
        *(Table **)*made = last_table;
        fill_instance_table(instance);
        return result;
    }
    last_table = instance->table;
    *(Table **)*made = instance->table;
    fill_instance_table(instance);
    return result;
}

// What one driver gets: the extensions that it has, and version 1.0 if it knows no other.
static VkResult create_in_driver(Instance *instance, Driver *driver, const VkInstanceCreateInfo *info,
                                 const VkAllocationCallbacks *allocator) {
    Arena *arena = &instance->arena;
    VkInstanceCreateInfo own = *info;
    VkApplicationInfo application;
    bool lower_all = false;
    for (Driver *each = instance->drivers; FAULT("lowered_for_all") && each != NULL; each = each->next) {
        lower_all |= each->is_1_0;
    }
    driver->enabled = (Names){0, NULL};
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (has_extension(&driver->extensions, info->ppEnabledExtensionNames[i]) ||
            FAULT("instance_extensions_unfiltered")) {
            add_name(arena, &driver->enabled, info->ppEnabledExtensionNames[i]);
        }
    }
    own.enabledExtensionCount = (uint32_t)driver->enabled.count;
    own.ppEnabledExtensionNames = (const char *const *)driver->enabled.at;
    if (info->pApplicationInfo != NULL && (driver->is_1_0 || lower_all) && info->pApplicationInfo->apiVersion >= VK_API_VERSION_1_1 &&
        !FAULT("version_not_lowered")) {
        application = *info->pApplicationInfo;
        application.apiVersion = VK_API_VERSION_1_0;
        own.pApplicationInfo = &application;
    }
    if (FAULT("patch_of_application_lost") && own.pApplicationInfo != NULL) {
        application = *own.pApplicationInfo;
        application.apiVersion &= ~0xFFFU;
        own.pApplicationInfo = &application;
    }
    bool without = FAULT("allocator_of_first_driver") && driver->index != 0;
    VkResult result = driver->create(&own, without ? NULL : allocator, &driver->handle);
    if (result != VK_SUCCESS) {
        driver->handle = NULL;
        return result;
    }
    *(Table **)driver->handle = instance->table;
    fill_driver_slots(arena, driver);
    return result;
}

VkResult end_create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                             VkInstance *made) {
    const VkLayerInstanceCreateInfo *node = info->pNext;
    while (node != NULL && (node->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                            node->function != VK_LAYER_LINK_INFO)) {
        node = node->pNext;
    }
    if (node == NULL) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    Instance *instance = ((const Creation *)node)->instance;
    VkInstanceCreateInfo own = *info;
    while (own.pNext != NULL && !FAULT("links_given_to_driver") &&
           ((const VkBaseInStructure *)own.pNext)->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO) {
        own.pNext = ((const VkBaseInStructure *)own.pNext)->pNext;
    }
    bool any = false;
    if (FAULT("instance_chain_cut")) {
        own.pNext = NULL;
    }
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_0};
    if (own.pApplicationInfo == NULL && FAULT("application_info_invented")) {
        own.pApplicationInfo = &application;
    }
    if (own.pApplicationInfo != NULL && FAULT("engine_name_dropped")) {
        application = *own.pApplicationInfo;
        application.pEngineName = NULL;
        own.pApplicationInfo = &application;
    }
    if (FAULT("instance_flags_dropped")) {
        own.flags = 0;
    }
    if (FAULT("application_info_dropped")) {
        own.pApplicationInfo = NULL;
    }
    for (Driver *driver = instance->drivers; driver != NULL; driver = driver->next) {
        VkResult result = create_in_driver(instance, driver, &own, allocator);
        if (result == VK_ERROR_OUT_OF_HOST_MEMORY || (FAULT("one_failing_driver_fails_all") && result < 0)) {
            if (!FAULT("drivers_left_behind")) {
                destroy_drivers(instance, allocator);
            }
            return result;
        }
        any |= result == VK_SUCCESS;
    }
    if (any && FAULT("chain_messenger_hears_all")) {
        keep_chained(instance, own.pNext);
    }
    *made = (VkInstance)instance;
    return any ? VK_SUCCESS : FAULT("no_driver_initialization_failed") ? VK_ERROR_INITIALIZATION_FAILED
                                                                       : VK_ERROR_INCOMPATIBLE_DRIVER;
}

void end_vkDestroyInstance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    destroy_drivers((Instance *)instance, allocator);
}

EXPORT void vkDestroyInstance(VkInstance handle, const VkAllocationCallbacks *allocator) {
    if (handle == NULL && !FAULT("null_instance_not_ignored")) {
        return;
    }
    Instance *instance = INSTANCE_OF(handle);
    for (uint32_t i = 0; FAULT("layers_closed_first") && i < instance->link_count; i++) {
        close_library(instance->links[i].library);
        instance->links[i].library = NULL;
    }
    if (FAULT("layers_closed_first")) {
        end_instance(instance, allocator);
        return;
    }
    CALL(instance->table, PFN_vkDestroyInstance, "vkDestroyInstance")(handle, allocator);
    end_instance(instance, allocator);
}
