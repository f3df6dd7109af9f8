// safe
#include <assert.h>
#include <stddef.h>
struct inner { short s; long l; };
struct S { char c; struct inner in[2]; int *p; };
static struct S make(int v) {
  struct S s = { .c = 1, .in = { [1] = { .s = v, .l = 2 * v } } };
  return s;
}
static long sum(struct S s) { s.c = 9; return s.in[0].l + s.in[1].l + s.in[1].s; }
struct B { unsigned a : 3; int b : 4; unsigned long c : 40; };
int main(void) {
  struct S s = make(5), t;
  assert(s.c == 1 && s.in[0].s == 0 && s.in[1].s == 5 && s.in[1].l == 10 && s.p == 0);
  t = s;
  t.in[0] = t.in[1];
  assert(sum(t) == 25 && t.c == 1 && s.in[0].l == 0);
  struct S *q = &t;
  q->in[1].s = -1;
  struct S u = *q;
  assert(t.in[1].s == -1 && u.in[1].s == -1 && (*q).in[0].s == 5);
  assert(sizeof(struct S) == 48 && offsetof(struct S, in) == 8 && offsetof(struct S, p) == 40);
  struct B b = { 9, 9, 0 };
  assert(b.a == 1 && b.b == -7 && sizeof b == 8);
  b.c = -1;
  b.c++;
  assert(b.c == 0 && b.a == 1);
  b.a += 7;
  assert(b.a == 0 && b.a - 1 < 0);
  return 0;
}
