// A small compute job that reads and writes a buffer: on the first device, or on each and with the queues of each family,
// where a copy is made with queues that do not compute.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "acts.h"
#include "../pipelines.h"
#include "../shaders/shaders.h"

#define NUMBERS (BYTES / 4)

// Each number of the buffer times three, plus one more number.
struct task {
    uint32_t add;
    void (*tell)(struct device *device, struct buffer *buffer, uint32_t add);  // once it is done
};

// The first of two that are made in one call.
static int make_pipeline(struct device *device, VkPipelineLayout layout, VkPipeline *to) {
    VkShaderModule module;
    VkPipeline both[] = {NULL, NULL};
    VkComputePipelineCreateInfo infos[2] = {{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                             .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                       .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                       .pName = "main"},
                                             .layout = layout}};
    if (!module_make("module", device, numbers_words, sizeof numbers_words, &module)) return 0;
    infos[0].stage.module = module;
    infos[1] = infos[0];
    VkResult result = device->CreateComputePipelines(device->handle, NULL, 2, infos, callbacks_of("pipeline"), both);
    module_end(device, module);
    *to = both[0];
    if (result == VK_SUCCESS) device->DestroyPipeline(device->handle, both[1], callbacks_of("pipeline"));
    return ok("pipeline", result);
}

static void record_numbers(struct device *device, VkCommandBuffer commands, VkPipeline pipeline,
                           VkPipelineLayout layout, struct binding *binding, uint32_t add) {
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &binding->set, 0, NULL);
    device->CmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof add, &add);
    device->CmdDispatch(commands, NUMBERS / 16, 1, 1);
    barrier(device, commands);
}

static void run(struct device *device, VkPipelineLayout layout, struct buffer *buffer, struct binding *binding,
                const struct task *task) {
    struct recorder recorder;
    VkPipeline pipeline;
    uint32_t numbers[NUMBERS];
    for (uint32_t i = 0; i < NUMBERS; i++) numbers[i] = i;
    if (!buffer_write("write", device, buffer, numbers) || !make_pipeline(device, layout, &pipeline)) return;
    if (recorder_make("recorder", device, &recorder)) {
        if (record_begin("begin", device, recorder.commands)) {
            record_numbers(device, recorder.commands, pipeline, layout, binding, task->add);
            if (record_submit("submit", device, recorder.commands)) task->tell(device, buffer, task->add);
        }
        recorder_end(device, &recorder);
    }
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
}

static void compute(struct device *device, struct buffer *buffer, struct binding *binding,
                    const struct task *task) {
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
    run(device, layout, buffer, binding, task);
    device->DestroyPipelineLayout(device->handle, layout, callbacks_of("pipeline layout"));
}

static void do_task(struct device *device, const struct task *task) {
    struct buffer buffer;
    struct binding binding;
    if (!buffer_make("buffer", device, &buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (binding_make("binding", device, &binding, &buffer)) {
        compute(device, &buffer, &binding, task);
        binding_end(device, &binding);
    }
    buffer_end(device, &buffer);
}

// ---- on the first device

static void tell_hash(struct device *device, struct buffer *buffer, uint32_t add) {
    (void)add;
    buffer_answer("hash", device, buffer);
}

void compute_once(struct device *device) {
    const struct task task = {17, tell_hash};
    if (device->can & VK_QUEUE_COMPUTE_BIT)
        do_task(device, &task);
    else
        answer_left_out("pipeline", "the queue cannot compute");
}

void act_compute(void) { device_use(compute_once); }

// ---- on each device, with each of its queue families

// Compares with what the processor makes of the same numbers.
static void tell_numbers(struct device *device, struct buffer *buffer, uint32_t add) {
    char text[128] = "right";
    uint32_t numbers[NUMBERS], wrong = 0, first = 0;
    if (!buffer_read("numbers", device, buffer, numbers)) return;
    for (uint32_t i = NUMBERS; i-- > 0;)
        if (numbers[i] != i * 3 + add) wrong++, first = i;
    if (wrong > 0)
        snprintf(text, sizeof text, "wrong: %u of %u numbers, the first is %" PRIu32 " in place of %" PRIu32, wrong,
                 NUMBERS, numbers[first], first * 3 + add);
    answer_text("numbers", text);
}

// What computing leaves of the numbers of a buffer, copied from another one.
static void copy(struct device *device, struct buffer *from, struct buffer *to, const struct task *task) {
    struct recorder recorder;
    uint32_t numbers[NUMBERS];
    const VkBufferCopy all = {.size = sizeof numbers};
    memset(numbers, 0, sizeof numbers);
    if (!buffer_write("clear", device, to, numbers)) return;
    for (uint32_t i = 0; i < NUMBERS; i++) numbers[i] = i * 3 + task->add;
    if (!buffer_write("write", device, from, numbers) || !recorder_make("recorder", device, &recorder)) return;
    if (record_begin("begin", device, recorder.commands)) {
        device->CmdCopyBuffer(recorder.commands, from->handle, to->handle, 1, &all);
        barrier(device, recorder.commands);
        if (record_submit("submit", device, recorder.commands)) task->tell(device, to, task->add);
    }
    recorder_end(device, &recorder);
}

static void do_copy(struct device *device, const struct task *task) {
    struct buffer from, to;
    if (!buffer_make("source", device, &from, VK_BUFFER_USAGE_TRANSFER_SRC_BIT)) return;
    if (buffer_make("buffer", device, &to, VK_BUFFER_USAGE_TRANSFER_DST_BIT)) {
        copy(device, &from, &to, task);
        buffer_end(device, &to);
    }
    buffer_end(device, &from);
}

#define MOST_QUEUES 4U
#define COPIES (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT)

static void with_queue(struct device *device, uint32_t add) {
    const struct task task = {add, tell_numbers};
    if (device->can & VK_QUEUE_COMPUTE_BIT)
        do_task(device, &task);
    else
        do_copy(device, &task);
}

static void with_family(struct instance *instance, uint32_t gpu, uint32_t family,
                        const VkQueueFamilyProperties *about) {
    const float priorities[MOST_QUEUES] = {1, 1, 1, 1};
    const uint32_t add = 1000 * gpu + 100 * family + 17, count = at_most(about->queueCount, MOST_QUEUES);
    VkDeviceQueueCreateInfo queues = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                      .queueFamilyIndex = family,
                                      .queueCount = count,
                                      .pQueuePriorities = priorities};
    struct wish wish = {.queues = count > 1 ? &queues : NULL};
    struct device device;
    char part[48];
    snprintf(part, sizeof part, "gpu_%u.family_%u", gpu, family);
    begin_part(part);
    device_choose(&device, instance, instance->gpus[gpu]);
    device.family = family;
    device.can = about->queueFlags;
    if (!device_start("device", &device, &wish)) return;
    list_begin("queues");
    for (uint32_t i = 1; i < count; i++) list_number(i);
    list_end();
    with_queue(&device, add);
    for (uint32_t i = 1; i < count; i++) {
        snprintf(part, sizeof part, "gpu_%u.family_%u.queue_%u", gpu, family, i);
        begin_part(part);
        device.GetDeviceQueue(device.handle, family, i, &device.queue);
        with_queue(&device, add + i);
    }
    device_end(&device);
}

static void describe(struct instance *instance, VkPhysicalDevice gpu) {
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceFeatures features;
    uint32_t extensions = 0;
    memset(&properties, 0, sizeof properties);
    memset(&features, 0, sizeof features);
    instance->GetPhysicalDeviceProperties(gpu, &properties);
    instance->GetPhysicalDeviceFeatures(gpu, &features);
    answer_member("name", properties.deviceName, sizeof properties.deviceName);
    answer_limits("limits", &properties.limits);
    answer_hash("features", &features, sizeof features);
    if (ok("extensions", instance->EnumerateDeviceExtensionProperties(gpu, NULL, &extensions, NULL)))
        answer_number("extension_count", extensions);
}

static void with_gpu(struct instance *instance, uint32_t gpu) {
    VkQueueFamilyProperties families[32] = {0};
    char part[32];
    snprintf(part, sizeof part, "gpu_%u", gpu);
    begin_part(part);
    describe(instance, instance->gpus[gpu]);
    uint32_t count = families_of(instance, instance->gpus[gpu], families, COUNT(families));
    list_begin("families");
    for (uint32_t i = 0; i < count; i++)
        if (families[i].queueFlags & COPIES) list_number(i);
    list_end();
    for (uint32_t i = 0; i < count; i++)
        if (families[i].queueFlags & COPIES) with_family(instance, gpu, i, &families[i]);
    begin_part("");
}

void act_compute_each(void) {
    struct instance instance;
    if (!instance_make("instance", &instance, NULL)) return;
    answer_number("gpus", instance.gpu_count);
    if (instance.has_more_gpus) answer_text("more", "there are more physical devices than are looked at");
    for (uint32_t gpu = 0; gpu < instance.gpu_count; gpu++) with_gpu(&instance, gpu);
    instance_end(&instance);
}
