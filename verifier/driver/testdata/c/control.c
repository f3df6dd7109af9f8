// safe
#include <assert.h>
static int f(int x) {
  switch (x) {
  case 1: x = 10;
  case 2: x++; break;
  case -3: return -3;
  case 5 ... 7: x = 6; break;
  default: x = 0;
  }
  return x;
}
int main(void) {
  assert(f(1) == 11 && f(2) == 3 && f(-3) == -3 && f(6) == 6 && f(8) == 0);
  int i, s = 0;
  for (i = 0;; i++) {
    if (i == 2) continue;
    if (i == 5) break;
    s += i;
  }
  assert(i == 5 && s == 8);
  do { s--; if (s == 6) goto out; } while (s);
out:
  assert(s == 6);
  i = 0;
again:
  if (++i < 3) goto again;
  assert(i == 3);
  switch (i) { int k; case 3: k = 4; while (k) k--; assert(k == 0); }
  return 0;
}
