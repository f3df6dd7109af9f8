// safe
// Functions within functions use variables of those around them.
extern void reach_error(void);
static int apply(int (*f)(int), int x) { return f(x); }
static int outer(int a, int depth) {
  int sum = 0, list[3] = { 1, 2, 3 };
  auto int later(int);
  int add(int x) { sum += x; return sum; }
  int twice(int x) { int inner(int y) { return y * a + sum; } add(x); return later(x) + inner(x); }
  int later(int x) { list[1] = x; return add(x); }
  int plain(int x) { return x + 1; }
  if (depth > 0) sum += outer(a + 1, depth - 1);
  int r = twice(3);
  if (list[1] != 3) reach_error();
  return r + apply(plain, 1) + apply(&plain, 2);
}
// Lengths in their parameters are evaluated where they are called, with the variables that are seen where they are defined.
static int lengths(void) {
  int n = 2, t[5] = { 1, 2, 3, 4, 5 };
  int count(int m, int a[m + n++]) { return a[m + n - 2]; }
  int around(int k, int (*g)(int b[n + k])) {
    int inner(int c[++n][++k]) { return sizeof c[0] / sizeof(int) + n; }
    int x[9][9];
    return inner(x) + k;
  }
  int (*never)(int b[n++]) = 0;
  return count(1, t) != 3 || n != 3 || around(3, 0) != 12 || n != 4 || never;
}
int main(void) {
  if (lengths()) reach_error();
  if (outer(2, 0) != 23 || outer(2, 1) != 75) reach_error();
  return 0;
}
