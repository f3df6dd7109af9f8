#include <stddef.h>
#include <string.h>
#include <strings.h>

static int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int strcasecmp(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) { a++; b++; }
  return lower(*a) - lower(*b);
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    if (lower(*a) != lower(*b)) return lower(*a) - lower(*b);
    if (!*a) return 0;
  }
  return 0;
}

char *strcasestr(const char *s, const char *t) {
  for (;; s++) {
    size_t i = 0;
    while (t[i] && lower(s[i]) == lower(t[i])) i++;
    if (!t[i]) return (char *)s;
    if (!*s) return 0;
  }
}

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void bzero(void *p, size_t n) { memset(p, 0, n); }
void explicit_bzero(void *p, size_t n) { memset(p, 0, n); }
void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
