// unsafe 18:16
// The functions of err.h end an execution, or only say something.
#include <assert.h>
#include <err.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);
static int closed;
static void at_end(void) { closed = 1; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  atexit(at_end);
  if (n < 0) errx(1, "%d is negative", n);
  if (n > 100) err(2, 0);
  warnx("%d", n);
  if (n == 50) reach_error();
  assert(n >= 0 && n <= 100 && !closed);
  return 0;
}
