// safe
// The length of a member is evaluated where the structure is declared.
#include <assert.h>

int main(void) {
  int n = 1;
  struct s { int a[++n]; };
  assert(n == 2);
  struct { int a[++n]; } *p;
  assert(n == 3);
  return 0;
}
