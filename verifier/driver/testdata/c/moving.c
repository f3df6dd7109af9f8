// safe
#include <assert.h>
int a[4] = { 2, 0, 0, 0 };
struct s { int v; struct s *next; };
int main(void) { /* where an assignment stores does not change by it */
  int *p = a, b[3] = { 0, 7, 8 }, x;
  x = p[p[0]] = 3;
  assert(x == 3 && a[2] == 3);
  a[0] = 0;
  x = (p[p[0]] += 2);
  assert(x == 2 && a[0] == 2);
  a[0] = 0;
  x = ++p[p[0]] + p[p[0]]++;
  assert(x == 1 && a[0] == 1 && a[1] == 1);
  x = (b[b[0]] += 2);
  assert(x == 2 && b[0] == 2);
  b[0] = 0;
  x = b[b[0]] = p[p[0]]--;
  assert(x == 1 && b[0] == 1 && a[1] == 0);
  struct s m = { 1, &m }, n = { 2, 0 }, o;
  o = *m.next = n;
  assert(o.v == 2 && o.next == 0 && m.next == 0);
  return 0;
}
