// The act "states", results of queries that a command copies: apart from each other as the stride says, from an offset
// on, of a part of the pool, in 32 bits, with their availability. Nothing else of the buffer is written.
#include <string.h>

#include "states.h"

enum { QUERIES = 3, WORDS = BYTES / sizeof(uint32_t) };
#define CANARY UINT32_C(0xA5A5A5A5)
#define WAIT VK_QUERY_RESULT_WAIT_BIT
#define WIDE VK_QUERY_RESULT_64_BIT
#define AVAILABILITY VK_QUERY_RESULT_WITH_AVAILABILITY_BIT

// One command; the offset and the stride are words.
struct copy {
    const char *what;
    uint32_t first, count, offset, stride;
    VkQueryResultFlags flags;
};

static const struct copy copies[] = {
    {"results.apart", 0, 3, 4, 8, WAIT | WIDE},
    {"results.part", 1, 2, 6, 2, WAIT | WIDE},
    {"results.available", 0, 3, 2, 6, WAIT | WIDE | AVAILABILITY},
    {"results.narrow", 0, 3, 5, 3, WAIT},
    {"results.narrow_available", 1, 2, 1, 5, WAIT | AVAILABILITY},
};

static int do_copy(struct player *player, VkQueryPool pool, const struct copy *copy) {
    for (uint32_t i = 0; i < WORDS; i++) player->words[i] = CANARY;
    if (!states_begin(player)) return 0;
    player->device->CmdCopyQueryPoolResults(player->recorder.commands, pool, copy->first, copy->count,
                                            player->buffer.handle, copy->offset * sizeof(uint32_t),
                                            copy->stride * sizeof(uint32_t), copy->flags);
    return states_end(player);
}

// What was to be written becomes the canary where it is right, and something else where it is not.
static void take(uint32_t *words, int is_wide, int is_right) {
    words[0] = is_right ? CANARY : ~CANARY;
    if (is_wide) words[1] = CANARY;
}

static uint64_t number_at(const uint32_t *words, int is_wide) {
    uint64_t wide = *words;
    if (is_wide) memcpy(&wide, words, sizeof wide);
    return wide;
}

// What overflows 32 bits may wrap or be the largest number.
static int is_result(uint64_t found, int is_wide, uint64_t value) {
    if (is_wide) return found == value;
    return found == (uint32_t)value || (value > UINT32_MAX && found == UINT32_MAX);
}

static int is_availability(uint64_t found, int is_wide, int is_available) {
    uint64_t unwritten = is_wide ? (uint64_t)CANARY << 32 | CANARY : CANARY;
    return found != unwritten && (found != 0) == is_available;
}

// How many words are as they have to be. Of a query that is reset, its availability alone is looked at: no sentence says
// what becomes of the rest of its row, of which lavapipe writes more than a result takes.
static uint32_t count_right(uint32_t *words, const struct copy *copy, const uint64_t *values, uint32_t reset) {
    int is_wide = (copy->flags & WIDE) != 0;
    uint32_t right = 0;
    for (uint32_t i = 0; i < copy->count; i++) {
        uint32_t *at = words + copy->offset + i * copy->stride, query = copy->first + i;
        uint32_t *status = at + (is_wide ? 2 : 1);
        int is_set = is_availability(number_at(status, is_wide), is_wide, query != reset);
        if (query != reset) take(at, is_wide, is_result(number_at(at, is_wide), is_wide, values[query]));
        for (uint32_t word = 0; query == reset && word < copy->stride; word++) at[word] = CANARY;
        if (copy->flags & AVAILABILITY) take(status, is_wide, is_set);
    }
    for (uint32_t i = 0; i < WORDS; i++) right += words[i] == CANARY;
    return right;
}

static void check_copy(struct player *player, VkQueryPool pool, const struct copy *copy, const uint64_t *values, uint32_t reset) {
    uint32_t words[WORDS];
    if (!do_copy(player, pool, copy)) return;
    memcpy(words, player->words, sizeof words);
    find(player, copy->what, count_right(words, copy, values, reset));
}

// ---- timestamps

static int write_times(struct player *player, VkQueryPool pool, uint64_t *values) {
    struct device *device = player->device;
    if (!states_begin(player)) return 0;
    device->CmdResetQueryPool(player->recorder.commands, pool, 0, QUERIES);
    for (uint32_t i = 0; i < QUERIES; i++)
        device->CmdWriteTimestamp(player->recorder.commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, i);
    return states_end(player) &&
           device->GetQueryPoolResults(device->handle, pool, 0, QUERIES, QUERIES * sizeof *values, values, sizeof *values,
                                       WIDE | WAIT) == VK_SUCCESS;
}

static int reset_second(struct player *player, VkQueryPool pool) {
    if (!states_begin(player)) return 0;
    player->device->CmdResetQueryPool(player->recorder.commands, pool, 1, 1);
    return states_end(player);
}

static void with_times(struct player *player, VkQueryPool pool) {
    static const struct copy partly = {"results.unavailable", 0, 3, 2, 6, WIDE | AVAILABILITY};
    uint64_t values[QUERIES] = {0};
    if (!write_times(player, pool, values)) return;
    for (uint32_t i = 0; i < COUNT(copies); i++) check_copy(player, pool, &copies[i], values, QUERIES);
    if (reset_second(player, pool)) check_copy(player, pool, &partly, values, 1);
}

// ---- counts of samples: nothing is drawn

static void with_counts(struct player *player, VkQueryPool pool) {
    static const struct copy wide = {"results.counts", 0, 3, 2, 4, WAIT | WIDE},
                             narrow = {"results.narrow_counts", 1, 2, 3, 2, WAIT};
    const uint64_t none[QUERIES] = {0};
    struct device *device = player->device;
    if (!states_begin(player)) return;
    device->CmdResetQueryPool(player->recorder.commands, pool, 0, QUERIES);
    for (uint32_t i = 0; i < QUERIES; i++) {
        device->CmdBeginQuery(player->recorder.commands, pool, i, 0);
        device->CmdEndQuery(player->recorder.commands, pool, i);
    }
    if (!states_end(player)) return;
    check_copy(player, pool, &wide, none, QUERIES);
    check_copy(player, pool, &narrow, none, QUERIES);
}

static void with_pool(struct player *player, VkQueryType type, void (*use)(struct player *, VkQueryPool)) {
    struct device *device = player->device;
    const VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = type, .queryCount = QUERIES};
    VkQueryPool pool;
    if (player->is_lost || device->CreateQueryPool(device->handle, &info, callbacks_of("query pool"), &pool) != VK_SUCCESS)
        return;
    use(player, pool);
    device->DestroyQueryPool(device->handle, pool, callbacks_of("query pool"));
}

void states_of_results(struct player *player) {
    struct device *device = player->device;
    VkQueueFamilyProperties families[32];
    uint32_t count = families_of(device->instance, device->gpu, families, COUNT(families));
    if (!can_draw_or_compute(device)) return;
    if (device->family < count && families[device->family].timestampValidBits > 0)
        with_pool(player, VK_QUERY_TYPE_TIMESTAMP, with_times);
    if (device->can & VK_QUEUE_GRAPHICS_BIT) with_pool(player, VK_QUERY_TYPE_OCCLUSION, with_counts);
}
