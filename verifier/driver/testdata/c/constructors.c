// safe
// Constructors run before main by their priority, destructors after it the other way round, also at exit.
#include <assert.h>
#include <stdlib.h>
static int log;
#define NAMED(n) static void f##n(void) { log = log * 10 + n; }
__attribute__((constructor)) NAMED(3)
__attribute__((constructor)) NAMED(4)
__attribute__((constructor(201))) NAMED(2)
__attribute__((constructor(200), destructor(200))) NAMED(1)
__attribute__((destructor)) NAMED(5)
__attribute__((destructor)) NAMED(6)
__attribute__((destructor(201))) static void end(void) { assert(log == 65); log = 0; }
__attribute__((destructor(199))) static void fin(void) { assert(log == 1); }
static void leave(void) { exit(log == 12345); }
int main(void) {
  assert(log == 1234);
  log = 0;
  if (log == 0) leave();
  assert(0);
}
