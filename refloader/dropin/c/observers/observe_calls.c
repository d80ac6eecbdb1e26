// What some commands show beside handles: names looked up, what a creation is given, what an enumeration
// answers.
#include "../calls/dispatch.h"
#include "observe.h"

#include <stdio.h>

#define MOST_NAMES 64U
#define MOST_NODES 16U

// ---- creations

struct creation {
    uint64_t info, allocator, out;
    uint32_t node_type;
};

static bool creation_of(const struct observe_frame *frame, struct creation *creation) {
    const uint64_t *given = frame->parameters;
    unsigned command = frame->id & 0xFFFF;
    bool device = command == ROW_vkCreateDevice;
    if (!device && command != ROW_vkCreateInstance) return false;
    given += device;  // behind the physical device
    creation->info = given[0];
    creation->allocator = given[1];
    creation->out = given[2];
    creation->node_type = device ? VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO
                                 : VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO;
    return true;
}

#define FUNCTION_AT offsetof(VkLayerInstanceCreateInfo, function)
#define LINK_AT offsetof(VkLayerInstanceCreateInfo, u)
_Static_assert(offsetof(VkLayerDeviceCreateInfo, u) == LINK_AT, "instance and device alike");

// The address of the node with the links, 0 where the chain has none.
static uint64_t link_node(const struct creation *creation) {
    uint64_t node = memory_word(creation->info + 8);
    for (unsigned at = 0; at < MOST_NODES && node != 0; at++) {
        bool ours = memory_number(node) == creation->node_type;
        if (ours && memory_number(node + FUNCTION_AT) == VK_LAYER_LINK_INFO) return node;
        node = memory_word(node + 8);
    }
    return 0;
}

static void names_given(const struct observe_frame *frame, uint16_t link, const char *what, uint32_t count,
                        uint64_t names) {
    char path[32];
    for (unsigned at = 0; at < count && at < MOST_NAMES && names != 0; at++) {
        snprintf(path, sizeof path, "%s[%u]", what, at);
        fact_text(frame, RECORD_GIVEN, link, path, memory_word(names + 8 * (uint64_t)at));
    }
}

static void nodes_given(const struct observe_frame *frame, uint16_t link, const struct creation *creation) {
    char path[32];
    uint64_t node = memory_word(creation->info + 8);
    for (unsigned at = 0; at < MOST_NODES && memory_there(node, 16); at++) {
        uint32_t type = memory_number(node);
        snprintf(path, sizeof path, "node[%u]", at);
        fact_word(frame, RECORD_GIVEN, link, path, type,
                  type == creation->node_type ? memory_number(node + FUNCTION_AT) : 0);
        node = memory_word(node + 8);
    }
}

static void creation_given(const struct observe_frame *frame, uint16_t link, const struct creation *creation) {
    uint64_t node = link_node(creation);
    uint64_t info = node != 0 ? memory_word(node + LINK_AT) : 0;
    uint64_t at = creation->info;
    fact_word(frame, RECORD_GIVEN, link, "link", info, 0);
    fact_word(frame, RECORD_GIVEN, link, "link.next", memory_word(info), 0);
    fact_word(frame, RECORD_GIVEN, link, "out", memory_word(creation->out), 0);
    fact_word(frame, RECORD_GIVEN, link, "allocator", creation->allocator, 0);
    if (creation->node_type == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO) {
        uint64_t about = memory_word(at + offsetof(VkInstanceCreateInfo, pApplicationInfo));
        uint32_t version = memory_number(about + offsetof(VkApplicationInfo, apiVersion));
        fact_word(frame, RECORD_GIVEN, link, "api", version, 0);
    }
    nodes_given(frame, link, creation);
    names_given(frame, link, "layers", memory_number(at + offsetof(VkInstanceCreateInfo, enabledLayerCount)),
                memory_word(at + offsetof(VkInstanceCreateInfo, ppEnabledLayerNames)));
    names_given(frame, link, "extensions",
                memory_number(at + offsetof(VkInstanceCreateInfo, enabledExtensionCount)),
                memory_word(at + offsetof(VkInstanceCreateInfo, ppEnabledExtensionNames)));
}

#define SAME_PLACE(member) \
    _Static_assert(offsetof(VkInstanceCreateInfo, member) == offsetof(VkDeviceCreateInfo, member), "")
SAME_PLACE(enabledLayerCount);
SAME_PLACE(ppEnabledLayerNames);
SAME_PLACE(enabledExtensionCount);
SAME_PLACE(ppEnabledExtensionNames);

// ---- handles as plain numbers

static void named_object_given(const struct observe_frame *frame, uint16_t link, const char *path) {
    uint64_t info = frame->parameters[1];
    uint32_t type = memory_number(info + offsetof(VkDebugUtilsObjectNameInfoEXT, objectType));
    uint64_t object = memory_word(info + offsetof(VkDebugUtilsObjectNameInfoEXT, objectHandle));
    fact_object(frame, RECORD_GIVEN, link, path, type, object);
}

_Static_assert(offsetof(VkDebugUtilsObjectNameInfoEXT, objectHandle) ==
                   offsetof(VkDebugUtilsObjectTagInfoEXT, objectHandle),
               "name and tag alike");

static void object_given(const struct observe_frame *frame, uint16_t link) {
    switch (frame->id & 0xFFFF) {
    case ROW_vkSetPrivateData:
    case ROW_vkSetPrivateDataEXT:
    case ROW_vkGetPrivateData:
    case ROW_vkGetPrivateDataEXT:
        fact_object(frame, RECORD_GIVEN, link, "objectHandle", (uint32_t)frame->parameters[1],
                    frame->parameters[2]);
        break;
    case ROW_vkSetDebugUtilsObjectNameEXT: named_object_given(frame, link, "pNameInfo.objectHandle"); break;
    case ROW_vkSetDebugUtilsObjectTagEXT: named_object_given(frame, link, "pTagInfo.objectHandle"); break;
    default: break;
    }
}

// ---- synchronization and presentation

static void indices_given(const struct observe_frame *frame, uint16_t link) {
    char path[40];
    uint64_t info = frame->parameters[1];
    uint32_t count = memory_number(info + offsetof(VkPresentInfoKHR, swapchainCount));
    uint64_t indices = memory_word(info + offsetof(VkPresentInfoKHR, pImageIndices));
    for (unsigned at = 0; at < count && at < MOST_NAMES && indices != 0; at++) {
        snprintf(path, sizeof path, "pPresentInfo.pImageIndices[%u]", at);
        fact_word(frame, RECORD_GIVEN, link, path, memory_number(indices + at * sizeof(uint32_t)), 0);
    }
}

static void families_given(const struct observe_frame *frame, uint16_t link) {
    char path[64];
    uint64_t info = frame->parameters[1];
    uint32_t count = memory_number(info + offsetof(VkDeviceCreateInfo, queueCreateInfoCount));
    uint64_t of_each = memory_word(info + offsetof(VkDeviceCreateInfo, pQueueCreateInfos));
    for (unsigned at = 0; at < count && at < MOST_NAMES && of_each != 0; at++) {
        snprintf(path, sizeof path, "pCreateInfo.pQueueCreateInfos[%u].queueFamilyIndex", at);
        uint64_t member = of_each + at * sizeof(VkDeviceQueueCreateInfo) + offsetof(VkDeviceQueueCreateInfo, queueFamilyIndex);
        fact_word(frame, RECORD_GIVEN, link, path, memory_number(member), 0);
    }
}

// A semaphore that is made with nothing on pNext is a binary one of its own device. Which families a device has queues of,
// which family command buffers and queues are of, and which images a call presents.
static void synchronization_given(const struct observe_frame *frame, uint16_t link) {
    switch (frame->id & 0xFFFF) {
    case ROW_vkCreateDevice: families_given(frame, link); break;
    case ROW_vkCreateSemaphore:
        fact_word(frame, RECORD_GIVEN, link, "pCreateInfo.pNext", memory_word(frame->parameters[1] + 8), 0);
        break;
    case ROW_vkCreateCommandPool:
        fact_word(frame, RECORD_GIVEN, link, "pCreateInfo.queueFamilyIndex",
                  memory_number(frame->parameters[1] + offsetof(VkCommandPoolCreateInfo, queueFamilyIndex)), 0);
        break;
    case ROW_vkGetDeviceQueue2:
        fact_word(frame, RECORD_GIVEN, link, "pQueueInfo.queueFamilyIndex",
                  memory_number(frame->parameters[1] + offsetof(VkDeviceQueueInfo2, queueFamilyIndex)), 0);
        break;
    case ROW_vkQueuePresentKHR: indices_given(frame, link); break;
    default: break;
    }
}

static void acquisition_made(const struct observe_frame *frame, uint16_t link) {
    unsigned command = frame->id & 0xFFFF;
    bool newer = command == ROW_vkAcquireNextImage2KHR;
    if (!newer && command != ROW_vkAcquireNextImageKHR) return;
    fact_word(frame, RECORD_MADE, link, "pImageIndex", memory_number(frame->parameters[newer ? 2 : 5]), 0);
}

// ---- enumerations

struct enumeration {
    unsigned command;
    int name, count;  // parameters; -1: none
    size_t size;      // of one of its properties, which begin with their name
};

static const struct enumeration *enumeration_of(unsigned command) {
    static const struct enumeration all[] = {
        {ROW_vkEnumerateInstanceExtensionProperties, 0, 1, sizeof(VkExtensionProperties)},
        {ROW_vkEnumerateInstanceLayerProperties, -1, 0, sizeof(VkLayerProperties)},
        {ROW_vkEnumerateDeviceExtensionProperties, 1, 2, sizeof(VkExtensionProperties)},
        {ROW_vkEnumerateDeviceLayerProperties, -1, 1, sizeof(VkLayerProperties)},
    };
    for (size_t at = 0; at < sizeof all / sizeof *all; at++)
        if (all[at].command == command) return &all[at];
    return NULL;
}

static void text_or_null(const struct observe_frame *frame, uint16_t link, const char *path, uint64_t address) {
    if (address != 0) fact_text(frame, RECORD_GIVEN, link, path, address);
    else fact_word(frame, RECORD_GIVEN, link, path, 0, 0);
}

static void enumeration_made(const struct observe_frame *frame, uint16_t link, const struct enumeration *of) {
    char path[32];
    uint32_t count = memory_number(frame->parameters[of->count]);
    uint64_t properties = frame->parameters[of->count + 1];
    fact_word(frame, RECORD_MADE, link, "count", count, 0);
    for (unsigned at = 0; properties != 0 && at < count && at < MOST_NAMES; at++) {
        snprintf(path, sizeof path, "names[%u]", at);
        fact_text(frame, RECORD_MADE, link, path, properties + at * of->size);
    }
}

// ---- each call

void special_given(const struct observe_frame *frame, uint16_t link) {
    unsigned command = frame->id & 0xFFFF;
    const struct enumeration *enumeration = enumeration_of(command);
    struct creation creation;
    if (lookup_of(command) != LOOKUPS) text_or_null(frame, link, "pName", frame->parameters[1]);
    else if (creation_of(frame, &creation)) creation_given(frame, link, &creation);
    else if (enumeration != NULL && enumeration->name >= 0)
        text_or_null(frame, link, "pLayerName", frame->parameters[enumeration->name]);
    else object_given(frame, link);
    synchronization_given(frame, link);
}

void special_made(const struct observe_frame *frame, uint16_t link, bool succeeded) {
    const struct enumeration *enumeration = enumeration_of(frame->id & 0xFFFF);
    struct creation creation;
    if (enumeration != NULL && succeeded) enumeration_made(frame, link, enumeration);
    if (succeeded) acquisition_made(frame, link);
    uint64_t node = creation_of(frame, &creation) ? link_node(&creation) : 0;
    if (node != 0) fact_word(frame, RECORD_MADE, link, "link.after", memory_word(node + LINK_AT), 0);
}
