// What the questions of subpasses.c, rendered.c and rendered_depths.c are asked with: an image of two layers, one of four samples, and their
// views. Both images are in the general layout, and nothing is drawn: what passes clear and resolve is read.
#ifndef REFLOADER_APPLICATION_SUBPASSES_H
#define REFLOADER_APPLICATION_SUBPASSES_H

#include "../states.h"

#define SAMPLES VK_SAMPLE_COUNT_4_BIT
enum { LAYERS = 2 };
enum { OF_FIRST, OF_SECOND, OF_BOTH, OF_SAMPLES, VIEWS };
enum { PLAIN, IN_TURN, OF_VIEWS, RESOLVING, PASSES };
enum { FIRST_LAYER, SECOND_LAYER, BOTH_LAYERS, EACH_LAYER, ALL_VIEWS, RESOLVED, FRAMEBUFFERS };

static const unsigned char GREEN[] = {0, 0xFF, 0, 0xFF}, BLUE[] = {0, 0, 0xFF, 0xFF};
// Of the first attachment; what the second one gets by resolving is another one than what it is cleared to.
static const VkClearValue green[] = {{.color = {.float32 = {0, 1, 0, 1}}}, {.color = {.float32 = {0, 0, 1, 1}}}};
static const VkClearValue blue[] = {{.color = {.float32 = {0, 0, 1, 1}}}, {.color = {.float32 = {0, 0, 1, 1}}}};
static const VkRect2D whole = {{0, 0}, {TINY, TINY}};

// What was not made is VK_NULL_HANDLE.
struct clearing {
    struct player *player;
    struct image layered, sampled;  // one of two layers, and one of four samples
    int has_layered, has_sampled;
    VkImageView views[VIEWS];
    VkRenderPass passes[PASSES];
    VkFramebuffer framebuffers[FRAMEBUFFERS];
};

// Passes and framebuffers are made by the first commands; whether all was made. What was made is to be ended in any case.
int clearing_make(struct clearing *clearing);
void clearing_end(struct clearing *clearing);
// Begins a recording in which both layers are made blue.
int clearing_begin(struct clearing *clearing);
// The other half of clearing_begin: how many texels of a layer have the colour is found as "WHAT".
void clearing_finish(struct clearing *clearing, const char *what, uint32_t layer, const unsigned char *colour);
// Clears layers of the first attachment of the pass that is begun.
void clearing_clear(const struct clearing *clearing, VkCommandBuffer commands, uint32_t first, uint32_t count);

// Dynamic rendering with attachments of depth and stencil.
void rendered_depths(struct player *player, PFN_vkCmdBeginRendering begin, PFN_vkCmdEndRendering end);

#endif
