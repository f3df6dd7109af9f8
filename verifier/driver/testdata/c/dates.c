// unsafe 20:24
// What a time is in Greenwich depends on nothing else; what it is elsewhere does.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t t = 951782400;
  struct tm d = *gmtime(&t);
  assert(d.tm_year == 100 && d.tm_mon == 1 && d.tm_mday == 29 && d.tm_wday == 2 && d.tm_yday == 59 && d.tm_hour == 0);
  assert(!strcmp(asctime(&d), "Tue Feb 29 00:00:00 2000\n"));
  char text[20];
  assert(strftime(text, sizeof text, "%Y-%m-%d %a %H%%", &d) == 18 && !strcmp(text, "2000-02-29 Tue 00%"));
  assert(strftime(text, 4, "%F", &d) == 0);
  d.tm_mday = 31;
  assert(timegm(&d) == t + 2 * 86400 && d.tm_mon == 2 && d.tm_mday == 2);
  char *c = ctime(&t);
  assert(c[3] == ' ' && c[16] == ':');
  struct tm *l = localtime(&t);
  if (l->tm_mday == 1) assert(0);
  return 0;
}
