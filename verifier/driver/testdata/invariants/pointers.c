// Of pointers it is said only that they are null, or not; elements of arrays have constant indices in the bounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[3];
int main(void) {
  int *p = 0, v = 4, i = 0, k = __VERIFIER_nondet_int();
  long long wide = 0;
  if (k < 0 || k > 1 << 30) return 0;
  a[1] = 5;
  while (i < k) {
    if (p) a[1] = 5;
    i++;
    wide = wide + k;
  }
  if (p || a[1] != 5 || i != k) reach_error();
  p = &v;
  while (__VERIFIER_nondet_int()) *p = 4;
  if (v != 4) reach_error();
  return 0;
}
