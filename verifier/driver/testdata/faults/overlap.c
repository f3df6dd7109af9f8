// check=memory
// What memcpy reads is not what it writes, but for an object that is copied to itself; memmove may do both. Texts are copied to others, and gcc does
// not look at what sprintf is given.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a[2]; int b[2]; };

static void copy(char *to, const char *from, size_t n) { memcpy(to, from, n); } // fault 4

int main(void) {
  char text[8] = "abcdefg", *p = malloc(16);
  struct pair x = {{1, 2}, {3, 4}};
  char line[16] = "ab";
  int n = CASE;
  if (!p) return 0;
  memset(p, 0, 16);
  switch (n) {
  case 1: memcpy(text + 2, text, n + 2); break; // fault 1
  case 2: memcpy(p, p + 7, 8); break; // fault 2 unseen
  case 3: memcpy(x.a + 1, x.a, sizeof x.a); break; // fault 3 unseen
  case 4: copy(text + 3, text + 1, n); break;
  case 5: strcpy(text, text + 2); break; // fault 5
  case 6: strcpy(text + 7, text + 7); break; // fault 6
  case 7: strncpy(text + 2, text, n - 4); break; // fault 7
  case 8: strcat(line, line + 1); break; // fault 8
  case 9: strncat(line, line, 1); break; // fault 9
  case 10: sprintf(line, "%d%s", n, line); break; // fault 10 unseen
  case 11: snprintf(line, sizeof line, "%s", line + 1); break; // fault 11 unseen
  case 12: memccpy(text + 1, text, 'g', 5); break; // fault 12 unseen
  case 13: sprintf(line, line); break; // fault 13 unseen
  }
  strncpy(text + 2, text, 2);
  strcpy(line, text);
  strncat(line, line, 0);
  sprintf(line, "%s%.2s", text, line + 14);
  snprintf(line, 3, "%s", line + 8);
  memccpy(text + 4, text, 'z', 3);
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
