// The act "states", pipelines with a state that an extension brings: which vertex is the provoking one, a depth that begins at -1
// or is not clipped, and attachments whose colours are not written. Structures of extensions are no part of Vulkan's ordinary headers.
#include "assembled.h"

struct one_value {
    VkStructureType type;
    const void *next;
    VkBool32 value;
};
#define PROVOKING_STATE ((VkStructureType)1000254001)
#define DEPTH_CONTROL ((VkStructureType)1000355001)

struct colour_writes {
    VkStructureType type;
    const void *next;
    uint32_t count;
    const VkBool32 *enables;
};
#define COLOUR_WRITES ((VkStructureType)1000381001)
#define SETS_COLOUR_WRITES ((VkDynamicState)1000381000)
typedef void (*set_colour_writes)(VkCommandBuffer, uint32_t, const VkBool32 *);

// ---- the last vertex

// Two squares of two triangles each.
static const struct vertex triangles[] = {{1, 2, 1}, {1, 6, 2}, {5, 2, 3}, {5, 2, 4}, {1, 6, 5}, {5, 6, 3},
                                          {9, 8, 6}, {9, 13, 7}, {14, 8, 9}, {14, 8, 7}, {9, 13, 8}, {14, 13, 9}};
static int is_of_triangles(int x, int y, uint32_t number) {
    return number == (is_within(x, y, 1, 2, 5, 6) ? 3U : is_within(x, y, 9, 8, 14, 13) ? 9U : 0U);
}

static const struct vertex strip[] = {{2, 3, 1}, {2, 11, 2}, {10, 3, 3}, {10, 11, 4}};
static int is_of_strip(int x, int y, uint32_t number) {
    if (!is_within(x, y, 2, 3, 10, 11)) return number == 0;
    return x + y == 12 ? number == 3 || number == 4 : number == (x + y < 12 ? 3 : 4);
}

static void ask_provoking(struct assembly *assembly) {
    static const struct one_value last = {PROVOKING_STATE, NULL, 1};
    struct look look = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, PLAIN, .raster_chain = &last};
    assembly_draw(assembly, "provoking.last_of_list", &look, VERTICES(triangles), is_of_triangles);
    look.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    assembly_draw(assembly, "provoking.last_of_strip", &look, VERTICES(strip), is_of_strip);
}

void states_of_provoking(const struct featured *featured) {
    if (featured->offers->provoking.has[0]) assembly_use(featured, ask_provoking);
}

// ---- a depth from -1 on

static void ask_depth_range(struct assembly *assembly) {
    static const struct one_value from_minus_one = {DEPTH_CONTROL, NULL, VK_TRUE};
    struct look look = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, PLAIN, .depth = -0.5F};
    assembly_draw(assembly, "depth_range.usual", &look, VERTICES(square), is_of_nothing);
    look.viewport_chain = &from_minus_one;
    assembly_draw(assembly, "depth_range.negative", &look, VERTICES(square), is_of_square);
    look.depth = -1.5F;
    assembly_draw(assembly, "depth_range.beyond", &look, VERTICES(square), is_of_nothing);
}

void states_of_depth_range(const struct featured *featured) {
    if (featured->offers->depth_range.has[0]) assembly_use(featured, ask_depth_range);
}

// ---- a depth that is not clipped

struct depth_clip {
    VkStructureType type;
    const void *next;
    VkFlags flags;
    VkBool32 is_clipped;
};
#define DEPTH_CLIP ((VkStructureType)1000102001)

static void ask_depth_clip(struct assembly *assembly) {
    static const struct depth_clip off = {DEPTH_CLIP, NULL, 0, VK_FALSE}, on = {DEPTH_CLIP, NULL, 0, VK_TRUE};
    struct look look = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, PLAIN, .depth = 1.5F, .raster_chain = &off};
    assembly_draw(assembly, "depth_clip.off", &look, VERTICES(square), is_of_square);
    if (!assembly->offers->all.features.depthClamp) return;
    look.is_clamped = 1;
    assembly_draw(assembly, "depth_clip.off_and_clamped", &look, VERTICES(square), is_of_square);
    look.raster_chain = &on;
    assembly_draw(assembly, "depth_clip.on_and_clamped", &look, VERTICES(square), is_of_nothing);
}

void states_of_depth_clip(const struct featured *featured) {
    if (featured->offers->depth_clip.has[0]) assembly_use(featured, ask_depth_clip);
}

// ---- colours that are not written

static void set_writes(const struct assembly *assembly, const void *data) {
    set_colour_writes set = (set_colour_writes)device_command(assembly->player->device, "vkCmdSetColorWriteEnableEXT");
    if (set != NULL) set(assembly->player->recorder.commands, 1, data);
}

static void ask_colour_writes(struct assembly *assembly) {
    static const VkBool32 disabled = VK_FALSE, enabled = VK_TRUE;
    static const struct colour_writes off = {COLOUR_WRITES, NULL, 1, &disabled}, on = {COLOUR_WRITES, NULL, 1, &enabled};
    struct look look = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, PLAIN, .blend_chain = &off};
    assembly_draw(assembly, "colour_writes.off", &look, VERTICES(square), is_of_nothing);
    look.blend_chain = &on;
    assembly_draw(assembly, "colour_writes.on", &look, VERTICES(square), is_of_square);
    if (device_command(assembly->player->device, "vkCmdSetColorWriteEnableEXT") == NULL) return;
    look = (struct look){VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, PLAIN, .later = SETS_COLOUR_WRITES, .before = set_writes, .data = &disabled};
    assembly_draw(assembly, "colour_writes.set_off", &look, VERTICES(square), is_of_nothing);
    look.data = &enabled;
    assembly_draw(assembly, "colour_writes.set_on", &look, VERTICES(square), is_of_square);
}

void states_of_colour_writes(const struct featured *featured) {
    if (featured->offers->colour_writes.has[0]) assembly_use(featured, ask_colour_writes);
}
