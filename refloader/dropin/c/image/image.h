// The interpreter as it is after its start, made when the library is built and put in the place of a start.
//
// The build links the library without an image and runs its start twice, at different addresses (make.c). What the
// start left in memory, with a list of the pointers in it, goes into the file (build/image). In a process, restore.c
// adds to each pointer the address of the library: milliseconds of work become a walk through a list.
#ifndef REFLOADER_IMAGE_H
#define REFLOADER_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "../interpreter/python_edge.h"

// The fields that are set here are in internal headers, which are not the same in the next release.
#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000 && UINTPTR_MAX == UINT64_MAX
#if __has_include("internal/pycore_runtime.h") && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define REFLOADER_IMAGE
#endif
#endif

#define IMAGE_IS_THERE UINT64_C(0x316567616D496C66)

// What C variables of this library hold of the interpreter's: they are part of the image.
#define IMAGE_VARIABLE __attribute__((section("refloader_variables")))

// ---- place.c: the memory of the image. It has no image until the build writes one into the file.
struct image_plan {
    uint64_t is_there;
    uint64_t heap, type, runtime;  // where these are in the library, to be sure that it is this one
    uint64_t used;                 // bytes of the heap
    uint64_t runs, run_count;      // at this offset: place and count of words, then the words
    uint64_t pointers, pointer_count;  // as in a section .relr.dyn
    uint64_t odd, odd_count;           // places of pointers that are on no multiple of eight bytes
};
extern char image_heap[];
extern const char image_plan_bytes[];
extern const size_t image_heap_size, image_plan_size;
extern const size_t image_moved_size;  // of the heap: the first part has pointers, what is behind it has none

// ---- where libpython's variables begin and end, in the order of linking: first.c, libpython, last.c
extern char image_first_data[], image_last_data[], image_first_zero[], image_last_zero[];

// ---- restore.c
int image_fits(void);   // whether the image may be put in place of a start in this process
PyStatus image_put(void);  // once; the calling thread holds the interpreter then
int image_rebuild_subclasses(int numbered);

// ---- make.c: the part that only the build runs
void *image_take(size_t size);
void image_give_back(void *block);
void *image_move(void *old, size_t size);
int image_owns(const void *block);
void image_use_for_objects(void);
int image_trim(PyObject *used);  // trim.c: leave out what is in neither of two sets of names (build/start.py)
int image_tighten(PyObject *dictionary);
int image_share(PyCodeObject *code, PyObject *shared);
int interpreter_make(void);  // interpreter.c: start, and keep hold of the interpreter

#ifdef REFLOADER_IMAGE
extern int (*image_make)(int before, int after);  // the build finds it by the name of its section
extern int image_is_made;  // all memory comes from the heap of the image

// Blocks of the image are never given back: nobody but the image has their memory.
static inline int image_holds(const void *block) {
    return (uintptr_t)block - (uintptr_t)image_heap < image_heap_size;
}

// How large a block is is not known; what follows it may be read.
static inline size_t image_behind(const void *block) {
    return (size_t)(image_heap + image_heap_size - (const char *)block);
}
#else
enum { image_is_made = 0 };

static inline int image_holds(const void *block) {
    (void)block;
    return 0;
}

static inline size_t image_behind(const void *block) {
    (void)block;
    return 0;
}
#endif

#endif
