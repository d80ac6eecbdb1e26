// What a driver "whole=1" reads otherwise than from storage buffers: the scripted application's shaders "sampled" and
// "compared" read images by a sampler, "fetched" reads and writes texels of buffers and of an image, and numbers of a uniform
// buffer or of a block in the set. Images have texels of four bytes.
#include "../mock_icd.h"

enum { TEXEL = 4, PLACE_WORDS = 5, IN_A_ROW = 16, CHANNELS = 4, ROWS_OF_WORDS = 4 };
enum { OF_TEXELS = 1, OF_IMAGE, OF_NUMBERS, OF_STORED };  // bindings of "fetched"; 1 is the image of the others, too

// A dispatch, with the descriptors of its set at the time of recording.
struct reads {
    struct read_only others[KEPT_BINDINGS];
    uint32_t count;
    enum shader shader;
};

// ---- what is made

AFTER(CreateSampler) { keep_bytes(made, (const void *)given[1], sizeof(VkSamplerCreateInfo)); }

AFTER(CreateBufferView) {
    const VkBufferViewCreateInfo *info = (const void *)given[1];
    made->memory = THING((uintptr_t)info->buffer);
    made->offset = violates("texels_from_start") ? 0 : info->offset;
}

void keep_binding(struct thing *layout, const VkDescriptorSetLayoutBinding *binding) {
    if (binding->binding >= KEPT_BINDINGS || binding->pImmutableSamplers == NULL || binding->descriptorCount == 0) return;
    if (binding->descriptorType != VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER || violates("samplers_given")) return;
    layout->others[binding->binding].sampler = THING((uintptr_t)binding->pImmutableSamplers[0]);
    layout->others[binding->binding].is_fixed = 1;
}

static void write_block(struct thing *set, const VkWriteDescriptorSet *write) {
    const VkWriteDescriptorSetInlineUniformBlock *block =
        chained(write->pNext, VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK);
    if (block == NULL || block->dataSize == 0 || violates("blocks_lost")) return;
    free(set->bytes);
    keep_bytes(set, block->pData, block->dataSize);
    set->others[write->dstBinding].block = block->dataSize < IN_A_ROW * sizeof(uint32_t) ? NULL : set->bytes;
}

static void write_image(struct read_only *to, const VkDescriptorImageInfo *info) {
    to->view = THING((uintptr_t)info->imageView);
    if (!to->is_fixed) to->sampler = THING((uintptr_t)info->sampler);
}

void write_other(const VkWriteDescriptorSet *write) {
    struct thing *set = THING((uintptr_t)write->dstSet);
    struct read_only *to = &set->others[write->dstBinding % KEPT_BINDINGS];
    if (write->dstBinding >= KEPT_BINDINGS || write->descriptorCount == 0) return;
    switch (write->descriptorType) {
        case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER: return write_image(to, write->pImageInfo);
        case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
            if (violates("images_apart_lost")) return;
            for (uint32_t i = 1; i < write->descriptorCount && i <= COUNT(to->rest) && !violates("arrays_first"); i++)
                to->rest[i - 1] = THING((uintptr_t)write->pImageInfo[i].imageView);
            __attribute__((fallthrough));
        case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
            to->view = THING((uintptr_t)write->pImageInfo->imageView);
            return;
        case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
            if (violates("texels_lost")) return;
            __attribute__((fallthrough));
        case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
            to->buffer = THING((uintptr_t)write->pTexelBufferView[0]);
            to->offset = to->buffer->offset;
            to->buffer = to->buffer->memory;
            return;
        case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
            to->buffer = THING((uintptr_t)write->pBufferInfo->buffer);
            to->offset = violates("uniform_from_start") ? 0 : write->pBufferInfo->offset;
            return;
        case VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK: return write_block(set, write);
        default: return;
    }
}

// ---- texels of an image

static int64_t lower(double number) {
    int64_t whole = (int64_t)number;
    return whole - (number < (double)whole);
}

static int64_t between(int64_t number, int64_t least, int64_t most) {
    return number < least ? least : number > most ? most : number;
}

// Where a column or a row is taken from; a negative number where the border is.
static int64_t wrapped(VkSamplerAddressMode mode, int64_t at, int64_t size) {
    int64_t turn = at % (2 * size) + (at % (2 * size) < 0 ? 2 * size : 0);
    if (violates("sampler_repeats")) mode = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    if (mode == VK_SAMPLER_ADDRESS_MODE_REPEAT) return turn % size;
    if (mode == VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT) return turn < size ? turn : 2 * size - 1 - turn;
    if (mode == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE) return between(at, 0, size - 1);
    return at < 0 || at >= size ? -1 : at;
}

static uint32_t border_of(const VkSamplerCreateInfo *sampler) {
    if (violates("sampler_border") || sampler->borderColor == VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK) return 0;
    return sampler->borderColor == VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE ? 0xFFFFFFFFU : 0xFF000000U;
}

struct level {
    const struct thing *image;
    const VkSamplerCreateInfo *sampler;
    uint32_t level;
    int64_t layer, width, height;
};

static uint32_t texel_of(const struct level *of, int64_t x, int64_t y) {
    VkSamplerAddressMode rows = violates("sampler_one_mode") ? of->sampler->addressModeU : of->sampler->addressModeV;
    uint32_t texel = border_of(of->sampler);
    x = wrapped(of->sampler->addressModeU, x, of->width);
    y = wrapped(rows, y, of->height);
    if (x < 0 || y < 0) return texel;
    uint64_t at = level_at(of->image, of->level) + (uint64_t)((of->layer * of->height + y) * of->width + x) * TEXEL;
    const char *from = bytes_at(of->image, at, TEXEL);
    if (from != NULL) memcpy(&texel, from, sizeof texel);
    return texel;
}

static struct level level_of(const struct read_only *from, int64_t level, int64_t layer) {
    const struct thing *view = from->view, *image = view->memory;
    uint32_t real = (uint32_t)(view->state + (uint64_t)level);
    int64_t width = (int64_t)(image->state >> real), height = (int64_t)(image->height >> real);
    return (struct level){image, from->sampler->bytes, real, (int64_t)view->offset + layer, width > 0 ? width : 1, height > 0 ? height : 1};
}

// Adds the texels around a place, as much of each as is near.
static void add_level(const struct level *of, VkFilter filter, const float *place, double part, double to[CHANNELS]) {
    int is_linear = filter == VK_FILTER_LINEAR && !violates("sampler_nearest");
    double u = (double)place[0] * (double)of->width - (is_linear ? 0.5 : 0), v = (double)place[1] * (double)of->height - (is_linear ? 0.5 : 0);
    int64_t x = lower(u), y = lower(v);
    double right = is_linear ? u - (double)x : 0, below = is_linear ? v - (double)y : 0;
    for (int i = 0; i < 4; i++) {
        double weight = (i & 1 ? right : 1 - right) * (i & 2 ? below : 1 - below) * part;
        uint32_t texel = weight > 0 ? texel_of(of, x + (i & 1), y + (i >> 1)) : 0;
        for (int j = 0; j < CHANNELS; j++) to[j] += weight * (texel >> 8 * j & 0xFF);
    }
}

static double lod_of(const VkSamplerCreateInfo *sampler, double lod) {
    if (!violates("sampler_bias")) lod += (double)sampler->mipLodBias;
    if (violates("sampler_lods")) return lod;
    return lod < (double)sampler->minLod ? (double)sampler->minLod : lod > (double)sampler->maxLod ? (double)sampler->maxLod : lod;
}

static uint32_t packed(const double channels[CHANNELS], const VkComponentMapping *components) {
    const VkComponentSwizzle from[CHANNELS] = {components->r, components->g, components->b, components->a};
    uint32_t texel = 0;
    for (int i = 0; i < CHANNELS; i++) {
        int is_own = from[i] == VK_COMPONENT_SWIZZLE_IDENTITY || violates("views_unturned");
        int other = is_own ? i : (int)from[i] - VK_COMPONENT_SWIZZLE_R;
        double channel = other >= 0 ? channels[other] : from[i] == VK_COMPONENT_SWIZZLE_ONE ? 255 : 0;
        texel |= (uint32_t)(channel + 0.5) << 8 * i;
    }
    return texel;
}

static uint32_t sampled(const struct read_only *from, const float place[4]) {
    const VkSamplerCreateInfo *sampler = from->sampler->bytes;
    double lod = lod_of(sampler, (double)place[3]), channels[CHANNELS] = {0}, part = 0;
    VkFilter filter = lod <= 0 || violates("sampler_one_filter") ? sampler->magFilter : sampler->minFilter;
    int64_t last = (int64_t)from->view->levels - 1, layer = between(lower((double)place[2] + 0.5), 0, (int64_t)from->view->layers - 1);
    int64_t level = between(lower(lod + 0.5), 0, last);
    const int is_linear = sampler->mipmapMode == VK_SAMPLER_MIPMAP_MODE_LINEAR && !violates("sampler_mips");
    if (is_linear || violates("sampler_mips_mixed")) {
        level = between(lower(lod), 0, last);
        part = lod > (double)level && level < last ? lod - (double)level : 0;
    }
    const struct level first = level_of(from, level, layer), second = level_of(from, between(level + 1, 0, last), layer);
    add_level(&first, filter, place, 1 - part, channels);
    if (part > 0) add_level(&second, filter, place, part, channels);
    return packed(channels, from->view->bytes);
}

static uint32_t compared(const struct read_only *from, const float place[4]) {
    const VkSamplerCreateInfo *sampler = from->sampler->bytes;
    const struct level level = level_of(from, 0, 0);
    uint32_t texel = texel_of(&level, lower((double)place[0] * (double)level.width), lower((double)place[1] * (double)level.height));
    VkCompareOp op = violates("sampler_compares") ? VK_COMPARE_OP_NEVER : sampler->compareOp;
    float depth;
    memcpy(&depth, &texel, sizeof depth);
    int passes = (op & VK_COMPARE_OP_LESS && place[2] < depth) || (op & VK_COMPARE_OP_EQUAL && !(place[2] < depth) && !(place[2] > depth)) ||
                 (op & VK_COMPARE_OP_GREATER && place[2] > depth);
    return passes ? 0xFF : 0;
}

static void sample(char *to, const struct work *work) {
    const struct reads *reads = work->bytes;
    const struct read_only *from = &reads->others[1];
    if (from->view == NULL || from->sampler == NULL || from->sampler->bytes == NULL || from->view->bytes == NULL) return;
    for (uint32_t i = 0; i < reads->count && (i + 1) * PLACE_WORDS * sizeof(uint32_t) <= work->size; i++) {
        char *words = to + i * PLACE_WORDS * sizeof(uint32_t);
        float place[4];
        memcpy(place, words, sizeof place);
        uint32_t texel = reads->shader == SHADER_COMPARED ? compared(from, place) : sampled(from, place);
        memcpy(words + sizeof place, &texel, sizeof texel);
    }
}

// ---- texels of buffers, and of a storage image

static uint32_t *word_of(const struct thing *from, uint64_t at) {
    return from == NULL ? NULL : (uint32_t *)(void *)bytes_at(from, at, sizeof(uint32_t));
}

static uint32_t *word_of_image(const struct read_only *from, uint64_t x, uint64_t y) {
    return from->view == NULL ? NULL : word_of(from->view->memory, (y * from->view->memory->state + x) * TEXEL);
}

static uint32_t read_word(const uint32_t *word) { return word == NULL ? 0 : *word; }

static void write_word(uint32_t *word, uint32_t number) {
    if (word != NULL) *word = number;
}

static void fetch(char *to, const struct work *work) {
    const struct reads *reads = work->bytes;
    const struct read_only *from = reads->others;
    uint32_t *words = (uint32_t *)(void *)to;
    if (work->size < ROWS_OF_WORDS * IN_A_ROW * sizeof *words) return;
    for (uint32_t x = 0; x < reads->count && x < IN_A_ROW; x++) {
        uint32_t *added = word_of_image(&from[OF_IMAGE], x, 2);
        const uint32_t *block = from[OF_NUMBERS].block;
        words[x] = read_word(word_of(from[OF_TEXELS].buffer, from[OF_TEXELS].offset + x * TEXEL));
        words[IN_A_ROW + x] = read_word(word_of_image(&from[OF_IMAGE], x, 0));
        if (!violates("images_unstored")) write_word(word_of_image(&from[OF_IMAGE], x, 1), 3 * x + 0x100);
        words[2 * IN_A_ROW + x] = read_word(added);
        write_word(added, read_word(added) + (violates("images_unadded") ? 0 : 5 + x));
        words[3 * IN_A_ROW + x] =
            block != NULL ? block[x] : read_word(word_of(from[OF_NUMBERS].buffer, from[OF_NUMBERS].offset + x * TEXEL));
        write_word(word_of(from[OF_STORED].buffer, from[OF_STORED].offset + x * TEXEL), 7 * x + 0x200);
    }
}

// ---- images by a sampler of its own

enum { OF_SHEETS = 2, OF_CUBE, SHEETS = 3, FACES = 6 };

// The first texel of a layer: all have one colour.
static uint32_t first_of(const struct thing *view, uint64_t layer) {
    const struct thing *image = view == NULL ? NULL : view->memory;
    uint32_t word = image == NULL ? 0 : read_word(word_of(image, (view->offset + layer) * image->state * image->height * TEXEL));
    if (image != NULL && image->format == VK_FORMAT_R32_UINT && violates("views_of_image_format")) word = word != 0 ? 0xFF0000FFU : 0xFF000000U;
    return word;
}

static void gather(char *to, const struct work *work) {
    const struct reads *reads = work->bytes;
    const struct read_only *sheets = &reads->others[OF_SHEETS];
    const struct thing *const views[SHEETS] = {sheets->view, sheets->rest[0], sheets->rest[1]};
    uint32_t *words = (uint32_t *)(void *)to;
    for (uint32_t i = 0; i < SHEETS; i++) words[i] = first_of(views[i], 0);
    for (uint32_t i = 0; i < FACES; i++) words[SHEETS + i] = first_of(reads->others[OF_CUBE].view, violates("cubes_flat") ? 0 : i);
}

void read_images(const struct command_buffer *buffer, const struct thing *set, uint64_t offset, uint32_t count) {
    struct reads reads = {.count = count, .shader = (enum shader)buffer->pipeline->state};
    struct thing *words = set->descriptors[0].buffer;
    memcpy(reads.others, set->others, sizeof reads.others);
    void *bytes = malloc(sizeof reads);
    if (bytes == NULL) return;
    memcpy(bytes, &reads, sizeof reads);
    add_work((VkCommandBuffer)buffer,
             (struct work){.to = words,
                           .to_at = offset,
                           .size = words->size - offset,
                           .bytes = bytes,
                           .run = reads.shader == SHADER_GATHERED ? gather : reads.shader == SHADER_FETCHED ? fetch : sample});
}
