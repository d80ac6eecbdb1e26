// Memory for what a call is handed: with REFLOADER_LENT a page of its own, which nobody can read when the call is back.
#ifndef REFLOADER_APPLICATION_LENT_H
#define REFLOADER_APPLICATION_LENT_H

#include <stddef.h>
#include <stdint.h>

struct lent {
    unsigned char *start;  // NULL: what is lent stays where it is
    size_t used;
};

struct lent lent_begin(void);
// A copy of an object or an array, of a string, and of an array of strings.
const void *lend(struct lent *to, const void *object, size_t size);
const char *lend_text(struct lent *to, const char *text);
const char *const *lend_texts(struct lent *to, const char *const *texts, uint32_t count);
void lent_end(const struct lent *to);

#endif
