#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Bool __muster_bool(void);
size_t __muster_below(size_t limit);
void __muster_accessed(const void *p, size_t n);
void __muster_any(char *p, size_t n);
FILE *__muster_file(void);
void __muster_unmodelled(void);

// A file that can be opened, or not.
static FILE *opened(void) {
  if (__muster_bool()) {
    errno = 1 + __muster_below(133);
    return 0;
  }
  return __muster_file();
}

FILE *fopen(const char *name, const char *mode) {
  __muster_accessed(name, 1);
  __muster_accessed(mode, 1);
  return opened();
}
FILE *freopen(const char *name, const char *mode, FILE *f) { return __muster_bool() ? 0 : f; }
FILE *fdopen(int file, const char *mode) { return opened(); }
FILE *popen(const char *command, const char *mode) { return opened(); }
FILE *tmpfile(void) { return opened(); }

int ungetc(int c, FILE *f) { return c == EOF || __muster_bool() ? EOF : (unsigned char)c; }

// A line of the input, or what there is room for: none at its end, or after an error.
char *fgets(char *s, int n, FILE *f) {
  int i = 0;
  if (n <= 0) return 0;
  while (i + 1 < n) {
    int c = getc(f);
    if (c == EOF) {
      if (i == 0 || __muster_bool()) return 0;
      break;
    }
    s[i++] = c;
    if (c == '\n') break;
  }
  s[i] = 0;
  return s;
}

char *gets(char *s) {
  int i = 0;
  for (;;) {
    int c = getchar();
    if (c == EOF && (i == 0 || __muster_bool())) return 0;
    if (c == EOF || c == '\n') break;
    s[i++] = c;
  }
  s[i] = 0;
  return s;
}

size_t fread(void *p, size_t size, size_t n, FILE *f) {
  size_t k = __muster_below(n + 1);
  char *to = p;
  if (size) __muster_any(to, k * size);
  return size ? k : 0;
}

size_t fwrite(const void *p, size_t size, size_t n, FILE *f) {
  __muster_accessed(p, n * size);
  if (f == stdout || f == stderr) return size ? n : 0;
  return size ? __muster_below(n + 1) : 0;
}

ssize_t getdelim(char **line, size_t *size, int end, FILE *f) {
  if (__muster_bool()) return -1;
  size_t n = 1 + __muster_below(1 << 20);
  if (!*line || *size <= n) {
    char *more = realloc(*line, n + 1);
    if (!more) return -1;
    *line = more;
    *size = n + 1;
  }
  __muster_any(*line, n);
  (*line)[n] = 0;
  return n;
}

ssize_t getline(char **line, size_t *size, FILE *f) { return getdelim(line, size, '\n', f); }

// A buffer of the program's would be written at any time.
void setbuffer(FILE *f, char *buffer, size_t size) { if (buffer) __muster_unmodelled(); }
void setbuf(FILE *f, char *buffer) { setbuffer(f, buffer, BUFSIZ); }
void setlinebuf(FILE *f) {}
int setvbuf(FILE *f, char *buffer, int mode, size_t size) {
  setbuffer(f, buffer, size);
  return mode < 0 || mode > 2 || __muster_bool() ? EOF : 0;
}

void rewind(FILE *f) {}
void clearerr(FILE *f) {}
