// What the models call, where an execution says what is free. What these return is in other functions, which it makes.
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

size_t __muster_below(size_t limit);
long __muster_long(void);
int __muster_scanned(int most);
void __muster_scan_text(char *d, int width);
void __muster_scan_set(char *d, int width, const char *set);

void __muster_assume(int holds) {}

void __muster_accessed(const void *p, size_t n) {
  for (size_t i = 0; i < n; i++) (void)((const volatile char *)p)[i];
}

FILE *__muster_file(void) { return fmemopen(0, 1 << 16, "w+"); }

struct conversion {
  int skip, width, length;
  char verb;
  const char *set;
};

// Reads the next conversion of a format: what is behind it, or a null pointer.
static const char *conversion(const char *format, struct conversion *c) {
  for (; *format; format++) {
    if (*format != '%' || *++format == '%') continue;
    *c = (struct conversion){.width = -1};
    if (*format == '*') {
      c->skip = 1;
      format++;
    }
    if (*format >= '0' && *format <= '9') {
      for (c->width = 0; *format >= '0' && *format <= '9'; format++) c->width = 10 * c->width + *format - '0';
    }
    for (; *format && strchr("hljzt", *format); format++) c->length += *format == 'h' ? -1 : 1;
    c->verb = *format;
    if (c->verb == '[') {
      c->set = ++format;
      if (*format == '^') format++;
      if (*format) format++;
      while (*format && *format != ']') format++;
    }
    return *format ? format + 1 : format;
  }
  return 0;
}

static int scanned(const char *format, va_list list) {
  struct conversion c;
  int most = 0;
  for (const char *f = format; (f = conversion(f, &c));) most += !c.skip;
  int n = __muster_scanned(most);
  for (int i = 0; i < n && (format = conversion(format, &c));) {
    if (c.skip) continue;
    void *p = va_arg(list, void *);
    i++;
    if (c.verb == 's') __muster_scan_text(p, c.width);
    else if (c.verb == '[') __muster_scan_set(p, c.width, c.set);
    else if (c.verb == 'c' || c.length == -2) *(char *)p = __muster_long();
    else if (c.length == -1) *(short *)p = __muster_long();
    else if (c.length == 0) *(int *)p = __muster_long();
    else *(long *)p = __muster_long();
  }
  return n;
}

// The headers of glibc have programs call other names.
int replayed_scanf(const char *format, ...) __asm__("scanf");
int replayed_fscanf(FILE *f, const char *format, ...) __asm__("fscanf");
int replayed_c99_scanf(const char *format, ...) __asm__("__isoc99_scanf") __attribute__((alias("scanf")));
int replayed_c99_fscanf(FILE *f, const char *format, ...) __asm__("__isoc99_fscanf") __attribute__((alias("fscanf")));

int replayed_scanf(const char *format, ...) {
  va_list list;
  va_start(list, format);
  return scanned(format, list);
}

int replayed_fscanf(FILE *f, const char *format, ...) {
  va_list list;
  va_start(list, format);
  return scanned(format, list);
}
