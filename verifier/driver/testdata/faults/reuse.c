// check=memory
// malloc may return the address of what has been freed. The sanitizers keep that for long.
#include <stdlib.h>
#include <stdint.h>
#include <assert.h>

static void equal(int n) {
  int *p = malloc(8), *q;
  switch (n) {
  case 1: free(p); q = malloc(4); if (p == q) free(q); free(q); return; // fault 1 unseen
  case 2: { intptr_t a = (intptr_t)p; free(p); q = malloc(4); if (a == (intptr_t)q) free(q); } free(q); return; // fault 2 unseen
  case 3: q = realloc(p, 400); if (p == q) free(q); free(q); return; // fault 3 unseen
  case 4: {
      int *r = malloc(4), *s;
      free(p), free(r);
      q = malloc(4), s = malloc(4);
      if (p == s && r == q) free(q);
      free(s);
      free(q); // fault 4 unseen
    } return;
  }
}

static void other(void) {
  int *p = malloc(4), *q = malloc(4), *r = p, *s;
  free(p), free(q);
  p = malloc(4);
  assert(p == r ? !(p != r) : p != r);
  s = malloc(4);
  assert(p != s && !(p == r && s == r) && !(p == r && p == q));
  free(s), free(p);
  for (int i = 0; i < 2; i++) {
    q = malloc(4);
    free(p = malloc(4));
    assert(p != q && q != 0);
    free(q);
  }
}

int main(void) {
  if (CASE) equal(CASE);
  else other();
}
