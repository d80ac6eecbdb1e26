// The act "states", several buffers in one memory: each has its own part of it, by whichever command it was bound, and
// what a map with an offset shows is that part. Addresses of buffers that share no memory do not overlap.
#include <string.h>

#include "states.h"

enum { BUFFERS = 4, SIZE = 256, ODD = SIZE - 1 };

struct places {
    struct player *player;
    uint32_t made;
    VkBuffer buffers[BUFFERS];
    VkDeviceSize step;  // from one buffer to the next
    VkDeviceMemory memory;
};

// The last one's size is no multiple of four.
static int make_buffers(struct places *places, VkMemoryRequirements *need) {
    struct device *device = places->player->device;
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    if (places->player->has_addresses) usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    for (; places->made < BUFFERS; places->made++) {
        VkMemoryRequirements own;
        const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                         .size = places->made + 1 == BUFFERS ? ODD : SIZE,
                                         .usage = usage};
        VkBuffer *to = &places->buffers[places->made];
        if (device->CreateBuffer(device->handle, &info, callbacks_of("buffer"), to) != VK_SUCCESS) return 0;
        device->GetBufferMemoryRequirements(device->handle, *to, &own);
        if (places->made == 0) *need = own;
        if (own.size > need->size) need->size = own.size;
        if (own.alignment > need->alignment) need->alignment = own.alignment;
        need->memoryTypeBits &= own.memoryTypeBits;
    }
    return need->alignment > 0 && need->size >= SIZE;
}

static int allocate(struct places *places, const VkMemoryRequirements *need) {
    struct device *device = places->player->device;
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                             .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryPropertyFlags mapped = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    places->step = (need->size + need->alignment - 1) / need->alignment * need->alignment;
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .pNext = places->player->has_addresses ? &flags : NULL,
                                 .allocationSize = BUFFERS * places->step,
                                 .memoryTypeIndex = memory_type(device, need->memoryTypeBits, mapped)};
    if (info.memoryTypeIndex == UINT32_MAX) return 0;
    VkResult result = device->AllocateMemory(device->handle, &info, callbacks_of("memory"), &places->memory);
    return made(result, &places->memory) == VK_SUCCESS;
}

// The last two by one call, where there is such a command.
static int bind(struct places *places) {
    struct device *device = places->player->device;
    PFN_vkBindBufferMemory2 bind_more = DEVICE_COMMAND(device, BindBufferMemory2);
    VkBindBufferMemoryInfo infos[BUFFERS];
    uint32_t one_by_one = device->api >= VK_API_VERSION_1_1 && bind_more != NULL ? BUFFERS / 2 : BUFFERS;
    for (uint32_t i = 0; i < BUFFERS; i++)
        infos[i] = (VkBindBufferMemoryInfo){.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO,
                                            .buffer = places->buffers[i],
                                            .memory = places->memory,
                                            .memoryOffset = i * places->step};
    for (uint32_t i = 0; i < one_by_one; i++)
        if (device->BindBufferMemory(device->handle, infos[i].buffer, infos[i].memory, infos[i].memoryOffset) !=
            VK_SUCCESS)
            return 0;
    return one_by_one == BUFFERS ||
           bind_more(device->handle, BUFFERS - one_by_one, &infos[one_by_one]) == VK_SUCCESS;
}

static unsigned char *map(struct places *places, VkDeviceSize from) {
    struct device *device = places->player->device;
    void *at = NULL;
    VkResult result = device->MapMemory(device->handle, places->memory, from, VK_WHOLE_SIZE, 0, &at);
    return result == VK_SUCCESS ? at : NULL;
}

static uint32_t word(const unsigned char *at) {
    uint32_t number;
    memcpy(&number, at, sizeof number);
    return number;
}

static int fill(struct places *places) {
    struct device *device = places->player->device;
    VkCommandBuffer commands = places->player->recorder.commands;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    if (device->BeginCommandBuffer(commands, &info) != VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < BUFFERS; i++)
        device->CmdFillBuffer(commands, places->buffers[i], 0, VK_WHOLE_SIZE, FIRST_NUMBER + i);
    barrier(device, commands);
    return device->EndCommandBuffer(commands) == VK_SUCCESS && states_run(places->player, commands);
}

// What is found with an offset that is no multiple of the alignment, which is that of the place without it.
static void map_inside(struct places *places) {
    struct player *player = places->player;
    VkDeviceSize from = places->step - 3 * sizeof(uint32_t);
    VkPhysicalDeviceProperties facts;
    player->device->instance->GetPhysicalDeviceProperties(player->device->gpu, &facts);
    size_t alignment = facts.limits.minMemoryMapAlignment;
    unsigned char *at = map(places, from);
    if (at == NULL) return;
    find(player, "places.from_offset", word(at + 3 * sizeof(uint32_t)));
    find(player, "places.aligned", alignment == 0 || ((uintptr_t)at - (uintptr_t)from) % alignment == 0);
    player->device->UnmapMemory(player->device->handle, places->memory);
}

static void look(struct places *places) {
    struct player *player = places->player;
    unsigned char *at = map(places, 0);
    if (at == NULL) return;
    memset(at, 0, BUFFERS * places->step);
    player->device->UnmapMemory(player->device->handle, places->memory);
    if (!fill(places) || (at = map(places, 0)) == NULL) return;
    find(player, "places.first", word(at));
    find(player, "places.second", word(at + places->step));
    find(player, "places.third", word(at + 2 * places->step));
    const unsigned char *last = at + 3 * places->step, *rest = last + ODD / sizeof(uint32_t) * sizeof(uint32_t);
    find(player, "places.last", word(rest - sizeof(uint32_t)));
    find(player, "places.rest", rest[0] == 0 && rest[1] == 0 && rest[2] == 0);
    player->device->UnmapMemory(player->device->handle, places->memory);
    map_inside(places);
}

static void compare_addresses(struct places *places) {
    struct device *device = places->player->device;
    PFN_vkGetBufferDeviceAddress ask = DEVICE_COMMAND(device, GetBufferDeviceAddress);
    VkDeviceAddress addresses[BUFFERS];
    int are_apart = 1;
    if (!places->player->has_addresses || ask == NULL) return;
    for (uint32_t i = 0; i < BUFFERS; i++) {
        const VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                                .buffer = places->buffers[i]};
        addresses[i] = ask(device->handle, &info);
        for (uint32_t j = 0; j < i; j++)
            are_apart &= addresses[i] - addresses[j] >= ODD && addresses[j] - addresses[i] >= ODD;
    }
    find(places->player, "places.addresses", are_apart);
}

void states_of_places(struct player *player) {
    struct device *device = player->device;
    struct places places = {.player = player};
    VkMemoryRequirements need = {.size = 0};
    if (make_buffers(&places, &need) && allocate(&places, &need)) {
        if (bind(&places)) {
            look(&places);
            compare_addresses(&places);
        }
    }
    while (places.made > 0) device->DestroyBuffer(device->handle, places.buffers[--places.made], callbacks_of("buffer"));
    device->FreeMemory(device->handle, places.memory, callbacks_of("memory"));
}
