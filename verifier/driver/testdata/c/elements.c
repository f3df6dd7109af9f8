// unsafe 13:7
// What is behind an element is set and copied with it.
#include <string.h>
extern void reach_error(void);
struct s { int a, b; };
int main(void) {
  struct s x[4];
  x[2].a = 5, x[3].b = 7;
  memset(&x[1], 0, 2 * sizeof(struct s));
  int a[4] = {1, 2, 3, 4}, b[4] = {0};
  memcpy(&b[1], &a[2], 2 * sizeof(int));
  if (x[2].a == 0 && x[3].b == 7 && b[2] == 4 && b[3] == 0)
      reach_error();
  return 0;
}
