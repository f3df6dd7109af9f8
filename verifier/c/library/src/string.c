#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void __muster_accessed(const void *p, size_t n);
void __muster_apart(const void *to, size_t n, const void *from, size_t k);
int __muster_positive(void);

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) { a++; b++; }
  return *(const unsigned char *)a - *(const unsigned char *)b;
}

int strncmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    if (*a != *b) return *(const unsigned char *)a - *(const unsigned char *)b;
    if (!*a) return 0;
  }
  return 0;
}

// In the C locale.
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

size_t strxfrm(char *d, const char *s, size_t n) {
  size_t k = strlen(s);
  for (size_t i = 0; i < n && i <= k; i++) {
    __muster_apart(d, i + 1, s, i + 1);
    d[i] = s[i];
  }
  return k;
}

// Copies a text to where another one ends, and returns its end.
static char *copied(char *to, char *d, const char *s) {
  const char *from = s;
  while (__muster_apart(to, d - to + 1, from, s - from + 1), (*d = *s)) { d++; s++; }
  return d;
}

// The same, of at most so many characters, and without the end.
static char *copied_most(char *to, char *d, const char *s, size_t n) {
  const char *from = s;
  for (; n && (__muster_apart(to, d - to + 1, from, s - from + 1), *s); n--) { *d = *s; d++; s++; }
  return d;
}

char *strcpy(char *d, const char *s) {
  copied(d, d, s);
  return d;
}

char *stpcpy(char *d, const char *s) { return copied(d, d, s); }

char *strncpy(char *d, const char *s, size_t n) {
  for (size_t i = copied_most(d, d, s, n) - d; i < n; i++) d[i] = 0;
  return d;
}

char *stpncpy(char *d, const char *s, size_t n) {
  char *end = copied_most(d, d, s, n);
  for (size_t i = end - d; i < n; i++) d[i] = 0;
  return end;
}

char *strcat(char *d, const char *s) {
  copied(d, d + strlen(d), s);
  return d;
}

char *strncat(char *d, const char *s, size_t n) {
  char *begin = d + strlen(d), *end = copied_most(d, begin, s, n);
  __muster_apart(d, end - d + 1, s, end - begin);
  *end = 0;
  return d;
}

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (!*s) return 0;
  }
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

char *strrchr(const char *s, int c) {
  const char *r = 0;
  for (;; s++) {
    if (*s == (char)c) r = s;
    if (!*s) return (char *)r;
  }
}

static int begins(const char *s, const char *t) {
  while (*t && *s == *t) { s++; t++; }
  return !*t;
}

char *strstr(const char *s, const char *t) {
  for (;; s++) {
    if (begins(s, t)) return (char *)s;
    if (!*s) return 0;
  }
}

static int contains(const char *set, char c) {
  while (*set && *set != c) set++;
  return *set != 0;
}

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && contains(set, s[n])) n++;
  return n;
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !contains(set, s[n])) n++;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  while (*s && !contains(set, *s)) s++;
  return *s ? (char *)s : 0;
}

char *strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  while (*s && contains(set, *s)) s++;
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *word = s;
  while (*s && !contains(set, *s)) s++;
  if (*s) *s++ = 0;
  *rest = s;
  return word;
}

static char *left;

char *strtok(char *s, const char *set) {
  if (!s) s = left;
  if (!s) return 0;
  return strtok_r(s, set, &left);
}

char *strsep(char **rest, const char *set) {
  char *word = *rest;
  if (!word) return 0;
  char *s = word;
  while (*s && !contains(set, *s)) s++;
  if (*s) {
    *s = 0;
    *rest = s + 1;
  } else {
    *rest = 0;
  }
  return word;
}

char *strdup(const char *s) {
  size_t n = strlen(s);
  char *d = malloc(n + 1);
  if (!d) return 0;
  for (size_t i = 0; i <= n; i++) d[i] = s[i];
  return d;
}

char *strndup(const char *s, size_t most) {
  size_t n = strnlen(s, most);
  char *d = malloc(n + 1);
  if (!d) return 0;
  for (size_t i = 0; i < n; i++) d[i] = s[i];
  d[n] = 0;
  return d;
}

// Which of two parts of memory is less, and no more, is said.
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  __muster_accessed(a, n);
  __muster_accessed(b, n);
  for (; n; n--, p++, q++) {
    if (*p != *q) return *p < *q ? -__muster_positive() : __muster_positive();
  }
  return 0;
}

void *memchr(const void *s, int c, size_t n) {
  for (const unsigned char *p = s; n; n--, p++) {
    if (*p == (unsigned char)c) return (void *)p;
  }
  return 0;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *p = s;
  while (*p != (unsigned char)c) p++;
  return (void *)p;
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  for (; n; n--) {
    if (p[n - 1] == (unsigned char)c) return (void *)(p + n - 1);
  }
  return 0;
}

void *memmem(const void *s, size_t n, const void *t, size_t k) {
  const unsigned char *p = s, *q = t;
  for (; n >= k; n--, p++) {
    size_t i = 0;
    while (i < k && p[i] == q[i]) i++;
    if (i == k) return (void *)p;
  }
  return 0;
}

void *memccpy(void *d, const void *s, int c, size_t n) {
  unsigned char *to = d;
  const unsigned char *from = s;
  for (size_t k = 1; n; n--, k++) {
    __muster_apart(d, k, s, k);
    *to = *from++;
    if (*to++ == (unsigned char)c) return to;
  }
  return 0;
}

void *mempcpy(void *d, const void *s, size_t n) { return (char *)memcpy(d, s, n) + n; }
