// check=overflow
// Shifts of signed numbers to the left, and the division whose result does not fit.
#include <limits.h>
static int one = 1, n = 31, least = INT_MIN;
static long word = 1L << 40;

int main(void) {
  int x = 0;
  short s = 16384;
  long l;
  switch (CASE) {
  case 1: x = 1 << 31; break; // fault 1
  case 2: x = one << n; break; // fault 2
  case 3: x = -one << 1; break; // fault 3
  case 4: x = -1 << 0; break; // fault 4
  case 5: x = (one + 1) << 30; break; // fault 5
  case 6: l = word << 23; break; // fault 6
  case 7: n--; x = 3; x <<= n; break; // fault 7
  case 8: x = least % -one; break; // fault 8
  case 9: x = least / -one; break; // fault 9
  case 10: s <<= n - 14; break; // fault 10
  }
  x = one << 30;
  x = 0 << n;
  x = 5 << (n & 7);
  s <<= 2;
  l = word << 22;
  unsigned u = 3u << n;
  x = least % one + -7 % -one + (least + 1) / -one;
  return 0;
}
