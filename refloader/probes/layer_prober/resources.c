// Buffers, images and memory of the entity below. A buffer or an image needs as much memory as what is written to it, and
// memory is there where it is mapped. See resources.h.
#include <stdlib.h>
#include <string.h>

#include "../../native/generated/vk_core.h"
#include "next.h"
#include "resources.h"

#define POINTER(type, word) ((type *)(uintptr_t)(word))
#define HANDLE(object) ((uint64_t)(object))
#define ALIGNMENT 256U
#define LEAST_SIZE UINT64_C(65536)
#define MOST_RESOURCES 4096U
#define MAP_ALIGNMENT 64U  // minMemoryMapAlignment of the device below
#define TEXEL 16U                         // the bytes of the largest format that a layer draws to or copies from
#define MOST_MAPPED (UINT64_C(1) << 26)  // who maps it may write to all of it

uint64_t (*next_handle)(void);
int (*is_number)(uint64_t handle);
int has_kinds_of_memory;

uint64_t make_handles(uint64_t where, uint32_t count) {
    static uint64_t made = 0x10000;
    for (uint32_t i = 0; where != 0 && i < count; i++)
        POINTER(uint64_t, where)[i] = next_handle != NULL ? next_handle() : made++;
    return VK_SUCCESS;
}

// ---- buffers and images

// Those that were made last, with their sizes in bytes.
static struct resource {
    uint64_t handle, size, row;
    uint32_t types;
} resources[MOST_RESOURCES];
static uint32_t resources_made;

static uint64_t make_resource(uint64_t where, uint64_t size, uint64_t row, uint32_t types) {
    if (where <= UINT16_MAX) return VK_SUCCESS;  // no address: some calls come with nothing but numbers
    make_handles(where, 1);
    resources[resources_made++ % MOST_RESOURCES] = (struct resource){*POINTER(uint64_t, where), size, row, types};
    return VK_SUCCESS;
}

static uint64_t size_of(const VkImageCreateInfo *info) {
    uint64_t texels = (uint64_t)info->extent.width * info->extent.height * info->extent.depth;
    // All smaller levels together are no larger than the first.
    return texels * TEXEL * info->arrayLayers * (uint32_t)info->samples * (info->mipLevels > 1 ? 2 : 1);
}

static uint32_t types_for(const VkImageCreateInfo *info) {
    return info != NULL && info->tiling == VK_IMAGE_TILING_LINEAR ? FOR_LINEAR_IMAGES : FOR_IMAGES;
}

static uint64_t make_buffer(const uint64_t *a) {
    const VkBufferCreateInfo *info = POINTER(const VkBufferCreateInfo, a[1]);
    return make_resource(a[3], info == NULL ? 0 : info->size, 0, FOR_BUFFERS);
}

static uint64_t make_image(const uint64_t *a) {
    const VkImageCreateInfo *info = POINTER(const VkImageCreateInfo, a[1]);
    return make_resource(a[3], info == NULL ? 0 : size_of(info), info == NULL ? 0 : (uint64_t)info->extent.width * TEXEL, types_for(info));
}

static VkMemoryRequirements needs(uint64_t size, uint32_t types) {
    uint64_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return (VkMemoryRequirements){rounded < LEAST_SIZE ? LEAST_SIZE : rounded, ALIGNMENT, has_kinds_of_memory ? types : 1};
}

// From the one that was made last to the first that is not forgotten.
static const struct resource *resource_of(uint64_t handle) {
    for (uint32_t i = 1; i <= MOST_RESOURCES && i <= resources_made && handle != 0; i++) {
        const struct resource *each = &resources[(resources_made - i) % MOST_RESOURCES];
        if (each->handle == handle) return each;
    }
    return NULL;
}

int is_known_resource(uint64_t handle) { return resource_of(handle) != NULL; }

static VkMemoryRequirements needs_of(uint64_t handle, uint32_t types_of_unknown) {
    const struct resource *resource = resource_of(handle);
    return resource == NULL ? needs(LEAST_SIZE, types_of_unknown) : needs(resource->size, resource->types);
}

static uint64_t buffer_requirements(const uint64_t *a) {
    *POINTER(VkMemoryRequirements, a[2]) = needs_of(a[1], FOR_BUFFERS);
    return VK_SUCCESS;
}

static uint64_t image_requirements(const uint64_t *a) {
    *POINTER(VkMemoryRequirements, a[2]) = needs_of(a[1], FOR_IMAGES);
    return VK_SUCCESS;
}

// The first level and layer; of an image that was made elsewhere, no row.
static VkSubresourceLayout layout_of(uint64_t handle) {
    const struct resource *of = resource_of(handle);
    if (of == NULL) return (VkSubresourceLayout){.size = LEAST_SIZE};
    return (VkSubresourceLayout){.size = of->size, .rowPitch = of->row, .arrayPitch = of->size, .depthPitch = of->size};
}

static uint64_t layout(const uint64_t *a) {
    *POINTER(VkSubresourceLayout, a[3]) = layout_of(a[1]);
    return VK_SUCCESS;
}

static uint64_t layout_2(const uint64_t *a) {
    POINTER(VkSubresourceLayout2, a[3])->subresourceLayout = layout_of(a[1]);
    return VK_SUCCESS;
}

struct named {  // VkBufferMemoryRequirementsInfo2 and VkImageMemoryRequirementsInfo2
    VkStructureType sType;
    const void *pNext;
    uint64_t object;
};

static uint64_t buffer_requirements_2(const uint64_t *a) {
    POINTER(VkMemoryRequirements2, a[2])->memoryRequirements = needs_of(POINTER(const struct named, a[1])->object, FOR_BUFFERS);
    return VK_SUCCESS;
}

static uint64_t image_requirements_2(const uint64_t *a) {
    POINTER(VkMemoryRequirements2, a[2])->memoryRequirements = needs_of(POINTER(const struct named, a[1])->object, FOR_IMAGES);
    return VK_SUCCESS;
}

static uint64_t requirements_of_buffer(const uint64_t *a) {
    const VkDeviceBufferMemoryRequirements *of = POINTER(const VkDeviceBufferMemoryRequirements, a[1]);
    POINTER(VkMemoryRequirements2, a[2])->memoryRequirements = needs(of->pCreateInfo == NULL ? 0 : of->pCreateInfo->size, FOR_BUFFERS);
    return VK_SUCCESS;
}

static uint64_t requirements_of_image(const uint64_t *a) {
    const VkDeviceImageMemoryRequirements *of = POINTER(const VkDeviceImageMemoryRequirements, a[1]);
    POINTER(VkMemoryRequirements2, a[2])->memoryRequirements = needs(of->pCreateInfo == NULL ? 0 : size_of(of->pCreateInfo), types_for(of->pCreateInfo));
    return VK_SUCCESS;
}

// ---- memory

// Nobody looks at it but who maps it, so that it is only there then.
struct memory {
    uint64_t size;
    void *block;
    unsigned char *mapped;  // in the block, at a multiple of MAP_ALIGNMENT
};

static uint64_t numbered_size;  // of the memory that was made last of those that are numbers

static uint64_t allocate_memory(const uint64_t *a) {
    if (next_handle != NULL) {  // a number, behind which there is nothing
        numbered_size = POINTER(const VkMemoryAllocateInfo, a[1])->allocationSize;
        return make_handles(a[3], 1);
    }
    struct memory *made = calloc(1, sizeof *made);
    if (made == NULL) return (uint64_t)VK_ERROR_OUT_OF_HOST_MEMORY;
    made->size = POINTER(const VkMemoryAllocateInfo, a[1])->allocationSize;
    *POINTER(VkDeviceMemory, a[3]) = (VkDeviceMemory)made;
    return VK_SUCCESS;
}

// Memory that is a number can be mapped as far as there is room for all that a layer may write there.
static VkResult map_number(uint64_t at, uint64_t size, void **to) {
    static _Alignas(MAP_ALIGNMENT) unsigned char of_all[LEAST_SIZE];
    at %= sizeof of_all;
    if ((size == VK_WHOLE_SIZE ? numbered_size : size) > sizeof of_all - at) return VK_ERROR_MEMORY_MAP_FAILED;
    *to = of_all + at;
    return VK_SUCCESS;
}

static void make_block(struct memory *memory) {
    memory->block = calloc(1, memory->size + MAP_ALIGNMENT);
    if (memory->block == NULL) return;
    memory->mapped = memory->block;
    memory->mapped += MAP_ALIGNMENT - (uintptr_t)memory->block % MAP_ALIGNMENT;
}

static VkResult map(uint64_t handle, uint64_t at, uint64_t size, void **to) {
    if (is_number != NULL && is_number(handle)) return map_number(at, size, to);
    if (handle == 0) return VK_ERROR_MEMORY_MAP_FAILED;
    struct memory *memory = POINTER(struct memory, handle);
    if (memory->mapped == NULL && memory->size <= MOST_MAPPED) make_block(memory);
    if (memory->mapped == NULL) return VK_ERROR_MEMORY_MAP_FAILED;
    *to = memory->mapped + at;
    return VK_SUCCESS;
}

static uint64_t map_memory(const uint64_t *a) { return (uint64_t)map(a[1], a[2], a[3], POINTER(void *, a[5])); }

static uint64_t map_memory_2(const uint64_t *a) {
    const VkMemoryMapInfo *info = POINTER(const VkMemoryMapInfo, a[1]);
    return (uint64_t)map(HANDLE(info->memory), info->offset, info->size, POINTER(void *, a[2]));
}

static uint64_t free_memory(const uint64_t *a) {
    if (is_number != NULL && is_number(a[1])) return VK_SUCCESS;
    struct memory *memory = POINTER(struct memory, a[1]);
    if (memory != NULL) free(memory->block);
    free(memory);
    return VK_SUCCESS;
}

static const struct {
    const char *name;
    uint64_t (*answer)(const uint64_t *);
} answers[] = {
    {"vkCreateBuffer", make_buffer},
    {"vkCreateImage", make_image},
    {"vkGetBufferMemoryRequirements", buffer_requirements},
    {"vkGetImageMemoryRequirements", image_requirements},
    {"vkGetBufferMemoryRequirements2", buffer_requirements_2},
    {"vkGetBufferMemoryRequirements2KHR", buffer_requirements_2},
    {"vkGetImageMemoryRequirements2", image_requirements_2},
    {"vkGetImageMemoryRequirements2KHR", image_requirements_2},
    {"vkGetDeviceBufferMemoryRequirements", requirements_of_buffer},
    {"vkGetDeviceBufferMemoryRequirementsKHR", requirements_of_buffer},
    {"vkGetDeviceImageMemoryRequirements", requirements_of_image},
    {"vkGetDeviceImageMemoryRequirementsKHR", requirements_of_image},
    {"vkGetImageSubresourceLayout", layout},
    {"vkGetImageSubresourceLayout2", layout_2},
    {"vkGetImageSubresourceLayout2KHR", layout_2},
    {"vkGetImageSubresourceLayout2EXT", layout_2},
    {"vkAllocateMemory", allocate_memory},
    {"vkMapMemory", map_memory},
    {"vkMapMemory2", map_memory_2},
    {"vkMapMemory2KHR", map_memory_2},
    {"vkFreeMemory", free_memory},
};

int answer_of_memory(const char *name, const uint64_t *arguments, uint64_t *result) {
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].name, name) == 0) return *result = answers[i].answer(arguments), 1;
    return 0;
}
