// safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int format(char *d, size_t n, const char *f, ...) {
  va_list list;
  va_start(list, f);
  int r = vsnprintf(d, n, f, list);
  va_end(list);
  return r;
}
int main(void) {
  int n;
  char b[32], *t;
  assert(printf("%d\n", 42) == 3 && fprintf(stderr, "%s", "ab") == 2 && __builtin_printf("") == 0);
  assert(puts("abc") == 4 && putchar('x') == 'x' && fputc(200, stdout) == 200 && putc(-1, stdout) == 255 && fputs("a", stderr) >= 0);
  assert(fwrite("ab", 1, 2, stdout) == 2 && !fflush(stdout));
  assert(format(b, sizeof b, "%s-%05d %-3c%%", "ab", -12, 'z') == 13 && !strcmp(b, "ab--0012 z  %"));
  assert(format(b, 4, "%lu%hhd", 123456UL, 300) == 8 && !strcmp(b, "123"));
  assert(format(0, 0, "%*.*llx%n", 9, 4, 0x7fLL, &n) == 9 && n == 9);
  const char *f = "%x!";
  assert(sprintf(b, f, 255) == 3 && !strcmp(b, "ff!") && printf(f, 16) == 3);
  assert(__builtin___sprintf_chk(b, 0, 32, "%d", 7) == 1 && b[0] == '7');
  assert(asprintf(&t, "%d", 12) == 2 && !strcmp(t, "12"));
  free(t);
  printf("%d", 3), (void)puts(f), printf(f, 3);
  return 0;
}
