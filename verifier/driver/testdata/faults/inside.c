// check=memory
// Pointers to the inside of blocks are compared, of which one may be in the place of the other.
#include <stdlib.h>
#include <assert.h>

int main(void) {
  int *p = malloc(8), *a = p + 1, *q;
  free(p);
  q = calloc(2, 4);
  assert(a == q + 1 ? p == q : p != q);
  if (CASE && a == q + 1) free(q);
  free(q); // fault 1 unseen
}
