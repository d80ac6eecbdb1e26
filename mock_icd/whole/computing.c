// The jobs that a driver "whole=1" can compute: the scripted application's shaders "numbers", "constants" and "groups",
// known by their words. The first makes three times each number of a storage buffer, and one more number on top of it;
// sixteen of them in a group. The second writes its specialization and push constants, four words in each group. The
// third adds numbers of WorkgroupId and NumWorkgroups at the place that WorkgroupId says. The trace says of which module the
// driver cannot know what it does.
#include "../mock_icd.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "../../refloader/probes/application/shaders/computed/computed.h"
#include "../../refloader/probes/application/shaders/shaders.h"
#pragma GCC diagnostic pop
#define NUMBERS_IN_A_GROUP 16U
#define WORDS_IN_A_GROUP 4U

// The constants of "constants", and then those of "sizes": their numbers, and what they are where a pipeline says nothing.
static const uint32_t constant_ids[] = {3, 11, 4, 2, 7, 9}, constant_defaults[] = {5, 7, 1, 1, 1, 0};
#define CONSTANTS 2U  // of the first

#define SHADER_ROW(name, of) {name##_words, sizeof name##_words, of},
// What these do is beyond this driver: it says that it is short of memory where a pipeline is to be made of one.
#define UNPLAYED_SHADERS(X) X(lengths) X(absent) X(samples) X(alpha) X(each_sample) X(captured) X(more_formats) \
    X(image_atomics) X(dynamic_index) X(own_index) X(cube_arrays) X(gather_offsets) X(half_numbers) \
    X(parameters) X(viewed_vertices) X(viewed_fragments) X(invoked) X(threads) X(threads_equal) X(threads_even) X(threads_odd) X(ranged) X(sampled_integers)
#define UNPLAYED_ROW_OF(name) SHADER_ROW(name, SHADER_UNPLAYED)
#define COMPUTED_ROW_OF(name, of) SHADER_ROW(name, SHADER_##of)
static const struct {
    const uint32_t *words;
    size_t size;
    enum shader shader;
} shaders[] = {SHADER_ROW(numbers, SHADER_NUMBERS) SHADER_ROW(constants, SHADER_CONSTANTS)
                   SHADER_ROW(groups, SHADER_GROUPS) SHADER_ROW(cover, SHADER_COVER) SHADER_ROW(tint, SHADER_TINT)
                   SHADER_ROW(points, SHADER_POINTS) SHADER_ROW(value, SHADER_VALUE) SHADER_ROW(pushed, SHADER_PUSHED)
                   SHADER_ROW(shape, SHADER_SHAPE) SHADER_ROW(sloped, SHADER_SLOPED) SHADER_ROW(fragment, SHADER_FRAGMENT) SHADER_ROW(masked, SHADER_MASKED) SHADER_ROW(demoted, SHADER_DEMOTED) SHADER_ROW(deep, SHADER_DEEP) SHADER_ROW(clipped, SHADER_CLIPPED) SHADER_ROW(culled, SHADER_CULLED)
                   SHADER_ROW(squares, SHADER_SQUARES) SHADER_ROW(viewports, SHADER_VIEWPORTS)
                   SHADER_ROW(corners, SHADER_CORNERS) SHADER_ROW(quads, SHADER_QUADS) SHADER_ROW(formats, SHADER_FORMATS) SHADER_ROW(taken, SHADER_TAKEN) SHADER_ROW(pair, SHADER_PAIR)
                   SHADER_ROW(sampled, SHADER_SAMPLED) SHADER_ROW(compared, SHADER_COMPARED)
                   SHADER_ROW(fetched, SHADER_FETCHED) COMPUTED_SHADERS(COMPUTED_ROW_OF)
                   UNPLAYED_SHADERS(UNPLAYED_ROW_OF)};

// "OpDecorate OBJECT DescriptorSet NUMBER": the number is all that may be otherwise.
#define OP_DECORATE 0x00040047U
#define DESCRIPTOR_SET 34U

static int is_shader(const uint32_t *words, const uint32_t *known, size_t count, uint64_t *set) {
    *set = 0;
    for (size_t i = 0; i < count; i++) {
        if (words[i] == known[i]) continue;
        if (i < 3 || known[i - 3] != OP_DECORATE || known[i - 1] != DESCRIPTOR_SET || words[i] >= BOUND_SETS) return 0;
        *set = words[i];
    }
    return 1;
}

// A module, and a pipeline, keeps the number of the set that its buffer is in as its offset.
AFTER(CreateShaderModule) {
    const VkShaderModuleCreateInfo *info = (const void *)given[1];
    for (size_t i = 0; i < COUNT(shaders); i++)
        if (info->codeSize == shaders[i].size &&
            is_shader(info->pCode, shaders[i].words, info->codeSize / sizeof(uint32_t), &made->offset)) {
            made->state = shaders[i].shader;
            made->size = (uintptr_t)info->pCode;
            return;
        }
    trace("vkCreateShaderModule code=unknown");
}

static int is_beyond(const VkPipelineShaderStageCreateInfo *stages, uint32_t count) {
    int beyond = 0;
    for (uint32_t i = 0; i < count; i++) beyond |= stages[i].module != 0 && THING((uintptr_t)stages[i].module)->state == SHADER_UNPLAYED;
    return beyond;
}

int is_pipeline_beyond(const char *command, const uintptr_t *given, uint32_t at) {
    if (strcmp(command, "vkCreateComputePipelines") == 0) return is_beyond(&((const VkComputePipelineCreateInfo *)given[3])[at].stage, 1);
    if (strcmp(command, "vkCreateGraphicsPipelines") != 0) return 0;
    const VkGraphicsPipelineCreateInfo *info = &((const VkGraphicsPipelineCreateInfo *)given[3])[at];
    return is_beyond(info->pStages, info->stageCount);
}

uint32_t constant_of(const VkSpecializationInfo *info, uint32_t id, uint32_t otherwise) {
    uint32_t value = otherwise;
    if (violates("constants_default")) return value;
    for (uint32_t i = 0; info != NULL && i < info->mapEntryCount; i++)
        if (info->pMapEntries[i].constantID == id) {
            uint32_t from = violates("constants_packed") ? i * (uint32_t)sizeof value : info->pMapEntries[i].offset;
            memcpy(&value, (const char *)info->pData + from, sizeof value);
        }
    return value;
}

// Whether the code that a module was made of is another one by now.
static int is_changed(const struct thing *module) {
    return module->state == SHADER_CONSTANTS && memcmp((const void *)(uintptr_t)module->size, constants_words, sizeof constants_words) != 0;
}

// A pipeline keeps its constants as its bytes.
AFTER(CreateComputePipelines) {
    const VkComputePipelineCreateInfo *infos = (const void *)given[3];
    const VkSpecializationInfo *info = infos[violates("constants_shared") ? 0 : at].stage.pSpecializationInfo;
    uintptr_t module = (uintptr_t)infos[at].stage.module;
    made->state = module == 0 ? SHADER_UNKNOWN : THING(module)->state;
    made->offset = module == 0 ? 0 : THING(module)->offset;
    made->bytes = malloc(sizeof constant_ids);
    const int is_late = violates("modules_late") && module != 0 && is_changed(THING(module));
    for (size_t i = 0; made->bytes != NULL && i < COUNT(constant_ids); i++)
        ((uint32_t *)made->bytes)[i] = constant_of(info, constant_ids[i], is_late ? 0 : constant_defaults[i]);
}

static int is_dynamic(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

// A layout, and a set, keeps how many dynamic descriptors it has, and whether its first binding is one of them.
AFTER(CreateDescriptorSetLayout) {
    const VkDescriptorSetLayoutCreateInfo *info = (const void *)given[1];
    made->state = made->size = made->next_binding = 0;
    memset(made->others, 0, sizeof made->others);
    for (uint32_t i = 0; i < info->bindingCount; i++) {
        const VkDescriptorSetLayoutBinding *binding = &info->pBindings[i];
        if (binding->binding == 0) made->next_binding = binding->descriptorCount;
        keep_binding(made, binding);
        if (!is_dynamic(binding->descriptorType)) continue;
        made->state += violates("offsets_by_binding") ? binding->descriptorCount > 0 : binding->descriptorCount;
        made->size |= binding->binding == 0;
    }
}

AFTER(AllocateDescriptorSets) {
    const VkDescriptorSetAllocateInfo *info = (const void *)given[1];
    const struct thing *layout = THING((uintptr_t)info->pSetLayouts[at]);
    made->state = layout->state;
    made->size = layout->size;
    made->next_binding = layout->next_binding;
    memcpy(made->others, layout->others, sizeof made->others);
}

// Where a set keeps the buffer of an element of a binding; NULL where it keeps none.
static struct descriptor *descriptor_of(struct thing *set, uint32_t binding, uint32_t element) {
    uint64_t at = (binding == 0 ? 0 : (uint64_t)set->next_binding) + element;
    return binding > 1 || at >= KEPT_DESCRIPTORS ? NULL : &set->descriptors[at];
}

static int is_storage(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

static void copy_sets(uint32_t count, const VkCopyDescriptorSet *copies) {
    if (violates("sets_copied_never")) return;
    if (violates("sets_first_copy") && count > 1) count = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from_element = violates("sets_from_start") ? 0 : copies[i].srcArrayElement;
        uint32_t to_element = violates("sets_into_start") ? 0 : copies[i].dstArrayElement;
        uint32_t of_each = violates("sets_copied_one") ? 1 : copies[i].descriptorCount;
        for (uint32_t each = 0; each < of_each; each++) {
            const struct descriptor *from =
                descriptor_of(THING((uintptr_t)copies[i].srcSet), copies[i].srcBinding, from_element + each);
            struct descriptor *to = descriptor_of(THING((uintptr_t)copies[i].dstSet), copies[i].dstBinding, to_element + each);
            if (from != NULL && to != NULL) *to = *from;
        }
    }
}

static void write_descriptor(struct descriptor *to, const VkDescriptorBufferInfo *info) {
    if (to == NULL) return;
    to->buffer = THING((uintptr_t)info->buffer);
    to->offset = violates("sets_at_start") ? 0 : info->offset;
}

// A write of more descriptors than its binding has goes on with the next one; bindings of dynamic ones have several.
static void write_set(const VkWriteDescriptorSet *write) {
    int is_one = is_dynamic(write->descriptorType) || violates("sets_in_one_binding");
    uint32_t count = is_one ? 1 : write->descriptorCount;
    uint32_t first = violates("sets_first_element") ? 0 : write->dstArrayElement;
    if (!is_storage(write->descriptorType)) return write_other(write);
    for (uint32_t i = 0; i < count; i++)
        write_descriptor(descriptor_of(THING((uintptr_t)write->dstSet), write->dstBinding, first + i), &write->pBufferInfo[i]);
}

ANSWER(UpdateDescriptorSets) {
    const VkWriteDescriptorSet *writes = (const void *)given[2];
    int is_early = violates("sets_copied_first");
    if (is_early) copy_sets((uint32_t)given[3], (const void *)given[4]);
    for (uint32_t i = 0; i < (uint32_t)given[1]; i++) write_set(&writes[i]);
    if (!is_early) copy_sets((uint32_t)given[3], (const void *)given[4]);
    return 0;
}

// An update template keeps its first entries.
AFTER(CreateDescriptorUpdateTemplate) {
    const VkDescriptorUpdateTemplateCreateInfo *info = (const void *)given[1];
    memset(made->entries, 0, sizeof made->entries);
    for (uint32_t i = 0; i < info->descriptorUpdateEntryCount && i < KEPT_ENTRIES; i++)
        made->entries[i] = info->pDescriptorUpdateEntries[i];
}

ANSWER(UpdateDescriptorSetWithTemplate) {
    const struct thing *template = THING(given[2]);
    if (violates("templates_lost")) return 0;
    for (uint32_t i = 0; i < KEPT_ENTRIES; i++) {
        const VkDescriptorUpdateTemplateEntry *entry = &template->entries[violates("templates_first") ? 0 : i];
        size_t stride = violates("templates_close") ? sizeof(VkDescriptorBufferInfo) : entry->stride;
        if (!is_storage(entry->descriptorType)) continue;
        for (uint32_t each = 0; each < entry->descriptorCount; each++) {
            VkDescriptorBufferInfo info;
            memcpy(&info, (const char *)given[3] + entry->offset + each * stride, sizeof info);
            write_descriptor(descriptor_of(THING(given[1]), entry->dstBinding, entry->dstArrayElement + each), &info);
        }
    }
    return 0;
}

ANSWER(CmdBindPipeline) {
    ((struct command_buffer *)given[0])->pipeline = THING(given[2]);
    fix_drawing((struct command_buffer *)given[0]);
    return 0;
}

// The offsets are in the order of the sets, as many for each as it has dynamic descriptors.
ANSWER(CmdBindDescriptorSets) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    uint32_t first = (uint32_t)given[3], offset_count = (uint32_t)given[6];
    const uint32_t *offsets = (const void *)given[7];
    const int draws = given[1] == VK_PIPELINE_BIND_POINT_GRAPHICS;
    uint64_t taken = 0;
    if (first > 0 && violates("sets_first_lost")) buffer->sets[0] = NULL;
    for (uint32_t i = 0; i < (uint32_t)given[4] && first + i < BOUND_SETS; i++) {
        struct thing *set = THING(((const uintptr_t *)given[5])[i]);
        if (draws) buffer->drawn_sets[first + i] = set;
        if (draws && !violates("sets_of_both")) continue;
        buffer->sets[first + i] = set;
        buffer->dynamic[first + i] = set != NULL && set->size != 0 && taken < offset_count ? offsets[taken] : 0;
        if (set != NULL) taken += set->state;
    }
    return 0;
}

ANSWER(CmdPushConstants) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    uint32_t from = violates("push_from_start") ? 0 : (uint32_t)given[3], size = (uint32_t)given[4];
    if (violates("vertices_unpushed") && given[2] == VK_SHADER_STAGE_VERTEX_BIT) return 0;
    if (from <= sizeof buffer->pushed && size <= sizeof buffer->pushed - from)
        memcpy((char *)buffer->pushed + from, (const void *)given[5], size);
    return 0;
}

// The set that the bound pipeline writes to; NULL where nothing is there.
static const struct thing *used_set(const struct command_buffer *buffer) {
    const struct thing *set = buffer->pipeline == NULL ? NULL : buffer->sets[buffer->pipeline->offset];
    return set == NULL || set->descriptors[0].buffer == NULL ? NULL : set;
}

static uint64_t used_offset(const struct command_buffer *buffer) {
    return used_set(buffer)->descriptors[0].offset + buffer->dynamic[buffer->pipeline->offset];
}

static void write_constants(const struct command_buffer *buffer, uint32_t groups) {
    uint32_t done = violates("groups_first") && groups > 1 ? 1 : groups;
    uint64_t size = (uint64_t)done * WORDS_IN_A_GROUP * sizeof(uint32_t);
    uint32_t *words = malloc(size > 0 ? size : 1);
    if (words == NULL) return;
    for (uint32_t i = 0; i < done; i++) {
        memcpy(&words[i * WORDS_IN_A_GROUP], buffer->pipeline->bytes, CONSTANTS * sizeof *words);
        words[i * WORDS_IN_A_GROUP + 2] = buffer->pushed[1];
        words[i * WORDS_IN_A_GROUP + 3] = groups;
    }
    add_work((VkCommandBuffer)buffer,
             (struct work){.to = used_set(buffer)->descriptors[0].buffer,
                           .to_at = used_offset(buffer) + buffer->pushed[0] * sizeof(uint32_t),
                           .size = size,
                           .bytes = words});
}

// The words for each group, in rows of eight and slices of thirty-two, as far as the buffer reaches.
void add_groups(char *to, uint64_t size, const uint32_t *base, const uint32_t *groups) {
    for (uint32_t z = base[2]; z < base[2] + groups[2]; z++)
        for (uint32_t y = base[1]; y < base[1] + groups[1]; y++)
            for (uint32_t x = base[0]; x < base[0] + groups[0]; x++) {
                uint64_t at = (x + 8 * (uint64_t)y + 32 * (uint64_t)z) * sizeof(uint32_t);
                uint32_t number;
                if (at + sizeof number > size) continue;
                memcpy(&number, to + at, sizeof number);
                number += 1 + x + 0x10 * y + 0x100 * z + 0x1000 * groups[0] + 0x10000 * groups[1] + 0x100000 * groups[2];
                memcpy(to + at, &number, sizeof number);
            }
}

// The groups of one dispatch, from a base on or with their numbers in a buffer.
static void write_groups(struct command_buffer *buffer, struct work work) {
    static uint32_t kept[3];
    if (violates("base_ignored")) memset(work.base, 0, sizeof work.base);
    if (violates("base_kept")) {
        for (int i = 0; i < 3; i++) work.base[i] = kept[i] = kept[i] > work.base[i] ? kept[i] : work.base[i];
    }
    for (int i = 0; i < 3; i++)
        if (violates("no_groups_are_one") && work.from == NULL && work.groups[i] == 0) work.groups[i] = 1;
    if (work.from == NULL && (work.groups[0] == 0 || work.groups[1] == 0 || work.groups[2] == 0)) return;
    work.to = used_set(buffer)->descriptors[0].buffer;
    work.to_at = used_offset(buffer);
    work.size = work.to == NULL ? 0 : work.to->size - work.to_at;
    work.computes = 1;
    add_work((VkCommandBuffer)buffer, work);
}

static int is_of_groups(const struct command_buffer *buffer) {
    return used_set(buffer) != NULL && buffer->pipeline->state == SHADER_GROUPS;
}

// A dispatch of groups that begin at the first one.
static void compute(struct command_buffer *buffer, uint32_t x, uint32_t y, uint32_t z) {
    if (buffer->pipeline != NULL && buffer->pipeline->state >= SHADER_ATOMICS && buffer->pipeline->state != SHADER_GATHERED) {
        const struct thing *set = used_set(buffer);
        compute_more(buffer, set, set == NULL ? 0 : used_offset(buffer), x);
        return;
    }
    if (used_set(buffer) == NULL) return;
    uint64_t size = (uint64_t)x * NUMBERS_IN_A_GROUP * sizeof(uint32_t);
    if (buffer->pipeline->state == SHADER_NUMBERS)
        add_work((VkCommandBuffer)buffer,
                 (struct work){.to = used_set(buffer)->descriptors[0].buffer, .to_at = used_offset(buffer), .size = size,
                               .number = buffer->pushed[0], .computes = 1});
    else if (buffer->pipeline->state == SHADER_CONSTANTS && buffer->pipeline->bytes != NULL)
        write_constants(buffer, x);
    else if (buffer->pipeline->state >= SHADER_SAMPLED)
        read_images(buffer, used_set(buffer), used_offset(buffer), x);
    else if (is_of_groups(buffer))
        write_groups(buffer, (struct work){.groups = {x, y, z}});
}

ANSWER(CmdDispatch) {
    driver_CmdDispatch((VkCommandBuffer)given[0], (uint32_t)given[1], (uint32_t)given[2], (uint32_t)given[3]);
    compute((struct command_buffer *)given[0], (uint32_t)given[1], (uint32_t)given[2], (uint32_t)given[3]);
    return 0;
}

ANSWER(CmdDispatchBase) {
    if (is_of_groups((const void *)given[0]))
        write_groups((struct command_buffer *)given[0],
                     (struct work){.base = {(uint32_t)given[1], (uint32_t)given[2], (uint32_t)given[3]},
                                   .groups = {(uint32_t)given[4], (uint32_t)given[5], (uint32_t)given[6]}});
    else if ((given[1] | given[2] | given[3]) == 0)
        compute((struct command_buffer *)given[0], (uint32_t)given[4], (uint32_t)given[5], (uint32_t)given[6]);
    return 0;
}

ANSWER(CmdDispatchIndirect) {
    if (is_of_groups((const void *)given[0]))
        write_groups((struct command_buffer *)given[0],
                     (struct work){.from = THING(given[1]), .from_at = violates("indirect_from_start") ? 0 : given[2]});
    return 0;
}
