// safe
#include <assert.h>
union u { int i; unsigned u; };
static union u g;
int main(void) {
  union u v = { .i = -1 };
  assert(v.u == 0xffffffffu);
  v.u = 5;
  g = v;
  assert(g.i == 5);
  union u *p = &v;
  p->u = 0x80000000u;
  assert(v.i < 0);
  return 0;
}
