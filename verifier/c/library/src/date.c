#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <time.h>

// Years begin in March, and eras of 400 years in the year 0: so the day that leap years have is the last of all. See H. Hinnant,
// "chrono-compatible low-level date algorithms".
enum { days_of_era = 146097, march_to_1970 = 719468, to_january = 306 };

static long long below(long long n, long long d) { return n >= 0 ? n / d : -((d - 1 - n) / d); }

struct tm *gmtime_r(const time_t *t, struct tm *d) {
  long long day = below(*t, 86400), era = below(day + march_to_1970, days_of_era);
  int second = *t - day * 86400, of_era = day + march_to_1970 - era * days_of_era;
  int year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  long long since = 400 * era + year + (month >= 10) - 1900;
  if (since < INT_MIN || since > INT_MAX) {
    errno = EOVERFLOW;
    return 0;
  }
  int leap = year % 4 == 0 && (year % 100 != 0 || year == 0);
  d->tm_sec = second % 60;
  d->tm_min = second / 60 % 60;
  d->tm_hour = second / 3600;
  d->tm_mday = of_year - (153 * month + 2) / 5 + 1;
  d->tm_mon = month < 10 ? month + 2 : month - 10;
  d->tm_year = since;
  d->tm_wday = day + 4 - 7 * below(day + 4, 7);
  d->tm_yday = month < 10 ? of_year + 59 + leap : of_year - to_january;
  d->tm_isdst = 0;
  d->tm_gmtoff = 0;
  d->tm_zone = "GMT";
  return d;
}

time_t timegm(struct tm *d) {
  long long months = 12LL * d->tm_year + d->tm_mon + 12 * 1900 - 2, years = below(months, 12), era = below(years, 400);
  int month = months - 12 * years, year = years - 400 * era;
  long long day = era * days_of_era + 365 * year + year / 4 - year / 100 + (153 * month + 2) / 5 + d->tm_mday - 1LL - march_to_1970;
  long long all = day * 86400 + d->tm_hour * 3600LL + d->tm_min * 60LL + d->tm_sec;
  time_t t = all;
  if (t == all && gmtime_r(&t, d)) return t;
  errno = EOVERFLOW;
  return -1;
}

static const char weekdays[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

static char *written(const struct tm *d, char *text, size_t size) {
  const char *weekday = d->tm_wday < 0 || d->tm_wday > 6 ? "???" : &weekdays[3 * d->tm_wday];
  const char *month = d->tm_mon < 0 || d->tm_mon > 11 ? "???" : &months[3 * d->tm_mon];
  if (d->tm_year <= INT_MAX - 1900) {
    int n = snprintf(text, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", weekday, month, d->tm_mday, d->tm_hour, d->tm_min, d->tm_sec, 1900 + d->tm_year);
    if (n < size) return text;
  }
  errno = EOVERFLOW;
  return 0;
}

char *asctime_r(const struct tm *d, char *text) { return written(d, text, 26); }

char *asctime(const struct tm *d) {
  static char text[114];
  return written(d, text, sizeof text);
}
