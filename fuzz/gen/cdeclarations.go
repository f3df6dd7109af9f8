package gen

// cDeclarations are sketches about what names mean, and about types.
var cDeclarations = []sketch{
	// Tags and enumerators in scopes and in places where they are rarely declared.
	`
struct $o { struct $i { int a; enum { $x = 3, $y } e; union { int u; char c[8]; } w; } i; struct $i *p; };
static struct $r { int v; } $f(struct $r *p) { p->v++; return *p; }
static int $g(struct $i *p, enum { $m = 40 } k) { return p->a + k + $m; }
---
struct $i i = { 1, $y, { 7 } }; struct $o o = { i, &i }; struct $r r = { $x };
CHECK(sizeof(struct $o)); CHECK(o.p->e + o.i.w.u); CHECK($f(&r).v + r.v); CHECK($g(&i, 2));
{
  struct $i { char b[‹3¦5›]; }; struct $r; enum { $x = 9, $z = $x + $y };
  struct $i j = { "a" }; struct $r { char q[2]; } q = { { 4 } };
  CHECK(sizeof(struct $i) + sizeof j); CHECK($x * 100 + $z); CHECK(q.q[0] + sizeof(struct $r)); CHECK(o.p->a);
}
CHECK(sizeof(struct $i)); CHECK($x);
unsigned long z = sizeof(struct $s { int a[‹2¦3›]; }); struct $s s = { { 1, 2 } }; CHECK(s.a[1] + z);
int n = (int)sizeof(enum { $k = 5 }) + $k; CHECK(n);
z = ((struct $t { int a, b; }){ 1, 2 }).b; struct $t t = { 3 }; CHECK(t.a + z);
for (struct $t q = { 0 }; q.a < 3; q.a++) n += q.a;
CHECK(n);
if (sizeof(enum { $l = 7 }) == 4) n += $l;
CHECK(n);
`, `
typedef int $t; typedef $t $u[3]; typedef struct $t { $t $t; } $v;
static $t $f($t $t) { return $t + (int)sizeof($t); }
static int $g(int $t) { $t:; { typedef char $t; $t c = 5; return c + sizeof($t); } }
---
$v v = { 4 }; struct $t w = { 5 }; $u a = { 1, 2, 3 };
CHECK(v.$t + w.$t); CHECK($f(2)); CHECK($g(1)); CHECK(sizeof a + a[2]);
{ unsigned char $t = 200; CHECK($t + 100); CHECK(sizeof $t); $v $v = { $t }; CHECK($v.$t); CHECK(sizeof($v)); }
$t x = 3, *$u = &x; CHECK(sizeof($t) + *$u);
typedef const $t $c; $c k = ‹3¦-7›; typedef $t $f2($t); $f2 $f; $f2 *p = $f; CHECK(p(k)); unsigned typedef $n; $n y = -1; CHECK(y > 0);
long unsigned int long z = -1; short signed s = ‹5¦-6›; CHECK(z); CHECK(s); int typedef long $w, *$p; CHECK(sizeof($w) + sizeof($p));
`,
	// Functions that return functions, and declarators of all kinds.
	`
static int $a(int x) { return x + 1; }
static int $b(int x) { return x * 2; }
static int (*$pick(int k))(int) { return k ? $a : $b; }
static int (*(*$two(void))(int))(int) { return $pick; }
static int (*(*$table[2])(int))(int) = { $pick, ‹$pick¦&$pick¦*$pick› };
static int (*$arr(int (*p)[3]))[3] { (*p)[1]++; return p + ‹0¦1›; }
typedef int $fn(int); typedef $fn *$fp; static $fp $swap($fp f, $fn g) { return f == $a ? g : f; }
static int $apply(int f(int), int n) { return n ? $apply(f, n - 1) + f(n) : f(n); }
---
int m[3][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; int (*f[2])(int) = { $a, $b }, (*(*q)[2])(int) = &f;
CHECK($pick(‹0¦1›)(5)); CHECK($two()(1)(‹6¦7›)); CHECK((*$two)()(0)(8)); CHECK($table[1](0)(9)); CHECK((*$arr(m))[1]); CHECK($arr(m)[0][2]);
CHECK($swap($a, $b)(3)); CHECK((*q)[1](4)); CHECK((**f)(2)); CHECK((****f[1])(2)); CHECK($apply($a, 3) + $apply(&$b, 2));
CHECK(sizeof(int (*(*[3])(void))[5])); CHECK(sizeof(char (*(*)(int (*)[2], ...))[3])); CHECK(sizeof *m); CHECK(sizeof(*$arr(m))); CHECK(sizeof &m);
CHECK($pick(0) == $b); CHECK((($fp)$a)(1)); CHECK((f[0] == $a ? f[1] : f[0])(10));
`, `
static int $f(int a[static ‹2¦1 + 1›], const int b[const], int c[restrict 3], int n, int d[*]);
static int $f(int a[static 2], const int b[const], int c[restrict 3], int n, int d[n]) { a++; c += 2; return a[0] + b[1] + *c + d[n - 1] + (int)sizeof a; }
static int $g(int a[][2], int (*b)[2], int c()) { return a[1][0] + b[0][1] + c(); }
static int $h() { return ‹4¦5›; }
static int $k(void ()) , $l(int (int)) ; static int $n = @num;
static int $l(int f(int)) { return f($n & 7); }
static int $id(int x) { return x; }
static int $k(void f()) { f(); return $n; }
static void $inc() { $n++; }
---
int a[3] = { 1, 2, 3 }, b[2][2] = { { 4, 5 }, { 6, 7 } };
CHECK($f(a, a, a, ‹2¦3›, b[0])); CHECK($g(b, b, $h)); CHECK($k($inc)); CHECK($l($id)); extern int atoi(const char *); extern int $n; CHECK($n);
`,
	// Definitions as they were.
	`
struct $s { int x; };
int $f(a, b, c, p, s) ‹char a; short b; unsigned char c;¦int b, a; short c;› int *p; struct $s *s; { *p += a; s->x = b; return a + b * 10 + c * 100; }
static long $g(); static $h();
static long $g(x, y) long x; unsigned y; { return x * 10 + y; }
static $h(a) { return a + ‹1¦2›; }
---
@gcc
int n = 1; struct $s s; CHECK($f('a' - 90, ‹-3¦70000¦5›, 259, &n, &s)); CHECK(n * 1000 + s.x); CHECK($g(@num + 0L, 7u)); CHECK($h(4));
`,
	// Objects and functions that are declared in blocks, and their linkage.
	`
static int $v = 1; int $w = 2; extern int $w, $x; static int $f(void); int $x = 3;
int $t; int $t; int $t ‹= 4¦›; extern int $arr[]; int $arr[3] = { 5, 6 }; static int $s[]; static int $s[2] = { 7 };
static int $f(void) { static int n‹ = 10¦›; extern int $v; int $w = 20; { extern int $w; return $v + $w + n++; } }
static int $g(int $v) { { extern int $h(int); return $h($v); } }
int $h(int x) { static int a[2] = { 1 }, *p = a + 1; static struct { int n; } s = { ‹3¦4› }; *p += x; s.n ^= *a; return a[1] + s.n; }
inline int $i(int x); static inline int $j(int x) { return x + 1; } extern inline int $k(int x); extern inline int $k(int x) { return x + 2; }
---
CHECK($f() + $f()); CHECK($g(5)); CHECK($g(6)); CHECK($t + $arr[1] + sizeof $arr + $s[0] + sizeof $s); CHECK($x);
{ extern int $x; int $w = 9; CHECK($w + $x); { extern int $w; CHECK($w); } int $h(int); CHECK($h(1)); }
int $j2(int); CHECK($j(2) + $k(3)); for (int $v = 0; $v < 1; $v++) { int $v = 8; CHECK($v); }
register int r = 3; static const char *const names[] = { "a", "bc", [4] = "d" }; CHECK(r + sizeof names / sizeof *names); CHECK(names[1][1]); CHECK(names[3] == 0);
auto int z = 4; static _Thread_local int tl = ‹5¦6›; tl++; CHECK(z + tl); _Static_assert(sizeof(int) == 4, "int"); _Noreturn void abort(void); CHECK(abort != 0);
`,
	// typeof, and what has a type without a value.
	`
static int $n;
static int $e(void) { return ++$n; }
static const volatile int $cv = 5; static typeof($cv) $tv = 6; static typeof(int[‹2¦3›]) $ta = { 1, 2 }; static __typeof__($e) $e; static typeof(*$ta) $ti = 7;
#define $max(a, b) ({ typeof(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define $swap(a, b) do { __auto_type t_ = a; a = b; b = t_; } while (0)
---
@int a = @expr; @int b = @expr; typeof(a + b) c = a; typeof(a) *p = &a; typeof(typeof(int *)[2]) q = { 0, &$n }; typeof(&*p) r = p;
CHECK(sizeof(typeof(a))); CHECK(sizeof c); CHECK($max(a, 3)); CHECK($max(b, $e())); *r = 4; CHECK(a); CHECK(q[1] == &$n);
CHECK(sizeof $e() + sizeof($n++) + sizeof(typeof($n--))); CHECK($n); CHECK($tv + $ta[1] + sizeof $ta + $ti);
__auto_type d = a + 0u; __auto_type e = 'x'; CHECK(sizeof d + sizeof e); typeof(a) x = 1, y = 2; $swap(x, y); CHECK(x);
CHECK(__builtin_types_compatible_p(typeof(a), int)); CHECK(__builtin_types_compatible_p(typeof(&a[&p]) , typeof(p)) * 0 + 1);
CHECK(__builtin_types_compatible_p(int[], int[3]) * 10 + __builtin_types_compatible_p(const int, int)); CHECK(__builtin_choose_expr(‹1¦sizeof(long) == 4›, a, &a) != 0);
typeof(1 ? (char)1 : (short)2) f = 300; CHECK(f); typeof("abc") g = "xy"; CHECK(sizeof g + g[1]); CHECK(_Alignof(typeof(a)) + __alignof__(b)); typeof($e) *h = $e; CHECK(h());
`,
}

// cInitialisers are sketches about literals, and about what objects are at first.
var cInitialisers = []sketch{
	`
#include <wchar.h>
static const char $c[] = "a\0b" "cd\n\x7f" "\101" "1"; static wchar_t $w[] = L"ab" "c\x3b1" L"d"; static char $s[4] = "wxyz"; static char $t[6] = { "ab" }, $u[] = ("p" "q");
static char *$p[2] = { "on" "e", ‹&"two"[1]¦"three" + 2›, }; static const unsigned short $h[] = u"u\u00e9\U0001F600"; static const unsigned $v[] = U"v\U0001F600w"; static const char $e[] = u8"\u00e9";
---
CHECK(sizeof $c); CHECK($c[‹3¦5¦6¦7¦8›]); CHECK(sizeof $w / sizeof *$w); CHECK($w[3] + $w[4]); CHECK($s[3]); CHECK($t[1] + $t[2] + sizeof $u); CHECK(*$p[1]); CHECK($p[0][2]);
CHECK(sizeof $h); CHECK($h[‹1¦2¦3›]); CHECK(sizeof $v + $v[1]); CHECK(sizeof $e); CHECK($e[0]); CHECK("\377"[0]); CHECK('\377'); CHECK(L'\xff' + u'\xffff' + 0LL); CHECK(u8"x"[0]);
CHECK('ab'); CHECK('abc' + 0); CHECK('abcd'); CHECK('\0a'); CHECK('\377\377'); CHECK(L'\u20ac'); CHECK(u'\u20ac'); CHECK(U'\U0001F600'); CHECK(sizeof 'a' + 10 * sizeof L'a' + 100 * sizeof u'a');
CHECK('\e' + '\a' * 2 + '\v' * 3 + '\?'); CHECK("abc"[‹0¦1¦2¦3›]); CHECK(1["xyz"]); CHECK(sizeof "a" "bc"); CHECK(sizeof L"a" "bc"); CHECK(*("hello" + ‹0¦4¦5›)); CHECK(__func__[0] != 0);
char l[] = "loc", m[5] = "m", *n = l; n[1]++; CHECK(l[1] + m[3]); CHECK(0b101 + 017 + 0XfF);
`,
	// Compound literals outside of functions, flexible members, empty structures and unions.
	`
struct $f { int n; @int a[]; }; struct $z { char c; struct { } e; int b[0]; short d; }; union $n { }; struct $m { };
static struct $f $x = { 3, { @num, @num, 7 } }, $y = { .a = { [2] = @num }, .n = 1 }, $none = { 5 };
static int *$p = (int[]){ 1, 2, [4] = ‹5¦6› }; static struct $q { int a, *b; } *$r = &(struct $q){ 3, (int[2]){ 8, 9 } }; static struct $q $v = (struct $q){ 6, 0 }; static int $w[] = (int[]){ 4, 5 };
static const char *$s = (char[]){ "text" }; static int $k = (int){ 12 };
---
struct $z z = { 1, { }, { }, 2 }; struct $m m = { }, m2; union $n u, u2 = u; m2 = m; (void)u2; (void)m2;
CHECK($x.a[0]); CHECK($x.a[2] + $x.n); CHECK($y.a[2]); CHECK($y.a[0] + $y.n); CHECK(sizeof $x + offsetof(struct $f, a)); CHECK($none.n);
CHECK(sizeof(struct $z) + z.d); CHECK(sizeof(struct $m) + sizeof(union $n) * 10 + sizeof m2 + sizeof u2); CHECK(offsetof(struct $z, e) * 100 + offsetof(struct $z, b) * 10 + offsetof(struct $z, d));
$p[1] += $p[4]; CHECK($p[1]); $r->b[0]--; CHECK($r->a + $r->b[0] * 10 + $r->b[1] * 100); CHECK($v.a + $w[1] + sizeof $w); CHECK($s[3]); CHECK($k);
struct $f *h = malloc(sizeof *h + 3 * sizeof h->a[0]); h->n = 3; for (int i = 0; i < h->n; i++) h->a[i] = i * ‹3¦5›; struct $f g = *h; h->a[1] = h->a[2]; CHECK(h->a[1] + g.n); free(h);
$x.a[1] = $x.a[2]; CHECK($x.a[1]); memcpy(&$x.a[0], &$x.a[1], 2 * sizeof $x.a[0]); CHECK($x.a[0]);
`, `
struct $i { int x, y[3]; struct { char c; short d[2]; } in; union { int u; char v; }; };
static struct $i $g = { .y[1] = ‹2¦7›, 3, { 4, { [1] = 5 } }, .u = 6 }, $h[3] = { [1].y = { 1, 2 }, [1].x = 8, [0].in.d[1] = 9, 10, [2] = { 11, .in = { .d = { 12 } } } };
static int $r[] = { [2 ... 4] = 3, [3] = @num, 7, [0] = 1 }, $m[2][3] = { 1, 2, 3, 4 }, $n[][2] = { { 1 }, 2, 3, { 4 } }, $o[3][2] = { [1] = { 5, 6 }, 7, [0][1] = 8 };
static struct $i $e[2] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }; static struct { int a[2], b; } $l = { .a = { 1, 2 }, .a[1] = 3, .b = ‹4¦5›, .b = 6 }; static int $old[3] = { [1] 4, 5 }; static struct $i $c = { x: 1, in: { c: 2 } };
---
struct $i a = { .in.d[‹0¦1›] = @expr, .y = { [1 ... 2] = @expr }, .x = 3 }, b[2] = { [0 ... 1].x = ‹4¦5›, [1].y[0] = 6, 7 }, c = { 1, .y = { 2 }, a.in, { 3 } };
CHECK($g.y[1] * 10 + $g.y[2]); CHECK($g.in.c + $g.in.d[1] + $g.u); CHECK($h[1].y[1] + $h[1].x); CHECK($h[0].in.d[1] + $h[0].u); CHECK($h[2].in.d[0] + $h[2].x); CHECK(sizeof $r); CHECK($r[3]); CHECK($r[4] + $r[0] * 10 + $r[2] * 100);
CHECK($m[1][0] + $m[1][1]); CHECK(sizeof $n + $n[1][1] + $n[2][0]); CHECK($o[2][0] + $o[0][1] + $o[1][1]); CHECK($e[0].in.c + $e[1].x); CHECK($e[0].in.d[1] + $e[0].u + $e[1].y[0]); CHECK($l.a[0] * 100 + $l.a[1] * 10 + $l.b); CHECK($old[2] + $c.in.c + $c.x);
CHECK(a.in.d[0]); CHECK(a.y[2]); CHECK(a.x + a.u); CHECK(b[0].x + b[1].x + b[1].y[0] * 10 + b[1].y[1] * 100); CHECK(c.in.d[1]); CHECK(c.u + c.y[0]);
`, `
static int $n; static int $f(int x) { $n = $n * 10 + x; return x; }
struct $s { int a, b, c[3]; }; static int *$p = &$n, *$q[2] = { &$n, 0 }; static struct { int *p; unsigned long n; char *s; int (*f)(int); } $t = { &$n + 1 - 1, (unsigned long)sizeof $n, "abc" + 1, $f };
static struct $s $arr[2]; static int *$in = &$arr[1].c[2], *$ad = (int *)((char *)$arr + offsetof(struct $s, b)); static long $d = (char *)&$arr[1] - (char *)$arr ‹+ 1¦- 3›; static unsigned char $uc = ‹-1¦300›, $b = (_Bool)5; static int $cnd = ‹1 ? 2 : 1 / 0¦0 && 1 / 0¦sizeof(1 / 0)›;
---
struct $s s = { .b = $f(1), .a = ‹5¦6›, .c = { [2] = 7 } }; int v[‹3¦4›] = { [1] = $f(2) }; { int w[2] = { v[1], [0] = 4 }; CHECK(w[0] * 10 + w[1]); }
CHECK($n); CHECK(s.b * 10 + s.a + s.c[2] + s.c[0]); CHECK(v[0] + v[1] + v[2]); *$in = 4; CHECK($arr[1].c[2]); *$ad = 5; CHECK($arr[0].b); CHECK($d); CHECK($uc + $b + $cnd); CHECK(*$p + ($q[0] == $p)); CHECK($t.p == &$n); CHECK(*$t.s + $t.n); CHECK($t.f(3));
char x[3] = { 0 }, y[] = { 'a', 98, [‹4¦6›] = 'c' }, z[2][4] = { "ab", "cdef" }; CHECK(sizeof y + y[1] + y[3]); CHECK(z[0][2] + z[1][3] + x[2]); int e = { 3 }, *g = { &e }; CHECK(*g); const int k = ‹4¦5›; int kk = k; CHECK(kk); _Bool bb = 0.5 > 0.25, bc = 2, bd = &e; CHECK(bb * 100 + bc * 10 + bd);
`,
}
