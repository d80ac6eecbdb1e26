// A part of mock_icd.h, which is to be included: what the units of a driver "whole=1" have of each other: work, shaders, images, and all that stands in a recording.
#ifndef REFLOADER_MOCK_ICD_WHOLE_H
#define REFLOADER_MOCK_ICD_WHOLE_H

// ---- whole/work.c

struct command_buffer;

// A query that counts samples, and where the pool keeps its count; NULL for none.
struct counted {
    struct thing *pool;
    uint32_t query;
};

// One of: a fill (no ``from``, no ``bytes``), one of a part of an image (``width``), an update (``bytes``), a copy (``from``), other recorded work
// (``other``), a computation (``computes``), a change of state (``changed``), results of queries (``queries``).
struct work {
    struct work *next;
    struct thing *changed, *queries;
    uint64_t sets, clears;          // bits of the state
    uint64_t far_sets, far_clears;  // bits of the offset: queries from 64 on
    struct thing *to, *from;
    uint64_t to_at, from_at, size;
    uint32_t number;
    VkQueryResultFlags flags;  // of results of queries
    void *bytes;
    struct command_buffer *other;
    int computes, rounds;
    uint32_t base[3], groups[3];  // of a dispatch of the shader "groups"; without groups they are in the buffer ``from``
    uint32_t width, stride, mask;  // of a part of an image, in texels, and which bits of a texel are written
    void (*run)(char *to, const struct work *work);  // a dispatch that reads more than its buffer, of which ``bytes`` has all else
    struct counted counted;        // what counts the fragments
    int tests;                     // the fragments of a draw, of which ``bytes`` has all else
};

// What decides on fragments: the state of a pipeline. For what is extended, a command buffer sets what Vulkan 1.3 has commands
// for; for what is bounded or not, the test of the depth's bounds alone.
struct fragments {
    int is_kept, is_blended, is_extended, is_bounded_or_not, is_unsampled, is_told, is_deep;
    int fixes;  // which of what other pipelines have set while recording
    VkViewport viewport;
    VkRect2D scissor;
    float constants[4];
    VkPipelineDepthStencilStateCreateInfo tests;
    VkPipelineRasterizationStateCreateInfo raster;
};

// The same of a command buffer. What has two values has the front's and the back's.
struct set_while_recording {
    float constants[4], bias, bounds[2], depth, depths[2];
    uint32_t compare_mask[2], write_mask[2], reference[2];
    int is_turned;  // by the viewport
    VkPrimitiveTopology topology;
    int restarts;
    float line_width;
    VkViewport second_viewport;
    struct fragments extended;
};

#define BOUND_SETS 2U
#define BOUND_BUFFERS 2U

#define ATTRIBUTES 2  // of the shader "points"

// Where the attributes of the shader are, by their location: in which buffer, how far apart and how far into an element.
struct vertex_input {
    uint32_t buffer[ATTRIBUTES], stride[ATTRIBUTES], offset[ATTRIBUTES], divisor[ATTRIBUTES];
    int is_of_instance[ATTRIBUTES];
    int is_set_later;  // while recording
};

struct command_buffer {
    struct object object;
    struct command_buffer *next;
    struct work *work, *last;
    struct thing *sets[BOUND_SETS], *pipeline, *framebuffer;  // what is bound, and begun
    struct thing *drawn_sets[BOUND_SETS];  // those of graphics
    uint64_t dynamic[BOUND_SETS];  // the offsets that the sets are bound with
    struct thing pushed_set;
    struct thing *vertices[BOUND_BUFFERS], *indices;
    uint64_t vertices_at[BOUND_BUFFERS], indices_at;
    struct vertex_input vertex_input;  // that was set
    uint64_t vertex_stride;  // of the first one, where vkCmdBindVertexBuffers2 has given it
    VkIndexType index_type;
    uint32_t pushed[32];
    VkRect2D area, viewport, scissor;
    const struct thing *pass;  // that is begun, and the subpass of it
    uint32_t subpass;
    struct thing *rendered_pass, *rendered_to;  // made of a rendering without a pass
    struct counted counted;  // a query that is begun
    struct set_while_recording set;
    VkQueueFlags can;  // of the queue family that it is recorded for
};

extern struct command_buffer *last_begun;  // for a driver that is wrong on purpose

void forget_work(struct command_buffer *buffer);
void add_work(VkCommandBuffer handle, struct work work);
void fill(char *to, uint64_t size, uint32_t number);
char *bytes_at(const struct thing *buffer, uint64_t at, uint64_t size);
uint64_t level_at(const struct thing *image, uint32_t level);
uint64_t texel_at(const struct thing *image, const VkImageSubresourceLayers *layers, VkOffset3D offset, uint32_t slice);
void add_mean(VkCommandBuffer buffer, const VkImageBlit *region, uint32_t layer, VkOffset3D at, struct work work);
void clear_levels(VkCommandBuffer buffer, struct thing *image, const VkImageSubresourceRange *range, uint32_t texel);
// Of the queries in a range, 64 from ``from`` on.
uint64_t query_bits(uintptr_t first, uintptr_t count, uint32_t from);
VkResult read_queries(const struct thing *pool, uint32_t first, uint32_t count, char *to, uint64_t stride,
                      VkQueryResultFlags flags);
// One fragment of a draw has passed: a query counts it, if one is active.
void count_sample(const struct work *work);
void do_work(const struct command_buffer *buffer);

// ---- whole/whole.c

enum whole_way { ANSWERED, MAKES, ENDS, GIVES_BACK };

#define WHOLE_PLACE(name, parameters, arguments, words) WHOLE_##name,
enum whole_command { DRIVER_COMMANDS(WHOLE_PLACE, WHOLE_PLACE, WHOLE_PLACE) WHOLE_END };
struct whole {
    const char *name;
    uint16_t at;  // among all commands
    enum whole_way way;
    PFN_vkVoidFunction own;
    uintptr_t (*answer)(const uintptr_t *given);
    void (*after)(const uintptr_t *given, struct thing *made, uint32_t at);  // one of several
};

void end_thing(uint64_t value, const VkAllocationCallbacks *allocator, const char *command);

// How the answers of single commands begin.
#define THING(word) ((struct thing *)(word))
#define ANSWER(name) uintptr_t answer_##name(const uintptr_t *given)
#define AFTER(name) void after_##name(const uintptr_t *given, struct thing *made, uint32_t at)

struct command_facts {
    char level;
    uint8_t minor;  // of core; NEVER for what only an extension brings
};

extern const struct command_facts command_facts[];
extern struct whole wholes[WHOLE_END];
extern const PFN_vkVoidFunction whole_functions[WHOLE_END];

// ---- whole/waiting.c: fences, events and semaphores

ANSWER(ResetFences);
ANSWER(GetFenceStatus);
ANSWER(WaitForFences);
ANSWER(SetEvent);
ANSWER(ResetEvent);
ANSWER(GetEventStatus);
ANSWER(GetSemaphoreCounterValue);
ANSWER(SignalSemaphore);
ANSWER(WaitSemaphores);
#define MOST_REACHED 4
struct reached {
    VkSemaphore semaphore;
    uint64_t value;
};
// Whether a batch waits for a value that its semaphore does not have: it is done, and its own values are reached, later.
int hold_batch(VkSemaphore semaphore, uint64_t value, VkCommandBuffer commands, VkFence fence,
               const struct reached *reached, uint32_t count);
void reach_value(VkSemaphore semaphore, uint64_t value);
// Those that a batch signals, with the values in its chain.
void reach_values(const void *chain, uint32_t count, const VkSemaphore *semaphores);
ANSWER(QueueSubmit2);
ANSWER(TrimCommandPool);

// ---- whole/work.c: what records work of a driver "whole=1"

ANSWER(CmdFillBuffer);
ANSWER(CmdUpdateBuffer);
ANSWER(CmdCopyBuffer);
ANSWER(CmdCopyImage);
ANSWER(CmdBlitImage);
void layout_of(const struct thing *image, const VkImageSubresource *part, VkSubresourceLayout *to);
ANSWER(CmdCopyBufferToImage);
ANSWER(CmdCopyImageToBuffer);
ANSWER(CmdClearColorImage);
ANSWER(CmdCopyImage2);
ANSWER(CmdBlitImage2);
ANSWER(CmdCopyBufferToImage2);
ANSWER(CmdCopyImageToBuffer2);
ANSWER(CmdResolveImage);
ANSWER(CmdResolveImage2);
ANSWER(CmdClearDepthStencilImage);
ANSWER(CmdCopyBuffer2);
ANSWER(CmdSetEvent);
ANSWER(CmdResetEvent);
ANSWER(CmdSetEvent2);
ANSWER(CmdResetEvent2);

// ---- whole/queries.c

ANSWER(CmdResetQueryPool);
ANSWER(CmdWriteTimestamp);
ANSWER(CmdWriteTimestamp2);
ANSWER(CmdBeginQuery);
ANSWER(CmdEndQuery);
ANSWER(CmdCopyQueryPoolResults);

// ---- whole/computing.c

// The application's shaders that the driver knows. A pipeline is of the one that says what it does.
// X(file in the folder "computed", what it is here)
#define COMPUTED_SHADERS(X) \
    X(atomics, ATOMICS) X(shared, SHARED) X(branches, BRANCHES) X(integers, INTEGERS) X(floats, FLOATS) X(functions, FUNCTIONS) \
    X(vectors, VECTORS) X(wide, WIDE) X(doubles, DOUBLES) X(halves, HALVES) X(bytes, BYTES) X(sizes, SIZES) X(beyond, BEYOND) X(address, ADDRESS) \
    X(gathered, GATHERED) X(subgroup_basic, SUBGROUP_BASIC) X(subgroup_vote, SUBGROUP_VOTE) X(subgroup_ballot, SUBGROUP_BALLOT) \
    X(subgroup_arithmetic, SUBGROUP_ARITHMETIC) X(subgroup_shuffle, SUBGROUP_SHUFFLE) X(subgroup_bits, SUBGROUP_BITS) \
    X(subgroup_clustered, SUBGROUP_CLUSTERED) X(subgroup_quad, SUBGROUP_QUAD) X(subgroup_relative, SUBGROUP_RELATIVE) \
    X(shorts, SHORTS) X(octets, OCTETS) X(wide_atomics, WIDE_ATOMICS) X(zeroed, ZEROED) X(cells, CELLS) X(layouts, LAYOUTS) X(dimensions, DIMENSIONS)
#define SHADER_OF(name, of) SHADER_##of,
enum shader { SHADER_UNKNOWN, SHADER_NUMBERS, SHADER_CONSTANTS, SHADER_COVER, SHADER_TINT, SHADER_GROUPS, SHADER_POINTS, SHADER_VALUE, SHADER_PUSHED,
              SHADER_SHAPE, SHADER_SLOPED, SHADER_FRAGMENT, SHADER_MASKED, SHADER_DEMOTED, SHADER_DEEP, SHADER_CLIPPED, SHADER_CULLED, SHADER_SQUARES, SHADER_VIEWPORTS, SHADER_CORNERS, SHADER_QUADS, SHADER_FORMATS, SHADER_TAKEN, SHADER_PAIR, SHADER_SAMPLED, SHADER_COMPARED, SHADER_FETCHED, COMPUTED_SHADERS(SHADER_OF) SHADER_UNPLAYED };

uint32_t constant_of(const VkSpecializationInfo *info, uint32_t id, uint32_t otherwise);
AFTER(CreateShaderModule);
AFTER(CreateComputePipelines);
// Whether one of several pipelines has a shader whose work this driver cannot do.
int is_pipeline_beyond(const char *command, const uintptr_t *given, uint32_t at);
AFTER(CreateDescriptorSetLayout);
AFTER(AllocateDescriptorSets);
ANSWER(UpdateDescriptorSets);
AFTER(CreateDescriptorUpdateTemplate);
ANSWER(UpdateDescriptorSetWithTemplate);
ANSWER(CmdBindPipeline);
ANSWER(CmdBindDescriptorSets);
ANSWER(CmdPushConstants);
ANSWER(CmdDispatch);
ANSWER(CmdDispatchBase);
ANSWER(CmdDispatchIndirect);

// ---- whole/computed.c

extern struct thing *memory_before;  // the newest one, for a driver that is wrong on purpose

void compute_more(struct command_buffer *buffer, const struct thing *set, uint64_t offset, uint32_t groups);
ANSWER(GetBufferDeviceAddress);
ANSWER(own_address);
ANSWER(CmdPushDescriptorSet);
ANSWER(CmdPushDescriptorSetWithTemplate);
void add_groups(char *to, uint64_t size, const uint32_t *base, const uint32_t *groups);

// ---- whole/sampling.c

AFTER(CreateSampler);
AFTER(CreateBufferView);
void keep_binding(struct thing *layout, const VkDescriptorSetLayoutBinding *binding);
void write_other(const VkWriteDescriptorSet *write);
void read_images(const struct command_buffer *buffer, const struct thing *set, uint64_t offset, uint32_t count);

// ---- drawing/drawing.c

AFTER(CreateImageView);
AFTER(CreateRenderPass);
AFTER(CreateFramebuffer);
AFTER(CreateGraphicsPipelines);
enum { KEPT_ATTACHMENTS = 8, KEPT_SUBPASSES = 4 };

// What a render pass keeps, in its bytes.
struct pass {
    uint32_t attachment_count;
    struct kept_attachment {
        VkFormat format;
        VkAttachmentLoadOp load;
    } attachments[KEPT_ATTACHMENTS];
    struct subpass {
        uint32_t count, colours[KEPT_ATTACHMENTS], resolved[KEPT_ATTACHMENTS];
        uint32_t views;  // the bits of those that it draws, 0 where there is one
    } subpasses[KEPT_SUBPASSES];
};

void keep_bytes(struct thing *made, const void *bytes, size_t size);
ANSWER(CmdBeginRenderPass);
ANSWER(CmdNextSubpass);
ANSWER(CmdEndRenderPass);
ANSWER(CmdClearAttachments);
ANSWER(CmdSetViewport);
ANSWER(CmdSetScissor);
ANSWER(CmdSetViewportWithCount);
ANSWER(CmdSetScissorWithCount);
ANSWER(CmdDraw);
struct thing *attachment(const struct thing *framebuffer, uint64_t at);

// ---- whole/rendering.c

AFTER(CreateRenderPass2);
ANSWER(CmdBeginRenderPass2);
ANSWER(CmdNextSubpass2);
ANSWER(CmdEndRenderPass2);
ANSWER(CmdBeginRendering);
ANSWER(CmdEndRendering);
void forget_rendering(struct command_buffer *buffer);
void continue_pass(struct command_buffer *buffer, const VkCommandBufferBeginInfo *info);

// ---- drawing/fragments.c

void keep_fragments(struct fragments *to, const VkGraphicsPipelineCreateInfo *info);
void set_what_is_fixed(struct command_buffer *buffer, const struct fragments *state);
void fix_drawing(struct command_buffer *buffer);
int draw_fragments(struct command_buffer *buffer, const struct fragments *state, struct thing *image, struct work work);
void test_fragments(char *to, const struct work *work);
void set_depth_bias(VkCommandBuffer buffer, float constant, float clamp, float slope);
void set_depth_bounds(VkCommandBuffer buffer, float least, float most);
ANSWER(CmdSetBlendConstants);
ANSWER(CmdSetStencilCompareMask);
ANSWER(CmdSetStencilWriteMask);
ANSWER(CmdSetStencilReference);
ANSWER(CmdSetCullMode);
ANSWER(CmdSetFrontFace);
ANSWER(CmdSetRasterizerDiscardEnable);
ANSWER(CmdSetDepthTestEnable);
ANSWER(CmdSetDepthBiasEnable);
ANSWER(CmdSetDepthBoundsTestEnable);
ANSWER(CmdSetDepthWriteEnable);
ANSWER(CmdSetDepthCompareOp);
ANSWER(CmdSetStencilTestEnable);
ANSWER(CmdSetStencilOp);

// ---- drawing/vertices.c

void keep_vertex_input(struct thing *pipeline, const VkPipelineVertexInputStateCreateInfo *info);
void draw_points(struct command_buffer *buffer, VkDrawIndirectCommand draw);
ANSWER(CmdBindVertexBuffers);
ANSWER(CmdBindVertexBuffers2);
ANSWER(CmdBindIndexBuffer);
ANSWER(CmdDrawIndexed);
ANSWER(CmdDrawIndirect);
ANSWER(CmdDrawIndexedIndirect);
ANSWER(CmdDrawIndirectCount);
ANSWER(CmdDrawIndexedIndirectCount);

// ---- drawing/blends.c

void keep_blends(struct thing *pipeline, const VkGraphicsPipelineCreateInfo *info);
void draw_blends(struct command_buffer *buffer);

// ---- whole/formats.c

uint32_t texel_of_colour(uint32_t format, const VkClearColorValue *value);

// ---- drawing/shapes.c and drawing/sloped.c

struct vertex {
    float x, y;
    uint32_t number;
};
void keep_fragment_kind(uint32_t *kind, const VkPipelineShaderStageCreateInfo *stage);
// Whether a fragment stays, and its number.
int fragment_number(uint32_t kind, const struct vertex *corners, float x, float y, float size, uint32_t *number);
void keep_shape(struct thing *pipeline, const VkGraphicsPipelineCreateInfo *info, enum shader shader,
                const VkSpecializationInfo *constants);
int is_shape(enum shader shader);
int draws_shapes(const struct command_buffer *buffer);
void draw_shapes(struct command_buffer *buffer, uint32_t first, uint32_t count,
                 int (*read)(const struct command_buffer *, uint32_t, uint32_t *));
void draw_taken(struct command_buffer *buffer);
void set_line_width(VkCommandBuffer buffer, float width);
ANSWER(CmdSetPrimitiveTopology);
ANSWER(CmdSetPrimitiveRestartEnable);

// ---- whole/private_data.c

ANSWER(SetPrivateData);
ANSWER(GetPrivateData);

// ---- whole/memory.c

AFTER(AllocateMemory);
ANSWER(MapMemory);
ANSWER(UnmapMemory);
ANSWER(GetMemoryRequirements);
ANSWER(GetMemoryRequirements2);
ANSWER(GetDeviceBufferMemoryRequirements);
ANSWER(GetDeviceImageMemoryRequirements);
ANSWER(GetDeviceMemoryCommitment);
ANSWER(GetImageSubresourceLayout);
ANSWER(nothing_counted);
ANSWER(BindBufferMemory);
ANSWER(FlushMappedMemoryRanges);
ANSWER(InvalidateMappedMemoryRanges);
ANSWER(BindImageMemory2);
ANSWER(BindBufferMemory2);
ANSWER(QueueBindSparse);
uint64_t image_size(const VkImageCreateInfo *info);  // whole/answers.c

// ---- whole/host_images.c

#define HOST_LAYOUTS 1000270001U  // the type of a structure of VK_EXT_host_image_copy
void fill_host_layouts(void *structure);

// ---- whole/answers.c

VkResult foreign_data_refused(const uintptr_t *given);  // by a driver that is wrong on purpose
void prepare_whole(void);

#endif
