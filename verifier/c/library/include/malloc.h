#ifndef _MALLOC_H
#define _MALLOC_H
#include <stddef.h>
#include <stdlib.h>
void *memalign(size_t, size_t);
void *valloc(size_t);
size_t malloc_usable_size(void *);
#endif
