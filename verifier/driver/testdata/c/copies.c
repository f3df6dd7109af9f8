// safe
// An assignment reads all of its source, and settles its target, before it writes.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct l { int i, v; };
struct node { int v; struct node *next; };
struct bits { unsigned at : 2, v : 5; };
struct in { int k, v; };
struct out { struct in in; int w; };
union u { struct { int a, b; } x; struct { int pad; struct { int a, b; } x; } y; };
struct tagged { int tag; union { int i; char c[4]; } u; };
static struct l t[3] = {{1, 10}, {2, 20}, {0, 30}};
static int g, n, a[6], *gp;
static struct l *sp;
static struct tagged made(int i) { struct tagged x = {i, {i}}; return x; }
static int ten(void) { g = 10; n = 1; return 1; }
static int next(void) { return n++; }
static struct l moved(void) { n = 2; sp = t + 2; return (struct l){5, 6}; }
static int shifted(void) { gp = a + 2; return 1; }
static int second(int x, struct l s) { return s.i + x; }
static int changing(void) { t[0].i = 7; n = 1; return 0; }
static int both(struct tagged x, struct tagged y) { return 10 * x.u.i + y.tag; }

static void variables(void) {
  struct l c = t[0], d[2] = {{0, 1}, {1, 2}}, s = {1, 5};
  c = t[c.i];
  assert(c.i == 2 && c.v == 20);
  c = (struct l){c.v, c.i};
  assert(c.i == 20 && c.v == 2);
  d[d[0].i] = s;
  assert(d[0].i == 1 && d[0].v == 5 && d[1].v == 2);
  d[0].i = 1;
  c = d[d[0].i] = s;
  assert(c.v == 5 && d[1].i == 1 && d[1].v == 5);
  struct bits b[4] = {{1, 3}, {2, 4}, {3, 5}, {0, 6}}, e = b[0];
  e = b[e.at];
  assert(e.at == 2 && e.v == 4);
  b[b[1].at] = b[b[2].at];
  assert(b[2].at == 0 && b[2].v == 6 && b[1].at == 2);
  struct out o[2] = {{{1, 2}, 3}, {{4, 5}, 6}};
  memset(&o[o[0].in.k].in, 0, sizeof o[0].in);
  assert(o[1].in.k == 0 && o[1].in.v == 0 && o[1].w == 6 && o[0].in.v == 2);
  memcpy(&o[o[1].in.k].in, &o[1].in, sizeof o[0].in);
  assert(o[0].in.k == 0 && o[0].in.v == 0 && o[0].w == 3);
}

static void memory(void) {
  struct node *p = malloc(sizeof *p), *q = malloc(sizeof *q), *r = malloc(sizeof *r);
  *r = (struct node){3, 0};
  *q = (struct node){2, r};
  *p = (struct node){1, q};
  *p->next = *p;
  assert(q->v == 1 && q->next == q && p->next == q);
  q->next = r;
  *p = *p->next;
  assert(p->v == 1 && p->next == r);
  *p = *p->next;
  assert(p->v == 3 && p->next == 0);
  union u u = {{1, 2}};
  u.y.x.b = 3;
  memmove(&u.x, &u.y.x, sizeof u.x);
  assert(u.x.a == 2 && u.x.b == 3 && u.y.x.a == 3);
  assert(made(1).u.c[made(2).tag - 2] == 1 && both(made(3), made(4)) == 34);
}

// order: a call on the right side of a compound assignment comes first; of others gcc evaluates the right side first, unless it is a call.
static void order(void) {
  g = 1;
  g += ten();
  assert(g == 11);
  g = 1;
  g -= ten();
  assert(g == 9);
  a[0] = 1, a[1] = 2, n = 0;
  a[n] += ten();
  assert(a[0] == 1 && a[1] == 3);
  n = 0;
  a[n] = ten();
  assert(a[0] == 1 && a[1] == 3);
  n = 0;
  a[n] = ten() + 4;
  assert(a[0] == 1 && a[1] == 5);
  n = 1;
  a[next()] = n + 1;
  assert(a[1] == 2);
  n = 1;
  a[next()] = n;
  assert(a[1] == 2 && n == 2);
  gp = a;
  *gp = shifted() + 8;
  assert(a[0] == 1 && a[2] == 9);
  gp = a;
  gp[1] = shifted();
  assert(a[1] == 1 && a[3] == 0);
  n = 0, sp = t;
  sp[n] = moved();
  assert(t[0].i == 5 && t[2].i == 0);
  assert(second(changing(), t[0]) == 7);
  n = 0;
  assert(second(changing(), t[n]) == 7);
}

static void literals(void) {
  struct l *p = 0, *q;
  int k = 0;
again:
  q = &(struct l){k ? p->v : 1, k ? p->i : 2};
  p = q;
  if (k++ < 1) goto again;
  assert(p->i == 2 && p->v == 2);
  struct l s = {1, s.i + 1};
  assert(s.v == 2);
}

int main(void) {
  variables();
  memory();
  order();
  literals();
  return 0;
}
