// What the files on the shader "constants" have of each other: a buffer that it writes to, by a pipeline of several.
#ifndef REFLOADER_APPLICATION_SHADING_H
#define REFLOADER_APPLICATION_SHADING_H

#include "../../../pipelines.h"
#include "../states.h"

enum { FIRST_CONSTANT = 3, SECOND_CONSTANT = 11, WORDS_OF_ONE = 4, PIPELINES = 3 };

struct shading {
    struct player *player;
    struct buffer buffer;
    struct binding binding;
    VkPipelineLayout layout;
    VkPipeline pipelines[PIPELINES];  // as the shader says, with both constants given, with the second alone
    uint32_t words[BYTES / sizeof(uint32_t)];
};

// A job: its recording begins with an empty buffer and a pipeline, and ends when the words can be looked at.
int shading_begin(struct shading *shading, uint32_t pipeline);
void shading_push(struct shading *shading, uint32_t at, uint32_t number);
void shading_dispatch(struct shading *shading, uint32_t groups);
int shading_end(struct shading *shading);

void shading_with_sets(struct shading *shading);

#endif
