// unsafe 5:34
// model=ILP32
#include <assert.h>
int main(int argc, const char **argv) {
  if (argc == 3) while (*++argv) assert((*argv)[0] != 'x' || argv[1] || argv[0] == argv[-1]);
  return 0;
}
