// What the files on vertices have of each other: an image, the shader "points", and buffers with the attributes of its vertices
// and instances.
#ifndef REFLOADER_APPLICATION_VERTICES_H
#define REFLOADER_APPLICATION_VERTICES_H

#include "../../../pipelines.h"
#include "numbered.h"

#define WHOLE_IMAGE (TINY * TINY)
#define MOST_INDICES 8

// Portability devices may want strides that are multiples of a power of two (minVertexInputBindingStrideAlignment).
enum { WORDS = BYTES / sizeof(uint32_t), VERTEX = 4, INSTANCE = 8, BUFFERS = 4 };
enum { OF_VERTICES, OF_INSTANCES, INDICES, ARGUMENTS };

struct canvas {
    struct player *player;
    uint32_t buffers_made;
    struct buffer buffers[BUFFERS];
    struct numbered numbered;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    PFN_vkCmdDrawIndirect draw_indirect;
    PFN_vkCmdDrawIndexedIndirect draw_indexed_indirect;
    PFN_vkCmdBindVertexBuffers2 bind_vertices2;  // NULL before 1.3
    VkDeviceSize first_vertex, first_instance;   // where the bound buffers begin, in elements
    uint32_t expected[WHOLE_IMAGE];
};

// What a pipeline has of its own: its vertex input, and states that are set while recording.
struct canvas_look {
    const void *input_chain;  // behind the bindings and attributes that all have
    int is_input_set_later;
};

int canvas_make(struct canvas *canvas);
void canvas_end(struct canvas *canvas);
VkResult canvas_pipeline(struct canvas *canvas, const struct canvas_look *look, VkPipeline *to);
// Begins a recording with both buffers bound, and a pipeline.
int canvas_begin_with(struct canvas *canvas, VkPipeline pipeline);
// Says that such a vertex of such an instance is drawn, and has the row of another instance.
void canvas_expect_row(struct canvas *canvas, uint32_t vertex, uint32_t instance, uint32_t of_row);
void canvas_expect_all(struct canvas *canvas, const VkDrawIndirectCommand *draw);
// Writes the indices, of 16 or 32 bits, from so many bytes on.
extern const uint32_t canvas_indices[MOST_INDICES];
int canvas_write_indices(struct canvas *canvas, int is_wide, uint32_t at);
void canvas_finish(struct canvas *canvas, const char *what);

#endif
