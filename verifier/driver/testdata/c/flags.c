// safe
// What is tested and set, or cleared, is one byte, of whatever it is. The flag is that of gcc's header.
#include <assert.h>
typedef _Atomic struct { _Bool value; } atomic_flag;
int main(void) {
  atomic_flag f = {0};
  int n = 513;
  assert(!__atomic_test_and_set(&f, 5) && __atomic_test_and_set(&f, 5));
  __atomic_clear(&f, 5);
  assert(!__atomic_test_and_set(&f, 5));
  __atomic_clear(&n, 0);
  assert(n == 512 && !__atomic_test_and_set(&n, 0) && n == 513 && __atomic_test_and_set(&n, 0) == 1);
  return 0;
}
