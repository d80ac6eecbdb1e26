// The act "states", sizes that do not fit in 16 bits: what a command writes to a buffer, or copies, is as long as it is
// asked for, and lies where it is asked for. All words of the buffer are compared.
#include <string.h>

#include "states.h"

enum { WORDS = 100000, SIXTEEN = 16384 };  // 65536 bytes
#define AT(word) ((VkDeviceSize)(word) * sizeof(uint32_t))

static uint32_t first_words[WORDS], expected[WORDS];

struct store {
    struct player *player;
    struct buffer from, to;
};

static uint32_t *map(struct device *device, const struct buffer *buffer) {
    void *place = NULL;
    return device->MapMemory(device->handle, buffer->memory, 0, VK_WHOLE_SIZE, 0, &place) == VK_SUCCESS ? place : NULL;
}

// The first buffer has a number of its own in each word, the second one has nothing.
static int begin_store(struct store *store) {
    struct device *device = store->player->device;
    uint32_t *from = map(device, &store->from), *to = map(device, &store->to);
    if (from != NULL) memcpy(from, first_words, sizeof first_words);
    if (to != NULL) memset(to, 0, sizeof expected);
    memset(expected, 0, sizeof expected);
    if (from != NULL) device->UnmapMemory(device->handle, store->from.memory);
    if (to != NULL) device->UnmapMemory(device->handle, store->to.memory);
    return from != NULL && to != NULL && states_begin(store->player);
}

static void end_store(struct store *store, const char *what) {
    struct device *device = store->player->device;
    uint32_t right = 0;
    if (!states_end(store->player)) return;
    const uint32_t *words = map(device, &store->to);
    if (words == NULL) return;
    for (uint32_t i = 0; i < WORDS; i++) right += words[i] == expected[i];
    device->UnmapMemory(device->handle, store->to.memory);
    find(store->player, what, right);
}

static void update(struct store *store, uint32_t word, uint32_t count, const char *what) {
    struct device *device = store->player->device;
    if (!begin_store(store)) return;
    memcpy(expected + word, first_words, AT(count));
    device->CmdUpdateBuffer(store->player->recorder.commands, store->to.handle, AT(word), AT(count), first_words);
    end_store(store, what);
}

static void fill(struct store *store, uint32_t word, uint32_t count, const char *what) {
    struct device *device = store->player->device;
    if (!begin_store(store)) return;
    for (uint32_t i = 0; i < count; i++) expected[word + i] = SECOND_NUMBER;
    device->CmdFillBuffer(store->player->recorder.commands, store->to.handle, AT(word), AT(count), SECOND_NUMBER);
    end_store(store, what);
}

static void copy(struct store *store, uint32_t from, uint32_t to, uint32_t count, const char *what) {
    struct device *device = store->player->device;
    const VkBufferCopy part = {AT(from), AT(to), AT(count)};
    if (!begin_store(store)) return;
    memcpy(expected + to, first_words + from, AT(count));
    device->CmdCopyBuffer(store->player->recorder.commands, store->from.handle, store->to.handle, 1, &part);
    end_store(store, what);
}

void states_of_sizes(struct player *player) {
    struct device *device = player->device;
    struct store store = {.player = player};
    if (player->is_lost) return;
    for (uint32_t i = 0; i < WORDS; i++) first_words[i] = FIRST_NUMBER + i;
    if (!buffer_make_large("buffer", device, &store.from, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, sizeof first_words)) return;
    if (buffer_make_large("buffer", device, &store.to, VK_BUFFER_USAGE_TRANSFER_DST_BIT, sizeof expected)) {
        update(&store, 1, SIXTEEN, "sizes.most_updated");
        update(&store, SIXTEEN + 3, SIXTEEN - 1, "sizes.updated");
        fill(&store, SIXTEEN, SIXTEEN, "sizes.filled");
        fill(&store, SIXTEEN + 1, 3 * SIXTEEN + 2, "sizes.more_filled");
        copy(&store, 1, 2 * SIXTEEN, SIXTEEN, "sizes.copied");
        copy(&store, SIXTEEN + 5, 7, 4 * SIXTEEN + 1, "sizes.more_copied");
        buffer_end(device, &store.to);
    }
    buffer_end(device, &store.from);
}
