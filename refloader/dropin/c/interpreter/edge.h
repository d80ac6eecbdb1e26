// What the C parts of the drop-in library tell each other. No Python in here: machine.c must not see Python.h.
#ifndef REFLOADER_EDGE_H
#define REFLOADER_EDGE_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

// ---- machine.c: the machine through libc's own symbols; an errno or 0 ----
int machine_list_folder(const char *path, int (*each)(void *context, const char *name), void *context);
struct seen;  // of the file as it was before it was read; may be NULL, and is left alone as machine_seen leaves it
int machine_read_file(const char *path, size_t limit, char **bytes, size_t *size, struct seen *seen);  // free(*bytes)
int machine_append_file(const char *path, const char *text);
int machine_open_to_write(const char *path, int flags, int *file);  // not what strangers put into shared folders
int machine_executable(char *path, size_t size);
int machine_elevated(void);
void machine_stderr(const char *text);

void *machine_open_library(const char *path, char **error);  // free(*error); NULL: there was no memory
void *machine_symbol(void *library, const char *name);
void machine_close_library(void *library);
const char *machine_getenv(const char *name);

// ---- handles.c, missing.c ----
// The beginning of an error's line in the loader's log; dropin/python/messages/log.py writes it in the same way.
#define LOG_ERROR "[Vulkan Loader] ERROR:          "
int errors_are_wanted(void);  // whether VK_LOADER_DEBUG asks for errors
_Noreturn void refloader_end(const char *command, const char *type, const char *parameter, const char *whose);

// ---- seen.c ----
struct seen {
    uint64_t device, file, mode, owner, size;
    int64_t written, changed;
};
int machine_is_libc_alone(void);  // nobody interposes what reads files
struct stat;
int machine_seen_status(const struct stat *status, struct seen *seen);  // 0: it must be looked at again
int machine_seen(const char *path, struct seen *seen);  // 0: it cannot be opened, or must be looked at again
int machine_open_plain(const char *path);  // a descriptor, or -1 and errno; past whoever interposes open

// ---- around a fork: the locks that nobody may hold in the middle of it
void instances_before_fork(void);
void instances_after_fork(void);
void reserved_before_fork(void);
void reserved_after_fork(void);
void targets_before_fork(void);
void targets_after_fork(void);

// ---- entry.c: the slow entries ----
void *edge_slow_function(const char *name);  // NULL: not one of them

// ---- threads.c: a turn of a call that does not enter the interpreter ----
struct thread;
struct thread *turn_begin(void);
void turn_end(struct thread *self);

// ---- the dispatch part (tables.c and its like) ----
extern const size_t refloader_instance_table_size;
extern const size_t refloader_device_table_size;
void *refloader_own_function(const char *name);  // stubs and C functions; NULL: no such function
void refloader_fill_instance_table(void *instance);
void refloader_fill_driver_table(void *driver);
void refloader_fill_device_table(void *table);
void refloader_add_instance(void *instance);
void refloader_remove_instance(void *instance);
int refloader_is_instance(const void *handle);
void refloader_add_device(void *table);
void refloader_remove_device(void *table);

#endif
