// safe
#include <assert.h>
static int g = 3, h = 4, *gp = &g, a[4] = { 1, 2, 3, 4 };
static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }
static int total(const int *p, int n) {
  int s = 0;
  for (const int *e = p + n; p != e; p++) s += *p;
  return s;
}
int main(void) {
  swap(gp, &h);
  assert(g == 4 && h == 3);
  int **pp = &gp;
  *pp = &h;
  **pp = 8;
  assert(h == 8 && *gp == 8 && g == 4);
  assert(total(a, 4) == 10 && total(a + 1, 2) == 5);
  int *p = a, *q = &a[3];
  assert(q - p == 3 && p < q && *p++ == 1 && *p == 2 && *--q == 3 && p[1] == 3 && 1[p] == 3);
  int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  int (*row)[3] = m;
  assert(row[1][2] == 6 && *(*(m + 1) + 1) == 5 && sizeof m == 24);
  swap(&m[0][1], &m[1][0]);
  assert(m[0][1] == 4 && m[1][0] == 2 && m[1][1] == 5);
  return 0;
}
