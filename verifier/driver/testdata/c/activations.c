// unsafe 10:50
// A pointer that is handed down belongs to the call that made it.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int last(int n, int (*up)(void)) {
  int own(void) { return n; }
  return n % 4 == 3 ? up() : last(n + 1, own);
}
int main(void) {
  if (last(__VERIFIER_nondet_int() & 3, 0) == 2) reach_error();
  return 0;
}
