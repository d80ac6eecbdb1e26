// The act "own-features": what a physical device has of features, above an entity that has none of them. own.STRUCTURE.MEMBER
// has the value that vkGetPhysicalDeviceFeatures2 gives (core), and vkGetPhysicalDeviceFeatures2KHR (older); -1: there is no
// such function. Those asked for are the texts "STRUCTURE.MEMBER" of --function.
#include <stdio.h>
#include <string.h>

#include "../../../native/generated/vk_core.h"
#include "../../shared/answers.h"
#include "../carried/carried.h"
#include "../chain.h"
#include "../prober.h"

#define MOST_SIZE 4096U

static const struct structure *structure_named(const char *name, size_t length) {
    for (uint32_t i = 0; i < carried_structure_count; i++) {
        const char *known = carried_names + carried_structures[i].name;
        if (strlen(known) == length && strncmp(known, name, length) == 0) return &carried_structures[i];
    }
    return NULL;
}

static const struct field *member_named(const struct structure *of, const char *name) {
    for (uint32_t i = of->first; i < of->first + of->count; i++)
        if (strcmp(carried_names + carried_fields[i].name, name) == 0) return &carried_fields[i];
    return NULL;
}

static int64_t value_by(const struct made *instance, const char *command, VkPhysicalDevice physical, const struct structure *structure,
                        const struct field *member) {
    static _Alignas(16) unsigned char chained[MOST_SIZE];
    VkBaseOutStructure *node = (VkBaseOutStructure *)(void *)chained;
    VkPhysicalDeviceFeatures2 head = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = node};
    PFN_vkGetPhysicalDeviceFeatures2 ask = (PFN_vkGetPhysicalDeviceFeatures2)instance_function(instance, command);
    VkBool32 value = VK_FALSE;
    if (ask == NULL) return -1;
    memset(chained, 0, sizeof chained);
    node->sType = (VkStructureType)structure->type;
    ask(physical, &head);
    memcpy(&value, chained + member->at, sizeof value);
    return value;
}

static void ask_for(const struct made *instance, VkPhysicalDevice physical, const char *text) {
    const char *point = strchr(text, '.');
    const struct structure *structure = point == NULL ? NULL : structure_named(text, (size_t)(point - text));
    const struct field *member = structure == NULL ? NULL : member_named(structure, point + 1);
    char label[160];
    if (member == NULL || structure->type == UINT32_MAX || structure->size > MOST_SIZE) return;
    snprintf(label, sizeof label, "own.%s", text);
    begin(label);
    open_answer(label);
    say_number("core", value_by(instance, "vkGetPhysicalDeviceFeatures2", physical, structure, member));
    say_number("older", value_by(instance, "vkGetPhysicalDeviceFeatures2KHR", physical, structure, member));
    close_answer();
}

void probe_own_features(void) {
    const struct request request = {.nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor)};
    open_layer();
    enter("own-features");
    begin("own-features.instance");
    struct made instance = make_instance(&nexts[0], &request);
    if (instance.result != VK_SUCCESS || instance.upper == NULL) give_up("own-features", "there is no instance");
    VkPhysicalDevice physical = first_physical_device(&instance);
    if (physical == NULL) give_up("own-features", "there is no physical device");
    for (uint32_t i = 0; i < options.functions.count; i++) ask_for(&instance, physical, options.functions.word[i]);
}
