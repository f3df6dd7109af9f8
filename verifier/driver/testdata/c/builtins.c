// safe
#include <assert.h>
#include <limits.h>
int main(void) {
  int n = 0, r, a[2] = {1, 2};
  assert(__builtin_add_overflow(INT_MAX, 1, &r) && r == INT_MIN && !__builtin_mul_overflow(3, -4, &a[n++]) && a[0] == -12 && n == 1);
  assert(__builtin_add_overflow_p(INT_MAX, 1, n++) && !__builtin_add_overflow_p(INT_MAX, 1, 0L) && n == 2);
  assert(__builtin_sub_overflow_p(0, 1, 0u) && !__builtin_sub_overflow_p(0, 1, (char)0) && __builtin_mul_overflow_p(16, 16, (unsigned char)0));
  assert(__builtin_expect_with_probability(n++, 1, 0.5) == 2 && *(int *)__builtin_assume_aligned(&a[1], 4, n++ * 0) == 2 && n == 4);
  assert(__builtin_FUNCTION()[0] == 'm' && __builtin_FUNCTION()[4] == 0);
  __builtin___clear_cache(a, a + 1);
  return 0;
}
