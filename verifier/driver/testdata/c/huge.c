// safe
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = malloc(n);
  assert(n < 0 ? p == 0 : p != 0 || n >= 1 << 30);
  if (!p) return 0;
  p[0] = n;
  return 0;
}
