// safe
// Operations on vectors are operations on their elements.
extern void reach_error(void);
typedef int v4si __attribute__((vector_size(16)));
typedef unsigned char v8qi __attribute__((vector_size(8)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
static v4si twice(v4si v) { return v + v; }
static v4si global = { 1, 2, 3, 4 };
static int calls;
static v4si *next(void) { calls++; return &global; }
int main(void) {
  v4si a = { 1, 2, 3, 4 }, b = { 10, 20 };
  v4si c = a + b * 2 - 1;
  if (c[0] != 20 || c[1] != 41 || c[2] != 2 || c[3] != 3) reach_error();
  c = twice(-c);
  if (c[0] != -40 || c[3] != -6) reach_error();
  v4si m = a > 2;
  if (m[1] != 0 || m[2] != -1) reach_error();
  c = (a & m) | (~m & b);
  if (c[0] != 10 || c[1] != 20 || c[2] != 3 || c[3] != 4) reach_error();
  v8qi q = { 255, 1, 2 };
  q += 1;
  q <<= 1;
  if (q[0] != 0 || q[1] != 4 || q[2] != 6 || q[7] != 2) reach_error();
  *next() += a;
  if (calls != 1 || global[3] != 8) reach_error();
  v4su u = (v4su)c;
  v8hi h = (v8hi)u;
  if (u[0] != 10 || h[0] != 10 || h[1] != 0 || h[2] != 20) reach_error();
  c[2]++;
  if (c[2] != 4 || sizeof c != 16 || _Alignof(v4si) != 16) reach_error();
  for (int i = 0; i < 4; i++) c[i] = i;
  if (c[3] != 3 || (c << a)[3] != 48 || (v4si){ 5 }[0] != 5) reach_error();
  return 0;
}
