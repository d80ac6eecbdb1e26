// What the process holds more and more of while one device lives: pieces of work and objects of each kind, made and
// ended one after the other, with a look at the process now and then. What is still growing is done more often, as a
// cache may still be filling. What a slow layer leaves no time for is left out: only one that does not come back is left to
// the harness.
//
// growth.KIND  {"samples": [{"round": rounds done, "heap": bytes, "descriptors", "threads", "mappings"}]}
#include <stdio.h>
#include <stdlib.h>

#include "acts.h"
#include "../jobs.h"
#include "../world.h"
#include "../../shared/holdings.h"
#include "../../shared/time_limit.h"

#define EVERY 32U   // rounds from one look to the next
#define FEW_LOOKS 5U
#define MOST_LOOKS 64U
#define PLENTY 64  // descriptors, threads or mappings more: no need to take more of what others have use for
#define SETS 2U
#define SHARE_OF_TIME 0.5

#define GROWS(X) \
    X(command_pool) X(command_buffer) X(recording) X(submission) X(memory) X(mapped_memory) X(image) X(fence) \
    X(semaphore) X(event) X(query_pool) X(sampler) X(pipeline_cache) X(descriptor_set_layout) X(descriptor_pool) \
    X(descriptor_set) X(pipeline_layout)

// ---- a round of each kind: 0 where something could not be made

static int pool_of(struct device *device, VkCommandPool *to) {
    VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                    .queueFamilyIndex = device->family};
    return device->CreateCommandPool(device->handle, &info, callbacks_of("command pool"), to) == VK_SUCCESS;
}

static int buffers_of(struct device *device, VkCommandPool pool, VkCommandBuffer *to) {
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = pool,
                                        .commandBufferCount = SETS};
    return device->AllocateCommandBuffers(device->handle, &info, to) == VK_SUCCESS;
}

static int record(struct device *device, VkCommandBuffer commands) {
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    return device->BeginCommandBuffer(commands, &begin) == VK_SUCCESS &&
           device->EndCommandBuffer(commands) == VK_SUCCESS;
}

// Command buffers end with their pool.
static int live_command_pool(struct device *device, struct recorder *recorder) {
    VkCommandBuffer buffers[SETS];
    VkCommandPool pool;
    (void)recorder;
    if (!pool_of(device, &pool)) return 0;
    int good = buffers_of(device, pool, buffers) && record(device, buffers[0]);
    device->DestroyCommandPool(device->handle, pool, callbacks_of("command pool"));
    return good;
}

static int live_command_buffer(struct device *device, struct recorder *recorder) {
    VkCommandBuffer buffers[SETS];
    if (!buffers_of(device, recorder->pool, buffers)) return 0;
    int good = record(device, buffers[0]);
    device->FreeCommandBuffers(device->handle, recorder->pool, SETS, buffers);
    return good;
}

static int live_recording(struct device *device, struct recorder *recorder) {
    return device->ResetCommandPool(device->handle, recorder->pool, 0) == VK_SUCCESS &&
           record(device, recorder->commands);
}

static int live_submission(struct device *device, struct recorder *recorder) {
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &recorder->commands};
    return record(device, recorder->commands) &&
           device->QueueSubmit(device->queue, 1, &submit, NULL) == VK_SUCCESS &&
           device->QueueWaitIdle(device->queue) == VK_SUCCESS;
}

static int live_memory(struct device *device, struct recorder *recorder) {
    char bytes[BYTES] = {0};
    struct buffer buffer;
    (void)recorder;
    if (!buffer_make("memory", device, &buffer, VK_BUFFER_USAGE_TRANSFER_SRC_BIT)) return 0;
    int good = buffer_write("memory", device, &buffer, bytes);
    buffer_end(device, &buffer);
    return good;
}

// Memory that is freed need not be unmapped before.
static int live_mapped_memory(struct device *device, struct recorder *recorder) {
    struct buffer buffer;
    void *place;
    (void)recorder;
    if (!buffer_make("mapped_memory", device, &buffer, VK_BUFFER_USAGE_TRANSFER_SRC_BIT)) return 0;
    VkResult result = device->MapMemory(device->handle, buffer.memory, 0, VK_WHOLE_SIZE, 0, &place);
    buffer_end(device, &buffer);
    return result == VK_SUCCESS;
}

static int live_image(struct device *device, struct recorder *recorder) {
    struct image image;
    VkImageView view;
    (void)recorder;
    if (!image_make("image", device, &image, VK_IMAGE_USAGE_SAMPLED_BIT)) return 0;
    VkResult result = image_view(device, &image, &view);
    if (result == VK_SUCCESS) device->DestroyImageView(device->handle, view, callbacks_of("view"));
    image_end(device, &image);
    return result == VK_SUCCESS;
}

// An object that needs nothing but this structure.
#define LIVE(kind, Object, ...) \
    static int live_##kind(struct device *device, struct recorder *recorder) { \
        Vk##Object##CreateInfo info = {__VA_ARGS__}; \
        Vk##Object made; \
        (void)recorder; \
        if (device->Create##Object(device->handle, &info, callbacks_of(#kind), &made) != VK_SUCCESS) return 0; \
        device->Destroy##Object(device->handle, made, callbacks_of(#kind)); \
        return 1; \
    }
LIVE(fence, Fence, .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO)
LIVE(semaphore, Semaphore, .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO)
LIVE(event, Event, .sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO)
LIVE(query_pool, QueryPool, .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_OCCLUSION,
     .queryCount = 4)
LIVE(sampler, Sampler, .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO)
LIVE(pipeline_cache, PipelineCache, .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO)
LIVE(pipeline_layout, PipelineLayout, .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO)
static const VkDescriptorSetLayoutBinding binding = {
    .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, .descriptorCount = 1, .stageFlags = VK_SHADER_STAGE_ALL};
LIVE(descriptor_set_layout, DescriptorSetLayout, .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
     .bindingCount = 1, .pBindings = &binding)

// ---- descriptor sets end with their pool, and with its reset; their layout lasts

static VkDescriptorPool pool_of_sets(struct device *device) {
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, SETS};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = SETS,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    VkDescriptorPool pool = NULL;
    made(device->CreateDescriptorPool(device->handle, &info, callbacks_of("descriptor pool"), &pool), &pool);
    return pool;
}

static int sets_of(struct device *device, VkDescriptorPool pool, VkDescriptorSetLayout layout) {
    VkDescriptorSetLayout layouts[SETS] = {layout, layout};
    VkDescriptorSet sets[SETS];
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = pool,
                                        .descriptorSetCount = SETS,
                                        .pSetLayouts = layouts};
    return device->AllocateDescriptorSets(device->handle, &info, sets) == VK_SUCCESS;
}

static struct {
    VkDescriptorSetLayout layout;
    VkDescriptorPool pool;
} lasting;

static int live_descriptor_pool(struct device *device, struct recorder *recorder) {
    (void)recorder;
    VkDescriptorPool pool = lasting.layout == NULL ? NULL : pool_of_sets(device);
    int good = pool != NULL && sets_of(device, pool, lasting.layout);
    device->DestroyDescriptorPool(device->handle, pool, callbacks_of("descriptor pool"));
    return good;
}

static void begin_lasting(struct device *device) {
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    lasting.layout = NULL;
    VkResult result =
        device->CreateDescriptorSetLayout(device->handle, &info, callbacks_of("layout"), &lasting.layout);
    lasting.pool = made(result, &lasting.layout) == VK_SUCCESS ? pool_of_sets(device) : NULL;
}

static void end_lasting(struct device *device) {
    device->DestroyDescriptorPool(device->handle, lasting.pool, callbacks_of("descriptor pool"));
    device->DestroyDescriptorSetLayout(device->handle, lasting.layout, callbacks_of("layout"));
}

static int live_descriptor_set(struct device *device, struct recorder *recorder) {
    (void)recorder;
    return lasting.pool != NULL && sets_of(device, lasting.pool, lasting.layout) &&
           device->ResetDescriptorPool(device->handle, lasting.pool, 0) == VK_SUCCESS;
}

// ---- looking

static const int64_t *number_of(const struct holdings *held, int which) {
    const int64_t *const all[] = {&held->heap, &held->descriptors, &held->threads, &held->mappings};
    return all[which];
}

// Whether one of the numbers has grown between all looks but the first ones, and not by plenty so far.
static int is_growing(const struct holdings *looks, uint32_t count) {
    int grows = 0;
    for (int which = 0; which < 4; which++) {
        int always = 1;
        for (uint32_t i = 2; i < count; i++)
            always &= *number_of(&looks[i], which) > *number_of(&looks[i - 1], which);
        if (always && which > 0 && *number_of(&looks[count - 1], which) > *number_of(looks, which) + PLENTY) return 0;
        grows |= always;
    }
    return grows;
}

static void answer_looks(const char *kind, const struct holdings *looks, uint32_t count) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (to == NULL) return answer_left_out(kind, "no memory");
    fputs("{\"samples\":[", to);
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, "%s{\"round\":%u,\"heap\":%lld,\"descriptors\":%lld,\"threads\":%lld,\"mappings\":%lld}",
                i > 0 ? "," : "", (i + 1) * EVERY, (long long)looks[i].heap, (long long)looks[i].descriptors,
                (long long)looks[i].threads, (long long)looks[i].mappings);
    fputs("]}", to);
    if (fclose(to) == 0) answer_json(kind, text);
    free(text);
}

static void grow(const char *kind, struct device *device, struct recorder *recorder,
                 int (*live)(struct device *, struct recorder *)) {
    struct holdings looks[MOST_LOOKS];
    uint32_t count = 0;
    while (count < FEW_LOOKS || (count < MOST_LOOKS && is_growing(looks, count))) {
        for (uint32_t i = 0; i < EVERY; i++) {
            if (is_share_over(SHARE_OF_TIME)) return answer_left_out(kind, "it takes too long");
            if (!live(device, recorder)) return answer_left_out(kind, "something could not be made");
        }
        looks[count++] = holdings_now();
    }
    answer_looks(kind, looks, count);
}

static void use(struct device *device) {
    struct recorder recorder;
    if (!recorder_make("recorder", device, &recorder)) return;
    count_waits();
    begin_lasting(device);
#define GROW(kind) grow(#kind, device, &recorder, live_##kind);
    GROWS(GROW)
    end_lasting(device);
    recorder_end(device, &recorder);
}

void act_growth(void) { device_use(use); }
