// What operations at the edges share, and those that are not beside their table. See edges.c.
#ifndef REFLOADER_EDGES_H
#define REFLOADER_EDGES_H

#include "program.h"

// A buffer of the operation's own, mapped, with known contents; a command buffer that is being recorded.
struct own_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    void *bytes;
};
struct own_commands {
    VkCommandPool pool;
    VkCommandBuffer handle;
};
VkResult make_own(const struct unit *unit, VkDeviceSize size, uint32_t word, struct own_buffer *own);
void end_own(const struct unit *unit, struct own_buffer *own);
VkResult begin_own(const struct unit *unit, struct own_commands *own);
// Ends the recording, and waits for all that is submitted.
VkResult run_own(struct unit *unit, const struct own_commands *own, int is_trimmed);
void end_own_commands(const struct unit *unit, const struct own_commands *own);

// In edges_of_states.c.
operation wait_several, signal_mixed, submit_nothing, submit_beside_wait, ask_query_states, copy_query_states;
operation ask_little_cache, fill_set_pool, trim_pool;

#endif
