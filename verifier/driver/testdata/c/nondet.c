// safe
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  assert(c >= 0 && c <= 255 && (c & 15) + (c & 240) == c && (c >> 4) == c / 16);
  short s = __VERIFIER_nondet_short();
  assert((unsigned short)s % 65536 == (s < 0 ? s + 65536 : s));
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  assert((a ^ b ^ b) == a || a != b || 1);
  __VERIFIER_assume(a > 0 && a < 100 && b > a);
  assert(b - a > 0 && a + 1 > a);
  return 0;
}
