package gen

// cArrays are sketches about arrays of variable length, and what their types are computed from.
var cArrays = []sketch{
	`
static int $n; static int $c(int x) { $n++; return x; }
---
int k = ‹2¦3›; @int a[k + 1]; for (int i = 0; i <= k; i++) a[i] = (@expr) ‹+¦^› i;
CHECK(sizeof a / sizeof *a); CHECK(a[k]); CHECK(a[0]); k = 9; CHECK(sizeof a); CHECK(sizeof(@int[k])); CHECK(sizeof(int[$c(4)])); CHECK($n); CHECK(sizeof(a[$c(0)]) + $n); CHECK(sizeof(int (*)[$c(3)]) * 0); CHECK(&a[2] - a); CHECK((char *)(&a + 1) - (char *)a);
int b[$c(2)], d[$c(3)][$c(2)]; CHECK($n); CHECK(sizeof b + sizeof d * 100 + sizeof *d * 10000); for (int i = 0; i < 6; i++) d[i / 2][i % 2] = i * i; CHECK(d[1][1] + (*d)[1] * 10 + d[2][0] * 100); int (*p)[k - 7] = d + 1; CHECK(p[1][0] - **p); CHECK(sizeof *p); p++; CHECK(p[-1][1] + (*p)[0]); CHECK(p - d); memset(b, 0, sizeof b); CHECK(b[1]);
`, `
typedef @int $e;
static int $sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s = s * 3 + a[i][j]; return s + (int)sizeof a[0] + (int)sizeof *a[0]; }
static int $col(int n, int (*a)[n], int k) { return a[‹1¦0›][k] + (int)sizeof *a; }
static int $three(int x, int y, int z, $e a[x][y][z]) { a[x - 1][y - 1][z - 1] = 5; return (int)sizeof(a[0]) * 10 + (int)sizeof(a[0][0]) + (a[1] - a[0]) + (int)(&a[1][0][0] - &a[0][0][0]); }
static int $eff(int n, int a[n++], int b[‹n++¦n›]) { return n; }
static int $old(n, a) int n; int a[n][n]; { return a[n - 1][0] + (int)sizeof *a; }
static int $vp(int n, char (*a)[n][n + 1]) { return (int)sizeof *a + (*a)[1][2]; }
---
int n = ‹2¦3›, m = ‹2¦4›, a[n][m], f[6] = { 1, 2, 3, 4, 5, 6 }; for (int i = 0; i < n * m; i++) a[i / m][i % m] = i ‹* 7¦^ 5›;
CHECK($sum(n, m, a)); CHECK($sum(2, 3, (int (*)[3])f)); CHECK($sum(1, m, a + 1)); CHECK($col(m, a, 1)); CHECK($col(2, (int (*)[2])(f + 1), 0)); $e t[2][3][n]; ‹memset(t, 0, sizeof t);¦for (int i = 0; i < 6; i++) for (int j = 0; j < n; j++) t[i / 3][i % 3][j] = 0;› CHECK($three(2, 3, n, t)); CHECK(t[1][2][n - 1]); CHECK(sizeof t / sizeof t[0][0][0]);
int e[1] = { 0 }; CHECK($eff(4, e, e)); int q[2][2] = { { 1, 2 }, { 3, 4 } }; CHECK($old(2, q)); char v[2][n][n + 1]; ‹memset(v, 7, sizeof v);¦for (int i = 0; i < 2 * n; i++) for (int j = 0; j <= n; j++) v[i / n][i % n][j] = 7;› v[1][1][2] = 9; CHECK($vp(n, v + 1)); CHECK($vp(n, &v[0]));
`, `
struct $s { @int a; int b : 5; char c; } ‹__attribute__((packed))¦›;
---
int n = ‹2¦3›; struct $s a[n], *p = a, (*q)[n] = &a; struct $s x = { @expr, ‹3¦-4›, 7 };
for (int i = 0; i < n; i++) { a[i] = x; a[i].b = i; }
a[0] = a[a[1].b]; *p = p[a[0].b]; (*q)[1] = *a; CHECK(p->a); CHECK(a[0].b * 10 + (*q)[1].b); CHECK(sizeof a); CHECK((char *)&a[1] - (char *)a); memmove(a + 1, a, sizeof *a); CHECK(a[1].b); CHECK(a[n - 1].c); CHECK(sizeof *q / sizeof **q); p = *q + n; CHECK(p - a); CHECK((--p)->c);
`, `
---
int n = ‹2¦3›; @shape a[n][2], (*p)[2] = a; for (int i = 0; i < n; i++) { @shape x = @with; a[i][0] = x; a[i][1] = a[0][0]; }
a[1][0] = p[0][1]; a[0][a[1][0]@leaf & 1] = p[1][p[0][0]@leaf & 1];
@checks(a[1][0]);
@checks(p[0][1]);
@shape b[n]; memcpy(b, a, sizeof b); b[0] = (*++p)[1]; CHECK(sizeof b / sizeof *b); CHECK(sizeof a == n * sizeof *a);
@checks(b[0]);
`,
	// Types that are computed where they are declared.
	`
---
int n = ‹2¦4›, k = 0; typedef int t[n], u[2][n]; typedef t *tp; n += 3; t a; u b; tp p = &a; CHECK(sizeof a + sizeof b * 100 + sizeof(t) * 10000 + sizeof *p);
for (int i = 0; i < (int)(sizeof a / sizeof *a); i++) a[i] = i + 5; CHECK((*p)[1] + a[1]); for (int i = 1; i < ‹4¦3›; i++) { int v[i], w[i][2]; v[i - 1] = i; w[i - 1][1] = v[i - 1] * 2; k = k * 7 + (int)sizeof v + w[i - 1][1]; if (i == 2) continue; k++; }
CHECK(k); typedef char (*fp)(int m, char x[m][m]); CHECK(sizeof(fp)); typeof(a) c; c[0] = 3; CHECK(sizeof c + c[0]); typeof(int[k & 3 ? 2 : 3]) d; CHECK(sizeof d); int i = 0; typeof(int[++i]) e; CHECK(i * 10 + sizeof e); CHECK(sizeof(typeof(int[i++])) + i); CHECK(_Alignof(t)); sizeof(int[i++]); CHECK(i); (void)(int (*)[i++])0; CHECK(i ‹* 0¦- i›); t *h = malloc(sizeof *h); (*h)[1] = 8; CHECK((*h)[1] + sizeof(*h)); free(h); $again: if (i < 9) { int g[i++]; g[0] = i; k += g[0] + sizeof g; goto $again; } CHECK(k);
`, `
static int $f(int n) { int s = 0; for (int i = 1; i <= n; i++) { char a[i]; a[i - 1] = i; if (i == ‹2¦3›) ‹break¦continue¦goto out›; s += a[i - 1] * (int)sizeof a; } out: return s; }
static int $rec(int n) { int a[n + 1]; a[n] = n; return n ? a[n] + $rec(n - 1) + (int)(sizeof a / sizeof *a) : 1; }
static long $al(int n) { char *p = __builtin_alloca(n); int *q = __builtin_alloca(n * sizeof *q); for (int i = 0; i < n; i++) p[i] = q[i] = i * 3; return p[n - 1] + q[1]; }
static int $switch(int n) { switch (n) { case 1: { int a[n + 1]; a[1] = 4; return a[1] + (int)sizeof a; } case 2: ; int b = n; { int c[b]; c[1] = b; n += c[1]; } default: return n; } }
static int $cond(int n) { int a[n ? n : 1], (*p)[n] = n > 2 ? &a : 0; return p ? (int)sizeof *p : 7; }
---
CHECK($f(‹2¦4›)); CHECK($rec(‹2¦3›)); CHECK($al(‹2¦5›)); CHECK($switch(1)); CHECK($switch(‹2¦3›)); CHECK($cond(2)); CHECK($cond(‹3¦4›));
int n = 3, *q[n], x[n]; for (int i = 0; i < n; i++) { x[i] = i * i; q[i] = &x[n - 1 - i]; } CHECK(*q[0] + **(q + 1)); CHECK(sizeof q / sizeof *q); int **qq = q + 1; CHECK(*qq[1]); CHECK(*qq - x); int (*r[n])[n]; r[1] = &x; CHECK((*r[1])[2] + sizeof *r[0]); const int m[n] ; (void)m; ‹volatile¦› int w[n]; w[n - 1] = 6; CHECK(w[n - 1]++); CHECK(w[2]);
`,
}

// cVariadic are sketches about functions that take any number of arguments.
var cVariadic = []sketch{
	`
static long $f(const char *s, ...) {
  va_list ap; long r = 0; va_start(ap, s);
  for (; *s; s++) switch (*s) {
  case 'i': r = r * 3 + va_arg(ap, int); break;
  case 'u': r = r * 3 + va_arg(ap, unsigned); break;
  case 'l': r = r * 3 + va_arg(ap, long); break;
  case 'q': r = r * 3 + (long)va_arg(ap, unsigned long long); break;
  case 'p': r = r * 3 + *va_arg(ap, int *); break;
  case 's': r = r * 3 + *va_arg(ap, const char *); break;
  default: r = ~r;
  }
  va_end(ap); return r;
}
---
int k = (int)@expr; short h = ‹-5¦300›; unsigned char c = 200; _Bool b = 1; @int x = @expr;
CHECK($f("")); CHECK($f("i", k)); CHECK($f("iiii", h, c, b, 'x')); CHECK($f(‹"ipl", h, &k¦"iil", h, 3›, (long)@num)); CHECK($f("lilisq", 1L, 2, -3L, k, "z", 5ULL)); CHECK($f("iiiiiiiii", 1, 2, 3, 4, 5, 6, 7, k, 9)); CHECK($f("pspsi", &k, "ab", (int[]){ 4 }, "c" "d", k)); CHECK($f("qlqlqlqli", 1ull, 2l, 3ull, 4l, 5ull, 6l, 7ull, 8l, 9)); CHECK($f("l", (long)x)); CHECK($f("i?i", 1, 2)); long (*p)(const char *, ...) = $f; CHECK(p("ii", 1, 2)); CHECK((1 ? $f : p)("u", 7u)); CHECK($f("i", $f("i", 1) > 0)); CHECK($f("ii", c++, --h) + c + h);
`, `
struct $s { @int a; char b[‹1¦5¦13¦20›]; }; struct $t { long x, y; }; struct $z { char c; };
static long $f(int n, ...) { va_list ap; long r = n; va_start(ap, n); struct $s s = va_arg(ap, struct $s); r += s.b[0]; s.b[0] = 0; int k = va_arg(ap, int); r = r * 7 + k; struct $t t = va_arg(ap, struct $t); r = r * 7 + t.x - t.y; r = r * 5 + va_arg(ap, struct $z).c; struct $s u = va_arg(ap, struct $s); va_end(ap); return r * 3 + u.b[sizeof u.b - 1]; }
---
struct $s s = { @expr, { 7 } }; struct $t t = { 5, (int)@expr }; struct $z z = { 3 };
CHECK($f(1, s, ‹2¦s.b[0]›, t, z, s)); s.b[sizeof s.b - 1] = 4; CHECK($f(2, s, 'a', (struct $t){ 1 }, (struct $z){ 9 }, s)); CHECK(s.b[0]);
`, `
static int $v(int n, va_list ap) { int s = 0; while (n--) s = s * 3 + va_arg(ap, int); return s; }
static int $p(int n, va_list *ap) { int s = 0; while (n-- > 0) s = s * 5 + va_arg(*ap, int); return s; }
static int $f(int n, ...) {
  va_list ap, two; int s; va_start(ap, n); va_copy(two, ap);
  s = ‹$v(n, ap)¦$p(n, &ap)¦$p(n - 1, &ap) + va_arg(ap, int)›; va_end(ap);
  s = s * 7 + ‹$p(1, &two)¦$p(n, &two)¦$v(n, two)›; va_end(two);
  va_start(ap, n); s += va_arg(ap, int); va_end(ap); return s;
}
static int $g(int k, ...) { va_list ap[2]; va_start(ap[0], k); va_copy(ap[1], ap[0]); int s = va_arg(ap[0], int) + va_arg(ap[‹0¦1›], int) * 10; struct { va_list in; } w; va_copy(w.in, ap[1]); s += va_arg(w.in, int) * 100; va_end(w.in); va_end(ap[1]); va_end(ap[0]); return s; }
---
CHECK($f(1, (int)@expr)); CHECK($f(3, 4, (int)@expr, 6)); CHECK($f(8, 1, 2, 3, 4, 5, 6, 7, 8)); CHECK($g(0, 1, 2, 3)); CHECK($g(9, ‹4¦-4›, 5, 6)); CHECK(sizeof(va_list));
`, `
static int $twice(int x) { return x * 2; }
static int $call(int n, ...) { va_list ap; va_start(ap, n); int (*f)(int) = va_arg(ap, int (*)(int)); int *arr = va_arg(ap, int *); __int128 big = va_arg(ap, __int128); int last = va_arg(ap, int); va_end(ap); return f(arr[n]) + (int)(big >> 70) + last; }
static int $none() { return ‹3¦8›; }
static long $rec(int n, ...) { va_list ap; va_start(ap, n); long x = va_arg(ap, long); va_end(ap); return n ? x + $rec(n - 1, x * 2, 1L) : x; }
#define $m(f, ...) f(__VA_ARGS__)
#define $k(n, ...) $rec(n, ##__VA_ARGS__)
#define $o(x, a...) ($twice(x) + sizeof((int[]){ 0, a }) / sizeof(int))
#define $str(...) #__VA_ARGS__
#define $opt(x, ...) (x __VA_OPT__(+) __VA_ARGS__)
---
int a[3] = { 1, 2, 3 }; CHECK($call(‹0¦2›, $twice, a, (__int128)3 << 70, ‹5¦'c'›)); CHECK($none()); CHECK($rec(‹2¦3›, (long)@num)); CHECK($m($twice, 4)); CHECK($m($rec, 1, 5L)); CHECK($k(1, 6L)); CHECK($o(1)); CHECK($o(2, 3, 4)); CHECK(sizeof $str(a, b c,"d")); CHECK($opt(1) + $opt(2, 3)); struct { long (*f)(int, ...); } s = { $rec }; CHECK(s.f(1, 3L)); CHECK((*s.f)(0, -4L, 7));
`,
}
