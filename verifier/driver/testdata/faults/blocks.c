// check=memory
// What lives in a block does not live after it, however control leaves that. What control does not leave goes on living.
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct s { int a, b[3]; };
static int sink;

static int ended(int n) {
  int *p = 0;
  struct s *q = 0;
  switch (n) {
  case 1: { int x = 3; p = &x; } return *p; // fault 1
  case 2: for (int i = 0; i < 2; i++) {
      if (i) sink = *p; // fault 2
      int x = 3;
      p = &x;
    } break;
  case 3: while (1) { int x = 3; p = &x; break; } return *p; // fault 3
  case 4: for (int i = 0; i < 2; i++) {
      if (p) sink = *p; // fault 4
      int x = 3;
      p = &x;
      if (i == 0) continue;
    } break;
  case 5: { int x = 3; p = &x; goto out; } out: return *p; // fault 5
  case 6: for (int i = 0; i < 3; i++) p = &i; return *p; // fault 6
  case 7: switch (n) { int x; case 7: x = 2; p = &x; break; default: p = &sink; } return *p; // fault 7
  case 8: for (int i = 1; i < 3; i++) { int a[i]; a[0] = i; p = a; } return *p; // fault 8 unseen
  case 9: { p = &(int){3}; } return *p; // fault 9
  case 10: sink = ({ int x = 3; p = &x; x + *p; }); return *p; // fault 10
  case 11: { int a[4] = {1}; p = a; } memcpy(&sink, p, sizeof sink); break; // fault 11
  case 12: if (n) p = &(int){3}; return *p; // fault 12
  case 13: sink = ({ int x = 3; p = &x; if (n) goto over; x; }); over: return *p; // fault 13
  case 14: {
      int k = 0;
    again:
      if (p) return *p; // fault 14
      { int x = 3; p = &x; if (k++ < 2) goto again; }
    } break;
  case 16: { struct s x = {1}; q = &x; } struct s y = *q; return y.a; // fault 16
  case 17: { int x = 3; p = &x; } *p = 4; break; // fault 17
  case 18: do { int x = 0; p = &x; } while (*p); break; // fault 18
  }
  return 0;
}

// The next object in the place of one is another one.
static int next(int n) {
  int *p = &sink, **q = 0;
  switch (n) {
  case 20: for (int i = 0; i < 2; i++) { int x = i; *p = 1; p = &x; } break; // fault 20 unseen
  case 21: for (int i = 0; i < 2; i++) { int a[10]; if (i == 0) p = a; else p[0] = 1; } break; // fault 21 unseen
  case 22: q = malloc(sizeof *q);
    for (int i = 0; i < 2; i++) { int x = i; if (i) **q = 1; *q = &x; } break; // fault 22 unseen
  case 23: again: { int x = 1; if (p != &sink) return *p; p = &x; goto again; } // fault 23 unseen
  }
  return 0;
}
static int *keep;
static int kept(int n) { int x = n; if (n) return *keep; keep = &x; return 0; } // fault 24
static int *given(int *p) { int x = 2; if (p) x = *p; p = &x; return p; } // fault 25

static int computed(int n) {
  int *p = 0;
again:
  if (p) return *p; // fault 15 unseen
  int a[n];
  a[0] = 1;
  p = a;
  goto again;
}

static int recursive(int n) {
  int *p = &n;
  if (n > 0) { int x = n; p = &x; recursive(n - 1); }
  return *p; // fault 19
}

static int twice(int *p) { return *p * 2; }
static int *stack(int n) { int *p = 0; if (n) { p = __builtin_alloca(4); *p = n; } sink = *p; return 0; }
static int back(void) {
  int *p = 0, n = 0;
again:
  if (p) { assert(*p == 5 + n); if (n == 3) return *p; n++; *p += 1; goto again; }
  int x = 5;
  p = &x;
  goto again;
}
static int past(void) {
  int n = 0, *p;
again:
  if (n > 0) goto use;
  int x = 5;
use:
  p = &x;
  assert(*p == 5);
  if (n++ < 3) goto again;
  return *p;
}
static int into(int k) {
  int s = 0, *q;
  for (int i = 0; i < 3; i++) {
    switch (i + k) {
      int x;
    case 1: x = 1; q = &x; s += *q; break;
    case 2: { x = 2; q = &x; s += *q; } break;
    default: x = 3; q = &x; s += *q;
    }
    if (i == 1) goto in;
    { int y = 7; q = &y; in: y = 4; q = &y; s += *q; }
  }
  return s;
}
static int tree(int n) { int s = 0; for (int i = 0; i < n; i++) { int x = i, *p = &x; s += *p + tree(i); } return s; }

static int *same(int *p) { return p; }
static int turns(void) {
  int s = 0, *q = &sink;
  for (int i = 0; i < 3; i++) { int x = i; q = &x; s += *q; { int y = s; q = &y; *q += 1; s = y; } x = *same(&x); q = &sink; }
  return s + *q;
}

static void lives(void) {
  sink = 0;
  assert(turns() == 6);
  int t = 0;
  for (int i = 0; i < 3; i++) { int x = i; t += twice(&x); { int *p = &x; *p += 1; t += x; } }
  assert(t == 12);
  stack(3);
  assert(back() == 8 && past() == 5);
  assert(into(1) == 18 && into(0) == 18);
  assert(tree(3) == 4);
  int *p = &(int){4};
  if (t) { *p += 1; }
  assert(*p == 5);
  assert(({ int x = 3, *q = &x; *q; }) == 3);
  assert(({ struct s x = {3, {4}}, *q = &x; *q; }).b[0] == 4);
  for (int i = 1; i < 4; i++) { int a[i], *q = a; q[i - 1] = i; assert(*(q + i - 1) == i); }
  for (int *q = &(int){0}; *q < 3; ++*q) t++;
  assert(t == 15);
  for (int i = 0; i < 4; i++) { int x = i, *q = &x; if (*q == 1) continue; if (*q == 3) break; t += *q; }
  assert(t == 17);
  do { int x = 1, *q = &x; t += *q; if (t > 18) goto end; } while (t < 30);
end:
  assert(t == 19);
}

int main(void) {
  switch (CASE) {
  case 0: lives(); break;
  case 15: computed(3); break;
  case 19: recursive(1); break;
  case 24: kept(0); kept(1); break;
  case 25: given(given(0)); break;
  default: ended(CASE); next(CASE);
  }
}
