#include <stddef.h>

_Bool __muster_bool(void);
int __muster_int(void);
size_t __muster_below(size_t limit);
void __muster_assume(int);
int __muster_scan_in(const char *set, char c);

// A word of the input of which all characters are in a set, or none.
void __muster_scan_set(char *d, int width, const char *set) {
  int n = 0, not = *set == '^';
  if (not) set++;
  do {
    int c = __muster_int();
    __muster_assume(c > 0 && c < 256 && __muster_scan_in(set, c) != not);
    d[n++] = c;
  } while ((width < 0 || n < width) && __muster_bool());
  d[n] = 0;
}

// How many of so many objects scanf has read; -1 at the end of the input.
int __muster_scanned(int most) {
  return (int)__muster_below((size_t)most + 2) - 1;
}

// A word of the input. Without a width there is no bound for it.
void __muster_scan_text(char *d, int width) {
  int n = 0;
  do {
    int c = __muster_int();
    __muster_assume(c > 0 && c < 256 && c != ' ' && !(c >= 9 && c <= 13));
    d[n++] = c;
  } while ((width < 0 || n < width) && __muster_bool());
  d[n] = 0;
}
