// Which structures hold objects that were made through the layer, be it deep in them. See carried.h.
#include "carried.h"

int are_two_made(uint32_t type) { return is_dispatchable(type) || has_objects_of(type); }

// Whether elements hold an object that the layer has made, be it deep in them: there are two of each type, and one that
// is dispatchable.
static int holds_at(const struct structure *of, unsigned nesting) {
    for (const struct field *at = &carried_fields[of->first]; at < &carried_fields[of->first + of->count]; at++) {
        int is_deeper = at->kind == FIELD_STRUCTURE || at->kind == FIELD_STRUCTURES;
        if ((at->kind == FIELD_HANDLE || at->kind == FIELD_HANDLES) && are_two_made(at->of)) return 1;
        if (at->kind == FIELD_NAMED || (is_deeper && nesting >= DEPTH_OF_ARGUMENTS)) return 1;
        if (is_deeper && holds_at(&carried_structures[at->of], nesting + 1)) return 1;
    }
    return 0;
}

int hold_objects(const struct structure *of) { return holds_at(of, 0); }
