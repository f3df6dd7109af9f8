#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H
#include <bits/timespec.h>
#include <bits/timeval.h>
#define FD_SETSIZE 1024
typedef long fd_mask;
typedef struct { fd_mask fds_bits[FD_SETSIZE / (8 * sizeof(fd_mask))]; } fd_set;
#define NFDBITS (8 * (int)sizeof(fd_mask))
#define FD_SET(d, s) ((void)((s)->fds_bits[(d) / NFDBITS] |= (fd_mask)(1UL << (d) % NFDBITS)))
#define FD_CLR(d, s) ((void)((s)->fds_bits[(d) / NFDBITS] &= ~(fd_mask)(1UL << (d) % NFDBITS)))
#define FD_ISSET(d, s) (((s)->fds_bits[(d) / NFDBITS] & (fd_mask)(1UL << (d) % NFDBITS)) != 0)
#define FD_ZERO(s) do { fd_set *__s = (s); for (unsigned __i = 0; __i < sizeof(fd_set) / sizeof(fd_mask); __i++) __s->fds_bits[__i] = 0; } while (0)
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
int pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const __sigset_t *);
#endif
