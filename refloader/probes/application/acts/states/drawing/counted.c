// The act "states", what queries count of what is drawn: samples that pass, whether any does, and vertices that are assembled.
// A triangle covers a part of the image, or all of it, as for dynamic.c.
#include "dynamic.h"

enum { QUERIES = 3 };
enum { VERTICES, PRIMITIVES, STATISTICS };

static const VkRect2D whole = {{0, 0}, {TINY, TINY}}, part = {{TINY / 4, TINY / 4}, {TINY / 2, TINY / 2}};

static int reset(const struct dynamic *dynamic, VkQueryPool pool, uint32_t count) {
    struct player *player = dynamic->player;
    if (!states_begin(player)) return 0;
    player->device->CmdResetQueryPool(player->recorder.commands, pool, 0, count);
    return states_end(player);
}

static void cover(struct dynamic *dynamic, VkQueryPool pool, uint32_t query, VkQueryControlFlags flags, int pipeline,
                  const VkRect2D *place) {
    struct device *device = dynamic->player->device;
    device->CmdBeginQuery(dynamic->player->recorder.commands, pool, query, flags);
    dynamic_cover(dynamic, pipeline, place, 0);
    device->CmdEndQuery(dynamic->player->recorder.commands, pool, query);
}

// Two queries with samples, between which is one of a pipeline that has none.
static void count_samples(struct dynamic *dynamic, VkQueryPool pool, VkQueryControlFlags flags) {
    struct player *player = dynamic->player;
    struct device *device = player->device;
    uint64_t counts[QUERIES] = {0};
    if (!reset(dynamic, pool, QUERIES) || !dynamic_begin(dynamic)) return;
    cover(dynamic, pool, 0, flags, NEARER, &part);
    cover(dynamic, pool, 1, flags, UNSAMPLED, &whole);
    cover(dynamic, pool, 2, flags, NEARER, &whole);
    device->CmdEndRenderPass(player->recorder.commands);
    if (!states_end(player)) return;
    VkResult result = device->GetQueryPoolResults(device->handle, pool, 0, QUERIES, sizeof counts, counts, sizeof *counts,
                                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    if (result != VK_SUCCESS) return;
    if (flags & VK_QUERY_CONTROL_PRECISE_BIT) {
        find(player, "counted.part_exactly", (int64_t)counts[0]);
        find(player, "counted.whole_exactly", (int64_t)counts[2]);
        return;
    }
    find(player, "counted.some", counts[0] > 0 && counts[2] > 0);
    find(player, "counted.none", (int64_t)counts[1]);
}

// Devices of other kinds may count more, but these are not fewer than one triangle has.
static void count_vertices(struct dynamic *dynamic, VkQueryPool pool) {
    struct player *player = dynamic->player;
    struct device *device = player->device;
    uint64_t counts[STATISTICS] = {0};
    if (!reset(dynamic, pool, 1) || !dynamic_begin(dynamic)) return;
    cover(dynamic, pool, 0, 0, NEARER, &whole);
    device->CmdEndRenderPass(player->recorder.commands);
    if (!states_end(player)) return;
    VkResult result = device->GetQueryPoolResults(device->handle, pool, 0, 1, sizeof counts, counts, sizeof counts,
                                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    if (result != VK_SUCCESS) return;
    find(player, "counted.assembled_vertices", counts[VERTICES] >= 3);
    find(player, "counted.assembled_primitives", counts[PRIMITIVES] >= 1);
}

static VkResult make_pool(struct device *device, VkQueryType type, uint32_t count, VkQueryPool *to) {
    const VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                        .queryType = type,
                                        .queryCount = count,
                                        .pipelineStatistics = type == VK_QUERY_TYPE_PIPELINE_STATISTICS
                                                                  ? VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT |
                                                                        VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_PRIMITIVES_BIT
                                                                  : 0};
    return made(device->CreateQueryPool(device->handle, &info, callbacks_of("query pool"), to), to);
}

void states_of_counted(struct player *player) {
    struct dynamic dynamic = {.player = player};
    struct device *device = player->device;
    VkQueryPool pools[2] = {NULL, NULL};
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT) || player->is_lost) return;
    if (dynamic_make(&dynamic) && make_pool(device, VK_QUERY_TYPE_OCCLUSION, QUERIES, &pools[0]) == VK_SUCCESS) {
        count_samples(&dynamic, pools[0], 0);
        if (player->has_exact_counts) count_samples(&dynamic, pools[0], VK_QUERY_CONTROL_PRECISE_BIT);
        if (player->has_statistics && make_pool(device, VK_QUERY_TYPE_PIPELINE_STATISTICS, 1, &pools[1]) == VK_SUCCESS)
            count_vertices(&dynamic, pools[1]);
    }
    for (uint32_t i = 0; i < 2; i++) device->DestroyQueryPool(device->handle, pools[i], callbacks_of("query pool"));
    dynamic_end(&dynamic);
}
