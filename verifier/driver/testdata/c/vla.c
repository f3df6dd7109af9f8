// safe
// Arrays whose length is computed, in one or several dimensions.
#include <assert.h>
static int calls;
static int len(void) { calls++; return 3; }
static int total(int n, int m, int k, int a[][m][k]) { int s = 0; for (int i = 0; i < n; i++) s += a[i][m - 1][k - 1]; return s; }
static int param(int n, int a[calls++ + n]) { return n + a[0] + sizeof(char[n]); }
static int vla(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = n; return n > 1 ? a[n - 1] + vla(n - 1) : a[0]; }
struct s { int x; char c; };
static int all(int n, int m, int a[n][m]) {
  int s = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j];
  return s;
}
int main(void) {
  int n = 2;
  int a[n][3];
  for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) a[i][j] = i * 10 + j;
  assert(a[1][2] == 12 && sizeof a == 24 && calls == 0);
  int b[2][n];
  b[1][1] = 5; b[0][1] = 4;
  assert(b[1][1] == 5 && sizeof b == 16);
  int c[n][len()][n + 1];
  assert(calls == 1 && sizeof c == 2 * 3 * 3 * 4 && sizeof c[0][0] == 12);
  c[0][2][2] = 7; c[1][2][2] = 8;
  assert(total(n, 3, 3, c) == 15);
  assert(sizeof(int[len()]) == 12 && calls == 2 && sizeof c == 72);
  struct s q[n + 1];
  for (int i = 0; i <= n; i++) q[i] = (struct s){i, 'a' + i};
  struct s *p = q + n;
  assert(p->x == 2 && p[-1].c == 'b' && &q[3] - q == 3);
  assert(vla(3) == 6);
  int one[1] = {4};
  assert(param(1, one) == 6 && calls == 3);
  int sum = 0;
  for (int k = 1; k < 4; k++) { int t[k]; t[k - 1] = k; sum += sizeof t / sizeof *t + t[k - 1]; }
  assert(sum == 12);
  int (*r)[n] = b;
  r += 1;
  assert((*r)[1] == 5 && r - b == 1 && (*--r)[1] == 4 && r == b);
  int m = 3; typedef int row[m]; m = 9;
  row u, w; u[2] = 1; w[2] = 2;
  assert(sizeof u == 12 && u[2] + w[2] == 3);
  goto in; in:;
  char (*e)[n + 1] = &(char[3]){1, 2, 3};
  assert((*e)[2] == 3 && sizeof *e == 3);
  int x[n][m - 6];
  for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) x[i][j] = i * 10 + j;
  assert(all(n, 3, x) == 36 && x[1] + 1 == &x[1][1]);
  return 0;
}
