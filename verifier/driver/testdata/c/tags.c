// safe
#include <assert.h>
#include <stdarg.h>
#include <wchar.h>
// Tags, literals, labels and fields that are easily taken for others.
struct s { int a; };
struct f { unsigned low : 3; unsigned long wide : 33; };
struct flexible { char n; short list[]; };
static struct flexible three = { 3, { 1, 2, 7 } }, none = { 5 };
static const wchar_t joined[] = L"ab" "cd";
static int calls;
static int call(int x) { calls++; return x; }
static int last(int n, ...) {
  va_list ap, two;
  va_start(ap, n);
  int first = va_arg(ap, int);
  va_copy(two, ap);
  int second = va_arg(two, int);
  va_end(two);
  va_end(ap);
  return first * 10 + second;
}
typedef union { int *i; const char *c; } either __attribute__((transparent_union));
static int taken(either x, int k) { return k ? *x.i : *x.c; }
#define FIND(x) ({ __label__ out; int r = 0; if (x) goto out; r = 1; out: r; })
int main(void) {
  struct f f = { 2, -1 };
  assert((0, f.low) - 3 < 0 && (f.low = 1) - 2 < 0);
  assert(f.wide + f.wide == 0x1fffffffe && ~f.wide == 0 && f.wide << 4 == 0x1fffffff0);
  {
    struct s { char b[3]; } s = { "ab" };
    assert(sizeof s == 3 && sizeof(struct s) == 3);
  }
  assert(sizeof(struct s) == 4);
  assert('ab' == 'a' * 256 + 'b' && sizeof joined == 5 * sizeof(wchar_t) && joined[2] == 'c');
  assert(three.list[2] == 7 && none.n == 5);
  assert((call(4) ?: 9) == 4 && (call(0) ?: 9) == 9 && calls == 2);
  assert(FIND(calls) + 2 * FIND(!calls) == 2);
  either e = { .i = &calls };
  assert(taken(&calls, 1) == 2 && taken("x", 0) == 'x' && taken(e, 1) == 2);
  short narrow = -3;
  assert(last(1, narrow, 'a') == -30 + 'a');
  return 0;
}
