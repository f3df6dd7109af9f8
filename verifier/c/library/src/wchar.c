#include <stdlib.h>
#include <wchar.h>

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

wchar_t *wcscpy(wchar_t *d, const wchar_t *s) {
  wchar_t *r = d;
  while ((*d = *s)) { d++; s++; }
  return r;
}

wchar_t *wcpcpy(wchar_t *d, const wchar_t *s) {
  while ((*d = *s)) { d++; s++; }
  return d;
}

wchar_t *wcsncpy(wchar_t *d, const wchar_t *s, size_t n) {
  wchar_t *r = d;
  for (; n && *s; n--) { *d = *s; d++; s++; }
  for (; n; n--) { *d = 0; d++; }
  return r;
}

wchar_t *wcscat(wchar_t *d, const wchar_t *s) {
  wchar_t *r = d;
  while (*d) d++;
  while ((*d = *s)) { d++; s++; }
  return r;
}

wchar_t *wcsncat(wchar_t *d, const wchar_t *s, size_t n) {
  wchar_t *r = d;
  while (*d) d++;
  for (; n && *s; n--) { *d = *s; d++; s++; }
  *d = 0;
  return r;
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
