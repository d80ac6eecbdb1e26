// The memory of the image, empty until the build writes into the file (build/image). Compiled for each library: with
// room for any image, which is measured then, with room for that one, or with none.
#include "image.h"

#ifdef REFLOADER_IMAGE
#ifdef IMAGE_SIZES
#include IMAGE_SIZES
#else
#define IMAGE_HEAP 4096
#define IMAGE_MOVED 4096
#define IMAGE_PLAN 4096
#endif

__attribute__((section("refloader_heap"), aligned(4096))) char image_heap[IMAGE_HEAP];
__attribute__((section("refloader_plan"), aligned(4096))) const char image_plan_bytes[IMAGE_PLAN] = {0};
const size_t image_heap_size = sizeof image_heap, image_moved_size = IMAGE_MOVED;
const size_t image_plan_size = sizeof image_plan_bytes;
#endif
