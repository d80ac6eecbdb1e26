// Which system calls a library that is not ours can make.
#ifndef REFLOADER_BOX_FILTER_H
#define REFLOADER_BOX_FILTER_H

#include "box.h"

int filter_close(const struct box *box);

struct sock_filter;
int filter_install(unsigned short count, struct sock_filter *rows);

#if defined(__x86_64__)
// The same for the calls of 32-bit programs, which it alone decides about.
int filter_close_i386(const struct box *box);
#endif

#endif
