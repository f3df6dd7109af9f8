// check=uninit
// Reads of what has no value yet. The sanitizer of clang for memory reports them where a branch depends on them.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
struct bits { unsigned x : 3, y : 5; };
struct gap { char c; int n; };
struct row { int n, a[3]; };
static int sink;
static char letter;
static struct pair global;

static int byvalue(struct pair p) { return p.a; }
static int second(struct pair p) { if (p.b) return 1; return 0; } // fault 20 fault 21
static struct pair first(int n) { struct pair p; p.a = n; return p; }
static void fill(int *p) { *p = 7; }
static struct pair half(void) { struct pair p; p.a = 1; p.b = 2; return p; }

static struct row part(int n) { struct row r; r.n = n; r.a[1] = n; return r; }
static int element(struct row r, int i) { if (r.a[i]) return 1; return 0; } // fault 24 fault 25
static int total(struct row r) { int s = 0; for (int i = 0; i < 3; i++) r.a[i] += i; for (int i = 0; i < 3; i++) s += r.a[i]; return s; }
static int last(int n, ...) {
  va_list list;
  va_start(list, n);
  struct row r = va_arg(list, struct row);
  va_end(list);
  if (r.a[n]) return 1; // fault 26
  return 0;
}

int main(void) {
  int x, y, a[4], *q;
  struct pair p, r;
  struct bits f, kept, *pf = &kept;
  struct gap g, h;
  struct row w;
  char buf[4], c, d;
  switch (CASE) {
  case 1: if (x) sink++; return 0; // fault 1
  case 2: if (sink) x = 1; if (x + 1) sink++; return 0; // fault 2
  case 3: a[1] = 2; if (a[2]) sink++; return 0; // fault 3
  case 4: p.a = 1; if (p.b) sink++; return 0; // fault 4
  case 5: p.a = 1; r = p; if (r.b) sink++; return 0; // fault 5
  case 6: q = malloc(8); q[0] = 1; if (q[1]) sink++; return 0; // fault 6
  case 7: q = realloc(calloc(1, 4), 8); if (q[0]) sink++; if (q[1]) sink++; return 0; // fault 7
  case 8: f.x = 1; if (f.y) sink++; return 0; // fault 8
  case 9: buf[0] = 'a'; if (strlen(buf)) sink++; return 0; // fault 9
  case 10: q = &y; memcpy(q, &a[1], sizeof y); if (y) sink++; return 0; // fault 10
  case 11: c = buf[2]; d = c; if (d) if (1) sink++; return 0; // fault 11
  case 12: for (int i = 0; i < 2; i++) { int t; if (i == 0) t = 1; if (t) sink++; } return 0; // fault 12
  case 13: x = 1; goto in; { int t; t = 1; in: if (t) sink++; } return 0; // fault 13
  case 14: if (x++) sink++; return 0; // fault 14
  case 15: for (size_t i = 0; i < sizeof g; i++) ((char *)&h)[i] = ((char *)&g)[i]; if (h.n) sink++; return 0; // fault 15
  case 16: g.n = 0; ((char *)&g.n)[1] = buf[0]; if (g.n) sink++; return 0; // fault 16
  case 17: for (x = 0; x < 3; x++) a[x] = 0; for (x = 0; x < 4; x++) if (a[x]) sink++; return 0; // fault 17
  case 18: printf("%s", buf); return 0; // fault 18 unseen
  case 19: q = malloc(4 * (size_t)sink + 8); q[0] = 1; if (q[1]) sink++; return 0; // fault 19
  case 20: p.a = 1; return second(p);
  case 21: return second(first(1));
  case 22: global = first(1); if (global.b) sink++; return 0; // fault 22
  case 23: f.x = 1; *pf = f; if (pf->x) sink++; if (pf->y) sink++; return 0; // fault 23
  case 24: w.a[0] = 1; return element(w, 2);
  case 25: return element(part(1), 0);
  case 26: return last(2, part(3));
  case 27: letter = buf[1]; if (letter) sink++; return 0; // fault 27
  case 28: w = part(1); if (w.a[2]) sink++; return 0; // fault 28
  }
  letter = buf[1];
  letter = 'a';
  if (letter) sink++;
  w = part(2);
  if (element(w, 1) + element(part(2), 1) + last(1, part(3)) + w.n) sink++;
  w.a[0] = w.a[2] = 0;
  if (total(w)) sink++;
  x = 1;
  if (x) sink++;
  fill(&y);
  if (y) sink++;
  (void)c;
  for (int i = 0; i < 4; i++) a[i] = i;
  for (int i = 0; i < 4; i++) if (a[i]) sink++;
  p.a = 1;
  r = p;
  if (r.a) sink++;
  r.b = 2;
  global = r;
  if (byvalue(r) + byvalue(first(2)) + half().b) sink++;
  f.x = 1;
  *pf = f;
  if (pf->x) sink++;
  f.y = f.x;
  g.c = 'c';
  h = g;
  for (size_t i = 0; i < sizeof g; i++) ((char *)&h)[i] = ((char *)&g)[i];
  h.n = 0;
  g = h;
  if (g.n + g.c) sink++;
  strcpy(buf, "ab");
  if (strlen(buf)) sink++;
  q = malloc(8);
  q[0] = 1;
  q = realloc(q, 16);
  if (q[0]) sink++;
  memset(q, 0, 16);
  if (q[3]) sink++;
  printf("%s %.1s", buf, (char *)q);
  memcpy(a, q, 16);
  if (a[3]) sink++;
  return 0;
}
