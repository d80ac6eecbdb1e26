// Operations with several images in one call: barriers, and render passes with two attachments. See program.h.
#include "program.h"

#define SIDE 16U
#define FACES 6U
#define PASSES 4U

// ---- two images in one barrier

struct two_images {
    const struct image_item *image[2];
    VkBuffer buffer;
    VkClearColorValue color;
};

static void move_two(const struct unit *unit, VkCommandBuffer commands, const struct two_images *two, int is_back) {
    static const VkImageLayout layouts[] = {VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
    const VkBufferMemoryBarrier buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                          .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                          .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                                          .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .buffer = two->buffer,
                                          .size = VK_WHOLE_SIZE};
    VkImageMemoryBarrier images[2];
    for (uint32_t i = 0; i < COUNT_OF(images); i++)
        images[i] = (VkImageMemoryBarrier){
            .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
            .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
            .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
            .oldLayout = is_back ? layouts[i] : VK_IMAGE_LAYOUT_GENERAL,
            .newLayout = is_back ? VK_IMAGE_LAYOUT_GENERAL : layouts[i],
            .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .image = two->image[i]->handle,
            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
    unit->call.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL,
                                  two->buffer != NULL, &buffer, COUNT_OF(images), images);
}

static void clear_second(struct unit *unit, VkCommandBuffer commands, void *what) {
    const struct two_images *two = what;
    const VkImageSubresourceRange first = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    record_barrier(unit, commands, 0);
    move_two(unit, commands, two, 0);
    unit->call.CmdClearColorImage(commands, two->image[1]->handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &two->color, 1, &first);
    move_two(unit, commands, two, 1);
    record_barrier(unit, commands, 0);
}

static int clear_of_two(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(one, word[0], SLOTS, unit->image[i].handle != NULL && is_of(unit->image[i].owner, 0) && !is_used(unit, USE_IMAGE, i))
    PICK(other, word[0] + 1, SLOTS,
         unit->image[i].handle != NULL && (int)i != one && is_of(unit->image[i].owner, 0) && !is_used(unit, USE_IMAGE, i))
    PICK(buffer, word[1], SLOTS, unit->buffer[i].handle != NULL && is_of(unit->buffer[i].owner, 0))
    if (one < 0 || other < 0) return 0;
    struct two_images two = {.image = {&unit->image[one], &unit->image[other]},
                             .buffer = buffer < 0 ? NULL : unit->buffer[buffer].handle};
    for (uint32_t i = 0; i < 4; i++) two.color.float32[i] = (float)(word[2] >> i * 8 & 255) / 255.0F;
    say_call(world, "vkCmdPipelineBarrier (images %d and %d), vkCmdClearColorImage (the second of them)", one, other);
    went_well(world, do_at_once(unit, 0, clear_second, &two));
    return 1;
}

// ---- render passes with two attachments: two layers of one image, of which the second is seen in another format

static const VkFormat formats[] = {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB};

struct passed {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view[2], cube;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
};

static VkResult make_passed_image(const struct unit *unit, struct passed *passed) {
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = formats[0],
                                    .extent = {SIDE, SIDE, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = FACES,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT};
    VkMemoryRequirements need;
    uint32_t type = 0;
    VkResult result = unit->call.CreateImage(unit->handle, &info, OWN, &passed->image);
    if (result != VK_SUCCESS) return passed->image = NULL, result;
    unit->call.GetImageMemoryRequirements(unit->handle, passed->image, &need);
    uint32_t allowed = need.memoryTypeBits & unit->memory_types;
    if (allowed == 0) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    while (!(allowed >> type & 1)) type++;
    const VkMemoryAllocateInfo memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size, .memoryTypeIndex = type};
    result = unit->call.AllocateMemory(unit->handle, &memory, OWN, &passed->memory);
    if (result != VK_SUCCESS) return passed->memory = NULL, result;
    return unit->call.BindImageMemory(unit->handle, passed->image, passed->memory, 0);
}

static VkResult make_passed_view(const struct unit *unit, struct passed *passed, uint32_t number, VkImageView *view) {
    int is_cube = number == COUNT_OF(formats);
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = passed->image,
        .viewType = is_cube ? VK_IMAGE_VIEW_TYPE_CUBE : VK_IMAGE_VIEW_TYPE_2D,
        .format = formats[is_cube ? 0 : number],
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, is_cube ? 0 : number, is_cube ? FACES : 1}};
    VkResult result = unit->call.CreateImageView(unit->handle, &info, OWN, view);
    if (result != VK_SUCCESS) *view = NULL;
    return result;
}

static VkResult make_pass(const struct unit *unit, struct passed *passed) {
    VkAttachmentDescription attachments[2];
    const VkAttachmentReference colors[] = {{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL}, {1, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL}};
    for (uint32_t i = 0; i < COUNT_OF(attachments); i++)
        attachments[i] = (VkAttachmentDescription){.format = formats[i],
                                                   .samples = VK_SAMPLE_COUNT_1_BIT,
                                                   .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                   .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                                   .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                                   .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkSubpassDescription subpass = {.colorAttachmentCount = COUNT_OF(colors), .pColorAttachments = colors};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = COUNT_OF(attachments),
                                         .pAttachments = attachments,
                                         .subpassCount = 1,
                                         .pSubpasses = &subpass};
    VkResult result = unit->call.CreateRenderPass(unit->handle, &info, OWN, &passed->pass);
    if (result != VK_SUCCESS) return passed->pass = NULL, result;
    const VkFramebufferCreateInfo framebuffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                                 .renderPass = passed->pass,
                                                 .attachmentCount = COUNT_OF(passed->view),
                                                 .pAttachments = passed->view,
                                                 .width = SIDE,
                                                 .height = SIDE,
                                                 .layers = 1};
    result = unit->call.CreateFramebuffer(unit->handle, &framebuffer, OWN, &passed->framebuffer);
    if (result != VK_SUCCESS) passed->framebuffer = NULL;
    return result;
}

static void record_passes(struct unit *unit, VkCommandBuffer commands, void *what) {
    const struct passed *passed = what;
    const VkClearValue values[2] = {{.color = {.float32 = {1.0F}}}, {.color = {.float32 = {0.0F}}}};
    const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = passed->pass,
                                        .framebuffer = passed->framebuffer,
                                        .renderArea = {{0, 0}, {SIDE, SIDE}},
                                        .clearValueCount = COUNT_OF(values),
                                        .pClearValues = values};
    for (uint32_t i = 0; i < PASSES; i++) {
        record_barrier(unit, commands, 0);
        unit->call.CmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
        unit->call.CmdEndRenderPass(commands);
    }
}

static int render_in_passes(struct world *world, struct unit *unit, const uint32_t *word) {
    struct passed passed = {.image = NULL};
    const struct commands_of_device *call = &unit->call;
    (void)word;
    if (!unit->draws) return 0;
    say_call(world, "vkCreateImage, vkCreateRenderPass, vkCreateFramebuffer, vkCmdBeginRenderPass (%u times)", PASSES);
    VkResult result = make_passed_image(unit, &passed);
    for (uint32_t i = 0; result == VK_SUCCESS && i <= COUNT_OF(formats); i++)
        result = make_passed_view(unit, &passed, i, i == COUNT_OF(formats) ? &passed.cube : &passed.view[i]);
    if (result == VK_SUCCESS) result = make_pass(unit, &passed);
    if (result == VK_SUCCESS) result = do_at_once(unit, 0, record_passes, &passed);
    went_well(world, result);
    if (passed.framebuffer != NULL) call->DestroyFramebuffer(unit->handle, passed.framebuffer, OWN);
    if (passed.pass != NULL) call->DestroyRenderPass(unit->handle, passed.pass, OWN);
    if (passed.cube != NULL) call->DestroyImageView(unit->handle, passed.cube, OWN);
    for (uint32_t i = 0; i < COUNT_OF(passed.view); i++)
        if (passed.view[i] != NULL) call->DestroyImageView(unit->handle, passed.view[i], OWN);
    if (passed.image != NULL) call->DestroyImage(unit->handle, passed.image, OWN);
    if (passed.memory != NULL) call->FreeMemory(unit->handle, passed.memory, OWN);
    return 1;
}

// None comes by chance: see play.c.
const struct operation_row operations_on_several[] = {
    {"clear_of_two", clear_of_two, 0, 0},
    {"render_in_passes", render_in_passes, 0, 0},
};
const uint32_t operations_on_several_count = COUNT_OF(operations_on_several);
