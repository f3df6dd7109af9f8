// safe
// Pointers to functions that use variables of those around them: each call of these has variables of its own.
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
typedef int (*unary)(int);
struct pair { int x, y; };
struct ops { unary f[2]; void *any; };
static int apply(unary f, int x) { return f(x); }
static int simple(int n) { int add(int x) { return x + n; } return apply(add, 3); }
static int ordered(int down) {
  int calls = 0, a[3] = { 2, 3, 1 };
  int compare(const void *x, const void *y) { calls++; int d = *(const int *)x - *(const int *)y; return down ? -d : d; }
  qsort(a, 3, sizeof *a, compare);
  int key = 3, *r = bsearch(&key, a, 3, sizeof *a, compare);
  assert(calls > 3 && r && *r == 3);
  return a[0];
}
static int stored(int n) {
  int add(int x) { return x + n; }
  int sub(int x) { return n - x; }
  struct ops o = { { add, &sub }, add };
  assert(o.f[0] == add && o.any == (void *)add && o.f[1] != add && (unary)o.any == *add && add);
  n++;
  return o.f[0](1) + o.f[1](1) * 100 + ((unary)(long)o.any)(10) * 10000;
}
static int recursive(int n, unary up) {
  int own(int x) { return up ? up(x) * 10 + n : n; }
  if (n == 3) return own(0);
  int r = recursive(n + 1, own);
  assert(up != own);
  return r;
}
static int levels(int n) {
  int k = 5;
  int g(int x) {
    int y = x * 2;
    int h(int z) { k++; return n + y + z + k; }
    unary self = h;
    return apply(h, 1) + self(2);
  }
  return apply(g, 3) + k;
}
static int themselves(int n) {
  int count = 0;
  unary first = 0;
  int down(int x) { count++; if (!first) first = down; assert(first == down); return x ? apply(down, x - 1) + n : 0; }
  int other(int x) { return apply(down, x) + count; }
  int r = apply(other, 3);
  assert(first == down);
  return r;
}
static struct pair passed(struct pair p) {
  struct pair swap(struct pair q) { p.x++; return (struct pair){ q.y, q.x + p.x }; }
  int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = p.x;
    while (n--) s += va_arg(list, int);
    va_end(list);
    return s;
  }
  struct pair (*f)(struct pair) = swap;
  int (*g)(int, ...) = sum;
  return f((struct pair){ g(2, 10, 20), p.x }); // the argument is evaluated first
}
static int forward(int n) {
  auto int even(int);
  int odd(int x) { return x && apply(even, x - 1); }
  int even(int x) { return !x || apply(odd, x - 1) + n - 1; }
  unary either = n ? odd : even;
  return either(3);
}
static int again(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    int add(int y) { s += x; return y + x; }
    s += apply(add, 10);
  }
  return s;
}
int main(void) {
  assert(simple(4) == 7);
  assert(ordered(0) == 1 && ordered(1) == 3);
  assert(stored(5) == 160507);
  assert(recursive(0, 0) == 123);
  assert(levels(10) == 55);
  assert(themselves(2) == 10);
  struct pair p = passed((struct pair){ 1, 2 });
  assert(p.x == 1 && p.y == 33);
  assert(forward(1) == 1);
  assert(again() == 36);
  return 0;
}
