// Written by tools/generate.py from vulkan-object 1.4.366 (registry 1.4.366). Do not edit.
// A stage, and the flags of the queue families that have it; 0: all have it.
#define STAGE_QUEUES(X) \
    X(0x1, 0) \
    X(0x2, VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT) \
    X(0x4, VK_QUEUE_GRAPHICS_BIT) \
    X(0x8, VK_QUEUE_GRAPHICS_BIT) \
    X(0x10, VK_QUEUE_GRAPHICS_BIT) \
    X(0x20, VK_QUEUE_GRAPHICS_BIT) \
    X(0x40, VK_QUEUE_GRAPHICS_BIT) \
    X(0x80, VK_QUEUE_GRAPHICS_BIT) \
    X(0x100, VK_QUEUE_GRAPHICS_BIT) \
    X(0x200, VK_QUEUE_GRAPHICS_BIT) \
    X(0x400, VK_QUEUE_GRAPHICS_BIT) \
    X(0x800, VK_QUEUE_COMPUTE_BIT) \
    X(0x1000, VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT) \
    X(0x2000, 0) \
    X(0x4000, 0)
// An access, and the stages that have it.
#define ACCESS_STAGES(X) \
    X(0x1, 0x2) \
    X(0x2, 0x4) \
    X(0x4, 0x4) \
    X(0x8, 0x8f8) \
    X(0x10, 0x80) \
    X(0x20, 0x8f8) \
    X(0x40, 0x8f8) \
    X(0x80, 0x480) \
    X(0x100, 0x400) \
    X(0x200, 0x380) \
    X(0x400, 0x300) \
    X(0x800, 0x1000) \
    X(0x1000, 0x1000) \
    X(0x2000, 0x4000) \
    X(0x4000, 0x4000)
