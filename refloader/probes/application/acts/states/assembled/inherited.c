// The act "states", a query that is active while a secondary command buffer is executed (inheritedQueries): it counts what that
// draws as well.
#include "../../../shaders/shaders.h"
#include "assembled.h"

static VkQueryControlFlags exactness_of(const struct assembly *assembly) {
    return assembly->offers->all.features.occlusionQueryPrecise ? VK_QUERY_CONTROL_PRECISE_BIT : 0;
}

static int record_secondary(struct assembly *assembly, VkCommandBuffer commands, VkPipeline pipeline) {
    const struct device *device = assembly->player->device;
    const VkCommandBufferInheritanceInfo inherited = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
                                                      .renderPass = assembly->numbered.pass,
                                                      .framebuffer = assembly->numbered.framebuffer,
                                                      .occlusionQueryEnable = VK_TRUE,
                                                      .queryFlags = exactness_of(assembly)};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT,
                                            .pInheritanceInfo = &inherited};
    const VkViewport viewport = {0, 0, TINY, TINY, 0, 1};
    const VkRect2D all = {{0, 0}, {TINY, TINY}};
    const VkDeviceSize from = 0;
    if (device->BeginCommandBuffer(commands, &begin) != VK_SUCCESS) return 0;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    device->CmdSetViewport(commands, 0, 1, &viewport);
    device->CmdSetScissor(commands, 0, 1, &all);
    device->CmdBindVertexBuffers(commands, 0, 1, &assembly->vertices.handle, &from);
    device->CmdDraw(commands, SQUARE_VERTICES, 1, 0, 0);
    return device->EndCommandBuffer(commands) == VK_SUCCESS;
}

// The query begins before the pass and ends behind it, as a subpass of secondary command buffers has nothing else.
static int execute(struct assembly *assembly, VkCommandBuffer secondary, VkQueryPool pool) {
    struct player *player = assembly->player;
    const struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    const VkClearValue before = {.color = {.uint32 = {0}}};
    const VkRenderPassBeginInfo pass = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = assembly->numbered.pass,
                                        .framebuffer = assembly->numbered.framebuffer,
                                        .renderArea = {{0, 0}, {TINY, TINY}},
                                        .clearValueCount = 1,
                                        .pClearValues = &before};
    if (!states_begin(player)) return 0;
    device->CmdResetQueryPool(commands, pool, 0, 1);
    image_become(player->device, commands, &assembly->numbered.image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    device->CmdBeginQuery(commands, pool, 0, exactness_of(assembly));
    device->CmdBeginRenderPass(commands, &pass, VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
    device->CmdExecuteCommands(commands, 1, &secondary);
    device->CmdEndRenderPass(commands);
    device->CmdEndQuery(commands, pool, 0);
    return states_end(player);
}

static void count(struct assembly *assembly, VkPipeline pipeline, VkQueryPool pool) {
    struct player *player = assembly->player;
    VkCommandBuffer secondary = NULL;
    uint64_t samples = 0;
    if (!assembly_write(assembly, square, SQUARE_VERTICES)) return;
    if (states_allocate(player, player->recorder.pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY, 1, &secondary) != VK_SUCCESS) return;
    if (record_secondary(assembly, secondary, pipeline) && execute(assembly, secondary, pool) &&
        player->device->GetQueryPoolResults(player->device->handle, pool, 0, 1, sizeof samples, &samples, sizeof samples,
                                            VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT) == VK_SUCCESS) {
        find(player, "inherited.some", samples > 0);
        if (exactness_of(assembly)) find(player, "inherited.exactly", (int64_t)samples);
    }
    player->device->FreeCommandBuffers(player->device->handle, player->recorder.pool, 1, &secondary);
}

static void ask_inherited(struct assembly *assembly) {
    struct device *device = assembly->player->device;
    const VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_OCCLUSION, .queryCount = 1};
    const struct look look = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, PLAIN};
    VkPipeline pipeline = 0;
    VkQueryPool pool = 0;
    if (!assembly_has_stride(assembly, sizeof(struct vertex))) return;
    if (assembly_pipeline(assembly, &look, &pipeline) == VK_SUCCESS &&
        made(device->CreateQueryPool(device->handle, &info, callbacks_of("query pool"), &pool), &pool) == VK_SUCCESS)
        count(assembly, pipeline, pool);
    device->DestroyQueryPool(device->handle, pool, callbacks_of("query pool"));
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
}

void states_of_inherited(const struct featured *featured) {
    if (featured->offers->all.features.inheritedQueries) assembly_use(featured, ask_inherited);
}
