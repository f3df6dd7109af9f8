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
int main(void) {
  if (outer(2, 0) != 23 || outer(2, 1) != 75) reach_error();
  return 0;
}
