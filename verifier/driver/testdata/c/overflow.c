// unsafe 6:12
// overflow=check
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = (x + 1);
  return y;
}
