// safe
#include <assert.h>
static int n, a[3];
static int next(void) { return n++; }
static int twice(int x) { n += 10; return 2 * x; }
int main(void) {
  int x = n + twice(3);
  assert(x == 16 && n == 10 && n - twice(1) == 8);
  n = 0;
  a[next()] = 5;
  a[next()] += 7;
  assert(a[0] == 5 && a[1] == 7 && n == 2);
  int c = (next(), next());
  assert(c == 3);
  int t = 0, u = 0;
  assert((t && ++u) == 0 && u == 0 && (!t || ++u) == 1 && u == 0 && (!t && ++u) && u == 1);
  t = u = 4;
  assert(t == 4 && (t ? u++ : t++) == 4 && u == 5 && t == 4 && t++ + 1 == 5 && t == 5);
  t += t++ * 0 + 1;
  return 0;
}
