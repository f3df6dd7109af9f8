#include <stdlib.h>
#include <wchar.h>

void __muster_apart(const void *to, size_t n, const void *from, size_t k);

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t wcsnlen(const wchar_t *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
  while (*a && *a == *b) { a++; b++; }
  return *a < *b ? -1 : *a > *b;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (; n; n--, a++, b++) {
    if (*a != *b) return *a < *b ? -1 : 1;
    if (!*a) return 0;
  }
  return 0;
}

static void apart(const wchar_t *d, size_t n, const wchar_t *s, size_t k) { __muster_apart(d, n * sizeof *d, s, k * sizeof *s); }

// Copies a text to where another one ends, and returns its end.
static wchar_t *copied(wchar_t *to, wchar_t *d, const wchar_t *s) {
  const wchar_t *from = s;
  while (apart(to, d - to + 1, from, s - from + 1), (*d = *s)) { d++; s++; }
  return d;
}

// The same, of at most so many characters, and without the end.
static wchar_t *copied_most(wchar_t *to, wchar_t *d, const wchar_t *s, size_t n) {
  const wchar_t *from = s;
  for (; n && (apart(to, d - to + 1, from, s - from + 1), *s); n--) { *d = *s; d++; s++; }
  return d;
}

wchar_t *wcscpy(wchar_t *d, const wchar_t *s) {
  copied(d, d, s);
  return d;
}

wchar_t *wcpcpy(wchar_t *d, const wchar_t *s) { return copied(d, d, s); }

wchar_t *wcsncpy(wchar_t *d, const wchar_t *s, size_t n) {
  for (size_t i = copied_most(d, d, s, n) - d; i < n; i++) d[i] = 0;
  return d;
}

wchar_t *wcscat(wchar_t *d, const wchar_t *s) {
  copied(d, d + wcslen(d), s);
  return d;
}

wchar_t *wcsncat(wchar_t *d, const wchar_t *s, size_t n) {
  wchar_t *begin = d + wcslen(d), *end = copied_most(d, begin, s, n);
  apart(d, end - d + 1, s, end - begin);
  *end = 0;
  return d;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (;; s++) {
    if (*s == c) return (wchar_t *)s;
    if (!*s) return 0;
  }
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *r = 0;
  for (;; s++) {
    if (*s == c) r = s;
    if (!*s) return (wchar_t *)r;
  }
}

static int begins(const wchar_t *s, const wchar_t *t) {
  while (*t && *s == *t) { s++; t++; }
  return !*t;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *t) {
  for (;; s++) {
    if (begins(s, t)) return (wchar_t *)s;
    if (!*s) return 0;
  }
}

static int contains(const wchar_t *set, wchar_t c) {
  while (*set && *set != c) set++;
  return *set != 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && contains(set, s[n])) n++;
  return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && !contains(set, s[n])) n++;
  return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  while (*s && !contains(set, *s)) s++;
  return *s ? (wchar_t *)s : 0;
}

wchar_t *wcsdup(const wchar_t *s) {
  size_t n = wcslen(s);
  wchar_t *d = malloc((n + 1) * sizeof *d);
  if (!d) return 0;
  for (size_t i = 0; i <= n; i++) d[i] = s[i];
  return d;
}

wchar_t *wmemset(wchar_t *d, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = c;
  return d;
}

wchar_t *wmemcpy(wchar_t *d, const wchar_t *s, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = s[i];
  return d;
}

wchar_t *wmemmove(wchar_t *d, const wchar_t *s, size_t n) {
  if (d <= s) return wmemcpy(d, s, n);
  while (n--) d[n] = s[n];
  return d;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (; n; n--, a++, b++) {
    if (*a != *b) return *a < *b ? -1 : 1;
  }
  return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (; n; n--, s++) {
    if (*s == c) return (wchar_t *)s;
  }
  return 0;
}
