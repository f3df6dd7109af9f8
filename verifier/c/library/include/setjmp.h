#ifndef _SETJMP_H
#define _SETJMP_H
#include <bits/types.h>
struct __jmp_buf_tag {
#ifdef __LP64__
  long __jmpbuf[8];
#else
  int __jmpbuf[6];
#endif
  int __mask_was_saved;
  __sigset_t __saved_mask;
};
typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];
int setjmp(jmp_buf);
int _setjmp(jmp_buf);
void longjmp(jmp_buf, int) __attribute__((__noreturn__));
void _longjmp(jmp_buf, int) __attribute__((__noreturn__));
#define setjmp(b) setjmp(b)
int sigsetjmp(sigjmp_buf, int);
#define sigsetjmp(b, s) sigsetjmp(b, s)
void siglongjmp(sigjmp_buf, int) __attribute__((__noreturn__));
#endif
