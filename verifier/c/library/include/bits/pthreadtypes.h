#ifndef _BITS_PTHREADTYPES_H
#define _BITS_PTHREADTYPES_H
#include <stddef.h>
#ifdef __LP64__
#define __MUSTER_SIZES(long, short) long
#else
#define __MUSTER_SIZES(long, short) short
#endif
#define __MUSTER_OPAQUE(name, large, small) typedef struct { long __words[__MUSTER_SIZES(large, small) / sizeof(long)]; } name
typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef struct { int __value; } pthread_mutexattr_t;
typedef struct { int __value; } pthread_condattr_t;
typedef struct { int __value; } pthread_barrierattr_t;
typedef struct { long __words[8 / sizeof(long)]; } pthread_rwlockattr_t;
__MUSTER_OPAQUE(pthread_attr_t, 56, 36);
__MUSTER_OPAQUE(pthread_mutex_t, 40, 24);
__MUSTER_OPAQUE(pthread_rwlock_t, 56, 32);
__MUSTER_OPAQUE(pthread_barrier_t, 32, 20);
typedef struct { long long __words[6]; } pthread_cond_t;
#endif
