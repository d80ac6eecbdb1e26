// How a command is told from another one, and called with words. See carried.h.
#include <string.h>

#include "carried.h"

int is_same_command(const char *name, const char *other) {
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    size_t more = strlen(other);
    while (length > 0 && name[length - 1] >= 'A' && name[length - 1] <= 'Z') length--;
    while (more > 0 && other[more - 1] >= 'A' && other[more - 1] <= 'Z') more--;
    return length == more && strncmp(name, other, length) == 0;
}

// Those of floating point are behind the others, wherever they stand among them.
static float number_in(uint64_t word) {
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

uint64_t call_with(any_function function, const uint64_t *with) {
    return function(with[0], with[1], with[2], with[3], with[4], with[5], with[6], with[7], with[8], with[9], with[10],
                    with[11], with[12], with[13], with[14], number_in(with[15]), number_in(with[16]), number_in(with[17]),
                    number_in(with[18]));
}
