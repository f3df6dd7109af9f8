#ifndef _BITS_INTEGERS_H
#define _BITS_INTEGERS_H
// The integers that glibc's headers are written with, under glibc's names.
typedef unsigned char __u_char;
typedef unsigned short __u_short;
typedef unsigned __u_int;
typedef unsigned long __u_long;
typedef __INT8_TYPE__ __int8_t, __int_least8_t;
typedef __UINT8_TYPE__ __uint8_t, __uint_least8_t;
typedef __INT16_TYPE__ __int16_t, __int_least16_t;
typedef __UINT16_TYPE__ __uint16_t, __uint_least16_t;
typedef __INT32_TYPE__ __int32_t, __int_least32_t;
typedef __UINT32_TYPE__ __uint32_t, __uint_least32_t;
typedef __INT64_TYPE__ __int64_t, __int_least64_t, __quad_t;
typedef __UINT64_TYPE__ __uint64_t, __uint_least64_t, __u_quad_t;
typedef __INTMAX_TYPE__ __intmax_t;
typedef __UINTMAX_TYPE__ __uintmax_t;
#endif
