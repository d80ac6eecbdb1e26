// The act "states": what the objects of a device are like after each call, for which the Vulkan specification leaves one
// answer. The same questions are asked several times: alone, by two threads at once, of a second device beside the
// first, and of the first when that has gone.
#include <stdio.h>
#include <string.h>

#include "acts.h"
#include "states.h"

#define PLAYERS 2  // at once

int states_submit(struct player *player, uint32_t count, const VkSubmitInfo *submits) {
    struct device *device = player->device;
    pthread_mutex_lock(player->queue);
    VkResult result = device->QueueSubmit(device->queue, count, submits, player->fence);
    pthread_mutex_unlock(player->queue);
    if (result != VK_SUCCESS) return 0;
    result = device->WaitForFences(device->handle, 1, &player->fence, VK_TRUE, LONG);
    return result == VK_SUCCESS && device->ResetFences(device->handle, 1, &player->fence) == VK_SUCCESS;
}

int states_run(struct player *player, VkCommandBuffer commands) {
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    return states_submit(player, 1, &submit);
}

void states_clear(struct player *player) { memset(player->words, 0, BYTES); }

static void ask(struct player *player) {
#define ASK(kind) states_of_##kind(player);
    KINDS_OF_STATES(ASK)
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
            device->DeviceWaitIdle(device->handle);
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

static void play_alone(const char *when, struct device *device, int counts) {
    pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
    struct player player = {.device = device, .queue = &queue, .counts = counts};
    play(&player);
    answer_found(when, &player);
}

static void play_at_once(struct device *device, int counts) {
    static const char *const when[PLAYERS] = {"first_thread", "second_thread"};
    pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
    struct player players[PLAYERS];
    pthread_t threads[PLAYERS];
    int begun[PLAYERS];
    for (int i = 0; i < PLAYERS; i++) {
        players[i] = (struct player){.device = device, .queue = &queue, .counts = counts};
        begun[i] = pthread_create(&threads[i], NULL, play, &players[i]) == 0;
    }
    for (int i = 0; i < PLAYERS; i++)
        if (begun[i]) pthread_join(threads[i], NULL);
    for (int i = 0; i < PLAYERS; i++) answer_found(when[i], &players[i]);
}

static int has_counting_semaphores(const struct device *device) {
    VkPhysicalDeviceVulkan12Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer};
    PFN_vkGetPhysicalDeviceFeatures2 features = INSTANCE_COMMAND(device->instance, GetPhysicalDeviceFeatures2);
    if (device->api < VK_API_VERSION_1_2 || features == NULL) return 0;
    features(device->gpu, &all);
    return newer.timelineSemaphore == VK_TRUE;
}

static void play_all(struct instance *instance) {
    VkPhysicalDeviceVulkan12Features two = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                            .timelineSemaphore = VK_TRUE};
    struct device device, other;
    device_choose(&device, instance, instance->gpus[0]);
    int counts = has_counting_semaphores(&device);
    struct wish wish = {.chain = counts ? &two : NULL};
    if (!device_make("device", &device, instance, &wish)) return;
    play_alone("alone", &device, counts);
    play_at_once(&device, counts);
    if (device_make("device_2", &other, instance, &wish)) {
        play_alone("beside", &other, counts);
        device_end(&other);
        play_alone("afterwards", &device, counts);
    }
    device_end(&device);
}

void act_states(void) {
    struct instance instance;
    if (!instance_make("instance", &instance, NULL)) return;
    play_all(&instance);
    instance_end(&instance);
}
