// What a driver "whole=1" assembles of vertices: with the scripted application's shaders "shape", "clipped", "culled" and
// "formats", and with "squares", "viewports" or "corners" and "quads" behind them, known by their words, points, lines along
// an axis and triangles give their number to texels of four bytes. With "taken", each texel gets a number of the input
// attachment's. Attributes and indices are read when a draw is recorded.
#include "../mock_icd.h"

#include <math.h>

enum { MOST_PRIMITIVES = 16, MOST_ATTRIBUTES = 8, POINT_SIZE = 1, DEPTH = 2, CORNERS = 3 };

// What a pipeline keeps.
struct kept_shape {
    enum shader shader;
    VkPrimitiveTopology topology;
    int restarts, is_set_later, has_own_stride, has_own_width, is_combined;
    VkLogicOp op;
    float line_width, point_size, depth;
    int is_clamped;
    VkPolygonMode mode;
    enum shader later;  // the stage behind the vertices
    uint32_t corners;   // of a patch
    int is_turned;      // which is culled
    uint32_t fragment;  // what the shader "fragment" does
    uint32_t stride, attribute_count;
    VkVertexInputAttributeDescription attributes[MOST_ATTRIBUTES];
};

// A draw: primitives of one, two or three corners, each with its number.
struct shapes {
    struct kept_shape of;
    uint32_t count, width, height;
    struct primitive {
        uint32_t corner_count, number;
        struct vertex corners[CORNERS];
    } primitives[MOST_PRIMITIVES];
};

static float real_constant(const VkSpecializationInfo *constants, uint32_t id, float otherwise) {
    uint32_t bits;
    memcpy(&bits, &otherwise, sizeof bits);
    bits = constant_of(constants, id, bits);
    memcpy(&otherwise, &bits, sizeof bits);
    return otherwise;
}

int is_shape(enum shader shader) { return shader == SHADER_SHAPE || shader == SHADER_CLIPPED || shader == SHADER_CULLED || shader == SHADER_SLOPED; }

void keep_shape(struct thing *pipeline, const VkGraphicsPipelineCreateInfo *info, enum shader shader,
                const VkSpecializationInfo *constants) {
    struct kept_shape kept = {.shader = shader,
                              .topology = info->pInputAssemblyState->topology,
                              .restarts = info->pInputAssemblyState->primitiveRestartEnable != VK_FALSE,
                              .is_combined = info->pColorBlendState->logicOpEnable != VK_FALSE,
                              .op = info->pColorBlendState->logicOp,
                              .line_width = info->pRasterizationState->lineWidth,
                              .point_size = real_constant(constants, POINT_SIZE, 1),
                              .depth = real_constant(constants, DEPTH, 0),
                              .is_clamped = info->pRasterizationState->depthClampEnable != VK_FALSE,
                              .mode = violates("edges_filled") ? VK_POLYGON_MODE_FILL : info->pRasterizationState->polygonMode};
    for (uint32_t i = 0; i < info->stageCount; i++) {
        const enum shader later = (enum shader)THING((uintptr_t)info->pStages[i].module)->state;
        if (later == SHADER_SQUARES || later == SHADER_VIEWPORTS || later == SHADER_CORNERS) kept.later = later;
        keep_fragment_kind(&kept.fragment, &info->pStages[i]);
    }
    kept.is_turned = info->pRasterizationState->cullMode != VK_CULL_MODE_NONE && violates("patches_turned");
    if (kept.topology == VK_PRIMITIVE_TOPOLOGY_PATCH_LIST) kept.corners = info->pTessellationState->patchControlPoints;
    for (uint32_t i = 0; i < info->pDynamicState->dynamicStateCount; i++) {
        kept.is_set_later |= info->pDynamicState->pDynamicStates[i] == VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY;
        kept.has_own_width |= info->pDynamicState->pDynamicStates[i] == VK_DYNAMIC_STATE_LINE_WIDTH;
        kept.has_own_stride |= info->pDynamicState->pDynamicStates[i] == VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE;
    }
    if (info->pVertexInputState->vertexBindingDescriptionCount > 0)
        kept.stride = info->pVertexInputState->pVertexBindingDescriptions[0].stride;
    for (uint32_t i = 0; i < info->pVertexInputState->vertexAttributeDescriptionCount && i < MOST_ATTRIBUTES; i++)
        kept.attributes[kept.attribute_count++] = info->pVertexInputState->pVertexAttributeDescriptions[i];
    if (violates("points_small")) kept.point_size = 1;
    if (violates("restarts_lost")) kept.restarts = 0;
    pipeline->state = shader;
    keep_bytes(pipeline, &kept, sizeof kept);
}

// ---- attributes

static float half_of(uint32_t bits) {
    return (bits & 0x8000 ? -1.0F : 1.0F) * ldexpf((float)(0x400 | (bits & 0x3FF)), (int)(bits >> 10 & 0x1F) - 25);
}

static uint32_t packed(const float channels[4], float scale, int is_signed) {
    uint32_t word = 0;
    for (int i = 0; i < 4; i++) {
        const float channel = channels[i] < (is_signed ? -1.0F : 0.0F) ? -1 : channels[i] > 1 ? 1 : channels[i];
        word |= ((uint32_t)(int32_t)floorf(channel * scale + 0.5F) & 0xFF) << 8 * i;
    }
    return word;
}

// What the shader "formats" makes of an attribute.
static uint32_t shown(VkFormat format, const char *bytes) {
    float channels[4] = {0, 0, 0, violates("formats_unfilled") ? 0 : 1};
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    if (violates("formats_unturned") && format == VK_FORMAT_B8G8R8A8_UNORM) format = VK_FORMAT_R8G8B8A8_UNORM;
    switch ((uint32_t)format) {
        case VK_FORMAT_R8G8B8A8_UNORM: return word;
        case VK_FORMAT_B8G8R8A8_UNORM: return (word & 0xFF00FF00U) | (word & 0xFF) << 16 | (word >> 16 & 0xFF);
        case VK_FORMAT_R8G8_UINT: return (word & 0xFFFF) | 1U << 24;
        case VK_FORMAT_R16_SINT: return (word & 0xFFFF) | 1U << 24;
        case VK_FORMAT_R32_SFLOAT: memcpy(channels, bytes, sizeof *channels); break;
        case VK_FORMAT_R16G16_SFLOAT:
            for (int i = 0; i < 2; i++) channels[i] = half_of(word >> 16 * i & 0xFFFF);
            break;
        case VK_FORMAT_R16G16_SNORM:
            for (int i = 0; i < 2; i++) channels[i] = (float)(int16_t)(word >> 16 * i & 0xFFFF) / 32767;
            return packed(channels, 127, 1);
        default:
            for (int i = 0; i < 3; i++) channels[i] = (float)(word >> 10 * i & 0x3FF) / 1023;
            channels[3] = (float)(word >> 30) / 3;
    }
    return packed(channels, 255, 0);
}

static int fetch(const struct command_buffer *buffer, uint32_t index, struct vertex *to) {
    const struct kept_shape *kept = buffer->pipeline->bytes;
    const struct thing *vertices = buffer->vertices[0];
    const uint64_t stride = kept->has_own_stride && !violates("strides_kept") ? buffer->vertex_stride : kept->stride;
    const char *bytes = vertices == NULL ? NULL : bytes_at(vertices, buffer->vertices_at[0] + index * stride, sizeof *to);
    if (bytes == NULL) return 0;
    if (is_shape(kept->shader)) {
        memcpy(to, bytes, sizeof *to);
    } else {
        const VkVertexInputAttributeDescription *attribute = &kept->attributes[index % MOST_ATTRIBUTES];
        *to = (struct vertex){(float)index + 0.5F, 0.5F, shown(attribute->format, bytes + attribute->offset)};
    }
    return 1;
}

// ---- primitives

static void add_primitive(struct shapes *shapes, const struct vertex *corners, uint32_t count, uint32_t number) {
    if (shapes->count == MOST_PRIMITIVES) return;
    struct primitive *to = &shapes->primitives[shapes->count++];
    to->corner_count = count;
    to->number = number;
    memcpy(to->corners, corners, count * sizeof *corners);
}

static void add_square(struct shapes *shapes, const struct vertex *corners, uint32_t number) {
    add_primitive(shapes, corners, CORNERS, number);
    add_primitive(shapes, corners + 1, CORNERS, number);
}

static void add_triangle(struct shapes *shapes, struct vertex one, struct vertex two, struct vertex three, uint32_t number) {
    add_primitive(shapes, (const struct vertex[]){one, two, three}, CORNERS, number);
}

static struct vertex between(const struct vertex *one, const struct vertex *other, float share, float right, float down) {
    return (struct vertex){one->x + share * (other->x - one->x) + right, one->y + share * (other->y - one->y) + down, 0};
}

// What lies outside of a patch as its edges are cut: above or below in three, at a side in two.
static void add_edges(struct shapes *shapes, const struct vertex *corners, uint32_t number) {
    if (violates("patches_uncut")) return;
    for (int i = 0; i < 2; i++) {
        const struct vertex *left = &corners[2 * i], *right = &corners[2 * i + 1], *upper = &corners[i], *lower = &corners[i + 2];
        const float outwards = i == 0 ? -1 : 1;
        const struct vertex first = between(left, right, 1 / 3.0F, 0, outwards), second = between(left, right, 2 / 3.0F, 0, outwards);
        add_triangle(shapes, *left, first, second, number);
        add_triangle(shapes, *left, second, *right, number);
        add_triangle(shapes, *upper, between(upper, lower, 0.5F, 2 * outwards, 0), *lower, number);
    }
}

// In the viewport that a geometry shader has chosen.
static void move(const VkViewport *viewport, struct vertex *corners) {
    for (uint32_t i = 0; i < 4; i++) {
        corners[i].x = viewport->x + corners[i].x / 16 * viewport->width;
        corners[i].y = viewport->y + corners[i].y / 16 * viewport->height;
    }
}

// What a geometry shader makes of points, or a tessellator of patches.
static void make_squares(struct shapes *shapes, const struct vertex *vertices, uint32_t count,
                         const struct command_buffer *buffer) {
    const int are_patches = shapes->of.later == SHADER_CORNERS;
    const uint32_t step = are_patches ? shapes->of.corners : 1;
    for (uint32_t i = 0, at = 0; step > 0 && i + step <= count; i += step, at += !violates("primitives_unnumbered")) {
        struct vertex corners[4];
        for (uint32_t j = 0; j < 4; j++) {
            const float x = j > 1 ? 2 : -2, y = j % 2 > 0 ? 2 : -2;
            corners[j] = are_patches ? vertices[i + j] : (struct vertex){vertices[i].x + x, vertices[i].y + y, 0};
        }
        const VkRect2D *first = &buffer->viewport;
        const VkViewport viewport = {(float)first->offset.x, (float)first->offset.y, (float)first->extent.width, (float)first->extent.height, 0, 1};
        if (shapes->of.later == SHADER_VIEWPORTS) move(i == 0 ? &viewport : &buffer->set.second_viewport, corners);
        if (are_patches && (shapes->of.is_turned || (violates("patches_first") && i > 0))) return;
        const uint32_t number = are_patches ? corners[2].number + 16 * step + 256 * at : 3 * vertices[i].number + at;
        add_square(shapes, corners, number);
        if (are_patches) add_edges(shapes, corners, number);
    }
}

// A triangle that one of two distances of culling leaves out.
static int is_culled(const struct kept_shape *of, const struct vertex *corners) {
    int left = 0, above = 0;
    if (of->shader != SHADER_CULLED || violates("culls_lost")) return 0;
    for (uint32_t i = 0; i < CORNERS; i++) left += corners[i].x < 8, above += corners[i].y < 7;
    if (violates("culls_any")) return left > 0 || above > 0;
    if (violates("culls_by_last")) return corners[CORNERS - 1].x < 8 || corners[CORNERS - 1].y < 7;
    return left == CORNERS || (above == CORNERS && !violates("distances_first"));
}

// A place that one of two distances of clipping leaves out.
static int is_clipped(const struct kept_shape *of, float x, float y) {
    return of->shader == SHADER_CLIPPED && !violates("clips_lost") && (x < 8 || (y < 7 && !violates("distances_first")));
}

// Of the vertices between two restarts.
static void assemble(struct shapes *shapes, VkPrimitiveTopology topology, const struct vertex *vertices, uint32_t count,
                     const struct command_buffer *buffer) {
    if (shapes->of.later != SHADER_UNKNOWN) {
        make_squares(shapes, vertices, count, buffer);
        return;
    }
    const uint32_t last = violates("provoking_last") ? CORNERS - 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct vertex *from = &vertices[i];
        switch (topology) {
            case VK_PRIMITIVE_TOPOLOGY_POINT_LIST: add_primitive(shapes, from, 1, from->number); break;
            case VK_PRIMITIVE_TOPOLOGY_LINE_LIST:
                if (i % 2 == 0 && i + 1 < count) add_primitive(shapes, from, 2, from->number);
                break;
            case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP:
                if (i + 1 < count && !(violates("line_strips_apart") && i % 2 > 0)) add_primitive(shapes, from, 2, from->number);
                break;
            case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP:
                if (i + 2 < count && !is_culled(&shapes->of, from)) add_primitive(shapes, from, CORNERS, vertices[i + last].number);
                break;
            case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN:
                if (i > 0 && i + 1 < count)
                    add_primitive(shapes, (const struct vertex[]){from[0], from[1], vertices[0]}, CORNERS,
                                  violates("fans_by_first") ? vertices[0].number : from->number);
                break;
            default:
                if (i % 3 == 0 && i + 2 < count) add_primitive(shapes, from, CORNERS, from->number);
        }
    }
}

// ---- texels

static uint32_t combined(const struct kept_shape *of, uint32_t source, uint32_t there) {
    const uint32_t bits = of->op == VK_LOGIC_OP_NAND && violates("logic_ops_nand_is_nor") ? VK_LOGIC_OP_NOR : (uint32_t)of->op;
    if (!of->is_combined || violates("logic_ops_lost")) return source;
    // The numbers of operations are tables of what becomes of both bits.
    return (bits & 1 ? source & there : 0) | (bits & 2 ? source & ~there : 0) | (bits & 4 ? ~source & there : 0) |
           (bits & 8 ? ~source & ~there : 0);
}

// On which side of an edge a place is; on a left or upper edge it is inside.
static int is_inside(struct vertex from, struct vertex to, float x, float y) {
    const float side = (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
    return side > 0 || (fabsf(side) < 1e-6F && (to.y < from.y || (fabsf(to.y - from.y) < 1e-6F && to.x > from.x)));
}

// Whether a place is within half a texel of an edge.
static int is_along(struct vertex from, struct vertex to, float x, float y) {
    const float width = to.x - from.x, height = to.y - from.y;
    const float part = ((x - from.x) * width + (y - from.y) * height) / (width * width + height * height);
    const float near = fminf(fmaxf(part, 0), 1);
    return hypotf(x - from.x - near * width, y - from.y - near * height) <= 0.5F;
}

static int covers(const struct primitive *of, const struct kept_shape *kept, float x, float y) {
    const struct vertex *at = of->corners;
    if (is_clipped(kept, x, y)) return 0;
    if (of->corner_count == 1) {
        const float half = kept->point_size / 2;
        return x >= at->x - half && x < at->x + half && y >= at->y - half && y < at->y + half;
    }
    if (of->corner_count == 2) {
        const float half = kept->line_width / 2;
        const int is_flat = fabsf(at[0].y - at[1].y) < 1e-6F;
        const float first = is_flat ? at[0].x : at[0].y, second = is_flat ? at[1].x : at[1].y;
        const float along = is_flat ? x : y, across = is_flat ? y - at[0].y : x - at[0].x;
        return along >= fminf(first, second) && along < fmaxf(first, second) && across >= -half && across < half;
    }
    const float area = (at[1].x - at[0].x) * (at[2].y - at[0].y) - (at[1].y - at[0].y) * (at[2].x - at[0].x);
    const struct vertex *second = area > 0 ? &at[1] : &at[2], *third = area > 0 ? &at[2] : &at[1];
    if (kept->mode == VK_POLYGON_MODE_LINE)
        return is_along(at[0], at[1], x, y) || is_along(at[1], at[2], x, y) || is_along(at[2], at[0], x, y);
    return is_inside(at[0], *second, x, y) && is_inside(*second, *third, x, y) && is_inside(*third, at[0], x, y);
}

static void rasterize(char *to, const struct work *work) {
    const struct shapes *shapes = work->bytes;
    uint32_t *texels = (uint32_t *)(void *)to;
    for (uint32_t i = 0; i < shapes->count; i++)
        for (uint32_t at = 0; at < shapes->width * shapes->height; at++) {
            const struct primitive *of = &shapes->primitives[i];
            const float x = (float)(at % shapes->width) + 0.5F, y = (float)(at / shapes->width) + 0.5F;
            uint32_t number = of->number;
            if (!covers(of, &shapes->of, x, y)) continue;
            if (shapes->of.shader == SHADER_SLOPED && !fragment_number(shapes->of.fragment, of->corners, x, y, shapes->of.point_size, &number)) continue;
            count_sample(work);
            texels[at] = combined(&shapes->of, number, texels[at]);
        }
}

static void add_shapes(struct command_buffer *buffer, struct shapes *shapes) {
    struct thing *image = attachment(buffer->framebuffer, 0);
    if (image == NULL || shapes->count == 0) return;
    shapes->width = (uint32_t)image->state;
    shapes->height = (uint32_t)image->height;
    void *bytes = malloc(sizeof *shapes);
    if (bytes == NULL) return;
    memcpy(bytes, shapes, sizeof *shapes);
    add_work((VkCommandBuffer)buffer,
             (struct work){.to = image, .size = image->state * image->height * sizeof(uint32_t), .bytes = bytes, .counted = buffer->counted, .run = rasterize});
}

int draws_shapes(const struct command_buffer *buffer) {
    return buffer->pipeline != NULL && buffer->pipeline->bytes != NULL &&
           (is_shape((enum shader)buffer->pipeline->state) || buffer->pipeline->state == SHADER_FORMATS);
}

// With indices where there is a function that reads them.
void draw_shapes(struct command_buffer *buffer, uint32_t first, uint32_t count,
                 int (*read)(const struct command_buffer *, uint32_t, uint32_t *)) {
    const struct kept_shape *kept = buffer->pipeline->bytes;
    const int is_set_later = kept->is_set_later && !violates("topologies_kept");
    const VkPrimitiveTopology topology = is_set_later ? buffer->set.topology : kept->topology;
    const int restarts = is_set_later ? buffer->set.restarts && !violates("restarts_unset") : kept->restarts;
    struct shapes shapes = {.of = *kept};
    const int is_clamped = kept->is_clamped && !violates("depths_unclamped");
    if (kept->depth > 1 && !is_clamped && !violates("depths_unclipped")) return;
    if (kept->has_own_width && !violates("lines_thin")) shapes.of.line_width = buffer->set.line_width;
    struct vertex vertices[MOST_PRIMITIVES];
    uint32_t taken = 0;
    for (uint32_t i = 0; i < count && taken < MOST_PRIMITIVES; i++) {
        uint32_t index = first + i;
        if (read != NULL && !read(buffer, first + i, &index)) return;
        if (read != NULL && index == (buffer->index_type == VK_INDEX_TYPE_UINT16 ? UINT16_MAX : UINT32_MAX)) {
            if (restarts) assemble(&shapes, topology, vertices, taken, buffer);
            if (restarts) taken = 0;
            continue;
        }
        if (!fetch(buffer, index, &vertices[taken++])) return;
    }
    assemble(&shapes, topology, vertices, taken, buffer);
    add_shapes(buffer, &shapes);
}

void set_line_width(VkCommandBuffer buffer, float width) { ((struct command_buffer *)buffer)->set.line_width = width; }

ANSWER(CmdSetPrimitiveTopology) {
    ((struct command_buffer *)given[0])->set.topology = (VkPrimitiveTopology)given[1];
    return 0;
}

ANSWER(CmdSetPrimitiveRestartEnable) {
    ((struct command_buffer *)given[0])->set.restarts = (uint32_t)given[1] != 0;
    return 0;
}

// ---- input attachments

struct taking {
    struct thing *image;
    uint32_t count;
};

static void take(char *to, const struct work *work) {
    const struct taking *taking = work->bytes;
    const char *from = bytes_at(taking->image, 0, work->size);
    for (uint32_t i = 0; from != NULL && i < taking->count; i++) {
        uint32_t number;
        memcpy(&number, from + (violates("inputs_first_texel") ? 0 : i) * sizeof number, sizeof number);
        number = 3 * number + 1;
        memcpy(to + i * sizeof number, &number, sizeof number);
    }
}

void draw_taken(struct command_buffer *buffer) {
    const struct pass *pass = buffer->pass == NULL ? NULL : buffer->pass->bytes;
    const struct thing *set = buffer->drawn_sets[0];
    if (pass == NULL || set == NULL || set->others[0].view == NULL) return;
    struct thing *image = attachment(buffer->framebuffer, pass->subpasses[buffer->subpass % KEPT_SUBPASSES].colours[0]);
    if (image == NULL) return;
    const uint64_t count = image->state * image->height;
    struct taking *taking = malloc(sizeof *taking);
    if (taking == NULL) return;
    *taking = (struct taking){violates("inputs_own") ? image : set->others[0].view->memory, (uint32_t)count};
    add_work((VkCommandBuffer)buffer, (struct work){.to = image, .size = count * sizeof(uint32_t), .bytes = taking, .run = take});
}
