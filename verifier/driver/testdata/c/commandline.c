// unsafe 17:5
void reach_error(void);
#include <string.h>
static int number(const char *s) {
  int n = 0;
  while (*s >= '0' && *s <= '9') n = 10 * n + *s++ - '0';
  return n;
}
int main(int argc, char **argv, char **envp) {
  int n = 0, debug = 0;
  while (*++argv) {
    if (!strcmp(*argv, "-n") && argv[1]) n = number(*++argv);
    else argv[0][0] = '-';
  }
  for (; *envp; envp++) debug |= !strcmp(*envp, "DEBUG=1");
  if (n == 47 && debug && argc == 4 && argv[-1][0] == '-' && argv[-1][1] == '?')
    reach_error();
}
