// unsafe 11:11
// malloc=may-fail
#include <stdlib.h>
void reach_error(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 1;
  int *q = realloc(p, 8);
  if (q && *q != 1) reach_error();
  if (!q) reach_error();
  return 0;
}
