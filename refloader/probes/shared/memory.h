// What can be read in the memory of a prober, whatever a library says of it.
#ifndef REFLOADER_PROBING_MEMORY_H
#define REFLOADER_PROBING_MEMORY_H

#include <stddef.h>

// Whether so many bytes can be read there.
int is_readable(const void *pointer, size_t size);

#endif
