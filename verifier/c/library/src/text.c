#include <stddef.h>
#include <stdlib.h>

size_t __muster_below(size_t limit);

// Any text that is shorter than a limit.
char *__muster_text(size_t limit) {
  size_t n = __muster_below(limit);
  char *text = malloc(n + 1);
  if (text) text[n] = 0;
  return text;
}
