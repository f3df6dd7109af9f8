#include <stddef.h>

void *__muster_memory(size_t n);
size_t __muster_below(size_t limit);

// Any text that is shorter than a limit.
char *__muster_text(size_t limit) {
  size_t n = __muster_below(limit);
  char *text = __muster_memory(n + 1);
  text[n] = 0;
  return text;
}
