// Images, shaders and render passes of the layer's own, right and wrong ones, for presenting.c.

// An image of 64 times 64 with memory, or without.
static VkImage an_image(uint32_t levels, VkImageUsageFlags usage, int has_memory) {
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = 44,
                                    .extent = {64, 64, 1}, .mipLevels = levels, .arrayLayers = 1, .samples = 1, .usage = usage};
    VkMemoryRequirements needed;
    VkImage made;
    OF_DEVICE(vkCreateImage)(device_below, &info, NULL, &made);
    OF_DEVICE(vkGetImageMemoryRequirements)(device_below, made, &needed);
    if (has_memory) OF_DEVICE(vkBindImageMemory)(device_below, made, memory_of(type_for(needed.memoryTypeBits, 0), needed.size), 0);
    return made;
}

// One of another size, bound by the newer command.
static VkImage a_square(uint32_t side, VkImageUsageFlags usage) {
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = 44,
                                    .extent = {side, side, 1}, .mipLevels = 1, .arrayLayers = 1, .samples = 1, .usage = usage};
    VkBindImageMemoryInfo bound = {.sType = VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO};
    VkMemoryRequirements needed;
    OF_DEVICE(vkCreateImage)(device_below, &info, NULL, &bound.image);
    OF_DEVICE(vkGetImageMemoryRequirements)(device_below, bound.image, &needed);
    bound.memory = memory_of(type_for(needed.memoryTypeBits, 0), needed.size);
    OF_DEVICE(vkBindImageMemory2)(device_below, 1, &bound);
    return bound.image;
}

static VkCommandBuffer begun(void) {
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer made = a_buffer();
    return OF_DEVICE(vkBeginCommandBuffer)(made, &info), made;
}

static void finish(VkQueue queue, VkCommandBuffer buffer) {
    const VkSubmitInfo work = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &buffer};
    OF_DEVICE(vkEndCommandBuffer)(buffer);
    OF_DEVICE(vkQueueSubmit)(queue, 1, &work, (VkFence)0);
    OF_DEVICE(vkQueueWaitIdle)(queue);
}

static void change(VkCommandBuffer buffer, VkImage image, VkImageLayout from, VkImageLayout to) {
    const VkImageMemoryBarrier one = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .oldLayout = from, .newLayout = to,
                                      .srcQueueFamilyIndex = ~0U, .dstQueueFamilyIndex = ~0U, .image = image, .subresourceRange = {1, 0, 1, 0, 1}};
    OF_DEVICE(vkCmdPipelineBarrier)(buffer, 0x10000, 0x10000, 0, 0, NULL, 0, NULL, 1, &one);
}

// From an image of the layer's own to another one, as much as "side" says.
static void copy_own(VkQueue queue, VkImage from, VkImage to, uint32_t side) {
    const VkImageCopy part = {.srcSubresource = {1, 0, 0, 1}, .dstSubresource = {1, 0, 0, 1}, .extent = {side, side, 1}};
    VkCommandBuffer buffer = begun();
    change(buffer, from, 0, 6);
    change(buffer, to, 0, 7);
    OF_DEVICE(vkCmdCopyImage)(buffer, from, 6, to, 7, 1, &part);
    change(buffer, to, 7, 5);
    finish(queue, buffer);
}

// What is written stays to be read from frame to frame; "from" is what it is taken to be.
static void read_own(VkQueue queue, VkImage image, VkImageLayout from) {
    VkCommandBuffer buffer = begun();
    if (deeds++ == 0) change(buffer, image, 0, 7), change(buffer, image, 7, 5);
    else change(buffer, image, from, 7), change(buffer, image, 7, 5);
    finish(queue, buffer);
}

static void a_shader(size_t size) {
    static const uint32_t code[] = {0x07230203, 0x10000, 0, 1, 0};
    const VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = code};
    VkShaderModule made;
    OF_DEVICE(vkCreateShaderModule)(device_below, &info, NULL, &made);
}

// Draws to the image with a pipeline, in an area of so many pixels.
static void draw(VkQueue queue, VkImage image, uint32_t side, int is_of_pass, int is_ended) {
    const VkAttachmentDescription to = {.format = 44, .samples = 1, .loadOp = 2, .initialLayout = 0, .finalLayout = 1000001002};
    const VkAttachmentReference color = {0, 2};
    const VkSubpassDescription subpass = {.colorAttachmentCount = 1, .pColorAttachments = &color};
    const VkRenderPassCreateInfo of_pass = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .attachmentCount = 1, .pAttachments = &to,
                                            .subpassCount = 1, .pSubpasses = &subpass};
    VkImageViewCreateInfo of_view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image, .viewType = 1, .format = 44,
                                     .subresourceRange = {1, 0, 1, 0, 1}};
    VkFramebufferCreateInfo of_buffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO, .attachmentCount = 1, .width = 64, .height = 64, .layers = 1};
    VkGraphicsPipelineCreateInfo of_pipeline = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO, .renderArea = {{0, 0}, {side, side}}};
    VkImageView view;
    VkPipeline pipeline;
    OF_DEVICE(vkCreateRenderPass)(device_below, &of_pass, NULL, &begin.renderPass);
    OF_DEVICE(vkCreateImageView)(device_below, &of_view, NULL, &view);
    of_buffer.renderPass = begin.renderPass;
    of_buffer.pAttachments = &view;
    if (is_of_pass) of_pipeline.renderPass = begin.renderPass;
    OF_DEVICE(vkCreateFramebuffer)(device_below, &of_buffer, NULL, &begin.framebuffer);
    OF_DEVICE(vkCreateGraphicsPipelines)(device_below, (VkPipelineCache)0, 1, &of_pipeline, NULL, &pipeline);
    VkCommandBuffer buffer = begun();
    OF_DEVICE(vkCmdBeginRenderPass)(buffer, &begin, 0);
    OF_DEVICE(vkCmdBindPipeline)(buffer, 0, pipeline);
    OF_DEVICE(vkCmdDraw)(buffer, 3, 1, 0, 0);
    if (is_ended) OF_DEVICE(vkCmdEndRenderPass)(buffer);
    finish(queue, buffer);
}

static VkImageView a_view(VkImage image) {
    const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image, .viewType = 1, .format = 44,
                                        .subresourceRange = {1, 0, 1, 0, 1}};
    VkImageView made;
    return OF_DEVICE(vkCreateImageView)(device_below, &info, NULL, &made), made;
}

// A pass of 128 times 128 with a large image of the layer's own and a small one, of which the subpass draws to one or to both.
static void draw_beside(VkQueue queue, uint32_t drawn_to) {
    const VkAttachmentDescription to[] = {{.format = 44, .samples = 1, .loadOp = 2, .finalLayout = 2}, {.format = 44, .samples = 1, .loadOp = 2, .finalLayout = 5}};
    const VkAttachmentReference colors[] = {{0, 2}, {1, 2}};
    const VkSubpassDescription subpass = {.colorAttachmentCount = drawn_to, .pColorAttachments = colors};
    const VkRenderPassCreateInfo of_pass = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .attachmentCount = 2, .pAttachments = to,
                                            .subpassCount = 1, .pSubpasses = &subpass};
    const VkImageView views[] = {a_view(a_square(128, 0x10)), a_view(a_square(8, 0x14))};
    VkFramebufferCreateInfo of_buffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO, .attachmentCount = 2, .pAttachments = views, .width = 128, .height = 128, .layers = 1};
    VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO, .renderArea = {{0, 0}, {128, 128}}};
    OF_DEVICE(vkCreateRenderPass)(device_below, &of_pass, NULL, &begin.renderPass);
    of_buffer.renderPass = begin.renderPass;
    OF_DEVICE(vkCreateFramebuffer)(device_below, &of_buffer, NULL, &begin.framebuffer);
    VkCommandBuffer buffer = begun();
    OF_DEVICE(vkCmdBeginRenderPass)(buffer, &begin, 0);
    OF_DEVICE(vkCmdEndRenderPass)(buffer);
    finish(queue, buffer);
}

// Clears all of an image in a pass whose renderArea is empty; that of the device's group is not, if there is one.
static void clear_all(VkQueue queue, uint32_t groups) {
    const VkAttachmentDescription to = {.format = 44, .samples = 1, .loadOp = 2, .finalLayout = 2};
    const VkAttachmentReference color = {0, 2};
    const VkSubpassDescription subpass = {.colorAttachmentCount = 1, .pColorAttachments = &color};
    const VkRenderPassCreateInfo of_pass = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .attachmentCount = 1, .pAttachments = &to,
                                            .subpassCount = 1, .pSubpasses = &subpass};
    const VkImageView view = a_view(a_square(64, 0x10));
    const VkClearRect all = {.rect = {{0, 0}, {64, 64}}, .layerCount = 1};
    const VkClearAttachment what = {.aspectMask = 1};
    const VkDeviceGroupRenderPassBeginInfo group = {.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_RENDER_PASS_BEGIN_INFO, .deviceMask = 1,
                                                    .deviceRenderAreaCount = 1, .pDeviceRenderAreas = &all.rect};
    VkFramebufferCreateInfo of_buffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO, .attachmentCount = 1, .pAttachments = &view, .width = 64, .height = 64, .layers = 1};
    VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO, .pNext = groups ? &group : NULL};
    OF_DEVICE(vkCreateRenderPass)(device_below, &of_pass, NULL, &begin.renderPass);
    of_buffer.renderPass = begin.renderPass;
    OF_DEVICE(vkCreateFramebuffer)(device_below, &of_buffer, NULL, &begin.framebuffer);
    VkCommandBuffer buffer = begun();
    OF_DEVICE(vkCmdBeginRenderPass)(buffer, &begin, 0);
    OF_DEVICE(vkCmdClearAttachments)(buffer, 1, &what, 1, &all);
    OF_DEVICE(vkCmdEndRenderPass)(buffer);
    finish(queue, buffer);
}

// Of an image of the layer's own that is drawn to, with the layouts that stand for others.
static void name_otherwise(VkQueue queue, VkImageLayout in_the_end) {
    VkCommandBuffer buffer = begun();
    VkImage own = a_square(64, 0x14);
    change(buffer, own, 0, 1000314001);
    change(buffer, own, 2, 1000314000);
    change(buffer, own, in_the_end, 7);
    finish(queue, buffer);
}
