// An image of numbers, VK_FORMAT_R32_UINT, with a pass that clears it: what shaders give a number to each texel of.
#ifndef REFLOADER_APPLICATION_NUMBERED_H
#define REFLOADER_APPLICATION_NUMBERED_H

#include "../states.h"

struct numbered {
    struct image image;
    VkImageView view;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
};

// Whether all is there; it has to be ended where it is not, too.
int numbered_make(struct player *player, struct numbered *numbered);
void numbered_end(struct player *player, struct numbered *numbered);
// Begins a recording, and the pass, in which viewport and scissor are the whole image.
int numbered_begin(struct player *player, struct numbered *numbered, uint32_t number);
// Ends both, and runs that. Whether the player's words are the texels.
int numbered_run(struct player *player, struct numbered *numbered);

#endif
