#include <stddef.h>
#include <sys/resource.h>

size_t __muster_below(size_t limit);
int __muster_failed(void);
long __muster_long(void);
void __muster_assume(int);
void __muster_accessed(const void *p, size_t n);

int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
  if (__muster_failed()) return -1;
  limit->rlim_cur = __muster_long();
  limit->rlim_max = __muster_long();
  return 0;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  __muster_accessed(limit, sizeof *limit);
  return __muster_failed() ? -1 : 0;
}

// All that has been used is told in numbers of type long, and none of them is negative.
int getrusage(__rusage_who_t who, struct rusage *usage) {
  if (__muster_failed()) return -1;
  long *p = (long *)usage;
  for (size_t i = 0; i < sizeof *usage / sizeof *p; i++) {
    p[i] = __muster_long();
    __muster_assume(p[i] >= 0);
  }
  __muster_assume(usage->ru_utime.tv_usec < 1000000 && usage->ru_stime.tv_usec < 1000000);
  return 0;
}

// A priority may be -1, which is no error.
int getpriority(__priority_which_t which, unsigned who) { return __muster_failed() ? -1 : (int)__muster_below(40) - 20; }

int setpriority(__priority_which_t which, unsigned who, int priority) { return __muster_failed() ? -1 : 0; }
