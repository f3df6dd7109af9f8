package gen

// cBitfields are sketches about bit-fields. Those wider than int have only with gcc a type of their width.
var cBitfields = []sketch{
	// Widths and promotion of fields no wider than int.
	`
struct $s { int a : ‹1¦2¦7¦31¦32›; unsigned b : ‹1¦2¦7¦31›; unsigned c : 32; ‹signed char¦short¦long¦long long› d : ‹3¦8›; ‹unsigned char¦unsigned short¦unsigned long¦unsigned long long› e : ‹1¦8›; _Bool f : 1; };
static struct $s $g = { ‹-1¦1¦0›, @num, @num, ‹-1¦2›, @num, 1 };
---
struct $s s = { (int)@expr, (unsigned)@expr, (unsigned)@expr, (int)@expr, (int)@expr, @expr };
CHECK(s.a); CHECK(s.b); CHECK(s.c); CHECK(s.d); CHECK(s.e); CHECK(s.f);
CHECK(~s.‹b¦c¦d¦e¦f›); CHECK(-s.‹b¦c¦d¦e›); CHECK(!s.‹a¦b¦f›);
CHECK(s.‹b¦d¦e› - 1 < 0); CHECK(s.c - 1 < 0); CHECK(s.‹b¦d¦e› << ‹1¦9¦20›); CHECK(s.c << 4);
CHECK(-1 < s.‹a¦b¦c¦d¦e¦f›); CHECK(s.b - s.e); CHECK(s.a * s.b); CHECK(s.c / 3 - s.c % ‹5¦7›);
CHECK((0, s.‹b¦c¦e›) - 2 < 0); CHECK((s.‹b¦c¦d› = -1) < 0); CHECK((s.‹b¦e¦d›)++); CHECK(--s.‹b¦c¦d¦e¦f›);
CHECK((s.a = ‹5¦1000000007›)); CHECK((s.f = ‹2¦256¦0›)); CHECK((s.‹b¦c¦d¦e› += @expr)); CHECK((s.‹b¦c¦d¦e› <<= ‹1¦2›));
CHECK(sizeof(+s.‹b¦c¦d¦e›)); CHECK(sizeof(s.‹a¦b¦f› + 0L)); CHECK(1 ? s.‹b¦e› : -1); CHECK((@expr ? s.c : -1) < 0);
CHECK(s.b > @expr); CHECK(@expr ^ s.c); CHECK(@expr >= s.d); CHECK($g.a + $g.b + $g.c); CHECK(s.‹a¦b¦c¦d¦e¦f› == $g.‹a¦b¦c¦d¦e›);
switch (s.‹b¦e›) { case 0: s.a = 3; break; case 1 ... 100: s.a = 1; break; default: s.a = 2; }
CHECK(s.a);
`,
	// Fields wider than int.
	`@gcc
struct $s { unsigned long a : ‹33¦40¦63›; long b : ‹33¦40¦50¦63›; unsigned long long c : ‹34¦64›; long long d : 48; };
---
struct $s s = { @expr, @num, @expr, @num };
CHECK(s.a); CHECK(s.b); CHECK(s.c); CHECK(s.d);
CHECK(~s.a); CHECK(s.a << ‹1¦8¦30›); CHECK(s.a - ‹1¦@num›); CHECK(-s.a); CHECK(s.a * ‹s.a¦3›); CHECK(s.a + s.a);
CHECK(~s.b); CHECK(s.b >> ‹1¦32›); CHECK(s.a >> ‹1¦32›); CHECK(s.c << 3); CHECK(~s.c); CHECK(s.d ^ s.b);
CHECK((s.a = -1)); CHECK((s.b = ‹-1¦0x123456789abcdLL›)); CHECK(++s.a); CHECK(s.a--); CHECK((s.a += @expr)); CHECK((s.d ‹^=¦|=¦&=› @expr));
CHECK((0, s.a) + 1); CHECK((1 ? s.a : 0)); CHECK(s.a < -1); CHECK(s.b < @expr); CHECK(s.a == @num); CHECK(s.a + 1u); CHECK(s.a + 1ul); CHECK(s.b + ‹1¦1L¦(short)1›);
CHECK((unsigned)s.a); CHECK((short)s.b); CHECK((_Bool)s.a); CHECK(!s.d); CHECK(s.a / ‹3¦1000›); CHECK(s.a % 1001); CHECK(s.b / ‹7¦-9›); CHECK(s.b % 10);
unsigned long x = s.a; long y = s.b; CHECK(x); CHECK(y); CHECK(x - s.a); CHECK(s.a & s.b);
`, `@gcc
struct $s { unsigned long a : ‹33¦36¦40›, b : ‹33¦36¦41›; unsigned c : 20; };
static unsigned long $f(unsigned long x) { return x; }
---
struct $s s = { -1, 5, @num }, *p = &s;
s.a = s.b - s.a; CHECK(s.a); p->b = ~p->a; CHECK(s.b); p->a <<= 3; CHECK(p->a); p->b *= p->b; CHECK(p->b);
CHECK($f(s.a + 1)); CHECK($f(~s.b)); CHECK($f(s.a << s.c % 30)); CHECK(-s.b + 0UL); CHECK((long)~s.a); CHECK(~s.a >> 4);
CHECK(s.a + s.c); CHECK(s.a > ~s.b); CHECK((s.a ‹+¦-¦*› s.b) / 3); CHECK(p->a++ + s.b); CHECK((s.c ? s.a : s.c) - 1);
unsigned long t[2] = { s.a - s.b, ~s.a }; CHECK(t[0]); CHECK(t[1]);
`,
	// Layouts: where the fields are.
	`
struct $s { char x; ‹int¦unsigned char¦long¦short› a : ‹3¦5¦8›; ‹int¦char¦unsigned long¦unsigned short› b : ‹1¦7¦8›; ‹¦int : 0;¦char : 0;¦long : 3;¦short : 9;› ‹int¦short› c : ‹9¦12¦16›; ‹¦char y;¦long long z : 35;› } ‹¦__attribute__((packed))¦__attribute__((aligned(16)))›;
union $u { struct $s s; unsigned char b[sizeof(struct $s)]; };
---
union $u u; unsigned long sum = 0; memset(&u, 0, sizeof u);
CHECK(sizeof(struct $s) * 100 + _Alignof(struct $s)); CHECK(sizeof u);
u.s.‹a¦b¦c› = -1;
for (unsigned i = 0; i < sizeof(struct $s); i++) sum = sum * 31 + u.b[i];
CHECK(sum);
for (unsigned i = 0; i < sizeof(struct $s); i++) u.b[i] = i * ‹73¦51›;
CHECK(u.s.a); CHECK(u.s.b); CHECK(u.s.c); CHECK(u.s.x);
`, `
---
@shape x = @with, *p = &x, y = x;
@sets(x);
(*p)@leaf ‹+= 1¦-= 1¦^= 1¦+= @expr›;
@checks((*p));
CHECK((x@leaf = @expr)); CHECK((0, x@leaf)); CHECK(x@leaf ? 3 : 4); CHECK(x@leaf == (*p)@leaf); CHECK(x@leaf < y@leaf);
@checks(y);
`,
	// Enumerations, unions, anonymous structures and arrays with fields.
	`
enum $e { $a = ‹-1¦-4¦0›, $b, $c = 3 };
enum $f { $x, $y = 7 };
struct $s { enum $e e : ‹3¦4›; enum $f f : 3; struct { unsigned h : 3; int i : 5; }; union { unsigned j : 9; unsigned short k; } u; };
---
struct $s s[2] = { { $b, $y, { 1, -2 }, { .k = 515 } }, { .f = 2, .i = 3, .h = 7 } };
int n = ‹0¦1›;
CHECK(s[n].e); CHECK(s[n].f); CHECK(s[n].f - 1 < 0); CHECK(s[n].h + s[n].i); CHECK(s[0].u.j); s[0].u.j++; CHECK(s[0].u.k);
s[!n].e = s[n].f; s[n].h = s[!n].i--; s[n].i = ~s[n].h; CHECK(s[!n].e); CHECK(s[n].h); CHECK(s[n].i); CHECK(s[!n].i);
CHECK(sizeof s); for (n = 0; n < 10; n++) { s[0].h++; s[1].i -= s[0].h; } CHECK(s[0].h); CHECK(s[1].i);
`,
	// Fields as arguments, results, conditions, indices.
	`
struct $s { unsigned a : 3; int b : 3; long c : 20; unsigned char d : 7; _Bool e : 1; };
static long $f(int a, unsigned b, long c, char d) { return a * 3 + b * 5L + c * 7 + d; }
static struct $s $mk(int n) { struct $s s = { n, n, n, n, n }; return s; }
static int $n(int n, ...) { va_list ap; va_start(ap, n); n += va_arg(ap, int); n -= va_arg(ap, int); va_end(ap); return n; }
---
struct $s s = $mk((int)@expr); int t[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
CHECK($f(s.a, s.b, s.c, s.d)); CHECK($f($mk(5).a, $mk(5).b, $mk(-1).c, $mk(300).d)); CHECK(t[s.a]); CHECK(t[s.b & 7]); CHECK((t + 4)[s.b]);
CHECK(s.e ? s.a : s.b); CHECK(s.a && s.e || s.b); CHECK($n(4, s.a, s.b)); CHECK($n(4, s.e, s.d));
while (s.a) { s.a--; s.c += s.a << s.a; }
CHECK(s.c);
do s.d -= ‹3¦5›; while (s.d > 20);
CHECK(s.d);
__auto_type v = ‹+s.a¦+s.b¦s.c + 0L¦s.d - 0¦!s.e›; CHECK(v); typeof(+s.a) w = s.a - 1; CHECK(w); CHECK(w < 0);
for (s.b = 0; s.b < 3; s.b++) s.c ^= s.b;
CHECK(s.c); s.a = s.b = ‹6¦-3›; CHECK(s.a); s.b = s.a = 13; CHECK(s.b); CHECK((s.a = s.b = 15) * 2);
`,
}
