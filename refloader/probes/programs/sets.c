// Operations on descriptor sets, and the work that depends on what is bound.
#include <string.h>

#include "program.h"

// ---- sets

static int make_set_pool(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], COUNT_OF(unit->set_pool), unit->set_pool[i].handle == NULL)
    if (slot < 0) return 0;
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 40},
                                          {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 40},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 40},
                                          {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 40}};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
                                       .maxSets = MOST_COMMAND_BUFFERS,
                                       .poolSizeCount = COUNT_OF(sizes),
                                       .pPoolSizes = sizes};
    say_call(world, "vkCreateDescriptorPool (descriptor pool %d)", slot);
    unit->set_pool[slot] = (struct set_pool_item){.allocated = 0};
    CHAINED(info);
    if (!went_well(world, unit->call.CreateDescriptorPool(unit->handle, &info, OWN, &unit->set_pool[slot].handle)))
        unit->set_pool[slot].handle = NULL;
    return 1;
}

static void forget_set(struct unit *unit, uint32_t slot) {
    invalidate_users(unit, USE_SET, slot);
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++) unit->commands[i].uses[USE_SET] &= ~(1U << slot);
    unit->set[slot] = (struct set_item){.handle = NULL};
}

static int is_set_pool_idle(const struct unit *unit, uint32_t slot) {
    if (unit->set_pool[slot].handle == NULL) return 0;
    for (uint32_t i = 0; i < COUNT_OF(unit->set); i++)
        if (unit->set[i].handle != NULL && unit->set[i].pool == slot && is_used(unit, USE_SET, i)) return 0;
    return 1;
}

static int end_set_pool(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], COUNT_OF(unit->set_pool), is_set_pool_idle(unit, i))
    if (slot < 0) return 0;
    for (uint32_t i = 0; i < COUNT_OF(unit->set); i++)
        if (unit->set[i].handle != NULL && unit->set[i].pool == (uint32_t)slot) forget_set(unit, i);
    int is_reset = (int)(word[1] & 1);
    say_call(world, "%s (descriptor pool %d)", is_reset ? "vkResetDescriptorPool" : "vkDestroyDescriptorPool", slot);
    if (is_reset) {
        went_well(world, unit->call.ResetDescriptorPool(unit->handle, unit->set_pool[slot].handle, 0));
    } else {
        unit->call.DestroyDescriptorPool(unit->handle, unit->set_pool[slot].handle, OWN);
        unit->set_pool[slot].handle = NULL;
    }
    return 1;
}

// For a pipeline layout where there is one, as most sets have to be of one.
static int allocate_sets(struct world *world, struct unit *unit, const uint32_t *word) {
    VkDescriptorSet made[3];
    VkDescriptorSetLayout layouts[3];
    uint32_t slots[3], of[3], count = 0, most = 1 + word[1] % 3;
    PICK(pool, word[0], COUNT_OF(unit->set_pool), unit->set_pool[i].handle != NULL)
    if (pool < 0) return 0;
    for (uint32_t i = 0; i < COUNT_OF(unit->set) && count < most; i++) {
        if (unit->set[i].handle != NULL) continue;
        PICK(layout, mixed(word[2], i), SLOTS, unit->set_layout[i].handle != NULL)
        if (layout < 0) return 0;
        slots[count] = i;
        of[count] = (uint32_t)layout;
        layouts[count++] = unit->set_layout[layout].handle;
    }
    if (count == 0) return 0;
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = unit->set_pool[pool].handle,
                                        .descriptorSetCount = count,
                                        .pSetLayouts = layouts};
    say_call(world, "vkAllocateDescriptorSets (%u from set %u on, descriptor pool %d)", count, slots[0], pool);
    CHAINED(info);
    if (!went_well(world, unit->call.AllocateDescriptorSets(unit->handle, &info, made))) return 1;
    for (uint32_t i = 0; i < count; i++) {
        struct set_item *set = &unit->set[slots[i]];
        *set = (struct set_item){.handle = made[i],
                                 .pool = (uint32_t)pool,
                                 .age = ++unit->aged,
                                 .layout = of[i],
                                 .layout_age = unit->set_layout[of[i]].age};
        memcpy(set->binding, unit->set_layout[of[i]].binding, sizeof set->binding);
    }
    return 1;
}

static int free_sets(struct world *world, struct unit *unit, const uint32_t *word) {
    VkDescriptorSet list[4];
    uint32_t count = 0, most = 1 + word[1] % 2, mask = 0;
    PICK(first, word[0], COUNT_OF(unit->set), unit->set[i].handle != NULL && !is_used(unit, USE_SET, i))
    if (first < 0) return 0;
    uint32_t pool = unit->set[first].pool;
    for (uint32_t i = (uint32_t)first; i < COUNT_OF(unit->set) && count < most; i++) {
        if (unit->set[i].handle == NULL || unit->set[i].pool != pool || is_used(unit, USE_SET, i)) continue;
        list[count++] = unit->set[i].handle;
        mask |= 1U << i;
        forget_set(unit, i);
    }
    if (word[2] & 1) list[count++] = NULL;  // is ignored
    say_call(world, "vkFreeDescriptorSets (sets, mask %x%s)", mask, word[2] & 1 ? ", and NULL" : "");
    went_well(world, unit->call.FreeDescriptorSets(unit->handle, unit->set_pool[pool].handle, count, list));
    return 1;
}

// The same writes by a template, whose entries are the program's own again before it is used.
static int write_by_template(struct world *world, struct unit *unit, int slot, const VkWriteDescriptorSet *writes, uint32_t count,
                             const VkDescriptorBufferInfo *infos) {
    VkDescriptorUpdateTemplateEntry entries[MOST_BINDINGS * 2];
    VkDescriptorUpdateTemplate template = NULL;
    PICK(layout, unit->set[slot].layout, SLOTS, unit->set_layout[i].age == unit->set[slot].layout_age)
    if (layout < 0) return 0;
    for (uint32_t i = 0; i < count; i++)
        entries[i] = (VkDescriptorUpdateTemplateEntry){.dstBinding = writes[i].dstBinding,
                                                       .dstArrayElement = writes[i].dstArrayElement,
                                                       .descriptorCount = writes[i].descriptorCount,
                                                       .descriptorType = writes[i].descriptorType,
                                                       .offset = (size_t)(writes[i].pBufferInfo - infos) * sizeof *infos,
                                                       .stride = sizeof *infos};
    VkDescriptorUpdateTemplateCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
                                                 .descriptorUpdateEntryCount = count,
                                                 .pDescriptorUpdateEntries = entries,
                                                 .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
                                                 .descriptorSetLayout = unit->set_layout[layout].handle};
    say_call(world, "vkCreateDescriptorUpdateTemplate, vkUpdateDescriptorSetWithTemplate (set %d, %u entries)", slot, count);
    CHAINED(info);
    if (!went_well(world, unit->call.CreateDescriptorUpdateTemplate(unit->handle, &info, OWN, &template))) return 0;
    memset(entries, 0x5A, sizeof entries);
    unit->call.UpdateDescriptorSetWithTemplate(unit->handle, unit->set[slot].handle, template, infos);
    unit->call.DestroyDescriptorUpdateTemplate(unit->handle, template, OWN);
    return 1;
}

// What one write has no room for in its binding goes on in the next one, if that is of the same type.
static uint32_t join_writes(const struct set_item *set, VkWriteDescriptorSet *writes, uint32_t count, int by_template) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        VkWriteDescriptorSet *last = left == 0 ? NULL : &writes[left - 1];
        int goes_on = last != NULL && last->descriptorType == writes[i].descriptorType &&
                      last->pBufferInfo + last->descriptorCount == writes[i].pBufferInfo;
        uint32_t from = i == 0 ? 0 : writes[i - 1].dstBinding;
        // Releases of the validation layer take all bindings of an entry of a template for equally large.
        int is_alike = !by_template || set->binding[writes[i].dstBinding].count == set->binding[from].count;
        if (goes_on && is_alike && writes[i].dstBinding - from <= 1) {
            last->descriptorCount += writes[i].descriptorCount;
            continue;
        }
        writes[left++] = writes[i];
    }
    return left;
}

// The whole of a set comes from another one of the same layout, in one copy for each run of bindings of a type.
// Sets are not updated once their layout is gone.
static int has_layout(const struct unit *unit, uint32_t set) {
    const struct set_layout_item *layout = &unit->set_layout[unit->set[set].layout];
    return layout->handle != NULL && layout->age == unit->set[set].layout_age;
}

static int copy_set(struct world *world, struct unit *unit, const uint32_t *word) {
    VkCopyDescriptorSet copies[MOST_BINDINGS * 2];
    uint32_t count = 0;
    PICK(from, word[0], COUNT_OF(unit->set), unit->set[i].handle != NULL && unit->set[i].is_written)
    if (from < 0) return 0;
    PICK(to, word[1], COUNT_OF(unit->set),
         unit->set[i].handle != NULL && (int)i != from && !is_used(unit, USE_SET, i) && has_layout(unit, i) &&
             memcmp(unit->set[i].binding, unit->set[from].binding, sizeof unit->set[i].binding) == 0)
    if (to < 0) return 0;
    const struct binding *binding = unit->set[from].binding;
    for (uint32_t i = 0; i < MOST_BINDINGS; i++) {
        if (binding[i].count == 0) continue;
        if (i > 0 && word[2] & 1 && binding[i - 1].count > 0 && binding[i - 1].type == binding[i].type) {
            copies[count - 1].descriptorCount += binding[i].count;
            continue;
        }
        copies[count++] = (VkCopyDescriptorSet){.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                                .srcSet = unit->set[from].handle,
                                                .srcBinding = i,
                                                .dstSet = unit->set[to].handle,
                                                .dstBinding = i,
                                                .descriptorCount = binding[i].count};
    }
    invalidate_users(unit, USE_SET, (uint32_t)to);
    unit->set[to].is_written = 1;
    unit->set[to].age = ++unit->aged;
    unit->set[to].buffers = unit->set[from].buffers;
    say_call(world, "vkUpdateDescriptorSets (set %d from set %d, %u copies)", to, from, count);
    unit->call.UpdateDescriptorSets(unit->handle, 0, NULL, count, copies);
    return 1;
}

static int write_set(struct world *world, struct unit *unit, const uint32_t *word) {
    VkDescriptorBufferInfo infos[MOST_BINDINGS * 2];
    VkWriteDescriptorSet writes[MOST_BINDINGS * 2];
    uint32_t count = 0, described = 0, buffers = 0;
    PICK(slot, word[0], COUNT_OF(unit->set),
         unit->set[i].handle != NULL && !is_used(unit, USE_SET, i) &&
             has_layout(unit, i))
    if (slot < 0) return 0;
    struct set_item *set = &unit->set[slot];
    for (uint32_t i = 0; i < MOST_BINDINGS; i++) {
        if (set->binding[i].count == 0) continue;
        for (uint32_t j = 0; j < set->binding[i].count; j++) {
            uint32_t of = mixed(word[1], i * 2 + j);
            PICK(buffer, of, SLOTS, unit->buffer[i].handle != NULL && is_of(unit->buffer[i].owner, 0))
            if (buffer < 0) return 0;
            buffers |= 1U << buffer;
            infos[described + j] = (VkDescriptorBufferInfo){unit->buffer[buffer].handle, (of >> 8) % 3 * PLACE, RANGE};
        }
        uint32_t each = word[2] & 1 ? 1 : set->binding[i].count;  // elements in one write
        for (uint32_t j = 0; j < set->binding[i].count; j += each)
            writes[count++] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                                     .dstSet = set->handle,
                                                     .dstBinding = i,
                                                     .dstArrayElement = j,
                                                     .descriptorCount = each,
                                                     .descriptorType = set->binding[i].type,
                                                     .pBufferInfo = &infos[described + j]};
        described += set->binding[i].count;
    }
    int by_template = unit->call.CreateDescriptorUpdateTemplate != NULL && word[2] & 2;
    if (word[2] & 12) count = join_writes(set, writes, count, by_template);
    invalidate_users(unit, USE_SET, (uint32_t)slot);
    if (by_template) {
        set->is_written = write_by_template(world, unit, slot, writes, count, infos);
        set->age = ++unit->aged;
        set->buffers = buffers;
        return 1;
    }
    set->age = ++unit->aged;
    set->is_written = 1;
    set->buffers = buffers;
    say_call(world, "vkUpdateDescriptorSets (set %d, %u writes of %u descriptors)", slot, count, described);
    unit->call.UpdateDescriptorSets(unit->handle, count, writes, 0, NULL);
    return 1;
}

// ---- recording

static int bind_pipeline(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_FULL(slot, word[0])
    PICK(pipeline, word[1], SLOTS, unit->pipeline[i].handle != NULL)
    if (pipeline < 0) return 0;
    commands->has_pipeline = 1;
    commands->pipeline = (uint32_t)pipeline;
    commands->uses[USE_PIPELINE] |= 1U << pipeline;
    say_call(world, "vkCmdBindPipeline (command buffer %d, pipeline %d)", slot, pipeline);
    unit->call.CmdBindPipeline(commands->handle, VK_PIPELINE_BIND_POINT_COMPUTE, unit->pipeline[pipeline].handle);
    return 1;
}

static void push_words(struct world *world, struct unit *unit, int slot, VkPipelineLayout layout, uint32_t first,
                       uint32_t count, uint32_t word) {
    uint32_t words[PUSHED / 4];
    for (uint32_t i = 0; i < count; i++) words[i] = mixed(word, i);
    say_call(world, "vkCmdPushConstants (command buffer %d, offset %u, size %u)", slot, first * 4, count * 4);
    unit->call.CmdPushConstants(unit->commands[slot].handle, layout, VK_SHADER_STAGE_COMPUTE_BIT, first * 4, count * 4, words);
    memset(words, 0x5A, sizeof words);
    for (uint32_t i = 0; i < count; i++) unit->commands[slot].pushed |= 1U << (first + i);
}

static int push_constants(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_FULL(slot, word[0])
    PICK(layout, word[1], SLOTS, unit->layout[i].handle != NULL)
    if (layout < 0) return 0;
    commands->uses[USE_LAYOUT] |= 1U << layout;
    uint32_t first = word[2] % (PUSHED / 4), count = 1 + (word[2] >> 8) % (PUSHED / 4 - first);
    push_words(world, unit, slot, unit->layout[layout].handle, first, count, word[3]);
    return 1;
}

static int fits(const struct layout_item *layout, uint32_t number, const struct set_item *set) {
    return set->handle != NULL && set->is_written && memcmp(layout->binding[number], set->binding, sizeof set->binding) == 0;
}

// Some sets of a layout, one after the other, in one call.
static int bind_some(struct world *world, struct unit *unit, int slot, uint32_t of, uint32_t first, uint32_t most, uint32_t word) {
    struct commands_item *commands = &unit->commands[slot];
    const struct layout_item *layout = &unit->layout[of];
    VkDescriptorSet sets[MOST_SETS];
    uint32_t offsets[MOST_SETS * MOST_BINDINGS * 2], count = 0, dynamic = 0, bound[MOST_SETS];
    for (; count < most && first + count < layout->set_count; count++) {
        PICK(set, mixed(word, count), COUNT_OF(unit->set), fits(layout, first + count, &unit->set[i]))
        if (set < 0) break;
        sets[count] = unit->set[set].handle;
        bound[count] = (uint32_t)set;
        for (uint32_t i = 0; i < MOST_BINDINGS; i++)
            for (uint32_t j = 0; is_dynamic(unit->set[set].binding[i].type) && j < unit->set[set].binding[i].count; j++)
                offsets[dynamic] = mixed(word, 100 + dynamic) % 2 * PLACE, dynamic++;
    }
    if (count == 0) return 0;
    if (commands->bound_by != layout->age) memset(commands->bound, 0, sizeof commands->bound);
    commands->bound_by = layout->age;
    commands->uses[USE_LAYOUT] |= 1U << of;
    for (uint32_t i = 0; i < count; i++) {
        commands->bound[first + i] = bound[i] + 1;
        commands->uses[USE_SET] |= 1U << bound[i];
        commands->uses[USE_BUFFER] |= unit->set[bound[i]].buffers;
    }
    say_call(world, "vkCmdBindDescriptorSets (command buffer %d, pipeline layout %u, %u sets from %u on, %u dynamic offsets)", slot,
             of, count, first, dynamic);
    unit->call.CmdBindDescriptorSets(commands->handle, VK_PIPELINE_BIND_POINT_COMPUTE, layout->handle, first, count, sets,
                                     dynamic, dynamic == 0 ? NULL : offsets);
    memset(offsets, 0x5A, sizeof offsets);
    return 1;
}

static int bind_sets(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_FULL(slot, word[0])
    (void)commands;
    PICK(layout, word[1], SLOTS, unit->layout[i].handle != NULL)
    if (layout < 0) return 0;
    return bind_some(world, unit, slot, (uint32_t)layout, word[2] % 4 ? 0 : word[2] % MOST_SETS, 1 + (word[2] >> 8) % MOST_SETS, word[3]);
}

// Binds what is missing first, and now and then what is there already.
static int dispatch(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_FULL(slot, word[0])
    if (!commands->has_pipeline || word[1] % 8 == 0) {
        uint32_t bind[] = {(uint32_t)slot, word[1] / 8, 0, 0};
        if (!bind_pipeline(world, unit, bind)) return 0;
    }
    const struct pipeline_item *pipeline = &unit->pipeline[commands->pipeline];
    const struct layout_item *layout = &unit->layout[pipeline->layout];
    if (pipeline->handle == NULL) return 0;
    int is_there = layout->handle != NULL && layout->age == pipeline->layout_age;
    for (uint32_t i = 0; is_there && i < layout->set_count; i++)
        if ((commands->bound_by != layout->age || commands->bound[i] == 0) &&
            !bind_some(world, unit, slot, pipeline->layout, i, 1 + word[2] % MOST_SETS, word[2]))
            return 1;
    if (commands->bound_by != pipeline->layout_age) return 1;
    if (!is_there) return 1;
    if (commands->pushed != (1U << PUSHED / 4) - 1) push_words(world, unit, slot, layout->handle, 0, PUSHED / 4, word[3]);
    int has_base = unit->call.CmdDispatchBase != NULL && word[3] >> 6 & 1;
    // What a shader writes does not tell the base.
    uint32_t base = has_base && pipeline->has_base && !plays_edges ? 1 + (word[3] >> 8) % 3 : 0;
    say_call(world, "%s (command buffer %d)", has_base ? "vkCmdDispatchBase" : "vkCmdDispatch", slot);
    if (has_base) unit->call.CmdDispatchBase(commands->handle, base, 0, base / 2, 1 + word[3] % 3, 1, 1 + (word[3] >> 4) % 2);
    else unit->call.CmdDispatch(commands->handle, 1 + word[3] % 3, 1, 1 + (word[3] >> 4) % 2);
    VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                           .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                           .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    unit->call.CmdPipelineBarrier(commands->handle, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                  VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &all, 0, NULL, 0, NULL);
    return 1;
}

const struct operation_row operations_on_sets[] = {
    {"make_set_pool", make_set_pool, 3, 0},
    {"end_set_pool", end_set_pool, 1, 0},
    {"allocate_sets", allocate_sets, 6, 0},
    {"free_sets", free_sets, 1, 0},
    {"write_set", write_set, 8, 0},
    {"copy_set", copy_set, 3, 0},
    {"bind_pipeline", bind_pipeline, 3, 0},
    {"push_constants", push_constants, 4, 0},
    {"bind_sets", bind_sets, 5, 0},
    {"dispatch", dispatch, 12, 0},
};
const uint32_t operations_on_sets_count = COUNT_OF(operations_on_sets);
