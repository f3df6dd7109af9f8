// unsafe 31:47
// What vscanf reads is any, and only as much of it as it returns.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int words(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vscanf(format, list);
  va_end(list);
  return n;
}

static int numbers(FILE *f, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vfscanf(f, format, list);
  va_end(list);
  return n;
}

int main(void) {
  char word[4] = "one";
  int x = 5;
  short y = 6;
  int n = words("%*d%3[a-c]", word);
  assert(n == -1 || n == 0 || n == 1);
  if (n < 1) assert(word[0] == 'o');
  else assert(word[0] >= 'a' && word[0] <= 'c' && (!word[1] || !word[2] || !word[3]));
  if (numbers(stdin, "%d, %hx", &x, &y) == 2) assert(x != 7 || y != 300);
  else assert(y == 6);
  return 0;
}
