// Pools and caches with allocation callbacks, used and reset again and again.
#ifndef REFLOADER_DRIVER_PROBER_POOLS_H
#define REFLOADER_DRIVER_PROBER_POOLS_H

// Says under allocators.used.KIND what is alive once an object of the kind has gone; nothing else has callbacks then.
void use_pools(void);

#endif
