// What the model does with objects: memory, buffers, synchronization, queries, private data, descriptors, pipelines.
#include <stdlib.h>
#include <string.h>

#include "model.h"

#define MACHINE struct machine *machine = machine_of(AT(void, a[0]));
#define THING(name, kind, handle, command) \
    MACHINE struct thing *name = thing_of(machine, kind, handle, command); \
    if (name == NULL) return FAILED(VK_ERROR_UNKNOWN);

static uint64_t zeroed(uint64_t size) { return HANDLE(calloc(1, size)); }

// An object of a kind without more to it.
static struct thing *make(const uint64_t *a, enum kind kind) {
    MACHINE
    return thing_new(machine, kind, AT(uint64_t, a[3]));
}
#define MAKES(name, kind) \
    static uint64_t name(const uint64_t *a) { return make(a, kind) == NULL ? FAILED(VK_ERROR_OUT_OF_HOST_MEMORY) : 0; }
#define ENDS(name, kind, command) \
    static uint64_t name(const uint64_t *a) { \
        if (a[1] == 0) return 0; \
        THING(thing, kind, a[1], command) \
        thing_end(thing, kind); \
        return 0; \
    }
MAKES(create_event, KIND_EVENT)
MAKES(create_slot, KIND_SLOT)
MAKES(create_cache, KIND_CACHE)
MAKES(create_pool, KIND_POOL)
MAKES(create_set_pool, KIND_SET_POOL)
ENDS(destroy_event, KIND_EVENT, "vkDestroyEvent")
ENDS(destroy_slot, KIND_SLOT, "vkDestroyPrivateDataSlot")
ENDS(destroy_cache, KIND_CACHE, "vkDestroyPipelineCache")
ENDS(destroy_fence, KIND_FENCE, "vkDestroyFence")
ENDS(destroy_semaphore, KIND_SEMAPHORE, "vkDestroySemaphore")
ENDS(destroy_queries, KIND_QUERIES, "vkDestroyQueryPool")
ENDS(destroy_buffer, KIND_BUFFER, "vkDestroyBuffer")
ENDS(destroy_memory, KIND_MEMORY, "vkFreeMemory")
ENDS(destroy_shader, KIND_SHADER, "vkDestroyShaderModule")
ENDS(destroy_set_layout, KIND_SET_LAYOUT, "vkDestroyDescriptorSetLayout")
ENDS(destroy_layout, KIND_LAYOUT, "vkDestroyPipelineLayout")
ENDS(destroy_template, KIND_TEMPLATE, "vkDestroyDescriptorUpdateTemplate")
ENDS(destroy_pipeline, KIND_PIPELINE, "vkDestroyPipeline")

void forget_data(struct machine *machine, VkObjectType type, uint64_t object) {
    for (uint32_t i = 0; i < machine->count[KIND_SLOT]; i++) {
        struct thing *slot = &machine->things[KIND_SLOT][i];
        for (uint32_t j = 0; slot->is_alive && j < slot->data_count; j++)
            if (slot->data[j].type == type && slot->data[j].object == object) slot->data[j] = slot->data[--slot->data_count], j--;
    }
}

// ---- devices

#define MOST_INSTANCES 8U
#define GPUS 2U

// Two of an instance, which are alike.
static struct object *gpus[MOST_INSTANCES][GPUS];

static struct object **gpus_of(struct object *instance) {
    uint32_t place = 0;
    while (place + 1 < MOST_INSTANCES && gpus[place][0] != NULL && gpus[place][0]->parent != instance) place++;
    if (gpus[place][0] != NULL && gpus[place][0]->parent == instance) return gpus[place];
    for (uint32_t i = 0; i < GPUS; i++) gpus[place][i] = new_object(OBJECT_PHYSICAL_DEVICE, instance);
    return gpus[place];
}

static uint64_t enumerate_gpus(const uint64_t *a) {
    struct object *instance = object_of(AT(void, a[0]));
    uint32_t *count = AT(uint32_t, a[1]), room = *count;
    if (instance == NULL || instance->kind != OBJECT_INSTANCE) {
        complain("vkEnumeratePhysicalDevices reaches the driver with an instance that is none of its own");
        return FAILED(VK_ERROR_INITIALIZATION_FAILED);
    }
    *count = a[2] == 0 || room > GPUS ? GPUS : room;
    for (uint32_t i = 0; a[2] != 0 && i < *count; i++) AT(VkPhysicalDevice, a[2])[i] = (VkPhysicalDevice)gpus_of(instance)[i];
    return (uint64_t)(a[2] != 0 && room < GPUS ? VK_INCOMPLETE : VK_SUCCESS);
}

static uint64_t create_device(const uint64_t *a) {
    if (model_fails()) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = below_create_device((VkPhysicalDevice)AT(void, a[0]), AT(const VkDeviceCreateInfo, a[1]),
                                          AT(const VkAllocationCallbacks, a[2]), AT(VkDevice, a[3]));
    if (result == VK_SUCCESS && machine_new(created.made) == NULL) result = VK_ERROR_TOO_MANY_OBJECTS;
    return FAILED(result);
}

static uint64_t destroy_device(const uint64_t *a) {
    if (a[0] == 0) return 0;
    MACHINE
    if (machine == NULL) return 0;
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (uint32_t i = 0; i < machine->count[kind]; i++)
            if (machine->things[kind][i].is_alive && kind != KIND_SET)
                complain("vkDestroyDevice reaches the driver while a %s of the device is left", kind_name(kind));
    if (machine->job_count > 0) complain("vkDestroyDevice reaches the driver while work is not done");
    if (machine->object->child != NULL) end_object(machine->object->child);
    end_object(machine->object);
    machine->object = NULL;
    return 0;
}

static uint64_t destroy_instance(const uint64_t *a) {
    struct object *instance = object_of(AT(void, a[0]));
    if (instance == NULL) return 0;
    if (machines_of(instance) > 0) complain("vkDestroyInstance reaches the driver while a device of the instance is left");
    for (uint32_t i = 0; i < MOST_INSTANCES; i++) {
        if (gpus[i][0] == NULL || gpus[i][0]->parent != instance) continue;
        for (uint32_t j = 0; j < GPUS; j++) end_object(gpus[i][j]), gpus[i][j] = NULL;
    }
    end_object(instance);
    return 0;
}

static uint64_t features_2(const uint64_t *a) {
    VkPhysicalDeviceFeatures2 *features = AT(VkPhysicalDeviceFeatures2, a[1]);
    features->features = (VkPhysicalDeviceFeatures){.robustBufferAccess = VK_TRUE};
    for (VkBaseOutStructure *each = features->pNext; each != NULL; each = each->pNext) {
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
            VkPhysicalDeviceVulkan12Features *newer = (void *)each;
            newer->timelineSemaphore = newer->hostQueryReset = VK_TRUE;
        } else if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES) {
            VkPhysicalDeviceVulkan13Features *newer = (void *)each;
            newer->privateData = newer->synchronization2 = VK_TRUE;
        } else if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES ||
                   each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES ||
                   each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIVATE_DATA_FEATURES ||
                   each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES) {
            ((VkPhysicalDeviceTimelineSemaphoreFeatures *)(void *)each)->timelineSemaphore = VK_TRUE;
        }
    }
    return 0;
}

// ---- memory and buffers

static uint64_t allocate_memory(const uint64_t *a) {
    struct thing *memory = make(a, KIND_MEMORY);
    if (memory == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    memory->size = AT(const VkMemoryAllocateInfo, a[1])->allocationSize;
    memory->bytes = AT(unsigned char, zeroed(memory->size));
    return 0;
}

static uint64_t map_memory(const uint64_t *a) {
    THING(memory, KIND_MEMORY, a[1], "vkMapMemory")
    if (memory->is_on) complain("vkMapMemory reaches the driver with a memory that is mapped already");
    if (a[2] >= memory->size || (a[3] != VK_WHOLE_SIZE && a[2] + a[3] > memory->size))
        complain("vkMapMemory reaches the driver for a range that is not in the memory");
    memory->is_on = 1;
    *AT(void *, a[5]) = memory->bytes + a[2];
    return 0;
}

static uint64_t unmap_memory(const uint64_t *a) {
    THING(memory, KIND_MEMORY, a[1], "vkUnmapMemory")
    if (!memory->is_on) complain("vkUnmapMemory reaches the driver with a memory that is not mapped");
    memory->is_on = 0;
    return 0;
}

static uint64_t create_buffer(const uint64_t *a) {
    struct thing *buffer = make(a, KIND_BUFFER);
    if (buffer == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    buffer->size = AT(const VkBufferCreateInfo, a[1])->size;
    return 0;
}

static uint64_t requirements(const uint64_t *a) {
    THING(buffer, KIND_BUFFER, a[1], "vkGetBufferMemoryRequirements")
    *AT(VkMemoryRequirements, a[2]) = (VkMemoryRequirements){(buffer->size + 255) / 256 * 256, 256, 1};
    return 0;
}

static uint64_t requirements_2(const uint64_t *a) {
    const uint64_t older[] = {a[0], HANDLE(AT(const VkBufferMemoryRequirementsInfo2, a[1])->buffer),
                              HANDLE(&AT(VkMemoryRequirements2, a[2])->memoryRequirements)};
    return requirements(older);
}

static uint64_t bind(struct machine *machine, uint64_t buffer_handle, uint64_t memory_handle, uint64_t at) {
    struct thing *buffer = thing_of(machine, KIND_BUFFER, buffer_handle, "vkBindBufferMemory");
    struct thing *memory = thing_of(machine, KIND_MEMORY, memory_handle, "vkBindBufferMemory");
    if (buffer == NULL || memory == NULL) return FAILED(VK_ERROR_UNKNOWN);
    if (buffer->of != NULL) complain("vkBindBufferMemory reaches the driver with a buffer that has a memory already");
    if (at % 256 != 0 || at + buffer->size > memory->size)
        complain("vkBindBufferMemory reaches the driver with an offset that the memory cannot have (%llu)", (unsigned long long)at);
    else buffer->of = memory, buffer->at = at;
    return 0;
}

static uint64_t bind_buffer(const uint64_t *a) {
    MACHINE
    return bind(machine, a[1], a[2], a[3]);
}

static uint64_t bind_buffers(const uint64_t *a) {
    MACHINE
    uint64_t result = 0;
    for (uint64_t i = 0; i < (uint32_t)a[1]; i++) {
        const VkBindBufferMemoryInfo *info = AT(const VkBindBufferMemoryInfo, a[2]) + i;
        result |= bind(machine, HANDLE(info->buffer), HANDLE(info->memory), info->memoryOffset);
    }
    return result;
}

// ---- synchronization

static uint64_t create_fence(const uint64_t *a) {
    struct thing *fence = make(a, KIND_FENCE);
    if (fence == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    fence->is_on = AT(const VkFenceCreateInfo, a[1])->flags & VK_FENCE_CREATE_SIGNALED_BIT;
    return 0;
}

static uint64_t reset_fences(const uint64_t *a) {
    MACHINE
    for (uint64_t i = 0; i < (uint32_t)a[1]; i++) {
        struct thing *fence = thing_of(machine, KIND_FENCE, AT(const uint64_t, a[2])[i], "vkResetFences");
        if (fence != NULL && fence->pending) complain("vkResetFences reaches the driver with a fence that is in use");
        if (fence != NULL) fence->is_on = 0;
    }
    return 0;
}

static uint64_t fence_status(const uint64_t *a) {
    THING(fence, KIND_FENCE, a[1], "vkGetFenceStatus")
    model_poll(machine);
    return (uint64_t)(fence->is_on ? VK_SUCCESS : VK_NOT_READY);
}

static uint64_t create_semaphore(const uint64_t *a) {
    struct thing *semaphore = make(a, KIND_SEMAPHORE);
    if (semaphore == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    const VkSemaphoreTypeCreateInfo *type = in_chain(AT(void, a[1]), VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    semaphore->is_timeline = type != NULL && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    semaphore->value = semaphore->is_timeline ? type->initialValue : 0;
    return 0;
}

static uint64_t semaphore_value(const uint64_t *a) {
    THING(semaphore, KIND_SEMAPHORE, a[1], "vkGetSemaphoreCounterValue")
    model_poll(machine);
    if (!semaphore->is_timeline) complain("vkGetSemaphoreCounterValue reaches the driver with a binary semaphore");
    *AT(uint64_t, a[2]) = semaphore->value;
    return 0;
}

static uint64_t signal_semaphore(const uint64_t *a) {
    const VkSemaphoreSignalInfo *info = AT(const VkSemaphoreSignalInfo, a[1]);
    THING(semaphore, KIND_SEMAPHORE, HANDLE(info->semaphore), "vkSignalSemaphore")
    if (info->value <= semaphore->value) complain("vkSignalSemaphore reaches the driver with a value that is not greater");
    semaphore->value = info->value;
    return 0;
}

static uint64_t event_status(const uint64_t *a) {
    THING(event, KIND_EVENT, a[1], "vkGetEventStatus")
    model_poll(machine);
    return (uint64_t)(event->is_on ? VK_EVENT_SET : VK_EVENT_RESET);
}

static uint64_t set_event(const uint64_t *a) {
    THING(event, KIND_EVENT, a[1], "vkSetEvent")
    event->is_on = 1;
    return 0;
}

static uint64_t reset_event(const uint64_t *a) {
    THING(event, KIND_EVENT, a[1], "vkResetEvent")
    event->is_on = 0;
    return 0;
}

// ---- queries

static uint64_t create_queries(const uint64_t *a) {
    struct thing *queries = make(a, KIND_QUERIES);
    if (queries == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    queries->size = AT(const VkQueryPoolCreateInfo, a[1])->queryCount;
    queries->bytes = AT(unsigned char, zeroed(queries->size));
    return 0;
}

static uint64_t reset_queries(const uint64_t *a) {
    THING(queries, KIND_QUERIES, a[1], "vkResetQueryPool")
    uint64_t first = (uint32_t)a[2], count = (uint32_t)a[3];
    if (first + count > queries->size) complain("vkResetQueryPool reaches the driver with queries that the pool has not got");
    else memset(queries->bytes + first, 1, count);
    return 0;
}

static uint64_t query_results(const uint64_t *a) {
    THING(queries, KIND_QUERIES, a[1], "vkGetQueryPoolResults")
    uint64_t first = (uint32_t)a[2], count = (uint32_t)a[3], flags = a[7];
    VkResult result = VK_SUCCESS;
    if (first + count > queries->size) {
        complain("vkGetQueryPoolResults reaches the driver with queries that the pool has not got");
        return FAILED(VK_ERROR_UNKNOWN);
    }
    model_poll(machine);
    if (flags & VK_QUERY_RESULT_WAIT_BIT) model_finish(machine);
    for (uint64_t i = 0; i < count; i++) {
        unsigned char *row = AT(unsigned char, a[5]) + i * a[6];
        uint64_t is_available = queries->bytes[first + i] == 2, word = 1000 + i;
        size_t size = flags & VK_QUERY_RESULT_64_BIT ? 8 : 4;
        if (!is_available) result = VK_NOT_READY;
        if (is_available) memcpy(row, &word, size);
        if (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT) memcpy(row + size, &is_available, size);
    }
    return (uint64_t)result;
}

// ---- private data

static uint64_t set_data(const uint64_t *a) {
    THING(slot, KIND_SLOT, a[3], "vkSetPrivateData")
    uint32_t i = 0;
    while (i < slot->data_count && (slot->data[i].type != (uint32_t)a[1] || slot->data[i].object != a[2])) i++;
    if (i == slot->data_count) {
        struct datum *more = realloc(slot->data, (i + 1) * sizeof *more);
        if (more == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
        slot->data = more;
        slot->data_count++;
    }
    slot->data[i] = (struct datum){(uint32_t)a[1], a[2], a[4]};
    return 0;
}

static uint64_t get_data(const uint64_t *a) {
    THING(slot, KIND_SLOT, a[3], "vkGetPrivateData")
    *AT(uint64_t, a[4]) = 0;
    for (uint32_t i = 0; i < slot->data_count; i++)
        if (slot->data[i].type == (uint32_t)a[1] && slot->data[i].object == a[2]) *AT(uint64_t, a[4]) = slot->data[i].value;
    return 0;
}

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
    return 0;
}

// Of several pipelines one could not be made: there is none.
static uint64_t end_made(struct machine *machine, uint64_t *handles, uint32_t made, uint32_t count) {
    for (uint32_t i = 0; i < made; i++) thing_end(thing_of(machine, KIND_PIPELINE, handles[i], "vkCreateComputePipelines"), KIND_PIPELINE);
    memset(handles, 0, count * sizeof *handles);
    return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
}

static uint64_t create_pipelines(const uint64_t *a) {
    MACHINE
    const VkComputePipelineCreateInfo *infos = AT(const VkComputePipelineCreateInfo, a[3]);
    if (a[1] != 0) thing_of(machine, KIND_CACHE, a[1], "vkCreateComputePipelines");
    for (uint32_t i = 0; i < (uint32_t)a[2]; i++) {
        struct thing *layout = thing_of(machine, KIND_LAYOUT, HANDLE(infos[i].layout), "vkCreateComputePipelines");
        if (infos[i].stage.module != NULL)
            thing_of(machine, KIND_SHADER, HANDLE(infos[i].stage.module), "vkCreateComputePipelines");
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
    enum { SIZE = 48 };
    THING(cache, KIND_CACHE, a[1], "vkGetPipelineCacheData")
    size_t *size = AT(size_t, a[2]), room = *size;
    if (a[3] == 0 || room >= SIZE) *size = SIZE;
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

static uint64_t update_sets(const uint64_t *a) {
    MACHINE
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        const VkWriteDescriptorSet *write = AT(const VkWriteDescriptorSet, a[2]) + i;
        struct thing *set = thing_of(machine, KIND_SET, HANDLE(write->dstSet), "vkUpdateDescriptorSets");
        if (set == NULL || write->dstBinding >= BINDINGS || write->descriptorType < VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER ||
            write->descriptorType > VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC)
            continue;
        if (write->dstArrayElement + write->descriptorCount > set->sets->count[write->dstBinding])
            complain("vkUpdateDescriptorSets reaches the driver with descriptors that the binding has not got");
        else if (write->descriptorType != set->sets->type[write->dstBinding])
            complain("vkUpdateDescriptorSets reaches the driver with another type than the binding's");
        else for (uint32_t j = 0; j < write->descriptorCount; j++) {
            struct thing *buffer = thing_of(machine, KIND_BUFFER, HANDLE(write->pBufferInfo[j].buffer), "vkUpdateDescriptorSets");
            uint32_t at = write->dstBinding * ELEMENTS_OF_BINDING + write->dstArrayElement + j;
            set->descriptors[at] = (struct descriptor){buffer, write->pBufferInfo[j].offset};
        }
    }
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
            const uint64_t older[] = {a[0], 1, HANDLE(&write)};
            update_sets(older);
        }
    }
    return 0;
}

// Ends what has private data.
#define ENDS_WITH_DATA(name, of, type) \
    static uint64_t name(const uint64_t *a) { \
        MACHINE \
        if (machine != NULL && a[1] != 0) forget_data(machine, type, a[1]); \
        return of(a); \
    }
ENDS_WITH_DATA(end_buffer, destroy_buffer, VK_OBJECT_TYPE_BUFFER)
ENDS_WITH_DATA(end_fence, destroy_fence, VK_OBJECT_TYPE_FENCE)
ENDS_WITH_DATA(end_event, destroy_event, VK_OBJECT_TYPE_EVENT)
ENDS_WITH_DATA(end_semaphore, destroy_semaphore, VK_OBJECT_TYPE_SEMAPHORE)
ENDS_WITH_DATA(end_queries, destroy_queries, VK_OBJECT_TYPE_QUERY_POOL)
ENDS_WITH_DATA(end_pipeline, destroy_pipeline, VK_OBJECT_TYPE_PIPELINE)

const struct model_row model_objects[] = {
    {"vkCreateDevice", create_device},
    {"vkDestroyDevice", destroy_device},
    {"vkDestroyInstance", destroy_instance},
    {"vkEnumeratePhysicalDevices", enumerate_gpus},
    {"vkGetPhysicalDeviceFeatures2", features_2},
    {"vkGetPhysicalDeviceFeatures2KHR", features_2},
    {"vkAllocateMemory", allocate_memory},
    {"vkFreeMemory", destroy_memory},
    {"vkMapMemory", map_memory},
    {"vkUnmapMemory", unmap_memory},
    {"vkCreateBuffer", create_buffer},
    {"vkDestroyBuffer", end_buffer},
    {"vkGetBufferMemoryRequirements", requirements},
    {"vkGetBufferMemoryRequirements2", requirements_2},
    {"vkGetBufferMemoryRequirements2KHR", requirements_2},
    {"vkBindBufferMemory", bind_buffer},
    {"vkBindBufferMemory2", bind_buffers},
    {"vkBindBufferMemory2KHR", bind_buffers},
    {"vkCreateFence", create_fence},
    {"vkDestroyFence", end_fence},
    {"vkResetFences", reset_fences},
    {"vkGetFenceStatus", fence_status},
    {"vkCreateSemaphore", create_semaphore},
    {"vkDestroySemaphore", end_semaphore},
    {"vkGetSemaphoreCounterValue", semaphore_value},
    {"vkGetSemaphoreCounterValueKHR", semaphore_value},
    {"vkSignalSemaphore", signal_semaphore},
    {"vkSignalSemaphoreKHR", signal_semaphore},
    {"vkCreateEvent", create_event},
    {"vkDestroyEvent", end_event},
    {"vkGetEventStatus", event_status},
    {"vkSetEvent", set_event},
    {"vkResetEvent", reset_event},
    {"vkCreateQueryPool", create_queries},
    {"vkDestroyQueryPool", end_queries},
    {"vkResetQueryPool", reset_queries},
    {"vkResetQueryPoolEXT", reset_queries},
    {"vkGetQueryPoolResults", query_results},
    {"vkCreatePrivateDataSlot", create_slot},
    {"vkCreatePrivateDataSlotEXT", create_slot},
    {"vkDestroyPrivateDataSlot", destroy_slot},
    {"vkDestroyPrivateDataSlotEXT", destroy_slot},
    {"vkSetPrivateData", set_data},
    {"vkSetPrivateDataEXT", set_data},
    {"vkGetPrivateData", get_data},
    {"vkGetPrivateDataEXT", get_data},
    {"vkCreateShaderModule", create_shader},
    {"vkDestroyShaderModule", destroy_shader},
    {"vkCreatePipelineCache", create_cache},
    {"vkDestroyPipelineCache", destroy_cache},
    {"vkGetPipelineCacheData", cache_data},
    {"vkMergePipelineCaches", merge_caches},
    {"vkCreatePipelineLayout", create_layout},
    {"vkDestroyPipelineLayout", destroy_layout},
    {"vkCreateComputePipelines", create_pipelines},
    {"vkDestroyPipeline", end_pipeline},
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
    {"vkCreateCommandPool", create_pool},
};
const uint32_t model_objects_count = COUNT_OF(model_objects);
