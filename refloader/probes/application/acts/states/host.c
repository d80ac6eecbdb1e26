// The act "states", what needs no recording: fences, events, memory that is mapped, pools of descriptors, private data.
#include <string.h>

#include "states.h"

#define MANY_BUFFERS 400U
#define TURNS 3

// ---- fences

static VkResult wait_without_time(struct player *player, VkFence fence) {
    return player->device->WaitForFences(player->device->handle, 1, &fence, VK_TRUE, NO_TIME);
}

static VkResult submit_nothing(struct player *player, uint32_t count, VkFence fence) {
    VkSubmitInfo nothing = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    pthread_mutex_lock(player->queue);
    VkResult result = player->device->QueueSubmit(player->device->queue, count, count == 0 ? NULL : &nothing, fence);
    pthread_mutex_unlock(player->queue);
    return result;
}

// No batch at all, by the newer command.
static VkResult submit_nothing_by_newer(struct player *player, VkFence fence) {
    PFN_vkQueueSubmit2 submit = DEVICE_COMMAND(player->device, QueueSubmit2);
    if (!player->has_submit2 || submit == NULL) return NO_COMMAND;
    pthread_mutex_lock(player->queue);
    VkResult result = submit(player->device->queue, 0, NULL, fence);
    pthread_mutex_unlock(player->queue);
    return result;
}

// A fence that is made unsignaled is so, also where one that was signaled has just gone.
static void make_fence_again(struct player *player) {
    struct device *device = player->device;
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    for (int i = 0; i < 2 * TURNS; i++) {
        VkFence fence;
        info.flags = i % 2 == 0 ? VK_FENCE_CREATE_SIGNALED_BIT : 0;
        if (device->CreateFence(device->handle, &info, callbacks_of("fence"), &fence) != VK_SUCCESS) return;
        VkResult status = device->GetFenceStatus(device->handle, fence);
        device->DestroyFence(device->handle, fence, callbacks_of("fence"));
        if (i + 1 == 2 * TURNS || (i % 2 == 1 && status != VK_NOT_READY)) return find(player, "fences.anew", status);
    }
}

// Whether one call resets each of three fences, of which one is unsignaled already: which one is at that place.
static int resets_all(struct device *device, uint32_t unsignaled) {
    VkFence fences[3];
    uint32_t made = 0;
    int are_reset = 1;
    for (VkResult result = VK_SUCCESS; made < COUNT(fences); made++) {
        VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                                  .flags = made == unsignaled ? 0 : VK_FENCE_CREATE_SIGNALED_BIT};
        result = device->CreateFence(device->handle, &info, callbacks_of("fence"), &fences[made]);
        if (result != VK_SUCCESS) break;
    }
    if (made == COUNT(fences) && device->ResetFences(device->handle, made, fences) == VK_SUCCESS)
        for (uint32_t i = 0; i < made; i++) are_reset &= device->GetFenceStatus(device->handle, fences[i]) != VK_SUCCESS;
    while (made > 0) device->DestroyFence(device->handle, fences[--made], callbacks_of("fence"));
    return are_reset;
}

void states_of_fences(struct player *player) {
    struct device *device = player->device;
    make_fence_again(player);
    find(player, "fences.first_unsignaled", resets_all(device, 0) ? VK_NOT_READY : VK_SUCCESS);
    find(player, "fences.second_unsignaled", resets_all(device, 1) ? VK_NOT_READY : VK_SUCCESS);
    VkFence fence = player->fence;
    if (submit_nothing(player, 0, fence) != VK_SUCCESS) return;
    find(player, "fences.no_batch", states_wait(player, fence));
    find(player, "fences.signaled", device->GetFenceStatus(device->handle, fence));
    find(player, "fences.asked_again", device->GetFenceStatus(device->handle, fence));
    find(player, "fences.waited_again", wait_without_time(player, fence));
    if (device->ResetFences(device->handle, 1, &fence) != VK_SUCCESS) return;
    find(player, "fences.reset", device->GetFenceStatus(device->handle, fence));
    find(player, "fences.reset_waited", wait_without_time(player, fence));
    if (submit_nothing(player, 1, fence) != VK_SUCCESS) return;
    find(player, "fences.empty_batch", states_wait(player, fence));
    if (device->ResetFences(device->handle, 1, &fence) != VK_SUCCESS) return;
    if (!player->is_alone || submit_nothing_by_newer(player, fence) != VK_SUCCESS) return;
    find(player, "fences.no_batch_by_newer", states_wait(player, fence));
    device->ResetFences(device->handle, 1, &fence);
}

// ---- events

static void set_and_reset(struct player *player, const VkEvent *events) {
    struct device *device = player->device;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer commands = player->recorder.commands;
    find(player, "events.new", device->GetEventStatus(device->handle, events[0]));
    if (device->SetEvent(device->handle, events[0]) != VK_SUCCESS) return;
    find(player, "events.set", device->GetEventStatus(device->handle, events[0]));
    find(player, "events.other", device->GetEventStatus(device->handle, events[1]));
    if (device->ResetEvent(device->handle, events[0]) != VK_SUCCESS) return;
    find(player, "events.reset", device->GetEventStatus(device->handle, events[0]));
    if (!can_draw_or_compute(device) || device->SetEvent(device->handle, events[0]) != VK_SUCCESS ||
        device->BeginCommandBuffer(commands, &info) != VK_SUCCESS)
        return;
    device->CmdResetEvent(commands, events[0], VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    device->CmdSetEvent(commands, events[1], VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    if (device->EndCommandBuffer(commands) != VK_SUCCESS || !states_run(player, commands)) return;
    find(player, "events.reset_by_device", device->GetEventStatus(device->handle, events[0]));
    find(player, "events.set_by_device", device->GetEventStatus(device->handle, events[1]));
}

// What another event has left behind is nothing of a new one's.
static void make_again(struct player *player, const VkEventCreateInfo *info) {
    struct device *device = player->device;
    VkEvent event;
    for (int i = 0; i < TURNS; i++) {
        if (device->CreateEvent(device->handle, info, callbacks_of("event"), &event) != VK_SUCCESS) return;
        VkResult status = device->GetEventStatus(device->handle, event);
        VkResult result = device->SetEvent(device->handle, event);
        device->DestroyEvent(device->handle, event, callbacks_of("event"));
        if (i + 1 == TURNS || status != VK_EVENT_RESET) return find(player, "events.anew", status);
        if (result != VK_SUCCESS) return;
    }
}

void states_of_events(struct player *player) {
    struct device *device = player->device;
    VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent events[2] = {NULL, NULL};
    if (device->is_portable) return;
    VkResult result = VK_SUCCESS;
    for (int i = 0; i < 2 && result == VK_SUCCESS; i++)
        result = made(device->CreateEvent(device->handle, &info, callbacks_of("event"), &events[i]), &events[i]);
    if (result == VK_SUCCESS) set_and_reset(player, events);
    for (int i = 0; i < 2; i++) device->DestroyEvent(device->handle, events[i], callbacks_of("event"));
    make_again(player, &info);
}

// ---- memory

static int is_filled(const unsigned char *at, unsigned char byte) {
    for (size_t i = 0; i < BYTES; i++)
        if (at[i] != byte) return 0;
    return 1;
}

// Both are mapped at once, and each keeps what was written to it.
static void map_both(struct player *player, const VkDeviceMemory *both) {
    struct device *device = player->device;
    VkPhysicalDeviceProperties facts;
    unsigned char *places[2] = {NULL, NULL};
    device->instance->GetPhysicalDeviceProperties(device->gpu, &facts);
    size_t alignment = facts.limits.minMemoryMapAlignment;
    for (int i = 0; i < 2; i++)
        if (device->MapMemory(device->handle, both[i], 0, VK_WHOLE_SIZE, 0, (void **)&places[i]) != VK_SUCCESS) return;
    for (int i = 0; i < 2; i++) memset(places[i], i + 1, BYTES);
    find(player, "mapping.both", is_filled(places[0], 1) && is_filled(places[1], 2));
    find(player, "mapping.aligned", alignment == 0 || (uintptr_t)places[0] % alignment == 0);
    device->UnmapMemory(device->handle, both[0]);
    find(player, "mapping.other_unmapped", is_filled(places[1], 2));
    device->UnmapMemory(device->handle, both[1]);
    for (int i = 0; i < 2; i++)
        if (device->MapMemory(device->handle, both[i], 0, VK_WHOLE_SIZE, 0, (void **)&places[i]) != VK_SUCCESS) return;
    find(player, "mapping.kept", is_filled(places[0], 1) && is_filled(places[1], 2));
    for (int i = 0; i < 2; i++) device->UnmapMemory(device->handle, both[i]);
}

void states_of_memory(struct player *player) {
    struct buffer two[2];
    int made = 0;
    while (made < 2 && buffer_make("mapped", player->device, &two[made], VK_BUFFER_USAGE_TRANSFER_DST_BIT)) made++;
    if (made == 2) map_both(player, (VkDeviceMemory[]){two[0].memory, two[1].memory});
    while (made > 0) buffer_end(player->device, &two[--made]);
}

#define IS_BEYOND(bits, count) ((count) < 32 && (bits) >> (count) != 0)

// Whether the requirements are such as can be met; for a buffer also by memory that can be mapped.
static int can_be_met(const struct device *device, const VkMemoryRequirements *need, VkDeviceSize least, int mapped) {
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    int found = !mapped, is_power = need->alignment > 0 && (need->alignment & (need->alignment - 1)) == 0;
    for (uint32_t i = 0; i < device->memory.memoryTypeCount; i++)
        found |= need->memoryTypeBits >> i & 1 && (device->memory.memoryTypes[i].propertyFlags & wanted) == wanted;
    return need->size >= least && is_power && need->memoryTypeBits != 0 && found &&
           !IS_BEYOND(need->memoryTypeBits, device->memory.memoryTypeCount);
}

struct requirements {
    int are_large_enough, are_no_larger, have_same_types, have_same_alignment;
};

// Many buffers of different sizes, while another thread has the same done.
static struct requirements of_many_buffers(struct device *device) {
    struct requirements found = {1, 1, 1, 1};
    VkDeviceSize alignment = 0;
    uint32_t types = 0;
    for (uint32_t i = 0; i < MANY_BUFFERS; i++) {
        VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                   .size = (VkDeviceSize)BYTES << (i * 7 % 11),
                                   .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
        VkMemoryRequirements need;
        VkBuffer buffer;
        if (device->CreateBuffer(device->handle, &info, callbacks_of("buffer"), &buffer) != VK_SUCCESS) break;
        device->GetBufferMemoryRequirements(device->handle, buffer, &need);
        device->DestroyBuffer(device->handle, buffer, callbacks_of("buffer"));
        if (i == 0) types = need.memoryTypeBits, alignment = need.alignment;
        found.have_same_alignment &= need.alignment == alignment;
        found.are_large_enough &= need.size >= info.size;
        found.are_no_larger &= need.alignment == 0 || need.size <= (info.size + need.alignment - 1) / need.alignment * need.alignment;
        found.have_same_types &= need.memoryTypeBits == types;
    }
    return found;
}

void states_of_requirements(struct player *player) {
    struct device *device = player->device;
    VkMemoryRequirements need, again;
    VkMemoryRequirements2 newer = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    VkBufferMemoryRequirementsInfo2 about = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2,
                                             .buffer = player->buffer.handle};
    device->GetBufferMemoryRequirements(device->handle, player->buffer.handle, &need);
    device->GetBufferMemoryRequirements(device->handle, player->buffer.handle, &again);
    find(player, "requirements.met", can_be_met(device, &need, BYTES, 1));
    struct requirements many = of_many_buffers(device);
    find(player, "requirements.many", many.are_large_enough);
    if (player->has_maintenance4) find(player, "requirements.bound", many.are_no_larger);
    find(player, "requirements.types", many.have_same_types);
    find(player, device->api < VK_API_VERSION_1_1 ? "requirements.alignment_of_1_0" : "requirements.alignment",
         many.have_same_alignment);
    find(player, "requirements.again", memcmp(&need.size, &again.size, sizeof need.size) == 0 &&
                                           need.alignment == again.alignment &&
                                           need.memoryTypeBits == again.memoryTypeBits);
    PFN_vkGetBufferMemoryRequirements2 ask = DEVICE_COMMAND(device, GetBufferMemoryRequirements2);
    if (device->api < VK_API_VERSION_1_1 || ask == NULL) return;
    VkMemoryDedicatedRequirements own = {VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS, NULL, 77, 77};
    newer.pNext = &own;
    ask(device->handle, &about, &newer);
    find(player, "requirements.dedicated", own.prefersDedicatedAllocation <= 1 && own.requiresDedicatedAllocation <= 1);
    struct stranger stranger = {UNKNOWN_TYPE, &own};
    own.prefersDedicatedAllocation = own.requiresDedicatedAllocation = 77;
    newer.pNext = &stranger;
    ask(device->handle, &about, &newer);
    find(player, "requirements.behind_unknown",
         own.prefersDedicatedAllocation <= 1 && own.requiresDedicatedAllocation <= 1);
    find(player, "requirements.other_form", newer.memoryRequirements.size == need.size &&
                                                newer.memoryRequirements.alignment == need.alignment &&
                                                newer.memoryRequirements.memoryTypeBits == need.memoryTypeBits);
}

// ---- pools of descriptors

static VkResult take_sets(struct player *player, VkDescriptorPool pool, VkDescriptorSetLayout layout, uint32_t count,
                          VkDescriptorSet *sets) {
    VkDescriptorSetLayout layouts[] = {layout, layout};
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = pool,
                                        .descriptorSetCount = count,
                                        .pSetLayouts = layouts};
    return player->device->AllocateDescriptorSets(player->device->handle, &info, sets);
}

// All that the pool has is taken, given back, and taken again; nothing of one size comes in fragments.
static void empty_pool(struct player *player, VkDescriptorPool pool, VkDescriptorSetLayout layout) {
    struct device *device = player->device;
    VkDescriptorSet sets[2] = {NULL, NULL};
    VkResult result = take_sets(player, pool, layout, 2, sets);
    find(player, "pools.all", result);
    if (result != VK_SUCCESS) return;
    find(player, "pools.different", sets[0] != sets[1]);
    if (device->FreeDescriptorSets(device->handle, pool, 1, &sets[0]) != VK_SUCCESS) return;
    find(player, "pools.freed", take_sets(player, pool, layout, 1, sets));
    for (int i = 0; i < 8; i++) {
        if (device->ResetDescriptorPool(device->handle, pool, 0) != VK_SUCCESS) return;
        result = take_sets(player, pool, layout, 2, sets);
        if (result != VK_SUCCESS) break;
    }
    find(player, "pools.reset", result);
}

static int is_want_of_room(VkResult result) {
    return result == VK_ERROR_OUT_OF_POOL_MEMORY || result == VK_ERROR_FRAGMENTED_POOL;
}

// A call that fails for want of room takes none; but the room that is left may be in fragments.
static void overdraw_pool(struct player *player, VkDescriptorPool pool, VkDescriptorSetLayout layout) {
    struct device *device = player->device;
    VkDescriptorSet sets[2] = {NULL, NULL};
    if (device->api < VK_API_VERSION_1_1) return;  // it is no valid call
    if (device->ResetDescriptorPool(device->handle, pool, 0) != VK_SUCCESS) return;
    if (take_sets(player, pool, layout, 1, sets) != VK_SUCCESS) return;
    sets[0] = sets[1] = (VkDescriptorSet)(uintptr_t)FIRST_NUMBER;
    if (!is_want_of_room(take_sets(player, pool, layout, 2, sets))) return;
    find(player, "pools.none_given", sets[0] == NULL && sets[1] == NULL);
    VkResult result = take_sets(player, pool, layout, 1, sets);
    if (result == VK_SUCCESS || result == VK_ERROR_OUT_OF_POOL_MEMORY) find(player, "pools.left", result);
}

void states_of_pools(struct player *player) {
    struct device *device = player->device;
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                            .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
                                            .maxSets = 2,
                                            .poolSizeCount = 1,
                                            .pPoolSizes = &size};
    VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .descriptorCount = 1,
                                            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    VkDescriptorSetLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                   .bindingCount = 1,
                                                   .pBindings = &binding};
    VkDescriptorPool pool = NULL;
    VkDescriptorSetLayout layout = NULL;
    VkResult result =
        device->CreateDescriptorSetLayout(device->handle, &layout_info, callbacks_of("set layout"), &layout);
    if (made(result, &layout) == VK_SUCCESS)
        result = device->CreateDescriptorPool(device->handle, &pool_info, callbacks_of("descriptor pool"), &pool);
    if (made(result, &pool) == VK_SUCCESS) {
        empty_pool(player, pool, layout);
        overdraw_pool(player, pool, layout);
    }
    device->DestroyDescriptorPool(device->handle, pool, callbacks_of("descriptor pool"));
    device->DestroyDescriptorSetLayout(device->handle, layout, callbacks_of("set layout"));
}

// ---- private data

struct private_data {
    PFN_vkSetPrivateData set;
    PFN_vkGetPrivateData get;
    VkPrivateDataSlot slots[2];
};

static int64_t private_data(struct player *player, const struct private_data *data, int slot, uint64_t object,
                            VkObjectType type) {
    uint64_t value = ~UINT64_C(0);
    data->get(player->device->handle, type, object, data->slots[slot], &value);
    return (int64_t)value;
}

static void keep_private_data(struct player *player, const struct private_data *data) {
    const VkObjectType buffers = VK_OBJECT_TYPE_BUFFER, fences = VK_OBJECT_TYPE_FENCE, devices = VK_OBJECT_TYPE_DEVICE;
    VkDevice device = player->device->handle;
    uint64_t buffer = (uint64_t)player->buffer.handle, fence = (uint64_t)player->fence;
    find(player, "private.unset", private_data(player, data, 0, buffer, buffers));
    if (data->set(device, buffers, buffer, data->slots[0], FIRST_NUMBER) != VK_SUCCESS) return;
    find(player, "private.set", private_data(player, data, 0, buffer, buffers));
    find(player, "private.other_slot", private_data(player, data, 1, buffer, buffers));
    find(player, "private.other_object", private_data(player, data, 0, fence, fences));
    if (data->set(device, buffers, buffer, data->slots[1], SECOND_NUMBER) != VK_SUCCESS) return;
    find(player, "private.second_slot", private_data(player, data, 1, buffer, buffers));
    find(player, "private.first_slot", private_data(player, data, 0, buffer, buffers));
    if (data->set(device, devices, (uint64_t)(uintptr_t)device, data->slots[0], SECOND_NUMBER) != VK_SUCCESS) return;
    find(player, "private.device", private_data(player, data, 0, (uint64_t)(uintptr_t)device, devices));
    if (data->set(device, buffers, buffer, data->slots[0], WIDE_NUMBER) != VK_SUCCESS) return;
    find(player, "private.wide", private_data(player, data, 0, buffer, buffers));
    if (data->set(device, buffers, buffer, data->slots[0], 0) != VK_SUCCESS) return;
    find(player, "private.set_again", private_data(player, data, 0, buffer, buffers));
}

// A slot has nothing of one that is gone.
static void make_slot_again(struct player *player, const struct private_data *data, PFN_vkCreatePrivateDataSlot create,
                            PFN_vkDestroyPrivateDataSlot destroy) {
    VkPrivateDataSlotCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    VkDevice device = player->device->handle;
    uint64_t buffer = (uint64_t)player->buffer.handle;
    struct private_data anew = *data;
    int64_t found = 0;
    for (int i = 0; i < TURNS && found == 0; i++) {
        if (create(device, &info, callbacks_of("slot"), &anew.slots[0]) != VK_SUCCESS) return;
        found = private_data(player, &anew, 0, buffer, VK_OBJECT_TYPE_BUFFER);
        VkResult result = data->set(device, VK_OBJECT_TYPE_BUFFER, buffer, anew.slots[0], FIRST_NUMBER);
        destroy(device, anew.slots[0], callbacks_of("slot"));
        if (result != VK_SUCCESS) return;
    }
    find(player, "private.anew", found);
}

void states_of_private(struct player *player) {
    struct device *device = player->device;
    VkPrivateDataSlotCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    PFN_vkCreatePrivateDataSlot create = DEVICE_COMMAND(device, CreatePrivateDataSlot);
    PFN_vkDestroyPrivateDataSlot destroy = DEVICE_COMMAND(device, DestroyPrivateDataSlot);
    struct private_data data = {.set = DEVICE_COMMAND(device, SetPrivateData),
                                .get = DEVICE_COMMAND(device, GetPrivateData)};
    if (!player->has_private_data || create == NULL || destroy == NULL || data.set == NULL || data.get == NULL) return;
    if (create(device->handle, &info, callbacks_of("slot"), &data.slots[0]) != VK_SUCCESS) return;
    if (create(device->handle, &info, callbacks_of("slot"), &data.slots[1]) == VK_SUCCESS) {
        keep_private_data(player, &data);
        make_slot_again(player, &data, create, destroy);
        destroy(device->handle, data.slots[1], callbacks_of("slot"));
    }
    destroy(device->handle, data.slots[0], callbacks_of("slot"));
}
