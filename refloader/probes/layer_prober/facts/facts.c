// The order of the parts of the act "facts", and the instance that they are about. See facts.h.
#include <string.h>

#include "../../shared/answers.h"
#include "facts.h"

// Those in which commands have other names than in core, and which have commands of surfaces.
static const char *const offered[] = {
    "VK_KHR_get_physical_device_properties2", "VK_KHR_device_group_creation", "VK_KHR_external_memory_capabilities",
    "VK_KHR_external_fence_capabilities", "VK_KHR_external_semaphore_capabilities", "VK_KHR_surface",
    "VK_EXT_headless_surface", "VK_KHR_get_surface_capabilities2", "VK_KHR_display", "VK_EXT_display_surface_counter"};

int is_layers_own(const void *function) {
    return function != NULL && !is_next(function) && strcmp(place_of(function), "own") == 0;
}

int is_layers(const struct facts *facts, const char *name) {
    return is_layers_own((const void *)instance_function(&facts->instance, name));
}

// A layer may show an older device, which has no newer structures and commands.
static int shows_version(const struct facts *facts) {
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    PFN_vkGetPhysicalDeviceProperties get =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(&facts->instance, "vkGetPhysicalDeviceProperties");
    if (get == NULL) return 0;
    get(facts->physical, &properties);
    return properties.apiVersion >= VERSION_OF(options.minor);
}

// Without extensions where the layer refuses those.
static struct facts begin_facts(void) {
    static struct words extensions;
    struct request request = {.nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor)};
    for (size_t i = 0; i < COUNT(offered); i++) extensions.word[extensions.count++] = offered[i];
    offered_by_instances = &extensions;
    request.extensions = extensions;
    struct facts facts = {.instance = make_instance(&nexts[0], &request), .is_extended = 1};
    if (facts.instance.result == VK_SUCCESS && facts.instance.upper != NULL) return facts;
    request.extensions = (struct words){.count = 0};
    return (struct facts){.instance = make_instance(&nexts[0], &request)};
}

void probe_facts(void) {
    open_layer();
    enter("facts");
    begin("facts.instance");
    nexts[0].newest = 10 + NEWEST_MINOR;  // a device may be newer than the layer
    carried = answer_alike;
    second_devices = 2;
    struct facts facts = begin_facts();
    if (facts.instance.result != VK_SUCCESS || facts.instance.upper == NULL) give_up("facts", "there is no instance");
    facts.physical = first_physical_device(&facts.instance);
    if (facts.physical == NULL) give_up("facts", "there is no physical device");
    if (!shows_version(&facts)) give_up("facts", "the physical device is shown as an older one");
    compare_structures(&facts);
    compare_commands(&facts);
    get_queues(&facts);
    count_in_groups(&facts);
    compare_commands_of_surfaces(&facts);
    say_capabilities(&facts);
}
