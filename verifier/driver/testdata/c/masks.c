// safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  assert((x & y) <= x && (x & ~255u) + (x & 255) == x);
  return 0;
}
