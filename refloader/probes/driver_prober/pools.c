// See pools.h.
#include "pools.h"

#include <stdio.h>
#include <stdlib.h>

#include "../application/callbacks.h"
#include "driver_prober.h"

enum { ROUNDS = 8, MANY = 4 };

// The device, which has no callbacks itself, and its commands.
static VkInstance instance;
static VkDevice device;
#define FIND(name) ((PFN_##name)device_function(instance, device, #name))

// The structure that a pool was made with becomes another one, as the application may free or alter it.
static void take_back(void) { callbacks_of("nobody"); }

// ---- descriptor pools: sets are allocated, some are freed, and all are reset

static void use_sets(VkDescriptorPool pool, const VkDescriptorSetLayout *layouts) {
    PFN_vkAllocateDescriptorSets allocate = FIND(vkAllocateDescriptorSets);
    PFN_vkFreeDescriptorSets give_back = FIND(vkFreeDescriptorSets);
    PFN_vkResetDescriptorPool reset = FIND(vkResetDescriptorPool);
    const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = pool,
                                              .descriptorSetCount = MANY,
                                              .pSetLayouts = layouts};
    VkDescriptorSet sets[MANY];
    if (allocate == NULL || give_back == NULL || reset == NULL) return;
    for (int i = 0; i < ROUNDS; i++) {
        if (allocate(device, &info, sets) != VK_SUCCESS) return;
        if (i % 2 == 1) give_back(device, pool, MANY / 2, sets);
        if (reset(device, pool, 0) != VK_SUCCESS) return;
    }
}

static void use_descriptor_pool(const char *kind) {
    PFN_vkCreateDescriptorSetLayout lay_out = FIND(vkCreateDescriptorSetLayout);
    PFN_vkDestroyDescriptorSetLayout end_layout = FIND(vkDestroyDescriptorSetLayout);
    PFN_vkCreateDescriptorPool create = FIND(vkCreateDescriptorPool);
    PFN_vkDestroyDescriptorPool end = FIND(vkDestroyDescriptorPool);
    const VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                  .descriptorCount = 1,
                                                  .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                    .bindingCount = 1,
                                                    .pBindings = &binding};
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MANY};
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
                                             .maxSets = MANY,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size};
    VkDescriptorSetLayout layouts[MANY] = {NULL};
    VkDescriptorPool pool;
    if (lay_out == NULL || end_layout == NULL || create == NULL || end == NULL) return;
    if (lay_out(device, &layout, NULL, &layouts[0]) != VK_SUCCESS) return;
    for (int i = 1; i < MANY; i++) layouts[i] = layouts[0];
    if (create(device, &info, callbacks_of(kind), &pool) == VK_SUCCESS) {
        take_back();
        use_sets(pool, layouts);
        end(device, pool, callbacks_of(kind));
    }
    end_layout(device, layouts[0], NULL);
}

// ---- command pools: buffers are recorded, reset one by one or with the pool, and freed

static VkResult record(const VkCommandBuffer *buffers) {
    PFN_vkBeginCommandBuffer start = FIND(vkBeginCommandBuffer);
    PFN_vkEndCommandBuffer stop = FIND(vkEndCommandBuffer);
    PFN_vkCmdPipelineBarrier wait = FIND(vkCmdPipelineBarrier);
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    VkResult result = start == NULL || stop == NULL || wait == NULL ? VK_ERROR_INITIALIZATION_FAILED : VK_SUCCESS;
    for (int i = 0; i < MANY && result == VK_SUCCESS; i++) {
        result = start(buffers[i], &info);
        if (result != VK_SUCCESS) break;
        wait(buffers[i], VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &barrier, 0, NULL, 0,
             NULL);
        result = stop(buffers[i]);
    }
    return result;
}

static void use_buffers(VkCommandPool pool) {
    PFN_vkAllocateCommandBuffers allocate = FIND(vkAllocateCommandBuffers);
    PFN_vkFreeCommandBuffers give_back = FIND(vkFreeCommandBuffers);
    PFN_vkResetCommandBuffer reset_one = FIND(vkResetCommandBuffer);
    PFN_vkResetCommandPool reset = FIND(vkResetCommandPool);
    const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = pool,
                                              .commandBufferCount = MANY};
    VkCommandBuffer buffers[MANY];
    uintptr_t word;
    if (allocate == NULL || give_back == NULL || reset_one == NULL || reset == NULL) return;
    for (int i = 0; i < ROUNDS; i++) {
        if (allocate(device, &info, buffers) != VK_SUCCESS) return;
        for (int j = 0; j < MANY; j++)
            if (!take_over(buffers[j], &word)) return;
        if (record(buffers) != VK_SUCCESS) return;
        if (reset_one(buffers[0], VK_COMMAND_BUFFER_RESET_RELEASE_RESOURCES_BIT) != VK_SUCCESS) return;
        if (reset(device, pool, i % 2 == 0 ? 0 : VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT) != VK_SUCCESS) return;
        if (record(buffers) != VK_SUCCESS) return;
        if (i < ROUNDS / 2) give_back(device, pool, MANY, buffers);  // those of later rounds end with the pool
    }
}

// Whether barriers can be recorded for the first family, of which the device has its queue.
static int has_barriers(VkPhysicalDevice physical) {
    VkQueueFamilyProperties families[32] = {0};
    return queue_families(instance, physical, families, COUNT(families)) > 0 &&
           families[0].queueFlags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT);
}

static void use_command_pool(const char *kind) {
    PFN_vkCreateCommandPool create = FIND(vkCreateCommandPool);
    PFN_vkDestroyCommandPool end = FIND(vkDestroyCommandPool);
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    VkCommandPool pool;
    if (create == NULL || end == NULL || create(device, &info, callbacks_of(kind), &pool) != VK_SUCCESS) return;
    take_back();
    use_buffers(pool);
    end(device, pool, callbacks_of(kind));
}

// ---- pipeline caches: data are taken out and handed in, and others are merged into them

static void use_cache(VkPipelineCache cache, const char *kind) {
    static char data[1 << 16];
    PFN_vkGetPipelineCacheData get = FIND(vkGetPipelineCacheData);
    PFN_vkMergePipelineCaches merge = FIND(vkMergePipelineCaches);
    PFN_vkCreatePipelineCache create = FIND(vkCreatePipelineCache);
    PFN_vkDestroyPipelineCache end = FIND(vkDestroyPipelineCache);
    VkPipelineCache other;
    for (int i = 0; get != NULL && merge != NULL && i < ROUNDS; i++) {
        size_t size = sizeof data;
        if (get(device, cache, &size, data) != VK_SUCCESS || size > sizeof data) return;
        const VkPipelineCacheCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, .initialDataSize = size, .pInitialData = data};
        if (create(device, &info, callbacks_of(kind), &other) != VK_SUCCESS) return;
        merge(device, cache, 1, &other);
        end(device, other, callbacks_of(kind));
    }
}

static void use_pipeline_cache(const char *kind) {
    PFN_vkCreatePipelineCache create = FIND(vkCreatePipelineCache);
    PFN_vkDestroyPipelineCache end = FIND(vkDestroyPipelineCache);
    const VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkPipelineCache cache;
    if (create == NULL || end == NULL || create(device, &info, callbacks_of(kind), &cache) != VK_SUCCESS) return;
    take_back();
    use_cache(cache, kind);
    end(device, cache, callbacks_of(kind));
}

// ---- all of them

static void try_kind(const char *kind, void (*use)(const char *kind)) {
    char label[64];
    snprintf(label, sizeof label, "allocators.used.%s", kind);
    begin(label);
    callbacks_count_anew();
    int64_t before = callbacks_taken(kind);
    use(kind);
    struct callbacks_counts counts = callbacks_counts();
    open_answer(label);
    say_number("taken", callbacks_taken(kind) - before);
    say_number("used_later", counts.used_later);
    open_list("alive");
    for (size_t i = 0; i < CALLBACK_SCOPES; i++) say_number(NULL, counts.alive[i]);
    close_list();
    close_answer();
}

void use_pools(void) {
    VkPhysicalDevice physical;
    begin("allocators.used");
    instance = make_instance(&(struct wish){0}).handle;
    if (instance == NULL) return;
    if (physical_devices(instance, &physical, 1, NULL) > 0)
        device = make_device(instance, physical, &(struct wish){0}).handle;
    if (device != NULL) {
        try_kind("descriptor_pool", use_descriptor_pool);
        if (has_barriers(physical)) try_kind("command_pool", use_command_pool);
        try_kind("pipeline_cache", use_pipeline_cache);
        destroy_device(instance, device, NULL);
    }
    destroy_instance(instance, NULL);
}
