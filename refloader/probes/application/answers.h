// What the application tells the harness: one JSON object a line on descriptor 3. Nothing that changes
// from run to run is told: no addresses, no times.
#ifndef REFLOADER_APPLICATION_ANSWERS_H
#define REFLOADER_APPLICATION_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

#include "../../native/generated/vk_core.h"

// From here on labels begin with the act's name and a full stop.
void begin(const char *act);
// And then with this and another one, until the next act begins or this is empty.
void begin_part(const char *part);
void done(void);
// The application cannot be used as it was called.
void answer_error(const char *text);

void answer_number(const char *step, int64_t value);
void answer_text(const char *step, const char *text);
// At most ``size`` bytes: a member that may lack its end.
void answer_member(const char *step, const char *text, size_t size);
void answer_hash(const char *step, const void *bytes, size_t size);
// Of the members alone: what lies between them may differ from call to call.
void answer_limits(const char *step, const VkPhysicalDeviceLimits *limits);
void answer_json(const char *step, const char *json);  // one value, as it is
void answer_left_out(const char *step, const char *why);

// Given instead of a result where the driver was not asked for one: sessions/answers.py has the words.
#define NO_MEMORY_TYPE ((VkResult)-2000000001)  // no type of memoryTypeBits has the properties
#define NO_COMMAND ((VkResult)-2000000002)      // the driver does not give the command

// Answers the result by its number; whether it is VK_SUCCESS.
int ok(const char *step, VkResult result);

// An answer that is a list.
void list_begin(const char *step);
void list_number(int64_t value);
void list_text(const char *text);
void list_member(const char *text, size_t size);
void list_end(void);

uint64_t hash_of(uint64_t hash, const void *bytes, size_t size);
#define HASH_START UINT64_C(0xCBF29CE484222325)

#endif
