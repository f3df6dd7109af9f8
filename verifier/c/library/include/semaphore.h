#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H
#include <bits/pthreadtypes.h>
#include <bits/timespec.h>
__MUSTER_OPAQUE(sem_t, 32, 16);
#define SEM_FAILED ((sem_t *)0)
int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *, const struct timespec *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);
#endif
