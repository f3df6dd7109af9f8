// safe
// The header of glibc has other members in a FILE.
#include <assert.h>
struct _IO_FILE { int _flags; char *_IO_read_ptr, *_IO_read_end; char rest[192]; };
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
extern int fprintf(FILE *restrict, const char *restrict, ...);
extern int fputs(const char *restrict, FILE *restrict);
extern int fileno(FILE *);
int main(void) {
  assert(stdout && stderr && stdout != stderr);
  assert(fprintf(stderr, "x%d", 1) == 2 && fputs("y", stdout) >= 0 && fileno(stdin) == 0);
  return 0;
}
