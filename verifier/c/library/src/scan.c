#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

void __muster_unmodelled(void);

// The lengths of integers (format.c).
enum { normal, chars, shorts, longs, longlongs };

int __muster_length(const char **format);
int __muster_number(const char **format);
int __muster_scan_in(const char *set, char c);

static void store(void *to, int size, unsigned long long v) {
  switch (size) {
  case chars: *(signed char *)to = v; break;
  case shorts: *(short *)to = v; break;
  case longs: *(long *)to = v; break;
  case longlongs: *(long long *)to = v; break;
  default: *(int *)to = v;
  }
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

// Reads an integer of so many characters at most: where it ends, or a null pointer if there is none. One that is too large is the largest of the type
// long, or long long.
static const char *integer(const char *p, int width, int base, int is_signed, int size, unsigned long long *v) {
  int negative = 0, fits = 1;
  if (width && (*p == '+' || *p == '-')) {
    negative = *p++ == '-';
    width--;
  }
  int any = 0;
  if (width && *p == '0') {
    p++;
    width--;
    any = 1;
    if (width && (*p == 'x' || *p == 'X') && (base == 0 || base == 16)) {
      p++;
      width--;
      base = 16; // without digits behind it, it is 0 to glibc
    }
    if (base == 0) base = 8;
  }
  if (base == 0) base = 10;
  unsigned long long most = size == longlongs ? ULLONG_MAX : ULONG_MAX;
  if (is_signed) most = most / 2 + negative;
  *v = 0;
  for (; width && digit(*p) < base; p++, width--) {
    unsigned d = digit(*p);
    if (fits && *v <= (most - d) / base) *v = *v * base + d;
    else fits = 0;
    any = 1;
  }
  if (!any) return 0;
  if (!fits) errno = ERANGE;
  if (!fits) *v = most;
  if (negative && (fits || is_signed)) *v = -*v;
  return p;
}

static const char *end(const char *set) {
  if (*set == ']') set++;
  while (*set && *set != ']') set++;
  return set;
}

int vsscanf(const char *s, const char *format, va_list list) {
  const char *p = s;
  int count = 0;
  for (; *format; format++) {
    if (isspace((unsigned char)*format)) {
      while (isspace((unsigned char)*p)) p++;
      continue;
    }
    if (*format != '%') {
      if (!*p) return count ? count : EOF;
      if (*p++ != *format) return count;
      continue;
    }
    format++;
    int skip = *format == '*';
    if (skip) format++;
    int width = __muster_number(&format), size = __muster_length(&format);
    if (*format != 'c' && *format != '[' && *format != 'n') {
      while (isspace((unsigned char)*p)) p++;
    }
    if (*format == 'n') {
      if (!skip) store(va_arg(list, void *), size, p - s);
      continue;
    }
    if (!*p) return count ? count : EOF;
    if (*format == '%') {
      if (*p++ != '%') return count;
      continue;
    }
    if (size != normal && (*format == 'c' || *format == 's' || *format == '[')) __muster_unmodelled();
    char *d = 0;
    if (!skip && (*format == 'c' || *format == 's' || *format == '[')) d = va_arg(list, char *);
    if (*format == 'c') {
      if (width == 0) width = 1;
      for (int i = 0; i < width && *p; i++, p++) {
        if (d) d[i] = *p;
      }
    } else if (*format == 's') {
      int i = 0;
      for (; (width == 0 || i < width) && *p && !isspace((unsigned char)*p); i++, p++) {
        if (d) d[i] = *p;
      }
      if (d) d[i] = 0;
    } else if (*format == '[') {
      format++;
      int not = *format == '^';
      if (not) format++;
      int i = 0;
      for (; (width == 0 || i < width) && *p && __muster_scan_in(format, *p) != not; i++, p++) {
        if (d) d[i] = *p;
      }
      if (i == 0) return count;
      if (d) d[i] = 0;
      format = end(format);
    } else {
      int base = 10;
      switch (*format) {
      case 'd':
      case 'u': break;
      case 'i': base = 0; break;
      case 'o': base = 8; break;
      case 'x':
      case 'X': base = 16; break;
      default: __muster_unmodelled();
      }
      unsigned long long v;
      p = integer(p, width ? width : -1, base, *format == 'd' || *format == 'i', size, &v);
      if (!p) return count;
      if (!skip) store(va_arg(list, void *), size, v);
    }
    if (!skip) count++;
  }
  return count;
}

int sscanf(const char *s, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsscanf(s, format, list);
  va_end(list);
  return n;
}

int __isoc99_vsscanf(const char *s, const char *format, va_list list) { return vsscanf(s, format, list); }

int __isoc99_sscanf(const char *s, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsscanf(s, format, list);
  va_end(list);
  return n;
}
