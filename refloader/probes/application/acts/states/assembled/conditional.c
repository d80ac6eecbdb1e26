// The act "states", draws and dispatches on a condition (VK_EXT_conditional_rendering): a word of a buffer that is zero, or with
// the flag "inverted" one that is not, has them left out. Structures of extensions are no part of Vulkan's ordinary headers.
#include "../../../shaders/shaders.h"
#include "assembled.h"

struct condition_info {
    VkStructureType type;
    const void *next;
    VkBuffer buffer;
    VkDeviceSize offset;
    VkFlags flags;
};
#define CONDITION_INFO ((VkStructureType)1000081002)
#define CONDITION_USAGE ((VkBufferUsageFlags)0x200)
typedef void (*begin_condition)(VkCommandBuffer, const struct condition_info *);
typedef void (*end_condition)(VkCommandBuffer);

enum { INVERTED = 1, ZERO_AT = 3, OTHER_AT = 7, HIGH_BIT_AT = 9, GROUPS = 3 };

// The whole word counts: it is no byte, and no number that has to be 1.
static const struct condition {
    const char *drawn, *computed;
    VkDeviceSize at;
    VkFlags flags;
    int is_done, is_behind;  // the commands follow the end of the condition, which is none of theirs
} conditions[] = {
    {"conditional.drawn", "conditional.computed", OTHER_AT, 0, 1, 0},
    {"conditional.high_bit", "conditional.high_bit_computed", HIGH_BIT_AT, 0, 1, 0},
    {"conditional.left_out", "conditional.left_out_computed", ZERO_AT, 0, 0, 0},
    {"conditional.inverted", "conditional.inverted_computed", ZERO_AT, INVERTED, 1, 0},
    {"conditional.inverted_left_out", "conditional.inverted_left_out_computed", OTHER_AT, INVERTED, 0, 0},
    {"conditional.behind", "conditional.behind_computed", ZERO_AT, 0, 1, 1},
};

struct asked {
    const struct condition *condition;
    VkBuffer buffer;
    begin_condition begin;
    end_condition end;
};

// All words but the one in question say the opposite.
static int buffer_of(struct device *device, const struct condition *condition, struct buffer *to) {
    uint32_t words[BYTES / sizeof(uint32_t)];
    for (uint32_t i = 0; i < COUNT(words); i++) words[i] = condition->at == ZERO_AT;
    words[condition->at] = condition->at == ZERO_AT ? 0 : condition->at == HIGH_BIT_AT ? 0x80000000U : 2;
    return buffer_write("write", device, to, words);
}

static void record_end_of(const struct assembly *assembly, const void *data) {
    ((const struct asked *)data)->end(assembly->player->recorder.commands);
}

static void record_begin_of(const struct assembly *assembly, const void *data) {
    const struct asked *asked = data;
    const struct condition_info info = {CONDITION_INFO, NULL, asked->buffer, sizeof(uint32_t) * asked->condition->at, asked->condition->flags};
    asked->begin(assembly->player->recorder.commands, &info);
    if (asked->condition->is_behind) record_end_of(assembly, data);
}

// ---- draws

static int commands_of(struct device *device, struct asked *to) {
    to->begin = (begin_condition)device_command(device, "vkCmdBeginConditionalRenderingEXT");
    to->end = (end_condition)device_command(device, "vkCmdEndConditionalRenderingEXT");
    return to->begin != NULL && to->end != NULL;
}

static void draw_each(struct assembly *assembly) {
    struct device *device = assembly->player->device;
    struct asked asked;
    struct buffer buffer;
    if (!commands_of(device, &asked) || !buffer_make_at("buffer", device, &buffer, CONDITION_USAGE, 1)) return;
    asked.buffer = buffer.handle;
    for (size_t i = 0; i < COUNT(conditions) && !assembly->player->is_lost; i++) {
        const struct look look = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, PLAIN, .before = record_begin_of, .behind = conditions[i].is_behind ? NULL : record_end_of, .data = &asked};
        asked.condition = &conditions[i];
        if (buffer_of(device, asked.condition, &buffer))
            assembly_draw(assembly, conditions[i].drawn, &look, VERTICES(square), conditions[i].is_done ? is_of_square : is_of_nothing);
    }
    buffer_end(device, &buffer);
}

// ---- dispatches

static void compute(struct computing *computing, VkPipeline pipeline, const struct asked *asked) {
    struct player *player = computing->player;
    struct device *device = player->device;
    const struct assembly of = {.player = player};
    VkCommandBuffer commands = player->recorder.commands;
    uint32_t right = 0;
    memset(computing->before, 0, sizeof computing->before);
    if (!buffer_write("write", device, &computing->buffer, computing->before) || !states_begin(player)) return;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, computing->layout, 0, 1, &computing->binding.set, 0, NULL);
    record_begin_of(&of, asked);
    device->CmdDispatch(commands, GROUPS, 1, 1);
    if (!asked->condition->is_behind) record_end_of(&of, asked);
    if (!states_end(player) || !buffer_read("read", device, &computing->buffer, computing->words)) return;
    for (uint32_t i = 0; i < COUNT(computing->words); i++)
        right += computing->words[i] == (i < GROUPS && asked->condition->is_done ? 1 + i + 0x1000 * GROUPS + 0x110000 : 0);
    find(player, asked->condition->computed, right);
}

static void compute_each(struct player *player) {
    struct device *device = player->device;
    struct asked asked;
    struct buffer buffer;
    struct computing computing;
    VkPipeline pipeline;
    if (!commands_of(device, &asked) || !computing_make(&computing, player)) return;
    if (buffer_make_at("buffer", device, &buffer, CONDITION_USAGE, 1)) {
        asked.buffer = buffer.handle;
        if (compute_pipeline_make(device, SHADER(groups_words), NULL, computing.layout, &pipeline) == VK_SUCCESS)
            for (size_t i = 0; i < COUNT(conditions) && !player->is_lost; i++) {
                asked.condition = &conditions[i];
                if (buffer_of(device, asked.condition, &buffer)) compute(&computing, pipeline, &asked);
            }
        device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
        buffer_end(device, &buffer);
    }
    computing_end(&computing);
}

void states_of_conditional(const struct featured *featured) {
    if (!featured->offers->conditions.has[0]) return;
    assembly_use(featured, draw_each);
    if (featured->player->device->can & VK_QUEUE_COMPUTE_BIT) compute_each(featured->player);
}
