// Queues by either command. See facts.h.
#include <string.h>

#include "../../shared/answers.h"
#include "facts.h"

// ---- a queue with a flag, of which vkGetDeviceQueue does not know

static void get_protected_queue(const struct facts *facts) {
    VkPhysicalDeviceProtectedMemoryFeatures feature = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES,
                                                       .protectedMemory = VK_TRUE};
    const struct request request = {.nodes = USUAL_DEVICE_NODES,
                                    .queue_flags = VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT,
                                    .first = (VkBaseOutStructure *)(void *)&feature};
    const VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2, .flags = VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT};
    VkQueue queue = NULL;
    if (options.minor < 1 || entry.device == NULL) return;
    begin("facts.device");
    struct made device = make_device(&facts->instance, facts->physical, &request);
    if (device.result != VK_SUCCESS || device.upper == NULL) return;
    PFN_vkGetDeviceQueue2 get = (PFN_vkGetDeviceQueue2)entry.device(device.upper, "vkGetDeviceQueue2");
    if (!is_layers_own((const void *)get)) return;
    begin("facts.queue");
    asked_queues = (struct asked_queues){0};
    get(device.upper, &info, &queue);
    open_answer("facts.queue");
    say_flag("older", asked_queues.older > 0);
    close_answer();
}

// ---- the first queue by either command

static void say_queue(const char *key, const uint32_t *asked) {
    open_list(key);
    for (int i = 0; i < 2; i++) say_number(NULL, asked[i]);
    close_list();
}

static void get_queue_twice(const struct facts *facts) {
    const struct request request = {.nodes = USUAL_DEVICE_NODES};
    const VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2};
    uint32_t older[2];
    VkQueue queue = NULL;
    if (options.minor < 1 || entry.device == NULL) return;
    begin("facts.plain_device");
    struct made device = make_device(&facts->instance, facts->physical, &request);
    if (device.result != VK_SUCCESS || device.upper == NULL) return;
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)entry.device(device.upper, "vkGetDeviceQueue");
    PFN_vkGetDeviceQueue2 get_2 = (PFN_vkGetDeviceQueue2)entry.device(device.upper, "vkGetDeviceQueue2");
    if (get == NULL || get_2 == NULL || !(is_layers_own((const void *)get) || is_layers_own((const void *)get_2))) return;
    begin("facts.queues");
    asked_queues = (struct asked_queues){0};
    get(device.upper, 0, 0, &queue);
    memcpy(older, asked_queues.at, sizeof older);
    if (asked_queues.times != 1) return;
    get_2(device.upper, &info, &queue);
    if (asked_queues.times != 2) return;
    open_answer("facts.queues");
    say_queue("older", older);
    say_queue("newer", asked_queues.at);
    close_answer();
}

// ---- two queues of one family, of which the entity below is asked for the first

static uint32_t queues_offered(const struct facts *facts) {
    VkQueueFamilyProperties rows[FAMILIES] = {{0}};
    uint32_t count = FAMILIES;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties ask = (PFN_vkGetPhysicalDeviceQueueFamilyProperties)instance_function(
        &facts->instance, "vkGetPhysicalDeviceQueueFamilyProperties");
    if (ask != NULL) ask(facts->physical, &count, rows);
    return rows[0].queueCount;
}

static void get_two_queues(const struct facts *facts) {
    const struct request request = {.nodes = USUAL_DEVICE_NODES, .queues = 2};
    VkQueue first = NULL, second = NULL;
    if (entry.device == NULL || queues_offered(facts) < 2) return;
    begin("facts.two_device");
    struct made device = make_device(&facts->instance, facts->physical, &request);
    if (device.result != VK_SUCCESS || device.upper == NULL) return;
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)entry.device(device.upper, "vkGetDeviceQueue");
    if (get == NULL || !is_layers_own((const void *)get)) return;
    begin("facts.two_queues");
    asked_queues = (struct asked_queues){0};
    get(device.upper, 0, 0, &first);
    if (asked_queues.times != 1) return;
    get(device.upper, 0, 1, &second);
    open_answer("facts.two_queues");
    say_flag("is_asked", asked_queues.times > 1);
    say_flag("is_one", first == second);
    close_answer();
}

void get_queues(const struct facts *facts) {
    get_protected_queue(facts);
    get_queue_twice(facts);
    get_two_queues(facts);
}
