// An application that presents, makes its swapchain anew and presents again: what a layer submits of its own meanwhile, and
// which swapchains and images there are. It asks for what the surface is shown to have, and uses nothing again before it is
// known to be over. See effects.h and presented.h.
#include <string.h>

#include "../../shared/answers.h"
#include "effects.h"
#include "pending.h"
#include "presented.h"

#define FRAMES 6U
#define FRAMES_ANEW 3U
#define ALL_FRAMES (FRAMES + FRAMES_ANEW)
#define IMAGES 3U
#define MOST_IMAGES 16U  // that a layer may have of its own
#define MOST_FORMATS 64U
#define SIDE 64U
#define USAGE 0x16U  // to copy to, to sample and to draw to
#define WANTED_FORMAT ((VkFormat)44)  // VK_FORMAT_B8G8R8A8_UNORM
#define ALL_COMMANDS 0x10000U
#define BOTTOM_OF_PIPE 0x2000U
#define SUBOPTIMAL 1000001003

struct showing {
    VkDevice device;
    VkQueue queue;
    VkSwapchainCreateInfoKHR info;
    VkSwapchainKHR swapchain;
    VkImage images[MOST_IMAGES];
    uint32_t image_count, begun;  // the frames that have begun
    // One of each for each frame: nobody tells the application when an earlier one is over.
    VkCommandBuffer buffers[ALL_FRAMES];
    VkSemaphore ready[ALL_FRAMES];
    // Those of each image of the swapchain: once it is acquired again, its last presentation has waited for them.
    VkSemaphore drawn[MOST_IMAGES][2];
    VkFence drawn_last;
    int gives_ids;
};
int presents_with_ids;
#define OF_DEVICE(effects, name) ((PFN_vk##name)any_of_device(effects, "vk" #name))
#define OF_INSTANCE(effects, name) ((PFN_vk##name)instance_function(&(effects)->instance, "vk" #name))

// ---- what the surface is shown to have: a layer may show less, or other things, than there are below

static VkSurfaceKHR make_surface(const struct effects *effects) {
    const VkHeadlessSurfaceCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    VkSurfaceKHR made = (VkSurfaceKHR)0;
    PFN_vkCreateHeadlessSurfaceEXT create = OF_INSTANCE(effects, CreateHeadlessSurfaceEXT);
    if (create != NULL && create((VkInstance)effects->instance.upper, &info, NULL, &made) != VK_SUCCESS) return (VkSurfaceKHR)0;
    return made;
}

static uint32_t between(uint32_t lowest, uint32_t wanted, uint32_t highest) {
    return wanted < lowest ? lowest : wanted > highest ? highest : wanted;
}

static uint32_t one_bit(uint32_t bits, uint32_t wanted) { return bits & wanted ? wanted : bits & -bits; }

// currentExtent is (0xFFFFFFFF, 0xFFFFFFFF) where "the surface size will be determined by the extent of a swapchain".
static int describe_sizes(const struct effects *effects, VkSwapchainCreateInfoKHR *info) {
    VkSurfaceCapabilitiesKHR shown;
    PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR ask = OF_INSTANCE(effects, GetPhysicalDeviceSurfaceCapabilitiesKHR);
    memset(&shown, 0, sizeof shown);
    if (ask == NULL || ask(effects->physical, info->surface, &shown) != VK_SUCCESS) return 0;
    int is_open = shown.currentExtent.width == UINT32_MAX && shown.currentExtent.height == UINT32_MAX;
    info->imageExtent.width =
        between(shown.minImageExtent.width, is_open ? SIDE : shown.currentExtent.width, shown.maxImageExtent.width);
    info->imageExtent.height =
        between(shown.minImageExtent.height, is_open ? SIDE : shown.currentExtent.height, shown.maxImageExtent.height);
    info->minImageCount =
        between(shown.minImageCount, IMAGES, shown.maxImageCount == 0 ? UINT32_MAX : shown.maxImageCount);
    info->imageArrayLayers = 1;
    info->imageUsage = USAGE & shown.supportedUsageFlags;
    info->preTransform = shown.currentTransform;
    info->compositeAlpha = (VkCompositeAlphaFlagBitsKHR)one_bit(shown.supportedCompositeAlpha, 1);
    return info->imageExtent.width > 0 && info->imageExtent.height > 0 && info->imageUsage != 0 && info->compositeAlpha != 0
           && shown.maxImageArrayLayers > 0 && (shown.supportedTransforms & (uint32_t)shown.currentTransform) != 0;
}

static int can_present(const struct effects *effects, VkSurfaceKHR surface) {
    VkBool32 answer = VK_FALSE;
    PFN_vkGetPhysicalDeviceSurfaceSupportKHR ask = OF_INSTANCE(effects, GetPhysicalDeviceSurfaceSupportKHR);
    return ask != NULL && ask(effects->physical, 0, surface, &answer) == VK_SUCCESS && answer;
}

// The wanted ones where they are listed, or else the first; for the second swapchain those that the surface has by the
// layer alone.
static int prefers_own;

static int describe_format(const struct effects *effects, VkSwapchainCreateInfoKHR *info) {
    VkSurfaceFormatKHR rows[MOST_FORMATS];
    VkImageFormatProperties most;
    uint32_t count = MOST_FORMATS, chosen = 0;
    PFN_vkGetPhysicalDeviceSurfaceFormatsKHR list = OF_INSTANCE(effects, GetPhysicalDeviceSurfaceFormatsKHR);
    PFN_vkGetPhysicalDeviceImageFormatProperties ask = OF_INSTANCE(effects, GetPhysicalDeviceImageFormatProperties);
    if (list == NULL || ask == NULL || list(effects->physical, info->surface, &count, rows) < VK_SUCCESS) return 0;
    if (count == 0 || count > MOST_FORMATS) return 0;
    for (uint32_t i = count; i-- > 0;)
        if (rows[i].format == WANTED_FORMAT) chosen = i;
    for (uint32_t i = count; prefers_own && i-- > 0;)
        if (!is_format_below(rows[i].format)) chosen = i;
    info->imageFormat = rows[chosen].format;
    info->imageColorSpace = rows[chosen].colorSpace;
    // VUID-VkSwapchainCreateInfoKHR-imageFormat-01778
    memset(&most, 0, sizeof most);
    return ask(effects->physical, info->imageFormat, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL, info->imageUsage, 0, &most) == VK_SUCCESS
           && info->imageExtent.width <= most.maxExtent.width && info->imageExtent.height <= most.maxExtent.height;
}

// The mode that each surface has is the wanted one. Modes of extensions are for who enables them.
static int describe_mode(const struct effects *effects, VkSwapchainCreateInfoKHR *info) {
    VkPresentModeKHR rows[MOST_FORMATS];
    uint32_t count = MOST_FORMATS;
    PFN_vkGetPhysicalDeviceSurfacePresentModesKHR list = OF_INSTANCE(effects, GetPhysicalDeviceSurfacePresentModesKHR);
    if (list == NULL || list(effects->physical, info->surface, &count, rows) < VK_SUCCESS || count == 0 || count > MOST_FORMATS) return 0;
    info->presentMode = rows[0];
    for (uint32_t i = 0; i < count; i++)
        if (rows[i] == VK_PRESENT_MODE_FIFO_KHR) info->presentMode = rows[i];
    for (uint32_t i = 0; prefers_own && i < count; i++)
        if (rows[i] <= VK_PRESENT_MODE_FIFO_RELAXED_KHR && !is_mode_below(rows[i])) info->presentMode = rows[i];
    return 1;
}

// Whether the list has the mode that each surface has to have. VUID-vkGetPhysicalDeviceSurfacePresentModesKHR-surface-06525:
// only a surface that the physical device supports may be asked about.
static void say_modes(const struct effects *effects) {
    VkPresentModeKHR rows[MOST_FORMATS];
    uint32_t count = MOST_FORMATS, found = 0;
    VkSurfaceKHR surface = make_surface(effects);
    PFN_vkGetPhysicalDeviceSurfacePresentModesKHR list = OF_INSTANCE(effects, GetPhysicalDeviceSurfacePresentModesKHR);
    if (surface == (VkSurfaceKHR)0 || list == NULL || !can_present(effects, surface)) return;
    if (list(effects->physical, surface, &count, rows) != VK_SUCCESS || count > MOST_FORMATS) return;
    for (uint32_t i = 0; i < count; i++) found |= rows[i] == VK_PRESENT_MODE_FIFO_KHR;
    open_answer("present_modes");
    say_number("fifo", found);
    close_answer();
}

// 0: no swapchain can be made for the surface.
static int describe_swapchain(const struct effects *effects, VkSwapchainCreateInfoKHR *info) {
    *info = (VkSwapchainCreateInfoKHR){.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR, .surface = info->surface, .clipped = VK_TRUE};
    if (!can_present(effects, info->surface)) return 0;
    return describe_sizes(effects, info) && describe_format(effects, info) && describe_mode(effects, info);
}

// ---- what the application makes

static const char *const needed[] = {
    "vkGetDeviceQueue",       "vkCreateSwapchainKHR", "vkDestroySwapchainKHR", "vkGetSwapchainImagesKHR",  "vkAcquireNextImageKHR",
    "vkQueuePresentKHR",      "vkQueueSubmit",        "vkCreateSemaphore",     "vkCreateFence",            "vkWaitForFences",
    "vkResetFences",          "vkCreateCommandPool",  "vkBeginCommandBuffer",  "vkAllocateCommandBuffers", "vkEndCommandBuffer",
    "vkCmdPipelineBarrier",   "vkQueueWaitIdle",
};

static int has_needed(const struct effects *effects) {
    for (size_t i = 0; i < COUNT(needed); i++)
        if (any_of_device(effects, needed[i]) == NULL) return 0;
    return 1;
}

static int make_buffers(const struct effects *effects, struct showing *showing) {
    const VkCommandPoolCreateInfo of_pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandBufferCount = ALL_FRAMES};
    if (OF_DEVICE(effects, CreateCommandPool)(showing->device, &of_pool, NULL, &info.commandPool) != VK_SUCCESS) return 0;
    return OF_DEVICE(effects, AllocateCommandBuffers)(showing->device, &info, showing->buffers) == VK_SUCCESS;
}

static int make_semaphores(const struct effects *effects, const struct showing *showing, VkSemaphore *to, uint32_t count) {
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    for (uint32_t i = 0; i < count; i++)
        if (OF_DEVICE(effects, CreateSemaphore)(showing->device, &info, NULL, &to[i]) != VK_SUCCESS) return 0;
    return 1;
}

// The images of the swapchain, and what each of them has.
static int list_images(const struct effects *effects, struct showing *showing) {
    showing->image_count = MOST_IMAGES;
    memset(showing->images, 0, sizeof showing->images);
    if (OF_DEVICE(effects, GetSwapchainImagesKHR)(showing->device, showing->swapchain, &showing->image_count, showing->images) < VK_SUCCESS
        || showing->image_count > MOST_IMAGES)
        return 0;
    return make_semaphores(effects, showing, showing->drawn[0], 2 * showing->image_count);
}

static int make_showing(const struct effects *effects, struct showing *showing) {
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    *showing = (struct showing){.device = (VkDevice)effects->device.upper, .info.surface = make_surface(effects)};
    if (showing->info.surface == (VkSurfaceKHR)0 || !has_needed(effects) || !describe_swapchain(effects, &showing->info)) return 0;
    OF_DEVICE(effects, GetDeviceQueue)(showing->device, 0, 0, &showing->queue);
    if (OF_DEVICE(effects, CreateSwapchainKHR)(showing->device, &showing->info, NULL, &showing->swapchain) != VK_SUCCESS) return 0;
    if (OF_DEVICE(effects, CreateFence)(showing->device, &fence, NULL, &showing->drawn_last) != VK_SUCCESS) return 0;
    return showing->queue != NULL && make_buffers(effects, showing) && make_semaphores(effects, showing, showing->ready, ALL_FRAMES)
           && list_images(effects, showing);
}

// ---- frames

// VUID-VkPresentInfoKHR-pImageIndices-01430
static VkResult record_frame(const struct effects *effects, VkCommandBuffer buffer, VkImage image) {
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                           .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                          .newLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
                                          .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .image = image,
                                          .subresourceRange = {.aspectMask = 1, .levelCount = 1, .layerCount = 1}};
    VkResult result = OF_DEVICE(effects, BeginCommandBuffer)(buffer, &info);
    if (result != VK_SUCCESS) return result;
    OF_DEVICE(effects, CmdPipelineBarrier)(buffer, ALL_COMMANDS, BOTTOM_OF_PIPE, 0, 0, NULL, 0, NULL, 1, &barrier);
    return OF_DEVICE(effects, EndCommandBuffer)(buffer);
}

static int goes_on(VkResult result) { return result == VK_SUCCESS || result == (VkResult)SUBOPTIMAL; }

static uint32_t strange_images;  // that nobody has acquired below

// Asks whether there is an image before it waits for one.
static int acquire(const struct effects *effects, const struct showing *showing, VkSemaphore ready, uint32_t *index) {
    PFN_vkAcquireNextImageKHR next = OF_DEVICE(effects, AcquireNextImageKHR);
    is_polling = 1;
    VkResult result = next(showing->device, showing->swapchain, 0, ready, (VkFence)0, index);
    is_polling = 0;
    if (result == VK_NOT_READY || result == VK_TIMEOUT) result = next(showing->device, showing->swapchain, ~0ULL, ready, (VkFence)0, index);
    return goes_on(result);
}

// Draws to the next image. The index comes back as that of the image.
static int draw_frame(const struct effects *effects, struct showing *showing, VkFence fence, uint32_t *index_of_image) {
    const VkPipelineStageFlags stage = ALL_COMMANDS;
    uint32_t index = 0, frame = showing->begun++;
    const VkSemaphore *ready = &showing->ready[frame];
    if (!acquire(effects, showing, *ready, &index) || index >= showing->image_count) return 0;
    if (!is_acquired(showing->images[index])) strange_images++;
    *index_of_image = index;
    const VkSubmitInfo work = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .waitSemaphoreCount = 1, .pWaitSemaphores = ready,
                               .pWaitDstStageMask = &stage, .commandBufferCount = 1, .pCommandBuffers = &showing->buffers[frame],
                               .signalSemaphoreCount = 2, .pSignalSemaphores = showing->drawn[index]};
    if (record_frame(effects, showing->buffers[frame], showing->images[index]) != VK_SUCCESS) return 0;
    return OF_DEVICE(effects, QueueSubmit)(showing->queue, 1, &work, fence) == VK_SUCCESS;
}

static int show_frame(const struct effects *effects, struct showing *showing, VkFence fence) {
    uint32_t index;
    if (!draw_frame(effects, showing, fence, &index)) return 0;
    const uint64_t id = showing->begun;
    const struct present_id ids = {.sType = PRESENT_ID, .swapchainCount = 1, .pPresentIds = &id};
    const VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, .pNext = showing->gives_ids ? &ids : NULL,
                                   .waitSemaphoreCount = 2, .pWaitSemaphores = showing->drawn[index], .swapchainCount = 1,
                                   .pSwapchains = &showing->swapchain, .pImageIndices = &index};
    return goes_on(OF_DEVICE(effects, QueuePresentKHR)(showing->queue, &info));
}

// One image of each of two swapchains by one presentation.
static int show_both(const struct effects *effects, struct showing *one, struct showing *other) {
    struct showing *both[] = {one, other};
    VkSemaphore drawn[4];
    VkSwapchainKHR swapchains[2];
    uint32_t indices[2];
    for (size_t i = 0; i < COUNT(both); i++) {
        if (!draw_frame(effects, both[i], both[i]->drawn_last, &indices[i])) return 0;
        swapchains[i] = both[i]->swapchain;
        memcpy(&drawn[2 * i], both[i]->drawn[indices[i]], sizeof both[i]->drawn[0]);
    }
    const VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, .waitSemaphoreCount = COUNT(drawn),
                                   .pWaitSemaphores = drawn, .swapchainCount = COUNT(both), .pSwapchains = swapchains,
                                   .pImageIndices = indices};
    int is_shown = goes_on(OF_DEVICE(effects, QueuePresentKHR)(one->queue, &info));
    for (size_t i = 0; i < COUNT(both); i++) {
        OF_DEVICE(effects, WaitForFences)(one->device, 1, &both[i]->drawn_last, VK_TRUE, ~0ULL);
        OF_DEVICE(effects, ResetFences)(one->device, 1, &both[i]->drawn_last);
    }
    return is_shown;
}

// With the last frame's own work, the application waits for all of its own before, and for none that a layer has added behind.
static uint32_t show_frames(const struct effects *effects, struct showing *showing, uint32_t frames) {
    uint32_t shown = 0;
    while (shown < frames) {
        VkFence fence = shown + 1 == frames ? showing->drawn_last : (VkFence)0;
        if (!show_frame(effects, showing, fence)) return shown;
        shown++;
    }
    OF_DEVICE(effects, WaitForFences)(showing->device, 1, &showing->drawn_last, VK_TRUE, ~0ULL);
    OF_DEVICE(effects, ResetFences)(showing->device, 1, &showing->drawn_last);
    return shown;
}

// A presentation, too, is an operation on an image of it: "The application must not destroy a swapchain until after completion of
// all outstanding operations on images that were acquired from the swapchain".
static void destroy_swapchain(const struct effects *effects, const struct showing *showing, VkSwapchainKHR swapchain) {
    OF_DEVICE(effects, QueueWaitIdle)(showing->queue);
    OF_DEVICE(effects, DestroySwapchainKHR)(showing->device, swapchain, NULL);
}

// How many images are counted, and how many are written of an array of two in which there is room for one: the result, the
// count that comes back, and whether the second is written. The last count is that of a list with room for more than all.
static struct room {
    uint32_t counted, listed, all;
    VkResult result;
    int is_beyond;
} room;

static void ask_with_little_room(const struct effects *effects, const struct showing *showing) {
    VkImage images[MOST_IMAGES];
    PFN_vkGetSwapchainImagesKHR list = OF_DEVICE(effects, GetSwapchainImagesKHR);
    memset(images, 0, sizeof images);
    if (list(showing->device, showing->swapchain, &room.counted, NULL) != VK_SUCCESS) room.counted = 0;
    room.listed = 1;
    room.result = list(showing->device, showing->swapchain, &room.listed, images);
    room.is_beyond = images[1] != (VkImage)0;
    room.all = MOST_IMAGES;
    if (list(showing->device, showing->swapchain, &room.all, images) != VK_SUCCESS) room.all = room.counted;
}

static void say_room(void) {
    open_list("room");
    say_number(NULL, room.counted);
    say_number(NULL, room.result);
    say_number(NULL, room.listed);
    say_number(NULL, room.is_beyond);
    say_number(NULL, room.all);
    close_list();
}

// Two swapchains of their own, without ids: who numbers presentations has a number for each of them.
static uint32_t present_two(const struct effects *effects) {
    static struct showing one, other;
    if (!make_showing(effects, &one) || !make_showing(effects, &other)) return 0;
    uint32_t shown = 0;
    while (shown < 2 && show_both(effects, &one, &other)) shown++;
    destroy_swapchain(effects, &one, one.swapchain);
    destroy_swapchain(effects, &other, other.swapchain);
    return shown;
}

// The images are those of the first swapchain. Nothing is said before the end, which a layer may not reach.
static void present_all(const struct effects *effects) {
    struct showing showing;
    VkResult anew = VK_NOT_READY;
    newer_is_enabled = effects->has_synchronization2;
    carried = present_below;
    say_modes(effects);
    if (!make_showing(effects, &showing)) return;
    ask_with_little_room(effects, &showing);
    const VkSwapchainCreateInfoKHR asked_for = showing.info;
    const VkImage given = showing.images[0];
    uint32_t shown = show_frames(effects, &showing, FRAMES);
    VkSwapchainKHR old = showing.swapchain;
    VkImage given_anew = (VkImage)0;
    prefers_own = 1;
    if (shown == FRAMES && describe_swapchain(effects, &showing.info)) {
        showing.info.oldSwapchain = old;
        // What a layer needs besides, to draw or to copy from, it has to ask for.
        if (showing.info.imageUsage & VK_IMAGE_USAGE_TRANSFER_DST_BIT) showing.info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        showing.gives_ids = presents_with_ids;
        anew = OF_DEVICE(effects, CreateSwapchainKHR)(showing.device, &showing.info, NULL, &showing.swapchain);
        destroy_swapchain(effects, &showing, old);
    }
    prefers_own = 0;
    if (anew == VK_SUCCESS && list_images(effects, &showing)) {
        given_anew = showing.images[0];
        shown += show_frames(effects, &showing, FRAMES_ANEW);
        destroy_swapchain(effects, &showing, showing.swapchain);
    }
    if (presents_with_ids) shown += present_two(effects);
    open_answer("presentation");
    say_number("shown", shown);
    if (anew != VK_NOT_READY) say_number("anew", anew);
    say_images("images", "own_images", &asked_for, given);
    say_images("images_anew", "own_images_anew", &showing.info, given_anew);
    say_number("strange", strange_images);
    say_number("waits_in_polls", waits_in_polls());
    say_room();
    say_invalid();
    close_answer();
}

void probe_presentation(const struct effects *effects) {
    static const char *const names[] = {"vkQueuePresentKHR", "vkCreateSwapchainKHR", "vkGetSwapchainImagesKHR", "vkAcquireNextImageKHR"};
    int is_layers = own_of_instance(effects, "vkGetPhysicalDeviceSurfacePresentModesKHR") != NULL;
    for (size_t i = 0; i < COUNT(names); i++) is_layers |= own_of_device(effects, names[i]) != NULL;
    if (effects->device.upper != NULL && is_layers) present_all(effects);
}
