// Runs steps in a process of their own, so that the driver has heard of nothing before.
#ifndef REFLOADER_DRIVER_PROBER_APART_H
#define REFLOADER_DRIVER_PROBER_APART_H

// Calls ``step`` in a child and waits for its end; call it before the library is opened. A child that ends in the
// step takes this process with it, in the same way.
void apart(void (*step)(const void *about), const void *about);

#endif
