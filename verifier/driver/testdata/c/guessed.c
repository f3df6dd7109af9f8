// unsafe 15:25
// A pointer that is made of an integer, and found to be an address, accesses what is there.
#include <stdint.h>
// Harnesses do not choose addresses, so it is not executed.
void __VERIFIER_error(void);
unsigned long nondet_ulong(void);

char a[64], b[64];

int main(void) {
  unsigned long u = nondet_ulong();
  char *p = (char *)(u * 8 - (uintptr_t)a), *q = (char *)nondet_ulong();
  if ((uintptr_t)p == (uintptr_t)b) *p = 3;
  if (q == &b[1]) *q = 4;
  if (b[0] + b[1] == 7) __VERIFIER_error();
  return 0;
}
