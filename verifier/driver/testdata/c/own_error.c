// unsafe 11:3
// A function error that is declared otherwise than in glibc is the program's.
#include <assert.h>
#include <stdlib.h>

int error(const char *text);
int error_at_line(int line);

int main(void) {
  int first = error("first");
  assert(first == error("second"));
}
