#include <stddef.h>
#include <time.h>

void __muster_any(char *p, size_t n);
void __muster_unmodelled(void);
size_t __muster_put_text(char *d, size_t size, size_t n, const char *s, int flags, int width, int precision);
size_t __muster_put_char(char *d, size_t size, size_t n, int c, int flags, int width);
size_t __muster_put_signed(char *d, size_t size, size_t n, long long v, int flags, int width, int precision);
int __muster_put_end(char *d, size_t size, size_t n);

// What has been written: n characters, of which there is room for as many as size says.
struct text {
  char *d;
  size_t size, n;
};

static void character(struct text *t, char c) { t->n = __muster_put_char(t->d, t->size, t->n, c, 0, 0); }
static void word(struct text *t, const char *s, int most) { t->n = __muster_put_text(t->d, t->size, t->n, s, 0, 0, most); }

enum { padded = 2 }; // with zeros

static void number(struct text *t, long v, int flags, int width) { t->n = __muster_put_signed(t->d, t->size, t->n, v, flags, width, -1); }

static void three(struct text *t, int a, char between, int b, int c) {
  number(t, a, padded, 2);
  character(t, between);
  number(t, b, padded, 2);
  character(t, between);
  number(t, c, padded, 2);
}

static const char weekdays[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char months[12][10] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};

static const char *weekday(const struct tm *d) { return d->tm_wday < 0 || d->tm_wday > 6 ? "?" : weekdays[d->tm_wday]; }
static const char *month(const struct tm *d) { return d->tm_mon < 0 || d->tm_mon > 11 ? "?" : months[d->tm_mon]; }
static int hour(const struct tm *d) { return d->tm_hour > 12 ? d->tm_hour - 12 : d->tm_hour == 0 ? 12 : d->tm_hour; }
static int of_century(long year) { return (year % 100 + 100) % 100; }

// How many days the first Monday of the first week of ISO 8601 is before a day.
static int since_first(int yday, int wday) { return yday - (yday - wday + 382) % 7 + 3; }
static int days_of(long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365; }

static void week(struct text *t, const struct tm *d, char verb) {
  long year = d->tm_year + 1900L;
  int days = since_first(d->tm_yday, d->tm_wday), next = since_first(d->tm_yday - days_of(year), d->tm_wday);
  if (days < 0) {
    year--;
    days = since_first(d->tm_yday + days_of(year), d->tm_wday);
  } else if (next >= 0) {
    year++;
    days = next;
  }
  if (verb == 'G') number(t, year, 0, 0);
  else number(t, verb == 'g' ? of_century(year) : days / 7 + 1, padded, 2);
}

static void zone(struct text *t, const struct tm *d) {
  if (d->tm_isdst < 0) return;
  long minutes = d->tm_gmtoff / 60;
  character(t, d->tm_gmtoff < 0 ? '-' : '+');
  if (d->tm_gmtoff < 0) minutes = -minutes;
  number(t, minutes / 60 * 100 + minutes % 60, padded, 4);
}

// Whether this is a conversion that is known.
static _Bool convert(struct text *t, const struct tm *d, char verb) {
  long year = d->tm_year + 1900L;
  switch (verb) {
  case 'a': word(t, weekday(d), 3); break;
  case 'A': word(t, weekday(d), -1); break;
  case 'b':
  case 'h': word(t, month(d), 3); break;
  case 'B': word(t, month(d), -1); break;
  case 'C': number(t, year / 100 - (year % 100 < 0), 0, 0); break;
  case 'd': number(t, d->tm_mday, padded, 2); break;
  case 'x':
  case 'D': three(t, d->tm_mon + 1, '/', d->tm_mday, of_century(year)); break;
  case 'e': number(t, d->tm_mday, 0, 2); break;
  case 'F':
    number(t, year, 0, 0);
    character(t, '-');
    number(t, d->tm_mon + 1, padded, 2);
    character(t, '-');
    number(t, d->tm_mday, padded, 2);
    break;
  case 'H': number(t, d->tm_hour, padded, 2); break;
  case 'I': number(t, hour(d), padded, 2); break;
  case 'j': number(t, d->tm_yday + 1, padded, 3); break;
  case 'k': number(t, d->tm_hour, 0, 2); break;
  case 'l': number(t, hour(d), 0, 2); break;
  case 'm': number(t, d->tm_mon + 1, padded, 2); break;
  case 'M': number(t, d->tm_min, padded, 2); break;
  case 'n': character(t, '\n'); break;
  case 'p': word(t, d->tm_hour > 11 ? "PM" : "AM", -1); break;
  case 'P': word(t, d->tm_hour > 11 ? "pm" : "am", -1); break;
  case 'r':
    three(t, hour(d), ':', d->tm_min, d->tm_sec);
    word(t, d->tm_hour > 11 ? " PM" : " AM", -1);
    break;
  case 'R':
    number(t, d->tm_hour, padded, 2);
    character(t, ':');
    number(t, d->tm_min, padded, 2);
    break;
  case 'S': number(t, d->tm_sec, padded, 2); break;
  case 't': character(t, '\t'); break;
  case 'X':
  case 'T': three(t, d->tm_hour, ':', d->tm_min, d->tm_sec); break;
  case 'u': number(t, (d->tm_wday + 6) % 7 + 1, 0, 1); break;
  case 'U': number(t, (d->tm_yday - d->tm_wday + 7) / 7, padded, 2); break;
  case 'g':
  case 'G':
  case 'V': week(t, d, verb); break;
  case 'w': number(t, d->tm_wday, 0, 1); break;
  case 'W': number(t, (d->tm_yday - (d->tm_wday + 6) % 7 + 7) / 7, padded, 2); break;
  case 'y': number(t, of_century(year), padded, 2); break;
  case 'Y': number(t, year, 0, 0); break;
  case 'z': zone(t, d); break;
  case 'Z': word(t, d->tm_zone ? d->tm_zone : "", -1); break;
  case '%': character(t, '%'); break;
  default: return 0;
  }
  return 1;
}

size_t strftime(char *s, size_t size, const char *format, const struct tm *d) {
  struct text t = {s, size, 0};
  for (; *format; format++) {
    if (*format != '%') {
      character(&t, *format);
    } else if (*++format == 'c') {
      word(&t, weekday(d), 3);
      character(&t, ' ');
      word(&t, month(d), 3);
      character(&t, ' ');
      number(&t, d->tm_mday, 0, 2);
      character(&t, ' ');
      three(&t, d->tm_hour, ':', d->tm_min, d->tm_sec);
      character(&t, ' ');
      number(&t, d->tm_year + 1900L, 0, 0);
    } else if (!convert(&t, d, *format)) {
      __muster_unmodelled();
    }
  }
  if (t.n < size) return __muster_put_end(s, size, t.n);
  __muster_any(s, size);
  return 0;
}
