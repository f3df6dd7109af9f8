// unsafe 13:5
// Bytes that are no value of _Bool are not read in vain.
#include <stdbool.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union u { bool b; unsigned char c; };
int main(void) {
  union u x;
  int flag = __VERIFIER_nondet_int();
  x.c = 7;
  if (flag && x.b) return 0;
  if (!flag)
    reach_error();
  return 0;
}
