// safe
#include <assert.h>
#define KIND(x) _Generic((x), int: 1, long: 2, unsigned long: 3, long long: 4, unsigned long long: 5, default: 6)
int main(void) {
  long a = 1;
  long long b = 2;
  unsigned long c = 3;
  int i = a == 1;
  assert(KIND(a + b) == 4 && KIND(i ? a : b) == 4 && KIND((i ? a : -7LL) + i) == 4 && KIND(a + i) == 2);
  assert(KIND(c + b) == 5 && KIND(i ? c : b) == 5 && KIND(c + a) == 3 && KIND(a << b) == 2);
  assert(KIND((long long)a) == 4 && KIND(i ? (long long)a : a) == 4 && KIND((unsigned long)c) == 3);
  return 0;
}
