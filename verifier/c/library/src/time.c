#include <errno.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

_Bool __muster_bool(void);
long __muster_long(void);
size_t __muster_below(size_t limit);
void __muster_assume(int);

time_t time(time_t *t) {
  long now = __muster_long();
  __muster_assume(now >= 0);
  if (t) *t = now;
  return now;
}

enum { seconds_of_year = 31556952 }; // on average

// Any date of a year that is that of a time, or next to it: which one it is depends on the time zone.
static struct tm *date(time_t t, struct tm *d) {
  d->tm_sec = __muster_below(61);
  d->tm_min = __muster_below(60);
  d->tm_hour = __muster_below(24);
  d->tm_mday = 1 + __muster_below(31);
  d->tm_mon = __muster_below(12);
  d->tm_year = t / seconds_of_year + 69 + __muster_below(3);
  d->tm_wday = __muster_below(7);
  d->tm_yday = __muster_below(366);
  d->tm_isdst = __muster_below(2);
  d->tm_gmtoff = (long)__muster_below(100000) - 50000;
  d->tm_zone = "UTC";
  return d;
}

struct tm *localtime_r(const time_t *t, struct tm *d) {
  time_t at = *t;
  if (!(at >= 0 && at < 1L << 31) && __muster_bool()) {
    errno = EOVERFLOW;
    return 0;
  }
  return date(at, d);
}

time_t mktime(struct tm *d) {
  time_t t = __muster_long();
  date(t, d);
  return t;
}

static struct tm shared;

struct tm *gmtime(const time_t *t) { return gmtime_r(t, &shared); }
struct tm *localtime(const time_t *t) { return localtime_r(t, &shared); }

char *ctime_r(const time_t *t, char *text) {
  struct tm d;
  return localtime_r(t, &d) ? asctime_r(&d, text) : 0;
}

char *ctime(const time_t *t) { return localtime(t) ? asctime(&shared) : 0; }

int gettimeofday(struct timeval *t, void *zone) {
  if (t) {
    t->tv_sec = time(0);
    t->tv_usec = __muster_below(1000000);
  }
  return 0;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && __muster_bool()) {
    errno = EINVAL;
    return -1;
  }
  t->tv_sec = time(0);
  t->tv_nsec = __muster_below(1000000000);
  return 0;
}

int timespec_get(struct timespec *t, int base) { return clock_gettime(0, t) ? 0 : base; }

unsigned sleep(unsigned n) { return __muster_below((size_t)n + 1); }

int nanosleep(const struct timespec *t, struct timespec *left) {
  if (!__muster_bool()) return 0;
  errno = EINTR;
  if (left) {
    left->tv_sec = __muster_below((size_t)t->tv_sec + 1);
    left->tv_nsec = __muster_below(1000000000);
  }
  return -1;
}
