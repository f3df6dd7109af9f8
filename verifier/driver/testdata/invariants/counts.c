// want loop 10:3 y >= 0
// want loop 16:3 i <= n
// want loop 16:3 i >= 0
// want statement 17:8 y <= 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = n;
  if (n < 0) return 0;
  while (y > 0) {
    x++;
    y--;
  }
  if (x != n) reach_error();
  y = -5;
  for (int i = 0; i < n; i++) x = i;
  do { y++; } while (y < 10);
  if (y != 10) reach_error();
  return 0;
}
