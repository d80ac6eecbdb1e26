// The act "states", images that the host copies to and from by itself (VK_EXT_host_image_copy): what it writes to a part the device
// reads, and what the device writes it reads. Structures of extensions are no part of Vulkan's ordinary headers.
#include "featured.h"

struct copy {
    VkStructureType type;
    const void *next;
    void *bytes;
    uint32_t row, height;
    VkImageSubresourceLayers part;
    VkOffset3D offset;
    VkExtent3D extent;
};
struct copies {
    VkStructureType type;
    const void *next;
    VkFlags flags;
    VkImage image;
    VkImageLayout layout;
    uint32_t count;
    const struct copy *regions;
};
struct transition {
    VkStructureType type;
    const void *next;
    VkImage image;
    VkImageLayout from, to;
    VkImageSubresourceRange range;
};
struct layouts {
    VkStructureType type;
    void *next;
    uint32_t source_count;
    VkImageLayout *sources;
    uint32_t target_count;
    VkImageLayout *targets;
    uint8_t id[VK_UUID_SIZE];
    VkBool32 alike;
};
#define LAYOUTS ((VkStructureType)1000270001)
#define TO_IMAGE ((VkStructureType)1000270002)
#define TO_MEMORY ((VkStructureType)1000270003)
#define COPIES_TO_MEMORY ((VkStructureType)1000270004)
#define COPIES_TO_IMAGE ((VkStructureType)1000270005)
#define TRANSITION ((VkStructureType)1000270006)
#define HOST_USAGE ((VkImageUsageFlags)0x400000)
typedef VkResult (*copy_all)(VkDevice, const struct copies *);
typedef VkResult (*change_layouts)(VkDevice, uint32_t, const struct transition *);

enum { WORDS = TINY * TINY, MOST_LAYOUTS = 64, X = 3, Y = 2, WIDTH = 8, HEIGHT = 5, ROW = 11 };

struct hosting {
    struct player *player;
    struct image image;
    copy_all to_image, to_memory;
    change_layouts change;
};

static int has_general(const VkImageLayout *layouts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (layouts[i] == VK_IMAGE_LAYOUT_GENERAL) return 1;
    return 0;
}

// Whether the host may copy both ways in the general layout.
static int can_copy(const struct device *device) {
    PFN_vkGetPhysicalDeviceProperties2 describe = INSTANCE_COMMAND(device->instance, GetPhysicalDeviceProperties2);
    VkImageLayout sources[MOST_LAYOUTS] = {0}, targets[MOST_LAYOUTS] = {0};
    struct layouts layouts = {.type = LAYOUTS};
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &layouts};
    if (describe == NULL) return 0;
    describe(device->gpu, &all);
    layouts.source_count = at_most(layouts.source_count, MOST_LAYOUTS);
    layouts.target_count = at_most(layouts.target_count, MOST_LAYOUTS);
    layouts.sources = sources;
    layouts.targets = targets;
    describe(device->gpu, &all);
    return has_general(sources, at_most(layouts.source_count, MOST_LAYOUTS)) &&
           has_general(targets, at_most(layouts.target_count, MOST_LAYOUTS));
}

static VkResult copy_part(const struct hosting *hosting, int is_in, VkRect2D part, uint32_t row, uint32_t *words) {
    const struct copy region = {.type = is_in ? TO_IMAGE : TO_MEMORY,
                                .bytes = words,
                                .row = row,
                                .part = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                .offset = {part.offset.x, part.offset.y, 0},
                                .extent = {part.extent.width, part.extent.height, 1}};
    const struct copies all = {.type = is_in ? COPIES_TO_IMAGE : COPIES_TO_MEMORY,
                               .image = hosting->image.handle,
                               .layout = VK_IMAGE_LAYOUT_GENERAL,
                               .count = 1,
                               .regions = &region};
    return (is_in ? hosting->to_image : hosting->to_memory)(hosting->player->device->handle, &all);
}

static const VkRect2D whole = {{0, 0}, {TINY, TINY}}, inner = {{X, Y}, {WIDTH, HEIGHT}};

// The number of a texel in rows, and in the part of the image; UINT32_MAX for one that is not in it.
static uint32_t place_in_part(uint32_t texel) {
    const uint32_t x = texel % TINY - X, y = texel / TINY - Y;
    return x < WIDTH && y < HEIGHT ? y * ROW + x : UINT32_MAX;
}

// All of the image, and then a part of it, whose rows are apart in memory.
static void write_by_host(struct hosting *hosting) {
    struct player *player = hosting->player;
    uint32_t words[WORDS], part[ROW * HEIGHT], right = 0;
    for (uint32_t i = 0; i < WORDS; i++) words[i] = FIRST_NUMBER + i;
    for (uint32_t i = 0; i < COUNT(part); i++) part[i] = SECOND_NUMBER + 0x1000 + i;
    if (copy_part(hosting, 1, whole, 0, words) != VK_SUCCESS || copy_part(hosting, 1, inner, ROW, part) != VK_SUCCESS) return;
    states_clear(player);
    if (!states_begin(player)) return;
    image_copy_out(player->device, player->recorder.commands, &hosting->image, &player->buffer);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < WORDS; i++)
        right += player->words[i] == (place_in_part(i) == UINT32_MAX ? words[i] : part[place_in_part(i)]);
    find(player, "host_images.written", right);
}

static void read_by_host(struct hosting *hosting) {
    struct player *player = hosting->player;
    VkCommandBuffer commands = player->recorder.commands;
    const VkBufferImageCopy all = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = {TINY, TINY, 1}};
    uint32_t part[ROW * HEIGHT] = {0}, right = 0;
    for (uint32_t i = 0; i < WORDS; i++) player->words[i] = SECOND_NUMBER + i;
    if (!states_begin(player)) return;
    image_become(player->device, commands, &hosting->image, VK_IMAGE_LAYOUT_GENERAL);
    player->device->CmdCopyBufferToImage(commands, player->buffer.handle, hosting->image.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &all);
    if (!states_end(player) || copy_part(hosting, 0, inner, ROW, part) != VK_SUCCESS) return;
    for (uint32_t i = 0; i < WORDS; i++)
        if (place_in_part(i) != UINT32_MAX) right += part[place_in_part(i)] == SECOND_NUMBER + i;
    for (uint32_t i = 0; i < COUNT(part); i++) right += i % ROW >= WIDTH && part[i] == 0;
    find(player, "host_images.read", right);
}

static void ask(struct hosting *hosting) {
    struct device *device = hosting->player->device;
    const struct transition enter = {.type = TRANSITION,
                                     .image = hosting->image.handle,
                                     .to = VK_IMAGE_LAYOUT_GENERAL,
                                     .range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    if (hosting->change(device->handle, 1, &enter) != VK_SUCCESS) return;
    hosting->image.layout = VK_IMAGE_LAYOUT_GENERAL;
    write_by_host(hosting);
    if (!hosting->player->is_lost) read_by_host(hosting);
}

void states_of_host_images(const struct featured *featured) {
    struct device *device = featured->player->device;
    struct hosting hosting = {.player = featured->player};
    const VkImageCreateInfo info = image_info(HOST_USAGE | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    if (!featured->offers->host_copies.has[0] || featured->player->is_lost || !can_copy(device)) return;
    hosting.to_image = (copy_all)device_command(device, "vkCopyMemoryToImageEXT");
    hosting.to_memory = (copy_all)device_command(device, "vkCopyImageToMemoryEXT");
    hosting.change = (change_layouts)device_command(device, "vkTransitionImageLayoutEXT");
    if (hosting.to_image == NULL || hosting.to_memory == NULL || hosting.change == NULL || !image_is_offered(device, &info)) return;
    if (!image_make_of("image", device, &hosting.image, &info)) return;
    ask(&hosting);
    image_end(device, &hosting.image);
}
