#include <stdarg.h>

int __muster_scanned(int most);
void __muster_scan_text(char *d, int width);
void __muster_scan_set(char *d, int width, const char *set);
long __muster_long(void);
void __muster_unmodelled(void);

struct conversion {
  int skip, width, length; // hh is -2, ll is 2
  char verb;
  const char *set;
};

static int modelled(struct conversion *c) {
  switch (c->verb) {
  case 'd':
  case 'i':
  case 'u':
  case 'x':
  case 'X':
  case 'o': return 1;
  case 'c':
  case 's':
  case '[': return c->length == 0;
  }
  return 0;
}

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
    for (; *format == 'h'; format++) c->length--;
    for (; *format == 'l' || *format == 'j' || *format == 'z' || *format == 't'; format++) c->length += *format == 'j' ? 2 : 1;
    c->verb = *format;
    if (!modelled(c)) __muster_unmodelled();
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

static void chars(char *d, int width) {
  for (int i = 0; i == 0 || i < width; i++) d[i] = __muster_long();
}

// What scanf does by any format: as many of the objects get any values as it returns.
int __muster_scan(const char *format, va_list list) {
  struct conversion c;
  int most = 0;
  for (const char *f = format; (f = conversion(f, &c));) most += !c.skip;
  int n = __muster_scanned(most);
  for (int i = 0; i < n && (format = conversion(format, &c));) {
    if (c.skip) continue;
    i++;
    if (c.verb == 's') __muster_scan_text(va_arg(list, char *), c.width);
    else if (c.verb == '[') __muster_scan_set(va_arg(list, char *), c.width, c.set);
    else if (c.verb == 'c') chars(va_arg(list, char *), c.width);
    else if (c.length == -2) *va_arg(list, signed char *) = __muster_long();
    else if (c.length == -1) *va_arg(list, short *) = __muster_long();
    else if (c.length == 0) *va_arg(list, int *) = __muster_long();
    else if (c.length == 1) *va_arg(list, long *) = __muster_long();
    else *va_arg(list, long long *) = __muster_long();
  }
  return n;
}
