// Buffers and images with memory of their own, command buffers, and work that is waited for. Each maker answers
// "STEP" only where something went wrong, and gives 0 then.
#ifndef REFLOADER_APPLICATION_RESOURCES_H
#define REFLOADER_APPLICATION_RESOURCES_H

#include <string.h>

#include "world.h"

#define TINY 16U  // width and height of images
#define BYTES (TINY * TINY * 4U)
#define COLOUR VK_FORMAT_R8G8B8A8_UNORM
#define FOREVER UINT64_MAX

// The result of a call that makes one object. What it leaves at the object's place after an error is undefined: it
// becomes VK_NULL_HANDLE, so that nothing is ended that was not made.
static inline VkResult made(VkResult result, void *handle) {
    if (result != VK_SUCCESS) memset(handle, 0, sizeof(VkBuffer));
    return result;
}

struct buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    VkDeviceSize at;  // where it begins in the memory
};

struct image {
    VkImage handle;
    VkDeviceMemory memory;
    VkImageLayout layout;  // after what has been recorded
};

struct recorder {
    VkCommandPool pool;
    VkCommandBuffer commands;
};

int buffer_make(const char *step, struct device *device, struct buffer *to, VkBufferUsageFlags usage);
// One that begins so many times its alignment behind the beginning of its memory.
int buffer_make_at(const char *step, struct device *device, struct buffer *to, VkBufferUsageFlags usage,
                   uint32_t alignments);
// One of another size than BYTES, which has no content that buffer_write and buffer_read know of.
int buffer_make_large(const char *step, struct device *device, struct buffer *to, VkBufferUsageFlags usage,
                      VkDeviceSize size);
void buffer_end(struct device *device, struct buffer *buffer);
// BYTES bytes into the buffer's memory, or out of it.
int buffer_write(const char *step, struct device *device, struct buffer *buffer, const void *bytes);
int buffer_read(const char *step, struct device *device, struct buffer *buffer, void *bytes);
// Answers the hash of what the buffer holds.
void buffer_answer(const char *step, struct device *device, struct buffer *buffer);

VkImageCreateInfo image_info(VkImageUsageFlags usage);
// Whether the physical device says that it can have such an image.
int image_is_offered(const struct device *device, const VkImageCreateInfo *info);
int image_make(const char *step, struct device *device, struct image *to, VkImageUsageFlags usage);
int image_make_of(const char *step, struct device *device, struct image *to, const VkImageCreateInfo *info);
// A view of the whole image; whoever makes it ends it.
VkResult image_view(struct device *device, const struct image *image, VkImageView *to);
void image_end(struct device *device, struct image *image);
void image_become(struct device *device, VkCommandBuffer commands, struct image *image, VkImageLayout layout);
// The whole of the image into the buffer, and that ready for the host.
void image_copy_out(struct device *device, VkCommandBuffer commands, struct image *image, struct buffer *buffer);

// Everything written before is seen by everything after, transfers and the host included.
void barrier(struct device *device, VkCommandBuffer commands);

int recorder_make(const char *step, struct device *device, struct recorder *to);
void recorder_end(struct device *device, struct recorder *recorder);
int record_begin(const char *step, struct device *device, VkCommandBuffer commands);
// Ends the recording, submits, waits; answers the results as "STEP".
int record_submit(const char *step, struct device *device, VkCommandBuffer commands);

// The first type of these with all of the properties, none that only a feature allows; UINT32_MAX for none.
uint32_t memory_type(const struct device *device, uint32_t bits, VkMemoryPropertyFlags flags);

#endif
