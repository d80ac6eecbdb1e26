// VIOLATES("name"): whether this library is to make the decision at hand wrongly (refloader/selftest/mutants/in_c.toml).
// Never, but in the variant that selftest runs: there the file beside the library names its one violator.
#ifndef REFLOADER_VIOLATES_H
#define REFLOADER_VIOLATES_H

#ifdef REFLOADER_VIOLATORS
const char *refloader_violator(void);  // empty for none
int refloader_violates(const char *name);
#define VIOLATES(name) refloader_violates(name)
#else
#define VIOLATES(name) 0
#endif

#endif
