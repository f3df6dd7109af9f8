// check=pointer
// Arithmetic on pointers that leaves the object; one behind it is no fault. gcc's sanitizers do not look at that.
#include <stdlib.h>
static int a[4], sink;

int main(void) {
  int *p = a + 4, *q = malloc(16);
  size_t n = 0;
  if (!q) return 0;
  switch (CASE) {
  case 1: p++; return 0; // fault 1 unseen
  case 2: p = a - 1; sink = p[1]; return 0; // fault 2 unseen
  case 3: p = q + (n - 1); return 0; // fault 3 unseen
  case 4: q -= 2; return 0; // fault 4 unseen
  }
  p--;
  *p = 1;
  sink = *(p - 4 + 3); // only where this comes to is asked about
  p = q + 4;
  while (p > q) *--p = 2;
  return 0;
}
