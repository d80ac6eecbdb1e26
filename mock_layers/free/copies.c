// With copies_chains: commands of devices and queries whose structures the free layer copies. It knows what there is on
// a pNext in its version of Vulkan (the flag knows) and leaves out the rest, as layers do that copy what they change.
#include "../../refloader/native/generated/vk_core.h"
#include "free_layer.h"

// Version, sType and name of what those commands can have on a pNext in Vulkan 1.1 to 1.3; 1.0 has nothing.
#define KNOWN(K) \
    K(1, 1000060013, BindBufferMemoryDeviceGroupInfo) K(1, 1000060004, DeviceGroupCommandBufferBeginInfo) \
    K(1, 1000060005, DeviceGroupSubmitInfo) K(1, 1000113000, ExportFenceCreateInfo) \
    K(1, 1000072002, ExportMemoryAllocateInfo) K(1, 1000077000, ExportSemaphoreCreateInfo) \
    K(1, 1000072000, ExternalMemoryBufferCreateInfo) K(1, 1000072001, ExternalMemoryImageCreateInfo) \
    K(1, 1000117002, ImageViewUsageCreateInfo) K(1, 1000060000, MemoryAllocateFlagsInfo) \
    K(1, 1000127001, MemoryDedicatedAllocateInfo) K(1, 1000083000, PhysicalDevice16BitStorageFeatures) \
    K(1, 1000071004, PhysicalDeviceIDProperties) K(1, 1000168000, PhysicalDeviceMaintenance3Properties) \
    K(1, 1000053001, PhysicalDeviceMultiviewFeatures) K(1, 1000053002, PhysicalDeviceMultiviewProperties) \
    K(1, 1000117000, PhysicalDevicePointClippingProperties) \
    K(1, 1000145001, PhysicalDeviceProtectedMemoryFeatures) \
    K(1, 1000145002, PhysicalDeviceProtectedMemoryProperties) \
    K(1, 1000156004, PhysicalDeviceSamplerYcbcrConversionFeatures) \
    K(1, 1000063000, PhysicalDeviceShaderDrawParametersFeatures) \
    K(1, 1000094000, PhysicalDeviceSubgroupProperties) K(1, 1000120000, PhysicalDeviceVariablePointersFeatures) \
    K(1, 1000145000, ProtectedSubmitInfo) K(1, 1000117001, RenderPassInputAttachmentAspectCreateInfo) \
    K(1, 1000053000, RenderPassMultiviewCreateInfo) K(1, 1000156001, SamplerYcbcrConversionInfo) \
    K(2, 1000257002, BufferOpaqueCaptureAddressCreateInfo) \
    K(2, 1000161000, DescriptorSetLayoutBindingFlagsCreateInfo) \
    K(2, 1000108001, FramebufferAttachmentsCreateInfo) K(2, 1000147000, ImageFormatListCreateInfo) \
    K(2, 1000246000, ImageStencilUsageCreateInfo) K(2, 1000257003, MemoryOpaqueCaptureAddressAllocateInfo) \
    K(2, 1000177000, PhysicalDevice8BitStorageFeatures) \
    K(2, 1000257000, PhysicalDeviceBufferDeviceAddressFeatures) \
    K(2, 1000199000, PhysicalDeviceDepthStencilResolveProperties) \
    K(2, 1000161001, PhysicalDeviceDescriptorIndexingFeatures) \
    K(2, 1000161002, PhysicalDeviceDescriptorIndexingProperties) \
    K(2, 1000196000, PhysicalDeviceDriverProperties) K(2, 1000197000, PhysicalDeviceFloatControlsProperties) \
    K(2, 1000261000, PhysicalDeviceHostQueryResetFeatures) \
    K(2, 1000108000, PhysicalDeviceImagelessFramebufferFeatures) \
    K(2, 1000130000, PhysicalDeviceSamplerFilterMinmaxProperties) \
    K(2, 1000221000, PhysicalDeviceScalarBlockLayoutFeatures) \
    K(2, 1000241000, PhysicalDeviceSeparateDepthStencilLayoutsFeatures) \
    K(2, 1000180000, PhysicalDeviceShaderAtomicInt64Features) \
    K(2, 1000082000, PhysicalDeviceShaderFloat16Int8Features) \
    K(2, 1000175000, PhysicalDeviceShaderSubgroupExtendedTypesFeatures) \
    K(2, 1000207000, PhysicalDeviceTimelineSemaphoreFeatures) \
    K(2, 1000207001, PhysicalDeviceTimelineSemaphoreProperties) \
    K(2, 1000253000, PhysicalDeviceUniformBufferStandardLayoutFeatures) K(2, 49, PhysicalDeviceVulkan11Features) \
    K(2, 50, PhysicalDeviceVulkan11Properties) K(2, 51, PhysicalDeviceVulkan12Features) \
    K(2, 52, PhysicalDeviceVulkan12Properties) K(2, 1000211000, PhysicalDeviceVulkanMemoryModelFeatures) \
    K(2, 1000130001, SamplerReductionModeCreateInfo) K(2, 1000207002, SemaphoreTypeCreateInfo) \
    K(2, 1000207003, TimelineSemaphoreSubmitInfo) K(3, 1000138003, DescriptorPoolInlineUniformBlockCreateInfo) \
    K(3, 1000044003, PhysicalDeviceDynamicRenderingFeatures) \
    K(3, 1000335000, PhysicalDeviceImageRobustnessFeatures) \
    K(3, 1000138000, PhysicalDeviceInlineUniformBlockFeatures) \
    K(3, 1000138001, PhysicalDeviceInlineUniformBlockProperties) \
    K(3, 1000413000, PhysicalDeviceMaintenance4Features) K(3, 1000413001, PhysicalDeviceMaintenance4Properties) \
    K(3, 1000297000, PhysicalDevicePipelineCreationCacheControlFeatures) \
    K(3, 1000295000, PhysicalDevicePrivateDataFeatures) \
    K(3, 1000276000, PhysicalDeviceShaderDemoteToHelperInvocationFeatures) \
    K(3, 1000280000, PhysicalDeviceShaderIntegerDotProductFeatures) \
    K(3, 1000280001, PhysicalDeviceShaderIntegerDotProductProperties) \
    K(3, 1000215000, PhysicalDeviceShaderTerminateInvocationFeatures) \
    K(3, 1000225002, PhysicalDeviceSubgroupSizeControlFeatures) \
    K(3, 1000225000, PhysicalDeviceSubgroupSizeControlProperties) \
    K(3, 1000314007, PhysicalDeviceSynchronization2Features) \
    K(3, 1000281001, PhysicalDeviceTexelBufferAlignmentProperties) \
    K(3, 1000066000, PhysicalDeviceTextureCompressionASTCHDRFeatures) K(3, 53, PhysicalDeviceVulkan13Features) \
    K(3, 54, PhysicalDeviceVulkan13Properties) \
    K(3, 1000325000, PhysicalDeviceZeroInitializeWorkgroupMemoryFeatures)

#define KNOWN_ROW(minor, type, name) {minor, type, sizeof(Vk##name)},
static const struct known {
    unsigned minor, type;
    size_t size;
} known[] = {KNOWN(KNOWN_ROW)};

// What a copied structure begins with.
struct head {
    uint32_t type;
    void *next;
};

struct copied {
    void *memory[MOST];
    uint32_t count;
};

static void *copy_of(struct copied *all, const void *original, size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) die("no memory for a copy of", label);
    if (all->count == MOST) die("too many copies for", label);
    all->memory[all->count++] = memory;
    return memcpy(memory, original, size);
}

static const struct known *find_known(uint32_t type) {
    for (size_t i = 0; i < COUNT(known); i++)
        if (known[i].type == type) return known[i].minor <= known_minor() ? &known[i] : NULL;
    return NULL;
}

// What is known of a chain, in its order.
static void *copy_chain(struct copied *all, const void *chain) {
    struct head first = {0, NULL}, *last = &first;
    for (const struct head *at = chain; at != NULL; at = at->next) {
        const struct known *row = find_known(at->type);
        if (row == NULL) continue;
        last->next = copy_of(all, at, row->size);
        last = last->next;
        last->next = NULL;
    }
    return first.next;
}

static void *copy_whole(struct copied *all, const void *original, size_t size) {
    struct head *made = copy_of(all, original, size);
    made->next = copy_chain(all, made->next);
    return made;
}

static void drop(struct copied *all) {
    while (all->count > 0) free(all->memory[--all->count]);
}

// ---- commands that make an object

#define CREATES(C) \
    C(AllocateMemory, MemoryAllocateInfo) C(CreateBuffer, BufferCreateInfo) C(CreateImage, ImageCreateInfo) \
    C(CreateImageView, ImageViewCreateInfo) C(CreateSampler, SamplerCreateInfo) \
    C(CreateSemaphore, SemaphoreCreateInfo) C(CreateFence, FenceCreateInfo) \
    C(CreateDescriptorSetLayout, DescriptorSetLayoutCreateInfo) C(CreateDescriptorPool, DescriptorPoolCreateInfo) \
    C(CreateRenderPass, RenderPassCreateInfo) C(CreateFramebuffer, FramebufferCreateInfo)

typedef VkResult (*makes)(VkDevice device, const void *info, const VkAllocationCallbacks *callbacks, void *made);

static PFN_vkVoidFunction next_copying(const struct below *own, int which) { return own->copying[which]; }

#define PLACE(command, info) PLACE_##command,
enum { CREATES(PLACE) PLACE_QueueSubmit, PLACE_QueueSubmit2, PLACE_BeginCommandBuffer, PLACE_BindBufferMemory2,
       PLACE_GetPhysicalDeviceFeatures2, PLACE_GetPhysicalDeviceProperties2, PLACES };
_Static_assert(PLACES <= MOST_COPYING, "more commands than places");

#define MAKER(command, info_type) \
    static VkResult copying_##command(VkDevice device, const void *info, const VkAllocationCallbacks *callbacks, \
                                      void *made) { \
        struct copied all = {.count = 0}; \
        makes next = (makes)next_copying(find_below(device), PLACE_##command); \
        VkResult result = next(device, copy_whole(&all, info, sizeof(Vk##info_type)), callbacks, made); \
        drop(&all); \
        return result; \
    }
CREATES(MAKER)

// ---- commands that take arrays

// An array of structures of one size, each with its chain; NULL for none.
static void *copy_array(struct copied *each, const void *array, uint32_t count, size_t size) {
    char *made = malloc((count + 1) * size);
    if (made == NULL) die("no memory for a copy of", label);
    if (count > 0) memcpy(made, array, count * size);
    for (uint32_t i = 0; i < count; i++) {
        struct head *head = (struct head *)(void *)(made + i * size);
        each[i].count = 0;
        head->next = copy_chain(&each[i], head->next);
    }
    return made;
}

static struct copied *many(uint32_t count) {
    struct copied *made = calloc(count + 1, sizeof *made);
    if (made == NULL) die("no memory for copies of", label);
    return made;
}

static void drop_array(struct copied *each, void *array, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) drop(&each[i]);
    free(each);
    free(array);
}

static VkResult copying_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits, VkFence fence) {
    struct copied *each = many(count);
    void *array = copy_array(each, submits, count, sizeof *submits);
    PFN_vkQueueSubmit next = (PFN_vkQueueSubmit)next_copying(find_below(queue), PLACE_QueueSubmit);
    VkResult result = next(queue, count, array, fence);
    drop_array(each, array, count);
    return result;
}

static VkResult copying_QueueSubmit2(VkQueue queue, uint32_t count, const VkSubmitInfo2 *submits, VkFence fence) {
    struct copied *each = many(count);
    void *array = copy_array(each, submits, count, sizeof *submits);
    PFN_vkQueueSubmit2 next = (PFN_vkQueueSubmit2)next_copying(find_below(queue), PLACE_QueueSubmit2);
    VkResult result = next(queue, count, array, fence);
    drop_array(each, array, count);
    return result;
}

static VkResult copying_BindBufferMemory2(VkDevice device, uint32_t count, const VkBindBufferMemoryInfo *infos) {
    struct copied *each = many(count);
    void *array = copy_array(each, infos, count, sizeof *infos);
    PFN_vkBindBufferMemory2 next =
        (PFN_vkBindBufferMemory2)next_copying(find_below(device), PLACE_BindBufferMemory2);
    VkResult result = next(device, count, array);
    drop_array(each, array, count);
    return result;
}

static VkResult copying_BeginCommandBuffer(VkCommandBuffer buffer, const VkCommandBufferBeginInfo *info) {
    struct copied all = {.count = 0};
    PFN_vkBeginCommandBuffer next =
        (PFN_vkBeginCommandBuffer)next_copying(find_below(buffer), PLACE_BeginCommandBuffer);
    VkResult result = next(buffer, copy_whole(&all, info, sizeof *info));
    drop(&all);
    return result;
}

// ---- queries: what is known of the chain comes back

static void give_back(void *chain, const struct head *copies) {
    for (struct head *at = chain; at != NULL; at = at->next) {
        const struct known *row = find_known(at->type);
        if (row == NULL) continue;
        memcpy(at + 1, copies + 1, row->size - sizeof *at);
        copies = copies->next;
    }
}

static void ask(VkPhysicalDevice device, int which, struct head *asked, size_t size) {
    struct copied all = {.count = 0};
    struct head *copy = copy_whole(&all, asked, size);
    PFN_vkVoidFunction next = next_copying(instance_of(device), which);
    ((void (*)(VkPhysicalDevice, void *))next)(device, copy);
    memcpy(asked + 1, copy + 1, size - sizeof *asked);
    give_back(asked->next, copy->next);
    drop(&all);
}

static void copying_GetPhysicalDeviceFeatures2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *features) {
    ask(device, PLACE_GetPhysicalDeviceFeatures2, (struct head *)(void *)features, sizeof *features);
}

static void copying_GetPhysicalDeviceProperties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *properties) {
    ask(device, PLACE_GetPhysicalDeviceProperties2, (struct head *)(void *)properties, sizeof *properties);
}

// ---- names

#define CREATE_ROW(command, info) {"vk" #command, (PFN_vkVoidFunction)copying_##command, 1, 0, 0},
#define COPY_ROW(command, of_devices, minor) \
    {"vk" #command, (PFN_vkVoidFunction)copying_##command, of_devices, 0, minor},
static const struct name names[PLACES] = {
    CREATES(CREATE_ROW) COPY_ROW(QueueSubmit, 1, 0) COPY_ROW(QueueSubmit2, 1, 3) COPY_ROW(BeginCommandBuffer, 1, 0)
    COPY_ROW(BindBufferMemory2, 1, 1) COPY_ROW(GetPhysicalDeviceFeatures2, 0, 1)
    COPY_ROW(GetPhysicalDeviceProperties2, 0, 1)};

// With submits_newer, it also has functions for commands that came after its version, and knows nothing of their chains.
const struct name *find_copying(const char *name) {
    if (!takes("copies_chains")) return NULL;
    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].minor <= known_minor() || takes("submits_newer") ? &names[i] : NULL;
    return NULL;
}

void fill_copying(struct below *made, int of_devices) {
    if (!takes("copies_chains")) return;
    for (size_t i = 0; i < COUNT(names); i++) {
        if (names[i].of_devices != of_devices) continue;
        made->copying[i] = of_devices ? made->GetDeviceProcAddr((VkDevice)made->handle, names[i].name)
                                      : made->GetInstanceProcAddr((VkInstance)made->handle, names[i].name);
    }
}
