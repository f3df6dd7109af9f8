// safe
// A pointer that leaves the member that it was made to point to sees what lies behind it, as gcc compiles that.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
struct same { int a[2], ok; };
struct mixed { char a[4]; int b; };
struct both { struct same s[2], t; };
struct named { char name[4]; unsigned f : 4, g : 4; short id; };
struct texts { char *list[2], *last; };
struct marked { int n; int start[0]; int x, y; };
struct hack { int n; char d[1]; };
struct flexible { int n; int d[]; };
struct link { struct link *next; };
struct item { int v; struct link l; };
struct hacks { struct hack h[2]; int after; };
static int get(int *p, int i) { return p[i]; }
static void set(int *p, int i, int v) { p[i] = v; }

int main(void) {
  volatile int one = 1;
  struct same s = {{1, 2}, 3};
  int *p = s.a;
  p[one + 1] = 5;
  assert(s.ok == 5 && get(&s.ok, -1) == 2 && *(&s.a[1] + 1) == 5);
  p = &s.a[one + 1];
  *p = 6;
  assert(s.ok == 6);
  struct mixed m = {{1, 2, 3, 4}, 0x01010101}, *h = malloc(2 * sizeof *h);
  for (int i = 0; i <= 4; i++) ((char *)m.a)[i] = 0;
  assert(m.b == 0x01010100);
  h->b = 7;
  h[1].b = 8;
  strcpy(h->a, "wxyz");
  assert(h->b == 0 && h[1].b == 8);
  memset(h, 0, sizeof *h);
  memcpy(h->a, "abcde", one + 4);
  assert(h->a[0] == 'a' && h->b == 'e');
  struct both b = {{{{1, 2}, 3}, {{4, 5}, 6}}, {{7, 8}, 9}};
  struct same *q = b.s;
  q[one + 1].ok = 10;
  assert(b.t.ok == 10 && q[2].a[1] == 8);
  set(b.s[0].a, 5, 11);
  assert(b.s[1].ok == 11);
  struct named n = {"abc", 1, 2, 3};
  char *c = n.name;
  c += 3 + one;
  *c = 0x43;
  assert(n.f == 3 && n.g == 4 && n.id == 3);
  struct texts t = {{"a", "b"}, "c"};
  char **l = t.list;
  l[one + 1] = "d";
  assert(t.last[0] == 'd');
  struct marked k = {1, {}, 2, 3};
  k.start[one] = 4;
  assert(k.y == 4 && k.x == 2);
  struct hack *y = malloc(sizeof *y + 8);
  y->n = 1;
  y->d[3 + one] = 'z';
  assert(y->d[4] == 'z' && y->n == 1);
  struct hacks z = {{{1, "a"}, {2, "b"}}, 3};
  z.h[0].d[3 + one] = 9;
  z.h[one].d[4] = 5;
  assert(z.h[1].n == 9 && z.after == 5);
  struct flexible *f = malloc(sizeof *f + 4 * sizeof(int));
  f->n = 1;
  f->d[2 + one] = 5;
  p = f->d;
  assert(p[3] == 5 && p[-one] == 1);
  struct item i = {5, {0}}, *o = (struct item *)((char *)&i.l - offsetof(struct item, l));
  o->v = 6;
  assert(i.v == 6 && &o->l == &i.l);
  struct same from = {{1, 2}, 3}, to = {{0}, 0};
  memcpy(&to.a[0], &from.a[0], sizeof to);
  assert(to.ok == 3);
  memcpy(to.a, from.a, offsetof(struct same, ok) + sizeof to.ok);
  memset(&to.a[1], 0, sizeof to - sizeof(int));
  assert(to.a[0] == 1 && to.a[1] == 0 && to.ok == 0);
  p = (int *)((void *)&to + 4 * one);
  *p = 8;
  p = (int *)((unsigned long)&to + offsetof(struct same, ok) + one - 1);
  *p = 9;
  assert(to.a[1] == 8 && to.ok == 9);
  free(h), free(y), free(f);
  return 0;
}
