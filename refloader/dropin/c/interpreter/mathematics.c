// The functions of libm that libpythons refer to; the linker leaves out the others. A loader computes nothing with them, and libm would be mapped and
// bound in every process: it is opened when the first of them is called. If it cannot be, the result is no number.
// Only log is computed here: libpython calls it once for each base in which it reads integers, and keeps the result.
#include <dlfcn.h>
#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

// Two threads may both look it up, and find the same.
static void *named(_Atomic(void *) *place, const char *name) {
    void *found = atomic_load_explicit(place, memory_order_acquire);
    if (found != NULL) return found;
    void *library = dlopen("libm.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL) found = dlsym(library, name);
    atomic_store_explicit(place, found, memory_order_release);
    return found;
}

#define OF_ONE(name)                                                  \
    double name(double value) {                                       \
        static _Atomic(void *) place;                                 \
        double (*function)(double) = named(&place, #name);            \
        return function != NULL ? function(value) : (double)NAN;      \
    }
#define OF_TWO(name)                                                       \
    double name(double first, double second) {                             \
        static _Atomic(void *) place;                                      \
        double (*function)(double, double) = named(&place, #name);         \
        return function != NULL ? function(first, second) : (double)NAN;   \
    }

OF_ONE(ceil)
OF_ONE(cos)
OF_ONE(exp)
OF_ONE(floor)
OF_ONE(log10)
OF_ONE(log2)
OF_ONE(round)
OF_ONE(sin)
OF_ONE(sqrt)
OF_TWO(atan2)
OF_TWO(fmod)
OF_TWO(hypot)
OF_TWO(pow)

// The compiler makes one call of two.
void sincos(double value, double *sine, double *cosine) {
    *sine = sin(value);
    *cosine = cos(value);
}

// log(m * 2^e) is log(m) + e * log(2), and log(m) is twice the area tangent of (m - 1) / (m + 1), which is below 0.18.
double log(double value) {
    if (isnan(value) || value < 0) return (double)NAN;
    if (value == 0) return -(double)INFINITY;
    if (isinf(value)) return value;
    int exponent;
    double part = frexp(value, &exponent);
    if (part < 0.70710678118654752) {
        part *= 2;
        exponent--;
    }
    double tangent = (part - 1) / (part + 1), square = tangent * tangent, sum = 0;
    for (int power = 25; power > 1; power -= 2) sum = (sum + 1.0 / power) * square;
    return 2 * tangent * (1 + sum) + exponent * 0.69314718055994531;
}
