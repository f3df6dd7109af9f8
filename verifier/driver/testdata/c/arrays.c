// safe
#include <assert.h>
static int zero[1000];
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n >= 1000) return 0;
  assert(zero[n] == 0);
  zero[n] = n;
  assert(zero[n] == n && zero[(n + 1) % 1000] == 0);
  int len = 3, vla[len];
  vla[0] = 1; vla[2] = 7;
  assert(vla[0] + vla[2] == 8);
  struct { int x, y[2]; } s[3] = { { 1 }, { 2, { 3, 4 } } };
  int i = n % 3;
  assert(s[1].y[1] == 4 && s[2].x == 0 && s[i].x <= 2);
  s[i].y[n % 2] = 42;
  assert(s[i].y[n % 2] == 42);
  return 0;
}
