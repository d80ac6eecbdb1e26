// The act "states", subgroups: what the invocations of one workgroup tell each other. How many are in a subgroup, and which ones,
// is the device's choice: each writes where it is, and by that it is judged. What is found is the number of invocations that
// have the right numbers.
#include "../../../shaders/computed/computed.h"
#include "../../../shaders/computed/neighbours.h"
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

static struct places_view places(const struct asked *asked, uint32_t within) {
    return places_view_of(asked->words, asked->numbers, asked->invocation, within);
}

static int is_combined(const struct asked *asked, const uint32_t *own) {
    const struct places_view all = places(asked, 0);
    return own[1] == all.product && own[2] == all.odd_bits_until && own[3] == bits_of(&all);
}

static int is_clustered(const struct asked *asked, const uint32_t *own) {
    return own[1] == places(asked, 4).sum && own[2] == places(asked, 2).most && own[3] == places(asked, 4).odd_bits;
}

// Which invocations of a subgroup are a quad is the device's choice, where derivatives are not asked for: what is swapped has to go
// together. All numbers are different ones, and only full subgroups are asked.
static uint32_t source_of(const struct asked *asked, uint32_t number) {
    for (uint32_t i = 0; i < INVOCATIONS; i++)
        if (number_of(asked, i) == number && subgroup_of(asked->words[4 * i]) == subgroup_of(asked->words[4 * asked->invocation])) return i;
    return INVOCATIONS;
}

static int is_of_quad(const struct asked *asked, const uint32_t *own) {
    const uint32_t beside = source_of(asked, own[2] & 0xFF), across = source_of(asked, own[2] >> 8), below = source_of(asked, own[3]);
    const uint32_t third = source_of(asked, own[1]), self = asked->invocation;
    if (asked->view.count != asked->size) return 1;
    if (beside == INVOCATIONS || across == INVOCATIONS || below == INVOCATIONS || third == INVOCATIONS) return 0;
    if (beside == self || across == self || below == self || beside == below || beside == across || below == across) return 0;
    const uint32_t *of_beside = asked->words + 4 * beside, *of_below = asked->words + 4 * below;
    return source_of(asked, of_beside[2] & 0xFF) == self && source_of(asked, of_below[3]) == self &&
           source_of(asked, of_beside[3]) == across && of_beside[1] == own[1] && of_below[1] == own[1] &&
           (third == self || third == beside || third == across || third == below);
}

static int is_relative(const struct asked *asked, const uint32_t *own) {
    const uint32_t place = place_of(own[0]);
    return is_from(asked, place - 1, own[1]) && is_from(asked, place + 2, own[2]) && is_from(asked, place - 3, own[3]);
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

static const struct {
    VkSubgroupFeatureFlags needs;
    uint32_t least;  // places of a subgroup
    struct shader shader;
    const char *what;
    int (*is_right)(const struct asked *asked, const uint32_t *own);
} questions[] = {
#define SHADER_OF(name) {name##_words, sizeof name##_words}
    {VK_SUBGROUP_FEATURE_VOTE_BIT, 1, SHADER_OF(subgroup_vote), "subgroups.votes", is_voted},
    {VK_SUBGROUP_FEATURE_BALLOT_BIT, 1, SHADER_OF(subgroup_ballot), "subgroups.ballots", is_balloted},
    {VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, 1, SHADER_OF(subgroup_arithmetic), "subgroups.sums", is_reduced},
    {VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, 1, SHADER_OF(subgroup_bits), "subgroups.bits", is_combined},
    {VK_SUBGROUP_FEATURE_SHUFFLE_BIT, 1, SHADER_OF(subgroup_shuffle), "subgroups.shuffled", is_shuffled},
    {VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT, 1, SHADER_OF(subgroup_relative), "subgroups.relative", is_relative},
    {VK_SUBGROUP_FEATURE_CLUSTERED_BIT, 4, SHADER_OF(subgroup_clustered), "subgroups.clustered", is_clustered},
    {VK_SUBGROUP_FEATURE_QUAD_BIT, 4, SHADER_OF(subgroup_quad), "subgroups.quads", is_of_quad},
};

// The first question is whether the places are such that the others can be asked.
static void ask_all(struct computing *computing, const VkPhysicalDeviceSubgroupProperties *of) {
    uint32_t in_place = 0;
    if (!(of->supportedOperations & VK_SUBGROUP_FEATURE_BASIC_BIT) || !run(computing, SHADER(subgroup_basic_words))) return;
    for (uint32_t i = 0; i < INVOCATIONS; i++) in_place += (uint32_t)is_in_place(computing, of->subgroupSize, i);
    find(computing->player, "subgroups.places", in_place);
    if (in_place != INVOCATIONS) return;
    find(computing->player, "subgroups.elected", elects_one_of_each(computing));
    for (size_t i = 0; i < COUNT(questions); i++)
        if (of->supportedOperations & questions[i].needs && of->subgroupSize >= questions[i].least && run(computing, questions[i].shader))
            count_invocations(computing, of->subgroupSize, questions[i].what, questions[i].is_right);
}

void states_of_subgroups(const struct featured *featured) {
    struct computing computing;
    if (!(featured->offers->subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) || featured->player->is_lost) return;
    if (!(featured->player->device->can & VK_QUEUE_COMPUTE_BIT) || !computing_make(&computing, featured->player)) return;
    ask_all(&computing, &featured->offers->subgroups);
    computing_end(&computing);
}
