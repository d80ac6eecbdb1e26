// The arguments of any command as words: fifteen in general registers or on the stack, and four of floating point.
#ifndef REFLOADER_WORDS_H
#define REFLOADER_WORDS_H

#include <stdint.h>
#include <string.h>

#define MOST_ARGUMENTS 19  // of one command; behind those that it takes stands anything, and from 15 on those of floating point
#define ALL_WORDS \
    uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h, uint64_t i, uint64_t j, \
        uint64_t k, uint64_t l, uint64_t m, uint64_t n, uint64_t o, float p, float q, float r, float s
#define LIST_OF_ALL_WORDS {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, bits_of(p), bits_of(q), bits_of(r), bits_of(s)}

static inline uint64_t bits_of(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

#endif
