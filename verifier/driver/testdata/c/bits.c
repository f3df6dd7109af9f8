// safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  assert(((x >> 8) & 255) == (x / 256) % 256);
  unsigned r = ((x & 255) << 8) | (y & 255);
  assert(r / 256 == x % 256);
  int one = x & 1, other = y & 1;
  assert((one | other) == (one + other > 0) && (one ^ other) == (one != other));
  return 0;
}
