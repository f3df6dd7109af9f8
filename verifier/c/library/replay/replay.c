// What the models call, where an execution says what is free. What these return is in other functions, which it makes.
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

size_t __muster_below(size_t limit);
int __muster_scan(const char *format, va_list list);

void __muster_assume(int holds) {}
void __muster_unmodelled(void) {}

void __muster_accessed(const void *p, size_t n) {
  for (size_t i = 0; i < n; i++) (void)((const volatile char *)p)[i];
}

FILE *__muster_file(void) { return fmemopen(0, 1 << 16, "w+"); }

// The headers of glibc have programs call other names.
int replayed_scanf(const char *format, ...) __asm__("scanf");
int replayed_fscanf(FILE *f, const char *format, ...) __asm__("fscanf");
int replayed_c99_scanf(const char *format, ...) __asm__("__isoc99_scanf") __attribute__((alias("scanf")));
int replayed_c99_fscanf(FILE *f, const char *format, ...) __asm__("__isoc99_fscanf") __attribute__((alias("fscanf")));
int replayed_vscanf(const char *format, va_list list) __asm__("vscanf");
int replayed_vfscanf(FILE *f, const char *format, va_list list) __asm__("vfscanf");
int replayed_c99_vscanf(const char *format, va_list list) __asm__("__isoc99_vscanf") __attribute__((alias("vscanf")));
int replayed_c99_vfscanf(FILE *f, const char *format, va_list list) __asm__("__isoc99_vfscanf") __attribute__((alias("vfscanf")));

int replayed_scanf(const char *format, ...) {
  va_list list;
  va_start(list, format);
  return __muster_scan(format, list);
}

int replayed_fscanf(FILE *f, const char *format, ...) {
  va_list list;
  va_start(list, format);
  return __muster_scan(format, list);
}

int replayed_vscanf(const char *format, va_list list) { return __muster_scan(format, list); }
int replayed_vfscanf(FILE *f, const char *format, va_list list) { return __muster_scan(format, list); }
