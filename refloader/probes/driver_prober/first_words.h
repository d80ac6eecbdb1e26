// The first words of a driver's dispatchable objects: what the driver had put there, before the loader's table takes
// its place as with every loader, and whether that stays.
#ifndef REFLOADER_DRIVER_PROBER_FIRST_WORDS_H
#define REFLOADER_DRIVER_PROBER_FIRST_WORDS_H

#include "driver_prober.h"

// Objects are values of a list. Each has "object" (its name), "handle" ("null", "unreadable",
// "read-only" or "pointer"), and for a pointer "word" (as text), "file" (where the word points to, see
// ../shared/library.h), "loaders" (it is the loader's table, put there when this handle came the last time) and, where
// another object that is there has this handle, "also" (its name).

// Look at an object's first word, say it, and take the object over. The name is KIND NUMBER, and what it is of.
void say_object(const char *kind, uint32_t number, const char *of, void *handle);
// The same of what make_instance or make_device has taken over.
void say_made(const char *name, const struct made *made);

// The names of the objects taken over since forget_objects() whose first word is the loader's no more.
void say_changed(const char *key);
// Objects that are gone: their memory may become anything.
void forget_object(const void *handle);
void forget_objects(void);

#endif
