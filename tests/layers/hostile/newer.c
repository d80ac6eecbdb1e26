// A right layer that passes down the newer form of what it is called for: render passes as vkCreateRenderPass2 has them, barriers
// as vkCmdPipelineBarrier2 has them. What moves to another queue family has a stage that only that family has, too. ON_IMAGE are
// C statements that change the "barrier" of an image; ON_EXTENSIONS are those of vkEnumerateDeviceExtensionProperties.
#include <stdlib.h>
#include <string.h>

#include "loader_interface.h"

#include "../generated/vk_core.h"

#define EXPORT __attribute__((visibility("default")))
#define MOST 8U

#ifndef ON_IMAGE
#define ON_IMAGE
#endif

static PFN_vkGetInstanceProcAddr next_lookup;
static PFN_vkGetDeviceProcAddr next_device_lookup;

static void *link_of(const void *chain, VkStructureType type) {
    for (const VkLayerInstanceCreateInfo *node = chain; node != NULL; node = node->pNext)
        if (node->sType == type && node->function == VK_LAYER_LINK_INFO) return (void *)node;
    return NULL;
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *instance) {
    VkLayerInstanceCreateInfo *node = link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    next_lookup = node->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    return ((PFN_vkCreateInstance)next_lookup(NULL, "vkCreateInstance"))(info, allocator, instance);
}

static VkResult create_device(VkPhysicalDevice gpu, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator, VkDevice *device) {
    VkLayerDeviceCreateInfo *node = link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    PFN_vkGetInstanceProcAddr lookup = node->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next_device_lookup = node->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    return ((PFN_vkCreateDevice)lookup(NULL, "vkCreateDevice"))(gpu, info, allocator, device);
}

// ---- render passes

static VkDevice made_device;
#define NEXT(command) ((PFN_##command)next_device_lookup(made_device, #command))

static VkResult create_pass(VkDevice device, const VkRenderPassCreateInfo *info, const VkAllocationCallbacks *allocator, VkRenderPass *pass) {
    VkAttachmentDescription2 attachments[MOST];
    VkAttachmentReference2 references[MOST];
    for (uint32_t i = 0; i < info->attachmentCount; i++) {
        const VkAttachmentDescription *of = &info->pAttachments[i];
        attachments[i] = (VkAttachmentDescription2){VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2, NULL, of->flags, of->format, of->samples, of->loadOp,
                                                    of->storeOp, of->stencilLoadOp, of->stencilStoreOp, of->initialLayout, of->finalLayout};
    }
    for (uint32_t i = 0; i < info->pSubpasses->colorAttachmentCount; i++)
        references[i] = (VkAttachmentReference2){VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2, NULL, info->pSubpasses->pColorAttachments[i].attachment,
                                                 info->pSubpasses->pColorAttachments[i].layout, VK_IMAGE_ASPECT_COLOR_BIT};
    const VkSubpassDescription2 subpass = {.sType = VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2,
                                           .colorAttachmentCount = info->pSubpasses->colorAttachmentCount,
                                           .pColorAttachments = references};
    const VkRenderPassCreateInfo2 newer = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2,
                                           .attachmentCount = info->attachmentCount,
                                           .pAttachments = attachments,
                                           .subpassCount = 1,
                                           .pSubpasses = &subpass};
    return NEXT(vkCreateRenderPass2)(device, &newer, allocator, pass);
}

static void begin_pass(VkCommandBuffer commands, const VkRenderPassBeginInfo *info, VkSubpassContents contents) {
    const VkSubpassBeginInfo begin = {VK_STRUCTURE_TYPE_SUBPASS_BEGIN_INFO, NULL, contents};
    NEXT(vkCmdBeginRenderPass2)(commands, info, &begin);
}

static void end_pass(VkCommandBuffer commands) {
    const VkSubpassEndInfo info = {VK_STRUCTURE_TYPE_SUBPASS_END_INFO, NULL};
    NEXT(vkCmdEndRenderPass2)(commands, &info);
}

// ---- barriers

static void barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to, VkDependencyFlags flags, uint32_t count,
                    const VkMemoryBarrier *memory, uint32_t buffer_count, const VkBufferMemoryBarrier *buffers, uint32_t image_count,
                    const VkImageMemoryBarrier *images) {
    VkMemoryBarrier2 each[MOST];
    VkBufferMemoryBarrier2 of_buffers[MOST];
    VkImageMemoryBarrier2 of_images[MOST];
    if (count > MOST || buffer_count > MOST || image_count > MOST) abort();
    for (uint32_t i = 0; i < count; i++)
        each[i] = (VkMemoryBarrier2){VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, NULL, from, memory[i].srcAccessMask, to, memory[i].dstAccessMask};
    if (count == 0) each[0] = (VkMemoryBarrier2){VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, NULL, from, 0, to, 0};
    for (uint32_t i = 0; i < buffer_count; i++) {
        const VkBufferMemoryBarrier *of = &buffers[i];
        of_buffers[i] = (VkBufferMemoryBarrier2){VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2, NULL, from, of->srcAccessMask, to, of->dstAccessMask,
                                                 of->srcQueueFamilyIndex, of->dstQueueFamilyIndex, of->buffer, of->offset, of->size};
        // The first family draws, and the second does not.
        if (of->srcQueueFamilyIndex == 1 && of->dstQueueFamilyIndex == 0) of_buffers[i].dstStageMask |= VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT;
        if (of->srcQueueFamilyIndex == 0 && of->dstQueueFamilyIndex == 1) of_buffers[i].srcStageMask |= VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT;
    }
    for (uint32_t i = 0; i < image_count; i++) {
        const VkImageMemoryBarrier *of = &images[i];
        VkImageMemoryBarrier2 barrier = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2, NULL, from, of->srcAccessMask, to, of->dstAccessMask,
                                         of->oldLayout, of->newLayout, of->srcQueueFamilyIndex, of->dstQueueFamilyIndex, of->image,
                                         of->subresourceRange};
        ON_IMAGE;
        of_images[i] = barrier;
    }
    const VkDependencyInfo info = {VK_STRUCTURE_TYPE_DEPENDENCY_INFO, NULL, flags, count + (count == 0), each, buffer_count, of_buffers, image_count, of_images};
    NEXT(vkCmdPipelineBarrier2)(commands, &info);
}

// ---- lookups

static VkResult create_device_of_it(VkPhysicalDevice gpu, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator, VkDevice *device) {
    VkResult result = create_device(gpu, info, allocator, device);
    if (result == VK_SUCCESS) made_device = *device;
    return result;
}

static PFN_vkVoidFunction device_lookup(VkDevice device, const char *name) {
    PFN_vkVoidFunction next = strcmp(name, "vkGetDeviceProcAddr") == 0 ? NULL : next_device_lookup(device, name);
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)device_lookup;
    if (next != NULL && next_device_lookup(device, "vkCmdPipelineBarrier2") != NULL) {
        if (strcmp(name, "vkCreateRenderPass") == 0) return (PFN_vkVoidFunction)create_pass;
        if (strcmp(name, "vkCmdBeginRenderPass") == 0) return (PFN_vkVoidFunction)begin_pass;
        if (strcmp(name, "vkCmdEndRenderPass") == 0) return (PFN_vkVoidFunction)end_pass;
        if (strcmp(name, "vkCmdPipelineBarrier") == 0) return (PFN_vkVoidFunction)barrier;
    }
    return next;
}

#ifdef ON_EXTENSIONS
static VkResult list_extensions(VkPhysicalDevice gpu, const char *layer, uint32_t *count, VkExtensionProperties *rows) {
    ON_EXTENSIONS;
}
#endif

static PFN_vkVoidFunction instance_lookup(VkInstance instance, const char *name) {
    if (strcmp(name, "vkGetInstanceProcAddr") == 0) return (PFN_vkVoidFunction)instance_lookup;
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)device_lookup;
    if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)create_instance;
    if (strcmp(name, "vkCreateDevice") == 0) return (PFN_vkVoidFunction)create_device_of_it;
#ifdef ON_EXTENSIONS
    if (strcmp(name, "vkEnumerateDeviceExtensionProperties") == 0) return (PFN_vkVoidFunction)list_extensions;
#endif
    return instance == NULL ? NULL : next_lookup(instance, name);
}

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *negotiated) {
    negotiated->loaderLayerInterfaceVersion = 2;
    negotiated->pfnGetInstanceProcAddr = instance_lookup;
    negotiated->pfnGetDeviceProcAddr = device_lookup;
    negotiated->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
