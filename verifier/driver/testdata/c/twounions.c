// safe
#include <assert.h>
// Members of different types are bytes, whoever points to them: their types are not those of other objects.
union u { long long wide; unsigned short low; };
static union u u;
static long long g[2] = { -6, -6 };
int main(void) {
  long long *p = &g[0], *r = &u.wide;
  unsigned short *q = &u.low;
  assert(g[0] == -6 && *p == -6);
  *r = -1;
  assert(*q == 65535 && g[1] == -6);
  return 0;
}
