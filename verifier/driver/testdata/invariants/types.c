// Small and unsigned types, mixed signs, members, remainders, a loop by goto, and one in a function that is called twice.
// want loop 36:3 ((long long)s.left % 2) == 0
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct { unsigned left; short step; } s;
unsigned char b;
unsigned long total;

static int up(int from, int to) {
  int k = from;
  while (k < to) k++;
  return k;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int i = 0;
  if (n > 1000) return 0;
  total = 0;
  while (i < (int)n) {
    i++;
    total += 1;
  }
  if (total != n) reach_error();
  for (b = 10; b > 0; b--)
    ;
  i = -3;
again:
  i += 1;
  if (i < 4) goto again;
  if (i != 4 || b != 0) reach_error();
  if (up(0, 5) != 5 || up(-4, 2) != 2) reach_error();
  s.left = 0;
  s.step = 2;
  while (s.left < 2000) s.left = s.left + 2;
  if (s.left % 2 != 0) reach_error();
  return 0;
}
