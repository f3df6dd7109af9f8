#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Bool __muster_bool(void);
int __muster_int(void);
size_t __muster_below(size_t limit);
void __muster_assume(int);
void __muster_accessed(const void *p, size_t n);
void __muster_unmodelled(void);
void __muster_apart(const void *to, size_t n, const void *from, size_t k);

// What printf has for a constant format, piece by piece: n characters are before it, and there is room for as many as size says.
enum { left = 1, zero = 2, plus = 4, space = 8, alternative = 16, upper = 32 };

static void put(char *d, size_t size, size_t n, char c) {
  if (n + 1 < size) d[n] = c;
}

static size_t blanks(char *d, size_t size, size_t n, int count) {
  for (; count > 0; count--) put(d, size, n++, ' ');
  return n;
}

// What has been written when there are n characters is not k of those that are read.
static void apart(const char *d, size_t size, size_t n, const char *s, size_t k) {
  __muster_apart(d, n < size ? n + 1 : size, s, k);
}

size_t __muster_put_text(char *d, size_t size, size_t n, const char *s, int flags, int width, int precision) {
  if (width < 0) {
    flags |= left;
    width = -width;
  }
  int count = 0;
  while ((precision < 0 || count < precision) && s[count]) count++;
  apart(d, size, n + (width > count ? width : count), s, count + (count != precision));
  if (!(flags & left)) n = blanks(d, size, n, width - count);
  for (int i = 0; i < count; i++) put(d, size, n++, s[i]);
  if (flags & left) n = blanks(d, size, n, width - count);
  return n;
}

size_t __muster_put_char(char *d, size_t size, size_t n, int c, int flags, int width) {
  if (width < 0) {
    flags |= left;
    width = -width;
  }
  if (!(flags & left)) n = blanks(d, size, n, width - 1);
  put(d, size, n++, c);
  if (flags & left) n = blanks(d, size, n, width - 1);
  return n;
}

static size_t put_number(char *d, size_t size, size_t n, unsigned long long v, char sign, int base, int flags, int width, int precision) {
  char digits[24];
  int count = 0;
  if (width < 0) {
    flags |= left;
    width = -width;
  }
  int prefix = base == 16 && flags & alternative && v ? 2 : 0;
  for (; v; v /= base) {
    int k = v % base;
    digits[count++] = k < 10 ? '0' + k : k - 10 + (flags & upper ? 'A' : 'a');
  }
  int zeros = precision < 0 ? count == 0 : precision > count ? precision - count : 0;
  if (base == 8 && flags & alternative && zeros == 0) zeros = 1;
  int all = count + zeros + prefix + (sign != 0);
  if (flags & zero && !(flags & left) && precision < 0 && width > all) {
    zeros += width - all;
    all = width;
  }
  if (!(flags & left)) n = blanks(d, size, n, width - all);
  if (sign) put(d, size, n++, sign);
  if (prefix) {
    put(d, size, n++, '0');
    put(d, size, n++, flags & upper ? 'X' : 'x');
  }
  for (; zeros > 0; zeros--) put(d, size, n++, '0');
  while (count > 0) put(d, size, n++, digits[--count]);
  if (flags & left) n = blanks(d, size, n, width - all);
  return n;
}

size_t __muster_put_signed(char *d, size_t size, size_t n, long long v, int flags, int width, int precision) {
  char sign = v < 0 ? '-' : flags & plus ? '+' : flags & space ? ' ' : 0;
  return put_number(d, size, n, v < 0 ? -(unsigned long long)v : v, sign, 10, flags, width, precision);
}

size_t __muster_put_unsigned(char *d, size_t size, size_t n, unsigned long long v, int base, int flags, int width, int precision) {
  return put_number(d, size, n, v, 0, base, flags, width, precision);
}

int __muster_put_end(char *d, size_t size, size_t n) {
  if (size) d[n < size ? n : size - 1] = 0;
  return n;
}

// An address is any text but no shorter than glibc's.
static size_t put_address(char *d, size_t size, size_t n, const void *p, int flags, int width) {
  if (!p) return __muster_put_text(d, size, n, "(nil)", flags, width, -1);
  char text[19] = "0x";
  size_t k = 3 + __muster_below(sizeof text - 3);
  for (size_t i = 2; i < k; i++) {
    int c = __muster_int();
    __muster_assume(c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
    text[i] = c;
  }
  text[k] = 0;
  return __muster_put_text(d, size, n, text, flags, width, -1);
}

static int flag(char c) {
  switch (c) {
  case '-': return left;
  case '0': return zero;
  case '+': return plus;
  case ' ': return space;
  case '#': return alternative;
  }
  return 0;
}

// The lengths of integers, by their sizes: l is one of long, and ll and others are of long long where these differ.
enum { normal, chars, shorts, longs, longlongs };

int __muster_length(const char **format) {
  const char *p = *format;
  int k = normal;
  for (;; p++) {
    if (*p == 'h') k = k == shorts ? chars : shorts;
    else if (*p == 'l') k = k == longs ? longlongs : longs;
    else if (*p == 'z' || *p == 't') k = longs;
    else if (*p == 'j' || *p == 'q') k = longlongs;
    else break;
  }
  *format = p;
  return k;
}

int __muster_number(const char **format) {
  int n = 0;
  for (; **format >= '0' && **format <= '9'; ++*format) n = 10 * n + (**format - '0');
  return n;
}

int vsnprintf(char *d, size_t size, const char *format, va_list list) {
  size_t n = 0;
  const char *begin = format;
  for (; *format; format++) {
    if (*format != '%') {
      put(d, size, n++, *format);
      continue;
    }
    int flags = 0, width = 0, precision = -1;
    for (format++; flag(*format); format++) flags |= flag(*format);
    if (*format == '*') {
      format++;
      width = va_arg(list, int);
    } else {
      width = __muster_number(&format);
    }
    if (*format == '.') {
      format++;
      if (*format == '*') {
        format++;
        precision = va_arg(list, int);
      } else {
        precision = __muster_number(&format);
      }
    }
    int size_of = __muster_length(&format);
    long long v = 0;
    unsigned long long u = 0;
    switch (*format) {
    case '%':
      put(d, size, n++, '%');
      break;
    case 'c':
      if (size_of != normal) __muster_unmodelled();
      n = __muster_put_char(d, size, n, va_arg(list, int), flags, width);
      break;
    case 's':
      if (size_of != normal) __muster_unmodelled();
      n = __muster_put_text(d, size, n, va_arg(list, const char *), flags, width, precision);
      break;
    case 'p':
      n = put_address(d, size, n, va_arg(list, void *), flags, width);
      break;
    case 'd':
    case 'i':
      switch (size_of) {
      case longs: v = va_arg(list, long); break;
      case longlongs: v = va_arg(list, long long); break;
      case shorts: v = (short)va_arg(list, int); break;
      case chars: v = (signed char)va_arg(list, int); break;
      default: v = va_arg(list, int);
      }
      n = __muster_put_signed(d, size, n, v, flags, width, precision);
      break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      switch (size_of) {
      case longs: u = va_arg(list, unsigned long); break;
      case longlongs: u = va_arg(list, unsigned long long); break;
      case shorts: u = (unsigned short)va_arg(list, unsigned); break;
      case chars: u = (unsigned char)va_arg(list, unsigned); break;
      default: u = va_arg(list, unsigned);
      }
      if (*format == 'X') flags |= upper;
      if (*format == 'o') n = __muster_put_unsigned(d, size, n, u, 8, flags, width, precision);
      else if (*format == 'u') n = __muster_put_unsigned(d, size, n, u, 10, flags, width, precision);
      else n = __muster_put_unsigned(d, size, n, u, 16, flags, width, precision);
      break;
    case 'n':
      if (size_of != normal) __muster_unmodelled();
      *va_arg(list, int *) = n;
      break;
    default:
      __muster_unmodelled();
    }
  }
  apart(d, size, n, begin, format - begin + 1);
  return __muster_put_end(d, size, n);
}

int vsprintf(char *d, const char *format, va_list list) { return vsnprintf(d, SIZE_MAX, format, list); }
int __muster_vprintf(const char *format, va_list list) { return vsnprintf(0, 0, format, list); }

int __muster_printf(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(0, 0, format, list);
  va_end(list);
  return n;
}

int sprintf(char *d, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(d, SIZE_MAX, format, list);
  va_end(list);
  return n;
}

int snprintf(char *d, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(d, size, format, list);
  va_end(list);
  return n;
}

int vasprintf(char **text, const char *format, va_list list) {
  va_list again;
  va_copy(again, list);
  int n = vsnprintf(0, 0, format, list);
  *text = malloc(n + 1);
  if (*text) vsnprintf(*text, n + 1, format, again);
  else n = -1;
  va_end(again);
  return n;
}

int asprintf(char **text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vasprintf(text, format, list);
  va_end(list);
  return n;
}

// glibc's results: one for a line, and any other text.
int __muster_puts(const char *s) { return strlen(s) + 1; }

int __muster_fputs(const char *s) {
  strlen(s);
  return 1;
}

// What is written to the standard output, or to the standard error, gets there. Other files may be full.
int __muster_written(int n, void *file) {
  __muster_accessed(file, !file);
  if (file == stdout || file == stderr || !__muster_bool()) return n;
  errno = 1 + __muster_below(133);
  return EOF;
}
