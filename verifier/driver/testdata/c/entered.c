// unsafe 7:22
// What a block declares that is jumped into has any value, whatever it had before.
#include <assert.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    if (i) goto in;
    { int x = 5; in: assert(x == 5); }
  }
}
