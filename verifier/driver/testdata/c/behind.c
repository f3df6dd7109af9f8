// unsafe 11:7

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[4];
int main(void) {
  int sum = 0;
  a[1] = __VERIFIER_nondet_int();
  for (int *p = a; p < &a[4]; p++) {
    if (*p == 7 && p == &a[1])
      reach_error();
    sum++;
  }
  return sum;
}
