// See watch.h.
#include "watch.h"

#include <stdio.h>

#include "../driver_prober.h"

#define MOST_WATCHED (UNITS * (MOST_COMMAND_BUFFERS + 4))

struct watched {
    void *handle;
    uintptr_t word;
};
static struct watched known[MOST_WATCHED], living[MOST_WATCHED];
static uint32_t known_count, living_count;
static void *remade[UNITS * 4];  // made by this step, maybe where others were before
static uint32_t remade_count;

static void note(void *handle) {
    if (remade_count < COUNT_OF(remade)) remade[remade_count++] = handle;
}

VkResult watch_instance(VkInstance instance) { return note(instance), VK_SUCCESS; }
VkResult watch_device(VkDevice device) { return note(device), VK_SUCCESS; }

void forget_watched(void) { known_count = remade_count = 0; }

static int is_remade(const void *handle) {
    for (uint32_t i = 0; i < remade_count; i++)
        if (remade[i] == handle) return 1;
    return 0;
}

static const struct watched *among(const struct watched *list, uint32_t count, const void *handle) {
    for (uint32_t i = 0; i < count; i++)
        if (list[i].handle == handle) return &list[i];
    return NULL;
}

static void look_at(struct world *world, void *handle, int is_new, const char *noun) {
    uintptr_t first_word;
    if (handle == NULL || living_count == MOST_WATCHED || among(living, living_count, handle) != NULL) return;
    const struct watched *before = is_new ? NULL : among(known, known_count, handle);
    struct watched *now = &living[living_count++];
    if (before == NULL) {
        *now = (struct watched){.handle = handle};
        if (take_over(handle, &first_word)) now->word = *(uintptr_t *)handle;
        return;
    }
    *now = *before;
    if (now->word == 0 || *(uintptr_t *)handle == now->word || world->story->broken[0] != '\0') return;
    const char *call = world->story->count == 0 ? "" : world->story->line[world->story->count - 1].call;
    snprintf(world->story->broken, sizeof world->story->broken, "%s writes to the first word of a %s", call, noun);
}

void watch(struct world *world) {
    living_count = 0;
    for (uint32_t i = 0; i < UNITS; i++) {
        struct unit *unit = &world->unit[i];
        void *instance = world->instance[i].handle;
        look_at(world, instance, is_remade(instance), "VkInstance");
        if (unit->handle == NULL) continue;
        int is_new = is_remade(unit->handle), is_first = is_remade(world->instance[unit->instance].handle);
        look_at(world, unit->gpu, is_first, "VkPhysicalDevice");
        look_at(world, unit->handle, is_new, "VkDevice");
        look_at(world, unit->queue, is_new, "VkQueue");
        for (uint32_t j = 0; j < MOST_COMMAND_BUFFERS; j++)
            look_at(world, unit->commands[j].handle, is_new, "VkCommandBuffer");
    }
    for (uint32_t i = 0; i < living_count; i++) known[i] = living[i];
    known_count = living_count;
    remade_count = 0;
}
