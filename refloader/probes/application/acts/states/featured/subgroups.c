// The act "states", subgroups: what the invocations of one workgroup tell each other. How many are in a subgroup, and which ones,
// is the device's choice: each writes where it is, and by that it is judged. What is found is the number of invocations that
// have the right numbers.
#include "../../../shaders/computed/computed.h"
#include "../../../shaders/computed/results.h"
#include "featured.h"

struct asked {
    const uint32_t *words, *numbers;  // afterwards, and before
    struct subgroup_view view;
    uint32_t invocation, size;
};

static uint32_t number_of(const struct asked *asked, uint32_t neighbour) { return asked->numbers[4 * neighbour]; }

static int is_voted(const struct asked *asked, const uint32_t *own) {
    const uint32_t equal = asked->view.all_equal | 2;
    return own[1] == asked->view.all_low && own[2] == asked->view.any_high && own[3] == equal;
}

static int is_balloted(const struct asked *asked, const uint32_t *own) {
    const uint32_t is_odd = number_of(asked, asked->invocation) & 1;
    return own[1] == asked->view.first && own[2] == asked->view.odd &&
           own[3] == (asked->view.odd_before | is_odd << 8 | asked->view.first_place << 16);
}

static int is_reduced(const struct asked *asked, const uint32_t *own) {
    return own[1] == asked->view.sum && own[2] == asked->view.sum_before &&
           own[3] == (asked->view.most | asked->view.least << 8 | asked->view.most_until << 16);
}

// What comes from a place where there is no invocation is undefined.
static int is_from(const struct asked *asked, uint32_t place, uint32_t number) {
    const uint32_t neighbour = neighbour_of(asked->words, asked->invocation, place);
    return neighbour == INVOCATIONS || number == number_of(asked, neighbour);
}

static int is_shuffled(const struct asked *asked, const uint32_t *own) {
    const uint32_t place = place_of(own[0]);
    return is_from(asked, place ^ 1, own[1]) && is_from(asked, place ^ 2, own[2]) &&
           is_from(asked, asked->size - 1 - place, own[3]);
}

static void count_invocations(struct computing *computing, uint32_t size, const char *what,
                              int (*is_right)(const struct asked *asked, const uint32_t *own)) {
    uint32_t right = 0;
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        const struct asked asked = {computing->words, computing->before,
                                    subgroup_view_of(computing->words, computing->before, i), i, size};
        right += (uint32_t)is_right(&asked, computing->words + 4 * i);
    }
    find(computing->player, what, right);
}

static int is_in_place(const struct computing *computing, uint32_t size, uint32_t invocation) {
    const uint32_t *own = computing->words + 4 * invocation;
    return own[2] == size && place_of(own[0]) < size && subgroup_of(own[0]) < own[3] &&
           neighbour_of(computing->words, invocation, place_of(own[0])) == invocation;
}

// Whether each subgroup that has invocations elects one of them, and all are counted.
static int elects_one_of_each(const struct computing *computing) {
    uint32_t seen = 0, elected = 0;
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        uint32_t before = 0, of_subgroup = 0;
        for (uint32_t j = 0; j < INVOCATIONS; j++) {
            if (subgroup_of(computing->words[4 * j]) != subgroup_of(computing->words[4 * i])) continue;
            before += j < i;
            of_subgroup += computing->words[4 * j + 1];
        }
        seen += before == 0;
        elected += before == 0 && of_subgroup == 1;
    }
    return seen == elected && seen == computing->words[3];
}

static int run(struct computing *computing, struct shader shader) {
    for (uint32_t i = 0; i < COMPUTED_WORDS; i++) computing->before[i] = (i / 4 * 37 + 11) & 0xFF;
    return computing_run(computing, shader, NULL, 1, 1);
}

// The first question is whether the places are such that the others can be asked.
static void ask_all(struct computing *computing, const VkPhysicalDeviceSubgroupProperties *of) {
    uint32_t in_place = 0;
    if (!(of->supportedOperations & VK_SUBGROUP_FEATURE_BASIC_BIT) || !run(computing, SHADER(subgroup_basic_words))) return;
    for (uint32_t i = 0; i < INVOCATIONS; i++) in_place += (uint32_t)is_in_place(computing, of->subgroupSize, i);
    find(computing->player, "subgroups.places", in_place);
    if (in_place != INVOCATIONS) return;
    find(computing->player, "subgroups.elected", elects_one_of_each(computing));
    if (of->supportedOperations & VK_SUBGROUP_FEATURE_VOTE_BIT && run(computing, SHADER(subgroup_vote_words)))
        count_invocations(computing, of->subgroupSize, "subgroups.votes", is_voted);
    if (of->supportedOperations & VK_SUBGROUP_FEATURE_BALLOT_BIT && run(computing, SHADER(subgroup_ballot_words)))
        count_invocations(computing, of->subgroupSize, "subgroups.ballots", is_balloted);
    if (of->supportedOperations & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT && run(computing, SHADER(subgroup_arithmetic_words)))
        count_invocations(computing, of->subgroupSize, "subgroups.sums", is_reduced);
    if (of->supportedOperations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT && run(computing, SHADER(subgroup_shuffle_words)))
        count_invocations(computing, of->subgroupSize, "subgroups.shuffled", is_shuffled);
}

void states_of_subgroups(const struct featured *featured) {
    struct computing computing;
    if (!(featured->offers->subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) || featured->player->is_lost) return;
    if (!(featured->player->device->can & VK_QUEUE_COMPUTE_BIT) || !computing_make(&computing, featured->player)) return;
    ask_all(&computing, &featured->offers->subgroups);
    computing_end(&computing);
}
