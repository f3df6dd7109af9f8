// safe
#include <assert.h>
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static op table[] = { add, &mul };
static int apply(op f, int a, int b) { return f(a, b); }
static int fib(int n) { int l = n, *p = &l; if (n < 2) return *p; l = fib(n - 1) + fib(n - 2); return *p; }
static int counter(void) { static int n = 5; return ++n; }
int main(void) {
  assert(apply(table[0], 2, 3) == 5 && apply(table[1], 2, 3) == 6 && (*table[1])(4, 5) == 20);
  assert(table[0] != table[1] && table[0] == add);
  assert(fib(4) == 3 && counter() + 0 == 6 && counter() == 7);
  assert(({ int t = 4; t * 2; }) == 8);
  int *p = (int[]){ 1, 2, 3 };
  assert(p[2] == 3);
  enum e { A, B = 5, C } v = C;
  assert(v == 6 && sizeof(enum e) == 4);
  return 0;
}
