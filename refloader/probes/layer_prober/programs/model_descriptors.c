// What the model does with pipelines, their layouts and caches, and descriptors.
#include <string.h>

#include "model_rows.h"

MAKES(create_cache, KIND_CACHE)
MAKES(create_set_pool, KIND_SET_POOL)
ENDS(destroy_cache, KIND_CACHE, "vkDestroyPipelineCache")
ENDS(destroy_shader, KIND_SHADER, "vkDestroyShaderModule")
ENDS(destroy_set_layout, KIND_SET_LAYOUT, "vkDestroyDescriptorSetLayout")
ENDS(destroy_layout, KIND_LAYOUT, "vkDestroyPipelineLayout")
ENDS(destroy_template, KIND_TEMPLATE, "vkDestroyDescriptorUpdateTemplate")

// ---- pipelines

static uint64_t hash(uint64_t value, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) value = (value ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001B3);
    return value;
}

static uint64_t create_shader(const uint64_t *a) {
    struct thing *shader = make(a, KIND_SHADER);
    return shader == NULL ? FAILED(VK_ERROR_OUT_OF_HOST_MEMORY) : 0;
}

static uint64_t create_layout(const uint64_t *a) {
    const VkPipelineLayoutCreateInfo *info = AT(const VkPipelineLayoutCreateInfo, a[1]);
    struct thing *layout = make(a, KIND_LAYOUT);
    if (layout == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    layout->set_count = info->setLayoutCount;
    layout->sets = AT(struct layout_of_set, zeroed((layout->set_count + 1) * sizeof *layout->sets));
    for (uint32_t i = 0; i < layout->set_count; i++) {
        struct thing *set = thing_of(layout->machine, KIND_SET_LAYOUT, HANDLE(info->pSetLayouts[i]), "vkCreatePipelineLayout");
        if (set != NULL) layout->sets[i] = *set->sets;
    }
    layout->size = info->pushConstantRangeCount;
    layout->bytes = model_copied(info->pPushConstantRanges, layout->size * sizeof *info->pPushConstantRanges);
    return 0;
}

// Of several pipelines one could not be made: there is none.
static uint64_t end_made(struct machine *machine, uint64_t *handles, uint32_t made, uint32_t count) {
    for (uint32_t i = 0; i < made; i++) thing_end(thing_of(machine, KIND_PIPELINE, handles[i], "vkCreateComputePipelines"), KIND_PIPELINE);
    memset(handles, 0, count * sizeof *handles);
    return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
}

// The base of a derivative is a pipeline that there is, or an earlier one of the same call.
static void check_base(struct machine *machine, const VkComputePipelineCreateInfo *info, uint32_t number) {
    if (info->basePipelineIndex == -1)
        thing_of(machine, KIND_PIPELINE, HANDLE(info->basePipelineHandle), "vkCreateComputePipelines");
    else if (info->basePipelineIndex < 0 || (uint32_t)info->basePipelineIndex >= number)
        complain("vkCreateComputePipelines reaches the driver with basePipelineIndex %d for the create info %u of the call",
                 info->basePipelineIndex, number);
}

static uint64_t create_pipelines(const uint64_t *a) {
    MACHINE
    const VkComputePipelineCreateInfo *infos = AT(const VkComputePipelineCreateInfo, a[3]);
    if (a[1] != 0) thing_of(machine, KIND_CACHE, a[1], "vkCreateComputePipelines");
    for (uint32_t i = 0; i < (uint32_t)a[2]; i++) {
        struct thing *layout = thing_of(machine, KIND_LAYOUT, HANDLE(infos[i].layout), "vkCreateComputePipelines");
        if (infos[i].stage.module != NULL)
            thing_of(machine, KIND_SHADER, HANDLE(infos[i].stage.module), "vkCreateComputePipelines");
        if (infos[i].flags & VK_PIPELINE_CREATE_DERIVATIVE_BIT) check_base(machine, &infos[i], i);
        struct thing *pipeline = thing_new(machine, KIND_PIPELINE, AT(uint64_t, a[5]) + i);
        if (pipeline == NULL) return end_made(machine, AT(uint64_t, a[5]), i, (uint32_t)a[2]);
        const VkSpecializationInfo *constants = infos[i].stage.pSpecializationInfo;
        pipeline->value = UINT64_C(0xCBF29CE484222325);
        if (constants != NULL) pipeline->value = hash(pipeline->value, constants->pData, constants->dataSize);
        if (layout == NULL) continue;
        pipeline->set_count = layout->set_count;  // the layout may be gone when the pipeline is used
        pipeline->sets = AT(struct layout_of_set, zeroed((layout->set_count + 1) * sizeof *pipeline->sets));
        memcpy(pipeline->sets, layout->sets, layout->set_count * sizeof *pipeline->sets);
    }
    return 0;
}

static uint64_t cache_data(const uint64_t *a) {
    enum { SIZE = 48, HEADER = 32 };
    THING(cache, KIND_CACHE, a[1], "vkGetPipelineCacheData")
    size_t *size = AT(size_t, a[2]), room = *size;
    if (a[3] == 0 || room >= SIZE) *size = SIZE;
    else if (room < HEADER) *size = 0;
    if (a[3] != 0) memset(AT(void, a[3]), 0x11, *size);
    return (uint64_t)(a[3] != 0 && room < SIZE ? VK_INCOMPLETE : VK_SUCCESS);
}

static uint64_t merge_caches(const uint64_t *a) {
    MACHINE
    thing_of(machine, KIND_CACHE, a[1], "vkMergePipelineCaches");
    for (uint32_t i = 0; i < (uint32_t)a[2]; i++) thing_of(machine, KIND_CACHE, AT(const uint64_t, a[3])[i], "vkMergePipelineCaches");
    return 0;
}

// ---- descriptors

static uint64_t create_set_layout(const uint64_t *a) {
    const VkDescriptorSetLayoutCreateInfo *info = AT(const VkDescriptorSetLayoutCreateInfo, a[1]);
    struct thing *layout = make(a, KIND_SET_LAYOUT);
    if (layout == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    layout->sets = AT(struct layout_of_set, zeroed(sizeof *layout->sets));
    for (uint32_t i = 0; i < info->bindingCount; i++) {
        const VkDescriptorSetLayoutBinding *binding = &info->pBindings[i];
        if (binding->binding >= BINDINGS || binding->descriptorCount > ELEMENTS_OF_BINDING) continue;
        layout->sets->type[binding->binding] = binding->descriptorType;
        layout->sets->count[binding->binding] = binding->descriptorCount;
    }
    return 0;
}

static void end_sets(struct thing *pool) {
    struct machine *machine = pool->machine;
    for (uint32_t i = 0; i < machine->count[KIND_SET]; i++) {
        struct thing *set = &machine->things[KIND_SET][i];
        if (set->is_alive && set->of == pool) thing_end(set, KIND_SET);
    }
}

static uint64_t destroy_set_pool(const uint64_t *a) {
    if (a[1] == 0) return 0;
    THING(pool, KIND_SET_POOL, a[1], "vkDestroyDescriptorPool")
    end_sets(pool);
    thing_end(pool, KIND_SET_POOL);
    return 0;
}

static uint64_t reset_set_pool(const uint64_t *a) {
    THING(pool, KIND_SET_POOL, a[1], "vkResetDescriptorPool")
    end_sets(pool);
    return 0;
}

static uint64_t allocate_sets(const uint64_t *a) {
    const VkDescriptorSetAllocateInfo *info = AT(const VkDescriptorSetAllocateInfo, a[1]);
    THING(pool, KIND_SET_POOL, HANDLE(info->descriptorPool), "vkAllocateDescriptorSets")
    for (uint32_t i = 0; i < info->descriptorSetCount; i++) {
        struct thing *layout = thing_of(machine, KIND_SET_LAYOUT, HANDLE(info->pSetLayouts[i]), "vkAllocateDescriptorSets");
        struct thing *set = thing_new(machine, KIND_SET, AT(uint64_t, a[2]) + i);
        if (set == NULL || layout == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
        set->of = pool;
        set->sets = AT(struct layout_of_set, zeroed(sizeof *set->sets));
        *set->sets = *layout->sets;
        set->descriptors = AT(struct descriptor, zeroed(BINDINGS * ELEMENTS_OF_BINDING * sizeof *set->descriptors));
    }
    return 0;
}

static uint64_t free_sets(const uint64_t *a) {
    MACHINE
    for (uint32_t i = 0; i < (uint32_t)a[2]; i++) {
        uint64_t handle = AT(const uint64_t, a[3])[i];
        struct thing *set = handle == 0 ? NULL : thing_of(machine, KIND_SET, handle, "vkFreeDescriptorSets");
        if (set != NULL) thing_end(set, KIND_SET);
    }
    return 0;
}

// The place of a descriptor, in its binding or, where that has no room, in one behind it; NULL: there is none.
static struct descriptor *descriptor_at(struct thing *set, uint32_t binding, uint32_t element, uint32_t *type) {
    while (binding < BINDINGS && element >= set->sets->count[binding]) element -= set->sets->count[binding++];
    if (binding >= BINDINGS) return NULL;
    *type = set->sets->type[binding];
    return &set->descriptors[binding * ELEMENTS_OF_BINDING + element];
}

static void copy_descriptors(struct machine *machine, const VkCopyDescriptorSet *copy) {
    struct thing *from = thing_of(machine, KIND_SET, HANDLE(copy->srcSet), "vkUpdateDescriptorSets");
    struct thing *to = thing_of(machine, KIND_SET, HANDLE(copy->dstSet), "vkUpdateDescriptorSets");
    uint32_t type = 0, to_type = 0;
    for (uint32_t i = 0; from != NULL && to != NULL && i < copy->descriptorCount; i++) {
        const struct descriptor *one = descriptor_at(from, copy->srcBinding, copy->srcArrayElement + i, &type);
        struct descriptor *other = descriptor_at(to, copy->dstBinding, copy->dstArrayElement + i, &to_type);
        if (one == NULL || other == NULL || type != to_type) {
            complain("vkUpdateDescriptorSets reaches the driver with a copy of descriptors that a set has not got");
            return;
        }
        *other = *one;
    }
}

static uint64_t update_sets(const uint64_t *a) {
    MACHINE
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        const VkWriteDescriptorSet *write = AT(const VkWriteDescriptorSet, a[2]) + i;
        struct thing *set = thing_of(machine, KIND_SET, HANDLE(write->dstSet), "vkUpdateDescriptorSets");
        if (set == NULL || write->dstBinding >= BINDINGS || write->descriptorType < VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER ||
            write->descriptorType > VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC)
            continue;
        for (uint32_t j = 0; j < write->descriptorCount; j++) {
            uint32_t type = 0;
            struct descriptor *at = descriptor_at(set, write->dstBinding, write->dstArrayElement + j, &type);
            if (at == NULL) {
                complain("vkUpdateDescriptorSets reaches the driver with descriptors that the bindings have not got");
                break;
            }
            if (write->descriptorType != type) {
                complain("vkUpdateDescriptorSets reaches the driver with another type than the binding's");
                break;
            }
            struct thing *buffer = thing_of(machine, KIND_BUFFER, HANDLE(write->pBufferInfo[j].buffer), "vkUpdateDescriptorSets");
            *at = (struct descriptor){buffer, write->pBufferInfo[j].offset};
        }
    }
    for (uint32_t i = 0; i < (uint32_t)a[3]; i++) copy_descriptors(machine, AT(const VkCopyDescriptorSet, a[4]) + i);
    return 0;
}

static uint64_t create_template(const uint64_t *a) {
    const VkDescriptorUpdateTemplateCreateInfo *info = AT(const VkDescriptorUpdateTemplateCreateInfo, a[1]);
    struct thing *template = make(a, KIND_TEMPLATE);
    if (template == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    thing_of(template->machine, KIND_SET_LAYOUT, HANDLE(info->descriptorSetLayout), "vkCreateDescriptorUpdateTemplate");
    template->size = info->descriptorUpdateEntryCount;
    template->bytes = AT(unsigned char, zeroed((template->size + 1) * sizeof *info->pDescriptorUpdateEntries));
    memcpy(template->bytes, info->pDescriptorUpdateEntries, template->size * sizeof *info->pDescriptorUpdateEntries);
    return 0;
}

static uint64_t update_by_template(const uint64_t *a) {
    THING(template, KIND_TEMPLATE, a[2], "vkUpdateDescriptorSetWithTemplate")
    for (uint64_t i = 0; i < template->size; i++) {
        VkDescriptorUpdateTemplateEntry entry;
        memcpy(&entry, template->bytes + i * sizeof entry, sizeof entry);
        for (uint32_t j = 0; j < entry.descriptorCount; j++) {
            VkWriteDescriptorSet write = {.dstSet = (VkDescriptorSet)(uintptr_t)a[1],
                                          .dstBinding = entry.dstBinding,
                                          .dstArrayElement = entry.dstArrayElement + j,
                                          .descriptorCount = 1,
                                          .descriptorType = entry.descriptorType,
                                          .pBufferInfo = AT(const void, a[3] + entry.offset + j * entry.stride)};
            const uint64_t older[] = {a[0], 1, HANDLE(&write), 0, 0};
            update_sets(older);
        }
    }
    return 0;
}

const struct model_row model_descriptors[] = {
    {"vkCreateShaderModule", create_shader},
    {"vkDestroyShaderModule", destroy_shader},
    {"vkCreatePipelineCache", create_cache},
    {"vkDestroyPipelineCache", destroy_cache},
    {"vkGetPipelineCacheData", cache_data},
    {"vkMergePipelineCaches", merge_caches},
    {"vkCreatePipelineLayout", create_layout},
    {"vkDestroyPipelineLayout", destroy_layout},
    {"vkCreateComputePipelines", create_pipelines},
    {"vkCreateDescriptorSetLayout", create_set_layout},
    {"vkDestroyDescriptorSetLayout", destroy_set_layout},
    {"vkCreateDescriptorPool", create_set_pool},
    {"vkDestroyDescriptorPool", destroy_set_pool},
    {"vkResetDescriptorPool", reset_set_pool},
    {"vkAllocateDescriptorSets", allocate_sets},
    {"vkFreeDescriptorSets", free_sets},
    {"vkUpdateDescriptorSets", update_sets},
    {"vkCreateDescriptorUpdateTemplate", create_template},
    {"vkCreateDescriptorUpdateTemplateKHR", create_template},
    {"vkDestroyDescriptorUpdateTemplate", destroy_template},
    {"vkDestroyDescriptorUpdateTemplateKHR", destroy_template},
    {"vkUpdateDescriptorSetWithTemplate", update_by_template},
    {"vkUpdateDescriptorSetWithTemplateKHR", update_by_template},
};
const uint32_t model_descriptors_count = COUNT_OF(model_descriptors);
