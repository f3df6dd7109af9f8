#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

_Bool __muster_bool(void);
void __muster_accessed(const void *p, size_t n);
char *__muster_text(size_t limit);

// What Linux passes on at most.
char *getenv(const char *name) {
  __muster_accessed(name, 1);
  return __muster_bool() ? 0 : __muster_text(131072);
}
char *secure_getenv(const char *name) { return getenv(name); }

int setenv(const char *name, const char *value, int replace) {
  if (!__muster_bool()) return 0;
  errno = ENOMEM;
  return -1;
}

int unsetenv(const char *name) { return 0; }

char *strerror(int error) { return __muster_text(64); }
char *strsignal(int signal) { return __muster_text(64); }

char *setlocale(int category, const char *locale) { return locale && __muster_bool() ? 0 : "C"; }
