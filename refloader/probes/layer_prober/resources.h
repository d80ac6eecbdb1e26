// The memory of the entity below, and what of it a buffer or an image needs.
#ifndef REFLOADER_PROBER_RESOURCES_H
#define REFLOADER_PROBER_RESOURCES_H

#include <stdint.h>

// Whether there are several types of memory. The first is for images, the second for buffers, and the last for buffers and
// linear images, which may have the first as well; the third is for nothing. The third and the last can be mapped.
extern int has_kinds_of_memory;
#define FOR_IMAGES 0x1U
#define FOR_BUFFERS 0xAU
#define FOR_LINEAR_IMAGES 0x9U
#define MAPPED_TYPES 0xCU

// Writes so many handles, a number for each, so that none is like another. Returns VK_SUCCESS.
uint64_t make_handles(uint64_t where, uint32_t count);

// Whether it is one of the buffers and images that were made last, of which the answers below are.
int is_known_resource(uint64_t handle);

// Answers as in next.h: buffers, images and memory.
int answer_of_memory(const char *name, const uint64_t *arguments, uint64_t *result);

#endif
