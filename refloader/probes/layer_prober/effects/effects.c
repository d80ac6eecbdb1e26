// The order of the parts of the act "effects", and the instance and the device that they are about. See effects.h.
#include <string.h>

#include "../../shared/answers.h"
#include "../resources.h"
#include "effects.h"

static PFN_vkVoidFunction unless_below(PFN_vkVoidFunction found) {
    return found == NULL || is_next((const void *)found) ? NULL : found;
}

PFN_vkVoidFunction own_of_instance(const struct effects *effects, const char *name) {
    int is_too_new = command_core(name) > 10 + (int)options.minor;
    return is_too_new ? NULL : unless_below(instance_function(&effects->instance, name));
}

PFN_vkVoidFunction any_of_device(const struct effects *effects, const char *name) {
    return effects->device.upper == NULL || entry.device == NULL ? NULL : entry.device(effects->device.upper, name);
}

PFN_vkVoidFunction own_of_device(const struct effects *effects, const char *name) {
    return unless_below(any_of_device(effects, name));
}

static void add_word(struct words *to, const char *name) {
    for (uint32_t i = 0; i < to->count; i++)
        if (strcmp(to->word[i], name) == 0) return;
    if (to->count < MOST_WORDS) to->word[to->count++] = name;
}

struct request request_with_messengers(void) {
    struct request request = {.nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor), .extensions = options.instance_extensions};
    add_word(&request.extensions, "VK_EXT_debug_utils");
    add_word(&request.extensions, "VK_EXT_debug_report");
    add_word(&request.extensions, "VK_KHR_surface");
    add_word(&request.extensions, "VK_EXT_headless_surface");
    add_word(&request.extensions, "VK_KHR_get_physical_device_properties2");
    return request;
}

// ---- features for which a layer may make more of a call, and the extensions that they are of

struct feature {
    VkStructureType sType;
    void *pNext;
    VkBool32 is_there;
};
static const struct {
    const char *extension;
    VkStructureType type;  // 0: the extension alone is enough
} extras[EXTRAS] = {{"VK_KHR_synchronization2", VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES},
                    {"VK_KHR_timeline_semaphore", VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES},
                    {"VK_KHR_present_id", PRESENT_ID_FEATURES},
                    {"VK_EXT_memory_priority", (VkStructureType)0}};

static int shows_extension(const struct effects *effects, const char *name) {
    static VkExtensionProperties rows[2 * MOST_WORDS];
    uint32_t count = COUNT(rows);
    PFN_vkEnumerateDeviceExtensionProperties list =
        (PFN_vkEnumerateDeviceExtensionProperties)instance_function(&effects->instance, "vkEnumerateDeviceExtensionProperties");
    if (list == NULL || list(effects->physical, NULL, &count, rows) != VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(rows[i].extensionName, name) == 0) return 1;
    return 0;
}

static int shows_feature(const struct effects *effects, VkStructureType type) {
    struct feature feature = {.sType = type};
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &feature};
    const char *name = options.minor == 0 ? "vkGetPhysicalDeviceFeatures2KHR" : "vkGetPhysicalDeviceFeatures2";
    PFN_vkGetPhysicalDeviceFeatures2 ask = (PFN_vkGetPhysicalDeviceFeatures2)instance_function(&effects->instance, name);
    if (ask != NULL) ask(effects->physical, &all);
    return feature.is_there != VK_FALSE;
}

// Those of the first so many that the layer shows: it may hide what it cannot do.
static void enable_extras(struct effects *effects, struct request *request, uint32_t count) {
    static struct feature features[EXTRAS];
    VkBaseOutStructure *last = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!shows_extension(effects, extras[i].extension)) continue;
        if (extras[i].type != 0 && !shows_feature(effects, extras[i].type)) continue;
        add_word(&request->extensions, extras[i].extension);
        effects->is_enabled[i] = 1;
        if (extras[i].type == 0) continue;
        features[i] = (struct feature){.sType = extras[i].type, .is_there = VK_TRUE};
        VkBaseOutStructure *node = (VkBaseOutStructure *)(void *)&features[i];
        if (last == NULL) request->first = node;
        else last->pNext = node;
        last = node;
    }
    request->before_nodes = last;
}

static struct effects begin_effects(const char *instance_step, const char *device_step, uint32_t extra_count) {
    const struct request of_instance = request_with_messengers();
    static struct words offered;
    struct request of_device = (struct request){.nodes = USUAL_DEVICE_NODES, .extensions = options.device_extensions};
    add_word(&of_device.extensions, "VK_KHR_swapchain");
    offered = of_device.extensions;
    for (uint32_t i = 0; i < extra_count; i++) add_word(&offered, extras[i].extension);
    if (extra_count > 0) offered_by_devices = &offered;
    has_features_of_extensions = extra_count > 0;
    families[0].queueFlags |= SPARSE_BINDING;
    begin(instance_step);
    struct effects effects = {.instance = make_instance(&nexts[0], &of_instance)};
    if (effects.instance.result != VK_SUCCESS || effects.instance.upper == NULL)
        give_up(options.act, "there is no instance");
    begin(device_step);
    effects.physical = first_physical_device(&effects.instance);
    if (effects.physical == NULL) return effects;
    enable_extras(&effects, &of_device, extra_count);
    effects.device = make_device(&effects.instance, effects.physical, &of_device);
    if (effects.device.result != VK_SUCCESS) effects.device.upper = NULL;
    effects.has_synchronization2 = created.has_synchronization2;
    return effects;
}

// The entity below is again what it is in other acts.
static void probe_part(void (*probe)(const struct effects *), const struct effects *effects) {
    probe(effects);
    carried = NULL;
}

void probe_effects(void) {
    open_layer();
    enter("effects");
    begin("effects.creation");
    probe_messengers_of_creation();
    const struct effects effects = begin_effects("effects.instance", "effects.device", NEWER_SUBMISSIONS + 1);
    begin("effects.messengers");
    probe_part(probe_messengers, &effects);
    begin("effects.truths");
    probe_part(probe_truths, &effects);
    begin("effects.formats");
    probe_part(probe_formats, &effects);
    begin("effects.budgets");
    probe_part(probe_budgets, &effects);
    begin("effects.submissions");
    probe_part(probe_submissions, &effects);
    begin("effects.caches");
    probe_part(probe_caches, &effects);
    begin("effects.null");
    probe_part(probe_no_caches, &effects);
}

// No swapchain is real, and a layer may need more of one: a process that ends here ends nothing else.
void probe_presentations(void) {
    open_layer();
    enter("presentations");
    has_kinds_of_memory = 1;
    const struct effects effects = begin_effects("presentations.instance", "presentations.device", 0);
    begin("presentations.frames");
    probe_part(probe_presentation, &effects);
}

void probe_enabled(void) {
    open_layer();
    enter("enabled");
    has_kinds_of_memory = 1;
    const struct effects effects = begin_effects("enabled.instance", "enabled.device", EXTRAS);
    begin("enabled.values");
    if (effects.is_enabled[TIMELINES]) probe_part(probe_values, &effects);
    begin("enabled.allocations");
    probe_part(probe_allocations, &effects);
    begin("enabled.frames");
    presents_with_ids = effects.is_enabled[IDS];
    probe_part(probe_presentation, &effects);
}
