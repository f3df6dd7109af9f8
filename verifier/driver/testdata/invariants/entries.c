// The loops have several entries, so blocks of the inner one are copied: what is said of it holds in both copies.
// want loop 13:5 k <= 1
// want loop 13:5 k >= 0
// want loop 13:5 x <= 2
// want loop 10:3 x <= 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, k = 0; if (__VERIFIER_nondet_int()) goto in;
  while (__VERIFIER_nondet_int()) {
    x = 1;
  in:
    for (k = 0; k < 1; k++) { if (__VERIFIER_nondet_int()) { x = 2; } }
  }
  if (x > 2 || k > 1) { reach_error(); }
  return 0;
}
