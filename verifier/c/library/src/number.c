#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 36;
}

// The number that a text begins with: without its sign, and at most what is least if it is negative, else what is most.
static unsigned long long number(const char *s, char **end, int base, unsigned long long least, unsigned long long most, int *negative) {
  const char *p = s;
  *negative = 0;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return 0;
  }
  while (*p == ' ' || *p >= 9 && *p <= 13) p++;
  if (*p == '-') {
    *negative = 1;
    p++;
  } else if (*p == '+') {
    p++;
  }
  if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X') && digit(p[2]) < 16) {
    p += 2;
    base = 16;
  } else if (base == 0) {
    base = *p == '0' ? 8 : 10;
  }
  if (digit(*p) >= base) {
    if (end) *end = (char *)s;
    return 0;
  }
  unsigned long long limit = *negative ? least : most, n = 0;
  int fits = 1;
  for (; digit(*p) < base; p++) {
    int d = digit(*p);
    if (fits && n <= (limit - d) / base) n = n * base + d;
    else fits = 0;
  }
  if (end) *end = (char *)p;
  if (!fits) {
    errno = ERANGE;
    return limit;
  }
  return n;
}

long strtol(const char *s, char **end, int base) {
  int negative;
  unsigned long long n = number(s, end, base, (unsigned long long)LONG_MAX + 1, LONG_MAX, &negative);
  return negative ? (n > LONG_MAX ? LONG_MIN : -(long)n) : (long)n;
}

long long strtoll(const char *s, char **end, int base) {
  int negative;
  unsigned long long n = number(s, end, base, (unsigned long long)LLONG_MAX + 1, LLONG_MAX, &negative);
  return negative ? (n > LLONG_MAX ? LLONG_MIN : -(long long)n) : (long long)n;
}

// A sign negates the number, unless it is too large.
static unsigned long long positive(const char *s, char **end, int base, unsigned long long most) {
  int negative, before = errno;
  errno = 0;
  unsigned long long n = number(s, end, base, most, most, &negative);
  if (errno == 0 && negative) n = -n;
  if (errno == 0) errno = before;
  return n;
}

unsigned long strtoul(const char *s, char **end, int base) { return (unsigned long)positive(s, end, base, ULONG_MAX); }
unsigned long long strtoull(const char *s, char **end, int base) { return positive(s, end, base, ULLONG_MAX); }
intmax_t strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
uintmax_t strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }
