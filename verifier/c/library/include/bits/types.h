#ifndef _BITS_TYPES_H
#define _BITS_TYPES_H
// The types that several headers of POSIX have, as glibc has them for x86.
#include <bits/integers.h>
#include <stddef.h>
#ifdef __LP64__
typedef unsigned long __dev_t;
typedef unsigned long __nlink_t;
typedef long __ssize_t;
#else
typedef unsigned long long __dev_t;
typedef unsigned __nlink_t;
typedef int __ssize_t;
#endif
typedef long __time_t;
typedef long __clock_t;
typedef long __suseconds_t;
typedef long __off_t;
typedef struct { unsigned long __val[1024 / (8 * sizeof(unsigned long))]; } __sigset_t;
#ifndef __STRICT_ANSI__
typedef __dev_t dev_t;
typedef unsigned long ino_t;
typedef unsigned mode_t;
typedef __nlink_t nlink_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef unsigned id_t;
typedef __off_t off_t;
typedef int pid_t;
typedef __ssize_t ssize_t;
#endif
#endif
