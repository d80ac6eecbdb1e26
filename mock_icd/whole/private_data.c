// The private data of a driver "whole=1": each slot has its numbers by object, as its bytes.
#include "../mock_icd.h"

struct kept {
    uint64_t object, number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct thing one_for_all;  // for a driver that is wrong on purpose

// What a slot has had that is gone and had the same handle.
static struct thing *kept_of(uintptr_t slot) {
    static struct {
        uintptr_t slot;
        struct thing thing;
    } all[16];
    size_t at = 0;
    while (at + 1 < COUNT(all) && all[at].slot != 0 && all[at].slot != slot) at++;
    all[at].slot = slot;
    return &all[at].thing;
}

static struct thing *slot_of(uintptr_t slot) {
    if (violates("private_kept")) return kept_of(slot);
    return violates("private_one_slot") ? &one_for_all : THING(slot);
}

// What the slot has for the object; NULL where it has nothing.
static struct kept *find_kept(const struct thing *slot, uint64_t object) {
    struct kept *rows = slot->bytes;
    for (uint64_t i = 0; i < slot->size; i++)
        if (rows[i].object == object || violates("private_one_object")) return &rows[i];
    return NULL;
}

static struct kept *add_kept(struct thing *slot, uint64_t object) {
    struct kept *rows = realloc(slot->bytes, (slot->size + 1) * sizeof *rows);
    if (rows == NULL) return NULL;
    slot->bytes = rows;
    rows[slot->size] = (struct kept){object, 0};
    return &rows[slot->size++];
}

ANSWER(SetPrivateData) {
    struct thing *slot = slot_of(given[3]);
    if (violates("private_lost")) return VK_SUCCESS;
    pthread_mutex_lock(&lock);
    struct kept *row = find_kept(slot, given[2]);
    if (row == NULL) row = add_kept(slot, given[2]);
    if (row != NULL) row->number = given[4];
    pthread_mutex_unlock(&lock);
    return row == NULL ? (uintptr_t)(intptr_t)VK_ERROR_OUT_OF_HOST_MEMORY : VK_SUCCESS;
}

ANSWER(GetPrivateData) {
    pthread_mutex_lock(&lock);
    const struct kept *row = find_kept(slot_of(given[3]), given[2]);
    if (row != NULL || !violates("private_untouched")) *(uint64_t *)given[4] = row == NULL ? 0 : row->number;
    if (violates("private_narrow")) *(uint64_t *)given[4] &= UINT32_MAX;
    pthread_mutex_unlock(&lock);
    return 0;
}
