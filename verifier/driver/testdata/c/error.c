// unsafe 26:3
// error ends an execution if its status is not 0, and counts the messages; a line is told once if that is asked for.
#include <assert.h>
#include <error.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
static int named;
static void name(void) { named++; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) error(1, 0, "%d is negative", n);
  assert(n >= 0 && error_message_count == 0);
  error(0, n, "%d", n);
  assert(error_message_count == 1);
  error_print_progname = name;
  error_one_per_line = 1;
  error_at_line(0, 0, "a", 1, "one");
  error_at_line(1, 0, "a", 1, "one");
  error_at_line(0, 0, 0, 1, "two");
  error_at_line(0, 0, 0, 2, "three");
  assert(error_message_count == 4 && named == 3);
  error_one_per_line = 0;
  if (n == 7) error_at_line(n, 0, 0, 2, "seven");
  assert(n != 8);
}
