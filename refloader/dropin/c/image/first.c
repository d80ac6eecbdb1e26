// The first of libpython's variables: linked right before it.
#include "image.h"

__attribute__((aligned(64))) char image_first_data[64] = {1};
__attribute__((aligned(64))) char image_first_zero[64];
