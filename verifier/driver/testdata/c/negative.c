// unsafe 8:13
#include <stdlib.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n < 0 ? 1 : n % 8 + 1], *p = malloc(n * sizeof(int));
  if (n == -1)
    if (!p) reach_error();
  return a[0];
}
