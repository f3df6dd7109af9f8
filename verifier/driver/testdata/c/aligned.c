// safe
#include <assert.h>
typedef int wide __attribute__((aligned(32)));
static char buf[3] __attribute__((aligned(64))), most[3] __attribute__((aligned()));
static int rec(int n) {
  int l __attribute__((aligned(128))) = n, *p = &l;
  assert((unsigned long)p % 128 == 0);
  return n ? rec(n - 1) + *p : 0;
}
int main(void) {
  char a = 2, l __attribute__((aligned(32))) = 1, *q = &a;
  wide b = 1, *p = &b;
  _Alignas(struct { _Alignas(32) int a; }) char m = 3;
  assert((unsigned long)&l % 32 == 0 && (unsigned long)buf % 64 == 0 && (unsigned long)p % 32 == 0);
  assert((unsigned long)&m % __alignof__(m) == 0 && __alignof__(m) == 32 && __alignof__(most) == 16);
  assert(rec(2) == 3 && *q == 2);
  return 0;
}
