// unsafe 15:32
// setjmp returns once, what it keeps is any, and its argument is evaluated.
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf first, more[2];

int main(void) {
  int n = 0;
  setvbuf(stdout, 0, _IONBF, 0);
  assert(!setjmp(first));
  if (sigsetjmp(more[n++], 1)) assert(0);
  assert(n == 1 && more[1]->__mask_was_saved == 0);
  if (first->__jmpbuf[0] == 5) assert(0);
}
