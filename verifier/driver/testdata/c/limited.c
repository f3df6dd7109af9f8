// unsafe 10:19
// A program that limits its memory may have none.
#include <stdlib.h>
#include <sys/resource.h>
void reach_error(void);

int main(void) {
  struct rlimit limit = {1 << 20, 1 << 20};
  setrlimit(RLIMIT_AS, &limit);
  if (!malloc(8)) reach_error();
  return 0;
}
