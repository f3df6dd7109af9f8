// unsafe 19:39
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit old, new = {1024, RLIM_INFINITY};
  struct rusage used;
  errno = 0;
  if (getrlimit(RLIMIT_STACK, &old)) {
    assert(errno);
    return 0;
  }
  assert(!errno);
  int done = setrlimit(RLIMIT_DATA, &new);
  assert((done == 0 || done == -1) && new.rlim_cur == 1024);
  int priority = getpriority(PRIO_PROCESS, 0);
  assert(priority >= -20 && priority < 20 && setpriority(PRIO_PROCESS, 0, priority) <= 0);
  if (!getrusage(RUSAGE_SELF, &used)) assert(used.ru_maxrss != 7 || old.rlim_max != 9 || priority != 3);
  return 0;
}
