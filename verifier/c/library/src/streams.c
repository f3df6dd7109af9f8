#include <errno.h>
#include <stdio.h>

size_t __muster_below(size_t limit);

static FILE files[3];
FILE *stdin = &files[0];
FILE *stdout = &files[1];
FILE *stderr = &files[2];

int fileno(FILE *f) {
  for (int i = 0; i < 3; i++) {
    if (f == &files[i]) return i;
  }
  int n = (int)__muster_below(1 << 20) - 1;
  if (n < 0) errno = EBADF;
  return n;
}
