// safe
// Members with the highest byte first.
extern void reach_error(void);
#define BIG __attribute__((scalar_storage_order("big-endian")))
struct BIG s { short a; unsigned b : 5, c : 13; int d; unsigned short e[2]; };
struct t { struct s s; int plain; };
union BIG u { unsigned n; struct { unsigned char c[4]; } b; };
union v { struct BIG { unsigned n; } x; unsigned char c[4]; };
static struct s global = { 0x0102, 3, 5, 0x01020304, { 0x0506, 0x0708 } };
static int sum(struct s x) { return x.a + x.d; }
#pragma scalar_storage_order big-endian
struct w { int n; };
#pragma scalar_storage_order default
int main(void) {
  struct s s = { 0x1234, 17, 0x1abc, 0x12345678, { 1, 2 } };
  unsigned char *p = (unsigned char *)&s;
  if (p[0] != 0x12 || p[1] != 0x34 || p[8] != 0x12 || p[11] != 0x78 || p[12] != 0 || p[13] != 1) reach_error();
  if (p[2] != 17 << 3 || p[4] != 0x1abc >> 5 || p[5] != (0x1abc << 3 & 255)) reach_error();
  s.c = 1;
  s.d++;
  p[9] = 7;
  if (s.b != 17 || s.c != 1 || s.d != 0x12075679 || s.a != 0x1234 || sum(s) != 0x1234 + 0x12075679) reach_error();
  if (global.a != 0x0102 || global.e[1] != 0x0708) reach_error();
  union u u; u.n = 1;
  if (u.b.c[3] != 1 || u.b.c[0] != 0) reach_error();
  union v v; v.c[0] = 1; v.c[1] = v.c[2] = v.c[3] = 0;
  if (v.x.n != 0x1000000) reach_error();
  struct w w = { 1 };
  if (*(int *)&w != 0x1000000) reach_error();
  struct t t = { s, 5 }, r = t;
  if (r.s.d != s.d || r.plain != 5) reach_error();
  return 0;
}
