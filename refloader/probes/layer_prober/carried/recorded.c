// Command buffers that are recorded for a call: what it records into is begun, and what it submits or executes has been
// recorded. See carried.h.
#include <string.h>

#include "carried.h"
#include "../chain.h"
#include "../prober.h"

static VkDevice device;

void record_with(VkDevice made) { device = made; }
VkDevice recorded_device(void) { return device; }

static void begin_recording(void *buffer) {
    static const struct {
        VkStructureType type;
        const void *next;
        uint64_t render_pass;
        uint32_t subpass;
        uint64_t framebuffer;
        uint32_t has_occlusion_query, control, statistics;
    } inheritance = {.type = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};  // primary ones have it ignored
    static const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                                  .flags = 4,  // simultaneous use
                                                  .pInheritanceInfo = (const void *)&inheritance};
    PFN_vkVoidFunction begin = entry.device(device, "vkBeginCommandBuffer");
    if (buffer != NULL && begin != NULL) ((VkResult(*)(void *, const void *))begin)(buffer, &info);
}

static void end_recording(void *buffer) {
    PFN_vkVoidFunction end = entry.device(device, "vkEndCommandBuffer");
    if (buffer != NULL && end != NULL) ((VkResult(*)(void *))end)(buffer);
}

void allocate_more(PFN_vkAllocateCommandBuffers allocate, const VkCommandBufferAllocateInfo *info, void **to) {
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        VkCommandBuffer made = NULL;
        uint32_t since = objects_made();
        if (allocate(device, info, &made) != VK_SUCCESS || made == NULL) return;
        fill_first_words(since);
        to[i] = made;
        add_lower(made, object_for(made, OBJECT_COMMAND_BUFFER, since));
    }
}

// Of the pool that a call is given.
static void allocate_of_pool(void) {
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandBufferCount = 1};
    PFN_vkAllocateCommandBuffers allocate =
        (PFN_vkAllocateCommandBuffers)entry.device(device, "vkAllocateCommandBuffers");
    uint64_t pool = 0;
    for (uint32_t type = 1; type < carried_handle_count && pool == 0; type++)
        if (is_type(type, "VkCommandPool") && carried_real != NULL) pool = carried_real(type, 0);
    memcpy(&info.commandPool, &pool, sizeof info.commandPool);
    if (pool != 0 && allocate != NULL) allocate_more(allocate, &info, carried_listed);
}

// What is recorded is recorded into a command buffer that is begun, and what is submitted has been.
void record_for(const struct carried_command *command) {
    if (frees_buffers(command)) allocate_of_pool();
    if (strncmp(command->name, "vkCmd", 5) == 0 || strcmp(command->name, "vkEndCommandBuffer") == 0)
        begin_recording(carried_objects[COMMAND_BUFFER_TYPE]);
    int executes = strcmp(command->name, "vkCmdExecuteCommands") == 0;
    if (strncmp(command->name, "vkCmd", 5) == 0 || strcmp(command->name, "vkEndCommandBuffer") == 0)
        begin_recording(carried_secondary[0]);
    if (executes) begin_recording(carried_secondary[1]);
    for (uint32_t i = 0; i < ELEMENTS && executes; i++) end_recording(carried_secondary[i]);
    for (uint32_t i = 0; i < ELEMENTS && strncmp(command->name, "vkQueueSubmit", 13) == 0; i++) {
        begin_recording(carried_listed[i]);
        end_recording(carried_listed[i]);
    }
}

// A command buffer that is begun is not begun again before it is ended, nor the other way round.
void record_again(const struct carried_command *command, uint64_t result) {
    void *buffer = carried_form == FORM_CHAINS ? carried_secondary[0] : carried_objects[COMMAND_BUFFER_TYPE];
    if (strcmp(command->name, "vkBeginCommandBuffer") == 0 && (int32_t)result == VK_SUCCESS) end_recording(buffer);
    if (strcmp(command->name, "vkEndCommandBuffer") == 0) begin_recording(buffer);
}

void begin_anew(void) {
    end_recording(carried_objects[COMMAND_BUFFER_TYPE]);
    begin_recording(carried_objects[COMMAND_BUFFER_TYPE]);
}

int execute_secondary(void) {
    PFN_vkVoidFunction execute = entry.device(device, "vkCmdExecuteCommands");
    void *buffer = carried_objects[COMMAND_BUFFER_TYPE];
    if (execute == NULL || buffer == NULL || carried_secondary[1] == NULL) return 0;
    begin_recording(carried_secondary[1]);
    end_recording(carried_secondary[1]);
    ((void (*)(void *, uint32_t, void *const *))execute)(buffer, 1, &carried_secondary[1]);
    return 1;
}
