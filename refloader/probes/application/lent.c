// "Application Memory Lifetime": a command owns what it is handed until it returns, and then the application may free it.
#include "lent.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ROOM 65536U

struct lent lent_begin(void) {
    struct lent made = {NULL, 0};
    if (getenv("REFLOADER_LENT") == NULL) return made;
    void *room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room != MAP_FAILED) made.start = room;
    return made;
}

const void *lend(struct lent *to, const void *object, size_t size) {
    if (to->start == NULL || object == NULL || size > ROOM - to->used) return object;
    void *copy = memcpy(to->start + to->used, object, size);
    to->used += (size + 15) & ~(size_t)15;
    if (to->used > ROOM) to->used = ROOM;
    return copy;
}

const char *lend_text(struct lent *to, const char *text) {
    return text == NULL ? NULL : lend(to, text, strlen(text) + 1);
}

const char *const *lend_texts(struct lent *to, const char *const *texts, uint32_t count) {
    const char **copy = (const char **)(uintptr_t)lend(to, texts, count * sizeof *texts);
    if (to->start == NULL || copy == (const char **)(uintptr_t)texts) return texts;
    for (uint32_t i = 0; i < count; i++) copy[i] = lend_text(to, texts[i]);
    return copy;
}

// The address stays taken: nobody else's memory comes to lie there.
void lent_end(const struct lent *to) {
    if (to->start != NULL) mprotect(to->start, ROOM, PROT_NONE);
}
