// safe
#include <assert.h>
#include <limits.h>
int main(void) {
  int a = 7, b = -2;
  assert(a / b == -3 && a % b == 1 && -a / 2 == -3 && -a % 2 == -1);
  unsigned u = 0;
  u--;
  assert(u == UINT_MAX && u + 1 == 0 && u > -1 == 0);
  int m = INT_MAX;
  m++;
  assert(m == INT_MIN && -m == m && m / -1 == m);
  unsigned char c = 200;
  assert(c + c == 400 && (unsigned char)(c + c) == 144 && (signed char)c == -56);
  c += 100;
  assert(c == 44);
  long long x = 1;
  x = x << 40;
  assert(x == 1099511627776LL && (int)x == 0 && x >> 38 == 4);
  assert((short)0x18000 == -32768 && (unsigned short)-1 == 65535);
  assert(-1 >> 1 == -1 && -5 >> 1 == -3 && (-5 & 3) == 3 && (-5 | 2) == -5 && (-5 ^ 7) == -4 && ~5 == -6);
  assert((1u << 31) == 0x80000000u && 1 << 4 == 16);
  assert(-1 < 1u == 0 && (long)-1 < 1u);
  _Bool t = 4;
  t += 3;
  assert(t == 1 && !t == 0 && sizeof(t) == 1);
  return 0;
}
