// safe
// Handlers run wherever control leaves the scope of their object, after a value that is returned has been evaluated.
#include <assert.h>
#include <stdlib.h>
static int log, depth;
static void done(int *p) { log = log * 10 + *p; }
static void release(void *p) { free(*(void **)p); log = log * 10 + 9; }
static void last(char (*a)[3]) { log = log * 10 + (*a)[2]; }
#define OF(x, v) int x __attribute__((cleanup(done))) = v
static int returned(void) { OF(a, 1); OF(b, 2); return log + a; }
static int early(int k) {
  OF(a, 1);
  for (int i = 0; i < 3; i++) {
    OF(b, 2);
    if (k == 0) continue;
    { OF(c, 3); if (k == 1) break; if (k == 2) goto out; if (k == 3) return 4; }
  }
  a = 5;
out:
  return 7;
}
static void again(void) {
  int n = 0;
back:;
  OF(a, n + 1);
  if (n++ < 2) goto back;
}
static void loops(void) {
  for (int i __attribute__((cleanup(done))) = 1; i < 3; i++) ;
  do { OF(a, 4); } while (log == 0);
  switch (log) { case 34: { OF(c, 6); break; } default: ; }
  while (1) { OF(d, 7); switch (d) { case 7: { OF(e, 8); goto end; } } }
end:;
}
static int recursive(int n) { OF(a, n); return n ? recursive(n - 1) + a : 0; }

int main(void) {
  assert(returned() == 1 && log == 21);
  log = 0;
  assert(early(0) == 7 && log == 2225);
  log = 0;
  assert(early(1) == 7 && log == 325);
  log = 0;
  assert(early(2) == 7 && log == 321);
  log = 0;
  assert(early(3) == 4 && log == 321);
  log = 0;
  again();
  assert(log == 123);
  log = 0;
  loops();
  assert(log == 34687);
  log = 0;
  assert(recursive(3) == 6 && log == 123);
  log = 0;
  { char *p __attribute__((cleanup(release))) = malloc(3); p[0] = 1; char a[3] __attribute__((cleanup(last))) = {1, 2, 3}; }
  assert(log == 39);
  log = 0;
  assert(({ OF(x, 3); x + log; }) == 3 && log == 3);
  OF(x, 1);
  exit(0);
}
