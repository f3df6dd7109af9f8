// safe
// __builtin_object_size is that of gcc without optimization.
#include <assert.h>
#define SIZES(x, a, b, c, d) assert(__builtin_object_size(x, 0) == (unsigned long)(a) && __builtin_object_size(x, 1) == (unsigned long)(b) && __builtin_object_size(x, 2) == c && __builtin_object_size(x, 3) == d)
struct s { int a; char b[10]; int c[4]; } g;
char arr[20];
struct f { int n; char t[]; } fl;

int main(void) {
  int i = 1;
  char *p = arr;
  SIZES("abc", 4, 4, 4, 4);
  SIZES(arr, 20, 20, 20, 20);
  SIZES(&arr[3], 17, 17, 17, 17);
  SIZES(arr + 3, 17, -1, 17, 0);
  SIZES(p, -1, -1, 0, 0);
  SIZES(&g, 32, 32, 32, 32);
  SIZES(&g.b, 28, 10, 28, 10);
  SIZES(&g.b[2], 26, 8, 26, 8);
  SIZES(g.b + 2, 26, -1, 26, 0);
  SIZES(&i, 4, 4, 4, 4);
  SIZES(&arr[i], -1, -1, 0, 0);
  SIZES((char *)&g.a, 32, 4, 32, 4);
  SIZES(&arr[25], 0, 0, 0, 0);
  SIZES(&fl.t, 0, 0, 0, 0);
  SIZES(main, -1, -1, 0, 0);
  SIZES(&((struct s *)arr)->b, 16, -1, 16, 0);
  return 0;
}
