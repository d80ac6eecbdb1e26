// The order of the parts of the act "effects", and the instance and the device that they are about. See effects.h.
#include <string.h>

#include "../../shared/answers.h"
#include "effects.h"

static PFN_vkVoidFunction unless_below(PFN_vkVoidFunction found) {
    return found == NULL || is_next((const void *)found) ? NULL : found;
}

PFN_vkVoidFunction own_of_instance(const struct effects *effects, const char *name) {
    return unless_below(instance_function(&effects->instance, name));
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
    return request;
}

// Features for which a layer may make more of a call, and the extensions that they are of.
static void enable_features(struct request *request) {
    struct words *extensions = &request->extensions;
    static struct present_id_features ids = {.sType = PRESENT_ID_FEATURES, .presentId = VK_TRUE};
    static VkPhysicalDeviceTimelineSemaphoreFeatures timelines = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, .pNext = &ids, .timelineSemaphore = VK_TRUE};
    static VkPhysicalDeviceSynchronization2Features newer = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES, .pNext = &timelines, .synchronization2 = VK_TRUE};
    add_word(extensions, "VK_KHR_timeline_semaphore");
    add_word(extensions, "VK_KHR_synchronization2");
    add_word(extensions, "VK_KHR_present_id");
    add_word(extensions, "VK_EXT_memory_priority");
    request->first = (VkBaseOutStructure *)&newer;
    request->before_nodes = (VkBaseOutStructure *)&ids;
}

static struct effects begin_effects(const char *instance_step, const char *device_step, int is_enabled) {
    const struct request of_instance = request_with_messengers();
    static struct request of_device;  // what it offers is read later
    of_device = (struct request){.nodes = USUAL_DEVICE_NODES, .extensions = options.device_extensions};
    add_word(&of_device.extensions, "VK_KHR_swapchain");
    if (is_enabled) enable_features(&of_device);
    if (is_enabled) offered_by_devices = &of_device.extensions;
    begin(instance_step);
    struct effects effects = {.instance = make_instance(&nexts[0], &of_instance)};
    if (effects.instance.result != VK_SUCCESS || effects.instance.upper == NULL)
        give_up(options.act, "there is no instance");
    begin(device_step);
    effects.physical = first_physical_device(&effects.instance);
    if (effects.physical == NULL) return effects;
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
    const struct effects effects = begin_effects("effects.instance", "effects.device", 0);
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
    const struct effects effects = begin_effects("presentations.instance", "presentations.device", 0);
    begin("presentations.frames");
    probe_part(probe_presentation, &effects);
}

void probe_enabled(void) {
    open_layer();
    enter("enabled");
    const struct effects effects = begin_effects("enabled.instance", "enabled.device", 1);
    begin("enabled.values");
    probe_part(probe_values, &effects);
    begin("enabled.allocations");
    probe_part(probe_allocations, &effects);
    begin("enabled.frames");
    presents_with_ids = 1;
    probe_part(probe_presentation, &effects);
}
