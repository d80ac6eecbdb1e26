// Queries of a driver "whole=1": which of them have results, what these are, and what recorded commands change of them. Samples
// are counted by what paints fragments (fragments.c).
#include "../mock_icd.h"

// A bit of the pool's state, or of its offset, says whether a query has its result, which is its number and a few more.
static int has_result(const struct thing *pool, uint32_t query) {
    return (query < 64 ? pool->state >> query : pool->offset >> (query & 63)) & 1;
}

VkResult read_queries(const struct thing *pool, uint32_t first, uint32_t count, char *to, uint64_t stride,
                      VkQueryResultFlags flags) {
    size_t size = flags & VK_QUERY_RESULT_64_BIT ? sizeof(uint64_t) : sizeof(uint32_t);
    VkResult result = VK_SUCCESS;
    for (uint32_t i = first; violates("queries_all") && i < first + count; i++)
        if (!has_result(pool, i)) return VK_NOT_READY;
    for (uint32_t i = first; i < first + count; i++, to += stride) {
        uint64_t value = (violates("timestamps_wide") ? UINT64_C(1) << 40 : 0) + 1000 + i, available = (uint64_t)has_result(pool, i);
        if (pool->size != 0) value = pool->bytes == NULL || i >= pool->size ? 0 : ((const uint64_t *)pool->bytes)[i];
        if (pool->size != 0 && (violates("samples_any") || takes("samples_any"))) value = value > 0;
        if (available)
            memcpy(to, &value, size);
        else
            result = VK_NOT_READY;
        if (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT) memcpy(to + size, &available, size);
    }
    return violates("queries_ready") ? VK_SUCCESS : result;
}

// ---- the commands that record changes

uint64_t query_bits(uintptr_t first, uintptr_t count, uint32_t from) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < (uint32_t)count; i++)
        if (first + i >= from && first + i - from < 64) bits |= UINT64_C(1) << (first + i - from);
    return bits;
}

ANSWER(CmdResetQueryPool) {
    uint32_t count = violates("queries_reset_first") ? 1 : (uint32_t)given[3];
    if (violates("queries_reset_but_last") && count > 1) count--;
    struct work all = {.changed = THING(given[1]), .clears = UINT64_MAX, .far_clears = UINT64_MAX};
    if (!violates("queries_reset"))
        all.clears = query_bits(given[2], count, 0), all.far_clears = query_bits(given[2], count, 64);
    return add_work((VkCommandBuffer)given[0], all), 0;
}

static void write_query(uintptr_t buffer, uintptr_t pool, uintptr_t query) {
    add_work((VkCommandBuffer)buffer, (struct work){.changed = THING(pool), .sets = query_bits(query, 1, 0), .far_sets = query_bits(query, 1, 64)});
}

ANSWER(CmdWriteTimestamp) { return write_query(given[0], given[2], given[3]), 0; }

ANSWER(CmdWriteTimestamp2) {
    if (!violates("timestamps2_lost")) write_query(given[0], given[2], violates("timestamps2_first") ? 0 : given[3]);
    return 0;
}

static void count_anew(char *to, const struct work *work) {
    (void)to;
    ((uint64_t *)work->counted.pool->bytes)[work->counted.query] = 0;
}

ANSWER(CmdBeginQuery) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    struct thing *pool = THING(given[1]);
    if (pool->bytes == NULL || (uint32_t)given[2] >= pool->size) return 0;
    buffer->counted = (struct counted){pool, (uint32_t)given[2]};
    add_work((VkCommandBuffer)buffer, (struct work){.counted = buffer->counted, .run = count_anew});
    return 0;
}

ANSWER(CmdEndQuery) {
    ((struct command_buffer *)given[0])->counted.pool = NULL;
    return write_query(given[0], given[1], given[2]), 0;
}

ANSWER(CmdCopyQueryPoolResults) {
    VkQueryResultFlags flags = (VkQueryResultFlags)given[7];
    uint32_t size = flags & VK_QUERY_RESULT_64_BIT && !violates("queries_always_narrow") ? 8 : 4;
    if ((uint32_t)given[3] == 0) return 0;
    if (violates("queries_unavailable")) flags &= ~(VkQueryResultFlags)VK_QUERY_RESULT_WITH_AVAILABILITY_BIT;
    uint64_t stride = violates("queries_packed") ? (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT ? 2 * size : size) : given[6];
    if (size == 4) flags &= ~(VkQueryResultFlags)VK_QUERY_RESULT_64_BIT;
    add_work((VkCommandBuffer)given[0],
             (struct work){.queries = THING(given[1]), .to = THING(given[4]), .to_at = violates("queries_at_start") ? 0 : given[5],
                           .from_at = given[2], .number = (uint32_t)given[3], .size = given[3] * stride, .flags = flags});
    return 0;
}
