// VIOLATES("name"): whether this library is to make the decision at hand wrongly (refloader/selftest/mutants/in_c.toml).
// Never, but in the variant that selftest runs: there the file beside the library names its one violator.
#ifndef REFLOADER_VIOLATES_H
#define REFLOADER_VIOLATES_H

#ifdef REFLOADER_VIOLATORS
const char *refloader_violator(void);  // empty for none
int refloader_violates(const char *name);
int refloader_violates_for(const char *kind, const char *command);
void *refloader_distorted(void *function, const char *name, int driver);
#define VIOLATES(name) refloader_violates(name)
#define VIOLATES_ANYTHING (*refloader_violator() != '\0')
// A family of violators, one for each command: the violator's name is the kind with the command's name behind it.
#define VIOLATES_FOR(kind, command) refloader_violates_for(kind, command)
// What a call to the function meets in place of it: at the top of a chain, or at the bottom in each driver.
#define DISTORTED(function, name, driver) refloader_distorted(function, name, driver)
#else
#define VIOLATES(name) 0
#define VIOLATES_ANYTHING 0
#define VIOLATES_FOR(kind, command) 0
#define DISTORTED(function, name, driver) (function)
#endif

#endif
