// unsafe 7:3
// No more is promised: a character may be anywhere.
#include <assert.h>
static char a, b;
int main(void) {
  a = b = 1;
  assert((unsigned long)&a % 16 == 0 && (unsigned long)&b % 2 == 0);
  return 0;
}
