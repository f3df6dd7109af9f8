// safe
#include <assert.h>
// Operands of sizeof and typeof are evaluated where their type is computed.
static int n;
static int c(int x) { n++; return x; }
static int old(n, a) int n; int a[n][n]; { return a[n - 1][0] + (int)sizeof *a; }
int main(void) {
  int a[3], q[2][2] = { { 1, 2 }, { 3, 4 } };
  unsigned long s = sizeof(int[c(4)]) + sizeof(a[c(0)]);
  assert(s == 20 && n == 1);
  s = sizeof(int (*)[c(3)]) + sizeof((int (*)[c(2)])&a) + _Alignof(int[c(2)]);
  assert(s == 20 && n == 1);
  s = sizeof(*(int (*)[c(2)])&a) + sizeof(typeof(int[c(2)])) + sizeof(int[c(2)][c(3)]);
  assert(s == 40 && n == 5);
  int b[2][c(2)];
  assert(sizeof(b[c(0)]) == 8 && n == 7);
  typeof(b[c(0)]) d;
  typeof(&b[c(0)]) p = &b[1];
  typeof(a[c(0)]) e = 5;
  assert(sizeof d == 8 && p - b == 1 && e == 5 && n == 9);
  typedef int (*t)[c(3)];
  t z = &a;
  assert(sizeof *z == 12 && n == 10 && old(2, q) == 11);
  return 0;
}
