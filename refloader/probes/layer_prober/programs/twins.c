// The second names of commands: a version of Vulkan took them over from an extension, and a device that has both has both
// names of one command. A program whose devices have no other extension mixes them, as one does that is made of several
// libraries. See model.h.
#include <string.h>

#include "../prober.h"
#include "model.h"

struct twins {
    const char *extension;
    uint32_t minor;  // of the version that took it over
    const char *behind;
    const char *names[8];  // the newer ones
};
static const struct twins rows[] = {
    {"VK_KHR_dynamic_rendering", 3, "KHR", {"vkCmdBeginRendering", "vkCmdEndRendering"}},
    {"VK_KHR_synchronization2", 3, "KHR", {"vkCmdPipelineBarrier2", "vkCmdSetEvent2", "vkQueueSubmit2", "vkCmdWriteTimestamp2"}},
    {"VK_KHR_copy_commands2", 3, "KHR",
     {"vkCmdCopyBuffer2", "vkCmdCopyImage2", "vkCmdCopyBufferToImage2", "vkCmdCopyImageToBuffer2", "vkCmdBlitImage2", "vkCmdResolveImage2"}},
    {"VK_EXT_private_data", 3, "EXT", {"vkCreatePrivateDataSlot", "vkDestroyPrivateDataSlot", "vkSetPrivateData", "vkGetPrivateData"}},
    {"VK_KHR_timeline_semaphore", 2, "KHR", {"vkGetSemaphoreCounterValue", "vkSignalSemaphore", "vkWaitSemaphores"}},
    {"VK_EXT_host_query_reset", 2, "EXT", {"vkResetQueryPool"}},
    {"VK_KHR_descriptor_update_template", 1, "KHR",
     {"vkCreateDescriptorUpdateTemplate", "vkDestroyDescriptorUpdateTemplate", "vkUpdateDescriptorSetWithTemplate"}},
    {"VK_KHR_maintenance1", 1, "KHR", {"vkTrimCommandPool"}},
};

static const struct twins *chosen;
static uint32_t salt;

const char *twins_start(uint32_t number, int has_twins) {
    salt = number;
    chosen = has_twins ? &rows[mixed(number, 79) % COUNT_OF(rows)] : NULL;
    if (chosen != NULL && chosen->minor > options.minor) chosen = NULL;
    return chosen == NULL ? NULL : chosen->extension;
}

const char *twins_extension(void) { return chosen == NULL ? "" : chosen->extension; }

const char *twins_name(const char *name) {
    static char other[64];
    for (uint32_t i = 0; chosen != NULL && i < COUNT_OF(chosen->names) && chosen->names[i] != NULL; i++) {
        if (strcmp(chosen->names[i], name) != 0 || (mixed(salt, 80) + i) % 2 == 0) continue;
        size_t length = strlen(name);
        memcpy(other, name, length);
        memcpy(other + length, chosen->behind, 4);
        return other;
    }
    return name;
}
