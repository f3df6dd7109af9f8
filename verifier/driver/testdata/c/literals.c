// safe
#include <assert.h>
struct s { int a, b; };
static const int five = 5;
static int k = (int){ 12 }, w[] = (int[]){ 4, 5 }, c = five;
static struct s v = (struct s){ 6 }, u[3] = { [1] = (struct s){ 1 }, { 0, 4 }, [0 ... 1].a = 7 };
static struct { struct s x[2]; int y; } z = { { { 0, 4 }, (struct s){ .b = 9 } }, (int){ 3 } };
struct z { char c; struct { } e; int none[0]; short d; };
union bits { unsigned u; struct { int low : 5; unsigned high : 20; }; int i; };
static union bits bits = { .i = 33 };
static int local(void) {
  static struct s x = (struct s){ 1, 2 }, *y = &x;
  static int n = (int){ 3 };
  return x.b + n + y->a++;
}
int main(void) {
  struct z empty = { 1, { }, { }, 2 };
  assert(k == 12 && w[1] == 5 && sizeof w == 8 && c == 5);
  assert(v.a == 6 && v.b == 0 && u[0].a == 7 && u[1].a == 7 && u[2].b == 4);
  assert(z.x[0].b == 4 && z.x[1].b == 9 && z.y == 3);
  assert(bits.u == 33 && bits.low == 1 && bits.high == 1);
  assert(local() == 6 && local() == 7);
  assert(empty.d == 2 && sizeof empty == 8);
  return 0;
}
