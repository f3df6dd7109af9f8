#include <setjmp.h>
#undef setjmp
#undef sigsetjmp

void __muster_any(char *p, unsigned long n);

// What it keeps is used by longjmp alone, at which the answer ends. So it returns once.
static int kept(struct __jmp_buf_tag *b) {
  __muster_any((char *)b, sizeof *b);
  return 0;
}

int _setjmp(jmp_buf b) { return kept(b); }
int __sigsetjmp(sigjmp_buf b, int mask) { return kept(b); }
int setjmp(jmp_buf b) { return kept(b); }
int sigsetjmp(sigjmp_buf b, int mask) { return kept(b); }
