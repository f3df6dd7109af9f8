#include <stddef.h>

_Bool __muster_bool(void);
int __muster_int(void);
size_t __muster_below(size_t limit);
void __muster_assume(int);

// What printf has for a constant format, piece by piece: n characters are before it, and there is room for as many as size says.
enum { left = 1, zero = 2, plus = 4, space = 8, alternative = 16, upper = 32 };

static void put(char *d, size_t size, size_t n, char c) {
  if (n + 1 < size) d[n] = c;
}

static size_t blanks(char *d, size_t size, size_t n, int count) {
  for (; count > 0; count--) put(d, size, n++, ' ');
  return n;
}

size_t __muster_put_text(char *d, size_t size, size_t n, const char *s, int flags, int width, int precision) {
  if (width < 0) {
    flags |= left;
    width = -width;
  }
  int count = 0;
  while ((precision < 0 || count < precision) && s[count]) count++;
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

// What printf and puts read.
void __muster_read_text(const char *s, int precision) {
  for (int i = 0; precision < 0 || i < precision; i++) {
    if (!s[i]) return;
  }
}

// How many of so many objects scanf has read; -1 at the end of the input.
int __muster_scanned(int most) {
  return (int)__muster_below((size_t)most + 2) - 1;
}

// A word of the input. Without a width there is no bound for it.
void __muster_scan_text(char *d, int width) {
  int n = 0;
  do {
    int c = __muster_int();
    __muster_assume(c > 0 && c < 256 && c != ' ' && !(c >= 9 && c <= 13));
    d[n++] = c;
  } while ((width < 0 || n < width) && __muster_bool());
  d[n] = 0;
}
