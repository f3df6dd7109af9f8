#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*error_print_progname)(void);
unsigned int error_message_count;
int error_one_per_line;

// What glibc writes before the message is no use to a program, unless it writes that itself.
static void said(int status, const char *format, va_list list) {
  vfprintf(stderr, format, list);
  error_message_count++;
  if (status) exit(status);
}

void error(int status, int number, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (error_print_progname) error_print_progname();
  said(status, format, list);
  va_end(list);
}

static const char *last_file;
static unsigned int last_line;

// Whether the last message was about this line.
static int again(const char *file, unsigned int line) {
  if (line == last_line && (file == last_file || last_file && file && !strcmp(file, last_file))) return 1;
  last_file = file;
  last_line = line;
  return 0;
}

void error_at_line(int status, int number, const char *file, unsigned int line, const char *format, ...) {
  va_list list;
  if (error_one_per_line && again(file, line)) return;
  va_start(list, format);
  if (error_print_progname) error_print_progname();
  if (file) fprintf(stderr, "%s", file);
  said(status, format, list);
  va_end(list);
}
