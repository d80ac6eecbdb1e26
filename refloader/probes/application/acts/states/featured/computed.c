// The act "states", what shaders compute: atomic operations, workgroups, constants, branches, and numbers of all widths. What is
// found is how many of the buffer's 256 words are as they have to be.
#include "../../../shaders/computed/computed.h"
#include "../../../shaders/computed/results.h"
#include "../../../shaders/computed/widths.h"
#include "featured.h"

// ---- a dispatch

VkResult compute_pipeline_make(struct device *device, struct shader shader, const VkSpecializationInfo *constants,
                               VkPipelineLayout layout, VkPipeline *to) {
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .pName = "main",
                                                  .pSpecializationInfo = constants},
                                        .layout = layout};
    *to = 0;
    if (!module_make("module", device, shader.words, shader.size, &info.stage.module)) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = made(device->CreateComputePipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to), to);
    module_end(device, info.stage.module);
    return result;
}

int computing_make(struct computing *computing, struct player *player) {
    struct device *device = player->device;
    memset(computing, 0, sizeof *computing);
    computing->player = player;
    if (!buffer_make("buffer", device, &computing->buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return 0;
    if (binding_make("binding", device, &computing->binding, &computing->buffer)) {
        const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                 .setLayoutCount = 1,
                                                 .pSetLayouts = &computing->binding.layout};
        if (device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &computing->layout) ==
            VK_SUCCESS)
            return 1;
        binding_end(device, &computing->binding);
    }
    buffer_end(device, &computing->buffer);
    return 0;
}

void computing_end(struct computing *computing) {
    struct device *device = computing->player->device;
    device->DestroyPipelineLayout(device->handle, computing->layout, callbacks_of("pipeline layout"));
    binding_end(device, &computing->binding);
    buffer_end(device, &computing->buffer);
}

static int dispatch(struct computing *computing, VkPipeline pipeline, uint32_t columns, uint32_t rows) {
    struct player *player = computing->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    if (!buffer_write("write", device, &computing->buffer, computing->before) || !states_begin(player)) return 0;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, computing->layout, 0, 1,
                                  &computing->binding.set, 0, NULL);
    device->CmdDispatch(commands, columns, rows, 1);
    return states_end(player) && buffer_read("read", device, &computing->buffer, computing->words);
}

int computing_run(struct computing *computing, struct shader shader, const VkSpecializationInfo *constants,
                  uint32_t columns, uint32_t rows) {
    struct device *device = computing->player->device;
    VkPipeline pipeline;
    int has_words = 0;
    if (computing->player->is_lost) return 0;
    if (compute_pipeline_make(device, shader, constants, computing->layout, &pipeline) == VK_SUCCESS)
        has_words = dispatch(computing, pipeline, columns, rows);
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
    return has_words;
}

// ---- the words before

static void numbers_before(uint32_t *words) {
    for (uint32_t i = 0; i < COMPUTED_WORDS; i++) words[i] = (i * 37 + 11) % 251;
}

// Each byte is a number.
static void bytes_before(uint32_t *words) {
    for (uint32_t i = 0; i < COMPUTED_WORDS; i++) words[i] = 0x01030507U * (i % 31 + 5);
}

static void atomics_before(uint32_t *words) {
    memset(words, 0, COMPUTED_WORDS * sizeof *words);
    words[1] = words[3] = UINT32_MAX;
}

static void integers_before(uint32_t *words) {
    static const uint32_t pairs[COMPUTED_ROWS][2] = {{100, 7}, {0xFFFFFF9C, 7}, {0x12345678, 0xFFFFFFF3}, {0xFEDCBA98, 0x89ABCDEF},
                                                     {7, 7},   {0, 31},         {0x80000001, 0x00010001}, {0xFFFFFFFF, 0x7FFFFFFF}};
    numbers_before(words);
    for (uint32_t i = 0; i < COMPUTED_ROWS; i++) memcpy(words + i * COMPUTED_ROW, pairs[i], sizeof pairs[i]);
}

static void floats_before(uint32_t *words) {
    static const double pairs[COMPUTED_ROWS][2] = {{2.5, -3.75}, {-2.5, 1.5},  {-7.25, 6.75}, {1023.5, 3.25},
                                                   {6.5, 6.5},   {-3.5, -8.0}, {96.0, 2.5},   {-1.0, 512.0}};
    numbers_before(words);
    for (uint32_t i = 0; i < COMPUTED_ROWS; i++)
        for (uint32_t j = 0; j < 2; j++) words[i * COMPUTED_ROW + j] = float_bits(pairs[i][j]);
}

// Sums and products have eleven bits at most, as numbers of 16 bits do.
static void half_numbers_before(uint32_t *words) {
    static const double pairs[COMPUTED_ROWS][2] = {{2.5, -3.75}, {-2.5, 1.5},  {-7.25, 6.75}, {511.5, 2.0},
                                                   {6.5, 6.5},   {-3.5, -8.0}, {96.0, 2.5},   {-1.0, 512.0}};
    numbers_before(words);
    for (uint32_t i = 0; i < COMPUTED_ROWS; i++)
        for (uint32_t j = 0; j < 2; j++) words[i * COMPUTED_ROW + j] = float_bits(pairs[i][j]);
}

static void functions_before(uint32_t *words) {
    static const double pairs[COMPUTED_ROWS][2] = {{0.5, 2.0},   {-0.75, 0.5}, {1.25, 4.0},  {-1.5, 0.25},
                                                   {2.0, 1.75}, {-2.5, 3.0},  {3.0, 1.25}, {-3.0, 2.5}};
    numbers_before(words);
    for (uint32_t i = 0; i < COMPUTED_ROWS; i++)
        for (uint32_t j = 0; j < 2; j++) words[i * COMPUTED_ROW + j] = float_bits(pairs[i][j]);
}

static void wide_before(uint32_t *words) {
    static const uint64_t pairs[COMPUTED_ROWS][2] = {
        {UINT64_C(0x123456789ABCDEF0), 1000003}, {UINT64_C(0xFFFFFFFFFFFFFF9C), 7}, {5, UINT64_C(0x100000000)},
        {UINT64_C(0xFFFFFFFF), 2},               {UINT64_C(0x8000000000000001), 3}, {77, 77},
        {UINT64_C(0x100000000), UINT64_C(0xFFFFFFFFFFFFFFFD)}, {0, UINT64_C(0x7FFFFFFFFFFFFFFF)}};
    numbers_before(words);
    for (uint32_t i = 0; i < COMPUTED_ROWS; i++)
        for (uint32_t j = 0; j < 2; j++) put_wide(words + i * COMPUTED_ROW + 2 * j, pairs[i][j]);
}

// Results are exact with the precision of floats, which is all that 64 bits promise. The last ones are too small for 32 bits.
static void doubles_before(uint32_t *words) {
    static const double pairs[COMPUTED_ROWS][2] = {{123456.5, 0.25},    {-3.25, 700000.0}, {4194303.0, 3.0}, {2.5, -100000.75},
                                                   {-0.75, 1048576.0}, {8.5, 8.5},        {-65536.5, -2.0}, {0.0, 0x5p-200}};
    numbers_before(words);
    for (uint32_t i = 0; i < COMPUTED_ROWS; i++)
        for (uint32_t j = 0; j < 2; j++) put_double(words + i * COMPUTED_ROW + 2 * j, pairs[i][j]);
}

static void layouts_before(uint32_t *words) {
    for (uint32_t i = 0; i < COMPUTED_WORDS; i++) words[i] = float_bits(((double)(i * 37 % 101)) - 50);
}

// The first six are operated on, thirty-two are exchanged, and eight of sixteen are stored by comparison.
static void wide_atomics_before(uint32_t *words) {
    static const uint64_t first[] = {UINT64_C(0xFFFFFFFF), UINT64_MAX, 0, UINT64_MAX, 0, UINT64_C(0xFEDCBA9876543210)};
    numbers_before(words);
    for (uint32_t i = 0; i < COUNT(first); i++) put_wide(words + 2 * i, first[i]);
    for (uint32_t i = 0; i < 16; i++) put_wide(words + 2 * (96 + i), ((uint64_t)i << 32) + i % 2);
}

// ---- what is computed

enum exactness { EACH_BIT, EITHER_ZERO, NEARLY };

enum need { NOTHING, INTEGERS_OF_64, FLOATS_OF_64, STORAGE_OF_16, STORAGE_OF_8, INTEGERS_OF_16, INTEGERS_OF_8, ATOMICS_OF_64, ZEROED_MEMORY, FLOATS_OF_16 };

static const struct {
    const char *what;
    struct shader shader;
    enum need needs;
    enum exactness exactness;
    uint32_t groups;
    void (*before)(uint32_t *words);
    void (*results)(uint32_t *words);
} computations[] = {
#define OF(name) "computed." #name, {name##_words, sizeof name##_words}
    {OF(atomics), NOTHING, EACH_BIT, 4, atomics_before, results_of_atomics},
    {OF(shared), NOTHING, EACH_BIT, 2, numbers_before, results_of_shared},
    {OF(branches), NOTHING, EACH_BIT, 4, numbers_before, results_of_branches},
    {OF(integers), NOTHING, EACH_BIT, COMPUTED_ROWS, integers_before, results_of_integers},
    {OF(floats), NOTHING, EITHER_ZERO, COMPUTED_ROWS, floats_before, results_of_floats},
    {OF(functions), NOTHING, NEARLY, COMPUTED_ROWS, functions_before, results_of_functions},
    {OF(vectors), NOTHING, EITHER_ZERO, COMPUTED_ROWS, integers_before, results_of_vectors},
    {OF(cells), NOTHING, EACH_BIT, 4, numbers_before, results_of_cells},
    {OF(layouts), NOTHING, EITHER_ZERO, 4, layouts_before, results_of_layouts},
    {OF(wide), INTEGERS_OF_64, EACH_BIT, COMPUTED_ROWS, wide_before, results_of_wide},
    {OF(doubles), FLOATS_OF_64, EITHER_ZERO, COMPUTED_ROWS, doubles_before, results_of_doubles},
    {OF(halves), STORAGE_OF_16, EACH_BIT, 64, bytes_before, results_of_halves},
    {OF(bytes), STORAGE_OF_8, EACH_BIT, 64, bytes_before, results_of_bytes},
    {OF(shorts), INTEGERS_OF_16, EACH_BIT, COMPUTED_ROWS, integers_before, results_of_shorts},
    {OF(octets), INTEGERS_OF_8, EACH_BIT, COMPUTED_ROWS, integers_before, results_of_octets},
    {OF(wide_atomics), ATOMICS_OF_64, EACH_BIT, 4, wide_atomics_before, results_of_wide_atomics},
    {OF(zeroed), ZEROED_MEMORY, EACH_BIT, 16, numbers_before, results_of_zeroed},
    {OF(half_numbers), FLOATS_OF_16, EITHER_ZERO, COMPUTED_ROWS, half_numbers_before, results_of_half_numbers},
};

static int is_offered(const struct offers *offers, enum need need) {
    switch (need) {
        case INTEGERS_OF_64: return offers->all.features.shaderInt64 == VK_TRUE;
        case FLOATS_OF_64: return offers->all.features.shaderFloat64 == VK_TRUE;
        case STORAGE_OF_16: return offers->of_1_1.storageBuffer16BitAccess == VK_TRUE;
        case STORAGE_OF_8: return offers->of_1_2.storageBuffer8BitAccess == VK_TRUE;
        case INTEGERS_OF_16: return offers->all.features.shaderInt16 == VK_TRUE;
        case INTEGERS_OF_8: return offers->of_1_2.shaderInt8 == VK_TRUE;
        case ATOMICS_OF_64:
            return offers->all.features.shaderInt64 == VK_TRUE && offers->of_1_2.shaderBufferInt64Atomics == VK_TRUE;
        case ZEROED_MEMORY: return offers->of_1_3.shaderZeroInitializeWorkgroupMemory == VK_TRUE;
        case FLOATS_OF_16: return offers->of_1_2.shaderFloat16 == VK_TRUE;
        default: return 1;
    }
}

static int is_zero(uint32_t word) { return word << 1 == 0; }

// Vulkan 1.0 and 1.1 give no precision to ldexp, frexp, trigonometric and hyperbolic functions, normalize, and to what packs and
// unpacks numbers.
static int has_precision(const struct device *device, void (*results)(uint32_t *), uint32_t at) {
    const uint32_t place = at % COMPUTED_ROW;
    if (device->api >= VK_API_VERSION_1_2) return 1;
    if (results == results_of_vectors) return place < 21 || place > 29;
    if (results == results_of_functions) return place > 14 && place != 26;
    return results != results_of_floats || (place != 15 && place != 16 && place != 22 && place != 24);
}

static int is_right(uint32_t word, uint32_t expected, enum exactness exactness) {
    if (word == expected) return 1;
    return exactness == NEARLY ? is_near(word, expected) : exactness == EITHER_ZERO && is_zero(word) && is_zero(expected);
}

static void count_right(struct computing *computing, const char *what, enum exactness exactness, void (*results)(uint32_t *)) {
    uint32_t right = 0;
    results(computing->before);
    for (uint32_t i = 0; i < COMPUTED_WORDS; i++)
        right += is_right(computing->words[i], computing->before[i], exactness) ||
                 !has_precision(computing->player->device, results, i);
    find(computing->player, what, right);
}

// The exchanged number that stays is that of whichever invocation was the last one, as is the one that was stored by comparison.
static void settle(struct computing *computing) {
    const uint32_t left = computing->words[7], stored = computing->words[8];
    computing->words[6] += left;
    computing->words[7] = computing->words[8] = !(left >= 1 && left <= 32) || !(stored >= 1 && stored <= 32);
}

// The data are in another order than the constants, and all sizes are given.
static void with_sizes(struct computing *computing) {
    static const uint32_t data[] = {VK_TRUE, 16, 3, 5};
    static const VkSpecializationMapEntry entries[] = {{4, 12, 4}, {9, 0, 4}, {2, 8, 4}, {7, 4, 4}};
    const VkSpecializationInfo constants = {COUNT(entries), entries, sizeof data, data};
    numbers_before(computing->before);
    if (computing_run(computing, SHADER(sizes_words), &constants, 2, 2))
        count_right(computing, "computed.sizes", 0, results_of_sizes);
}

void states_of_computed(const struct featured *featured) {
    struct computing computing;
    if (!(featured->player->device->can & VK_QUEUE_COMPUTE_BIT) || !computing_make(&computing, featured->player)) return;
    for (size_t i = 0; i < COUNT(computations); i++) {
        computations[i].before(computing.before);
        if (!is_offered(featured->offers, computations[i].needs) ||
            !computing_run(&computing, computations[i].shader, NULL, computations[i].groups, 1))
            continue;
        if (computations[i].results == results_of_atomics) settle(&computing);
        count_right(&computing, computations[i].what, computations[i].exactness, computations[i].results);
    }
    with_sizes(&computing);
    computing_end(&computing);
}
