// unknown given, which is not declared (called at undeclared.c:6:11), before the error at undeclared.c:7:14
// What nothing declares may be anything: only verifiers' own names are inputs.
void reach_error(void);

int main(void) {
  int x = given(3), y = nondet_int();
  if (x > 0) reach_error();
  return y;
}
