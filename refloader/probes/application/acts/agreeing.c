// Questions that can be asked in two ways, and states that the specification leaves no choice about: whether both ways
// give one answer. Each step answers "yes" or "no".
#include <stdio.h>
#include <string.h>

#include "acts.h"
#include "../pipelines.h"
#include "../shaders/shaders.h"

#define NUMBERS (BYTES / 4)
#define MOST_ROWS 512U
#define MOST_ASKED 4U  // devices
#define BEHIND 256U  // where a second mapping begins

static void answer_whether(const char *step, int is_so) { answer_text(step, is_so ? "yes" : "no"); }

// ---- one question by three names

static PFN_vkVoidFunction older_command(const struct instance *instance, const char *name) {
    return program.GetInstanceProcAddr(instance->handle, name);
}

// Everything beside what the drivers write is zero, so that bytes can be compared.
#define THREE(type, type2, member, command) \
    type first; \
    type2 second, third; \
    memset(&first, 0, sizeof first); \
    memset(&second, 0, sizeof second); \
    second.sType = VK_STRUCTURE_TYPE_##member##_2; \
    memcpy(&third, &second, sizeof second); \
    INSTANCE_CALL(instance, command)(gpu, &first); \
    INSTANCE_CALL(instance, command##2)(gpu, &second); \
    if (has_older) ((PFN_vk##command##2)older_command(instance, "vk" #command "2KHR"))(gpu, &third);

static void ask_for_properties(struct instance *instance, VkPhysicalDevice gpu, int has_older) {
    THREE(VkPhysicalDeviceProperties, VkPhysicalDeviceProperties2, PHYSICAL_DEVICE_PROPERTIES,
          GetPhysicalDeviceProperties)
    answer_whether("names.properties", memcmp(&first, &second.properties, sizeof first) == 0);
    if (has_older) answer_whether("names.older_properties", memcmp(&first, &third.properties, sizeof first) == 0);
}

static void ask_for_features(struct instance *instance, VkPhysicalDevice gpu, int has_older) {
    THREE(VkPhysicalDeviceFeatures, VkPhysicalDeviceFeatures2, PHYSICAL_DEVICE_FEATURES, GetPhysicalDeviceFeatures)
    answer_whether("names.features", memcmp(&first, &second.features, sizeof first) == 0);
    if (has_older) answer_whether("names.older_features", memcmp(&first, &third.features, sizeof first) == 0);
}

static void ask_for_memory(struct instance *instance, VkPhysicalDevice gpu, int has_older) {
    THREE(VkPhysicalDeviceMemoryProperties, VkPhysicalDeviceMemoryProperties2, PHYSICAL_DEVICE_MEMORY_PROPERTIES,
          GetPhysicalDeviceMemoryProperties)
    const VkPhysicalDeviceMemoryProperties *others[] = {&second.memoryProperties, &third.memoryProperties};
    static const char *const steps[] = {"names.memory", "names.older_memory"};
    for (int i = 0; i < 1 + has_older; i++)
        answer_whether(steps[i], first.memoryTypeCount == others[i]->memoryTypeCount &&
                                     first.memoryHeapCount == others[i]->memoryHeapCount &&
                                     memcmp(first.memoryTypes, others[i]->memoryTypes,
                                            at_most(first.memoryTypeCount, VK_MAX_MEMORY_TYPES) *
                                                sizeof *first.memoryTypes) == 0 &&
                                     memcmp(first.memoryHeaps, others[i]->memoryHeaps,
                                            at_most(first.memoryHeapCount, VK_MAX_MEMORY_HEAPS) *
                                                sizeof *first.memoryHeaps) == 0);
}

// ---- one feature in two structures

static void ask_for_parts(struct instance *instance, VkPhysicalDevice gpu) {
    VkPhysicalDeviceVulkan12Features whole = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDevice8BitStorageFeatures bytes = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES};
    VkPhysicalDeviceTimelineSemaphoreFeatures counting = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, .pNext = &bytes};
    VkPhysicalDeviceHostQueryResetFeatures reset = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES, .pNext = &counting};
    VkPhysicalDeviceShaderFloat16Int8Features small = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, .pNext = &reset};
    VkPhysicalDeviceBufferDeviceAddressFeatures address = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, .pNext = &small};
    VkPhysicalDeviceDescriptorIndexingFeatures indexing = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES, .pNext = &address};
    VkPhysicalDeviceFeatures2 asked = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &whole};
    PFN_vkGetPhysicalDeviceFeatures2 ask = INSTANCE_COMMAND(instance, GetPhysicalDeviceFeatures2);
    ask(gpu, &asked);
    asked.pNext = &indexing;
    ask(gpu, &asked);
    answer_whether("parts.features",
                   whole.storageBuffer8BitAccess == bytes.storageBuffer8BitAccess &&
                       whole.uniformAndStorageBuffer8BitAccess == bytes.uniformAndStorageBuffer8BitAccess &&
                       whole.timelineSemaphore == counting.timelineSemaphore &&
                       whole.hostQueryReset == reset.hostQueryReset &&
                       whole.shaderFloat16 == small.shaderFloat16 && whole.shaderInt8 == small.shaderInt8 &&
                       whole.bufferDeviceAddress == address.bufferDeviceAddress &&
                       whole.runtimeDescriptorArray == indexing.runtimeDescriptorArray &&
                       whole.descriptorBindingPartiallyBound == indexing.descriptorBindingPartiallyBound);
}

// ---- each device is in one group, and no other device is in any

static void ask_for_groups(struct instance *instance) {
    VkPhysicalDeviceGroupProperties groups[MOST_GPUS];
    uint32_t count = MOST_GPUS, members = 0, known = 0;
    for (uint32_t i = 0; i < MOST_GPUS; i++)
        groups[i] =
            (VkPhysicalDeviceGroupProperties){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES};
    VkResult result = INSTANCE_CALL(instance, EnumeratePhysicalDeviceGroups)(instance->handle, &count, groups);
    if (result != VK_SUCCESS || instance->has_more_gpus) return;
    for (uint32_t i = 0; i < at_most(count, MOST_GPUS); i++)
        for (uint32_t j = 0; j < at_most(groups[i].physicalDeviceCount, VK_MAX_DEVICE_GROUP_SIZE); j++, members++)
            for (uint32_t gpu = 0; gpu < instance->gpu_count; gpu++)
                known += instance->gpus[gpu] == groups[i].physicalDevices[j];
    answer_whether("groups", members == instance->gpu_count && known == members);
}

// ---- as much room as was counted

static void ask_for_lists(struct instance *instance, VkPhysicalDevice gpu) {
    static VkExtensionProperties rows[MOST_ROWS];
    uint32_t count = 0, got;
    VkResult result = instance->EnumerateDeviceExtensionProperties(gpu, NULL, &count, NULL);
    got = count;
    if (result == VK_SUCCESS && count <= MOST_ROWS) {
        result = instance->EnumerateDeviceExtensionProperties(gpu, NULL, &got, rows);
        answer_whether("counted.device_extensions", result == VK_SUCCESS && got == count);
    }
    VkPhysicalDevice gpus[MOST_GPUS];
    count = 0;
    result = instance->EnumeratePhysicalDevices(instance->handle, &count, NULL);
    got = count;
    if (result == VK_SUCCESS && count <= MOST_GPUS) {
        result = instance->EnumeratePhysicalDevices(instance->handle, &got, gpus);
        answer_whether("counted.physical_devices", result == VK_SUCCESS && got == count);
    }
    count = 0;
    result = program.EnumerateInstanceExtensionProperties(NULL, &count, NULL);
    got = count;
    if (result == VK_SUCCESS && count <= MOST_ROWS) {
        result = program.EnumerateInstanceExtensionProperties(NULL, &got, rows);
        answer_whether("counted.instance_extensions", result == VK_SUCCESS && got == count);
    }
}

// ---- memory that is mapped a second time, from another byte on

static void map_behind(struct device *device) {
    unsigned char bytes[BYTES], *at = NULL;
    struct buffer buffer;
    for (uint32_t i = 0; i < BYTES; i++) bytes[i] = (unsigned char)(i / (BEHIND / 2) + 1);
    if (!buffer_make("mapped", device, &buffer, VK_BUFFER_USAGE_TRANSFER_DST_BIT)) return;
    if (buffer_write("mapped", device, &buffer, bytes) &&
        device->MapMemory(device->handle, buffer.memory, buffer.at + BEHIND, BYTES - BEHIND, 0, (void **)&at) ==
            VK_SUCCESS) {
        answer_whether("mapped.behind", memcmp(at, bytes + BEHIND, BYTES - BEHIND) == 0);
        device->UnmapMemory(device->handle, buffer.memory);
    }
    buffer_end(device, &buffer);
}

// ---- what a command buffer knows of pipelines

#define OP_CONSTANT 0x0004002BU
#define FACTOR 3U  // of the shader "numbers"
#define OTHER_FACTOR 5U

struct scene {
    struct device *device;
    struct buffer buffer;
    struct binding binding;
    VkPipelineLayout layout;
    VkPipeline pipelines[2];  // by three and by five
    struct recorder recorder;
    VkCommandBuffer secondary;
};

// The shader with another factor. Of two equal modules one goes before the other is used.
static VkResult make_pipeline(struct scene *scene, uint32_t factor, VkPipeline *to) {
    struct device *device = scene->device;
    uint32_t words[sizeof numbers_words / 4];
    VkShaderModule gone, module;
    memcpy(words, numbers_words, sizeof words);
    for (uint32_t i = 5; i + 3 < COUNT(words); i += words[i] >> 16 ? words[i] >> 16 : 1)
        if (words[i] == OP_CONSTANT && words[i + 3] == FACTOR) words[i + 3] = factor;
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .pName = "main"},
                                        .layout = scene->layout};
    if (!module_make("module", device, words, sizeof words, &gone)) return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (!module_make("module", device, words, sizeof words, &module)) module = NULL;
    module_end(device, gone);
    if (module == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    info.stage.module = module;
    VkResult result = device->CreateComputePipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to);
    module_end(device, module);
    return result;
}

static void dispatch(struct scene *scene, VkCommandBuffer commands, int which) {
    struct device *device = scene->device;
    uint32_t nothing = 0;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, scene->pipelines[which]);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, scene->layout, 0, 1, &scene->binding.set, 0,
                                  NULL);
    device->CmdPushConstants(commands, scene->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof nothing, &nothing);
    device->CmdDispatch(commands, NUMBERS / 16, 1, 1);
    barrier(device, commands);
}

static int all_ones(struct scene *scene) {
    uint32_t numbers[NUMBERS];
    for (uint32_t i = 0; i < NUMBERS; i++) numbers[i] = 1;
    return buffer_write("numbers", scene->device, &scene->buffer, numbers);
}

static void answer_product(const char *step, struct scene *scene, uint32_t product) {
    uint32_t numbers[NUMBERS], right = 0;
    if (!record_submit("submit", scene->device, scene->recorder.commands) ||
        !buffer_read("numbers", scene->device, &scene->buffer, numbers))
        return;
    while (right < NUMBERS && numbers[right] == product) right++;
    answer_whether(step, right == NUMBERS);
}

// vkBeginCommandBuffer begins with no pipeline, also where the buffer is recorded again.
static void record_twice(struct scene *scene) {
    static const char *const steps[] = {"recorded.first", "recorded.again"};
    for (int i = 0; i < 2; i++) {
        if (!all_ones(scene) || !record_begin("begin", scene->device, scene->recorder.commands)) return;
        dispatch(scene, scene->recorder.commands, 0);
        answer_product(steps[i], scene, FACTOR);
    }
}

// What is bound is not known behind vkCmdExecuteCommands, so that it is bound again.
static void record_around(struct scene *scene) {
    struct device *device = scene->device;
    VkCommandBuffer commands = scene->recorder.commands;
    VkCommandBufferInheritanceInfo inherits = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .pInheritanceInfo = &inherits};
    if (!all_ones(scene) || device->BeginCommandBuffer(scene->secondary, &info) != VK_SUCCESS) return;
    dispatch(scene, scene->secondary, 1);
    if (device->EndCommandBuffer(scene->secondary) != VK_SUCCESS || !record_begin("begin", device, commands)) return;
    dispatch(scene, commands, 0);
    device->CmdExecuteCommands(commands, 1, &scene->secondary);
    dispatch(scene, commands, 0);
    answer_product("recorded.behind_another", scene, FACTOR * OTHER_FACTOR * FACTOR);
}

static void record(struct scene *scene) {
    struct device *device = scene->device;
    if (!recorder_make("recorder", device, &scene->recorder)) return;
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = scene->recorder.pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                        .commandBufferCount = 1};
    record_twice(scene);
    if (device->AllocateCommandBuffers(device->handle, &info, &scene->secondary) == VK_SUCCESS) record_around(scene);
    recorder_end(device, &scene->recorder);
}

static void with_pipelines(struct scene *scene) {
    static const uint32_t factors[] = {FACTOR, OTHER_FACTOR};
    uint32_t made = 0;
    while (made < 2 && ok("pipeline", make_pipeline(scene, factors[made], &scene->pipelines[made]))) made++;
    if (made == 2) record(scene);
    while (made > 0)
        scene->device->DestroyPipeline(scene->device->handle, scene->pipelines[--made], callbacks_of("pipeline"));
}

static void with_layout(struct scene *scene, void (*use)(struct scene *)) {
    struct device *device = scene->device;
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 4};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = 1,
                                       .pSetLayouts = &scene->binding.layout,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &range};
    VkResult result =
        device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &scene->layout);
    if (!ok("layout", result)) return;
    use(scene);
    device->DestroyPipelineLayout(device->handle, scene->layout, callbacks_of("pipeline layout"));
}

static void on_buffer(struct device *device, void (*use)(struct scene *)) {
    struct scene scene = {.device = device};
    if (!buffer_make("buffer", device, &scene.buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (binding_make("binding", device, &scene.binding, &scene.buffer)) {
        with_layout(&scene, use);
        binding_end(device, &scene.binding);
    }
    buffer_end(device, &scene.buffer);
}

// ---- pipelines of which one cannot be made

// The first is not to be compiled, so that it may not come; the result tells of it, whatever becomes of the second.
static void make_one_of_two(struct scene *scene) {
    struct device *device = scene->device;
    VkShaderModule module;
    VkPipeline both[2] = {NULL, NULL};
    VkComputePipelineCreateInfo infos[2] = {
        {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
         .flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT,
         .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                   .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                   .pName = "main"},
         .layout = scene->layout}};
    if (!module_make("module", device, numbers_words, sizeof numbers_words, &module)) return;
    infos[0].stage.module = module;
    infos[1] = infos[0];
    infos[1].flags = 0;
    VkResult result = device->CreateComputePipelines(device->handle, NULL, 2, infos, callbacks_of("pipeline"), both);
    answer_whether("pipelines.all", (result == VK_SUCCESS) == (both[0] != NULL && both[1] != NULL));
    answer_whether("pipelines.others", both[1] != NULL);
    for (int i = 0; i < 2; i++) device->DestroyPipeline(device->handle, both[i], callbacks_of("pipeline"));
    module_end(device, module);
}

static void with_refused_pipelines(struct instance *instance, const struct device *about) {
    VkPhysicalDevicePipelineCreationCacheControlFeatures can = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES};
    VkPhysicalDeviceFeatures2 asked = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &can};
    struct wish wish = {.chain = &can};
    struct device device;
    if (about->api < VK_API_VERSION_1_3) return answer_left_out("pipelines.all", "before version 1.3");
    INSTANCE_CALL(instance, GetPhysicalDeviceFeatures2)(about->gpu, &asked);
    if (!can.pipelineCreationCacheControl) return answer_left_out("pipelines.all", "the feature is not there");
    can.pNext = NULL;
    device_choose(&device, instance, about->gpu);
    if (!device_start("pipelines.device", &device, &wish)) return;
    on_buffer(&device, make_one_of_two);
    device_end(&device);
}

// ---- the act

static void ask_device(struct instance *instance, struct device *device) {
    if (device->api >= VK_API_VERSION_1_1) {
        int has_older = instance_offers("VK_KHR_get_physical_device_properties2");
        ask_for_properties(instance, device->gpu, has_older);
        ask_for_features(instance, device->gpu, has_older);
        ask_for_memory(instance, device->gpu, has_older);
        ask_for_budgets(device);
        ask_for_groups(instance);
    }
    if (device->api >= VK_API_VERSION_1_2) ask_for_parts(instance, device->gpu);
    ask_for_lists(instance, device->gpu);
    map_behind(device);
    if (device->can & VK_QUEUE_COMPUTE_BIT) {
        on_buffer(device, with_pipelines);
        with_refused_pipelines(instance, device);
    }
}

// What the device calls itself tells which one it is: a layer may hide devices and put them in another order.
static void ask_one(struct instance *instance, uint32_t gpu) {
    VkPhysicalDeviceProperties facts;
    struct device device;
    char part[32];
    snprintf(part, sizeof part, "device_%u", gpu);
    begin_part(part);
    memset(&facts, 0, sizeof facts);
    instance->GetPhysicalDeviceProperties(instance->gpus[gpu], &facts);
    answer_member("name", facts.deviceName, sizeof facts.deviceName);
    device_choose(&device, instance, instance->gpus[gpu]);
    if (device_start("made", &device, NULL)) {
        ask_device(instance, &device);
        device_end(&device);
    }
    begin_part("");
}

void act_agreeing(void) {
    static const char *const older[] = {"VK_KHR_get_physical_device_properties2"};
    struct wish wish = {.extensions = older, .extension_count = (uint32_t)instance_offers(older[0])};
    struct instance instance;
    if (!instance_make("instance", &instance, &wish)) return;
    for (uint32_t gpu = 0; gpu < at_most(instance.gpu_count, MOST_ASKED); gpu++) ask_one(&instance, gpu);
    instance_end(&instance);
    listen_to_creations();
}
