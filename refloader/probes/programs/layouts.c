// Operations on set layouts, pipeline layouts and pipelines.
#include <string.h>

#include "program.h"

static int is_recording(const struct unit *unit, enum use use, uint32_t slot) {
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++)
        if (unit->commands[i].handle != NULL && unit->commands[i].state == RECORDING_NOW && unit->commands[i].uses[use] >> slot & 1)
            return 1;
    return 0;
}

// ---- layouts

static int make_set_layout(struct world *world, struct unit *unit, const uint32_t *word) {
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                             VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
                                             VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC};
    PICK(slot, word[0], SLOTS, unit->set_layout[i].handle == NULL)
    if (slot < 0) return 0;
    struct set_layout_item *layout = &unit->set_layout[slot];
    VkDescriptorSetLayoutBinding bindings[MOST_BINDINGS];
    uint32_t count = 0, dynamic = 0;
    *layout = (struct set_layout_item){.age = ++unit->aged};
    for (uint32_t i = 0; i < MOST_BINDINGS; i++) {
        uint32_t of = mixed(word[1], i);
        struct binding *binding = &layout->binding[i];
        if (i > 0 && of % 3 == 0) continue;
        *binding = (struct binding){types[(of >> 4) % COUNT_OF(types)], 1 + (of >> 8) % 2};
        if (i > 0 && of >> 12 & 3 && binding[-1].count > 0) binding->type = binding[-1].type;  // so that a write can go on in it
        // Any device has four dynamic storage buffers and four storage buffers in a stage, over all sets.
        if (is_dynamic(binding->type)) dynamic += binding->count;
        if (dynamic > 2 && is_dynamic(binding->type)) binding->type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, dynamic -= binding->count;
        if (i > 0 && binding->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER) binding->type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        bindings[count++] = (VkDescriptorSetLayoutBinding){.binding = i,
                                                           .descriptorType = binding->type,
                                                           .descriptorCount = binding->count,
                                                           .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
    if (word[2] & 1 && count > 1) {  // in another order than their numbers
        VkDescriptorSetLayoutBinding first = bindings[0];
        bindings[0] = bindings[count - 1];
        bindings[count - 1] = first;
    }
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = count, .pBindings = bindings};
    say_call(world, "vkCreateDescriptorSetLayout (set layout %d, %u bindings, %u dynamic descriptors)", slot, count, dynamic);
    CHAINED(info);
    if (!went_well(world, unit->call.CreateDescriptorSetLayout(unit->handle, &info, OWN, &layout->handle)))
        layout->handle = NULL;
    return 1;
}

static int end_set_layout(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->set_layout[i].handle != NULL)
    if (slot < 0) return 0;
    say_call(world, "vkDestroyDescriptorSetLayout (set layout %d)", slot);
    unit->call.DestroyDescriptorSetLayout(unit->handle, unit->set_layout[slot].handle, OWN);
    unit->set_layout[slot] = (struct set_layout_item){.handle = NULL};
    return 1;
}

static int make_layout(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->layout[i].handle == NULL)
    if (slot < 0) return 0;
    struct layout_item *layout = &unit->layout[slot];
    VkDescriptorSetLayout sets[MOST_SETS];
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSHED};
    *layout = (struct layout_item){.age = ++unit->aged};
    uint32_t most = 1 + word[1] % MOST_SETS, storage = 0, dynamic = 0, uniform = 0;
    for (uint32_t i = 0; i < most; i++) {
        PICK(of, mixed(word[2], i), SLOTS, unit->set_layout[i].handle != NULL)
        if (of < 0) return 0;
        const struct binding *binding = unit->set_layout[of].binding;
        uint32_t more_storage = storage, more_dynamic = dynamic, more_uniform = uniform;
        for (uint32_t j = 0; j < MOST_BINDINGS; j++) {
            if (binding[j].type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER || binding[j].type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC)
                more_storage += binding[j].count;
            else more_uniform += binding[j].count;
            if (is_dynamic(binding[j].type)) more_dynamic += binding[j].count;
        }
        if (more_storage > 4 || more_dynamic > 4 || more_uniform > 12) continue;  // the least that any device allows
        storage = more_storage, dynamic = more_dynamic, uniform = more_uniform;
        memcpy(layout->binding[layout->set_count], binding, sizeof layout->binding[0]);
        sets[layout->set_count++] = unit->set_layout[of].handle;
    }
    if (layout->set_count == 0) return 0;
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = layout->set_count,
                                       .pSetLayouts = sets,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &range};
    say_call(world, "vkCreatePipelineLayout (pipeline layout %d of %u sets, %u dynamic descriptors)", slot, layout->set_count, dynamic);
    CHAINED(info);
    if (!went_well(world, unit->call.CreatePipelineLayout(unit->handle, &info, OWN, &layout->handle))) layout->handle = NULL;
    return 1;
}

static int end_layout(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->layout[i].handle != NULL && !is_recording(unit, USE_LAYOUT, i))
    if (slot < 0) return 0;
    say_call(world, "vkDestroyPipelineLayout (pipeline layout %d)", slot);
    unit->call.DestroyPipelineLayout(unit->handle, unit->layout[slot].handle, OWN);
    unit->layout[slot] = (struct layout_item){.handle = NULL};
    return 1;
}

// ---- pipelines

// main() {}, and a constant that can be specialized.
#define SHADER(number) \
    { \
        0x07230203, 0x00010000, 0, 8, 0, 0x00020011, 1, 0x0003000E, 0, 1, 0x0005000F, 5, 4, 0x6E69616D, 0, 0x00060010, 4, 17, \
            1, 1, 1, 0x00040047, 7, 1, 3, 0x00020013, 2, 0x00030021, 3, 2, 0x00040015, 6, 32, 0, 0x00040032, 6, 7, number, \
            0x00050036, 2, 4, 0, 3, 0x000200F8, 5, 0x000100FD, 0x00010038 \
    }

static int make_pipelines(struct world *world, struct unit *unit, const uint32_t *word) {
    VkPipeline made[2] = {NULL, NULL};
    uint32_t slots[2], count = 0, most = 1 + word[1] % 2;
    uint32_t code[MOST_SHADER_WORDS] = SHADER(5);
    size_t code_size = sizeof(uint32_t[])SHADER(5);
    PICK(layout, word[2], SLOTS, unit->layout[i].handle != NULL)
    if (layout < 0) return 0;
    for (uint32_t i = 0; i < SLOTS && count < most; i++)
        if (unit->pipeline[(word[0] + i) % SLOTS].handle == NULL) slots[count++] = (word[0] + i) % SLOTS;
    if (count == 0) return 0;
    if (world->ground->shader != NULL) code_size = sizeof *code * world->ground->shader(&unit->layout[layout], code);
    VkShaderModuleCreateInfo shader = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = code_size, .pCode = code};
    VkShaderModule module = NULL;
    say_call(world, "vkCreateShaderModule, vkCreateComputePipelines (%u from pipeline %u on, of pipeline layout %d)", count,
             slots[0], layout);
    CHAINED(shader);
    if (!went_well(world, unit->call.CreateShaderModule(unit->handle, &shader, OWN, &module))) return 1;
    int has_base = unit->call.CmdDispatchBase != NULL && word[1] >> 1 & 1;
    VkSpecializationMapEntry entry = {.constantID = 3, .size = 4};
    uint32_t constants[] = {word[3], mixed(word[3], 1)};
    VkSpecializationInfo specialized[2];
    VkComputePipelineCreateInfo infos[2];
    for (uint32_t i = 0; i < count; i++) {
        specialized[i] = (VkSpecializationInfo){1, &entry, sizeof constants[i], &constants[i]};
        infos[i] = (VkComputePipelineCreateInfo){
            .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                      .module = module,
                      .pName = "main",
                      .pSpecializationInfo = &specialized[i]},
            .layout = unit->layout[layout].handle,
            .basePipelineIndex = -1};
        if (has_base) infos[i].flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
    }
    if (count == 2 && word[1] >> 2 & 1) {  // the second one is derived from the first one
        infos[0].flags |= VK_PIPELINE_CREATE_ALLOW_DERIVATIVES_BIT;
        infos[1].flags |= VK_PIPELINE_CREATE_DERIVATIVE_BIT;
        infos[1].basePipelineIndex = 0;
    }
    VkResult result = unit->call.CreateComputePipelines(unit->handle, unit->cache, count, infos, OWN, made);
    unit->call.DestroyShaderModule(unit->handle, module, OWN);
    if (!went_well(world, result)) {
        for (uint32_t i = 0; i < count; i++)  // one of them can be there all the same
            if (made[i] != NULL) unit->call.DestroyPipeline(unit->handle, made[i], OWN);
        return 1;
    }
    for (uint32_t i = 0; i < count; i++)
        unit->pipeline[slots[i]] = (struct pipeline_item){.handle = made[i],
                                                          .layout_age = unit->layout[layout].age,
                                                          .layout = (uint32_t)layout,
                                                          .has_base = has_base};
    return 1;
}

static int end_pipeline(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->pipeline[i].handle != NULL && !is_used(unit, USE_PIPELINE, i))
    if (slot < 0) return 0;
    invalidate_users(unit, USE_PIPELINE, (uint32_t)slot);
    say_call(world, "vkDestroyPipeline (pipeline %d)", slot);
    unit->call.DestroyPipeline(unit->handle, unit->pipeline[slot].handle, OWN);
    unit->pipeline[slot] = (struct pipeline_item){.handle = NULL};
    return 1;
}

const struct operation_row operations_on_layouts[] = {
    {"make_set_layout", make_set_layout, 4, 0},
    {"end_set_layout", end_set_layout, 1, 0},
    {"make_layout", make_layout, 4, 0},
    {"end_layout", end_layout, 1, 0},
    {"make_pipelines", make_pipelines, 4, 0},
    {"end_pipeline", end_pipeline, 1, 0},
};
const uint32_t operations_on_layouts_count = COUNT_OF(operations_on_layouts);
