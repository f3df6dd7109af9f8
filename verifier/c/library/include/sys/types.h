#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H
#include <bits/types.h>
#include <bits/timespec.h>
#include <stdint.h>
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
typedef long blksize_t;
typedef long blkcnt_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef __clock_t clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef __suseconds_t suseconds_t;
typedef unsigned useconds_t;
typedef int key_t;
typedef long long loff_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned u_int;
typedef unsigned long u_long;
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned u_int32_t;
typedef uint64_t u_int64_t;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
typedef char *caddr_t;
#include <sys/select.h>
#include <bits/pthreadtypes.h>
#endif
