#ifndef _BITS_MBSTATE_H
#define _BITS_MBSTATE_H
typedef struct { int __count; int __value; } mbstate_t;
#endif
