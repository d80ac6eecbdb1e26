// Objects of a device that are made of others or came with later versions, with allocation callbacks.
#ifndef REFLOADER_DRIVER_PROBER_MADE_OF_OTHERS_H
#define REFLOADER_DRIVER_PROBER_MADE_OF_OTHERS_H

// Says allocators.others, and under allocators.pipelines.KIND.N what is left of several pipelines where allocation N
// of one call gets NULL (acts/allocators.c); nothing else has callbacks then.
void make_of_others(void);

#endif
