// A small compute job that reads and writes a buffer.
#include <string.h>

#include "acts.h"
#include "pipelines.h"
#include "shaders/shaders.h"

#define NUMBERS (BYTES / 4)

// Each number of the buffer times three, plus one more number.

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

void act_compute(void) { device_use(with_device); }
