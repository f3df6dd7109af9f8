// safe
// model=ILP32
#include <assert.h>
#include <limits.h>
int main(void) {
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && LONG_MAX == INT_MAX && sizeof(long long) == 8);
  struct { char c; long long l; } s;
  assert(sizeof s == 12);
  return 0;
}
