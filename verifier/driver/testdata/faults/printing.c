// check=bounds,null,memory
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int format(char *d, size_t n, const char *f, ...) {
  va_list list;
  va_start(list, f);
  int r = vsnprintf(d, n, f, list); // fault 1
  va_end(list);
  return r;
}
static void show(const char *f, ...) {
  va_list list;
  va_start(list, f);
  vprintf(f, list); // fault 2 unseen
  va_end(list);
}
int main(int argc, char **argv) {
  char b[4], open[3] = {'a', 'b', 'c'};
  const char *f = "%d!";
  if (CASE == 1) format(b, 9, "%s", "abcd");
  if (CASE == 2) show("%d", 1L);
  if (CASE == 3) sprintf(b, f, 123); // fault 3
  if (CASE == 4) __builtin___strcpy_chk(b, "abcd", 4); // fault 4
  if (CASE == 5) return printf("%s", open) < 0; // fault 5
  if (CASE == 6) return argv[argc][0]; // fault 6
  if (CASE == 7) return argv[0][strlen(argv[0]) + 1] == 1; // fault 7 unseen
  if (CASE == 8) return argv[argc + 1] == 0; // fault 8 unseen
  if (CASE == 9 && argc > 1) argv[1][0] = argv[1][1]; // fault 9 unseen
  if (CASE == 10) scanf("%[a-c]", b); // fault 10 unseen
  if (CASE == 11) sscanf("abcd", "%s", b); // fault 11
  return 0;
}
