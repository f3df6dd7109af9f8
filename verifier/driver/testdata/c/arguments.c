// safe
#include <assert.h>
int main(int argc, char *argv[]) {
  assert(argc > 0 && !argv[argc] && argv[0] && argv[argc - 1]);
  unsigned long *words = (unsigned long *)argv;
  assert(words[argc] == 0 && words[0] == (unsigned long)argv[0]);
  if (argc > 2) {
    argv[1][0] = 'a';
    argv[2] = argv[1] + 1;
    assert(argv[1][0] == 'a' && argv[2] != argv[0] && argv[2] > argv[1] && words[2] == words[1] + 1);
  }
  return 0;
}
