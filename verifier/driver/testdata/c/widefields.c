// safe
#include <assert.h>
struct s { unsigned long a : 33, b : 36; unsigned c : 32; int d : 7; };
int main(void) {
  struct s s = { -1, 5, 7, -3 }, *p = &s;
  s.a = s.b - s.a;
  assert(s.a == 6);
  p->b = ~p->a;
  assert(s.b == 0x1fffffff9);
  p->b *= p->b;
  assert(s.b == 49 + (2UL << 33));
  __auto_type v = +s.c;
  typeof(+s.d) w = -s.d;
  assert(sizeof(+s.c) == 4 && sizeof(+s.d) == 4 && v == 7 && w == 3);
  return 0;
}
