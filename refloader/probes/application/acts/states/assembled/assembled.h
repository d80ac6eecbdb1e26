// What the files on assembled primitives have of each other: an image of numbers, and a buffer of vertices that have a place in
// it and a number.
#ifndef REFLOADER_APPLICATION_ASSEMBLED_H
#define REFLOADER_APPLICATION_ASSEMBLED_H

#include "../drawing/numbered.h"
#include "../featured/featured.h"

#define MOST_VERTICES 12U

struct vertex {
    float x, y;
    uint32_t number;
};

struct assembly {
    struct player *player;
    const struct offers *offers;
    struct numbered numbered;
    struct buffer vertices, indices;
    VkPipelineLayout layout;
};

// What a pipeline has of its own; all else is as drawing_info has it.
struct look {
    VkPrimitiveTopology topology;
    int restarts, is_set_later;  // the topology, and whether lists begin anew, are set while recording
    int has_own_stride;          // that is set while recording
    float line_width, point_size;  // a width beyond 1 is set while recording
    float depth;                   // of all vertices; beyond 1 all is clipped, or clamped
    int is_clamped;
    VkPolygonMode mode;
    uint32_t fragment;  // what the shader "fragment" does; 0 for the shader "value"
    int has_op;
    VkLogicOp op;
    const void *raster_chain, *viewport_chain, *blend_chain;  // structures of extensions
    VkDynamicState later;                                     // another state that is set while recording; 0 for none
    // What is recorded before the draw and behind it; NULL for nothing.
    void (*before)(const struct assembly *assembly, const void *data);
    void (*behind)(const struct assembly *assembly, const void *data);
    const void *data;
};

#define PLAIN .line_width = 1, .point_size = 1
#define VERTICES(of) of, COUNT(of)

static inline int is_within(int x, int y, int left, int top, int right, int bottom) {
    return x >= left && x < right && y >= top && y < bottom;
}

// A strip that covers a square, and whether a texel has the right number where the strip is drawn, and where nothing is.
#define SQUARE_VERTICES 4
extern const struct vertex square[SQUARE_VERTICES];
int is_of_square(int x, int y, uint32_t number);
int is_of_nothing(int x, int y, uint32_t number);

// Makes the image and the buffers, asks, and ends them. Nothing is asked of a device that cannot draw.
void assembly_use(const struct featured *featured, void (*ask)(struct assembly *assembly));
VkResult assembly_pipeline(struct assembly *assembly, const struct look *look, VkPipeline *to);
// Whether vertices may be that far apart: devices of VK_KHR_portability_subset may want multiples of more than four bytes.
static inline int assembly_has_stride(const struct assembly *assembly, uint32_t stride) {
    const uint32_t alignment = assembly->offers->stride_alignment;
    return alignment <= 1 || stride % alignment == 0;
}

int assembly_write(struct assembly *assembly, const struct vertex *vertices, uint32_t count);
// Draws that with such a pipeline, without indices.
void assembly_draw(struct assembly *assembly, const char *what, const struct look *look, const struct vertex *vertices,
                   uint32_t count, int (*is_right)(int x, int y, uint32_t number));
// How many texels are as a function says that they may be.
void assembly_count(struct assembly *assembly, const char *what, int (*is_right)(int x, int y, uint32_t number));

void assembly_lines(struct assembly *assembly);
// What is between vertices and texels.
void assembly_stages(struct assembly *assembly);
void assembly_fragments(struct assembly *assembly);
// Where attributes come from, and in which format.
void assembly_inputs(struct assembly *assembly);

#endif
