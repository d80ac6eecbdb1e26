// The names of all commands of the registry, and which of its addresses hold code.
#ifndef REFLOADER_DRIVER_PROBER_COMMANDS_H
#define REFLOADER_DRIVER_PROBER_COMMANDS_H

#include <stdint.h>

uint32_t known_command_count(void);
// In the order of the alphabet.
const char *known_command(uint32_t index);
int is_command(const char *name);

// Reads which memory holds code, for is_code.
void look_for_code(void);
// Whether the pointer could be called when look_for_code looked.
int is_code(const void *pointer);

#endif
