// What the shader "fragment" does, by its specialization constant "kind", and what others do.
#ifndef REFLOADER_APPLICATION_FRAGMENT_KINDS_H
#define REFLOADER_APPLICATION_FRAGMENT_KINDS_H

enum fragment_kind {
    FRAGMENT_PLAIN,
    FRAGMENT_DISCARDED,
    FRAGMENT_PLACED,
    FRAGMENT_DERIVED,
    FRAGMENT_FACING,
    FRAGMENT_CURVED,
    FRAGMENT_STRAIGHT,
    FRAGMENT_OF_POINT,
    // Shaders of their own.
    FRAGMENT_MASKED,
    FRAGMENT_DEMOTED
};

#endif
