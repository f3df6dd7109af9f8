// safe
#include <assert.h>
#include <stdlib.h>
struct pair { char c; int v; };
union word { int i; unsigned char b[4]; };
int main(void) {
  int *a = realloc(0, 2 * sizeof(int));
  a[0] = 1, a[1] = 2;
  int *b = realloc(a, 3 * sizeof(int));
  assert(b[0] == 1 && b[1] == 2);
  struct pair *p = malloc(sizeof *p);
  p->c = 'a', p->v = 7;
  p = realloc(p, 2 * sizeof *p);
  assert(p[0].c == 'a' && p[0].v == 7);
  union word *w = calloc(2, sizeof *w);
  assert(w[1].i == 0);
  w->i = 258;
  w = realloc(w, sizeof *w);
  assert(w->b[1] == 1);
  void *zeros = calloc(1, sizeof(long));
  long *l = zeros;
  assert(*l == 0);
  return 0;
}
