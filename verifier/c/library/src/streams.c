#include <errno.h>
#include <stdio.h>

size_t __muster_below(size_t limit);

// What is in a file is what the program's header says.
static char files[3][216];
FILE *stdin = (FILE *)files[0];
FILE *stdout = (FILE *)files[1];
FILE *stderr = (FILE *)files[2];

int fileno(FILE *f) {
  for (int i = 0; i < 3; i++) {
    if (f == (FILE *)files[i]) return i;
  }
  int n = (int)__muster_below(1 << 20) - 1;
  if (n < 0) errno = EBADF;
  return n;
}
