// safe
#include <assert.h>
#include <stdlib.h>
struct f { int n; short a[]; };
int main(void) {
  struct f *h = malloc(sizeof *h + 3 * sizeof h->a[0]);
  h->n = 3;
  for (int i = 0; i < h->n; i++) h->a[i] = i * 5;
  struct f g = *h, k = g;
  h->n = 4;
  *h = k; // without the elements
  assert(h->a[1] == 5 && h->n == 3);
  free(h);
  return 0;
}
