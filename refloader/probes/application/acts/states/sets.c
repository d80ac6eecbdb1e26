// The act "states", what sets of descriptors are left with: places in one buffer, written, copied from and to elements of
// an array, and given by an update template. The shader "constants" says which place a set has at last.
#include <stddef.h>

#include "../../pipelines.h"
#include "../../shaders/shaders.h"
#include "states.h"

enum { WORD = sizeof(uint32_t), PLACE = 256, PLACES = BYTES / PLACE, ELEMENTS = 3, BESIDE = 1 };
#define STORAGE VK_DESCRIPTOR_TYPE_STORAGE_BUFFER

// PLACE is as large as minStorageBufferOffsetAlignment can be.
struct sets {
    struct player *player;
    struct buffer buffer;
    VkDescriptorSetLayout one, several;  // the second one has an array, and a binding beside it
    VkDescriptorPool pool;
    VkDescriptorSet used, other, array, second_array;  // the shader's, one like it, and two of "several"
    VkPipelineLayout layout, wide;  // of one set, and of two, the first of which is the same
    VkPipeline pipeline;
};

static VkResult make_set_layout(struct sets *sets, uint32_t bindings, uint32_t elements, VkDescriptorSetLayout *to) {
    struct device *device = sets->player->device;
    const VkDescriptorSetLayoutBinding both[] = {{0, STORAGE, elements, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
                                                 {BESIDE, STORAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    const VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                  .bindingCount = bindings,
                                                  .pBindings = both};
    return made(device->CreateDescriptorSetLayout(device->handle, &info, callbacks_of("set layout"), to), to);
}

static VkResult make_pool(struct sets *sets) {
    struct device *device = sets->player->device;
    const VkDescriptorPoolSize size = {STORAGE, 2 + 2 * (ELEMENTS + BESIDE)};
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 4,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size};
    return made(device->CreateDescriptorPool(device->handle, &info, callbacks_of("descriptor pool"), &sets->pool),
                &sets->pool);
}

static VkResult make_sets(struct sets *sets) {
    struct device *device = sets->player->device;
    const VkDescriptorSetLayout layouts[] = {sets->one, sets->one, sets->several, sets->several};
    VkDescriptorSet made_sets[COUNT(layouts)];
    const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = sets->pool,
                                              .descriptorSetCount = COUNT(layouts),
                                              .pSetLayouts = layouts};
    VkResult result = device->AllocateDescriptorSets(device->handle, &info, made_sets);
    if (result != VK_SUCCESS) return result;
    sets->used = made_sets[0];
    sets->other = made_sets[1];
    sets->array = made_sets[2];
    sets->second_array = made_sets[3];
    return VK_SUCCESS;
}

static VkResult make_layout(struct sets *sets, uint32_t count, VkPipelineLayout *to) {
    struct device *device = sets->player->device;
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 2 * WORD};
    const VkDescriptorSetLayout layouts[] = {sets->one, sets->one};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = count,
                                             .pSetLayouts = layouts,
                                             .pushConstantRangeCount = 1,
                                             .pPushConstantRanges = &range};
    return made(device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), to), to);
}

static VkResult make_pipeline(struct sets *sets) {
    struct device *device = sets->player->device;
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .pName = "main"},
                                        .layout = sets->layout};
    if (!module_make("module", device, constants_words, sizeof constants_words, &info.stage.module))
        return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = made(
        device->CreateComputePipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), &sets->pipeline),
        &sets->pipeline);
    module_end(device, info.stage.module);
    return result;
}

// ---- which place a set has

static void bind_set(struct sets *sets, VkPipelineBindPoint point, VkPipelineLayout layout, uint32_t number, VkDescriptorSet set) {
    sets->player->device->CmdBindDescriptorSets(sets->player->recorder.commands, point, layout, number, 1, &set, 0, NULL);
}

static void bind_alone(struct sets *sets) { bind_set(sets, VK_PIPELINE_BIND_POINT_COMPUTE, sets->layout, 0, sets->used); }

// What is bound for graphics is not bound for computing.
static void bind_beside_graphics(struct sets *sets) {
    bind_alone(sets);
    bind_set(sets, VK_PIPELINE_BIND_POINT_GRAPHICS, sets->layout, 0, sets->other);
}

// A set that is bound behind another one, by the same layout, leaves that one bound.
static void bind_another_behind(struct sets *sets) {
    bind_set(sets, VK_PIPELINE_BIND_POINT_COMPUTE, sets->wide, 0, sets->used);
    bind_set(sets, VK_PIPELINE_BIND_POINT_COMPUTE, sets->wide, 1, sets->other);
}

// Finds the number of the place that the shader writes to; PLACES where it writes to none or to several.
static void find_place_of(struct sets *sets, void (*bind)(struct sets *), const char *what) {
    struct player *player = sets->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    const uint32_t pushed[] = {0, FIRST_NUMBER};
    uint32_t words[BYTES / WORD] = {0};
    int place = PLACES, written = 0;
    if (!buffer_write("write", device, &sets->buffer, words) || !states_begin(player)) return;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, sets->pipeline);
    bind(sets);
    device->CmdPushConstants(commands, sets->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof pushed, pushed);
    device->CmdDispatch(commands, 1, 1, 1);
    if (!states_end(player) || !buffer_read("read", device, &sets->buffer, words)) return;
    for (int i = 0; i < PLACES; i++)
        if (words[i * PLACE / WORD + 2] == FIRST_NUMBER) place = i, written++;
    find(player, what, written == 1 ? place : PLACES);
}

static void find_place(struct sets *sets, const char *what) { find_place_of(sets, bind_alone, what); }

static VkDescriptorBufferInfo at_place(const struct sets *sets, uint32_t place) {
    return (VkDescriptorBufferInfo){sets->buffer.handle, (VkDeviceSize)place * PLACE, PLACE};
}

static void write_place(struct sets *sets, VkDescriptorSet set, uint32_t element, uint32_t place) {
    const VkDescriptorBufferInfo info = at_place(sets, place);
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = set,
                                        .dstArrayElement = element,
                                        .descriptorCount = 1,
                                        .descriptorType = STORAGE,
                                        .pBufferInfo = &info};
    sets->player->device->UpdateDescriptorSets(sets->player->device->handle, 1, &write, 0, NULL);
}

static VkCopyDescriptorSet copy_of(VkDescriptorSet from, uint32_t element, VkDescriptorSet to, uint32_t to_element) {
    return (VkCopyDescriptorSet){.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                 .srcSet = from,
                                 .srcArrayElement = element,
                                 .dstSet = to,
                                 .dstArrayElement = to_element,
                                 .descriptorCount = 1};
}

static void copy_sets(struct sets *sets, uint32_t count, const VkCopyDescriptorSet *copies) {
    sets->player->device->UpdateDescriptorSets(sets->player->device->handle, 0, NULL, count, copies);
}

// The elements of the array have the places 0, 1 and 2, those of the second one the last place; the shader's set has the last
// place, the other one the first.
static void begin_anew(struct sets *sets) {
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        write_place(sets, sets->array, i, i);
        write_place(sets, sets->second_array, i, PLACES - 1);
    }
    write_place(sets, sets->used, 0, PLACES - 1);
    write_place(sets, sets->other, 0, 0);
}

static void with_writes(struct sets *sets) {
    begin_anew(sets);
    write_place(sets, sets->used, 0, 1);
    find_place(sets, "sets.at_offset");
    begin_anew(sets);
    write_place(sets, sets->array, 1, PLACES - 1);
    write_place(sets, sets->used, 0, 0);
    const VkCopyDescriptorSet copy = copy_of(sets->array, 1, sets->used, 0);
    copy_sets(sets, 1, &copy);
    find_place(sets, "sets.element");
}

static void with_others_bound(struct sets *sets) {
    begin_anew(sets);
    if (sets->player->device->can & VK_QUEUE_GRAPHICS_BIT) find_place_of(sets, bind_beside_graphics, "sets.beside_graphics");
    find_place_of(sets, bind_another_behind, "sets.before_another");
}

static void with_copies(struct sets *sets) {
    begin_anew(sets);
    const VkCopyDescriptorSet one = copy_of(sets->array, 2, sets->used, 0);
    copy_sets(sets, 1, &one);
    find_place(sets, "sets.copied");
    begin_anew(sets);
    const VkCopyDescriptorSet two[] = {copy_of(sets->array, 1, sets->other, 0), copy_of(sets->array, 2, sets->used, 0)};
    copy_sets(sets, COUNT(two), two);
    find_place(sets, "sets.copied_second");
    begin_anew(sets);
    const VkCopyDescriptorSet into = copy_of(sets->other, 0, sets->array, 1), out = copy_of(sets->array, 1, sets->used, 0);
    copy_sets(sets, 1, &into);
    copy_sets(sets, 1, &out);
    find_place(sets, "sets.copied_into");
    begin_anew(sets);
    VkCopyDescriptorSet several = copy_of(sets->array, 1, sets->second_array, 0);
    several.descriptorCount = 2;
    const VkCopyDescriptorSet last = copy_of(sets->second_array, 1, sets->used, 0);
    copy_sets(sets, 1, &several);
    copy_sets(sets, 1, &last);
    find_place(sets, "sets.copied_several");
}

// ---- by a template

// What a program keeps its descriptors in: those of the array are apart.
struct kept {
    uint64_t header;
    VkDescriptorBufferInfo beside;
    struct {
        VkDescriptorBufferInfo info;
        uint64_t between;
    } elements[2];
};

static VkResult make_template(struct sets *sets, VkDescriptorUpdateTemplate *to) {
    struct device *device = sets->player->device;
    const VkDescriptorUpdateTemplateEntry entries[] = {
        {0, 1, 2, STORAGE, offsetof(struct kept, elements), sizeof(((struct kept *)NULL)->elements[0])},
        {BESIDE, 0, 1, STORAGE, offsetof(struct kept, beside), 0}};
    const VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = COUNT(entries),
        .pDescriptorUpdateEntries = entries,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
        .descriptorSetLayout = sets->several};
    return DEVICE_CALL(device, CreateDescriptorUpdateTemplate)(device->handle, &info, callbacks_of("template"), to);
}

static void update(struct sets *sets, VkDescriptorUpdateTemplate template) {
    const struct kept kept = {.beside = at_place(sets, 1),
                              .elements = {{.info = at_place(sets, 0)}, {.info = at_place(sets, PLACES - 1)}}};
    struct device *device = sets->player->device;
    DEVICE_CALL(device, UpdateDescriptorSetWithTemplate)(device->handle, sets->array, template, &kept);
}

static void with_template(struct sets *sets) {
    struct device *device = sets->player->device;
    VkDescriptorUpdateTemplate template;
    if (device->api < VK_API_VERSION_1_1 || make_template(sets, &template) != VK_SUCCESS) return;
    begin_anew(sets);
    update(sets, template);
    write_place(sets, sets->used, 0, 0);
    VkCopyDescriptorSet copy = copy_of(sets->array, 2, sets->used, 0);
    copy_sets(sets, 1, &copy);
    find_place(sets, "sets.by_template");
    copy = copy_of(sets->array, 0, sets->used, 0);
    copy.srcBinding = BESIDE;
    copy_sets(sets, 1, &copy);
    find_place(sets, "sets.by_next_entry");
    DEVICE_CALL(device, DestroyDescriptorUpdateTemplate)(device->handle, template, callbacks_of("template"));
}

static void end(struct sets *sets) {
    struct device *device = sets->player->device;
    device->DestroyPipeline(device->handle, sets->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(device->handle, sets->layout, callbacks_of("pipeline layout"));
    device->DestroyPipelineLayout(device->handle, sets->wide, callbacks_of("pipeline layout"));
    device->DestroyDescriptorPool(device->handle, sets->pool, callbacks_of("descriptor pool"));
    device->DestroyDescriptorSetLayout(device->handle, sets->one, callbacks_of("set layout"));
    device->DestroyDescriptorSetLayout(device->handle, sets->several, callbacks_of("set layout"));
}

void states_of_sets(struct player *player) {
    struct device *device = player->device;
    struct sets sets = {.player = player};
    if (!(device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost) return;
    if (!buffer_make("buffer", device, &sets.buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (make_set_layout(&sets, 1, 1, &sets.one) == VK_SUCCESS &&
        make_set_layout(&sets, 2, ELEMENTS, &sets.several) == VK_SUCCESS && make_pool(&sets) == VK_SUCCESS &&
        make_sets(&sets) == VK_SUCCESS && make_layout(&sets, 1, &sets.layout) == VK_SUCCESS &&
        make_layout(&sets, 2, &sets.wide) == VK_SUCCESS && make_pipeline(&sets) == VK_SUCCESS) {
        with_writes(&sets);
        with_others_bound(&sets);
        with_copies(&sets);
        with_template(&sets);
    }
    end(&sets);
    buffer_end(device, &sets.buffer);
}
