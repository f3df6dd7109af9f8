// safe
// Members of a union are one, also if only one of them is pointed to.
#include <assert.h>
union { short a, b; } u, v = {7};
short *p = &u.b, *q = &v.b;

int main(void) {
  assert(*p == 0 && *q == 7);
  u.a = 5;
  assert(*p == 5);
  return 0;
}
