// The act "queries", what is said of handles that memory, fences and semaphores are exported to and imported from
// (queries.c says the answers).
#include <inttypes.h>
#include <stdio.h>

#include "queries.h"

// The types of handles that core has, which are bits from the lowest one on.
enum { TYPES_OF_MEMORY = 7, TYPES_OF_FENCES = 4, TYPES_OF_SEMAPHORES = 5 };

// No driver says this of a type.
#define UNWRITTEN 0xA5A5A5A5U

static struct names memory, others, unimportable, unwritten, unsupported;
static uint32_t asked;

// What is said of one type: what can be done with it, which can be used beside it, and to which what is imported from it
// can be exported.
struct said {
    uint32_t features, compatible, from_imported;
};

static void note(struct names *names, const char *what, uint32_t type) {
    char name[64];
    snprintf(name, sizeof name, "%s 0x%" PRIx32, what, type);
    add_name(names, name);
}

static void check(const char *what, uint32_t type, uint32_t importable, struct said said, struct names *without) {
    asked++;
    if (said.features == UNWRITTEN || said.compatible == UNWRITTEN || said.from_imported == UNWRITTEN) {
        // Of a type with which nothing can be done, the specification says of the features alone what they are.
        note(said.features == 0 ? &unsupported : &unwritten, what, type);
        return;
    }
    if (said.features != 0 && (said.compatible & type) == 0) note(without, what, type);
    if ((said.features & importable) == 0 && said.from_imported != 0) note(&unimportable, what, type);
}

static void ask_buffers(const struct gpu *gpu) {
    PFN_vkGetPhysicalDeviceExternalBufferProperties ask = FIND(gpu, vkGetPhysicalDeviceExternalBufferProperties);
    if (ask == NULL) return;
    for (int i = 0; i < TYPES_OF_MEMORY; i++) {
        const VkExternalMemoryHandleTypeFlagBits type = (VkExternalMemoryHandleTypeFlagBits)(1U << i);
        const VkPhysicalDeviceExternalBufferInfo info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
                                                         .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                                         .handleType = type};
        VkExternalBufferProperties said = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES,
                                           .externalMemoryProperties = {UNWRITTEN, UNWRITTEN, UNWRITTEN}};
        ask(gpu->handle, &info, &said);
        const VkExternalMemoryProperties *of = &said.externalMemoryProperties;
        check("VkExternalMemoryHandleTypeFlagBits", type, VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT,
              (struct said){of->externalMemoryFeatures, of->compatibleHandleTypes, of->exportFromImportedHandleTypes},
              &memory);
    }
}

static void ask_fences(const struct gpu *gpu) {
    PFN_vkGetPhysicalDeviceExternalFenceProperties ask = FIND(gpu, vkGetPhysicalDeviceExternalFenceProperties);
    if (ask == NULL) return;
    for (int i = 0; i < TYPES_OF_FENCES; i++) {
        const VkExternalFenceHandleTypeFlagBits type = (VkExternalFenceHandleTypeFlagBits)(1U << i);
        const VkPhysicalDeviceExternalFenceInfo info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_FENCE_INFO,
                                                        .handleType = type};
        VkExternalFenceProperties said = {VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES, NULL, UNWRITTEN, UNWRITTEN, UNWRITTEN};
        ask(gpu->handle, &info, &said);
        check("VkExternalFenceHandleTypeFlagBits", type, VK_EXTERNAL_FENCE_FEATURE_IMPORTABLE_BIT,
              (struct said){said.externalFenceFeatures, said.compatibleHandleTypes, said.exportFromImportedHandleTypes},
              &others);
    }
}

static void ask_semaphores(const struct gpu *gpu) {
    PFN_vkGetPhysicalDeviceExternalSemaphoreProperties ask =
        FIND(gpu, vkGetPhysicalDeviceExternalSemaphoreProperties);
    if (ask == NULL) return;
    for (int i = 0; i < TYPES_OF_SEMAPHORES; i++) {
        const VkExternalSemaphoreHandleTypeFlagBits type = (VkExternalSemaphoreHandleTypeFlagBits)(1U << i);
        const VkPhysicalDeviceExternalSemaphoreInfo info = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO, .handleType = type};
        VkExternalSemaphoreProperties said = {VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES, NULL, UNWRITTEN, UNWRITTEN,
                                              UNWRITTEN};
        ask(gpu->handle, &info, &said);
        check("VkExternalSemaphoreHandleTypeFlagBits", type, VK_EXTERNAL_SEMAPHORE_FEATURE_IMPORTABLE_BIT,
              (struct said){said.externalSemaphoreFeatures, said.compatibleHandleTypes,
                            said.exportFromImportedHandleTypes},
              &others);
    }
}

void ask_externals(const struct gpu *gpu) {
    begin(label_of_query("externals", gpu));
    ask_buffers(gpu);
    ask_fences(gpu);
    ask_semaphores(gpu);
    open_answer(label_of_query("externals", gpu));
    say_number("asked", asked);
    say_names("memory", &memory);
    say_names("others", &others);
    say_names("unimportable", &unimportable);
    say_names("unwritten", &unwritten);
    say_names("unsupported", &unsupported);
    close_answer();
    asked = 0;
}
