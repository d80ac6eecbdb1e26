// What command buffers of a driver "whole=1" hold: fills and copies of buffers, which are done when they are
// submitted, so that a program can read what it asked for. All other commands are taken and do nothing.
#include "../mock_icd.h"

void forget_work(struct command_buffer *buffer) {
    for (struct work *next; buffer->work != NULL; buffer->work = next) {
        next = buffer->work->next;
        free(buffer->work->bytes);
        free(buffer->work);
    }
    buffer->last = NULL;
}

void add_work(VkCommandBuffer handle, struct work work) {
    struct command_buffer *buffer = violates("recording_shared") ? last_begun : (struct command_buffer *)handle;
    struct work *made = malloc(sizeof *made);
    if (made == NULL) return;
    *made = work;
    *(buffer->last == NULL ? &buffer->work : &buffer->last->next) = made;
    buffer->last = made;
}

// Where the bytes of a buffer or an image lie; NULL where they do not, or not all: nobody should crash for what is asked
// wrongly.
char *bytes_at(const struct thing *buffer, uint64_t at, uint64_t size) {
    const struct thing *memory = buffer->memory;
    enum handle_type type = handle_type_of((uintptr_t)buffer);
    int there = (type == TYPE_VkBuffer || type == TYPE_VkImage) &&
                handle_type_of((uintptr_t)memory) == TYPE_VkDeviceMemory && memory->bytes != NULL;
    if (!there || at > buffer->size || size > buffer->size - at || buffer->offset > memory->size) return NULL;
    if (at + size > memory->size - buffer->offset) return NULL;
    return (char *)memory->bytes + buffer->offset + at;
}

static void fill_by_lines(char *to, uint64_t size, uint32_t number) {
    static uint32_t line[1024];  // of all devices
    for (uint64_t at = 0; at < size; at += sizeof line) {
        for (uint32_t i = 0; i < COUNT(line); i++) line[i] = number;
        memcpy(to + at, line, size - at < sizeof line ? size - at : sizeof line);
    }
}

void fill(char *to, uint64_t size, uint32_t number) {
    if (violates("fill_shared")) return fill_by_lines(to, size, number);
    uint64_t i = 0;
    for (; i + sizeof number <= size; i += sizeof number) memcpy(to + i, &number, sizeof number);
    if (violates("fill_rest")) memcpy(to + i, &number, size - i);
}

static void compute(char *to, const struct work *work) {
    for (uint64_t at = 0; at + sizeof(uint32_t) <= work->size; at += sizeof(uint32_t)) {
        uint32_t number;
        memcpy(&number, to + at, sizeof number);
        number = 3 * number + work->number + violates("compute_wrong");
        memcpy(to + at, &number, sizeof number);
    }
}

static void paint_part(char *to, const struct work *work) {
    for (uint64_t at = 0; at < work->size / sizeof(uint32_t); at++) {
        uint32_t texel;
        if (at % work->stride >= work->width) continue;
        memcpy(&texel, to + at * sizeof texel, sizeof texel);
        texel = (texel & ~work->mask) | (work->number & work->mask);
        memcpy(to + at * sizeof texel, &texel, sizeof texel);
    }
}

// Of what went through floating point, the lower one of the two numbers closest to it.
static void round_down(uint8_t *bytes, uint64_t size) {
    for (uint64_t i = 0; i < size; i++) bytes[i] -= bytes[i] > 0 && bytes[i] < UINT8_MAX;
}

static void do_one(const struct work *work) {
    if (work->changed != NULL) {
        work->changed->state = (work->changed->state & ~work->clears) | work->sets;
        work->changed->offset = (work->changed->offset & ~work->far_clears) | work->far_sets;
        return;
    }
    if (work->to == NULL && work->run != NULL) {
        work->run(NULL, work);
        return;
    }
    char *to = bytes_at(work->to, work->to_at, work->size);
    uint64_t taken = work->computes ? sizeof work->groups : work->size;
    const char *from = work->from == NULL ? work->bytes : bytes_at(work->from, work->from_at, taken);
    if (work->computes && work->from != NULL && from == NULL) return;
    if (to == NULL) return;
    if (work->queries != NULL)
        read_queries(work->queries, (uint32_t)work->from_at, work->number, to, work->size / work->number,
                     work->flags);
    else if (work->computes && work->from != NULL)
        add_groups(to, work->size, work->base, (const uint32_t *)(const void *)from);
    else if (work->computes && work->groups[0] + work->groups[1] + work->groups[2] > 0)
        add_groups(to, work->size, work->base, work->groups);
    else if (work->computes)
        compute(to, work);
    else if (work->run != NULL)
        work->run(to, work);
    else if (work->tests)
        test_fragments(to, work);
    else if (work->width > 0)
        paint_part(to, work);
    else if (from != NULL)
        memmove(to, from, work->size);
    else if (work->from == NULL)
        fill(to, work->size, work->number);
    if (work->rounds) round_down((uint8_t *)to, work->size);
}

// The query that is active where a secondary command buffer is executed.
static _Thread_local struct counted inherited;

void count_sample(const struct work *work) {
    const struct counted *counted = work->counted.pool == NULL ? &inherited : &work->counted;
    if (counted->pool != NULL && !violates("samples_uncounted")) ((uint64_t *)counted->pool->bytes)[counted->query] += 1;
}

void do_work(const struct command_buffer *buffer) {
    const struct counted outer = inherited;
    for (const struct work *work = buffer->work; work != NULL; work = work->next)
        if (work->other == NULL)
            do_one(work);
        else if (handle_type_of((uintptr_t)work->other) == TYPE_VkCommandBuffer) {
            if (!violates("inherited_lost")) inherited = work->counted;
            do_work(work->other);
            inherited = outer;
        }
}

// ---- the commands that record it

ANSWER(CmdFillBuffer) {
    struct thing *to = THING(given[1]);
    uint64_t wanted = given[3], size = wanted == VK_WHOLE_SIZE ? to->size - given[2] : wanted;
    uint64_t at = violates("fill_from_start") && wanted == VK_WHOLE_SIZE ? 0 : given[2];
    add_work((VkCommandBuffer)given[0],
             (struct work){.to = to, .to_at = at, .size = size, .number = (uint32_t)given[4]});
    return 0;
}

// Wrong on purpose: reads what a pointer leads to now.
static void update_late(char *to, const struct work *work) { memcpy(to, *(const void *const *)work->bytes, work->size); }

ANSWER(CmdUpdateBuffer) {
    uint64_t size = violates("updates_narrow") ? (uint16_t)given[3] : given[3];
    const int is_late = violates("updates_late") && size == sizeof(uint32_t);
    const uint64_t taken = is_late ? sizeof given[4] : size;
    void *bytes = malloc(taken > 0 ? taken : 1);
    if (bytes == NULL) return 0;
    memcpy(bytes, is_late ? (const void *)&given[4] : (const void *)given[4], taken);
    add_work((VkCommandBuffer)given[0], (struct work){.to = THING(given[1]),
                                                      .to_at = given[2],
                                                      .size = size,
                                                      .bytes = bytes,
                                                      .run = is_late ? update_late : NULL});
    return 0;
}

static void add_copy(uintptr_t buffer, uintptr_t from, uintptr_t to, uint64_t from_at, uint64_t to_at,
                     uint64_t size) {
    add_work((VkCommandBuffer)buffer, (struct work){.to = THING(to), .from = THING(from), .to_at = to_at,
                                                    .from_at = from_at, .size = size});
}

ANSWER(CmdCopyBuffer) {
    const VkBufferCopy *regions = (const void *)given[4];
    uint32_t count = violates("copy_first") ? 1 : (uint32_t)given[3];
    for (uint32_t i = 0; i < count; i++)
        add_copy(given[0], given[1], given[2], regions[i].srcOffset, regions[i].dstOffset,
                 regions[i].size & (violates("copies_whole_words") ? ~UINT64_C(3) : UINT64_MAX));
    return 0;
}

// Texels of four bytes. An image has its layers, or its slices, one behind the other, and in each its rows. It has sixteen
// bytes for each texel: stencils lie in the second half.
#define TEXEL 4U

static uint64_t stencil_at(const struct thing *image) { return image->size / 2; }

static uint64_t of_level(uint64_t size, uint32_t level) { return size >> level > 0 ? size >> level : 1; }

// Where a level begins: those behind the first lie one behind the other in the second quarter of the image.
uint64_t level_at(const struct thing *image, uint32_t level) {
    uint64_t at = level == 0 ? 0 : image->size / 4;
    for (uint32_t i = 1; i < level; i++) at += of_level(image->state, i) * of_level(image->height, i) * image->slices * TEXEL;
    return at;
}

// Where a row of a box of an image begins; slices are counted from the box's first.
static uint64_t row_at(const struct thing *image, const VkImageSubresourceLayers *layers, VkOffset3D offset, uint32_t slice,
                       uint32_t y, uint32_t texel) {
    uint64_t width = of_level(image->state, layers->mipLevel), height = of_level(image->height, layers->mipLevel);
    uint64_t first = (uint64_t)layers->baseArrayLayer + (uint64_t)offset.z;
    if (violates("boxes_from_start")) offset.x = offset.y = 0;
    return level_at(image, layers->mipLevel) + (((first + slice) * height + (uint64_t)offset.y + y) * width + (uint64_t)offset.x) * texel;
}

uint64_t texel_at(const struct thing *image, const VkImageSubresourceLayers *layers, VkOffset3D offset, uint32_t slice) {
    return row_at(image, layers, offset, slice, 0, TEXEL);
}

static uint32_t slices_of(uint32_t layers, uint32_t depth) {
    return violates("boxes_first_slice") ? 1 : layers > depth ? layers : depth;
}

ANSWER(CmdCopyImage) {
    const VkImageCopy *regions = (const void *)given[6];
    uint32_t count = violates("copies_first_region") && given[5] > 1 ? 1 : (uint32_t)given[5];
    for (uint32_t i = 0; i < count; i++) {
        const VkImageCopy *region = &regions[i];
        VkImageSubresourceLayers to = region->dstSubresource, from = region->srcSubresource;
        if (violates("copies_first_level")) from.mipLevel = 0;
        if (violates("copies_to_same_layer")) to.baseArrayLayer = region->srcSubresource.baseArrayLayer;
        uint32_t slices = slices_of(violates("copies_one_layer") ? 1 : region->srcSubresource.layerCount,
                                    violates("copies_one_slice") ? 1 : region->extent.depth);
        for (uint32_t slice = 0; slice < slices; slice++)
            for (uint32_t y = 0; y < region->extent.height; y++)
                add_copy(given[0], given[1], given[3],
                         row_at(THING(given[1]), &from, region->srcOffset, slice, y, TEXEL),
                         row_at(THING(given[3]), &to, region->dstOffset, slice, y, TEXEL),
                         (uint64_t)region->extent.width * TEXEL);
    }
    return 0;
}

void layout_of(const struct thing *image, const VkImageSubresource *part, VkSubresourceLayout *to) {
    const VkImageSubresourceLayers layers = {part->aspectMask, part->mipLevel,
                                             violates("layouts_first_layer") ? 0 : part->arrayLayer, 1};
    uint64_t row = of_level(image->state, part->mipLevel) * TEXEL, slice = row * of_level(image->height, part->mipLevel);
    const uint64_t size = violates("layouts_sizeless") ? 0 : slice;
    if (takes("flat_linear")) slice = 0;  // there is one
    *to = (VkSubresourceLayout){row_at(image, &layers, (VkOffset3D){0, 0, 0}, 0, 0, TEXEL), size, row,
                                violates("layouts_array_pitch") ? row : slice, slice};
}

// Where along one axis the texel lies that is nearest.
static int32_t blit_from(int32_t place, int32_t first, int32_t last, int32_t from, int32_t to) {
    if (violates("blits_unmirrored") && first > last) return blit_from(place, last, first, from, to);
    if (violates("blits_unmirrored") && from > to) return blit_from(place, first, last, to, from);
    int32_t over = (2 * (place - first) + 1) * (to - from), under = 2 * (last - first);
    if (under < 0) over = -over, under = -under;
    return from + (over >= 0 ? over / under : -((under - 1 - over) / under));
}

#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define MORE(a, b) ((a) < (b) ? (b) : (a))

static void add_blit(const uintptr_t *given, const VkImageBlit *region) {
    const VkOffset3D *from = region->srcOffsets, *to = region->dstOffsets;
    for (uint32_t layer = 0; layer < (violates("blits_one_layer") ? 1 : region->dstSubresource.layerCount); layer++)
        for (int32_t z = LESS(to[0].z, to[1].z); z < MORE(to[0].z, to[1].z); z++)
            for (int32_t y = LESS(to[0].y, to[1].y); y < MORE(to[0].y, to[1].y); y++)
                for (int32_t x = LESS(to[0].x, to[1].x); x < MORE(to[0].x, to[1].x); x++) {
                    const VkOffset3D source = {blit_from(x, to[0].x, to[1].x, from[0].x, from[1].x),
                                               blit_from(y, to[0].y, to[1].y, from[0].y, from[1].y),
                                               blit_from(z, to[0].z, to[1].z, from[0].z, from[1].z)};
                    if ((VkFilter)given[7] == VK_FILTER_LINEAR && !violates("blits_nearest")) {
                        add_mean((VkCommandBuffer)given[0], region, layer, (VkOffset3D){x, y, z},
                                 (struct work){.to = THING(given[3]), .from = THING(given[1])});
                        continue;
                    }
                    add_work((VkCommandBuffer)given[0],
                             (struct work){.to = THING(given[3]),
                                           .from = THING(given[1]),
                                           .to_at = row_at(THING(given[3]), &region->dstSubresource, (VkOffset3D){x, y, z},
                                                           layer, 0, TEXEL),
                                           .from_at = row_at(THING(given[1]), &region->srcSubresource, source, layer, 0, TEXEL),
                                           .size = TEXEL,
                                           .rounds = takes("blits_rounded")});
                }
}

ANSWER(CmdBlitImage) {
    const VkImageBlit *regions = (const void *)given[6];
    VkImageBlit of_first;
    if (given[5] == 1 && violates("blits_first_level")) {
        of_first = regions[0];
        of_first.srcSubresource.mipLevel = 0;
        regions = &of_first;
    }
    uint32_t count = violates("blits_first_region") && given[5] > 1 ? 1 : (uint32_t)given[5];
    for (uint32_t i = 0; i < count; i++) add_blit(given, &regions[i]);
    return 0;
}

// In the buffer, rows and slices are as far apart as the region says.
static void add_rows(const uintptr_t *given, uintptr_t from, uintptr_t to, const VkBufferImageCopy *region,
                     int into_image) {
    const struct thing *image = THING(into_image ? to : from);
    uint32_t width = region->imageExtent.width, height = region->imageExtent.height;
    uint32_t row = region->bufferRowLength > 0 && !violates("rows_close") ? region->bufferRowLength : width;
    uint32_t rows = region->bufferImageHeight > 0 && !violates("layers_close") ? region->bufferImageHeight : height;
    int is_stencil = region->imageSubresource.aspectMask == VK_IMAGE_ASPECT_STENCIL_BIT;
    uint32_t texel = is_stencil ? 1 : TEXEL;
    uint64_t plane = is_stencil ? stencil_at(image) : 0;
    if (is_stencil && into_image && violates("stencils_uncopied")) return;
    uint32_t slices = slices_of(region->imageSubresource.layerCount, region->imageExtent.depth);
    for (uint32_t slice = 0; slice < slices; slice++)
        for (uint32_t y = 0; y < height; y++) {
            uint64_t image_at = plane + row_at(image, &region->imageSubresource, region->imageOffset, slice, y, texel);
            uint64_t buffer_at = region->bufferOffset + ((uint64_t)slice * rows + y) * row * texel;
            add_copy(given[0], from, to, into_image ? buffer_at : image_at, into_image ? image_at : buffer_at,
                     (uint64_t)width * texel);
        }
}

ANSWER(CmdCopyBufferToImage) {
    const VkBufferImageCopy *regions = (const void *)given[5];
    for (uint32_t i = 0; i < (uint32_t)given[4]; i++) add_rows(given, given[1], given[2], &regions[i], 1);
    return 0;
}

ANSWER(CmdCopyImageToBuffer) {
    const VkBufferImageCopy *regions = (const void *)given[5];
    for (uint32_t i = 0; i < (uint32_t)given[4]; i++) add_rows(given, given[1], given[3], &regions[i], 0);
    return 0;
}

ANSWER(CmdClearColorImage) {
    struct thing *image = THING(given[1]);
    const uint32_t texel = texel_of_colour(image->format, (const VkClearColorValue *)given[3]);
    const VkImageSubresourceRange *ranges = (const void *)given[5];
    uint32_t count = violates("clears_first_range") ? 1 : (uint32_t)given[4];
    uint64_t layer = image->state * image->height * TEXEL;
    for (uint32_t i = 0; image->levels > 1 && i < count; i++) clear_levels((VkCommandBuffer)given[0], image, &ranges[i], texel);
    for (uint32_t i = 0; image->levels <= 1 && i < count; i++) {
        uint32_t first = violates("clears_first_layer") ? 0 : ranges[i].baseArrayLayer;
        uint64_t rest = violates("clears_one_remaining") ? layer : image->size - first * layer, size = ranges[i].layerCount * layer;
        int is_all = ranges[i].layerCount == VK_REMAINING_ARRAY_LAYERS || ranges[i].levelCount != 1;
        add_work((VkCommandBuffer)given[0],
                 (struct work){.to = image, .to_at = first * layer, .size = is_all ? rest : size, .number = texel});
    }
    return 0;
}

// All of an image with one level.
ANSWER(CmdClearDepthStencilImage) {
    struct thing *image = THING(given[1]);
    const VkClearDepthStencilValue *value = (const void *)given[3];
    const VkImageSubresourceRange *ranges = (const void *)given[5];
    uint64_t texels = image->size / 16;
    uint32_t depth, stencil = (value->stencil & 0xFF) * 0x01010101U;
    memcpy(&depth, &value->depth, sizeof depth);
    for (uint32_t i = 0; i < (uint32_t)given[4]; i++) {
        VkImageAspectFlags aspects = ranges[violates("clears_first_aspect") ? 0 : i].aspectMask;
        if (violates("clears_one_aspect") && (aspects & VK_IMAGE_ASPECT_DEPTH_BIT)) aspects = VK_IMAGE_ASPECT_DEPTH_BIT;
        if (violates("clears_all_aspects")) aspects = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
        if (aspects & VK_IMAGE_ASPECT_DEPTH_BIT)
            add_work((VkCommandBuffer)given[0],
                     (struct work){.to = image, .size = texels * TEXEL, .number = depth});
        if (aspects & VK_IMAGE_ASPECT_STENCIL_BIT)
            add_work((VkCommandBuffer)given[0],
                     (struct work){.to = image, .to_at = stencil_at(image), .size = texels, .number = stencil});
    }
    return 0;
}

ANSWER(CmdCopyBuffer2) {
    const VkCopyBufferInfo2 *info = (const void *)given[1];
    for (uint32_t i = 0; i < info->regionCount; i++)
        add_copy(given[0], (uintptr_t)info->srcBuffer, (uintptr_t)info->dstBuffer, info->pRegions[i].srcOffset,
                 info->pRegions[i].dstOffset, info->pRegions[i].size);
    return 0;
}

// ---- recorded changes of state

static void add_change(uintptr_t buffer, uintptr_t changed, uint64_t sets, uint64_t clears) {
    add_work((VkCommandBuffer)buffer, (struct work){.changed = THING(changed), .sets = sets, .clears = clears});
}

ANSWER(CmdSetEvent) { return add_change(given[0], given[1], 1, 0), 0; }

ANSWER(CmdResetEvent) {
    if (!violates("events_reset")) add_change(given[0], given[1], 0, 1);
    return 0;
}

ANSWER(CmdSetEvent2) {
    if (!violates("events_set2")) add_change(given[0], given[1], 1, 0);
    return 0;
}

ANSWER(CmdResetEvent2) {
    if (!violates("events_reset2")) add_change(given[0], given[1], 0, 1);
    return 0;
}
