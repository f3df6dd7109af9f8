// check=memory
// What memcpy reads is not what it writes, but for an object that is copied to itself; memmove may do both.
#include <stdlib.h>
#include <string.h>

struct pair { int a[2]; int b[2]; };

static void copy(char *to, const char *from, size_t n) { memcpy(to, from, n); } // fault 4

int main(void) {
  char text[8] = "abcdefg", *p = malloc(16);
  struct pair x = {{1, 2}, {3, 4}};
  int n = CASE;
  if (!p) return 0;
  memset(p, 0, 16);
  switch (n) {
  case 1: memcpy(text + 2, text, n + 2); break; // fault 1
  case 2: memcpy(p, p + 7, 8); break; // fault 2 unseen
  case 3: memcpy(x.a + 1, x.a, sizeof x.a); break; // fault 3 unseen
  case 4: copy(text + 3, text + 1, n); break;
  }
  memcpy(text + 2, text, n + 1 < 2 ? 2 : 0);
  memcpy(p, p + 8, 8);
  memcpy(p, p, 16);
  memcpy(x.b, x.a, sizeof x.a);
  copy(p + 8, text, 8);
  copy(text + 4, text, 4);
  memmove(text + 1, text, 4);
  free(p);
  return text[0] == 'a' ? 0 : 1;
}
