#include <err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void vwarnx(const char *format, va_list list) {
  if (format) vfprintf(stderr, format, list);
}

void vwarn(const char *format, va_list list) { vwarnx(format, list); }

void warnx(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vwarnx(format, list);
  va_end(list);
}

void warn(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vwarnx(format, list);
  va_end(list);
}

void verrx(int status, const char *format, va_list list) {
  vwarnx(format, list);
  exit(status);
}

void verr(int status, const char *format, va_list list) { verrx(status, format, list); }

void errx(int status, const char *format, ...) {
  va_list list;
  va_start(list, format);
  verrx(status, format, list);
}

void err(int status, const char *format, ...) {
  va_list list;
  va_start(list, format);
  verrx(status, format, list);
}
