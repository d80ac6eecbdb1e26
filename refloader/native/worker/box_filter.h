// Which system calls a library that is not ours can make.
#ifndef REFLOADER_BOX_FILTER_H
#define REFLOADER_BOX_FILTER_H

#include "box.h"

int filter_close(const struct box *box);

#endif
