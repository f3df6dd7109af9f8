#include <stdarg.h>
#include <stdio.h>

int __muster_scan(const char *format, va_list list);
void __muster_accessed(const void *p, size_t n);

int vscanf(const char *format, va_list list) { return __muster_scan(format, list); }

int vfscanf(FILE *f, const char *format, va_list list) {
  __muster_accessed(f, 1);
  return __muster_scan(format, list);
}

int __isoc99_vscanf(const char *format, va_list list) { return vscanf(format, list); }
int __isoc99_vfscanf(FILE *f, const char *format, va_list list) { return vfscanf(f, format, list); }
