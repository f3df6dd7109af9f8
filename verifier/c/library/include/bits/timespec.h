#ifndef _BITS_TIMESPEC_H
#define _BITS_TIMESPEC_H
#include <bits/types.h>
typedef __time_t time_t;
struct timespec {
  __time_t tv_sec;
  long tv_nsec;
};
#endif
