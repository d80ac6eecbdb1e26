// What the model does with render passes and framebuffers. What they draw is not looked at: where they begin and end is, and
// whether attachments fit. See model.h.
#include <string.h>

#include "model_rows.h"

ENDS(destroy_pass, KIND_PASS, "vkDestroyRenderPass")
ENDS(destroy_framebuffer, KIND_FRAMEBUFFER, "vkDestroyFramebuffer")

// A layer may pass down the newer form of each command: vkCreateRenderPass2 is "functionally identical". A render
// pass keeps the formats of its attachments.
#define CREATES_PASS(name, type) \
    static uint64_t name(const uint64_t *a) { \
        const type *info = AT(const type, a[1]); \
        struct thing *pass = make(a, KIND_PASS); \
        if (pass == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY); \
        pass->size = info->attachmentCount; \
        pass->bytes = AT(unsigned char, zeroed((pass->size + 1) * sizeof(VkFormat))); \
        for (uint32_t i = 0; i < info->attachmentCount; i++) \
            memcpy(pass->bytes + i * sizeof(VkFormat), &info->pAttachments[i].format, sizeof(VkFormat)); \
        return 0; \
    }
CREATES_PASS(create_pass, VkRenderPassCreateInfo)
CREATES_PASS(create_pass_2, VkRenderPassCreateInfo2)

// VUID-VkFramebufferCreateInfo-attachmentCount-00876, -pAttachments-00880
static uint64_t create_framebuffer(const uint64_t *a) {
    static const char command[] = "vkCreateFramebuffer";
    const VkFramebufferCreateInfo *info = AT(const VkFramebufferCreateInfo, a[1]);
    struct thing *framebuffer = make(a, KIND_FRAMEBUFFER);
    if (framebuffer == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    const struct thing *pass = thing_of(framebuffer->machine, KIND_PASS, HANDLE(info->renderPass), command);
    if (pass != NULL && info->attachmentCount != pass->size)
        complain("%s reaches the driver with %u attachments, and its render pass has %llu", command, info->attachmentCount,
                 (unsigned long long)pass->size);
    if (info->flags & VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT) return 0;  // pAttachments is ignored
    for (uint32_t i = 0; pass != NULL && i < info->attachmentCount && i < pass->size; i++) {
        VkFormat format;
        const struct thing *view = thing_of(framebuffer->machine, KIND_VIEW, HANDLE(info->pAttachments[i]), command);
        memcpy(&format, pass->bytes + i * sizeof format, sizeof format);
        if (view != NULL && view->format != (uint32_t)format)
            complain("%s reaches the driver with a view of format %u as attachment %u, which has format %u in the render pass", command,
                     view->format, i, (uint32_t)format);
    }
    return 0;
}

static uint64_t begin_with(const uint64_t *a, VkSubpassContents contents) {
    static const char command[] = "vkCmdBeginRenderPass";
    const VkRenderPassBeginInfo *info = AT(const VkRenderPassBeginInfo, a[1]);
    RECORDING("vkCmdBeginRenderPass")
    thing_of(machine, KIND_PASS, HANDLE(info->renderPass), command);
    thing_of(machine, KIND_FRAMEBUFFER, HANDLE(info->framebuffer), command);
    if (recording->rendering != OUTSIDE) complain("%s reaches the driver within a render pass instance", command);
    recording->rendering = contents == VK_SUBPASS_CONTENTS_INLINE ? WITHIN : WITHIN_FOR_OTHERS;
    return 0;
}

static uint64_t begin_pass(const uint64_t *a) { return begin_with(a, (VkSubpassContents)a[2]); }
static uint64_t begin_pass_2(const uint64_t *a) { return begin_with(a, AT(const VkSubpassBeginInfo, a[2])->contents); }

static uint64_t end_pass(const uint64_t *a) {
    RECORDING("vkCmdEndRenderPass")
    (void)machine;
    if (recording->rendering == OUTSIDE) complain("vkCmdEndRenderPass reaches the driver where there is no render pass instance");
    recording->rendering = OUTSIDE;
    return 0;
}

const struct model_row model_passes[] = {
    {"vkCreateRenderPass", create_pass},
    {"vkCreateRenderPass2", create_pass_2},
    {"vkCreateRenderPass2KHR", create_pass_2},
    {"vkDestroyRenderPass", destroy_pass},
    {"vkCreateFramebuffer", create_framebuffer},
    {"vkDestroyFramebuffer", destroy_framebuffer},
    {"vkCmdBeginRenderPass", begin_pass},
    {"vkCmdBeginRenderPass2", begin_pass_2},
    {"vkCmdBeginRenderPass2KHR", begin_pass_2},
    {"vkCmdEndRenderPass", end_pass},
    {"vkCmdEndRenderPass2", end_pass},
    {"vkCmdEndRenderPass2KHR", end_pass},
};
const uint32_t model_passes_count = COUNT_OF(model_passes);
