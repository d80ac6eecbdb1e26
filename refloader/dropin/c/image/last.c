// Behind the last of libpython's variables: linked right after it.
#include "image.h"

__attribute__((aligned(64))) char image_last_data[64] = {1};
__attribute__((aligned(64))) char image_last_zero[64];
