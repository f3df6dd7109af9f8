#include <errno.h>
#include <stddef.h>

_Bool __muster_bool(void);
size_t __muster_below(size_t limit);

// Whether a call of the operating system fails: then errno says why.
int __muster_failed(void) {
  if (!__muster_bool()) return 0;
  errno = 1 + __muster_below(133);
  return 1;
}
