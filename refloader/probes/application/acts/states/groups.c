// The act "states", workgroups: which of them a dispatch has, and which numbers they have. The shader "groups"
// adds to one word for each workgroup, at the place that its WorkgroupId says, numbers of WorkgroupId and NumWorkgroups.
#include <string.h>

#include "../../pipelines.h"
#include "../../shaders/shaders.h"
#include "states.h"

enum { WORDS = BYTES / sizeof(uint32_t), ROW = 8, SLICE = 32 };

struct grid {
    struct player *player;
    struct buffer buffer, arguments;
    struct binding binding;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    PFN_vkCmdDispatchBase dispatch_base;  // NULL before 1.1
    uint32_t expected[WORDS];
};

struct triple {
    uint32_t x, y, z;
};

static const struct triple from_zero = {0, 0, 0};

static VkResult make_pipeline(struct grid *grid) {
    struct device *device = grid->player->device;
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &grid->binding.layout};
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .flags = grid->dispatch_base == NULL ? 0 : VK_PIPELINE_CREATE_DISPATCH_BASE_BIT,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .pName = "main"}};
    VkResult result = made(
        device->CreatePipelineLayout(device->handle, &layout, callbacks_of("pipeline layout"), &grid->layout), &grid->layout);
    if (result != VK_SUCCESS) return result;
    info.layout = grid->layout;
    if (!module_make("module", device, groups_words, sizeof groups_words, &info.stage.module))
        return VK_ERROR_INITIALIZATION_FAILED;
    result = made(device->CreateComputePipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), &grid->pipeline),
                  &grid->pipeline);
    module_end(device, info.stage.module);
    return result;
}

// ---- dispatches, and what they lead to

static void expect(struct grid *grid, struct triple base, struct triple count) {
    for (uint32_t z = base.z; z < base.z + count.z; z++)
        for (uint32_t y = base.y; y < base.y + count.y; y++)
            for (uint32_t x = base.x; x < base.x + count.x; x++)
                grid->expected[x + ROW * y + SLICE * z] += 1 + x + 0x10 * y + 0x100 * z + 0x1000 * count.x +
                                                           0x10000 * count.y + 0x100000 * count.z;
}

static int begin_grid(struct grid *grid) {
    struct device *device = grid->player->device;
    VkCommandBuffer commands = grid->player->recorder.commands;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    memset(grid->expected, 0, sizeof grid->expected);
    if (!buffer_write("write", device, &grid->buffer, grid->expected)) return 0;
    if (device->BeginCommandBuffer(commands, &info) != VK_SUCCESS) return 0;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, grid->pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, grid->layout, 0, 1, &grid->binding.set, 0, NULL);
    return 1;
}

static void dispatch(struct grid *grid, struct triple count) {
    struct device *device = grid->player->device;
    device->CmdDispatch(grid->player->recorder.commands, count.x, count.y, count.z);
    barrier(device, grid->player->recorder.commands);
    expect(grid, from_zero, count);
}

static void dispatch_from(struct grid *grid, struct triple base, struct triple count) {
    VkCommandBuffer commands = grid->player->recorder.commands;
    grid->dispatch_base(commands, base.x, base.y, base.z, count.x, count.y, count.z);
    barrier(grid->player->device, commands);
    expect(grid, base, count);
}

static void end_grid(struct grid *grid, const char *what) {
    struct device *device = grid->player->device;
    VkCommandBuffer commands = grid->player->recorder.commands;
    uint32_t words[WORDS], right = 0;
    if (device->EndCommandBuffer(commands) != VK_SUCCESS || !states_run(grid->player, commands)) return;
    if (!buffer_read("read", device, &grid->buffer, words)) return;
    for (uint32_t i = 0; i < WORDS; i++) right += words[i] == grid->expected[i];
    find(grid->player, what, right);
}

static void without_base(struct grid *grid) {
    if (!begin_grid(grid)) return;
    dispatch(grid, (struct triple){3, 2, 2});
    end_grid(grid, "groups.all");
    if (!begin_grid(grid)) return;
    dispatch(grid, (struct triple){0, 2, 2});
    dispatch(grid, (struct triple){2, 0, 1});
    end_grid(grid, "groups.none");
}

// The numbers are not the first of the buffer.
static void by_buffer(struct grid *grid) {
    struct device *device = grid->player->device;
    const struct triple before = {1, 1, 1}, count = {2, 3, 4};
    uint32_t words[WORDS] = {0};
    memcpy(words, &before, sizeof before);
    memcpy(words + 4, &count, sizeof count);
    if (!buffer_write("write", device, &grid->arguments, words) || !begin_grid(grid)) return;
    device->CmdDispatchIndirect(grid->player->recorder.commands, grid->arguments.handle, 4 * sizeof *words);
    barrier(device, grid->player->recorder.commands);
    expect(grid, from_zero, count);
    end_grid(grid, "groups.indirect");
}

static void with_base(struct grid *grid) {
    if (grid->dispatch_base == NULL || !begin_grid(grid)) return;
    dispatch_from(grid, (struct triple){5, 1, 2}, (struct triple){2, 2, 3});
    end_grid(grid, "groups.from_base");
    if (!begin_grid(grid)) return;
    dispatch_from(grid, (struct triple){0, 0, 7}, (struct triple){1, 1, 1});
    dispatch_from(grid, from_zero, (struct triple){2, 1, 1});
    dispatch(grid, (struct triple){1, 3, 1});
    end_grid(grid, "groups.after_base");
}

static void with_buffer(struct grid *grid) {
    struct device *device = grid->player->device;
    if (make_pipeline(grid) == VK_SUCCESS) {
        without_base(grid);
        with_base(grid);
        if (buffer_make("buffer", device, &grid->arguments, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT)) {
            by_buffer(grid);
            buffer_end(device, &grid->arguments);
        }
    }
    device->DestroyPipeline(device->handle, grid->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(device->handle, grid->layout, callbacks_of("pipeline layout"));
}

void states_of_groups(struct player *player) {
    struct device *device = player->device;
    struct grid grid = {.player = player};
    if (!(device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost) return;
    if (device->api >= VK_API_VERSION_1_1) grid.dispatch_base = DEVICE_COMMAND(device, CmdDispatchBase);
    if (!buffer_make("buffer", device, &grid.buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (binding_make("binding", device, &grid.binding, &grid.buffer)) {
        with_buffer(&grid);
        binding_end(device, &grid.binding);
    }
    buffer_end(device, &grid.buffer);
}
