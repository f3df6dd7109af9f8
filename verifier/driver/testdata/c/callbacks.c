// safe
// Functions are called by pointers as gcc compiles both sides, and arguments are evaluated once, from right to left.
#include <assert.h>
#include <stdlib.h>
struct pair { int x, y; };
struct tagged { int tag; union { int i; char c[4]; } u; };
typedef int (*unary)(int);
typedef struct pair (*mapping)(struct pair);
typedef struct tagged (*retag)(struct tagged);
static int n;
static int next(void) { return n++; }
static int inc(int x) { return x + 1; }
static unsigned dec(unsigned x) { return x - 1; }
static short narrow(char c) { return c; }
static int size(int *p, int k) { return p[k]; }
static int old(a, b) int a; char b; { return a + b; }
static void nothing(void) { n = 100; }
static struct pair swapped(struct pair p) { return (struct pair){p.y, p.x}; }
static struct pair same(struct pair p) { return p; }
static struct tagged up(struct tagged t) { t.u.i++; return t; }
static struct tagged keep(struct tagged t) { return t; }
static int apply(int (*f)(int, int), int a, int b) { return f(a, b); }
static int minus(int a, int b) { return a - b; }
static int times(int a, int b) { return a * b; }
static int (*const all[])() = {(int (*)())minus, (int (*)())inc, (int (*)())nothing, (int (*)())old};
static void walk(void *data, void (*f)(void *)) { f(data); }
static void bump(int *p) { ++*p; }

int main(void) {
  unary u[2] = {inc, (unary)dec};
  int r = 0;
  for (int i = 0; i < 2; i++) r += u[i](5);
  assert(r == 10 && u[1](0) == -1);
  short (*l)(long) = (short (*)(long))narrow;
  assert(l(300) == 44);
  assert(apply(minus, next(), next()) == 1 && n == 2);
  n = 0;
  assert((n ? times : minus)(next(), next()) == 1 && n == 2);
  assert(all[0](7, 3) == 4 && all[1](7, 3, next()) == 8 && n == 3 && all[3](1, 258) == 3);
  int k = 3, a[] = {1, 2, 3};
  assert(((int (*)(const void *, unsigned))size)(a, 2) == 3);
  walk(&k, (void (*)(void *))bump);
  assert(k == 4);
  mapping m[2] = {swapped, same};
  struct pair p = {1, 2};
  for (int i = 0; i < 2; i++) p = m[i](p);
  assert(p.x == 2 && p.y == 1 && m[0](m[1](p)).x == 1);
  retag g[2] = {up, keep};
  struct tagged t = {7, {1}};
  for (int i = 0; i < 2; i++) t = g[i](t);
  assert(t.u.c[0] == 2 && g[0](t).u.i + g[1](t).u.i == 5);
  all[2]();
  assert(n == 100);
  void *(*alloc[2])(size_t) = {malloc, malloc};
  int *q = alloc[n == 100](sizeof *q);
  *q = 5;
  assert(*q == 5);
  free(q);
  return 0;
}
