// What the driver (mock_icd.c) and its exports (exports.c) have of each other. The driver is compiled once; the
// exports are compiled for each library, with the definitions EXPORT_... that say what that library exports.
#ifndef REFLOADER_MOCK_ICD_EXPORTS_H
#define REFLOADER_MOCK_ICD_EXPORTS_H

#include "loader_interface.h"

#pragma GCC visibility push(hidden)

// ---- from the exports

// The newest version of the interface that these exports allow, which holds without a flag.
extern const char newest_interface[];
extern const int exports_negotiation;

// The liberties that these exports can take, and what they do when the driver has read which it takes.
extern const char liberties[];
void take_liberties_on_load(void);

// The export that a lookup finds in the place of the driver's own function, if there is one.
PFN_vkVoidFunction official_function(const char *name);

// ---- from the driver

PFN_vkVoidFunction interface_function(const char *name);
PFN_vkVoidFunction plain_function(const char *name);
PFN_vkVoidFunction plain_lookup(VkInstance instance, const char *name);
int takes(const char *liberty);

#pragma GCC visibility pop

#endif
