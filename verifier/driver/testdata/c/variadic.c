// safe
// Variable arguments: in several passes, by copies and by functions that are given a va_list, of integers, pointers and structures.
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
struct pair { int x; long y; };
struct row { short a[3]; struct pair p; unsigned f : 3; };
static int sum(int n, ...) {
  va_list a;
  va_start(a, n);
  int s = 0;
  while (n--) s += va_arg(a, int);
  va_end(a);
  return s;
}
static long vtwice(int n, va_list a) {
  long s = 0;
  for (int i = 0; i < n; i++) s += 2 * va_arg(a, long);
  return s;
}
static long twice(int n, ...) {
  va_list a;
  va_start(a, n);
  long s = vtwice(n, a);
  va_end(a);
  return s;
}
static int mixed(const char *format, ...) {
  va_list a, b;
  int s = 0;
  va_start(a, format);
  va_copy(b, a);
  for (int pass = 0; pass < 2; pass++) {
    for (const char *p = format; *p; p++) {
      switch (*p) {
      case 'i': s += pass ? va_arg(b, int) : va_arg(a, int); break;
      case 'u': s += pass ? va_arg(b, unsigned) : va_arg(a, unsigned); break;
      case 'c': s += (char)(pass ? va_arg(b, int) : va_arg(a, int)); break;
      case 'p': s += *(pass ? va_arg(b, int *) : va_arg(a, int *)); break;
      case 's': s += (pass ? va_arg(b, char *) : va_arg(a, char *))[0]; break;
      case 't': { struct pair t = pass ? va_arg(b, struct pair) : va_arg(a, struct pair); s += t.x + t.y; break; }
      case 'r': { struct row r = pass ? va_arg(b, struct row) : va_arg(a, struct row); s += r.a[1] + r.p.y + r.f; break; }
      }
    }
    if (pass) va_end(b); else va_end(a);
  }
  va_start(a, format);
  if (format[0] == 'i') s += 1000 * va_arg(a, int);
  va_end(a);
  return s;
}
static int nested(int n, ...) {
  va_list a;
  va_start(a, n);
  int first = va_arg(a, int), inner = sum(2, first, n), second = va_arg(a, int);
  va_end(a);
  return first * 100 + inner * 10 + second;
}
static int count(int n, ...) {
  va_list a;
  va_start(a, n);
  int next = va_arg(a, int);
  va_end(a);
  return next < 0 ? n : count(n + 1, next - 1);
}
static void set(int n, ...) {
  va_list a;
  va_start(a, n);
  for (; n; n--) *va_arg(a, int *) = n;
  va_end(a);
}
static int unprototyped();
static int unprototyped(a, b) int a; char b; { return a + b; }
static int steps(va_list *a) { return va_arg(*a, int); }
static int shared(int n, ...) {
  va_list a;
  va_start(a, n);
  int s = steps(&a) * 10 + steps(&a);
  va_end(a);
  return s;
}

int main(void) {
  int k = 7, m = 0;
  assert(sum(3, 1, 2, 3) == 6 && sum(0) == 0 && sum(2, 'a', (short)-1) == 96);
  assert(twice(2, 5L, -1L) == 8);
  assert(mixed("") == 0 && mixed("iuc", -3, 4u, 'b') == 2 * 99 - 3000);
  struct pair t = {k, 1L << 40};
  struct row r = {{1, 2, 3}, {4, 5}, 6};
  assert(mixed("ps", &k, "a") == 2 * 104);
  t.y = 8;
  assert(mixed("tr", t, r) == 2 * (15 + 13));
  assert(nested(4, 1, 2) == 152 && count(0, 3) == 4);
  set(2, &k, &m);
  assert(k == 2 && m == 1);
  assert(shared(2, 3, 4) == 34);
  assert(unprototyped(1, 2) == 3 && unprototyped(1, 258, k++) == 3 && k == 3);
  int (*f)(int, ...) = sum, (*g)() = (int (*)())sum;
  assert(f(2, 4, 5) == 9 && (k ? sum : nested)(1, k) == 3);
  int *h = malloc(sizeof *h);
  set(1, h);
  assert(*h == 1);
  free(h);
  return 0;
}
