// The shader of the programs that a driver plays: it reads all that is bound and pushed, and writes what comes of it.
#ifndef REFLOADER_DRIVER_PROBER_SHADER_H
#define REFLOADER_DRIVER_PROBER_SHADER_H

#include "../../programs/program.h"

// The words of a compute shader "main" for a pipeline layout, and their number. Its one invocation of the first group
// does what the model does with a dispatch (model_work.c), on 32 bits: it takes in the specialization constant 3, the
// push constants, the numbers of groups and the first word behind each descriptor, and writes the outcome behind the
// last descriptor of a storage buffer.
uint32_t make_shader(const struct layout_item *layout, uint32_t *words);

#endif
