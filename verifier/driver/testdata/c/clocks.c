// safe
#include <assert.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);
  assert(sleep(42) <= 42);
  struct timespec t;
  assert(clock_gettime(CLOCK_REALTIME, &t) == 0 && t.tv_nsec < 1000000000);
  return 0;
}
