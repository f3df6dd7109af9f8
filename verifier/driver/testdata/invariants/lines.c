// Positions are those of the file itself, whatever lines tell of others.
// want loop 11:3 i <= 5
# 1 "/usr/include/x.h" 1 3 4
#line 100 "orig.c"
#define TWICE i++; i++
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#line 200
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  while (i < 5) i++;
  do { TWICE; } while (i < 12); // at a macro, of which nothing is said
  if (i != 13) reach_error();
  while (n > 0) n /= 2; // so there are too many executions to run them all
  return 0;
}
