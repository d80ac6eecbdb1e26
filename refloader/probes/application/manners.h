// What a process is like, and how that has changed: what third-party code may do to its host besides answering
// calls. Never judges a change and undoes none.
#ifndef REFLOADER_APPLICATION_MANNERS_H
#define REFLOADER_APPLICATION_MANNERS_H

struct manners;

// The process as it is now. NULL: there is no memory for that. Let go of with manners_forget.
struct manners *manners_look(void);
void manners_forget(struct manners *seen);

// The changes from one look to another as a JSON object, which has a key for each thing that changed and no others:
//   signals      [{"signal": 11, "by": the file that has the handler, "nobody" for no loaded file, "default",
//                "ignored"}]
//   blocked      [signal numbers], those that this thread does not get any more
//   unblocked    [signal numbers], those that were blocked and come again
//   locale       [before, after], likewise folder, umask, rounding, traps, flushing (of tiny numbers) and name, and
//                on x86-64 precision (of the x87), and vector_rounding and vector_traps (MXCSR) where the x87's are as before
//   lost, overwritten, added   [names of environment variables]
//   closed, replaced   [{"descriptor": 1, "was": what /proc tells}]; opened   [{"descriptor": 7, "to": ...}]
//   threads      [names of those that are new]
//   limits       [{"limit": 7, "from": soft, "to": soft}], numbers as in getrlimit
//   children     true where there are child processes, and were none
//   alarm        true where a timer runs, and did not
//   stack        true where signals come on another stack than before
// free() it. NULL: there is no memory for that.
char *manners_compare(const struct manners *before, const struct manners *after);

#endif
