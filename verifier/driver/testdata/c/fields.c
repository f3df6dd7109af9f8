// safe
#include <assert.h>
struct { unsigned f : 5; int g : 7; } s = { 3, -4 };
int main(void) {
  unsigned char c = 1;
  assert(!((unsigned)s.f >= -97)); /* the cast is what keeps it from becoming an int */
  assert(s.f >= -97 && (unsigned)s.g > 5u);
  switch (c) { case 257: assert(0); }
  switch ((unsigned)s.f) { case -1: assert(0); case 3: break; default: assert(0); }
  return 0;
}
