// unsafe 9:16
// The C library gives memory again at once.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(40), *q;
  free(p);
  q = malloc(40);
  if (p == q) {reach_error();}
}
