// safe
// What is weak, and what nobody defines, has a null address.
#include <assert.h>
extern int hook(int) __attribute__((weak));
extern int knob __attribute__((weak)), knobs[] __attribute__((weak));
extern struct { int a, b; } box __attribute__((weak));
int log2of(int) __attribute__((weak));
#pragma weak later
int later(void);
static int (*table[])(int) = { hook, &hook, log2of };
static int *place = &knob;
int log2of(int x) { return x > 1 ? 1 + log2of(x / 2) : 0; }
int main(void) {
  assert(!hook && hook == 0 && &hook == (void *)0 && *hook == 0);
  assert(&knob == 0 && place == 0 && knobs == 0 && &box == 0 && later == 0);
  assert(table[0] == 0 && table[1] == 0 && table[2] == log2of && table[2](9) == 3);
  assert((hook ? hook(3) : 7) == 7 && (&knob ? knob : 5) == 5);
  int (*f)(int) = hook;
  if (f) f(1);
  if (later) later();
  return 0;
}
