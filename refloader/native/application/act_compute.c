// Descriptors, and a small compute job that reads and writes a buffer.
#include <string.h>

#include "acts.h"
#include "pipelines.h"
#include "shaders/shaders.h"

#define NUMBERS (BYTES / 4)

// ---- descriptors: sets that are allocated, written, copied, freed, and pools that are reset

static void copy_sets(struct device *device, struct binding *binding) {
    VkDescriptorSetLayout layouts[] = {binding->layout, binding->layout};
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = binding->pool,
                                        .descriptorSetCount = COUNT(layouts),
                                        .pSetLayouts = layouts};
    VkDescriptorSet sets[2];
    if (!ok("two_sets", device->AllocateDescriptorSets(device->handle, &info, sets))) return;
    VkCopyDescriptorSet copies[] = {{.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                     .srcSet = binding->set,
                                     .dstSet = sets[0],
                                     .descriptorCount = 1},
                                    {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                     .srcSet = binding->set,
                                     .dstSet = sets[1],
                                     .descriptorCount = 1}};
    device->UpdateDescriptorSets(device->handle, 0, NULL, COUNT(copies), copies);
    ok("free_set", device->FreeDescriptorSets(device->handle, binding->pool, 1, &sets[0]));
}

static void update_by_template(struct device *device, struct binding *binding, const struct buffer *buffer) {
    VkDescriptorBufferInfo whole = {buffer->handle, 0, VK_WHOLE_SIZE};
    VkDescriptorUpdateTemplateEntry entry = {.descriptorCount = 1,
                                             .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 1,
        .pDescriptorUpdateEntries = &entry,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
        .descriptorSetLayout = binding->layout};
    VkDescriptorUpdateTemplate template;
    if (device->api < VK_API_VERSION_1_1) return answer_left_out("template", "version 1.0");
    if (!ok("template", DEVICE_COMMAND(device, CreateDescriptorUpdateTemplate)(
                            device->handle, &info, callbacks_of("template"), &template)))
        return;
    DEVICE_COMMAND(device, UpdateDescriptorSetWithTemplate)(device->handle, binding->set, template, &whole);
    DEVICE_COMMAND(device, DestroyDescriptorUpdateTemplate)(device->handle, template, callbacks_of("template"));
}

static void use_descriptors(struct device *device) {
    struct buffer buffer;
    struct binding binding;
    if (!buffer_make("buffer", device, &buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (binding_make("binding", device, &binding, &buffer)) {
        copy_sets(device, &binding);
        update_by_template(device, &binding, &buffer);
        ok("pool_reset", device->ResetDescriptorPool(device->handle, binding.pool, 0));
        binding_end(device, &binding);
    }
    buffer_end(device, &buffer);
}

void act_descriptors(void) {
    struct instance instance;
    struct device device;
    if (!instance_make("instance", &instance, NULL)) return;
    if (device_make("device", &device, &instance, NULL)) {
        use_descriptors(&device);
        device_end(&device);
    }
    instance_end(&instance);
}

// ---- compute: each number of a buffer times three, plus one more number

static int make_pipeline(struct device *device, VkPipelineLayout layout, VkPipeline *to) {
    VkShaderModule module;
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .pName = "main"},
                                        .layout = layout};
    if (!module_make("module", device, numbers_words, sizeof numbers_words, &module)) return 0;
    info.stage.module = module;
    VkResult result =
        device->CreateComputePipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to);
    module_end(device, module);
    return ok("pipeline", result);
}

static void record_numbers(struct device *device, VkCommandBuffer commands, VkPipeline pipeline,
                           VkPipelineLayout layout, struct binding *binding) {
    uint32_t add = 17;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &binding->set, 0, NULL);
    device->CmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof add, &add);
    device->CmdDispatch(commands, NUMBERS / 16, 1, 1);
    barrier(device, commands);
}

static void run(struct device *device, VkPipelineLayout layout, struct buffer *buffer, struct binding *binding) {
    struct recorder recorder;
    VkPipeline pipeline;
    uint32_t numbers[NUMBERS];
    for (uint32_t i = 0; i < NUMBERS; i++) numbers[i] = i;
    if (!buffer_write("write", device, buffer, numbers) || !make_pipeline(device, layout, &pipeline)) return;
    if (recorder_make("recorder", device, &recorder)) {
        if (record_begin("begin", device, recorder.commands)) {
            record_numbers(device, recorder.commands, pipeline, layout, binding);
            if (record_submit("submit", device, recorder.commands)) buffer_answer("hash", device, buffer);
        }
        recorder_end(device, &recorder);
    }
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
}

static void compute(struct device *device, struct buffer *buffer, struct binding *binding) {
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 4};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = 1,
                                       .pSetLayouts = &binding->layout,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &range};
    VkPipelineLayout layout;
    if (!ok("layout",
            device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &layout)))
        return;
    run(device, layout, buffer, binding);
    device->DestroyPipelineLayout(device->handle, layout, callbacks_of("pipeline layout"));
}

static void with_device(struct device *device) {
    struct buffer buffer;
    struct binding binding;
    if (!(device->can & VK_QUEUE_COMPUTE_BIT)) return answer_left_out("pipeline", "the queue cannot compute");
    if (!buffer_make("buffer", device, &buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (binding_make("binding", device, &binding, &buffer)) {
        compute(device, &buffer, &binding);
        binding_end(device, &binding);
    }
    buffer_end(device, &buffer);
}

void act_compute(void) {
    struct instance instance;
    struct device device;
    if (!instance_make("instance", &instance, NULL)) return;
    if (device_make("device", &device, &instance, NULL)) {
        with_device(&device);
        device_end(&device);
    }
    instance_end(&instance);
}
