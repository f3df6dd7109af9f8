// safe
#include <assert.h>
union u { int i; unsigned char b[4]; };
struct s { int k; union u u; };
static struct s count(struct s s, int n) {
  if (n == 0) return s;
  struct s t = n & 1 ? count(s, n - 1) : s;
  t.u.b[1] += n;
  return t;
}
static int both(struct s a, struct s b) { return a.u.i * 10 + b.u.i; }
int main(void) {
  struct s s = { 1, { 2 } };
  s = count(s, 3);
  assert(s.u.i == 0x502 && s.k == 1);
  struct s a = { 0, { 1 } }, b = { 0, { 2 } };
  assert(both(count(a, 0), count(b, 0)) == 12);
  return 0;
}
