// unknown longjmp, which is not modelled at longjmp.c:7:27
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf b;
int main(void) {
  int r = setjmp(b);
  if (r == 0) if (rand()) longjmp(b, 1);
  return r;
}
