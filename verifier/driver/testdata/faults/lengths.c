// check=bounds,overflow
// The length of an array is at least 1, and the array is no larger than an object may be.

int main(void) {
  unsigned long n = 1;
  int m = 1;
  switch (CASE) {
  case 1: m = 0; break;
  case 2: m = -1; break;
  case 3: n = 1ul << 61; break;
  case 4: m = 1 << 30, n = 1 << 30; break;
  }
  if (n == 1) {
    int a[m]; // fault 1 // fault 2
    a[0] = 1;
  } else if (m == 1) {
    int a[n]; // fault 3
  } else {
    short a[m][n][4]; // fault 4
  }
  return 0;
}
