// unsafe 10:53
// overflow=assume
#include <stddef.h>
#define INT_MAX 2147483647
struct list { int n; struct list *next; };
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x < INT_MAX && x + 1 > x;
  if (!y && (size_t)&((struct list *)0)->next == 8) reach_error();
  return y;
}
