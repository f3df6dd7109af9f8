// safe
#include <assert.h>
#include <string.h>
struct s { char c; short h; int i; unsigned f : 5, g : 13; long long l; void *p; };
union u { unsigned i; unsigned char b[4]; struct { short lo, hi; } h; };
static union u swapped(union u x) {
  unsigned char t = x.b[0];
  x.b[0] = x.b[3], x.b[3] = t;
  return x;
}
static int sum(const void *p, int n) {
  const unsigned char *b = p;
  int s = 0;
  for (int i = 0; i < n; i++) s += b[i];
  return s;
}
int main(void) {
  int x = 258;
  void *p = &x;
  char *c = p;
  assert(*c == 2 && c[1] == 1);
  c[3] = 0x80;
  assert(x < 0 && *(short *)p == 258);
  *(unsigned short *)(c + 1) = 0xfffe;
  assert(x == (int)0x80fffe02);
  union u v = { 0x01020304 };
  assert(v.b[0] == 4 && v.h.hi == 0x102);
  v.h.lo = -1;
  assert(v.i == 0x102ffff);
  union u w = { .h = { -1, 1 } };
  assert(w.i == 0x1ffff);
  assert(swapped(v).i == 0xff02ff01 && v.b[0] == 255);
  struct s a = { 'a', -2, 3, 17, 4095, -1, &x }, b;
  memcpy(&b, &a, sizeof b);
  assert(b.h == -2 && b.f == 17 && b.g == 4095 && b.l == -1 && b.p == &x);
  char buf[sizeof(struct s)];
  memcpy(buf, &a, sizeof a);
  assert(buf[0] == 'a' && (unsigned char)buf[2] == 254 && buf[3] == -1);
  buf[4] = 9;
  memcpy(&b, buf, sizeof b);
  assert(b.i == 9 && *(int *)b.p == x);
  int y[2] = { 1, 1 };
  assert(sum(y, sizeof y) == 2);
  memset(y, 1, sizeof y);
  assert(y[1] == 0x01010101);
  int z[2] = { 0x01010101, 0x01010101 };
  assert(memcmp(y, z, sizeof y) == 0);
  z[0] = 2;
  assert(memcmp(y, z, sizeof y) < 0);
  return 0;
}
