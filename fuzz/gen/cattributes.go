package gen

// cAttributes are sketches about attributes that say what functions and objects do.
var cAttributes = []sketch{
	// cleanup, in blocks that are left in all ways.
	`
static int $log;
static void $done(int *p) { $log = $log * 7 + *p; }
static int $way(int n) {
  int a __attribute__((cleanup($done))) = n & 15;
  for (int i = 0; i < 4; i++) {
    int b __attribute__((cleanup($done))) = i + 1;
    if (i == (n & 3)) ‹break¦continue¦return i¦goto out¦return a + b›;
    __attribute__((__cleanup__($done))) int c = 5, d = 6;
    $log ^= c + d;
  }
out:
  return ‹a¦n¦$log›;
}
---
int k = (int)@expr;
CHECK($way(k));
CHECK($log);
`, `
struct $r { int *at; int v; };
static void $put(struct $r *r) { *r->at += r->v; }
static int $use(int n, int *p) {
  struct $r x __attribute__((cleanup($put))) = { p, n };
  if (n > 3) {
    struct $r y __attribute__((cleanup($put))) = { &x.v, ‹1¦2› };
    return *p + x.v;
  }
  ‹x.v++;¦{ struct $r z __attribute__((cleanup($put), unused)) = { &x.v, 4 }; }›
  return *p;
}
---
int at = ‹0¦5›;
CHECK($use(‹1¦3¦4¦9›, &at));
CHECK(at);
`, `
static int $log;
static void $done(int *p) { $log = $log * 3 + *p; }
---
int n = 0;
$again: {
  int a __attribute__((cleanup($done))) = ++n;
  switch (n & 3) {
  case 1: { int b __attribute__((cleanup($done))) = 10; ‹goto $again¦goto $next¦break›; }
  case 2: { int c __attribute__((cleanup($done))) = 20; $log += c; }
  default: $log += a;
  }
$next:
  if (n < ‹2¦3›) goto $again;
}
CHECK($log);
CHECK(({ int e __attribute__((cleanup($done))) = 4; e + $log; }));
CHECK($log);
`,
	// Constructors by their priority, destructors.
	`
static int $log;
static void $c(void) __attribute__((constructor‹(101)¦(300)¦›));
static void $d(void) __attribute__((constructor‹(102)¦(200)¦(1000)›));
static void $c(void) { $log = $log * 5 + 1; }
static void $d(void) { $log = $log * 5 + 2; }
__attribute__((constructor(150))) static void $e(void) { $log = $log * 5 + 3; }
---
CHECK($log);
`, `
static int $log = 2;
static void $a(void) __attribute__((destructor‹(101)¦(300)›));
static void $b(void) __attribute__((destructor‹(102)¦(200)¦›));
static void $a(void) { $log = $log * 5 + 1; CHECK($log); }
static void $b(void) { $log = $log * 5 + 2; CHECK($log); }
---
$log += ‹1¦2›;
`,
	// Aliases, weak symbols, asm labels.
	`
int $f(int x) { return x * 3 + 1; }
int $g(int) __attribute__((alias("$f")));
‹static¦extern› int $h(int) __attribute__((‹alias¦__alias__›("$f")));
int $v = @num;
extern int $w __attribute__((alias("$v")));
---
CHECK($g(4) + $h(‹5¦6›));
$w ‹+=¦^=› ‹3¦$f(2)›;
CHECK($v);
$v = (int)@expr;
CHECK($w);
`, `
int $f(int x) __attribute__((weak));
int $f(int x) { return x ^ 5; }
extern int $none(void) __attribute__((weak));
extern int $no __attribute__((weak));
int $yes __attribute__((weak)) = @num;
---
CHECK($f(3));
CHECK($none == 0);
CHECK(&$no == 0);
CHECK($none ? $none() : 17);
CHECK($yes);
`, `
int $one __asm__("$real") = @num;
extern int $two asm("$real");
int $f(int) __asm__("$g");
int $f(int x) { return x - 1; }
int $h(int) asm("$g");
---
$two ‹++¦+= 5›;
CHECK($one);
CHECK($h(‹4¦0›) + $f(9));
`,
	// Types by their mode.
	`
typedef @signed $t __attribute__((mode(‹QI¦HI¦SI¦DI¦byte¦word¦pointer¦__HI__›)));
typedef unsigned $u __attribute__((__mode__(‹QI¦HI¦SI¦DI›)));
struct $s { char c; $t t; $u u; };
---
$t x = ($t)@num; $u y = ($u)@num;
CHECK(sizeof($t) * 100 + sizeof($u));
CHECK(sizeof(struct $s));
CHECK(x);
CHECK(($u)(y - 1) + 0ULL);
CHECK(($t)-1 < 0);
struct $s z = { 1, ($t)@expr, ($u)@expr };
CHECK(z.t);
CHECK(z.u);
`,
	// Arguments of a transparent union.
	`
typedef union { int *i; unsigned *u; const char *c; ‹void *v; ¦›} $t __attribute__((transparent_union));
static int $f($t x, int k) { return k == 0 ? *x.i : k == 1 ? (int)*x.u : x.c[0]; }
---
int a = (int)@expr; unsigned b = (unsigned)@expr; char c[] = "xyz";
$t t = { .i = &a };
CHECK($f(&a, 0));
CHECK($f(&b, 1));
CHECK($f(c, 2));
CHECK($f(t, 0));
CHECK($f("lit", 2));
`,
	// Attributes that have no meaning.
	`
static __attribute__((‹noinline¦unused¦pure¦const¦hot¦cold¦used¦warn_unused_result¦__noinline__, unused¦flatten›)) @int $f(int a __attribute__((unused)), int b) { return b; }
static inline __attribute__((always_inline)) int $g(int *p) { return *p; }
extern void $v(const char *, ...) __attribute__((format(printf, 1, 2), nonnull(1), cold, noreturn));
void $v(const char *f, ...) { abort(); }
int $h(int) __attribute__((visibility("‹default¦hidden›"), nothrow));
int $h(int x) { switch (x) { case 1: x++; __attribute__((fallthrough)); case 2: x += 5; break; default: x = 7; } return x; }
---
int a __attribute__((unused)) = (int)@expr, b __attribute__((unused, aligned(8))) = 3;
CHECK($f(a, (int)@expr));
CHECK($g(&a) + $g(&b));
CHECK($h(‹1¦2¦3›));
if (__builtin_expect(b == 4, 0)) $v("%d", b);
‹$label: __attribute__((unused));¦›
CHECK(b);
`,
	`@gcc
[[nodiscard]] static int $f([[maybe_unused]] int a, int b) { return b; }
struct [[gnu::packed]] $s { char c; int i; };
struct $t { char c; [[gnu::aligned(8)]] int i; };
[[gnu::const]] static int $g(int x) { switch (x) { case 1: x = 5; [[fallthrough]]; default: x++; } return x; }
---
[[gnu::aligned(32)]] char buf[3] = { 1, 2, 3 };
CHECK(sizeof(struct $s) + 100 * sizeof(struct $t));
CHECK($f(1, (int)@expr));
CHECK($g(‹1¦2›));
CHECK((unsigned long)buf % 32 + buf[‹0¦1›]);
`,
	// Lines.
	`
#define $line() __LINE__
#define $plus(a) (a + __LINE__)
---
CHECK(__LINE__);
CHECK($line() + 0);
#line ‹10¦500¦1›
CHECK(__LINE__); CHECK(__LINE__);
CHECK($plus(1));
# ‹7¦300› "other.h"
CHECK(__LINE__ + sizeof __FILE__);
CHECK(__FILE__[0]);
#define at ‹77¦40›
#line at
CHECK($plus(__LINE__));
#undef at
CHECK(sizeof __func__ == sizeof __FUNCTION__);
`,
	// _Generic.
	`
#define $kind(x) _Generic((x), char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, int: 6, unsigned: 7, long: 8, unsigned long: 9, long long: 10, unsigned long long: 11, _Bool: 12, char *: 13, const char *: 14, int *: 15, const int *: 16, void *: 17, int (*)(int): 18, int (*)[3]: 19, default: 20)
static int $f(int x) { return x; }
---
@int a = 0; const @int b = 1; volatile @int c = 2; int d[3] = { 0 }; const int e[2] = { 0 };
CHECK($kind(a) * 100 + $kind(b));
CHECK($kind(c) * 100 + $kind(a + b));
CHECK($kind(+a) * 100 + $kind(a << c));
CHECK($kind(d) * 100 + $kind(&d));
CHECK($kind(e) * 100 + $kind(&e[1]));
CHECK($kind($f) * 100 + $kind(&$f));
CHECK($kind("s") * 100 + $kind((const char *)0));
CHECK($kind('c') * 100 + $kind(a == b));
CHECK($kind(1 ? a : b) * 100 + $kind((a, b)));
CHECK($kind(1 ? d : 0) * 100 + $kind(1 ? (void *)d : &d[1]));
CHECK($kind(@num) * 100 + $kind((short)1));
CHECK($kind(sizeof a) * 100 + $kind(&d[2] - d));
CHECK($kind(@expr));
`, `
typedef enum { $x, $y = ‹5¦-5› } $e;
struct $s { int a : 5; unsigned b : 7; $e c; const int *p; };
---
struct $s s = { 1, 2, $y, 0 }; const struct $s t = s; $e e = $x;
CHECK(_Generic($x, int: 1, unsigned: 2, default: 3));
CHECK(_Generic(e, int: 1, unsigned: 2, default: 3));
CHECK(_Generic(s, struct $s: 1, default: 3) + _Generic(t, struct $s: 10, default: 30));
CHECK(_Generic(&t, const struct $s *: 1, struct $s *: 2, default: 3));
CHECK(_Generic(t.p, const int *: 1, int *: 2, default: 3));
CHECK(_Generic(&s.c, $e *: 1, default: 3));
CHECK(_Generic(s.a + 0, int: 1, default: 3) + _Generic(+s.b, int: 10, unsigned: 20, default: 30));
CHECK(_Generic(@expr, default: _Generic('a', int: ‹1¦@expr›, char: 2)));
`,
}

// cLayouts are sketches about attributes that say where things are.
var cLayouts = []sketch{
	`
@int $v __attribute__((aligned(‹8¦16¦32¦64¦128›))) = @num;
_Alignas(‹16¦long›) @int $w = @num;
static char $c[3] __attribute__((aligned(‹2¦16¦›))) = { 1, 2, 3 };
---
@int l __attribute__((aligned(‹32¦64›))) = ‹1¦2›; _Alignas(struct { ‹long a¦char a¦_Alignas(32) int a›; }) char m = 3;
CHECK(_Alignof($v) * 10 + ((unsigned long)&$v % _Alignof($v)));
CHECK(__alignof__($w) + ((unsigned long)&$w & 7));
CHECK(__alignof__($c) + ((unsigned long)$c & 1));
CHECK(__alignof__(l) + ((unsigned long)&l % 32));
CHECK(__alignof__(m) + (unsigned long)&m % __alignof__(m));
CHECK($v); CHECK($w); CHECK(l + m);
`, `
typedef @int $t __attribute__((aligned(‹1¦2¦4¦8¦16›)));
typedef struct $s { char c; $t t; ‹char d[3];¦short d;¦› } ‹__attribute__((packed))¦__attribute__((aligned(2)))¦› $u;
struct $w { char c; $u u‹[2]¦›; char e; };
---
$t x = ($t)@expr;
CHECK(sizeof($t) * 100 + _Alignof($t));
CHECK(sizeof($u) * 100 + _Alignof($u));
CHECK(sizeof(struct $w) * 100 + __alignof__(struct $w));
CHECK(offsetof($u, t) + 100 * offsetof(struct $w, e));
CHECK(__alignof__(((struct $w *)0)->u) + 10 * __alignof__(((struct $w *)0)->c));
CHECK(x);
`, `
enum ‹__attribute__((packed))› $e { $a‹¦ = -1¦ = -129›, $b = ‹5¦127¦128¦255¦256¦65535¦65536›, $c } ‹¦__attribute__((packed))›;
enum $f { $d = ‹1¦-1¦0x7ffffffe¦0x80000000¦0x100000000›, $g } ‹¦__attribute__((packed))›;
struct $s { char x; enum $e e; enum $f f; enum $e b : 3; };
---
enum $e e = $c; struct $s s = { 1, $b, $d, 2 };
CHECK(sizeof e * 100 + sizeof(struct $s));
CHECK((enum $e)-1 < 0);
CHECK((enum $f)-1 < 0);
CHECK(e); CHECK($a + 0LL); CHECK(s.e); CHECK(s.f + 0LL); CHECK(s.b);
CHECK(sizeof $d * 10 + sizeof(enum $f));
e = (enum $e)@expr; CHECK(e);
s.f++; CHECK(s.f + 0LL);
`,
	// Layouts of all kinds, seen through their bytes.
	`
---
static unsigned char bytes[sizeof(@shape)]; @shape x = @init;
memset(&x, 0, sizeof x);
@sets(x);
memcpy(bytes, &x, sizeof x);
CHECK(sizeof(@shape) * 1000 + _Alignof(@shape));
unsigned long sum = 0;
for (int i = 0; i < (int)sizeof bytes; i++) sum = sum * 31 + bytes[i];
CHECK(sum);
@checks(x);
`, `
static @shape $x = @init; static @shape $y[2] = { @init, @init };
---
@shape x = @with; unsigned char *p;
CHECK((char *)&$y[1] - (char *)$y);
CHECK((char *)&$x@plain - (char *)&$x);
CHECK((unsigned long)&x % _Alignof(@shape) + (unsigned long)&$y[1] % _Alignof(@shape));
p = (unsigned char *)&x@plain; CHECK(*p); *p = 1;
@checks(x);
@checks($y[1]);
`, `
struct $s { ‹char¦int¦short› a : ‹1¦3¦7›; ‹int¦long long¦char› b : ‹2¦6¦8›; ‹short¦int› c : ‹3¦9¦16›; ‹char d;¦int d : 30;› } __attribute__((ms_struct));
struct $t { ‹char¦int¦short› a : 5; int : 0; char b : 4; ‹long long¦short¦int› c : ‹1¦12›; } __attribute__((‹ms_struct¦gcc_struct¦@gcc ms_struct, packed›));
---
union { struct $s s; unsigned char b[sizeof(struct $s)]; } u; union { struct $t t; unsigned char b[sizeof(struct $t)]; } v;
memset(&u, 0, sizeof u); memset(&v, 0, sizeof v);
CHECK(sizeof(struct $s) * 1000 + sizeof(struct $t) * 10 + _Alignof(struct $s));
u.s.‹a¦b¦c¦d› = -1; v.t.‹a¦b¦c› = -1;
unsigned long sum = 0;
for (unsigned i = 0; i < sizeof u; i++) sum = sum * 7 + u.b[i];
for (unsigned i = 0; i < sizeof v; i++) sum = sum * 7 + v.b[i];
CHECK(sum);
u.s.c = (int)@expr; u.s.b = (int)@expr;
CHECK(u.s.a); CHECK(u.s.b); CHECK(u.s.c); CHECK(u.s.d);
`, `@gcc
struct $s { short a; int b; long c; unsigned d : ‹3¦12›; int e : ‹5¦20›; unsigned char f; } __attribute__((scalar_storage_order("‹big¦little›-endian")));
union $u { struct $s s; unsigned char b[sizeof(struct $s)]; };
---
union $u u; memset(&u, 0, sizeof u);
u.s.a = (short)@expr; u.s.b = (int)@expr; u.s.c = (long)@expr; u.s.d = (unsigned)@expr; u.s.e = (int)@expr; u.s.f = 7;
unsigned long sum = 0;
for (unsigned i = 0; i < sizeof u; i++) sum = sum * 7 + u.b[i];
CHECK(sum);
u.b[‹0¦1¦5¦9¦17›] ^= ‹1¦0x80›; u.s.b += 3; u.s.d++;
CHECK(u.s.a); CHECK(u.s.b); CHECK(u.s.c); CHECK(u.s.d); CHECK(u.s.e);
struct $s t = u.s; t.c = 5; CHECK(t.c + t.b);
`, `
#pragma pack(‹1¦2¦4¦push, 1¦push, 2›)
struct $s { char c; @int a; short d; @int e; };
#pragma pack(‹›)
struct $t { char c; struct $s s; @int a; };
#pragma pack(push, ‹1¦2¦8›)
struct $u { char c; @int a __attribute__((aligned(‹2¦8›))); int b : ‹5¦9›; long d : 40; };
#pragma pack(pop)
#pragma pack()
struct $v { char c; long l; };
---
CHECK(sizeof(struct $s) * 100 + _Alignof(struct $s));
CHECK(sizeof(struct $t) * 100 + offsetof(struct $t, a));
CHECK(sizeof(struct $u) * 100 + _Alignof(struct $u));
CHECK(sizeof(struct $v));
struct $t t = { 1, { 2, @expr, 4, @expr }, @expr };
CHECK(t.s.a); CHECK(t.s.e); CHECK(t.a);
`,
}
