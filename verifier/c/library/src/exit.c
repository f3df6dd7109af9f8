#include <stdlib.h>

void __muster_unmodelled(void);

static void (*handlers[64])(void);
static int count;

int atexit(void (*handler)(void)) {
  if (count == 64) __muster_unmodelled();
  handlers[count++] = handler;
  return 0;
}

// Before all destructors. What a handler registers is called, too.
__attribute__((destructor)) static void handle(void) {
  while (count > 0) handlers[--count]();
}
