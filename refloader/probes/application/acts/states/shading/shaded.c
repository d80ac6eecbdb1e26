// The act "states", what shaders are told: specialization constants, push constants, and the number of workgroups. The
// shader "constants" writes four words for each workgroup: both constants, what was pushed, and the number of
// workgroups.
#include <stddef.h>
#include <string.h>

#include "../../../shaders/shaders.h"
#include "shading.h"

enum { HEADER_WORDS = 5, OP_SPEC_CONSTANT = 50 };  // of SPIR-V

// What the shader is given while the commands are recorded.
struct pushed {
    uint32_t at, number;
};

// ---- pipelines

static VkResult make_layout(struct shading *shading) {
    struct device *device = shading->player->device;
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct pushed)};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = 1,
                                       .pSetLayouts = &shading->binding.layout,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &range};
    return device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &shading->layout);
}

// All by one call: each has its own constants. The data begin with a word that belongs to none, and the constants are
// not in the order of their numbers.
static VkResult make_pipelines_of(struct shading *shading, VkShaderModule module) {
    struct device *device = shading->player->device;
    const uint32_t both[] = {0, SECOND_NUMBER, FIRST_NUMBER}, one[] = {0, FIRST_NUMBER};
    const VkSpecializationMapEntry of_both[] = {{SECOND_CONSTANT, 4, 4}, {FIRST_CONSTANT, 8, 4}};
    const VkSpecializationMapEntry of_one[] = {{SECOND_CONSTANT, 4, 4}};
    const VkSpecializationInfo given[] = {{2, of_both, sizeof both, both}, {1, of_one, sizeof one, one}};
    VkComputePipelineCreateInfo infos[PIPELINES];
    for (uint32_t i = 0; i < PIPELINES; i++)
        infos[i] = (VkComputePipelineCreateInfo){.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                                 .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                           .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                           .module = module,
                                                           .pName = "main",
                                                           .pSpecializationInfo = i == 0 ? NULL : &given[i - 1]},
                                                 .layout = shading->layout};
    return device->CreateComputePipelines(device->handle, NULL, PIPELINES, infos, callbacks_of("pipeline"),
                                          shading->pipelines);
}

// Other specialization constants where a pipeline gives none: the code stays valid.
static void change_constants(uint32_t *code, size_t count) {
    for (size_t i = HEADER_WORDS; i < count && code[i] >> 16 > 0; i += code[i] >> 16)
        if ((code[i] & 0xFFFF) == OP_SPEC_CONSTANT) code[i + 3] += 0x100;
}

// The code belongs to the program again as soon as the module is made.
static VkResult make_pipelines(struct shading *shading) {
    struct device *device = shading->player->device;
    uint32_t code[COUNT(constants_words)];
    VkShaderModule module;
    memcpy(code, constants_words, sizeof code);
    if (!module_make("module", device, code, sizeof code, &module)) return VK_ERROR_INITIALIZATION_FAILED;
    change_constants(code, COUNT(code));
    VkResult result = make_pipelines_of(shading, module);
    module_end(device, module);
    return result;
}

// ---- jobs

int shading_begin(struct shading *shading, uint32_t pipeline) {
    struct device *device = shading->player->device;
    VkCommandBuffer commands = shading->player->recorder.commands;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    memset(shading->words, 0, sizeof shading->words);
    if (!buffer_write("write", device, &shading->buffer, shading->words)) return 0;
    if (device->BeginCommandBuffer(commands, &info) != VK_SUCCESS) return 0;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shading->pipelines[pipeline]);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shading->layout, 0, 1,
                                  &shading->binding.set, 0, NULL);
    return 1;
}

static void push(struct shading *shading, uint32_t from, uint32_t size, const void *bytes) {
    struct device *device = shading->player->device;
    device->CmdPushConstants(shading->player->recorder.commands, shading->layout, VK_SHADER_STAGE_COMPUTE_BIT, from,
                             size, bytes);
}

void shading_push(struct shading *shading, uint32_t at, uint32_t number) {
    const struct pushed both = {at, number};
    push(shading, 0, sizeof both, &both);
}

void shading_dispatch(struct shading *shading, uint32_t groups) {
    struct device *device = shading->player->device;
    device->CmdDispatch(shading->player->recorder.commands, groups, 1, 1);
}

int shading_end(struct shading *shading) {
    struct device *device = shading->player->device;
    VkCommandBuffer commands = shading->player->recorder.commands;
    barrier(device, commands);
    return device->EndCommandBuffer(commands) == VK_SUCCESS && states_run(shading->player, commands) &&
           buffer_read("read", device, &shading->buffer, shading->words);
}

static int run_one(struct shading *shading, uint32_t pipeline) {
    if (!shading_begin(shading, pipeline)) return 0;
    shading_push(shading, 0, SECOND_NUMBER);
    shading_dispatch(shading, 1);
    return shading_end(shading);
}

static void with_constants(struct shading *shading) {
    struct player *player = shading->player;
    if (!run_one(shading, 0)) return;
    find(player, "shaders.default", shading->words[0]);
    find(player, "shaders.other_default", shading->words[1]);
    if (!run_one(shading, 1)) return;
    find(player, "shaders.specialized", shading->words[0]);
    find(player, "shaders.other_specialized", shading->words[1]);
    if (!run_one(shading, 2)) return;
    find(player, "shaders.left_default", shading->words[0]);
    find(player, "shaders.alone_specialized", shading->words[1]);
}

// Each job has what was pushed before it; a part that is pushed leaves the rest.
static void with_pushes(struct shading *shading) {
    const uint32_t number = SECOND_NUMBER, at = 3 * WORDS_OF_ONE;
    if (!shading_begin(shading, 0)) return;
    shading_push(shading, 0, FIRST_NUMBER);
    shading_dispatch(shading, 1);
    shading_push(shading, WORDS_OF_ONE, FIRST_NUMBER);
    push(shading, offsetof(struct pushed, number), sizeof number, &number);
    shading_dispatch(shading, 1);
    push(shading, offsetof(struct pushed, at), sizeof at, &at);
    shading_dispatch(shading, 1);
    if (!shading_end(shading)) return;
    find(shading->player, "shaders.pushed", shading->words[2]);
    find(shading->player, "shaders.pushed_later", shading->words[WORDS_OF_ONE + 2]);
    find(shading->player, "shaders.pushed_first", shading->words[3 * WORDS_OF_ONE + 2]);
}

static void with_groups(struct shading *shading) {
    if (!shading_begin(shading, 0)) return;
    shading_push(shading, 0, FIRST_NUMBER);
    shading_dispatch(shading, 3);
    if (!shading_end(shading)) return;
    find(shading->player, "shaders.groups", shading->words[3]);
    find(shading->player, "shaders.last_group", shading->words[2 * WORDS_OF_ONE + 2]);
    find(shading->player, "shaders.behind_groups", shading->words[3 * WORDS_OF_ONE + 2]);
}

// ---- on two threads, one after the other

static void *dispatch_and_end(void *argument) {
    struct shading *shading = argument;
    shading_dispatch(shading, 1);
    barrier(shading->player->device, shading->player->recorder.commands);
    return shading->player->device->EndCommandBuffer(shading->player->recorder.commands) == VK_SUCCESS ? shading : NULL;
}

static void *push_number(void *argument) {
    shading_push(argument, 0, SECOND_NUMBER);
    return argument;
}

// What a function gives that goes on with the recording while this thread waits for its end; NULL where it cannot.
static void *elsewhere(struct shading *shading, void *(*go_on)(void *)) {
    pthread_t thread;
    void *result = NULL;
    if (pthread_create(&thread, NULL, go_on, shading) != 0) return NULL;
    pthread_join(thread, &result);
    return result;
}

// A command buffer is whose turn it is: only two at once are forbidden.
static void with_threads(struct shading *shading) {
    struct player *player = shading->player;
    struct device *device = player->device;
    if (!shading_begin(shading, 0)) return;
    shading_push(shading, 0, FIRST_NUMBER);
    if (elsewhere(shading, dispatch_and_end) == NULL) return;
    if (!states_run(player, player->recorder.commands) || !buffer_read("read", device, &shading->buffer, shading->words)) return;
    find(player, "shaders.ended_elsewhere", shading->words[2]);
    if (!shading_begin(shading, 0) || elsewhere(shading, push_number) == NULL) return;
    shading_dispatch(shading, 1);
    if (shading_end(shading)) find(player, "shaders.pushed_elsewhere", shading->words[2]);
}

// Two command buffers that are recorded by turns: pipelines and numbers of one are not the other's.
static int record_by_turns(struct shading *shading, const VkCommandBuffer *turns) {
    struct player *player = shading->player;
    for (uint32_t i = 0; i < 4; i++) {
        player->recorder.commands = turns[i % 2];
        if (i < 2 && !shading_begin(shading, i)) return 0;
        if (i < 2) shading_push(shading, i * WORDS_OF_ONE, i == 0 ? FIRST_NUMBER : SECOND_NUMBER);
        else if (dispatch_and_end(shading) == NULL) return 0;
    }
    return states_run(player, turns[0]) && states_run(player, turns[1]) &&
           buffer_read("read", player->device, &shading->buffer, shading->words);
}

static void with_turns(struct shading *shading) {
    struct player *player = shading->player;
    const struct recorder own = player->recorder;
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = own.pool, .commandBufferCount = 1};
    VkCommandBuffer turns[] = {own.commands, NULL};
    if (player->device->AllocateCommandBuffers(player->device->handle, &info, &turns[1]) != VK_SUCCESS) return;
    if (record_by_turns(shading, turns)) {
        find(player, "shaders.first_by_turns", shading->words[0]);
        find(player, "shaders.pushed_by_turns", shading->words[2]);
        find(player, "shaders.second_by_turns", shading->words[WORDS_OF_ONE]);
    }
    player->recorder = own;
    player->device->FreeCommandBuffers(player->device->handle, own.pool, 1, &turns[1]);
}

// ---- pipelines that are not made

// Of two pipelines the second one may be refused, as it would have to be compiled; its place then has no handle.
static void refuse_one(struct shading *shading, VkShaderModule module) {
    struct device *device = shading->player->device;
    const VkPipeline unwritten = (VkPipeline)(uintptr_t)FIRST_NUMBER;
    const uint32_t number = SECOND_NUMBER;
    const VkSpecializationMapEntry entry = {FIRST_CONSTANT, 0, sizeof number};
    const VkSpecializationInfo given = {1, &entry, sizeof number, &number};
    VkPipeline made[] = {unwritten, unwritten};
    VkComputePipelineCreateInfo infos[COUNT(made)];
    for (uint32_t i = 0; i < COUNT(made); i++)
        infos[i] = (VkComputePipelineCreateInfo){
            .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
            .flags = i == 1 ? VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT : 0,
            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                      .module = module,
                      .pName = "main",
                      .pSpecializationInfo = i == 1 ? &given : NULL},
            .layout = shading->layout};
    VkResult result = device->CreateComputePipelines(device->handle, NULL, COUNT(made), infos, callbacks_of("pipeline"), made);
    if (result == VK_PIPELINE_COMPILE_REQUIRED) find(shading->player, "shaders.refused", made[1] == NULL);
    for (uint32_t i = 0; i < COUNT(made); i++)
        if (made[i] != unwritten) device->DestroyPipeline(device->handle, made[i], callbacks_of("pipeline"));
}

static void with_refusals(struct shading *shading) {
    struct device *device = shading->player->device;
    VkShaderModule module;
    if (!shading->player->has_cache_control) return;
    if (!module_make("module", device, constants_words, sizeof constants_words, &module)) return;
    refuse_one(shading, module);
    module_end(device, module);
}

static void with_layout(struct shading *shading) {
    struct device *device = shading->player->device;
    if (make_pipelines(shading) == VK_SUCCESS) {
        with_constants(shading);
        with_pushes(shading);
        with_groups(shading);
        with_threads(shading);
        with_turns(shading);
        shading_with_sets(shading);
        with_refusals(shading);
    }
    for (uint32_t i = 0; i < PIPELINES; i++)
        device->DestroyPipeline(device->handle, shading->pipelines[i], callbacks_of("pipeline"));
}

void states_of_shaders(struct player *player) {
    struct device *device = player->device;
    struct shading shading = {.player = player};
    if (!(device->can & VK_QUEUE_COMPUTE_BIT)) return;
    if (!buffer_make("buffer", device, &shading.buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (binding_make("binding", device, &shading.binding, &shading.buffer)) {
        if (make_layout(&shading) == VK_SUCCESS) {
            with_layout(&shading);
            device->DestroyPipelineLayout(device->handle, shading.layout, callbacks_of("pipeline layout"));
        }
        binding_end(device, &shading.binding);
    }
    buffer_end(device, &shading.buffer);
}
