// The act "states": what the objects of a device are like after each call, for which the Vulkan specification leaves one
// answer. The same questions are asked several times: alone, by two threads at once, of a second device beside the
// first, and of the first when that has gone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../shared/time_limit.h"
#include "../acts.h"
#include "featured/featured.h"
#include "states.h"

#define PLAYERS 2  // at once
#define SHARE_OF_TIME 0.7

static VkResult wait_idle(struct player *player) {
    pthread_mutex_lock(player->queue);  // it uses all queues of the device
    VkResult result = player->device->DeviceWaitIdle(player->device->handle);
    pthread_mutex_unlock(player->queue);
    return result;
}

VkResult states_wait(struct player *player, VkFence fence) {
    struct device *device = player->device;
    VkResult result = device->WaitForFences(device->handle, 1, &fence, VK_TRUE, LONG);
    if (result == VK_TIMEOUT) result = wait_idle(player);
    return result == VK_SUCCESS ? device->WaitForFences(device->handle, 1, &fence, VK_TRUE, NO_TIME) : result;
}

// With the first act of this process that plays.
static void begin_counting(void) {
    static int has_begun;
    if (!has_begun) has_begun = 1, count_waits();
}

// A slow device is asked for less, so that the act ends in time: only one that does not come back is left to the harness.
// What a kind of states has still to submit is left out as it is of a lost device.
int states_is_late(struct player *player) {
    if (!player->is_late && is_share_over(SHARE_OF_TIME)) find(player, "late", 1), player->is_late = 1;
    return player->is_late;
}

// What is recorded next counts on what was submitted before.
int states_submit(struct player *player, uint32_t count, const VkSubmitInfo *submits) {
    struct device *device = player->device;
    if (states_is_late(player)) player->is_lost = 1;
    if (player->is_lost) return 0;
    pthread_mutex_lock(player->queue);
    player->begun = now();
    VkResult result = device->QueueSubmit(device->queue, count, submits, player->fence);
    player->back = now();
    pthread_mutex_unlock(player->queue);
    if (result == VK_SUCCESS) {
        result = states_wait(player, player->fence);
        if (result > VK_SUCCESS) find(player, "fences.batch", result);  // a lost device or want of memory is no answer
    }
    if (result == VK_SUCCESS) player->has_worked = 1;
    if (result == VK_ERROR_DEVICE_LOST && !player->is_lost) find(player, "work.done", player->has_worked);
    if (result == VK_SUCCESS) result = device->ResetFences(device->handle, 1, &player->fence);
    player->is_lost = result != VK_SUCCESS;
    return !player->is_lost;
}

int states_run(struct player *player, VkCommandBuffer commands) {
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    return states_submit(player, 1, &submit);
}

int states_begin(struct player *player) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    return player->device->BeginCommandBuffer(player->recorder.commands, &info) == VK_SUCCESS;
}

int states_end(struct player *player) {
    barrier(player->device, player->recorder.commands);
    return player->device->EndCommandBuffer(player->recorder.commands) == VK_SUCCESS &&
           states_run(player, player->recorder.commands);
}

void states_enter(struct player *player, VkImage image) {
    const VkImageMemoryBarrier change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                         .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                         .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                         .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .image = image,
                                         .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, VK_REMAINING_ARRAY_LAYERS}};
    player->device->CmdPipelineBarrier(player->recorder.commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
}

void states_clear(struct player *player) { memset(player->words, 0, BYTES); }

int states_choose_depths(struct player *player, VkImageCreateInfo *info, VkFormatFeatureFlags features) {
    static const VkFormat formats[] = {VK_FORMAT_D32_SFLOAT_S8_UINT, VK_FORMAT_D24_UNORM_S8_UINT};
    struct device *device = player->device;
    for (size_t i = 0; i < COUNT(formats); i++) {
        VkFormatProperties can = {0};
        device->instance->GetPhysicalDeviceFormatProperties(device->gpu, formats[i], &can);
        info->format = formats[i];
        if ((can.optimalTilingFeatures & features) == features && image_is_offered(device, info)) return 1;
    }
    return 0;
}

uint32_t states_count_depths(const struct player *player, VkFormat format) {
    const uint32_t one = format == VK_FORMAT_D32_SFLOAT_S8_UINT ? 0x3F800000U : 0xFFFFFFU;
    const uint32_t bits = format == VK_FORMAT_D32_SFLOAT_S8_UINT ? UINT32_MAX : 0xFFFFFFU;
    uint32_t right = 0;
    for (uint32_t i = 0; i < TINY * TINY; i++) right += (player->words[i] & bits) == one;
    return right;
}

static void ask(struct player *player) {
    if (states_is_late(player)) return;
    if (player->offers != NULL) return states_of_featured(player);
#define ASK(kind) if (!states_is_late(player)) states_of_##kind(player);
    KINDS_OF_STATES(ASK)
    if (!player->is_alone) return;
    KINDS_ASKED_ONCE(ASK)
    // A layer may wait for the end of each submission, and that of a batch which only a later call lets go never comes.
    if (getenv("REFLOADER_NO_WAITS") != NULL || states_is_late(player)) return;
    states_of_orders(player);
    states_of_waits(player);
}

// In the order of making.
static void *play(void *argument) {
    struct player *player = argument;
    struct device *device = player->device;
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    if (!recorder_make("recorder", device, &player->recorder)) return NULL;
    if (buffer_make("buffer", device, &player->buffer,
                    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)) {
        VkResult result = device->CreateFence(device->handle, &info, callbacks_of("fence"), &player->fence);
        if (result == VK_SUCCESS) {
            result = device->MapMemory(device->handle, player->buffer.memory, 0, VK_WHOLE_SIZE, 0,
                                       (void **)&player->words);
            if (result == VK_SUCCESS) ask(player);
            if (player->has_worked && (!player->is_lost || player->is_late)) find(player, "work.done", 1);
            wait_idle(player);
            if (result == VK_SUCCESS) device->UnmapMemory(device->handle, player->buffer.memory);
            device->DestroyFence(device->handle, player->fence, callbacks_of("fence"));
        }
        buffer_end(device, &player->buffer);
    }
    recorder_end(device, &player->recorder);
    return NULL;
}

static void answer_found(const char *when, const struct player *player) {
    char step[96];
    for (uint32_t i = 0; i < player->count; i++) {
        snprintf(step, sizeof step, "%s.%s", when, player->found[i].what);
        answer_number(step, player->found[i].value);
    }
}

// Whether the device was lost before it had done any work.
static int play_alone(const char *when, struct device *device, struct player player) {
    pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
    player.device = device;
    player.queue = &queue;
    play(&player);
    answer_found(when, &player);
    return player.is_lost && !player.is_late && !player.has_worked;
}

static void play_at_once(struct device *device, const struct player *asked) {
    static const char *const when[PLAYERS] = {"first_thread", "second_thread"};
    pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
    struct player players[PLAYERS];
    pthread_t threads[PLAYERS];
    int begun[PLAYERS];
    for (int i = 0; i < PLAYERS; i++) {
        players[i] = *asked;
        players[i].device = device;
        players[i].queue = &queue;
        begun[i] = pthread_create(&threads[i], NULL, play, &players[i]) == 0;
    }
    for (int i = 0; i < PLAYERS; i++)
        if (begun[i]) pthread_join(threads[i], NULL);
    for (int i = 0; i < PLAYERS; i++) answer_found(when[i], &players[i]);
}

// The features that kinds of states need, as far as the device has them: of 1.2 the first, of 1.3 both.
struct features {
    VkPhysicalDeviceFeatures one;
    VkPhysicalDeviceVulkan12Features two;
    VkPhysicalDeviceVulkan13Features three;
    VkPhysicalDeviceMultiviewFeatures views;
    void *chain;  // for pNext of a device
};

static void ask_features(const struct device *device, struct features *to) {
    PFN_vkGetPhysicalDeviceFeatures2 ask = INSTANCE_COMMAND(device->instance, GetPhysicalDeviceFeatures2);
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &to->two};
    int is_newer = device->api >= VK_API_VERSION_1_3;
    VkPhysicalDeviceFeatures has;
    memset(to, 0, sizeof *to);
    device->instance->GetPhysicalDeviceFeatures(device->gpu, &has);
    to->one.depthBounds = has.depthBounds;
    to->one.multiDrawIndirect = has.multiDrawIndirect;
    to->one.drawIndirectFirstInstance = has.drawIndirectFirstInstance;
    to->one.textureCompressionBC = has.textureCompressionBC;
    to->one.textureCompressionETC2 = has.textureCompressionETC2;
    to->one.textureCompressionASTC_LDR = has.textureCompressionASTC_LDR;
    to->one.occlusionQueryPrecise = has.occlusionQueryPrecise;
    to->one.pipelineStatisticsQuery = has.pipelineStatisticsQuery;
    to->two.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    to->three.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    to->views.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES;
    to->two.pNext = is_newer ? (void *)&to->three : &to->views;
    to->three.pNext = &to->views;
    if (device->api < VK_API_VERSION_1_2 || ask == NULL) return;
    ask(device->gpu, &all);
    to->two = (VkPhysicalDeviceVulkan12Features){.sType = to->two.sType,
                                                 .pNext = to->two.pNext,
                                                 .drawIndirectCount = to->two.drawIndirectCount,
                                                 .hostQueryReset = to->two.hostQueryReset,
                                                 .timelineSemaphore = to->two.timelineSemaphore,
                                                 .bufferDeviceAddress = to->two.bufferDeviceAddress};
    to->three = (VkPhysicalDeviceVulkan13Features){.sType = to->three.sType,
                                                   .pNext = &to->views,
                                                   .privateData = to->three.privateData,
                                                   .inlineUniformBlock = to->three.inlineUniformBlock,
                                                   .synchronization2 = to->three.synchronization2,
                                                   .dynamicRendering = to->three.dynamicRendering,
                                                   .pipelineCreationCacheControl =
                                                       to->three.pipelineCreationCacheControl,
                                                   .maintenance4 = to->three.maintenance4};
    to->views = (VkPhysicalDeviceMultiviewFeatures){.sType = to->views.sType, .multiview = to->views.multiview};
    to->chain = &to->two;
}

static void play_featured(struct instance *instance) {
    struct offers offers;
    struct device device;
    device_choose(&device, instance, instance->gpus[0]);
    if (!can_draw_or_compute(&device)) return;
    offers_ask(&device, &offers);
    if (!offers_take(&device, instance, &offers)) return;
    play_alone("featured", &device, (struct player){.offers = &offers});
    device_end(&device);
}

static void play_all(struct instance *instance) {
    struct features features;
    struct device device, other;
    device_choose(&device, instance, instance->gpus[0]);
    if (!can_fill(&device)) return answer_left_out("device", CANNOT_FILL);
    ask_features(&device, &features);
    const struct player asked = {.counts = features.two.timelineSemaphore == VK_TRUE,
                                 .resets_by_host = features.two.hostQueryReset == VK_TRUE,
                                 .has_addresses = features.two.bufferDeviceAddress == VK_TRUE,
                                 .has_submit2 = features.three.synchronization2 == VK_TRUE,
                                 .has_maintenance4 = features.three.maintenance4 == VK_TRUE};
    struct player alone = asked;
    alone.has_cache_control = features.three.pipelineCreationCacheControl == VK_TRUE;
    alone.has_private_data = features.three.privateData == VK_TRUE;
    alone.has_blocks = features.three.inlineUniformBlock == VK_TRUE;
    alone.has_views = features.views.multiview == VK_TRUE;
    alone.has_depth_bounds = features.one.depthBounds == VK_TRUE;
    alone.has_many_draws = features.one.multiDrawIndirect == VK_TRUE;
    alone.has_first_instances = features.one.drawIndirectFirstInstance == VK_TRUE;
    alone.has_draw_counts = alone.has_many_draws && features.two.drawIndirectCount == VK_TRUE;
    alone.has_rendering = features.three.dynamicRendering == VK_TRUE;
    alone.has_exact_counts = features.one.occlusionQueryPrecise == VK_TRUE;
    alone.has_statistics = features.one.pipelineStatisticsQuery == VK_TRUE;
    alone.blocks = (features.one.textureCompressionBC ? BC : 0U) | (features.one.textureCompressionETC2 ? ETC2 : 0U) |
                   (features.one.textureCompressionASTC_LDR ? ASTC : 0U);
    alone.is_alone = 1;
    struct wish wish = {.chain = features.chain, .features = &features.one};
    if (!device_make("device", &device, instance, &wish)) return;
    int lost = play_alone("alone", &device, alone);
    play_at_once(&device, &asked);
    if (device_make("device_2", &other, instance, &wish)) {
        lost += play_alone("beside", &other, asked);
        states_of_both(&device, &other);
        device_end(&other);
        play_alone("afterwards", &device, asked);
    }
    device_end(&device);
    if (lost < 2 || !device_make("device_3", &other, instance, &wish)) return;
    play_alone("anew", &other, asked);
    device_end(&other);
}

void act_states(void) {
    struct instance instance;
    begin_counting();
    if (!instance_make("instance", &instance, NULL)) return;
    play_all(&instance);
    instance_end(&instance);
}

// Of a device with all that it offers.
void act_featured(void) {
    struct instance instance;
    begin_counting();
    if (!instance_make("instance", &instance, NULL)) return;
    play_featured(&instance);
    instance_end(&instance);
}
