// A name in an invariant is that of the variable that has it at the loop: of the three called x, and of limit, which is hidden.
// want loop 13:5 x >= 0
// want loop 13:5 x <= 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x = 100, limit = 50;
int main(void) {
  unsigned x = 3, n = __VERIFIER_nondet_int();
  limit = 50;
  {
    int x = 0;
    enum { limit = 7 };
    while (x < limit) {
      int y = x;
      x = y + 1;
    }
    if (x != 7) reach_error();
  }
  while (x > 0) x--;
  if (x != 0 || limit != 50) reach_error();
  while (n > 0) n /= 2; // so there are too many executions to run them all
  return 0;
}
