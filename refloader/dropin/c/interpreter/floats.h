// The processor's mode for floating-point numbers, which is the program's: it may trap inexact results or flush small
// numbers. Python computes in the mode in which a process begins; layers and drivers are called in the program's.
#ifndef REFLOADER_FLOATS_H
#define REFLOADER_FLOATS_H

#include <stdint.h>

#if defined(__x86_64__)
#define FLOATS_AT_START 0x1F80  // all traps masked, to nearest, nothing flushed
static inline uint64_t floats_mode(void) {
    return __builtin_ia32_stmxcsr();
}
static inline void floats_set(uint64_t mode) {
    __builtin_ia32_ldmxcsr((unsigned)mode);
}
#elif defined(__aarch64__)
#define FLOATS_AT_START 0
static inline uint64_t floats_mode(void) {
    uint64_t mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
    return mode;
}
static inline void floats_set(uint64_t mode) {
    __asm__ volatile("msr fpcr, %0" : : "r"(mode));
}
#else
#define FLOATS_AT_START 0
static inline uint64_t floats_mode(void) {
    return 0;
}
static inline void floats_set(uint64_t mode) {
    (void)mode;
}
#endif

// Gives the program's mode, for floats_set afterwards.
static inline uint64_t floats_begin(void) {
    uint64_t mode = floats_mode();
    if (mode != FLOATS_AT_START) floats_set(FLOATS_AT_START);
    return mode;
}

#endif
