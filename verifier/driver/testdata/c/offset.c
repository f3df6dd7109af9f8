// unsafe 9:63
#include <stddef.h>
void reach_error(void);
struct s { char c; int i; };
struct t { struct s a, b; };
int main(void) {
  struct t x;
  x.b.i = 7;
  if (offsetof(struct t, b.i) != 12 || &x.b.i == 0) return 0; reach_error();
  return 0;
}
