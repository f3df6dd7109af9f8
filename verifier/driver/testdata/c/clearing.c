// safe
#include <assert.h>
#include <string.h>
int main(void) {
  int n = 3, k = 2, a[n], b[2][n][k], c[4];
  a[2] = b[1][2][1] = c[3] = 7;
  memset(b, 0, sizeof b);
  assert(b[1][2][1] == 0 && a[2] == 7);
  memset(a, 0, n * sizeof *a);
  memset(c, 0, k * sizeof *c);
  assert(a[2] == 0 && c[1] == 0 && c[3] == 7);
  return 0;
}
