// unknown floating-point arithmetic at float.c:5:7
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() * 0.5 > 3) reach_error();
  return 0;
}
