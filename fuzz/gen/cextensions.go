package gen

// cExtensions are sketches about expressions and statements that only GNU C has.
var cExtensions = []sketch{
	// x ?: y, statement expressions, local labels, ranges of cases.
	`
static int $n = ‹0¦3¦-1›;
static int $e(int x) { $n += 2; return x; }
#define $find(a, k) ({ __label__ out; int at = -1; for (int i = 0; i < 4; i++) if (a[i] == (k)) { at = i; goto out; } at = 9; out: at; })
---
int a[4] = { 3, 1, 4, 1 }, *p = ‹0¦a›; @int x = @expr;
CHECK($e(‹0¦5›) ?: $e(7)); CHECK($n); CHECK(x ?: -1); CHECK($n++ ?: 4); CHECK((p ?: a + 1)[1]); CHECK(($e(0) ?: $e(0)) ?: $e(6)); CHECK((x ?: 1u) > 0); CHECK(sizeof(x ?: 1LL));
CHECK($find(a, ‹1¦4¦8›) + $find(a, 3)); CHECK(({ int y = x & 7; y *= 2; y + 1; })); CHECK(({ $n; })); CHECK(({ ({ $n = 3; }); $n * 2; })); CHECK(sizeof(({ $n++; (char)1; })));
for (int i = 0; i < ({ int z = 2; z + 1; }); i++) { if (({ i == 1; })) continue; $n += ({ if (i == 9) break; i; }); }
CHECK($n); CHECK(({ struct { int q[2]; } s = { { 1, ‹2¦$n› } }; s; }).q[1]);
switch ((int)x) { case -5 ... -1: $n = 1; break; case 0: case 2 ... 3: $n = 2; case 4 ... 300: $n += 10; break; default: $n = 3; }
CHECK($n); int k = 0; { __label__ l, m; l: if (k++ < 2) goto l; { __label__ m; goto m; k += 50; m: k += 100; } goto m; k += 7; m: k += 1000; }
CHECK(k); ‹do { if (k > 5) break; } while (0)¦while (({ k -= 300; k > 0; }))¦if (({ k & 1; })) k++; else k--›;
CHECK(k); void *v = a; CHECK((int *)(v + sizeof(int)) - a); CHECK(sizeof(void) + sizeof(*v) + sizeof $e); CHECK(*(int *)(v += 8)); v++; CHECK((char *)v - (char *)a);
`,
	// Nested functions.
	`@gcc
static int $apply(int (*f)(int), int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + f(i); return s; }
static int $outer(int n) {
  int a[3] = { n, 2, 3 }, calls = 0; static int kept; struct { int v; } s = { 5 };
  auto int later(int);
  int add(int x) { calls++; return a[x % 3] + x + ‹n¦s.v¦kept›; }
  int twice(int x) { int inner(int y) { n += y; return y + calls + x; } return inner(x) * ‹2¦add(x)›; }
  void bump(void) { s.v += ++kept; a[1] = later(a[1]); }
  int later(int x) { return x ? later(x - 1) + 2 : s.v; }
  bump(); ‹n = add(1); bump();¦if (n & 1) bump();¦a[0] = twice(2) + later(2);›
  return add(0) + twice(1) * 100 + s.v * 7 + a[1] + n + calls;
}
static int $pure(int n) { int sq(int x) { return x * x - ‹1¦$apply(0, 0)›; } int (*p)(int) = sq; return ‹sq(n) + p(2)¦$apply(sq, 3)¦$apply(&sq, n & 3) + p(n)›; }
---
CHECK($outer(‹1¦4›)); CHECK($outer(@num)); CHECK($pure(‹3¦6›));
int t = 3, u[2] = { 1, 2 }; int in(int k) { t += k; return u[k & 1] * t; }
CHECK(in(1) + t); CHECK(in(‹0¦2›)); CHECK(t); { int t = 50; int in2(void) { return t++ + in(1); } CHECK(in2()); CHECK(t); }
`,
	// Pointers to nested functions, of which each call of the one around makes others.
	`@gcc
static int $id(int x) { return x ^ 5; }
static int $apply(int (*f)(int), int n) { int s = 1; for (int i = 0; i < n; i++) s = s * 3 + f(i) % 1000; return s; }
static int $down(int n, int (*up)(int)) {
  int seen = 0; int own(int x) { seen += x + 1; return ‹up ? up(x) % 1000 * 2 + n : n¦(n & 1 && up ? up : $id)(x + n) + seen¦x > 3 ? own(x / 2) : n - x›; }
  if (up == own) return -1;
  return n > 0 ? $down(n - 1, ‹own¦n & 1 ? own : up¦&own¦up›) + own(1) * 3 + seen : ‹own(2)¦up ? up(3) : 1¦$apply(own, 2) + seen›;
}
static int $kept(int n) {
  struct { int (*f)(int); void *v; } s[2]; int t = n, u = 1; int (*last)(int) = 0;
  int mul(int x) { return x % 100 * (t % 100) + u++; } int sub(int x) { t -= x; ‹last = sub;¦›return t; }
  int both(int x) { int w = x & 7; int in(int y) { u += y & 3; return w + ‹y + t¦$apply(mul, y & 3)¦(y > 0 ? in(y - 1) : n)›; } int (*p)(int) = ‹in¦x & 1 ? mul : in¦x > 0 ? both : in›; return p(x - 1) + ‹$apply(in, 2)¦(p == in)¦u›; }
  auto int later(int); { int (*q)(int) = ‹later¦sub¦mul›; u += ‹3¦q == later›; int later2(int x) { return later(x) + t; } u += $apply(later2, ‹1¦2›); }
  int later(int x) { return x < 1 ? t : ‹$apply(later, 1)¦later(x - 1)› + n; }
  s[0] = (typeof(s[0])){ mul, sub }; s[1].f = ‹both¦s[0].f¦later›; s[1].v = ‹mul¦(void *)s[1].f¦0›;
  for (int i = 0; i < 2; i++) { int k = i * 10; int more(int x) { k += x; return k; } u += $apply(i ? more : s[1].f, 2) + k; }
  return s[0].f(2) + ((int (*)(int))s[0].v)(3) * 5 + s[1].f(4) + (s[1].v == mul) + (s[0].f != sub) * 2 + (last == sub) * 4 + u;
}
static int $sorted(int n) {
  int a[4] = { 7, n, 3, 9 }, calls = 0; int order(const void *p, const void *q) { calls = 1; int d = *(const int *)p % 100 - *(const int *)q % 100; return n & 1 ? -d : d; }
  qsort(a, 4, sizeof *a, order); int k = a[‹0¦2›], *r = bsearch(&k, a, 4, sizeof *a, order);
  return a[0] * 3 + a[1] * 5 + a[2] * 7 + (r && *r == k) + calls;
}
---
CHECK($down(‹0¦2¦3›, ‹0¦$id›)); CHECK($down(1, 0)); CHECK($kept(‹1¦6›)); CHECK($kept(@num % 1000)); CHECK($sorted(‹5¦8›));
int t = 3; int in(int k) { t += k; return t; } CHECK($apply(in, ‹2¦3›)); CHECK(t); for (int i = 0; i < 2; i++) { int v = i; int w(int k) { return v++ + in(k); } t = ($apply(‹w¦i ? w : in›, 2) + v) % 10000; } CHECK(t);
`,
	// __int128.
	`
typedef unsigned __int128 $u; typedef __int128 $s; struct $p { char c; $s v; } static $g = { 1, @num }; static $u $w = ($u)1 << ‹64¦100¦127›;
static $s $f($s x, $u y) { return x * 3 - (y >> ‹1¦70›); }
static long long $mix($u x) { return (long long)x ^ (long long)(x >> 64) * 5; }
---
$u a = ($u)(unsigned long)@expr << ‹3¦60¦64›, b = (unsigned long)@expr | 1; $s c = ($s)@num * @num - 1, d = -(($s)1 << ‹40¦90›);
CHECK($mix(a * b)); CHECK($mix(a + c)); CHECK($mix(c - d)); CHECK($mix(a / b)); CHECK($mix(a % ‹1000¦b›)); CHECK($mix(d / ‹3¦-7¦1000000007LL›)); CHECK($mix(d % 1001)); CHECK($mix(c * d)); CHECK($mix(~a)); CHECK($mix(-a)); CHECK($mix(a << ‹1¦63¦64›)); CHECK($mix(d >> ‹1¦64¦80›)); CHECK($mix(a >> ‹5¦65›)); CHECK($mix(a ^ d)); CHECK($mix(a & c)); CHECK($mix(b | d));
CHECK(a < b); CHECK(c < d); CHECK(d < 0); CHECK((unsigned char)a + (short)d); CHECK((_Bool)a + !b + (c == d) * 4 + (a && d) * 8); CHECK(sizeof($s) + _Alignof($s) + sizeof(struct $p) + offsetof(struct $p, v)); CHECK($mix($f(d, a))); CHECK($mix($g.v + 1)); CHECK($mix($w - 1));
a += d; a++; --d; c <<= 5; c ^= a; CHECK($mix(a)); CHECK($mix(c)); CHECK($mix(d)); $g.v = a; $s *q = &$g.v; *q -= ‹1¦@num›; CHECK($mix($g.v)); CHECK(a > c ? 1 : 2); CHECK($mix(1 ? a : d)); CHECK($mix(($u)-1)); CHECK($mix(($s)(int)@expr)); CHECK($mix(($u)@expr)); $u t[2] = { a, b }; CHECK($mix(t[‹0¦1›])); CHECK((int)(d >> 100) + (int)(a % 7));
for ($u i = ($u)1 << 65; i; i >>= ‹16¦40›) d += i & 0xffff;
CHECK($mix(d)); switch ((int)(a & 3)) { case 0: d = a; break; default: d = ‹-1¦b›; }
CHECK($mix(d)); CHECK($mix(b ?: a)); CHECK($mix(c = (short)@expr)); CHECK((short)(c += 1)); CHECK($mix(__builtin_choose_expr(1, a, 0)));
`,
	// Vectors, element by element.
	`
‹typedef ‹int¦unsigned¦short¦unsigned char¦signed char› $e; typedef $e $v __attribute__((vector_size(‹8¦16›)));¦typedef ‹long¦unsigned long› $e; typedef $e $v __attribute__((vector_size(16)));› struct $s { char c; $v v; } static $g = { 1, { 1, ‹5¦-1› } };
static $v $f($v x, $e k) { x[0] = k; return x + ($e)1; }
static long long $sum($v x) { long long s = 0; for (unsigned i = 0; i < sizeof x / sizeof x[0]; i++) s = s * 7 + x[i]; return s; }
---
$v a = { ($e)@expr, ($e)@expr }, b = a + ($e)3, c, *p = &c; const int n = sizeof a / sizeof a[0];
for (int i = 0; i < n; i++) b[i] = ($e)(i * 37 + 1);
c = a ‹+¦-¦*¦&¦|¦^› b; CHECK($sum(c)); CHECK($sum(-a)); CHECK($sum(~b)); CHECK($sum(a / b)); CHECK($sum(b % (($e)3 - ($v){ 0 }))); CHECK($sum(b << (b & ($e)3))); CHECK($sum(b >> ‹1¦2›)); CHECK($sum(a * ($e)5 - ($e)2));
typeof(a < b) m = a ‹<¦>¦==¦!=¦<=¦>=› b; CHECK(m[0] + m[1] * 2 + sizeof m[0]); m = (typeof(m))b; CHECK(m[1]); CHECK($sum($f(a, ($e)@expr))); CHECK(a[0]); c ‹+=¦^=¦-=¦*=› b; CHECK($sum(c)); *p = b; (*p)[1]++; CHECK($sum(c)); CHECK(b[n - 1]);
c = ($v){ 1, 2 }; CHECK($sum(c)); $g.v += c; CHECK($sum($g.v)); struct $s t = $g; t.v[0] = 9; CHECK($sum(t.v) - $sum($g.v)); CHECK(sizeof($v) * 100 + _Alignof($v) + sizeof(struct $s)); $v r[2] = { a, b }; r[1] = r[0] ^ r[1]; CHECK($sum(r[1])); CHECK(*(($e *)&c + 1)); CHECK(($f(c, 4))[0]); union { $v v; unsigned char x[sizeof($v)]; } u = { b }; CHECK(u.x[sizeof($e)]);
`,
	// Builtin functions.
	`
struct $s { char c; int a[3]; struct { short x; long y; } b[2]; };
---
unsigned x = (unsigned)@expr | ‹1¦0x100¦0x80000000›; unsigned long y = (unsigned long)@expr | ‹1ul¦1ul << 40›; int r; @int t; unsigned char uc; long lr;
CHECK(__builtin_popcount(x) + __builtin_clz(x) * 100 + __builtin_ctz(x) * 10000); CHECK(__builtin_popcountl(y) + __builtin_clzl(y) * 100 + __builtin_ctzll(y) * 10000); CHECK(__builtin_ffs((int)x) + __builtin_ffsl(‹0¦(long)y›) * 100); CHECK(__builtin_parity(x) + __builtin_parityl(y)); CHECK(__builtin_bswap16(x)); CHECK(__builtin_bswap32(x)); CHECK(__builtin_bswap64(y)); CHECK(__builtin_clrsb((int)x));
CHECK(__builtin_add_overflow((int)x, (int)y, &r)); CHECK(r); CHECK(__builtin_mul_overflow(x, y, ‹&lr¦&r›)); CHECK(__builtin_sub_overflow(@expr, @expr, &lr)); CHECK(lr); CHECK(__builtin_add_overflow(x, -1, &uc)); CHECK(uc); CHECK(__builtin_sadd_overflow((int)x, 5, &r) + __builtin_umull_overflow(y, 3, &y)); CHECK(r); CHECK(y);
CHECK(__builtin_offsetof(struct $s, a[2]) + __builtin_offsetof(struct $s, b[1].y) * 100); CHECK(__builtin_constant_p(3) + __builtin_constant_p("a" "b") * 2); CHECK(__builtin_expect(x > 5, 1)); CHECK(__builtin_abs((int)(x & 0xff) - 100)); CHECK(__builtin_object_size("abc", 0) + __builtin_strlen("abcd")); if (0) __builtin_unreachable(); t = 0; CHECK(t); CHECK(__builtin_llabs(-5LL) + __builtin_labs(-4L)); CHECK(__builtin_memcmp("ab", "ac", 2) < 0); char bf[4]; __builtin_memset(bf, ‹3¦255›, 4); __builtin_memcpy(bf, "x", 2); CHECK(bf[0] + bf[1] + bf[2]);
`,
	// Atomics of one thread.
	`
static ‹int¦long¦unsigned¦short¦unsigned char¦long long› $a = @num; static _Atomic int $b = ‹1¦5›; static int *$p; static int $arr[4] = { 1, 2, 3, 4 };
---
CHECK(__sync_fetch_and_add(&$a, ‹1¦3›)); CHECK(__sync_add_and_fetch(&$a, 2)); CHECK(__atomic_fetch_‹or¦and¦xor¦sub›(&$a, 6, __ATOMIC_SEQ_CST)); CHECK(__atomic_‹or¦and¦xor¦sub¦nand›_fetch(&$a, 5, __ATOMIC_RELAXED)); CHECK($a); int e = ‹1¦$b›; CHECK(__atomic_load_n(&$a, __ATOMIC_ACQUIRE)); $a = 5; CHECK(__sync_bool_compare_and_swap(&$a, ‹5¦6›, 7)); CHECK(__sync_val_compare_and_swap(&$a, 7, 8)); CHECK($a); CHECK(__atomic_exchange_n(&$a, 3, __ATOMIC_SEQ_CST)); __atomic_store_n(&$a, 2, __ATOMIC_RELEASE); CHECK($a);
$b++; $b += 3; $b ^= 1; CHECK($b); $b = 6; int f = 9; CHECK(__atomic_compare_exchange_n((int *)&$arr[1], &f, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); CHECK(f + $arr[1] + e); __atomic_store_n(&$p, &$arr[2], 0); CHECK(*__atomic_load_n(&$p, 0)); __sync_synchronize(); CHECK(__sync_lock_test_and_set(&$arr[0], 1)); __sync_lock_release(&$arr[0]); CHECK($arr[0]); ‹asm volatile("" ::: "memory")¦__asm__("")›; CHECK(__sync_fetch_and_nand(&$arr[3], 6)); CHECK($arr[3]);
`,
}
