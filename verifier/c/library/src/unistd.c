#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

size_t __muster_below(size_t limit);
int __muster_failed(void);
void __muster_accessed(const void *p, size_t n);
void __muster_any(char *p, size_t n);

ssize_t read(int file, void *p, size_t n) {
  if (__muster_failed()) return -1;
  size_t k = __muster_below(n + 1);
  char *to = p;
  __muster_any(to, k);
  return k;
}

ssize_t write(int file, const void *p, size_t n) {
  if (__muster_failed()) return -1;
  __muster_accessed(p, n);
  return __muster_below(n + 1);
}

ssize_t pread(int file, void *p, size_t n, off_t at) { return read(file, p, n); }
ssize_t pwrite(int file, const void *p, size_t n, off_t at) { return write(file, p, n); }
ssize_t recv(int file, void *p, size_t n, int flags) { return read(file, p, n); }
ssize_t send(int file, const void *p, size_t n, int flags) { return write(file, p, n); }

char *getcwd(char *p, size_t n) {
  if (!p || n == 0 || __muster_failed()) return 0;
  size_t k = __muster_below(n);
  __muster_any(p, k);
  p[k] = 0;
  return p;
}

int gethostname(char *p, size_t n) {
  if (__muster_failed()) return -1;
  __muster_any(p, n);
  return 0;
}

int pipe(int ends[2]) {
  if (__muster_failed()) return -1;
  ends[0] = __muster_below(1 << 20);
  ends[1] = __muster_below(1 << 20);
  return 0;
}
