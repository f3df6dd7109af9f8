// check=const
// What gcc puts where nothing may be written: string literals, and what is static and const.
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct s { int a, b[3]; };
static const int zero, table[3] = {1, 2};
static const struct s record = {1};
static const char *const names[2] = {"a", "b"};
static const volatile int port;
static char buffer[8] = "abc";

static void change(char *p, int n) { p[n] = 'x'; } // fault 2

static void write(int n) {
  char *s = "abc", a[4];
  int *p = (int *)&zero;
  switch (n) {
  case 1: s[0] = 'x'; break; // fault 1
  case 2: change(s, 1); break;
  case 3: s = n ? s + 1 : a; ++*s; break; // fault 3
  case 4: *p = 1; break; // fault 4
  case 5: p = (int *)table; p[2] |= 1; break; // fault 5
  case 6: { struct s *q = (struct s *)&record, t = {2}; *q = t; } break; // fault 6
  case 7: ((struct s *)&record)->b[1] = 2; break; // fault 7
  case 8: memset(s, 0, 2); break; // fault 8
  case 9: memcpy((void *)table, a, 4); break; // fault 9
  case 10: *(const char **)&names[1] = s; break; // fault 10
  case 11: "abc"[1] = 'x'; break; // fault 11
  case 12: { static const int inner[2] = {1}; p = (int *)inner; *p = 2; } break; // fault 12
  }
}

int main(void) {
  char *s = buffer, *t = "abc";
  change(s, 2);
  s = malloc(4);
  if (!s) return 0;
  strcpy(s, t);
  change(s, 1);
  assert(s[1] == 'x' && t[1] == 'b' && !strcmp(s, "axc"));
  memset(t, 0, 0);
  *(int *)&port = 2;
  const int local = 3;
  *(int *)&local = 4;
  free(s);
  write(CASE);
}
