// What a driver "whole=1" computes with the scripted application's shaders of the folder "computed", known by their words. Each
// has results in 256 words; those of subgroups depend on what is in a subgroup: here four invocations, one after the other, or
// each twentieth one, of which most subgroups have three.
#include "../mock_icd.h"
#include "../../refloader/probes/application/shaders/computed/dimensions.h"
#include "../../refloader/probes/application/shaders/computed/neighbours.h"
#include "../../refloader/probes/application/shaders/computed/widths.h"

enum { IN_A_SUBGROUP = 4, INTERLEAVED = 20, PLACES_BEYOND = 16, BEYOND_WRITTEN = 0xBAD0BAD0 };

// A dispatch, and what was pushed for it.
struct computation {
    enum shader shader;
    uint32_t groups;
    uint64_t addresses[2];
};

// ---- faults

static void spoil_numbers(uint32_t *row, enum shader shader) {
    const double x = (double)(row[0] & 15) - 8;
    if (shader == SHADER_INTEGERS && violates("integers_unsigned")) row[6] = row[7];
    if (shader == SHADER_INTEGERS && violates("integers_narrowed") && row[30] >> 31) row[30] = INT32_MAX;
    if (shader == SHADER_FLOATS && violates("floats_rounded_up")) row[8] = float_bits(floor(float_of(row[0]) + 0.5));
    if (shader == SHADER_FUNCTIONS && violates("functions_wrong")) row[3] = row[2];
    if (shader == SHADER_FUNCTIONS && violates("functions_imprecise")) row[16] = float_bits(1.02 * float_of(row[16]));
    if (shader == SHADER_VECTORS && violates("vectors_by_columns")) row[4] = float_bits(x * (double)(row[1] & 15) + 2 * x + 4);
    if (shader == SHADER_VECTORS && violates("vectors_first_component")) row[2] = float_bits(x);
    if (shader == SHADER_WIDE && violates("wide_narrowed")) row[9] = 0;
    if (shader == SHADER_SHORTS && violates("shorts_unsigned")) row[6] = row[7];
    if (shader == SHADER_OCTETS && violates("octets_wide")) row[2] = (row[0] & 0xFF) + ((row[1] & 0xFF) | 1);
    if (shader == SHADER_DOUBLES && violates("doubles_narrowed")) put_double(row + 4, (double)(float)double_of(row + 4));
}

static void spoil_dimensions(uint32_t *words) {
    for (uint32_t i = 0; i < READ_OF_EACH; i++) {
        const uint32_t x = i & 3, y = i >> 2;
        if (violates("lines_first_layer")) words[READ_LINES + i] = line_texel(x, 0);
        if (violates("lines_from_first")) words[READ_LINE + i] = line_texel(x, 0);
        if (violates("layers_around")) words[READ_SHEETS + i] = sheet_texel((int32_t)x, (int32_t)y, ((int32_t)x + 2) % SHEET_LAYERS);
        if (violates("boxes_flat")) words[READ_BOX + i] = box_texel(x, y & 1, 0);
        if (violates("offsets_of_texels_lost")) words[READ_BESIDE + i] = sheet_texel((int32_t)x, (int32_t)y, 1);
        if (violates("fetches_flat")) words[READ_FETCHED + i] = box_texel(3 - x, y & 1, 0);
        if (violates("places_undivided")) words[READ_PROJECTED + i] = line_texel(3, 1);
        if (violates("slopes_of_texels_lost")) words[READ_SLOPES + i] = sheet_texel((int32_t)x, (int32_t)y, 2);
        for (uint32_t component = 1; violates("gathers_first_component") && component < 4; component++)
            words[READ_FOUR + READ_OF_EACH * component + i] = words[READ_FOUR + i];
    }
    for (uint32_t i = 0; violates("faces_turned") && i < READ_FACES; i++) words[READ_CUBE + i] = face_texel(i >> 2, (i & 3) ^ 2);
    if (violates("sizes_of_first_level")) words[READ_SIZES + 2] = 0x04030404;
}

static void spoil(uint32_t *words, const uint32_t *before, enum shader shader) {
    if (shader == SHADER_ATOMICS && violates("atomics_signed")) words[1] = 0x80000000U;
    if (shader == SHADER_ATOMICS && violates("atomics_lost")) words[0] -= 32;
    for (uint32_t i = 0; i < 64; i++) {
        if (shader == SHADER_SHARED && violates("shared_unwaited") && i < 32) words[128 + i] -= 3 * words[63 - i];
        if (shader == SHADER_BRANCHES && violates("branches_broken") && i % 4 == 0) words[64 + i] -= 0x20000000U;
        if (shader == SHADER_HALVES && violates("halves_whole")) words[128 + i] &= 0xFFFF;
        if (shader == SHADER_BYTES && violates("bytes_whole")) words[128 + i] &= 0xFF00;
    }
    if (shader == SHADER_CELLS && violates("cells_lose_one")) words[128] -= before[0];
    for (uint32_t i = 0; shader == SHADER_LAYOUTS && violates("rows_as_columns") && i < 4; i++) words[136 + 16 * i] = before[116 + 6 * (i & 1)];
    if (shader == SHADER_LAYOUTS && violates("arrays_apart")) words[132] = before[19];
    if (shader == SHADER_DIMENSIONS) spoil_dimensions(words);
    if (shader == SHADER_WIDE_ATOMICS && violates("wide_atomics_narrowed")) words[1] = 0;
    for (uint32_t i = 0; shader == SHADER_ZEROED && violates("workgroups_unzeroed") && i < COMPUTED_WORDS; i++) words[i] |= 0x80000000U;
    if (shader == SHADER_SIZES && violates("sizes_unspecialized")) memcpy(words, before, COMPUTED_WORDS * sizeof *words);
    for (uint32_t at = 0; at < COMPUTED_WORDS; at += COMPUTED_ROW) spoil_numbers(words + at, shader);
}

// ---- liberties

static uint32_t farther(uint32_t bits, double distance) { return float_bits(float_of(bits) + distance); }

// What the specification gives no precision before Vulkan 1.2, and the least one that it gives later.
static void take_liberties(uint32_t *row) {
    for (uint32_t i = 2; takes("functions_undefined") && i < 15; i++) row[i] = float_bits(0.25);
    if (takes("functions_undefined")) row[26] = float_bits(0.25);
    if (!takes("least_precision")) return;
    for (uint32_t i = 2; i < 4; i++) row[i] = farther(row[i], 0x1p-11);
    for (uint32_t i = 5; i < 9; i++) row[i] = farther(row[i], float_of(row[i]) * 0x1p-11);
    for (uint32_t i = 4; i < 32; i++) row[i] = farther(row[i], float_of(row[i]) * 0x1p-22);
}

// ---- results

static void of_subgroup(uint32_t *own, const struct subgroup_view *view, enum shader shader, uint32_t number) {
    switch (shader) {
        case SHADER_SUBGROUP_BASIC:
            own[1] = place_of(own[0]) == 0 || violates("subgroups_elect_all");
            own[2] = IN_A_SUBGROUP;
            own[3] = takes("subgroups_interleaved") ? INTERLEAVED : INVOCATIONS / IN_A_SUBGROUP;
            return;
        case SHADER_SUBGROUP_VOTE:
            own[1] = violates("votes_of_any") ? 1 : view->all_low;
            own[2] = view->any_high;
            own[3] = view->all_equal | 2;
            return;
        case SHADER_SUBGROUP_BALLOT:
            own[1] = view->first;
            own[2] = view->odd;
            own[3] = (view->odd_before + (violates("ballots_inclusive") ? number & 1 : 0)) | (number & 1) << 8 | view->first_place << 16;
            return;
        case SHADER_SUBGROUP_ARITHMETIC:
            own[1] = view->sum;
            own[2] = view->sum_before + (violates("sums_inclusive") ? number : 0);
            own[3] = view->most | view->least << 8 | view->most_until << 16;
            return;
        default: return;
    }
}

static void of_places(uint32_t *words, const uint32_t *before, uint32_t invocation, enum shader shader) {
    const uint32_t within = violates("clusters_of_all") ? 0 : IN_A_SUBGROUP / 2;
    const struct places_view all = places_view_of(words, before, invocation, 0), half = places_view_of(words, before, invocation, within);
    uint32_t *own = words + 4 * invocation;
    own[1] = shader == SHADER_SUBGROUP_CLUSTERED ? all.sum : violates("products_are_sums") ? all.sum : all.product;
    own[2] = shader == SHADER_SUBGROUP_CLUSTERED ? half.most : all.odd_bits_until;
    own[3] = shader == SHADER_SUBGROUP_CLUSTERED ? all.odd_bits : bits_of(&all);
}

// The number of the invocation at a place of a subgroup; any number where there is none.
static uint32_t number_at(const uint32_t *words, const uint32_t *numbers, uint32_t invocation, uint32_t place) {
    const uint32_t neighbour = neighbour_of(words, invocation, place);
    return neighbour == INVOCATIONS ? 0xBAD : numbers[4 * neighbour];
}

// From where the numbers of an invocation come.
static void shuffle(uint32_t *words, const uint32_t *numbers, uint32_t invocation, enum shader shader) {
    const uint32_t place = place_of(words[4 * invocation]);
    uint32_t from[] = {place ^ 1, place ^ 2, IN_A_SUBGROUP - 1 - place};
    if (shader == SHADER_SUBGROUP_RELATIVE) {
        from[0] = violates("shuffles_down") ? place + 1 : place - 1;
        from[1] = place + 2;
        from[2] = place - 3;
    }
    if (shader == SHADER_SUBGROUP_QUAD) from[0] = 2;
    for (uint32_t i = 0; i < COUNT(from); i++)
        words[4 * invocation + 1 + i] = number_at(words, numbers, invocation, violates("shuffles_still") ? place : from[i]);
    if (shader != SHADER_SUBGROUP_QUAD) return;
    words[4 * invocation + 3] = words[4 * invocation + 2];
    words[4 * invocation + 2] = (number_at(words, numbers, invocation, violates("quads_in_rows") ? place ^ 2 : place ^ 1) & 0xFF) |
                                number_at(words, numbers, invocation, place ^ 3) << 8;
}

static void ask_subgroups(uint32_t *words, const uint32_t *before, enum shader shader) {
    for (uint32_t i = 0; i < INVOCATIONS; i++)
        words[4 * i] = takes("subgroups_interleaved") ? i % INTERLEAVED << 16 | i / INTERLEAVED
                                                      : i / IN_A_SUBGROUP << 16 | (violates("subgroups_one_place") ? 0 : i % IN_A_SUBGROUP);
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        const struct subgroup_view view = subgroup_view_of(words, before, i);
        if (shader == SHADER_SUBGROUP_SHUFFLE || shader == SHADER_SUBGROUP_QUAD || shader == SHADER_SUBGROUP_RELATIVE)
            shuffle(words, before, i, shader);
        else if (shader == SHADER_SUBGROUP_BITS || shader == SHADER_SUBGROUP_CLUSTERED)
            of_places(words, before, i, shader);
        else
            of_subgroup(words + 4 * i, &view, shader, before[4 * i]);
    }
}

// What is read beyond is zero, and nothing is written there.
static void read_beyond(uint32_t *words) {
    for (uint32_t i = 0; i < PLACES_BEYOND; i++) words[PLACES_BEYOND + i] = violates("reads_beyond") ? 0xC0FFEE02U : 0;
    if (violates("writes_beyond") && memory_before != NULL && memory_before->bytes != NULL)
        *(uint32_t *)memory_before->bytes = BEYOND_WRITTEN;
}

static void compute_words(uint32_t *words, const struct computation *of) {
    switch (of->shader) {
        case SHADER_ATOMICS: results_of_atomics(words); words[7] = words[8] = 32; words[6] -= 32; return;
        case SHADER_SHARED: return results_of_shared(words);
        case SHADER_BRANCHES: return results_of_branches(words);
        case SHADER_INTEGERS: return results_of_integers(words);
        case SHADER_FLOATS: return results_of_floats(words);
        case SHADER_FUNCTIONS:
            results_of_functions(words);
            for (uint32_t at = 0; at < COMPUTED_WORDS; at += COMPUTED_ROW) take_liberties(words + at);
            return;
        case SHADER_VECTORS: return results_of_vectors(words);
        case SHADER_WIDE: return results_of_wide(words);
        case SHADER_DOUBLES: return results_of_doubles(words);
        case SHADER_HALVES: return results_of_halves(words);
        case SHADER_BYTES: return results_of_bytes(words);
        case SHADER_SIZES: return results_of_sizes(words);
        case SHADER_SHORTS: return results_of_shorts(words);
        case SHADER_OCTETS: return results_of_octets(words);
        case SHADER_WIDE_ATOMICS: return results_of_wide_atomics(words);
        case SHADER_ZEROED: return results_of_zeroed(words);
        case SHADER_CELLS: return results_of_cells(words);
        case SHADER_LAYOUTS: return results_of_layouts(words);
        case SHADER_DIMENSIONS: return results_of_dimensions(words);
        case SHADER_BEYOND: return read_beyond(words);
        default: return;
    }
}

static void compute_buffer(char *to, const struct work *work) {
    const struct computation *of = work->bytes;
    uint32_t *words = (uint32_t *)(void *)to, before[COMPUTED_WORDS];
    memcpy(before, words, sizeof before);
    if (of->shader >= SHADER_SUBGROUP_BASIC && of->shader <= SHADER_SUBGROUP_RELATIVE)
        return ask_subgroups(words, before, of->shader);
    compute_words(words, of);
    spoil(words, before, of->shader);
}

ANSWER(GetBufferDeviceAddress) {
    const struct thing *buffer = THING((uintptr_t)((const VkBufferDeviceAddressInfo *)given[1])->buffer);
    if (buffer->memory == NULL || buffer->memory->bytes == NULL) return 0;
    return (uintptr_t)buffer->memory->bytes + (violates("addresses_alike") ? 0 : buffer->offset);
}

ANSWER(own_address) { return (uintptr_t)((const VkBufferDeviceAddressInfo *)given[1])->buffer; }

static void compute_by_address(char *to, const struct work *work) {
    const struct computation *of = work->bytes;
    (void)to;
    for (uint32_t i = 0; i < of->groups; i++) {
        uint32_t number;
        memcpy(&number, (const char *)(uintptr_t)of->addresses[0] + i * sizeof number, sizeof number);
        number = 3 * number + 1;
        memcpy((char *)(uintptr_t)of->addresses[1] + i * sizeof number, &number, sizeof number);
    }
}

static void add_computation(struct command_buffer *buffer, struct computation of, struct work work) {
    work.bytes = malloc(sizeof of);
    if (work.bytes == NULL) return;
    memcpy(work.bytes, &of, sizeof of);
    add_work((VkCommandBuffer)buffer, work);
}

void compute_more(struct command_buffer *buffer, const struct thing *set, uint64_t offset, uint32_t groups) {
    struct computation of = {.shader = (enum shader)buffer->pipeline->state, .groups = groups};
    const uint64_t size = COMPUTED_WORDS * sizeof(uint32_t);
    memcpy(of.addresses, buffer->pushed, sizeof of.addresses);
    if (of.shader == SHADER_ADDRESS)
        add_computation(buffer, of, (struct work){.run = compute_by_address});
    else if (set != NULL && set->descriptors[0].buffer->size - offset >= size)
        add_computation(buffer, of, (struct work){.to = set->descriptors[0].buffer, .to_at = offset, .size = size, .run = compute_buffer});
}

// ---- pushed sets: one for each command buffer, as its dispatches take from it what they need

static void push_descriptor(struct command_buffer *buffer, uint32_t set, const VkDescriptorBufferInfo *info) {
    struct thing *pushed = &buffer->pushed_set;
    if (set >= BOUND_SETS || (violates("pushes_once") && buffer->sets[set] == pushed)) return;
    pushed->descriptors[0].buffer = THING((uintptr_t)info->buffer);
    pushed->descriptors[0].offset = violates("pushes_from_start") ? 0 : info->offset;
    buffer->sets[set] = pushed;
    buffer->dynamic[set] = 0;
}

ANSWER(CmdPushDescriptorSet) {
    const VkWriteDescriptorSet *writes = (const void *)given[5];
    for (uint32_t i = 0; i < (violates("pushes_first_write") ? 1 : (uint32_t)given[4]); i++)
        if (writes[i].dstBinding == 0 && writes[i].descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
            push_descriptor((struct command_buffer *)given[0], (uint32_t)given[3], writes[i].pBufferInfo);
    return 0;
}

ANSWER(CmdPushDescriptorSetWithTemplate) {
    const VkDescriptorUpdateTemplateEntry *entry = &THING(given[1])->entries[0];
    VkDescriptorBufferInfo info;
    memcpy(&info, (const char *)given[4] + (violates("pushes_first_data") ? 0 : entry->offset), sizeof info);
    push_descriptor((struct command_buffer *)given[0], (uint32_t)given[3], &info);
    return 0;
}
