// unsafe 14:23
// Memory may begin at a multiple of more than malloc does.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = aligned_alloc(64, 128), *q = malloc(8);
  void *r;
  assert(posix_memalign(&r, 32, 40) == 0 && (uintptr_t)r % 32 == 0 && (uintptr_t)p % 64 == 0 && p != q && r != p);
  p[127] = *q = 1;
  if (p[127] == p[3]) assert(0);
  free(p);
  free(r);
  return 0;
}
